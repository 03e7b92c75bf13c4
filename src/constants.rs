//! Every tolerance and fixed number of the algorithms: value, unit, source.

/// Universal tolerance, 0.0002 rounded to `f32` (metres, or plain number for unit vectors).
///
/// Sphere tests shrink the radius by it, so a tangent sphere is clear.
///
/// # Source
/// spec/bsp.md 2, `F_EPSILON`.
pub const EPSILON: f32 = 0.0002;

/// [`EPSILON`] widened for intermediates.
pub const EPSILON_WIDE: f64 = EPSILON as f64;

/// Radius of the camera's sphere, metres.
///
/// # Source
/// spec/camera.md 1.1.
pub const VIEWER_RADIUS: f32 = 0.3;

/// Rounds that both phases of `adjust_to_plane` share.
///
/// # Source
/// spec/bsp.md 2, `ADJ_ITER`.
pub const ADJUST_ROUNDS: u32 = 15;

/// Bracket width (fraction of the movement) at which the touch-time search has converged.
///
/// # Source
/// spec/bsp.md 2, `ADJ_TOL`.
pub const ADJUST_TOLERANCE: f64 = 0.02;

/// Insertion attempts per step and per cell.
///
/// # Source
/// spec/transition.md 5.2 step 6, 6 and 7.1.
pub const INSERT_ATTEMPTS: u32 = 3;

/// Most steps that one sweep may plan; more is refused as unusable input.
///
/// A guard of this program (every loop that input can reach has a cap), far above what a scene within its limits needs.
pub const MAX_STEPS: u32 = 20_000_000;
