//! The same moves with rapier3d's character controller.

use rapier3d::control::{CharacterAutostep, CharacterLength, KinematicCharacterController};
use rapier3d::prelude::*;

use sweepscope::bsp::Tree;
use sweepscope::geometry::{Frame, Position, Sphere};
use sweepscope::world::World;

/// A world of fixed colliders.
pub(super) struct Reference {
    bodies: RigidBodySet,
    colliders: ColliderSet,
    broad_phase: DefaultBroadPhase,
    narrow_phase: NarrowPhase,
    controller: KinematicCharacterController,
}

impl Reference {
    /// A world of these colliders; one step makes the broad phase know them.
    pub(super) fn new(shapes: Vec<ColliderBuilder>) -> Self {
        let (mut bodies, mut colliders) = (RigidBodySet::new(), ColliderSet::new());
        for shape in shapes {
            colliders.insert(shape);
        }
        let (mut broad_phase, mut narrow_phase) = (DefaultBroadPhase::new(), NarrowPhase::new());
        PhysicsPipeline::new().step(
            Vector::ZERO,
            &IntegrationParameters::default(),
            &mut IslandManager::new(),
            &mut broad_phase,
            &mut narrow_phase,
            &mut bodies,
            &mut colliders,
            &mut ImpulseJointSet::new(),
            &mut MultibodyJointSet::new(),
            &mut SoftBodySet::new(),
            &mut CCDSolver::new(),
            &(),
            &(),
        );
        // What the recorded mover does: steps of 0.6 m, floor found 1.5 m below, slopes up to 48.4 degrees.
        let controller = KinematicCharacterController {
            up: Vector::Z,
            offset: CharacterLength::Absolute(0.01),
            slide: true,
            autostep: Some(CharacterAutostep {
                max_height: CharacterLength::Absolute(0.6),
                min_width: CharacterLength::Absolute(0.1),
                include_dynamic_bodies: false,
            }),
            max_slope_climb_angle: 48.381_f32.to_radians(),
            min_slope_slide_angle: 48.381_f32.to_radians(),
            snap_to_ground: Some(CharacterLength::Absolute(1.5)),
            ..Default::default()
        };
        Self {
            bodies,
            colliders,
            broad_phase,
            narrow_phase,
            controller,
        }
    }

    /// The rooms and objects of a world, polygon by polygon; boxes along their own axes as cuboids.
    pub(super) fn of_world(world: &World) -> Self {
        let mut shapes = Vec::new();
        if let Some(cells) = world.cells() {
            for room in cells.rooms() {
                if let Some(tree) = &room.structure {
                    shapes.push(placed(mesh(tree, 1.0), &room.position()));
                }
            }
        }
        for object in &world.objects {
            for part in &object.parts {
                let (place, scale) = object.part_place(part, true);
                let shape = cuboid(&part.tree, scale).unwrap_or_else(|| mesh(&part.tree, scale));
                shapes.push(placed(shape, &place));
            }
        }
        Self::new(shapes)
    }

    /// Moves a capsule around `spheres` from one frame to the other; how far it came.
    pub(super) fn walk(&self, spheres: &[Sphere], begin: &Frame, end: &Frame) -> f32 {
        let pipeline = self.broad_phase.as_query_pipeline(
            self.narrow_phase.query_dispatcher(),
            &self.bodies,
            &self.colliders,
            QueryFilter::default(),
        );
        let at = |local: glam::Vec3| {
            let p = begin.to_global(local);
            Vector::new(p.x, p.y, p.z)
        };
        let way = end.origin - begin.origin;
        let way = Vector::new(way.x, way.y, way.z);
        let moved = match spheres {
            [foot] => {
                let ball = Ball::new(foot.radius);
                let pose = Pose::from_translation(at(foot.center));
                // A camera neither climbs nor falls, and stops where it hits.
                let controller = KinematicCharacterController {
                    slide: false,
                    autostep: None,
                    snap_to_ground: None,
                    ..self.controller
                };
                controller.move_shape(1.0 / 30.0, &pipeline, &ball, &pose, way, |_| {})
            }
            [foot, head, ..] => {
                let half = (head.center.z - foot.center.z) / 2.0;
                let capsule = Capsule::new_z(half, foot.radius);
                let middle = foot.center + glam::Vec3::Z * half;
                let pose = Pose::from_translation(at(middle));
                self.controller
                    .move_shape(1.0 / 30.0, &pipeline, &capsule, &pose, way, |_| {})
            }
            [] => return 0.0,
        };
        moved.translation.length()
    }
}

/// A collider where an object stands.
pub(super) fn placed(shape: ColliderBuilder, place: &Position) -> ColliderBuilder {
    let (o, q) = (place.frame.origin, place.frame.rotation);
    let pose = Pose::from_parts(
        Vector::new(o.x, o.y, o.z),
        Rotation::from_xyzw(q.x, q.y, q.z, q.w),
    );
    shape.position(pose)
}

/// The polygons of a tree as triangles.
fn mesh(tree: &Tree, scale: f32) -> ColliderBuilder {
    let (mut points, mut triangles) = (Vec::new(), Vec::new());
    for polygon in tree.polygons() {
        let first = u32::try_from(points.len()).unwrap();
        for v in &polygon.vertices {
            points.push(Vector::new(v.x, v.y, v.z) * scale);
        }
        let corners = u32::try_from(polygon.vertices.len()).unwrap();
        triangles.extend((1..corners - 1).map(|i| [first, first + i, first + i + 1]));
    }
    ColliderBuilder::trimesh(points, triangles).unwrap()
}

/// The tree as a cuboid, if it is one along its axes.
fn cuboid(tree: &Tree, scale: f32) -> Option<ColliderBuilder> {
    let along_axis = |n: glam::Vec3| n.to_array().iter().filter(|k| k.abs() > 1e-6).count() == 1;
    let faces = tree.polygons();
    if faces.len() != 6 || !faces.iter().all(|face| along_axis(face.plane.normal)) {
        return None;
    }
    let corners = faces.iter().flat_map(|face| face.vertices.iter().copied());
    let bounds = sweepscope::geometry::Bounds::around(corners)?;
    let half = (bounds.max - bounds.min) * (scale / 2.0);
    let middle = (bounds.max + bounds.min) * (scale / 2.0);
    let shape = SharedShape::cuboid(half.x, half.y, half.z);
    let pose = Pose::from_translation(Vector::new(middle.x, middle.y, middle.z));
    Some(ColliderBuilder::compound(vec![(pose, shape)]))
}
