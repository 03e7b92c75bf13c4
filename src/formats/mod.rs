//! Files of others as parts of scenes.
//!
//! `obj` reads Wavefront meshes; `import` writes a scene around one.

pub mod import;
pub mod obj;
