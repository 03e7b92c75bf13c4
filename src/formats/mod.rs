//! Files of others as parts of scenes.
//!
//! `dat` reads the game's own files; `obj` reads Wavefront meshes (`ears` cuts their bent faces); `import` writes a scene around one; `system` has the words for
//! files that cannot be read.

pub mod dat;
mod ears;
pub mod import;
pub mod obj;
pub(crate) mod system;
