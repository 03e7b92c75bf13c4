//! Sweepscope: a debugger for swept-sphere collision and chase cameras.
//!
//! Right-handed, Z up, +X east, +Y north and forward; metres, seconds and radians.
//!
//! Data goes one way: scene or file -> world -> lane -> recording -> overlay, analysis -> viewer, report.

pub mod analysis;
mod bits;
pub mod body;
pub mod bsp;
pub mod camera;
pub mod cli;
pub mod config;
pub mod constants;
pub mod export;
pub mod formats;
pub mod geometry;
pub mod ids;
pub mod lane;
mod nearest;
pub mod ops;
pub mod outcome;
pub mod overlay;
pub mod pointing;
pub mod policy;
pub mod probe;
pub mod recording;
pub mod scene;
pub mod transition;
#[cfg(feature = "viewer")]
pub mod viewer;
pub mod world;
