//! The questions that every set of bits answers.

/// Gives a `struct Name(pub u32)` of bits its `has` and `put`.
macro_rules! bit_set {
    ($name:ident) => {
        impl $name {
            /// Whether every bit of `other` is set.
            #[must_use]
            pub fn has(self, other: Self) -> bool {
                self.0 & other.0 == other.0
            }

            /// Sets or clears the bits of `other`.
            pub fn put(&mut self, other: Self, on: bool) {
                if on {
                    self.0 |= other.0;
                } else {
                    self.0 &= !other.0;
                }
            }
        }
    };
}

pub(crate) use bit_set;
