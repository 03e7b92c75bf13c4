//! How a player is made transparent when the eye comes near.

/// Distance from which the player is fully visible, metres.
const FAR: f64 = 0.45;

/// Distance up to which it is not visible at all, metres.
const NEAR: f64 = 0.2;

/// Translucency of the player whose pivot is `distance` metres from the published eye: 0 is opaque, 1 invisible.
///
/// # Source
/// spec/camera.md 9.3.
#[must_use]
pub fn translucency(distance: f64) -> f64 {
    if distance >= FAR {
        0.0
    } else {
        (1.0 - (NEAR - distance) / (NEAR - FAR)).clamp(0.0, 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/camera.md 9.3, the values of its last line.
    #[test]
    fn fades_between_two_distances() {
        let rows = [
            (2.61, 0.0),
            (0.45, 0.0),
            (0.4, 0.2),
            (0.325, 0.5),
            (0.2, 1.0),
            (0.0, 1.0),
        ];
        for (distance, want) in rows {
            let got = translucency(distance);
            assert!((got - want).abs() < 1e-12, "{distance}: {got}");
        }
    }
}
