//! Transcendental functions through `libm`, so that every machine gives the same bits.

/// Sine of `radians`.
#[must_use]
pub fn sin(radians: f64) -> f64 {
    libm::sin(radians)
}

/// Cosine of `radians`.
#[must_use]
pub fn cos(radians: f64) -> f64 {
    libm::cos(radians)
}

/// Arc sine in radians; NaN outside -1..=1.
#[must_use]
pub fn asin(x: f64) -> f64 {
    libm::asin(x)
}

/// Arc cosine in radians; NaN outside -1..=1.
#[must_use]
pub fn acos(x: f64) -> f64 {
    libm::acos(x)
}

/// Angle of the vector `(x, y)` in radians; `atan2(0, 0)` is 0.
#[must_use]
pub fn atan2(y: f64, x: f64) -> f64 {
    libm::atan2(y, x)
}

/// Remainder of `a / b` with the sign of `a`.
#[must_use]
pub fn fmod(a: f64, b: f64) -> f64 {
    libm::fmod(a, b)
}

/// `base` to the power `exponent`.
#[must_use]
pub fn pow(base: f64, exponent: f64) -> f64 {
    libm::pow(base, exponent)
}

/// Natural logarithm.
#[must_use]
pub fn ln(x: f64) -> f64 {
    libm::log(x)
}
