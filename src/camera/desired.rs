//! The ideal, full-length pose of the eye; never swept and never stored.

use glam::{DVec3, Vec3};
use serde::{Deserialize, Serialize};

use super::settings::ChaseSettings;
use crate::constants::EPSILON_WIDE;
use crate::geometry::vector::{narrow, unit, wide};
use crate::geometry::{Frame, Rotation};
use crate::policy::{BoomHeading, Policy, RotationStep, SlopeGate};

/// The last five velocities of the pivot, newest first, in metres per second.
///
/// # Source
/// spec/camera.md 1.2 and 5.3 (b).
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct VelocityRing {
    slots: [Vec3; 5],
    count: u8,
}

impl VelocityRing {
    /// Takes in `velocity` and gives the mean of what is held.
    ///
    /// # Source
    /// spec/camera.md 5.3 (b).
    pub fn push(&mut self, velocity: Vec3) -> DVec3 {
        self.slots.rotate_right(1);
        self.slots[0] = velocity;
        self.count = self.count.saturating_add(1).min(5);
        let sum: DVec3 = self.slots.iter().map(|v| wide(*v)).sum();
        sum / f64::from(self.count)
    }

    /// The held velocities, newest first; slots that were never filled are zero.
    ///
    /// # Source
    /// spec/camera.md 1.2.
    #[must_use]
    pub fn slots(&self) -> &[Vec3; 5] {
        &self.slots
    }
}

/// What the camera knows of the body it follows.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Followed {
    /// The player's frame: feet and heading.
    pub frame: Frame,
    /// Velocity that the player had in its last tick, metres per second.
    pub velocity: Vec3,
    /// Normal of the plane it stands on; `None` in the air and for a scripted pivot.
    pub contact_normal: Option<Vec3>,
}

/// The pivot and the ideal pose of the eye around it; a part that is not there is taken for the whole.
///
/// # Source
/// spec/camera.md 5.2 to 5.4, `UpdateCamera` 0x00456660 and `QueryPivotPosition` 0x004564f0.
pub fn desired_pose(
    settings: &ChaseSettings,
    policy: &Policy,
    followed: &Followed,
    ring: &mut VelocityRing,
) -> (Vec3, Frame) {
    let status = settings.status(policy);
    let holder = settings.pivot_part.frame_or_whole(&followed.frame);
    let pivot = holder.to_global(settings.pivot_offset);
    let rotation = holder.rotation;
    let facing = match (policy.boom_heading, unit(wide(followed.velocity))) {
        (BoomHeading::RawVelocity, Some(heading)) => heading,
        _ => rotation.apply(wide(settings.direction)),
    };
    let forward = rotation.apply(DVec3::Y);

    // 5.3 (a): towards the target; one at the pivot has no direction.
    let mut look = match settings.target {
        Some(target) if status & ChaseSettings::LOOK_AT_OBJECT != 0 => {
            unit(wide(target.point()) - wide(pivot)).unwrap_or(DVec3::ZERO)
        }
        _ => DVec3::ZERO,
    };
    // (b), (c): what to look along.
    let in_direction = status & ChaseSettings::LOOK_IN_DIRECTION != 0;
    let plain = if in_direction { facing } else { DVec3::ZERO };
    if settings.align_to_slope && status & ChaseSettings::ALIGN_WITH_PLANE != 0 {
        let mean = ring.push(followed.velocity);
        match slope_path(policy.slope_gate, mean) {
            Path::Plain => look += plain,
            Path::Nothing => {}
            Path::Slope(along) => {
                look += along_slope(
                    along,
                    (forward, facing),
                    settings.direction,
                    in_direction,
                    followed.contact_normal,
                    policy,
                );
            }
        }
    } else {
        look += plain;
    }
    // (d)
    let look = unit(look).unwrap_or(facing);

    // 5.4: the boom behind that, and the view from its end.
    let heading = Frame {
        origin: pivot,
        rotation: Rotation::facing_under(look, policy).unwrap_or(Rotation::IDENTITY),
    };
    let eye = match steep_axes(look, policy) {
        Some([right, up]) => {
            let offset = wide(settings.viewer_offset);
            narrow(wide(pivot) + right * offset.x + look * offset.y + up * offset.z)
        }
        None => heading.to_global(settings.viewer_offset),
    };
    let view = if status & ChaseSettings::LOOK_AT_PIVOT != 0 {
        unit(wide(pivot) - wide(eye)).unwrap_or(facing)
    } else {
        look
    };
    (
        pivot,
        Frame {
            origin: eye,
            rotation: Rotation::facing_under(view, policy).unwrap_or(heading.rotation),
        },
    )
}

