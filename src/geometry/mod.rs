//! Pure shapes and tests: no sweep state, no world.
//!
//! Stored numbers are `f32`; sums and products are formed in `f64` and rounded when stored (spec/bsp.md 1).

pub mod bounds;
pub mod convex;
pub mod cylinder;
pub mod frame;
mod heading;
pub mod near_plane;
pub mod plane;
pub mod plane_side;
pub mod polygon;
pub mod polygon_adjust;
pub mod polygon_point;
pub mod polygon_sphere;
pub mod polygon_walkable;
pub mod position;
pub mod ray;
pub mod rotation;
pub mod sphere;
pub mod vector;

pub use bounds::Bounds;
pub use cylinder::Cylinder;
pub use frame::Frame;
pub use plane::Plane;
pub use polygon::Polygon;
pub use position::Position;
pub use ray::Ray;
pub use rotation::{Matrix, Rotation};
pub use sphere::Sphere;
