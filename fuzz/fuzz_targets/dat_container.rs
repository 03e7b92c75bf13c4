//! A whole game file: header, directory, and each record that it names.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use sweepscope::formats::dat::Dat;

fuzz_target!(|bytes: &[u8]| {
    let Ok(mut dat) = Dat::new(Cursor::new(bytes), "fuzz.dat") else {
        return;
    };
    let (entries, _) = dat.entries();
    for entry in &entries {
        // One that a walk finds is one that a search finds, or the way to it is broken.
        let _ = dat.find(entry.id);
        if let Ok(record) = dat.bytes(entry) {
            // Records that are not packed come out of the file.
            assert!(entry.flags & 1 != 0 || record.len() <= bytes.len());
        }
        let _ = dat.record(entry.id);
    }
});
