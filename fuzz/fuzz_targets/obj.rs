//! A Wavefront mesh.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepscope::formats::mesh::Up;
use sweepscope::formats::obj;

fuzz_target!(|bytes: &[u8]| {
    if let Ok(mesh) = obj::read(bytes, Up::Z, 1.0, &mut ()) {
        let corners = mesh.polygons.iter().flat_map(|polygon| &polygon.vertices);
        for corner in corners {
            assert!(corner.is_finite());
        }
    }
});
