//! A scene: read, written, built, and run for two ticks.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepscope::recording::Recording;
use sweepscope::scene::{self, Source};

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let Ok(scene) = scene::read(text, "fuzz.ron") else {
        return;
    };
    let written = scene::write(&scene, None);
    scene::read(&written, "written.ron").expect("what is written is read");
    let source = Source::from_text("fuzz", text);
    if let Ok(built) = scene::build(&source, None, Some(2)) {
        let mut recording = Recording::of_scene(source, &built);
        recording.run_to(2);
    }
});
