//! Places of a scene that can be taken hold of, and what comes of putting them elsewhere.

use glam::{DVec3, Vec3};

use super::{Edit, End, ObjectEdit, RigEdit};
use crate::camera::Part;
use crate::geometry::Frame;
use crate::geometry::Rotation;
use crate::geometry::vector::{narrow, unit, wide};
use crate::ops;
use crate::scene::model::{Motion, Rig, Scene, Sweeps};
use crate::scene::mover::CameraModel;

/// A place that can be taken hold of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grip {
    /// The origin of the object called so.
    Object(String),
    /// The feet before tick 0.
    Feet,
    /// The camera's pivot before tick 0.
    Pivot,
    /// The ideal eye before tick 0: the end of the boom.
    Boom,
    /// The eye before tick 0, where the scene gives one.
    Eye,
    /// An end of the scripted sweep of this index.
    Sweep(usize, End),
}

/// The places of the scene's rig, and of the object called `object`, each where it is in the scene's own coordinates, metres; of
/// scripted sweeps those of the one at index `sweep`.
#[must_use]
pub fn grips(scene: &Scene, object: Option<&str>, sweep: usize) -> Vec<(Grip, Vec3)> {
    let mut all = Vec::new();
    let named = object.and_then(|name| scene.objects.iter().find(|object| object.name == name));
    if let Some(object) = named {
        let at = object.at.map_or(Vec3::ZERO, |at| at.vector());
        all.push((Grip::Object(object.name.clone()), at));
    }
    match &scene.rig {
        Rig::Sweep(rig) => {
            let ends = match &rig.sweeps {
                Sweeps::List(list) => list.get(sweep).map(|(a, b)| (a.vector(), b.vector())),
                Sweeps::Rays {
                    from,
                    direction,
                    lengths,
                } => lengths.get(sweep).map(|length| {
                    let (from, way) = (from.vector(), wide(direction.vector()));
                    let along = unit(way).unwrap_or(DVec3::Y);
                    let to = narrow(wide(from) + along * f64::from(length.get()));
                    (from, to)
                }),
                Sweeps::Moves { start, by, .. } => {
                    Some((start.vector(), start.vector() + by.vector()))
                }
                Sweeps::Captured { .. } => None,
            };
            if let Some((from, to)) = ends {
                all.push((Grip::Sweep(sweep, End::From), from));
                all.push((Grip::Sweep(sweep, End::To), to));
            }
        }
        _ => {
            if let Some(stand) = Stand::of(scene) {
                all.push((Grip::Feet, stand.feet));
                if let Some(camera) = stand.camera {
                    let settings = camera.settings();
                    let pivot = stand.out(stand.part().to_global(settings.pivot_offset));
                    all.push((Grip::Pivot, stand.feet + pivot));
                    let boom = stand.out(stand.part().vector_to_global(settings.viewer_offset));
                    all.push((Grip::Boom, stand.feet + pivot + boom));
                    all.extend(camera.viewer.map(|eye| (Grip::Eye, eye.vector())));
                }
            }
        }
    }
    all
}

/// The edit that puts `grip` at `to`, in the scene's own coordinates; `None` where the scene has no such place.
#[must_use]
pub fn put(scene: &Scene, grip: &Grip, to: Vec3) -> Option<Edit> {
    Some(match grip {
        Grip::Object(name) => Edit::Object(name.clone(), ObjectEdit::Move(to)),
        Grip::Feet => Edit::Rig(RigEdit::Feet(to)),
        Grip::Eye => Edit::Rig(RigEdit::Eye(Some(to))),
        Grip::Sweep(index, end) => Edit::Rig(RigEdit::SweepEnd(*index, *end, to)),
        Grip::Pivot => {
            let stand = Stand::of(scene)?;
            let offset = stand.part().to_local(stand.back(to - stand.feet));
            Edit::Rig(RigEdit::Pivot(offset))
        }
        Grip::Boom => {
            let stand = Stand::of(scene)?;
            let offset = stand.camera?.settings().pivot_offset;
            let pivot = stand.out(stand.part().to_global(offset));
            let boom = stand.back(to - stand.feet - pivot);
            Edit::Rig(RigEdit::Boom(stand.part().vector_to_local(boom)))
        }
    })
}

/// How what a grip holds is turned.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Turned {
    /// An object about +Z alone, degrees, counter-clockwise seen from above.
    Yaw(f64),
    /// An object that is turned in some other way.
    Rotation(Rotation),
    /// A player's compass heading, degrees, clockwise from north.
    Heading(f64),
}

impl Turned {
    /// Whether it can be turned about the axis of this index.
    #[must_use]
    pub fn has_axis(&self, axis: usize) -> bool {
        axis == 2 || !matches!(self, Self::Heading(_))
    }
}

