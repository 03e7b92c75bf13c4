//! A mesh of either kind, and the scene that import writes around it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepscope::formats::import::obj_scene;
use sweepscope::formats::mesh::{self, Up};
use sweepscope::scene;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mesh) = mesh::read(bytes, &|_| Err(String::new()), Up::Y, 1.0, &mut ()) else {
        return;
    };
    if mesh.polygons.is_empty() || mesh.polygons.len() > 200 {
        return;
    }
    let text = obj_scene("a.obj", Up::Y, 1.0, &mesh, &mut ()).unwrap_or_default();
    scene::read(&text, "a.ron").expect("what import writes is read");
});
