//! The whole loop: callback and sweep, frame after frame.

use glam::Vec3;

use super::*;
use crate::bsp::Tree;
use crate::camera::control::{Held, ViewMode};
use crate::geometry::vector::{length, wide};
use crate::geometry::{Polygon, Rotation};
use crate::world::{HeightField, Object};

/// A wall 40 m wide and high at `y` that faces +y.
fn wall(y: f32) -> World {
    let corners = [(20.0, -20.0), (-20.0, -20.0), (-20.0, 20.0), (20.0, 20.0)];
    let corners = corners.map(|(x, z)| Vec3::new(x, y, z)).to_vec();
    let tree = Tree::balanced(vec![Polygon::new(corners).unwrap()]);
    let object = Object::solid("wall".to_owned(), Frame::default(), 1.0, tree);
    World::new(vec![object])
}

fn empty() -> World {
    World::new(Vec::new())
}

/// A camera with its world and its player.
struct Run {
    world: World,
    policy: Policy,
    home: ChaseSettings,
    camera: ChaseState,
    feet: Vec3,
    heading: f64,
    hz: u32,
}

impl Run {
    fn new(world: World, policy: &str, home: ChaseSettings, heading: f64) -> Self {
        let policy: Policy = policy.parse().unwrap();
        let mut run = Self {
            world,
            policy,
            home,
            camera: ChaseState::new(&home, &policy, &still(Vec3::ZERO, heading), None),
            feet: Vec3::ZERO,
            heading,
            hz: 60,
        };
        run.camera.ring = VelocityRing::default();
        run
    }

    fn retail(world: World) -> Self {
        Self::new(world, "retail", ChaseSettings::default(), 0.0)
    }

    /// One frame: the callback, then the sweep.
    fn frame(&mut self) -> Published {
        let followed = still(self.feet, self.heading);
        let dt = Interval::of_rate(self.hz);
        self.camera.seek(&self.policy, &followed, dt, &mut ());
        let player = Position::single(followed.frame);
        self.camera
            .publish(&self.world, &self.policy, &player, &mut ())
    }

    fn frames(&mut self, count: u32) -> Published {
        let mut last = self.frame();
        for _ in 1..count {
            last = self.frame();
        }
        last
    }

    fn order(&mut self, order: Order) {
        let player = still(self.feet, self.heading).frame;
        self.camera
            .obey(order, &self.home, &self.policy, player, &mut ());
    }

    fn eye(&self) -> Vec3 {
        self.camera.viewer.origin
    }

    /// Distance of the published eye from the desired one.
    fn gap(&self) -> f64 {
        length(wide(self.eye()) - wide(self.camera.aim.desired.origin))
    }

    fn eye_distance(&self) -> f64 {
        length(wide(self.eye()) - wide(self.camera.aim.pivot.origin))
    }
}

/// A player that stands.
fn still(feet: Vec3, heading: f64) -> Followed {
    Followed {
        frame: Frame {
            origin: feet,
            rotation: Rotation::from_heading_pitch(heading, 0.0),
        },
        velocity: Vec3::ZERO,
        contact_normal: None,
    }
}

#[track_caller]
fn near(got: Vec3, want: [f32; 3], tolerance: f32) {
    assert!(
        got.abs_diff_eq(Vec3::from_array(want), tolerance),
        "{got} against {want:?}"
    );
}

/// spec/camera.md 13c: one frame of a player that looks east.
#[test]
fn full_frame() {
    let mut run = Run::new(empty(), "retail", ChaseSettings::default(), 90.0);
    run.feet = Vec3::new(10.0, 20.0, 5.0);
    run.camera.reset(still(run.feet, 90.0).frame);
    run.frame();
    let desired = run.camera.aim.desired;
    near(desired.origin, [7.5, 20.0, 7.25], 1e-6);
    near(forward_of(&desired), [0.957_826, 0.0, -0.287_348], 1e-6);
    let sought = run.camera.sought;
    near(sought.origin, [9.8125, 20.0, 5.168_75], 1e-6);
    let want = [0.707_064_55, -0.007_728_26, 0.007_728_26, -0.707_064_55];
    for (got, want) in sought.rotation.wide().into_iter().zip(want) {
        assert!((got - want).abs() < 1e-7, "{:?}", sought.rotation);
    }
    let forward = sought.rotation.forward();
    let pitch = crate::ops::asin(forward.z).to_degrees();
    assert!((pitch + 1.252_443).abs() < 1e-5, "{pitch}");
    assert!((sought.rotation.heading_degrees() - 90.0).abs() < 1e-5);
}