/// How what `grip` holds is turned; `None` where it is a point.
#[must_use]
pub fn turned(scene: &Scene, grip: &Grip) -> Option<Turned> {
    match grip {
        Grip::Object(name) => {
            let object = scene.objects.iter().find(|object| object.name == *name)?;
            match object.rotation {
                Some((w, x, y, z)) => {
                    let q = [w.get(), x.get(), y.get(), z.get()].map(f64::from);
                    Rotation::from_wide(q).map(Turned::Rotation)
                }
                None => Some(Turned::Yaw(
                    object.yaw_degrees.map_or(0.0, |degrees| degrees.get()),
                )),
            }
        }
        Grip::Feet => match &scene.rig {
            // On a path every place has its own heading.
            Rig::Chase(chase) if matches!(chase.motion, Motion::Path(_)) => None,
            Rig::Chase(chase) => Some(chase.heading_degrees),
            Rig::Mover(mover) => Some(mover.heading_degrees),
            Rig::Sweep(_) => None,
        }
        .map(|heading| Turned::Heading(heading.map_or(0.0, |heading| heading.get()))),
        _ => None,
    }
}

/// The edit that turns what `grip` holds by `degrees` about the axis of index `axis` (counter-clockwise seen from its tip), from
/// `began`; `None` where it cannot be turned so.
#[must_use]
pub fn turn(grip: &Grip, began: Turned, axis: usize, degrees: f64) -> Option<Edit> {
    let whole = |degrees: f64| {
        let degrees = degrees % 360.0;
        // As a field would be typed, and never -180.
        let degrees = (degrees * 1000.0).round() / 1000.0;
        if degrees > 180.0 {
            degrees - 360.0
        } else if degrees <= -180.0 {
            degrees + 360.0
        } else {
            degrees
        }
    };
    match (grip, began) {
        (Grip::Feet, Turned::Heading(heading)) if axis == 2 => {
            Some(Edit::Rig(RigEdit::Heading(whole(heading - degrees))))
        }
        (Grip::Object(name), Turned::Yaw(yaw)) if axis == 2 => Some(Edit::Object(
            name.clone(),
            ObjectEdit::Turn(whole(yaw + degrees)),
        )),
        (Grip::Object(name), Turned::Yaw(_) | Turned::Rotation(_)) if axis < 3 => {
            let half = degrees.to_radians() / 2.0;
            let mut about = [ops::cos(half), 0.0, 0.0, 0.0];
            about[axis + 1] = ops::sin(half);
            let before = match began {
                Turned::Rotation(rotation) => rotation,
                Turned::Yaw(yaw) | Turned::Heading(yaw) => Rotation::about_z(yaw.to_radians()),
            };
            let rotation = Rotation::from_wide(about)?.then_after(before);
            Some(Edit::Object(
                name.clone(),
                ObjectEdit::Rotate([rotation.w, rotation.x, rotation.y, rotation.z]),
            ))
        }
        _ => None,
    }
}

/// Where a player stands before tick 0.
struct Stand {
    feet: Vec3,
    /// Compass heading, radians.
    heading: f64,
    camera: Option<CameraModel>,
}

impl Stand {
    /// The part that the pivot hangs from, in the player's frame.
    fn part(&self) -> Frame {
        let part = self
            .camera
            .map_or(Part::Whole, |camera| camera.settings().pivot_part);
        part.frame_or_whole(&Frame::default())
    }

    fn of(scene: &Scene) -> Option<Self> {
        let (feet, degrees, camera) = match &scene.rig {
            Rig::Chase(chase) => {
                let degrees = match &chase.motion {
                    Motion::Path(points) => points.first().map(|(.., degrees)| *degrees),
                    _ => chase.heading_degrees,
                };
                (chase.feet, degrees, Some(chase.camera()))
            }
            Rig::Mover(mover) => (mover.feet, mover.heading_degrees, mover.camera),
            Rig::Sweep(_) => return None,
        };
        Some(Self {
            feet: feet.vector(),
            heading: degrees.map_or(0.0, |degrees| degrees.get().to_radians()),
            camera,
        })
    }

    /// A way in the player's frame as one in the scene.
    fn out(&self, v: Vec3) -> Vec3 {
        self.turned(v, self.heading)
    }

    /// A way in the scene as one in the player's frame.
    fn back(&self, v: Vec3) -> Vec3 {
        self.turned(v, -self.heading)
    }

