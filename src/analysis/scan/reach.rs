//! What a reach filter that measures from an object's origin leaves out.
//!
//! ```text
//!   O ------------- limit ------------)      C
//!   origin          what it allows     dead zone around the bounds' centre
//! ```
//!
//! The filter tests an object when the mover is within r + R + 2 m (and its move) of the object's origin. A shape whose
//! bounds have their centre farther than 2 m from its origin reaches beyond that on one side.
//!
//! # Source
//! spec/transition.md 14.3; design.md, switch `reach_filter`.

use std::fmt;

use glam::{DVec3, Vec3};
use serde::Serialize;

use super::at;
use super::finding::{Finding, Findings};
use crate::analysis::words::{count, metres};
use crate::geometry::Sphere;
use crate::geometry::vector::{length, narrow, unit, wide};
use crate::ids::{ObjectId, Surface};
use crate::policy::ReachFilter;
use crate::world::candidates::reach;
use crate::world::{Object, PlacedTree, World};

/// Halvings of the way on which the filter changes its mind: below a micrometre on a million metres.
const HALVINGS: u32 = 50;

/// How an object's bounds lie to its origin.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Reach {
    /// The object.
    pub object: String,
    /// Centre of its bounds in the scene, metres.
    pub at: Vec3,
    /// Distance of that from the object's origin, metres.
    pub offset: f64,
    /// Radius of the bounds, metres.
    pub radius: f64,
    /// `offset` over `radius`; none without a radius.
    pub off_centre: Option<f64>,
    /// What a filter from the origin leaves out; none where that is nothing.
    pub dead_zone: Option<DeadZone>,
}

/// Where a mover is in an object's bounds and the filter does not admit the object.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct DeadZone {
    /// How deep the sphere of a mover that stands still gets into the bounds before that, metres.
    pub depth: f64,
    /// From which side: a unit vector from the bounds' centre.
    pub direction: Vec3,
    /// The deepest place that is not admitted, in the scene, metres.
    pub deepest: Vec3,
    /// How many polygons can be touched from where they are not tested; of an object without any how many of its spheres and
    /// cylinders.
    pub polygons: u64,
    /// What those are.
    #[serde(skip)]
    pub noun: &'static str,
}

impl Finding for Reach {
    fn kind(&self) -> &'static str {
        match &self.dead_zone {
            Some(zone) if zone.polygons > 0 => "dead-zone",
            Some(_) => "empty-zone",
            None => "within-reach",
        }
    }

    fn counts(&self) -> bool {
        // Where nothing can be met, nothing is missed.
        self.dead_zone
            .as_ref()
            .is_some_and(|zone| zone.polygons > 0)
    }
}

impl fmt::Display for Reach {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            object,
            offset,
            radius,
            off_centre,
            dead_zone,
            ..
        } = self;
        write!(
            f,
            "{object} {}: its bounds of {} have their centre {} from its origin",
            at(self.at),
            metres(*radius),
            metres(*offset)
        )?;
        if let Some(ratio) = off_centre {
            write!(f, ", off-centre ratio {ratio:.3}")?;
        }
        match dead_zone {
            None => f.write_str("; a filter from the origin leaves nothing out"),
            Some(zone) => write!(
                f,
                "; under from-origin a mover gets {} into them {} before it is tested, and {} can be met there",
                metres(zone.depth),
                at(zone.deepest),
                count(zone.polygons as usize, zone.noun),
            ),
        }
    }
}

/// Looks at every object of `world` with a mover whose foot has this `radius`.
#[must_use]
pub fn scan(world: &World, radius: f32, most: usize) -> Findings<Reach> {
    let mut findings = Findings::new(most);
    for (index, object) in world.objects.iter().enumerate() {
        findings.push(of_object(world, ObjectId(index as u32), object, radius));
    }
    findings
}

fn of_object(world: &World, id: ObjectId, object: &Object, radius: f32) -> Reach {
    let bounds = object.bounds();
    let origin = wide(object.frame().origin);
    let offset = length(wide(bounds.center) - origin);
    let wide_radius = f64::from(bounds.radius);
    Reach {
        object: object.name.clone(),
        at: world.to_scene(object.position.cell, bounds.center),
        offset,
        radius: wide_radius,
        off_centre: (wide_radius > 0.0).then_some(offset / wide_radius),
        dead_zone: dead_zone(world, id, object, radius),
    }
}

/// Whether the filter lets a mover that stands at `center` meet `object`.
fn admits(object: &Object, center: DVec3, radius: f32) -> bool {
    let center = narrow(center);
    let check = Sphere { center, radius };
    reach(ReachFilter::FromOrigin, object, check, center).is_none_or(|reach| reach.admitted)
}

