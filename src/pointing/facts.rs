//! What can be said of a picked thing, in numbers.

use super::subject::Subject;
use crate::analysis::Exact;
use crate::analysis::step_ruler::{Cut, step_ruler};
use crate::analysis::words::{fixed, metres, millimetres, point};
use crate::bsp::NodeKind;
use crate::constants::FLOOR_Z;
use crate::geometry::Sphere;
use crate::geometry::vector::{cross, length, wide};
use crate::ids::Surface;
use crate::overlay::contact::polygon_corners;
use crate::world::{PlacedTree, World};

/// One number with its name.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it is.
    pub label: &'static str,
    /// Its value as one reads it.
    pub value: String,
    /// Its value in full.
    pub exact: Option<Exact>,
}

fn fact(label: &'static str, value: impl Into<String>) -> Fact {
    Fact {
        label,
        value: value.into(),
        exact: None,
    }
}

fn exactly(label: &'static str, value: impl Into<String>, exact: Exact) -> Fact {
    Fact {
        exact: Some(exact),
        ..fact(label, value)
    }
}

/// The facts of `subject`, as far as the world has it; `sphere` is the one that distances are told from.
#[must_use]
pub fn facts(world: &World, subject: &Subject, sphere: Option<Sphere>) -> Vec<Fact> {
    match *subject {
        Subject::Object(id) => {
            let Some(object) = world.objects.get(id.0 as usize) else {
                return Vec::new();
            };
            let mut all = vec![exactly(
                "origin",
                point(world.scene_frame(&object.position).origin),
                Exact::Vector(world.scene_frame(&object.position).origin),
            )];
            if object.scale != 1.0 {
                let value = fixed(f64::from(object.scale), 4);
                all.push(exactly("scale", value, Exact::Single(object.scale)));
            }
            if object.position.cell.is_some() && world.cells().is_some() {
                all.push(fact("cell", object.position.cell.to_string()));
            }
            all.push(exactly(
                "physics state",
                format!("0x{:X}", object.state.0),
                Exact::Whole(object.state.0),
            ));
            for part in 0..object.parts.len() as u32 {
                if object.parts.len() > 1 {
                    all.push(fact("part", part.to_string()));
                }
                all.extend(tree(world, Surface::Part { object: id, part }));
            }
            if object.parts.is_empty() {
                all.push(fact("spheres", object.spheres.len().to_string()));
                all.push(fact("cylinders", object.cylinders.len().to_string()));
            }
            all
        }
        Subject::Cell(cell) => tree(world, Surface::Environment(cell)),
        Subject::Polygon { surface, polygon } => {
            let (Some(plane), Some(corners)) = (
                subject.plane(world),
                polygon_corners(world, surface, polygon),
            ) else {
                return Vec::new();
            };
            let first = corners.first().copied().unwrap_or_default();
            let area: f64 = corners
                .windows(2)
                .skip(1)
                .map(|w| {
                    let (a, b) = (wide(w[0]) - wide(first), wide(w[1]) - wide(first));
                    length(cross(a, b)) * 0.5
                })
                .sum();
            let slope = if plane.normal.z >= FLOOR_Z {
                "walkable"
            } else if plane.normal.z > 0.0 {
                "too steep"
            } else {
                "faces down or sideways"
            };
            let mut all = vec![
                exactly("normal", point(plane.normal), Exact::Vector(plane.normal)),
                exactly(
                    "offset",
                    fixed(f64::from(plane.offset), 4),
                    Exact::Plane(plane),
                ),
                fact("slope", slope),
                fact("corners", corners.len().to_string()),
                exactly(
                    "area",
                    format!("{} m²", fixed(area, 4)),
                    Exact::Double(area),
                ),
            ];
            if let Some(sphere) = sphere {
                let height = plane.height(sphere.center);
                let gap = height.abs() - f64::from(sphere.radius);
                all.push(exactly(
                    "sphere's centre",
                    format!("{} {}", metres(height.abs()), side(height)),
                    Exact::Double(height),
                ));
                let told = if gap < 0.0 { "through" } else { "off" };
                all.push(exactly(
                    "its surface",
                    format!("{} {told}", millimetres(gap.abs())),
                    Exact::Double(gap),
                ));
            }
            all.extend(
                corners
                    .into_iter()
                    .take(12)
                    .map(|corner| exactly("corner", point(corner), Exact::Vector(corner))),
            );
            all
        }
        Subject::Node { surface, node } => {
            let Some(placed) = PlacedTree::of(world, surface) else {
                return Vec::new();
            };
            let Some(inside) = placed.tree.nodes().get(node.0 as usize) else {
                return Vec::new();
            };
            let mut all = match inside.kind {
                NodeKind::Inner {
                    plane,
                    positive,
                    negative,
                } => {
                    let child = |id: Option<crate::ids::NodeId>| {
                        id.map_or("empty".into(), |id| id.to_string())
                    };
                    vec![
                        exactly("splits at", point(plane.normal), Exact::Plane(plane)),
                        fact("positive", child(positive)),
                        fact("negative", child(negative)),
                    ]
                }
                NodeKind::Leaf { solid, count, .. } => vec![
                    fact("leaf", if solid { "solid" } else { "open" }),
                    fact("polygons", count.to_string()),
                ],
            };
            if let Some(ball) = subject.bounds(world) {
                all.extend(ball_facts(&ball));
            }
            all
        }
        Subject::Ball(ball) => ball_facts(&ball),
        Subject::Way { from, to, radius } => {
            let way = length(wide(to) - wide(from));
            let share = way / f64::from(radius).max(f64::MIN_POSITIVE);
            vec![
                exactly("from", point(from), Exact::Vector(from)),
                exactly("to", point(to), Exact::Vector(to)),
                exactly("length", metres(way), Exact::Double(way)),
                exactly("length / radius", fixed(share, 4), Exact::Double(share)),
            ]
            .into_iter()
            .chain(step_facts(way, radius))
            .collect()
        }
        Subject::Facet { at, normal } => vec![
            exactly("normal", point(normal), Exact::Vector(normal)),
            exactly("at", point(at), Exact::Vector(at)),
        ],
        Subject::Pose(pose) => {
            let forward = pose.rotation.apply(glam::DVec3::Y).as_vec3();
            vec![
                exactly("origin", point(pose.origin), Exact::Vector(pose.origin)),
                exactly("looks along", point(forward), Exact::Vector(forward)),
            ]
        }
        Subject::Point(at) => vec![exactly("point", point(at), Exact::Vector(at))],
    }
}