/// Largest share of up or down in a look direction whose right axis is taken from world up.
const STEEP: f64 = 0.99;

/// Right and up of a boom that is nearly upright, where the state is a forward vector; else the frame has them.
///
/// Such a boom takes its right axis from world +X, so it swings sideways where the direction becomes that steep.
///
/// # Source
/// spec/camera.md 11.1: `z := (1,0,0)` when `|f.z| > 0.99`; elsewhere its axes are those of 6.5.
fn steep_axes(forward: DVec3, policy: &Policy) -> Option<[DVec3; 2]> {
    if policy.rotation != RotationStep::ForwardNlerp || forward.z.abs() <= STEEP {
        return None;
    }
    let right = unit(forward.cross(DVec3::X))?;
    Some([right, right.cross(forward)])
}

/// Which rule the mean velocity selects.
enum Path {
    Plain,
    Nothing,
    Slope(DVec3),
}

/// The gate in front of the slope rule.
///
/// # Source
/// spec/camera.md 5.3 (b), both readings.
fn slope_path(gate: SlopeGate, mean: DVec3) -> Path {
    let Some(along) = unit(mean) else {
        return Path::Plain;
    };
    let (still_x, still_y) = (along.x.abs() < EPSILON_WIDE, along.y.abs() < EPSILON_WIDE);
    match gate {
        SlopeGate::Seed if still_x && still_y => Path::Slope(along),
        SlopeGate::Seed => Path::Nothing,
        SlopeGate::PerAxis if still_x || still_y => Path::Plain,
        SlopeGate::PerAxis => Path::Slope(along),
    }
}

/// The look direction projected onto the slope.
///
/// # Source
/// spec/camera.md 5.3 (b), slope path steps 1 to 3.
fn along_slope(
    along: DVec3,
    (forward, facing): (DVec3, DVec3),
    direction: Vec3,
    in_direction: bool,
    contact_normal: Option<Vec3>,
    policy: &Policy,
) -> DVec3 {
    let headed = |along: DVec3| Rotation::facing_under(along, policy);
    // 1. The slope's normal; in the air the up axis of the frame headed along the flattened velocity.
    let normal = contact_normal.map_or_else(
        || {
            let flattened = DVec3::new(along.x, along.y, 0.1 * along.z);
            match unit(flattened).and_then(headed) {
                Some(frame) => frame.apply(DVec3::Z),
                None => DVec3::Z,
            }
        },
        wide,
    );
    // 2.
    let slope = forward - normal * forward.dot(normal);
    // 3.
    match (unit(slope), in_direction) {
        (Some(slope), true) => headed(slope).map_or(slope, |frame| frame.apply(wide(direction))),
        (Some(slope), false) => slope,
        (None, true) => facing,
        (None, false) => DVec3::ZERO,
    }
}

/// The forward axis of a pose, rounded.
///
/// # Source
/// spec/camera.md 11.1, `fwd`.
#[must_use]
pub fn forward_of(pose: &Frame) -> Vec3 {
    narrow(pose.rotation.apply(DVec3::Y))
}

#[cfg(test)]
mod tests {
    use std::f32::consts::FRAC_1_SQRT_2;

    use super::*;
    use crate::camera::{Part, Target};

    fn pose(settings: ChaseSettings, policy: &str, heading: f64, feet: Vec3) -> (Vec3, Frame) {
        let frame = Frame {
            origin: feet,
            rotation: Rotation::from_heading_pitch(heading, 0.0),
        };
        let followed = Followed {
            frame,
            velocity: Vec3::ZERO,
            contact_normal: None,
        };
        desired_pose(
            &settings,
            &policy.parse().unwrap(),
            &followed,
            &mut VelocityRing::default(),
        )
    }

