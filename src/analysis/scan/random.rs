//! Numbers that look random and are the same everywhere.

use glam::DVec3;

/// A generator; the same seed gives the same numbers.
#[derive(Clone, Debug)]
pub(super) struct Random(u64);

impl Random {
    /// Numbers that begin with `seed`; those of `stream` are its own.
    pub(super) fn new(seed: u64, stream: u64) -> Self {
        let mut random = Self(seed ^ stream.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        random.next();
        random
    }

    /// The next 64 bits (`SplitMix64`).
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// From 0 up to but without 1.
    pub(super) fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// From `low` to `high`.
    pub(super) fn between(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * self.share()
    }

    /// A number below `count`, which is not 0.
    pub(super) fn below(&mut self, count: usize) -> usize {
        ((self.share() * count as f64) as usize).min(count.saturating_sub(1))
    }

    /// A unit vector.
    pub(super) fn direction(&mut self) -> DVec3 {
        for _ in 0..100 {
            let mut axis = || self.between(-1.0, 1.0);
            let v = DVec3::new(axis(), axis(), axis());
            let length = crate::geometry::vector::length(v);
            if (0.1..=1.0).contains(&length) {
                return v / length;
            }
        }
        DVec3::Z
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_and_streams_give_their_own_numbers() {
        let first = |seed, stream| Random::new(seed, stream).share();
        assert_eq!(first(1, 2), first(1, 2));
        assert!(first(1, 2) != first(2, 2) && first(1, 2) != first(1, 3));
        let mut random = Random::new(7, 0);
        let mean = (0..10_000).map(|_| random.share()).sum::<f64>() / 1e4;
        assert!((mean - 0.5).abs() < 0.02, "{mean}");
        assert!((0..1000).all(|_| random.below(3) < 3));
    }
}