/// Walks from where a mover first touches the bounds on the far side of the origin towards their centre, until it is admitted.
fn dead_zone(world: &World, id: ObjectId, object: &Object, radius: f32) -> Option<DeadZone> {
    let bounds = object.bounds();
    let center = wide(bounds.center);
    let direction = unit(center - wide(object.frame().origin))?;
    let touching = f64::from(bounds.radius) + f64::from(radius);
    let place = |depth: f64| center + direction * (touching - depth);
    if admits(object, place(0.0), radius) {
        return None;
    }
    let depth = if admits(object, center, radius) {
        let (mut out, mut admitted) = (0.0, touching);
        for _ in 0..HALVINGS {
            let half = (out + admitted) / 2.0;
            if admits(object, place(half), radius) {
                admitted = half;
            } else {
                out = half;
            }
        }
        out
    } else {
        touching
    };
    // Without trees it is its cylinders that are met, or else its spheres.
    let round = match (object.parts.is_empty(), object.cylinders.len()) {
        (false, _) => 0,
        (true, 0) => object.spheres.len() as u64,
        (true, cylinders) => cylinders as u64,
    };
    // What the filter does not tell apart from nothing.
    if depth < 1e-6 {
        return None;
    }
    Some(DeadZone {
        depth,
        direction: narrow(direction),
        deepest: world.to_scene(object.position.cell, narrow(place(depth))),
        polygons: match round {
            0 => out_of_reach(world, id, object, radius),
            // Each of them is met all around.
            round => round,
        },
        noun: match (round, object.cylinders.is_empty()) {
            (0, _) => "polygon",
            (_, true) => "sphere",
            (_, false) => "cylinder",
        },
    })
}

/// Polygons with a corner that a sphere touches from where the filter does not admit the object.
fn out_of_reach(world: &World, id: ObjectId, object: &Object, radius: f32) -> u64 {
    let origin = wide(object.frame().origin);
    let mut count = 0;
    for part in 0..object.parts.len() as u32 {
        let surface = Surface::Part { object: id, part };
        let Some(placed) = PlacedTree::of(world, surface) else {
            continue;
        };
        // In the object's own block, as the filter measures.
        let home = world.scene_offset(object.position.cell);
        count += placed
            .tree
            .polygons()
            .iter()
            .filter(|polygon| {
                polygon.vertices.iter().any(|corner| {
                    let corner = wide(placed.to_world(*corner)) - home;
                    let Some(away) = unit(corner - origin) else {
                        return false;
                    };
                    // Just touching it, from the other side of the origin.
                    !admits(object, corner + away * f64::from(radius) * 0.999, radius)
                })
            })
            .count() as u64;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bsp::Tree;
    use crate::geometry::{Frame, Polygon};

    /// A slab of 8 m by 8 m whose bounds are a sphere of 6 m around a point `up` metres over its origin.
    fn slab(up: f32) -> World {
        let corners = [(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)];
        let corners = corners.map(|(x, y)| Vec3::new(x, y, up));
        let tree = Tree::balanced(vec![Polygon::new(corners.to_vec()).unwrap()]);
        let tree = tree.with_root_sphere(Sphere {
            center: Vec3::Z * up,
            radius: 6.0,
        });
        let frame = Frame::at(Vec3::new(12.0, 12.0, 0.0));
        World::new(vec![Object::solid("slab".to_owned(), frame, 1.0, tree)])
    }

    fn one(up: f32) -> Reach {
        scan(&slab(up), 0.48, 9).list.remove(0)
    }

    /// A mover that comes down on the axis is admitted at 0.48 + 6 + 2 = 8.48 m over the origin; it touched the bounds at
    /// up + 6.48 m. So it is up - 2 m in them, at most all of 6.48 m.
    #[test]
    fn depth_is_the_offset_less_two_metres() {
        for (up, depth) in [(5.0, 3.0), (2.5, 0.5), (40.0, 6.48), (8.0, 6.0)] {
            let zone = one(up).dead_zone.unwrap();
            assert!((zone.depth - depth).abs() < 1e-5, "{up}: {zone:?}");
            assert!(zone.direction.abs_diff_eq(Vec3::Z, 1e-6));
            let z = f64::from(up) + 6.48 - depth;
            assert!((f64::from(zone.deepest.z) - z).abs() < 1e-5, "{zone:?}");
        }
    }

    #[test]
    fn within_two_metres_nothing_is_left_out() {
        for up in [0.0, 1.0, 1.999] {
            let told = one(up);
            assert_eq!(told.dead_zone, None, "{up}");
            assert!((told.off_centre.unwrap() - f64::from(up) / 6.0).abs() < 1e-6);
        }
        assert_eq!(scan(&slab(1.0), 0.48, 9).found, 0);
    }

    /// The corners of the slab at 5 m are sqrt(57) = 7.55 m away, and within reach of a sphere there are points at 8.03 m:
    /// the filter lets all of them be met from 8.48 m on. At 40 m nothing of it is ever tested from above.
    #[test]
    fn polygons_that_can_be_met_untested_are_counted() {
        assert_eq!(one(5.0).dead_zone.unwrap().polygons, 0);
        assert_eq!(one(40.0).dead_zone.unwrap().polygons, 1);
    }
}