    fn near(a: Vec3, b: [f32; 3]) {
        assert!(
            a.abs_diff_eq(Vec3::from_array(b), 2e-6),
            "{a} against {b:?}"
        );
    }

    /// spec/camera.md 13b.
    #[test]
    fn default_pose() {
        let (_, got) = pose(ChaseSettings::default(), "retail", 0.0, Vec3::ZERO);
        near(got.origin, [0.0, -2.5, 2.25]);
        near(forward_of(&got), [0.0, 0.957_826, -0.287_348]);
        assert!((f64::from(got.rotation.w) - 0.989_400_40).abs() < 1e-7);
        assert!((f64::from(got.rotation.x) + 0.145_213_14).abs() < 1e-7);

        let (_, level) = pose(
            ChaseSettings::default(),
            "retail+default_status=0x11",
            0.0,
            Vec3::ZERO,
        );
        near(level.origin, [0.0, -2.5, 2.25]);
        assert_eq!(level.rotation, Rotation::IDENTITY);

        let constructed = ChaseSettings {
            viewer_offset: Vec3::new(0.0, -3.0, 0.0),
            status: Some(1),
            ..ChaseSettings::default()
        };
        let (_, got) = pose(constructed, "retail", 0.0, Vec3::ZERO);
        near(got.origin, [0.0, -3.0, 1.5]);
        assert_eq!(got.rotation, Rotation::IDENTITY);

        for (heading, relative) in [
            (45.0, [-1.767_767, -1.767_767, 0.75]),
            (180.0, [0.0, 2.5, 0.75]),
        ] {
            let (pivot, got) = pose(ChaseSettings::default(), "retail", heading, Vec3::ZERO);
            near(got.origin - pivot, relative);
        }
    }

    /// spec/camera.md 13c, the desired part.
    #[test]
    fn turned_player() {
        let (pivot, got) = pose(
            ChaseSettings::default(),
            "retail",
            90.0,
            Vec3::new(10.0, 20.0, 5.0),
        );
        near(pivot, [10.0, 20.0, 6.5]);
        near(got.origin, [7.5, 20.0, 7.25]);
        let want = [0.699_611_73, -0.102_681_20, 0.102_681_20, -0.699_611_73];
        for (got, want) in got.rotation.wide().into_iter().zip(want) {
            assert!((got - want).abs() < 1e-7);
        }
    }

    /// spec/camera.md 13k: the ring's mean, the gates and the airborne normal.
    #[test]
    fn slope_rules() {
        let mut ring = VelocityRing::default();
        ring.push(Vec3::ZERO);
        ring.push(Vec3::X * 3.0);
        assert_eq!(ring.push(Vec3::X * 3.0), DVec3::new(2.0, 0.0, 0.0));

        let oblique = DVec3::new(3.0, 4.0, 0.0);
        assert!(matches!(
            slope_path(SlopeGate::Seed, oblique),
            Path::Nothing
        ));
        assert!(matches!(
            slope_path(SlopeGate::PerAxis, oblique),
            Path::Slope(_)
        ));
        assert!(matches!(
            slope_path(SlopeGate::PerAxis, DVec3::Y),
            Path::Plain
        ));

        // A contact normal under a player that faces north: the boom leans with the slope.
        let normal = Vec3::new(0.0, -0.5, 0.866_025_4);
        let look = slope(DVec3::Y, DVec3::Y, Some(normal));
        near(narrow(look), [0.0, 0.866_025_4, 0.5]);
        let heading = Frame {
            origin: Vec3::ZERO,
            rotation: Rotation::facing(look).unwrap(),
        };
        near(
            heading.to_global(ChaseSettings::default().viewer_offset),
            [0.0, -2.540_064, -0.600_481],
        );

        // In the air: the up axis along the flattened velocity.
        let look = slope(unit(DVec3::new(3.0, 4.0, -2.0)).unwrap(), DVec3::Y, None);
        let normal = DVec3::new(0.023_980_82, 0.031_974_43, 0.999_200_96);
        let want = unit(DVec3::Y - normal * normal.y).unwrap();
        assert!(look.abs_diff_eq(want, 1e-7), "{look} against {want}");

        // A straight fall takes the slope path under the seed's gate, which drops the x part of the facing.
        let fall = -DVec3::Z;
        assert!(matches!(slope_path(SlopeGate::Seed, fall), Path::Slope(_)));
        assert!(matches!(slope_path(SlopeGate::PerAxis, fall), Path::Plain));
        let diagonal = DVec3::new(1.0, 1.0, 0.0) * std::f64::consts::FRAC_1_SQRT_2;
        for (facing, want) in [
            (DVec3::Y, DVec3::Y),
            (DVec3::X, DVec3::X),
            (diagonal, DVec3::Y),
        ] {
            let look = slope(fall, facing, None);
            assert!(look.abs_diff_eq(want, 1e-6), "{facing}: {look}");
        }
    }

