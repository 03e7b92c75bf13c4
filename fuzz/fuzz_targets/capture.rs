//! A resolve capture, each record of which is run again.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use sweepscope::formats::capture;
use sweepscope::policy::Policy;
use sweepscope::scene::{self, Source};
use sweepscope::world::World;

static WORLD: LazyLock<Arc<World>> = LazyLock::new(|| {
    let text = r#"Scene(version: 1, title: "t", length: Ticks(1),
        objects: [Object(name: "floor", shape: Box(min: (-9, -9, -1), max: (9, 9, 0))), Object(name: "wall", shape: Box(min: (1, -9, 0), max: (2, 9, 4)))],
        rig: Chase(feet: (0, 0, 0), motion: Still), lanes: [Lane(name: "retail", policy: "retail")])"#;
    let built =
        scene::build(&Source::from_text("t", text), None, None).expect("a scene that builds");
    Arc::clone(&built.setup.world)
});

fuzz_target!(|bytes: &[u8]| {
    let _ = capture::looks_like_capture(bytes);
    let space = capture::Space::of(&WORLD, None);
    for record in capture::read(bytes).records {
        if let Ok(sweep) = capture::captured(&record, &WORLD, space) {
            let (after, outcome) = sweep.run(&WORLD, &Policy::RETAIL, &mut ());
            assert!(after.is_finite());
            let _ = capture::compare(&record, &sweep, (&after, &outcome), &WORLD, space, 1e-4);
        }
    }
});
