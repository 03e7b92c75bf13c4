//! A recording: as it is, and with the checksums that its contents should have, so that these are reached.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sweepscope::recording::file::{is_recording, read, write};

/// Magic and version.
const START: usize = 12;
/// Tag, length and checksum of a section.
const HEAD: usize = 20;

/// Each section's checksum made right; a length that is too large becomes what is left.
fn sealed(bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    let mut at = START;
    while at + HEAD <= bytes.len() {
        let left = bytes.len() - at - HEAD;
        let mut length = [0; 8];
        length.copy_from_slice(&bytes[at + 4..at + 12]);
        let length =
            usize::try_from(u64::from_le_bytes(length)).map_or(left, |length| length.min(left));
        bytes[at + 4..at + 12].copy_from_slice(&(length as u64).to_le_bytes());
        let end = at + HEAD + length;
        let covered = bytes[at..at + 12].iter().chain(&bytes[at + HEAD..end]);
        let sum = covered.fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
        });
        bytes[at + 12..at + HEAD].copy_from_slice(&sum.to_le_bytes());
        at = end;
    }
    bytes
}

fuzz_target!(|bytes: &[u8]| {
    let _ = is_recording(bytes);
    let _ = read(bytes, "fuzz.sweep");
    if let Ok(recording) = read(&sealed(bytes), "fuzz.sweep") {
        let mut again = Vec::new();
        write(&recording, &mut again).expect("memory takes what is written");
        read(&again, "again.sweep").expect("what is written is read");
    }
});