    /// What the slope path adds for a player that looks in its direction.
    fn slope(along: DVec3, facing: DVec3, contact: Option<Vec3>) -> DVec3 {
        let policy = Policy::default();
        along_slope(along, (facing, facing), Vec3::Y, true, contact, &policy)
    }

    /// spec/camera.md 13k: what the gates make of the pose; nothing added is the facing.
    #[test]
    fn gates_in_the_pose() {
        let look = |policy: &str, velocity: [f32; 3]| {
            let followed = Followed {
                frame: Frame::at(Vec3::ZERO),
                velocity: Vec3::from_array(velocity),
                contact_normal: Some(Vec3::new(0.0, -0.5, 0.866_025_4)),
            };
            let settings = ChaseSettings::default();
            let policy = policy.parse().unwrap();
            let mut ring = VelocityRing::default();
            let (pivot, eye) = desired_pose(&settings, &policy, &followed, &mut ring);
            eye.origin - pivot
        };
        let (level, leaning) = ([0.0, -2.5, 0.75], [0.0, -2.540_064, -0.600_481]);
        for (policy, velocity, want) in [
            ("retail", [3.0, 4.0, 0.0], level),
            ("retail+slope_gate=per-axis", [3.0, 4.0, 0.0], leaning),
            ("retail", [0.0, 1.0, 0.0], level),
            ("retail+slope_gate=per-axis", [0.0, 1.0, 0.0], level),
            ("retail", [0.0, 0.0, -5.0], leaning),
            ("retail+slope_gate=per-axis", [0.0, 0.0, -5.0], level),
            ("retail", [0.0; 3], level),
            ("retail+slope_gate=per-axis", [0.0; 3], level),
        ] {
            near(look(policy, velocity), want);
        }
    }

    /// spec/camera.md 11.1: beyond 0.99 the axes of a forward vector come from +X, those of a rotation never do.
    #[test]
    fn a_boom_that_is_nearly_upright() {
        let relative = |policy: &str, degrees: f64| {
            let radians = degrees.to_radians();
            let (sin, cos) = (crate::ops::sin(radians), crate::ops::cos(radians));
            let followed = Followed {
                frame: Frame::at(Vec3::ZERO),
                velocity: Vec3::new(3.0, 4.0, 0.0),
                contact_normal: Some(narrow(DVec3::new(0.0, -sin, cos))),
            };
            let settings = ChaseSettings::default();
            let policy = policy.parse().unwrap();
            let mut ring = VelocityRing::default();
            let (pivot, eye) = desired_pose(&settings, &policy, &followed, &mut ring);
            eye.origin - pivot
        };
        // 2.5 back along (0, cos, sin) and 0.75 along (0, -sin, cos), or along +X: sin 84 is 0.994522, sin 80 is 0.984808.
        let (upright, to_x) = (
            [0.0, -1.007_213, -2.407_908],
            [0.75, -0.261_321, -2.486_305],
        );
        let below = [0.0, -1.172_726, -2.331_783];
        for (policy, at_84) in [
            ("retail+slope_gate=per-axis", upright),
            ("adapted", to_x),
            ("legacy", to_x),
            ("adapted+rotation=slerp", upright),
        ] {
            for (degrees, want) in [(84.0, at_84), (80.0, below)] {
                let (got, want) = (relative(policy, degrees), Vec3::from_array(want));
                // The slope is what a rounded normal leaves of 1, a tenth: its direction has a tenth of the digits.
                assert!(got.abs_diff_eq(want, 5e-6), "{policy}, {degrees}: {got}");
            }
        }
    }

