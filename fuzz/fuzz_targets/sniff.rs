//! What a file is, by its content: that reader takes it, or says why not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepscope::formats::mesh::{self, Up};
use sweepscope::formats::sniff::{self, Content};
use sweepscope::formats::{capture, dump, probe_log};

fuzz_target!(|bytes: &[u8]| {
    match sniff::content(bytes) {
        Some(Content::Obj | Content::Gltf) => _ = mesh::read(bytes, &|_| Err(String::new()), Up::Y, 1.0, &mut ()),
        Some(Content::Dump) => _ = dump::read(bytes),
        Some(Content::Log) => _ = probe_log::read(bytes),
        Some(Content::Capture) => _ = capture::read(bytes),
        None => {}
    }
});
