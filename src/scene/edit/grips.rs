//! Places of a scene that can be taken hold of, and what comes of putting them elsewhere.

use glam::{DVec3, Vec3};

use super::{Edit, End, ObjectEdit, RigEdit};
use crate::camera::Part;
use crate::geometry::Frame;
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
