//! A scene: read, written, built, and run for two ticks.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepscope::lane::Input;
use sweepscope::recording::Recording;
use sweepscope::scene::{self, Source};

/// Longest sweep that is run, metres.
const FAR: f32 = 1000.0;

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
        // A sweep of hundreds of kilometres is allowed and takes its time.
        let far = |tick| match built.setup.input(tick) {
            Input::Line { from, to } => from.distance(to) > FAR,
            Input::Move { by } => by.length() > FAR,
            Input::Player(_) | Input::Drive(_) | Input::Steered(..) => false,
        };
        if (0..2).any(far) {
            return;
        }
        let mut recording = Recording::of_scene(source, &built);
        recording.run_to(2);
    }
});