/// spec/camera.md 13e: from the feet outwards after a reset, at two rates.
#[test]
fn out_again_after_a_reset() {
    let mut run = Run::retail(empty());
    for want in [
        [0.0, -0.1875, 0.168_75],
        [0.0, -0.360_937_5, 0.324_843_75],
        [0.0, -0.521_367_2, 0.469_230_47],
        [0.0, -0.669_764_65, 0.602_788_18],
    ] {
        run.frame();
        near(run.eye(), want, 1e-6);
    }
    for (hz, first, moving, gap, distance) in [
        (60, [0.0, -0.1875, 0.168_75], 83, 0.005_21, 2.605_37),
        (30, [0.0, -0.375, 0.3375], 44, 0.002_64, 2.607_69),
    ] {
        let mut run = Run::retail(empty());
        run.hz = hz;
        run.frame();
        near(run.eye(), first, 1e-6);
        let mut frames = 1;
        loop {
            let before = run.camera.viewer;
            run.frame();
            if run.camera.sought == before {
                break;
            }
            frames += 1;
            assert!(frames < 1000);
        }
        assert_eq!(frames, moving, "{hz} Hz");
        assert!((run.gap() - gap).abs() < 1e-5, "{hz} Hz: {}", run.gap());
        let got = run.eye_distance();
        assert!((got - distance).abs() < 1e-5, "{hz} Hz: {got}");
    }
}

/// spec/camera.md 13e and 10: a parked eye may creep, by at most 0.4 um a frame here; at another heading it stays.
#[test]
fn creep_of_a_parked_eye() {
    let mut run = Run::retail(empty());
    run.frames(400);
    assert!((run.gap() - 0.005_13).abs() < 2e-5, "{}", run.gap());
    for _ in 400..5000 {
        let before = wide(run.eye());
        run.frame();
        assert!(length(wide(run.eye()) - before) < 4e-7);
    }
    assert!((run.gap() - 0.0041).abs() < 5e-5, "{}", run.gap());

    let mut run = Run::new(empty(), "retail", ChaseSettings::default(), 37.0);
    run.frames(400);
    let parked = run.camera.viewer;
    run.frames(4600);
    assert_eq!(run.camera.viewer, parked);
}

/// spec/camera.md 13g: how far past a wall the sought eye is.
#[test]
fn overshoot() {
    for (hz, want) in [(30, 0.0405), (60, 0.020_25), (1700, 0.000_715)] {
        let mut run = Run::retail(empty());
        run.hz = hz;
        run.frame();
        let desired = run.camera.aim.desired;
        let way = forward_of(&desired);
        run.camera.viewer = Frame {
            origin: desired.origin + way * 0.27,
            ..desired
        };
        let before = wide(run.eye());
        run.frame();
        let step = length(wide(run.camera.sought.origin) - before);
        assert!((step - want).abs() < 1e-6, "{hz} Hz: {step}");
    }
}

/// spec/camera.md 13h.1: a level boom meets a wall; the colliding step commits its own start.
#[test]
fn wall_in_one_dimension() {
    let home = ChaseSettings {
        viewer_offset: Vec3::new(0.0, -2.5, 0.0),
        ..ChaseSettings::default()
    };
    let mut run = Run::new(wall(-1.5), "retail", home, 0.0);
    run.camera.reset(Frame::at(Vec3::new(0.0, 0.0, 1.5)));
    for y in [-0.1875, -0.360_94, -0.521_37] {
        run.frame();
        near(run.eye(), [0.0, y, 1.5], 1e-5);
    }
    let last = run.frames(400);
    near(run.eye(), [0.0, -1.2, 1.5], 1e-5);
    near(run.camera.sought.origin, [0.0, -1.2975, 1.5], 1e-5);
    assert_eq!((last.sweep.steps, last.sweep.colliding_step), (5, Some(5)));
    let adjust = last.sweep.adjust.unwrap();
    assert!(adjust.success && adjust.time == 0.0, "{adjust:?}");
}

