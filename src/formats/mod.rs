//! Files of others as parts of scenes.
//!
//! `dat` reads the game's own files; `mesh` is any mesh: `obj` reads Wavefront meshes (`ears` cuts their bent faces), `gltf` glTF (`progress` tells how far they are), `dump` the JSON dumps of
//! OpenAC (`json` is what its writers have in common); `capture` recorded sweeps and `probe_log` logs; `sniff` tells what a file is and `what` says it; `import` writes a scene around a mesh (`aim` its sweeps),
//! `text` has what texts of scenes share, `system` the words for files that cannot be read.

pub(crate) mod aim;
pub mod capture;
pub mod dat;
pub mod dump;
mod ears;
pub mod gltf;
pub mod import;
pub mod json;
pub mod mesh;
pub mod obj;
pub mod probe_log;
pub mod progress;
pub mod sniff;
pub(crate) mod system;
pub(crate) mod text;
pub mod what;
