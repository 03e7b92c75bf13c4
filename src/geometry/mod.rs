//! Pure shapes and tests: no sweep state, no world.
//!
//! Stored numbers are `f32`; sums and products are formed in `f64` and rounded when stored (spec/bsp.md 1).

pub mod bounds;
mod convex;
pub mod frame;
pub mod plane;
pub mod plane_side;
pub mod polygon;
pub mod polygon_adjust;
pub mod polygon_point;
pub mod polygon_sphere;
pub mod polygon_walkable;
pub mod ray;
pub mod rotation;
pub mod sphere;
pub mod vector;

pub use bounds::Bounds;
pub use frame::{Frame, Position};
pub use plane::Plane;
pub use polygon::Polygon;
pub use ray::Ray;
pub use rotation::Rotation;
pub use sphere::Sphere;
