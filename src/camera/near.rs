//! How near the picture of an eye begins to what stands around it.

use glam::{DVec3, Vec3};

use super::lens::Lens;
use crate::geometry::near_plane::{NearPlane, Standing};
use crate::geometry::vector::{dot_wide, wide};
use crate::geometry::{Frame, Polygon, Sphere};
use crate::world::{PlacedTree, World};

/// How far from the near plane polygons are looked for, metres.
pub const REACH: f64 = 1.0;

/// How far corners of a polygon that counts as flat may be off its plane, metres; what is farther by more than that than the
/// nearest so far need not be looked at.
const UNEVEN: f64 = 0.01;

/// Distance of the near plane of an eye at `pose` from the polygons whose front it sees, metres; `None` when none is
/// within [`REACH`].
///
/// Where the plane cuts some of them away it is negative: minus how far the plane reaches behind the one that it reaches
/// farthest behind. Then what is outside shows through a hole in the wall. Walls, objects of polygons and the ground
/// count; round shapes do not.
///
/// # Source
/// scenes.md C10.
#[must_use]
pub fn clearance(world: &World, lens: &Lens, pose: &Frame) -> Option<f64> {
    let plane = lens.near_plane();
    let around = Sphere {
        center: pose.origin,
        radius: (plane.reach() + REACH) as f32,
    };
    let mut found = Nearest {
        plane,
        reach: plane.reach(),
        clear: REACH,
        behind: None,
        corners: Vec::new(),
    };
    for placed in PlacedTree::all(world) {
        // Most trees have no leaf near enough to be looked at.
        let mut eye = None;
        placed.leaves_near(around, |id| {
            let eye = eye
                .get_or_insert_with(|| Eye::in_tree(pose, &placed.frame, f64::from(placed.scale)));
            if let Some(polygon) = placed.tree.polygon(id) {
                found.see(polygon, eye);
            }
            true
        });
    }
    let mut eye = None;
    world.ground_near(around, |face, offset| {
        let eye: &mut Eye = eye.get_or_insert_with(|| Eye::in_tree(pose, &Frame::default(), 1.0));
        let at = eye.at;
        eye.at -= offset;
        found.see(face, eye);
        eye.at = at;
    });
    match found.behind {
        Some(depth) => Some(-depth),
        None => (found.clear < REACH).then_some(found.clear),
    }
}

/// An eye in the space of some polygons.
struct Eye {
    at: DVec3,
    /// Right, forwards and up.
    axes: [DVec3; 3],
    /// Metres of a unit of that space.
    scale: f64,
}

impl Eye {
    fn in_tree(pose: &Frame, frame: &Frame, scale: f64) -> Self {
        let axis = |of: DVec3| frame.rotation.apply_inverse(pose.rotation.apply(of));
        Self {
            at: frame.to_local_wide(pose.origin) / scale,
            axes: [axis(DVec3::X), axis(DVec3::Y), axis(DVec3::Z)],
            scale,
        }
    }

    /// A direction as the eye has it.
    fn turned(&self, v: DVec3) -> DVec3 {
        let [right, forward, up] = self.axes;
        DVec3::new(dot_wide(v, right), dot_wide(v, forward), dot_wide(v, up))
    }

    /// A point as the eye has it, metres.
    fn point(&self, point: Vec3) -> DVec3 {
        self.turned(wide(point) - self.at) * self.scale
    }
}

/// What was found so far.
struct Nearest {
    plane: NearPlane,
    /// Distance of its corners from the eye.
    reach: f64,
    clear: f64,
    behind: Option<f64>,
    /// Working memory.
    corners: Vec<DVec3>,
}