/// spec/camera.md 13h.2, 13h.3: the eye rests on the boom's line, and returns to it along the wall.
#[test]
fn wall_in_three_dimensions() {
    let mut run = Run::retail(wall(-1.5));
    run.frames(400);
    near(run.eye(), [0.0, -1.2, 1.86], 1e-5);
    near(run.camera.sought.origin, [0.0, -1.2975, 1.889_25], 1e-5);
    run.camera.viewer.origin.z = 1.96;
    for z in [1.945_549, 1.933_187, 1.922_61] {
        run.frame();
        near(run.eye(), [0.0, -1.2, z], 2e-6);
    }
}

/// spec/camera.md 13h.4: a player that walks along the wall, and one without a wall.
#[test]
fn lag_behind_a_walking_player() {
    let step = 4.0_f32 / 60.0;
    let rows = [
        (
            wall(-1.5),
            [0.009_634, 0.027_510, 0.052_436],
            0.394_667,
            [-1.2, 1.86],
        ),
        (
            empty(),
            [0.005, 0.014_625, 0.028_528],
            0.822_222,
            [-2.5, 2.25],
        ),
    ];
    for (world, xs, lag, [y, z]) in rows {
        let mut run = Run::retail(world);
        run.frame();
        run.camera.viewer = Frame {
            origin: Vec3::new(0.0, y, z),
            ..run.camera.aim.desired
        };
        for (frame, x) in xs.into_iter().enumerate() {
            run.feet.x = step * (frame + 1) as f32;
            run.frame();
            near(run.eye(), [x, y, z], 2e-6);
        }
        for frame in 4..250 {
            run.feet.x = step * frame as f32;
            run.frame();
        }
        // 16 m out f32 is 2e-6 coarse, and what is lost in a frame is made up in the 13 that follow.
        let got = run.feet.x - run.eye().x;
        assert!((got - lag).abs() < 5e-5, "{got} against {lag}");
        near(run.eye(), [run.eye().x, y, z], 1e-5);
    }
}

/// spec/camera.md 13h.5: the touch time inside a whole step.
#[test]
fn touch_time_inside_a_step() {
    let mut run = Run::retail(wall(-1.9));
    run.frame();
    run.camera.aim.pivot = Frame::at(Vec3::ZERO);
    run.camera.sought = Frame::at(Vec3::new(0.0, -1.99, 0.0));
    let player = Position::single(Frame::at(Vec3::ZERO));
    let got = run
        .camera
        .publish(&run.world, &run.policy, &player, &mut ());
    // Step 6 leads from -1.5 to -1.8.
    assert_eq!(got.sweep.colliding_step, Some(6));
    let time = got.sweep.adjust.unwrap().time;
    assert!((time - 1.0 / 3.0).abs() < 1e-6, "{time}");
    near(run.eye(), [0.0, -1.6, 0.0], 1e-6);
}

/// spec/camera.md 13j: where the old client stops before a wall met at 1.2, by the boom's length; retail at 1.2.
#[test]
fn legacy_quantisation() {
    for (boom, want) in [
        (2.39, 1.195),
        (2.41, 1.0711),
        (2.5, 1.1111),
        (2.6, 1.155_56),
        (2.61, 1.16),
        (2.69, 1.195_56),
        (2.71, 1.084),
    ] {
        let home = ChaseSettings {
            viewer_offset: Vec3::new(0.0, -boom, 0.0),
            ..ChaseSettings::default()
        };
        for (policy, want) in [("legacy", want), ("retail", 1.2)] {
            let mut run = Run::new(wall(-1.5), policy, home, 0.0);
            run.frames(400);
            let got = run.eye_distance();
            assert!((got - want).abs() < 5e-5, "{policy}, {boom}: {got}");
        }
    }
}

