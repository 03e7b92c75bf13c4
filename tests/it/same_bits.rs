//! The same bits whoever listens, however often, from wherever a run is taken up, in every profile.

use std::fmt::Write as _;
use std::path::Path;

use sweepscope::lane::{Lane, Setup};
use sweepscope::policy::Policy;
use sweepscope::probe::{Counters, Journal, Probe, Tee};
use sweepscope::recording::{Recording, SNAPSHOT_EVERY};
use sweepscope::scene::{build, shipped};

/// Every shipped scene with its lanes, run to its end.
fn runs() -> impl Iterator<Item = Recording> {
    shipped::SHIPPED.iter().map(|shipped| {
        let source = shipped.source();
        let built = build(&source, None, None).unwrap();
        let mut recording = Recording::of_scene(source, &built);
        recording.run_to(built.setup.ticks);
        recording
    })
}

/// The digests of a lane while somebody listens to it, who is made anew for every tick.
fn digests<P: Probe>(setup: &Setup, policy: Policy, listener: impl Fn() -> P) -> Vec<u64> {
    let mut lane = Lane::new(setup, policy);
    (0..setup.ticks)
        .map(|tick| lane.tick(setup, &setup.input(tick), &mut listener()).digest)
        .collect()
}

#[test]
fn listening_changes_nothing() {
    for recording in runs() {
        let setup = &recording.setup;
        for lane in &recording.lanes {
            let place = format!("{} {}", recording.source.name, lane.name);
            let stored: Vec<u64> = lane
                .summaries()
                .iter()
                .map(|summary| summary.digest)
                .collect();
            assert_eq!(
                digests(setup, lane.policy(), || ()),
                stored,
                "{place}: nobody"
            );
            assert_eq!(
                digests(setup, lane.policy(), || ()),
                stored,
                "{place}: nobody, again"
            );
            assert_eq!(
                digests(setup, lane.policy(), Counters::default),
                stored,
                "{place}: counters"
            );
            assert_eq!(
                digests(setup, lane.policy(), Journal::default),
                stored,
                "{place}: journal"
            );
            let (mut journal, mut counters) = (Journal::default(), Counters::default());
            let mut both = Lane::new(setup, lane.policy());
            for tick in 0..setup.ticks {
                let _ = both.tick(
                    setup,
                    &setup.input(tick),
                    &mut Tee(&mut journal, &mut counters),
                );
            }
            assert_eq!(both.state.digest, lane.digest(), "{place}: both at once");
            assert!(!journal.entries.is_empty());
        }
    }
}

#[test]
fn every_snapshot_leads_to_the_same_end() {
    for recording in runs() {
        let setup = &recording.setup;
        for lane in &recording.lanes {
            let place = format!("{} {}", recording.source.name, lane.name);
            let nexts = lane.snapshots().iter().skip(1).map(Some).chain([None]);
            let wanted = lane.len().div_ceil(SNAPSHOT_EVERY) as usize;
            assert_eq!(lane.snapshots().len(), wanted, "{place}");
            for (snapshot, next) in lane.snapshots().iter().zip(nexts) {
                // Whoever reaches the next snapshot's state bit for bit goes on as that one does.
                let end = next.map_or(lane.len(), |next| next.tick);
                let mut from = Lane {
                    policy: lane.policy(),
                    state: *snapshot,
                };
                for tick in snapshot.tick..end {
                    let digest = from.tick(setup, &setup.input(tick), &mut ()).digest;
                    let stored = lane.summary(tick).map(|summary| summary.digest);
                    assert_eq!(Some(digest), stored, "{place}: tick {tick}");
                }
                if let Some(next) = next {
                    assert_eq!(
                        from.state, *next,
                        "{place}: from {} to {end}",
                        snapshot.tick
                    );
                }
            }
        }
    }
}

#[test]
fn a_state_that_differs_in_one_bit_is_noticed() {
    let recording = runs().next().unwrap();
    let (setup, recorded) = (&recording.setup, &recording.lanes[0]);
    let mut lane = Lane::new(setup, recorded.policy());
    let sweepscope::lane::RigState::Chase(chase) = &mut lane.state.rig else {
        panic!("the first scene has a camera")
    };
    chase.camera.viewer.origin.x = f32::from_bits(chase.camera.viewer.origin.x.to_bits() ^ 1);
    let digest = lane.tick(setup, &setup.input(0), &mut ()).digest;
    assert_ne!(
        Some(digest),
        recorded.summary(0).map(|summary| summary.digest)
    );
}

/// Digests that another profile, another day or another machine has to reach as well.
///
/// `SWEEPSCOPE_WRITE_GOLDEN=1` writes the file anew; a change of it is a change of behaviour and says why.
#[test]
fn digests_are_those_of_every_other_build() {
    let mut found = String::from("# scene lane digest\n");
    for recording in runs() {
        for lane in &recording.lanes {
            writeln!(
                found,
                "{} {} {:016x}",
                recording.source.name,
                lane.name,
                lane.digest()
            )
            .unwrap();
        }
    }
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/digests.txt");
    if std::env::var_os("SWEEPSCOPE_WRITE_GOLDEN").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let golden = std::fs::read_to_string(&path).unwrap();
    let missing: Vec<&str> = found
        .lines()
        .filter(|line| !golden.lines().any(|known| known == *line))
        .collect();
    let gone: Vec<&str> = golden
        .lines()
        .filter(|known| !found.lines().any(|line| line == *known))
        .collect();
    assert!(
        missing.is_empty() && gone.is_empty(),
        "tests/golden/digests.txt has\n{}\nand this build\n{}",
        gone.join("\n"),
        missing.join("\n")
    );
}