    fn turned(&self, v: Vec3, heading: f64) -> Vec3 {
        let (sin, cos) = (ops::sin(heading), ops::cos(heading));
        let v = wide(v);
        narrow(DVec3::new(
            v.x * cos + v.y * sin,
            v.y * cos - v.x * sin,
            v.z,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::super::apply;
    use super::*;
    use crate::scene::{build, open, read, shipped};

    /// Whatever is taken hold of is afterwards where it was put.
    #[test]
    fn what_is_put_elsewhere_is_there() {
        let way = Vec3::new(0.25, -0.5, 0.125);
        let mut kinds = 0;
        for shipped in shipped::SHIPPED {
            let source = open(shipped.name).unwrap();
            let Ok(scene) = read(&source.text, "a.ron") else {
                continue;
            };
            let object = scene.objects.first().map(|object| object.name.clone());
            for (grip, at) in grips(&scene, object.as_deref(), 0) {
                let edit = put(&scene, &grip, at + way).unwrap();
                let Ok(changed) = apply(&scene, &edit) else {
                    continue;
                };
                let found = grips(&changed, object.as_deref(), 0);
                let (_, there) = found.iter().find(|(of, _)| *of == grip).unwrap();
                assert!(
                    (*there - (at + way)).length() < 1e-4,
                    "{}: {grip:?} at {there}, put at {}",
                    shipped.name,
                    at + way
                );
                kinds += 1;
            }
        }
        assert!(kinds > 100, "{kinds}");
    }

    /// What points along the turning ring's first axis points a quarter further after a quarter turn, whichever way it is told.
    #[test]
    fn a_quarter_turn_takes_one_axis_to_the_next() {
        let source = open("sawtooth").unwrap();
        let scene = read(&source.text, "a.ron").unwrap();
        let name = scene.objects[0].name.clone();
        let grip = Grip::Object(name.clone());
        let axes = [DVec3::X, DVec3::Y, DVec3::Z];
        let direction = |scene: &Scene, v: DVec3| match turned(scene, &grip).unwrap() {
            Turned::Yaw(yaw) => Rotation::about_z(yaw.to_radians()).apply(v),
            Turned::Rotation(rotation) => rotation.apply(v),
            Turned::Heading(_) => panic!("an object has no heading"),
        };
        for axis in 0..3 {
            let (one, two) = (axes[(axis + 1) % 3], axes[(axis + 2) % 3]);
            let began = turned(&scene, &grip).unwrap();
            let changed = apply(&scene, &turn(&grip, began, axis, 90.0).unwrap()).unwrap();
            assert!((direction(&changed, one) - two).length() < 1e-6, "{axis}");
            // And once more, from what is no longer a yaw.
            let began = turned(&changed, &grip).unwrap();
            let next = (axis + 1) % 3;
            let again = apply(&changed, &turn(&grip, began, next, 90.0).unwrap()).unwrap();
            // one -> two -> the axis next to it about `next`
            let wanted = match next {
                0 => [DVec3::X, DVec3::Z, -DVec3::Y],
                1 => [-DVec3::Z, DVec3::Y, DVec3::X],
                _ => [DVec3::Y, -DVec3::X, DVec3::Z],
            }[(axis + 2) % 3];
            assert!((direction(&again, one) - wanted).length() < 1e-6, "{axis}");
        }
    }

    /// A heading is a compass's: turned to the left it falls.
    #[test]
    fn a_player_is_turned_about_the_vertical_alone() {
        let source = open("sawtooth").unwrap();
        let scene = read(&source.text, "a.ron").unwrap();
        let began = turned(&scene, &Grip::Feet).unwrap();
        let Turned::Heading(before) = began else {
            panic!("{began:?}");
        };
        let left = turn(&Grip::Feet, began, 2, 30.0).unwrap();
        assert_eq!(left, Edit::Rig(RigEdit::Heading(before - 30.0)));
        assert_eq!(turn(&Grip::Feet, began, 0, 30.0), None);
        assert!(!began.has_axis(1) && began.has_axis(2));
        assert_eq!(turned(&scene, &Grip::Boom), None);
        // Round and round it stays a number of one turn.
        let far = turn(&Grip::Feet, Turned::Heading(170.0), 2, -380.0).unwrap();
        assert_eq!(far, Edit::Rig(RigEdit::Heading(-170.0)));
    }

    /// Pivot and boom are where the run has them in its first tick.
    #[test]
    fn pivot_and_boom_are_those_of_the_run() {
        for name in ["sawtooth", "corner", "closet"] {
            let source = open(name).unwrap();
            let scene = read(&source.text, "a.ron").unwrap();
            if !matches!(&scene.rig, Rig::Chase(chase) if chase.motion == Motion::Still) {
                continue;
            }
            let built = build(&source, None, None).unwrap();
            let setup = &built.setup;
            let mut lane = crate::lane::Lane::new(setup, crate::policy::Policy::RETAIL);
            let outcome = lane.tick(setup, &setup.input(0), &mut ());
            let all = grips(&scene, None, 0);
            let at = |grip: Grip| all.iter().find(|(of, _)| *of == grip).unwrap().1;
            assert!((at(Grip::Pivot) - outcome.pivot).length() < 1e-3, "{name}");
            assert!(
                (at(Grip::Boom) - outcome.desired.origin).length() < 2e-2,
                "{name}: {} and {}",
                at(Grip::Boom),
                outcome.desired.origin
            );
        }
    }
}
