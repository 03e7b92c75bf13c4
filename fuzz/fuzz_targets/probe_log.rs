//! A probe log: whole, piece by piece as it grows, what is drawn of it, and its scene.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepscope::formats::probe_log::{self, drawables};

fuzz_target!(|bytes: &[u8]| {
    let _ = probe_log::looks_like_log(bytes);
    let log = probe_log::read(bytes);
    for drawable in log.entries.iter().flat_map(drawables) {
        let _ = format!("{drawable:?}");
    }
    let _ = probe_log::scene::scene(&log, "a");
    // It reads the same however it arrives.
    let mut follower = probe_log::Follower::default();
    let mut entries = Vec::new();
    for piece in bytes.chunks(7) {
        entries.extend(follower.push(piece));
    }
    entries.extend(follower.finish());
    assert_eq!(entries.len(), log.entries.len());
});
