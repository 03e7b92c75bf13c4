//! Files of others as parts of scenes.
//!
//! `obj` reads Wavefront meshes (`ears` cuts their bent faces); `import` writes a scene around one.

mod ears;
pub mod import;
pub mod obj;
