//! The numbers of a scene file: finite and in range, or refused where they stand.
//!
//! RON accepts `NaN` and `inf`. Each type refuses them, and what lies outside its range, while it is read,
//! so that the error carries the place in the text.

use glam::Vec3;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

macro_rules! numbers {
    ($( $(#[$about:meta])+ $name:ident($of:ty as $read:ty) $wanted:literal $holds:expr; )*) => { $(
        $(#[$about])+
        #[derive(Clone, Copy, Debug, PartialEq, Serialize)]
        pub struct $name($of);

        impl $name {
            /// What values it takes, in words.
            pub const WANTED: &'static str = $wanted;

            /// The number, if it is in range.
            #[must_use]
            pub fn new(value: $of) -> Option<Self> {
                let holds: fn($of) -> bool = $holds;
                holds(value).then_some(Self(value))
            }

            /// The number.
            #[must_use]
            pub fn get(self) -> $of {
                self.0
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let value = <$read>::deserialize(deserializer)?;
                let number = value as $of;
                let kept = number as $read == value;
                Self::new(number)
                    .filter(|_| kept)
                    .ok_or_else(|| D::Error::custom(format!("{} is not {}", shown(value), Self::WANTED)))
            }
        }
    )* };
}

/// A number as errors repeat it: of more digits than anybody reads only the first.
fn shown(value: impl std::fmt::Display + std::fmt::LowerExp) -> String {
    let plain = value.to_string();
    if plain.len() > 20 {
        format!("{value:.3e}")
    } else {
        plain
    }
}

numbers! {
    /// A coordinate, metres.
    Coordinate(f32 as f32) "a coordinate: finite, at most 1000000 m from 0" |v| v.abs() <= 1e6;
    /// A component of a rotation.
    Component(f32 as f32) "a component of a unit quaternion, from -1 to 1" |v| v.abs() <= 1.0;
    /// A scale.
    Scale(f32 as f32) "a scale from 0.000001 to 1000000" |v| (1e-6..=1e6).contains(&v);
    /// A radius, metres.
    Radius(f32 as f32) "a radius, greater than 0 and at most 1000000 m" |v| v > 0.0 && v <= 1e6;
    /// The radius of something that is swept, metres: more than the tolerance of the tests.
    SweptRadius(f32 as f32) "a radius, greater than 0.0002 and at most 1000000 m" |v| v > crate::constants::EPSILON && v <= 1e6;
    /// A stiffness.
    Stiffness(f32 as f32) "a stiffness from 0 to 1" |v| (0.0..=1.0).contains(&v);
    /// Distance of a near plane, metres.
    NearDistance(f32 as f32) "a distance from 0.001 to 2 m" |v| (1e-3..=2.0).contains(&v);
    /// A field of view, degrees.
    FieldOfView(f32 as f32) "an angle from 1 to 120 degrees" |v| (1.0..=120.0).contains(&v);
    /// Width by height of a picture.
    Aspect(f32 as f32) "a width by height from 0.25 to 4" |v| (0.25..=4.0).contains(&v);
    /// The power of a jump.
    Power(f32 as f32) "a power from 0 to 1" |v| (0.0..=1.0).contains(&v);
    /// A share of a full gait.
    Factor(f32 as f32) "a factor from -1 to 1" |v| v.abs() <= 1.0;
    /// Units of a camera's control.
    Units(f32 as f32) "an amount from 0 to 100" |v| (0.0..=100.0).contains(&v);
    /// Metres between heights.
    Spacing(f32 as f32) "a spacing from 0.001 to 100000 m" |v| (1e-3..=1e5).contains(&v);
    /// A length, metres.
    Distance(f32 as f32) "a length from 0 to 1000000 m" |v| (0.0..=1e6).contains(&v);
    /// An angle, degrees.
    Degrees(f64 as f64) "an angle: finite, at most 1000000 degrees" |v| v.abs() <= 1e6;
    /// A time, seconds.
    Time(f64 as f64) "a time from 0 to 10000000 s" |v| (0.0..=1e7).contains(&v);
    /// A frequency, oscillations per second.
    Frequency(f64 as f64) "a frequency, greater than 0 and at most 10000 Hz" |v| v > 0.0 && v <= 1e4;
    /// Any finite number.
    Finite(f64 as f64) "a finite number" f64::is_finite;
    /// An amount of any unit.
    Amount(f64 as f64) "a finite number of at least 0" |v| v >= 0.0 && v.is_finite();
    /// Bits of a camera's target status; as an integer, for those are written with `0x` as well.
    Status(u32 as i64) "a target status: a sum of 1, 2, 4 and 0x10" |v| v & !0x17 == 0;
    /// Movement flags of held keys.
    #[derive(Default)]
    KeyFlags(u32 as i64) "movement flags from 0 to 0x3F" |v| v <= 0x3f;
    /// Ticks per second.
    Hz(u32 as f64) "a whole number of ticks per second from 1 to 10000" |v| (1..=10_000).contains(&v);
    /// A number of ticks.
    TickCount(u32 as f64) "a whole number of ticks from 1 to 10000000" |v| (1..=MAX_TICKS).contains(&v);
}

impl Default for Factor {
    fn default() -> Self {
        Self(0.0)
    }
}

/// Most ticks of a run.
pub const MAX_TICKS: u32 = 10_000_000;

/// A point, metres.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Point((Coordinate, Coordinate, Coordinate));

impl Point {
    /// As a vector.
    #[must_use]
    pub fn vector(self) -> Vec3 {
        let (x, y, z) = self.0;
        Vec3::new(x.get(), y.get(), z.get())
    }

    /// The point at `v`, if all coordinates are in range.
    #[must_use]
    pub fn new(v: Vec3) -> Option<Self> {
        Some(Self((
            Coordinate::new(v.x)?,
            Coordinate::new(v.y)?,
            Coordinate::new(v.z)?,
        )))
    }
}

/// A point inside the parentheses of a name, as in `Velocity((0, 1, 0))`.
///
/// RON's `unwrap_variant_newtypes` takes one pair of parentheses away; this keeps the point's own.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Named(pub Point);