    /// spec/camera.md 5.2: the pivot hangs from a part of the player, which turns what it looks along.
    #[test]
    fn a_pivot_in_a_part() {
        // A head 1.6 m over the feet and 0.1 m before them, turned a quarter to the left (+Y to -X).
        let head = Frame {
            origin: Vec3::new(0.0, 0.1, 1.6),
            rotation: Rotation::about_z(std::f64::consts::FRAC_PI_2),
        };
        let settings = |pivot_part| ChaseSettings {
            pivot_part,
            pivot_offset: Vec3::new(0.0, 0.5, 0.2),
            ..ChaseSettings::default()
        };
        let feet = Vec3::new(10.0, 20.0, 5.0);
        // Facing +X the head is at (10.1, 20, 6.6) and looks to +Y again: the offset and the boom go along that.
        let (pivot, eye) = pose(settings(Part::At(head)), "retail", 90.0, feet);
        near(pivot, [10.1, 20.5, 6.8]);
        near(eye.origin - pivot, [0.0, -2.5, 0.75]);
        near(forward_of(&eye), [0.0, 0.957_826, -0.287_348]);
        // One past the parts is the player, and so is what the sweep takes for a part that is not there.
        for part in [Part::Whole, Part::Missing] {
            let (pivot, eye) = pose(settings(part), "retail", 90.0, feet);
            near(pivot, [10.5, 20.0, 5.2]);
            near(eye.origin - pivot, [-2.5, 0.0, 0.75]);
        }
    }

    /// spec/camera.md 5.3 (a): at a part of the target if there is one, else at the target.
    #[test]
    fn looking_at_a_part_of_an_object() {
        let raised = Frame {
            origin: Vec3::new(0.0, 5.0, 1.5),
            rotation: Rotation::about_z(-std::f64::consts::FRAC_PI_2),
        };
        // A target at (0, -5, 0) that faces +X: its part is 5 m along +X, and looks along -Y.
        let target = |part| Target {
            frame: Frame {
                origin: Vec3::new(0.0, -5.0, 0.0),
                rotation: Rotation::from_heading_pitch(90.0, 0.0),
            },
            part,
            offset: Vec3::new(0.0, -5.0, 0.0),
        };
        for (part, point, forward) in [
            (
                Part::At(raised),
                [5.0, 0.0, 1.5],
                [FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0],
            ),
            (
                Part::Whole,
                [-5.0, -5.0, 0.0],
                [-0.880_918, 0.392_610, -0.264_275],
            ),
            (
                Part::Missing,
                [-5.0, -5.0, 0.0],
                [-0.880_918, 0.392_610, -0.264_275],
            ),
        ] {
            near(target(part).point(), point);
            let settings = ChaseSettings {
                status: Some(0x3),
                target: Some(target(part)),
                ..ChaseSettings::default()
            };
            near(
                forward_of(&pose(settings, "retail", 0.0, Vec3::ZERO).1),
                forward,
            );
        }
    }

    /// spec/camera.md 13d: at an object ahead to the right, at one at the pivot, and at one behind.
    #[test]
    fn looking_at_an_object() {
        let eye = |target: [f32; 3]| {
            let settings = ChaseSettings {
                status: Some(0x3),
                target: Some(Target::at(Vec3::from_array(target))),
                ..ChaseSettings::default()
            };
            pose(settings, "retail", 0.0, Vec3::ZERO).1
        };
        let turned = eye([5.0, 0.0, 1.5]);
        near(forward_of(&turned), [FRAC_1_SQRT_2, FRAC_1_SQRT_2, 0.0]);
        near(turned.origin, [-1.767_767, -1.767_767, 2.25]);
        assert!((turned.rotation.heading_degrees() - 45.0).abs() < 1e-5);
        for target in [[0.0, 0.0, 1.5], [0.0, -5.0, 1.5]] {
            near(forward_of(&eye(target)), [0.0, 1.0, 0.0]);
        }
    }
}