/// How both rules cut a way into steps.
fn step_facts(way: f64, radius: f32) -> Vec<Fact> {
    let Some(ruler) = step_ruler(way, radius) else {
        return Vec::new();
    };
    let rule = |label, cut: &Cut| fact(label, ruler.line(cut));
    vec![
        rule("viewer-grid", &ruler.grid),
        rule("equal-slices", &ruler.slices),
    ]
}

fn side(height: f64) -> &'static str {
    if height < 0.0 { "behind" } else { "in front" }
}

fn ball_facts(ball: &Sphere) -> Vec<Fact> {
    let radius = metres(f64::from(ball.radius));
    vec![
        exactly("centre", point(ball.center), Exact::Vector(ball.center)),
        exactly("radius", radius, Exact::Single(ball.radius)),
    ]
}

fn tree(world: &World, surface: Surface) -> Vec<Fact> {
    let Some(placed) = PlacedTree::of(world, surface) else {
        return Vec::new();
    };
    let census = placed.tree.census();
    let off = fixed(census.off_centre, 3);
    vec![
        fact("polygons", census.polygons.to_string()),
        fact("BSP nodes", census.nodes.to_string()),
        fact("BSP depth", census.depth.to_string()),
        fact(
            "leaves",
            format!("{}, {} solid", census.leaves, census.solid),
        ),
        fact("largest leaf", census.largest_leaf.to_string()),
        exactly(
            "off-centre ratio",
            if census.off_centre > 1.0 {
                format!("{off}, origin outside")
            } else {
                off
            },
            Exact::Double(census.off_centre),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{ObjectId, PolygonId};
    use crate::overlay::grouped::samples::at_rest;
    use glam::Vec3;

    fn value(facts: &[Fact], label: &str) -> String {
        let found = facts.iter().find(|fact| fact.label == label);
        found.map_or_else(|| panic!("{label} of {facts:?}"), |f| f.value.clone())
    }

    #[test]
    fn a_polygon_says_how_far_the_sphere_is() {
        let (setup, _) = at_rest();
        let surface = Surface::Part {
            object: ObjectId(0),
            part: 0,
        };
        let subject = Subject::Polygon {
            surface,
            polygon: PolygonId(0),
        };
        let plane = subject.plane(&setup.world).unwrap();
        let corner = polygon_corners(&setup.world, surface, PolygonId(0)).unwrap()[0];
        let center = corner + plane.normal * 0.5;
        let sphere = Sphere {
            center,
            radius: 0.3,
        };
        let all = facts(&setup.world, &subject, Some(sphere));
        assert_eq!(value(&all, "its surface"), "200.0 mm off");
        assert!(value(&all, "sphere's centre").ends_with("in front"));
        let inside = Sphere {
            center: corner + plane.normal * 0.2,
            radius: 0.3,
        };
        let all = facts(&setup.world, &subject, Some(inside));
        assert_eq!(value(&all, "its surface"), "100.0 mm through");
    }

    #[test]
    fn a_way_is_told_in_radii() {
        let (setup, _) = at_rest();
        let way = Subject::Way {
            from: Vec3::ZERO,
            to: Vec3::new(0.0, 0.75, 0.0),
            radius: 0.3,
        };
        assert_eq!(
            value(&facts(&setup.world, &way, None), "length / radius"),
            "2.5000"
        );
        let object = facts(&setup.world, &Subject::Object(ObjectId(0)), None);
        assert!(value(&object, "BSP depth").parse::<usize>().unwrap() > 0);
        assert!(facts(&setup.world, &Subject::Object(ObjectId(77)), None).is_empty());
    }
}
