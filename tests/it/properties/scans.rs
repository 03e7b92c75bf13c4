//! Whatever the world is, scans of it end without a panic and with numbers.

use std::sync::Arc;

use glam::Vec3;
use proptest::prelude::*;

use sweepscope::analysis::scan::holes::Rims;
use sweepscope::analysis::scan::referee::Broken;
use sweepscope::analysis::scan::specimen::{self, Origin};
use sweepscope::analysis::scan::{Swept, holes, leaks, lint, reach, referee};
use sweepscope::body::Build;
use sweepscope::geometry::Frame;
use sweepscope::lane::{Rig, Setup, SweepMover, SweepRig, SweepScript};
use sweepscope::policy::Policy;
use sweepscope::scene::{self, Source};
use sweepscope::world::{Object, World};

use super::junk::{point, tree};

/// A scene that `specimen` wrote is one.
fn is_scene(text: &str) -> bool {
    scene::build(&Source::from_text("found", text), None, None).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn end(
        trees in prop::collection::vec((tree(), point(), prop_oneof![4 => Just(1.0_f32), 1 => Just(1e-6), 1 => Just(1e6)]), 1..4),
        start in point(),
        body in any::<bool>(),
        policy in prop_oneof![Just("retail"), Just("legacy"), Just("ace")],
    ) {
        let objects = trees.into_iter().enumerate().map(|(index, (tree, at, scale))| {
            Object::solid(format!("thing {index}"), Frame::at(at), scale, tree)
        });
        let world = Arc::new(World::new(objects.collect()));
        let policy: Policy = policy.parse().unwrap();
        let mover = if body {
            SweepMover::Body(Build::human())
        } else {
            SweepMover::Viewer { radius: 0.3 }
        };
        let setup = Setup {
            world: Arc::clone(&world),
            rig: Rig::Sweep(SweepRig {
                mover,
                ..SweepRig::viewer(0.3, SweepScript::Moves { start, by: Vec3::X, count: 1 })
            }),
            hz: 60,
            ticks: 1,
        };
        let swept = Swept::of(&setup);
        let origin = Origin { scene: "junk", lane: "a", policy };

        let told = reach::scan(&world, swept.radius(), 100);
        prop_assert_eq!(told.total(), world.objects.len() as u64);
        let told = holes::scan(&world, 0.3, Rims::Told, 100, &mut ()).unwrap();
        serde_json::to_string(&told.list).unwrap();
        let asked = lint::Asked { step_up: Some(0.6), policies: &[policy] };
        let told = lint::scan(&world, &asked, 100, &mut ()).unwrap();
        serde_json::to_string(&told.list).unwrap();

        let asked = referee::Asked { policy, radius: 0.3, sweeps: 30, seed: 1 };
        let told = referee::scan(&world, &asked, 100, &mut ()).unwrap();
        let walks = told.findings.list.iter().filter_map(|broken| match broken {
            Broken::Walk(mismatch) => Some(mismatch),
            _ => None,
        });
        for mismatch in walks.take(1) {
            if let Some(specimen) = specimen::of_mismatch(&world, mismatch, origin) {
                prop_assert!(is_scene(&specimen.text), "{}", specimen.text);
            }
        }

        let asked = leaks::Asked { swept, policy, walks: 3, steps: 10, seed: 1 };
        let told = leaks::scan(&setup, &asked, 100, &mut ()).unwrap();
        for leak in told.findings.list.iter().take(1) {
            prop_assert!(leak.depth.is_finite());
            if let Some(specimen) = specimen::of_leak(&world, leak, swept, origin) {
                prop_assert!(is_scene(&specimen.text), "{}", specimen.text);
            }
        }
    }
}
