//! Integration proofs, one file per kind.
#![expect(
    clippy::unwrap_used,
    reason = "a test that cannot go on must say where it stopped"
)]

mod aggregate;
mod cli;
mod dat;
mod dead_band;
mod import;
mod inputs;
mod near;
mod pairs;
mod properties;
mod random_walk;
mod referee;
mod roundtrip;
mod same_bits;
mod scenes;
mod tidy;
mod vectors;
#[cfg(feature = "viewer")]
mod viewer;

#[test]
fn library_links() {
    assert_eq!(sweepscope::ids::Tick(3).0.checked_add(1).unwrap(), 4);
}