/// spec/camera.md 13m: level ground under a low eye.
#[test]
fn ground_under_the_eye() {
    let ground = HeightField::new(Vec3::new(-50.0, -50.0, 0.0), 100.0, (2, 2), &[0.0; 4]);
    let mut run = Run::retail(World::on_ground(Vec::new(), ground.unwrap()));
    run.camera.aim.pivot = Frame::at(Vec3::new(0.0, 0.0, 1.5));
    run.camera.sought = Frame::at(Vec3::new(0.0, -2.0, 0.1));
    let player = Position::single(Frame::at(Vec3::ZERO));
    let got = run
        .camera
        .publish(&run.world, &run.policy, &player, &mut ());
    assert_eq!(got.rung, Rung::Swept);
    near(run.eye(), [0.0, -1.714_285_7, 0.3], 1e-5);
}

/// spec/camera.md 5.1 and 8: switched off the clock stands, so that the first frame after it is a long one.
#[test]
fn switched_off_and_on() {
    let mut run = Run::retail(wall(-1.5));
    run.frames(60);
    let (eye, ring) = (run.eye(), run.camera.ring);
    run.order(Order::Enable(false));
    run.heading = 90.0;
    run.frames(30);
    near(run.eye(), eye.to_array(), 1e-6);
    assert_eq!(
        (run.camera.sought, run.camera.ring),
        (run.camera.viewer, ring)
    );
    // The sweep still begins at the player's pivot: a step towards the wall pushes the eye nowhere, one away from it frees nothing.
    run.feet = Vec3::new(0.0, 3.0, 0.0);
    run.frame();
    near(run.camera.aim.pivot.origin, [0.0, 3.0, 1.5], 0.0);
    run.order(Order::Enable(true));
    run.frame();
    // 31 frames and this one are 0.533 s: more than 1 / 4.5 s, so the whole way.
    near(run.eye(), [-2.5, 3.0, 2.25], 1e-5);
}

/// spec/camera.md 5.1 and 8: without a pivot the clock runs and the ring stands.
#[test]
fn nobody_to_follow() {
    let mut run = Run::new(empty(), "retail", ChaseSettings::default(), 37.0);
    run.frames(200);
    let (eye, ring) = (run.camera.viewer, run.camera.ring);
    run.order(Order::Attach(false));
    run.heading = 90.0;
    run.frames(30);
    assert_eq!((run.camera.viewer, run.camera.ring), (eye, ring));
    run.order(Order::Attach(true));
    run.frame();
    let moved = length(wide(run.eye()) - wide(eye.origin));
    let way = length(wide(run.camera.aim.desired.origin) - wide(eye.origin));
    assert!((moved / way - 0.075).abs() < 1e-4, "{moved} of {way}");
}

/// spec/camera.md 5.1 step 4 and 5.2: a pivot in a part that is not there is no pivot; the sweep begins at the player's own.
#[test]
fn a_pivot_in_no_part() {
    let home = ChaseSettings {
        pivot_part: Part::Missing,
        ..ChaseSettings::default()
    };
    let mut run = Run::new(empty(), "retail", home, 37.0);
    let (eye, ring) = (run.camera.viewer, run.camera.ring);
    run.feet = Vec3::new(0.0, 3.0, 0.0);
    run.frames(30);
    // Swept there again and again it creeps by what sums of steps round.
    near(run.camera.sought.origin, eye.origin.to_array(), 1e-5);
    assert_eq!(run.camera.ring, ring);
    near(run.camera.aim.pivot.origin, [0.0, 3.0, 1.5], 0.0);
    // A part that is there: the sweep begins at its pivot, and that has the player's rotation.
    run.camera.settings.pivot_part = Part::At(Frame {
        origin: Vec3::new(0.0, 0.0, 0.25),
        rotation: Rotation::about_z(1.0),
    });
    run.frame();
    let pivot = run.camera.aim.pivot;
    near(pivot.origin, [0.0, 3.0, 1.75], 1e-6);
    assert_eq!(pivot.rotation, still(run.feet, run.heading).frame.rotation);
    // Switched off it is swept from there all the same.
    run.order(Order::Enable(false));
    run.feet = Vec3::ZERO;
    run.frame();
    near(run.camera.aim.pivot.origin, [0.0, 0.0, 1.75], 1e-6);
}

