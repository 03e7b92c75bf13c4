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

/// Steepest slope that a mover on walkable ground can walk: the least z of the normal, about 48.4 degrees.
///
/// Quirk: the cosine of 60 x 180 / pi taken as radians; 60 degrees were meant.
///
/// # Source
/// spec/bsp.md 2, `FLOOR_Z`.
pub const FLOOR_Z: f32 = 0.664_174_14;

/// Steepest slope that a mover can land on: the least z of the normal, 85 degrees.
///
/// # Source
/// spec/bsp.md 2, `LANDING_Z`.
pub const LANDING_Z: f32 = 0.087_155_7;

/// Added to the radius where a sphere is asked for in a cell, metres.
///
/// # Source
/// spec/bsp.md 2, `CELL_FUDGE`.
pub const CELL_FUDGE: f32 = 0.01;

/// Least unspent share of a move with which a sphere is put onto a plane.
///
/// # Source
/// spec/bsp.md 2, `PLANE_INTERP_MIN`.
pub const PLANE_INTERP_MIN: f32 = -0.5;

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

/// Step height of a mover that is not on walkable ground, metres.
///
/// # Source
/// spec/bsp.md 2, `DEFAULT_STEP`.
pub const STUB_STEP: f32 = 0.04;

/// Least unspent share of a move with which a foot is put onto a sphere, a cylinder or the landscape.
///
/// # Source
/// spec/bsp.md 2, `OBJ_INTERP_MIN`.
pub const OBJECT_INTERP_MIN: f64 = -0.1;