impl Nearest {
    fn see(&mut self, polygon: &Polygon, eye: &Eye) {
        let normal = wide(polygon.plane.normal);
        let height = (dot_wide(normal, eye.at) + f64::from(polygon.plane.offset)) * eye.scale;
        // Most polygons have their plane turned away or out of reach.
        if height <= 0.0 || height > self.reach + self.clear {
            return;
        }
        let turned = eye.turned(normal);
        if self.plane.height_over(turned, height) > self.clear + UNEVEN {
            return;
        }
        self.corners.clear();
        self.corners
            .extend(polygon.vertices.iter().map(|v| eye.point(*v)));
        match self.plane.against(&self.corners, turned, height) {
            Some(Standing::Behind(depth)) if self.behind.is_none_or(|most| depth > most) => {
                self.behind = Some(depth);
            }
            Some(Standing::Clear(distance)) if distance < self.clear => self.clear = distance,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::Tree;
    use crate::geometry::Rotation;
    use crate::world::{HeightField, Object};

    /// scenes.md C10: two walls that meet at the origin, seen from 0.3 m off both.
    fn corner(frame: Frame, scale: f32) -> World {
        let wall = |corners: [[f32; 3]; 4]| {
            let corners = corners.map(|c| Vec3::from_array(c) / scale);
            Polygon::new(corners.to_vec()).unwrap()
        };
        let walls = vec![
            wall([[0., 0., -1.], [0., 6., -1.], [0., 6., 6.], [0., 0., 6.]]),
            wall([[6., 0., -1.], [0., 0., -1.], [0., 0., 6.], [6., 0., 6.]]),
        ];
        let tree = Tree::balanced(walls);
        World::new(vec![Object::solid("corner".to_owned(), frame, scale, tree)])
    }

    fn pose(heading: f64) -> Frame {
        Frame {
            origin: Vec3::new(0.3, 0.3, 2.0),
            rotation: Rotation::from_heading_pitch(heading, 0.0),
        }
    }

    fn lens(near: f32) -> Lens {
        Lens {
            near,
            ..Lens::default()
        }
    }

    fn is(got: Option<f64>, want: f64) {
        assert!(
            got.is_some_and(|got| (got - want).abs() < 1e-6),
            "{got:?} against {want}"
        );
    }

    /// Along a wall the plane's side is tan 22.5 * 4 / 3 = 0.552285 of its distance off the line of sight.
    #[test]
    fn along_a_wall() {
        let world = corner(Frame::default(), 1.0);
        is(clearance(&world, &lens(0.1), &pose(0.0)), 0.3 - 0.055_228_5);
        is(clearance(&world, &lens(1.0), &pose(0.0)), 0.3 - 0.552_284_7);
        is(
            clearance(&world, &lens(1.0), &pose(90.0)),
            0.3 - 0.552_284_7,
        );
        // Into the wall; and out of the corner, where the near corners are 0.3 + (1 - 0.552285) / sqrt 2 off both walls.
        is(clearance(&world, &lens(0.1), &pose(270.0)), 0.2);
        is(clearance(&world, &lens(1.0), &pose(270.0)), -0.7);
        is(clearance(&world, &lens(1.0), &pose(45.0)), 0.616_582_5);
    }

    /// The same walls as a turned and enlarged object, far from the origin of the scene.
    #[test]
    fn where_the_object_stands_does_not_matter() {
        let frame = Frame {
            origin: Vec3::new(64.0, -32.0, 16.0),
            rotation: Rotation::from_heading_pitch(90.0, 0.0),
        };
        let world = corner(frame, 4.0);
        let eye = |heading: f64| Frame {
            origin: frame.to_global(pose(0.0).origin),
            rotation: Rotation::from_heading_pitch(heading + 90.0, 0.0),
        };
        let off = |got: Option<f64>, want: f64| assert!((got.unwrap() - want).abs() < 1e-5);
        off(clearance(&world, &lens(0.1), &eye(0.0)), 0.3 - 0.055_228_5);
        off(clearance(&world, &lens(1.0), &eye(0.0)), 0.3 - 0.552_284_7);
    }

    /// Behind a wall it is not seen; beyond the reach there is nothing to tell; the ground counts.
    #[test]
    fn what_counts() {
        let world = corner(Frame::default(), 1.0);
        let outside = Frame::at(Vec3::new(-0.2, 3.0, 2.0));
        assert_eq!(clearance(&world, &lens(0.1), &outside), None);
        let far = Frame::at(Vec3::new(3.0, 1.2, 2.0));
        assert_eq!(clearance(&world, &lens(0.1), &far), None);
        is(
            clearance(&world, &lens(0.1), &Frame::at(Vec3::new(3.0, 0.8, 2.0))),
            0.9,
        );

        let field = HeightField::new(Vec3::ZERO, 3.0, (3, 3), &[0.0; 9]).unwrap();
        let world = World::on_ground(Vec::new(), field);
        let low = Frame::at(Vec3::new(2.9, 3.1, 0.25));
        is(clearance(&world, &lens(0.1), &low), 0.25 - 0.041_421_4);
        is(clearance(&world, &lens(1.0), &low), 0.25 - 0.414_213_6);
    }
}