/// spec/camera.md 5.1 step 3: keys move the offsets by the time of a frame.
#[test]
fn keys_held_over_frames() {
    let mut run = Run::retail(empty());
    let up = Held {
        viewer: 0x10,
        ..Held::default()
    };
    run.order(Order::Hold(up));
    run.frames(30);
    run.order(Order::Hold(Held::default()));
    run.frames(30);
    near(run.camera.settings.viewer_offset, [0.0, -2.5, 1.25], 1e-5);
    near(run.camera.aim.desired.origin, [0.0, -2.5, 2.75], 1e-5);
}

/// spec/camera.md 9.1: the eye in the head moves as the head does, and comes out of it slowly.
#[test]
fn in_the_head() {
    let mut run = Run::retail(empty());
    run.frames(60);
    run.order(Order::View(ViewMode::InHead));
    run.frame();
    near(run.eye(), [0.0, 0.18, 1.5], 1e-6);
    run.order(Order::View(ViewMode::Behind));
    run.frame();
    near(
        run.eye(),
        [0.0, 0.18 - 0.075 * 0.78, 1.5 + 0.075 * 0.5],
        1e-6,
    );
}

/// spec/camera.md 3 and 8, C4: a reset puts eye and sought to the player; `keep` leaves them.
#[test]
fn resets() {
    for (policy, want) in [("retail", [5.0, 0.0, 0.0]), ("adapted", [0.0, -2.5, 2.25])] {
        let mut run = Run::new(empty(), policy, ChaseSettings::default(), 0.0);
        run.frames(200);
        run.feet.x = 5.0;
        run.order(Order::Reset);
        near(run.eye(), want, 6e-3);
        if policy == "retail" {
            assert_eq!(run.camera.viewer, run.camera.sought);
            assert_eq!(run.camera.cell, CellId::NONE);
        }
    }
}

/// spec/camera.md 5.5 and 13f: origin parked and rotation not, both are updated; C5: with a snap never parks.
#[test]
fn both_must_rest() {
    let mut run = Run::retail(empty());
    run.frames(200);
    let desired = run.camera.aim.desired;
    let turned = Rotation::from_heading_pitch(10.0, 0.0);
    run.camera.viewer = Frame {
        origin: desired.origin + Vec3::Y * 0.001,
        rotation: turned,
    };
    run.frame();
    let got = run.camera.sought;
    assert!((got.origin.y - (desired.origin.y + 0.000_925)).abs() < 1e-6);
    assert_ne!(got.rotation, turned);
}

/// spec/camera.md 10: the gap at which the eye parks, by the rate; nothing that is no number on the way.
#[test]
fn dead_band_at_every_rate() {
    for hz in [
        30, 45, 60, 75, 90, 120, 144, 165, 240, 360, 500, 750, 1000, 1500, 1700,
    ] {
        let mut run = Run::new(empty(), "retail", ChaseSettings::default(), 37.0);
        run.hz = hz;
        let factor = 4.5 / f64::from(hz);
        for frame in 0..2 * hz {
            let before = run.camera.viewer;
            run.frame();
            assert!(run.eye().is_finite());
            if run.camera.sought == before {
                // From the feet the gap shrinks by the factor in each frame, until that is less than 0.4 mm.
                let (mut gap, mut moving) = ((2.5_f64 * 2.5 + 2.25 * 2.25).sqrt(), 0);
                while gap * factor >= 4e-4 {
                    gap *= 1.0 - factor;
                    moving += 1;
                }
                assert_eq!(frame, moving, "{hz} Hz");
                break;
            }
        }
        let (most, gap) = (4e-4 / factor, run.gap());
        assert!(
            gap <= most + 1e-5 && gap >= most * (1.0 - factor) - 1e-5,
            "{hz} Hz: {gap} against {most}"
        );
    }
}
