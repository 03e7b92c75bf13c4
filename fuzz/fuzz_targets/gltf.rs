//! A glTF mesh; the buffers that it names beside it are its own bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepscope::formats::gltf;
use sweepscope::formats::mesh::Up;

fuzz_target!(|bytes: &[u8]| {
    let _ = gltf::looks_like_gltf(bytes);
    let _ = gltf::beside(bytes);
    if let Ok(mesh) = gltf::read(bytes, &|_| Ok(bytes.to_vec()), Up::Y, 1.0, &mut ()) {
        let corners = mesh.polygons.iter().flat_map(|polygon| &polygon.vertices);
        for corner in corners {
            assert!(corner.is_finite());
        }
    }
});
