//! Runs a lane without a window.

use super::phases::{Lane, TickOutcome};
use super::rig::Setup;
use crate::policy::Policy;
use crate::probe::Counters;

/// Runs `policy` for `ticks` ticks and shows each tick's outcome and counts to `see`; gives the lane as it is afterwards.
pub fn run_lane(
    setup: &Setup,
    policy: Policy,
    ticks: u32,
    mut see: impl FnMut(&TickOutcome, &Counters),
) -> Lane {
    let mut lane = Lane::new(setup, policy);
    let mut counters = Counters::default();
    for tick in 0..ticks {
        counters.clear();
        let outcome = lane.tick(setup, &setup.input(tick), &mut counters);
        see(&outcome, &counters);
    }
    lane
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use glam::Vec3;

    use super::*;
    use crate::bsp::Tree;
    use crate::camera::ChaseSettings;
    use crate::geometry::{Frame, Polygon};
    use crate::lane::{ChaseRig, Motion, Rig, SweepRig, SweepScript};
    use crate::world::{Object, World};

    fn world(quads: &[[[f32; 3]; 4]]) -> Arc<World> {
        let polygons = quads
            .iter()
            .map(|quad| Polygon::new(quad.iter().map(|v| Vec3::from_array(*v)).collect()).unwrap())
            .collect();
        let object = Object::solid(
            "walls".to_owned(),
            Frame::default(),
            1.0,
            Tree::balanced(polygons),
        );
        Arc::new(World::new(vec![object]))
    }

    /// scenes.md C1, the corridor's end wall: swept lengths, and where each lane stops.
    #[test]
    fn corridor() {
        let wall = [
            [60.0, -38.3333, -6.0],
            [80.0, -38.3333, -6.0],
            [80.0, -38.3333, -2.0],
            [60.0, -38.3333, -2.0],
        ];
        let from = Vec3::new(70.58, -40.16, -4.40);
        let direction = Vec3::new(-0.132_500, 0.948_582, 0.287_464);
        let lengths = [1.6_f32, 1.625, 1.75];
        let lines = lengths
            .iter()
            .map(|s| (from, from + direction * *s))
            .collect();
        let setup = Setup {
            world: world(&[wall]),
            rig: Rig::Sweep(SweepRig::viewer(0.3, SweepScript::Lines(lines))),
            hz: 60,
            ticks: 3,
        };
        for (policy, want, normal) in [
            ("retail", [1.6, 1.6095, 1.6095], Vec3::NEG_Y),
            (
                "retail+steps=equal-slices",
                [1.6, 1.6095, 1.6095],
                Vec3::NEG_Y,
            ),
            (
                "retail+adjust_to_plane=never-succeeds",
                [1.6, 1.5, 1.5],
                Vec3::Z,
            ),
            (
                "retail+steps=equal-slices+adjust_to_plane=never-succeeds",
                [1.6, 1.3542, 1.4583],
                Vec3::Z,
            ),
        ] {
            let mut row = 0;
            run_lane(&setup, policy.parse().unwrap(), 3, |outcome, counters| {
                let distance = crate::lane::Measure::EyeDistance
                    .of(outcome, counters)
                    .number()
                    .unwrap();
                assert!(
                    (distance - want[row]).abs() < 5e-4,
                    "{policy} row {row}: {distance}"
                );
                assert_eq!(
                    outcome.sweep.normal,
                    (row > 0).then_some(normal),
                    "{policy} row {row}"
                );
                row += 1;
            });
            assert_eq!(row, 3);
        }
    }

    /// scenes.md C3 at 240 Hz: retail rests at the wall, the old client falls back about 19 times a second.
    #[test]
    fn sawtooth() {
        let wall = [
            [5.0, -1.91, -3.5],
            [-5.0, -1.91, -3.5],
            [-5.0, -1.91, 6.5],
            [5.0, -1.91, 6.5],
        ];
        let setup = Setup {
            world: world(&[wall]),
            rig: Rig::Chase(ChaseRig {
                feet: Vec3::ZERO,
                heading_degrees: 0.0,
                settings: ChaseSettings {
                    viewer_offset: Vec3::new(0.0, -2.61, 0.0),
                    ..ChaseSettings::default()
                },
                viewer: None,
                motion: Motion::Still,
                orders: Vec::new(),
            }),
            hz: 240,
            ticks: 1440,
        };
        let drops = |policy: &str| {
            let (mut last, mut drops, mut low, mut high) = (f64::NAN, 0, f64::MAX, f64::MIN);
            run_lane(
                &setup,
                policy.parse().unwrap(),
                1440,
                |outcome, counters| {
                    let eye = crate::lane::Measure::EyeDistance
                        .of(outcome, counters)
                        .number()
                        .unwrap();
                    if outcome.tick >= 480 {
                        drops += i32::from(last - eye > 0.02);
                        (low, high) = (low.min(eye), high.max(eye));
                        last = eye;
                    }
                },
            );
            (drops, low, high)
        };
        let (none, low, high) = drops("retail");
        assert_eq!(none, 0);
        assert!(
            (low - 1.61).abs() < 5e-4 && (high - 1.61).abs() < 5e-4,
            "{low} {high}"
        );
        let (saws, low, high) = drops("retail+steps=equal-slices+adjust_to_plane=never-succeeds");
        assert!((75..=77).contains(&saws), "{saws}");
        assert!(
            (low - 1.342).abs() < 5e-3 && (high - 1.610).abs() < 5e-3,
            "{low} {high}"
        );
        let (saws, _, _) = drops("retail+adjust_to_plane=never-succeeds");
        assert_eq!(saws, 160);
    }
    /// spec/camera.md 2: under the gate a scripted player and its pivot stand between two updates, and velocities cover the time between.
    #[test]
    fn a_gated_player_stands_between_updates() {
        let setup = Setup {
            world: world(&[]),
            rig: Rig::Chase(ChaseRig {
                feet: Vec3::ZERO,
                heading_degrees: 0.0,
                settings: ChaseSettings::default(),
                viewer: None,
                motion: Motion::Velocity(Vec3::X * 3.0),
                orders: Vec::new(),
            }),
            hz: 240,
            ticks: 24,
        };
        let pivots = |policy: &str| {
            let mut pivots = Vec::new();
            let lane = run_lane(&setup, policy.parse().unwrap(), 24, |outcome, _| {
                pivots.push(outcome.pivot.x);
            });
            let crate::lane::RigState::Chase(chase) = lane.state.rig else {
                panic!("a chase rig has a chase's state");
            };
            (pivots, chase.velocity.x)
        };
        let (free, velocity) = pivots("retail");
        assert!(free.windows(2).all(|two| two[1] > two[0]));
        assert!((velocity - 3.0).abs() < 1e-4, "{velocity}");
        let (gated, velocity) = pivots("retail+camera_gate=hz30");
        // The first tick is an update, and then every eighth: 0.1 m each.
        for (tick, x) in gated.iter().enumerate() {
            let want = (tick / 8) as f32 * 0.1;
            assert!((x - want).abs() < 1e-5, "tick {tick}: {x} against {want}");
        }
        assert!((velocity - 3.0).abs() < 1e-4, "{velocity}");
    }
}
