//! A JSON dump, and the scene that is made of it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepscope::formats::dump;

fuzz_target!(|bytes: &[u8]| {
    let _ = dump::looks_like_dump(bytes);
    let Ok(dump) = dump::read(bytes) else {
        return;
    };
    let placed = dump::scene::Placed {
        path: "a".to_owned(),
        dump,
    };
    if let Ok(parts) = dump::scene::parts(&[placed], None) {
        let _ = parts.text("a");
    }
});
