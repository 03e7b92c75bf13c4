//! What stopped the sphere: point, normal, plane and polygon, or that nobody knows.

use glam::{DVec3, Vec3};

use super::grouped::SweepStory;
use super::lines::{Hatch, Item, Layer, Mark, Overlay, Shape};
use super::role::Role;
use super::text::{components, short_distance};
use super::wire::across;
use crate::geometry::Plane;
use crate::geometry::vector::{dot, narrow, wide};
use crate::ids::{PolygonId, Surface};
use crate::probe::{Event, NormalSource, SupportSource};
use crate::world::{PlacedTree, World};

/// Draws the contact of a sweep. `hit` is the polygon that the sweep's outcome names, for hits without a contact point.
pub fn contact(
    story: &SweepStory<'_>,
    hit: Option<(Surface, PolygonId)>,
    world: &World,
    out: &mut Overlay,
) {
    let layer = Layer::Contacts;
    let item = |role, shape| Item::new(layer, role, shape);
    let named = story.hit.map(|h| (h.surface, h.polygon)).or(hit);
    let Some((_, source)) = story
        .normal
        .or(story.hit.map(|h| (h.normal, NormalSource::Contact)))
    else {
        return;
    };
    // The polygon, under all else.
    let corners = named.and_then(|(surface, polygon)| polygon_corners(world, surface, polygon));
    if let Some(points) = corners.filter(|points| points.len() >= 3) {
        let mut inside = item(
            Role::HitPolygon,
            Shape::Fill {
                points: points.clone(),
                hatch: Hatch::Plain,
            },
        );
        inside.opacity *= faintness(&points);
        out.push(inside);
        out.push(item(
            Role::HitPolygon,
            Shape::Polyline {
                points,
                closed: true,
            },
        ));
    }
    let size = story.radius * 2.5;
    if let Some(hit) = story.hit {
        patch(
            layer,
            hit.point,
            hit.normal,
            size,
            (Role::PlaneReal, Hatch::Plain),
            out,
        );
        let tip = narrow(wide(hit.point) + wide(hit.normal) * f64::from(size * 0.6));
        out.push(
            item(
                Role::Contact,
                Shape::Arrow {
                    from: hit.point,
                    to: tip,
                },
            )
            .width(2.0),
        );
        out.push(
            item(
                Role::Contact,
                Shape::Marker {
                    at: hit.point,
                    mark: Mark::Cross,
                    size: story.radius * 0.25,
                },
            )
            .width(2.5),
        );
        out.label(
            layer,
            Role::Contact,
            tip,
            format!("normal {}", components(hit.normal)),
        );
    }
    if let (Some((normal, NormalSource::Default)), NormalSource::Default) = (story.normal, source) {
        let tip = narrow(wide(story.end) + wide(normal) * f64::from(size * 0.6));
        patch(
            layer,
            story.end,
            normal,
            story.radius * 0.6,
            (Role::PlaneSynthetic, Hatch::Double),
            out,
        );
        out.push(
            item(
                Role::Contact,
                Shape::Arrow {
                    from: story.end,
                    to: tip,
                },
            )
            .width(2.0),
        );
        out.label(
            layer,
            Role::Contact,
            tip,
            format!("normal {} made up", components(normal)),
        );
    }
    // How far from the obstacle a given-up step left the sphere.
    for step in story.steps.iter().filter(|s| s.reverted_from.is_some()) {
        let gap = named.and_then(|(surface, polygon)| {
            let gap = clearance(world, surface, polygon, step.committed, story.radius)?;
            Some((gap, surface))
        });
        let text = match gap {
            Some((gap, surface)) if gap > 0.0 => format!(
                "step {} reverted, {} before {}",
                step.number,
                short_distance(gap),
                named_surface(world, surface)
            ),
            _ => format!("step {} reverted", step.number),
        };
        out.label(
            layer,
            Role::Contact,
            step.reverted_from.unwrap_or(step.committed),
            text,
        );
    }
}

/// What a gap is measured to.
fn named_surface(world: &World, surface: Surface) -> String {
    let object = match surface {
        Surface::Part { object, .. } => world.objects.get(object.0 as usize),
        Surface::Environment(_) => return "the wall".to_owned(),
    };
    object.map_or_else(|| "what it met".to_owned(), |object| object.name.clone())
}

/// Draws the plane that a mover last stood on, under the end of its sweep, and says who wrote it unless a query found it.
pub fn support(story: &SweepStory<'_>, out: &mut Overlay) {
    let written = story
        .entries
        .iter()
        .rev()
        .find_map(|entry| match entry.event {
            Event::ContactWritten {
                normal,
                offset,
                source,
                ..
            } => Some((normal, offset, source)),
            _ => None,
        });
    let Some((normal, offset, source)) = written else {
        return;
    };
    plane(
        Layer::Contacts,
        Plane { normal, offset },
        source,
        (story.end, story.radius),
        out,
    );
}

/// Draws a plane that is stood on where it is nearest to `sphere`, and says who wrote it unless a query found it.
pub(super) fn plane(
    layer: Layer,
    plane: Plane,
    source: SupportSource,
    (center, radius): (Vec3, f32),
    out: &mut Overlay,
) {
    let normal = plane.normal;
    let height = dot(normal, center) + f64::from(plane.offset);
    let foot = narrow(wide(center) - wide(normal) * height);
    let (role, hatch, text) = match source {
        SupportSource::Query => (Role::PlaneReal, Hatch::Plain, None),
        SupportSource::Restored => (Role::PlaneRestored, Hatch::Single, Some("plane restored")),
        SupportSource::Synthetic => (Role::PlaneSynthetic, Hatch::Double, Some("plane made up")),
    };
    patch(layer, foot, normal, radius * 1.5, (role, hatch), out);
    if let Some(text) = text {
        out.label(layer, role, foot, text);
    }
}

/// Corners of a polygon in the world; `None` when there is no such polygon.
#[must_use]
pub fn polygon_corners(world: &World, surface: Surface, polygon: PolygonId) -> Option<Vec<Vec3>> {
    let placed = PlacedTree::of(world, surface)?;
    let corners = &placed.tree.polygon(polygon)?.vertices;
    Some(corners.iter().map(|&v| placed.to_world(v)).collect())
}

/// Distance from a sphere's surface to a polygon's plane, metres, negative past it; on the side of the centre.
#[must_use]
pub fn clearance(
    world: &World,
    surface: Surface,
    polygon: PolygonId,
    center: Vec3,
    radius: f32,
) -> Option<f64> {
    let placed = PlacedTree::of(world, surface)?;
    let plane = placed.tree.polygon(polygon)?.plane;
    let height = plane.height(placed.to_tree(center)) * f64::from(placed.scale);
    Some(height.abs() - f64::from(radius))
}

/// A square of a plane around `center`.
pub(super) fn patch(
    layer: Layer,
    center: Vec3,
    normal: Vec3,
    half: f32,
    (role, hatch): (Role, Hatch),
    out: &mut Overlay,
) {
    let (u, v) = across(normal);
    let (u, v) = (u * f64::from(half), v * f64::from(half));
    let corner = |a: f64, b: f64| narrow(wide(center) + u * a + v * b);
    let points = vec![
        corner(-1.0, -1.0),
        corner(1.0, -1.0),
        corner(1.0, 1.0),
        corner(-1.0, 1.0),
    ];
    out.push(Item::new(
        layer,
        role,
        Shape::Fill {
            points: points.clone(),
            hatch,
        },
    ));
    out.push(
        Item::new(
            layer,
            role,
            Shape::Polyline {
                points,
                closed: true,
            },
        )
        .width(1.0),
    );
}

/// Largest polygon that is filled as strongly as any, square metres: a door.
const SMALL: f64 = 2.0;

/// The least share of its opacity that the inside of a large polygon keeps.
const LEAST: f64 = 0.2;

/// By how much the inside of a polygon is fainter the larger it is, from 0.2 to 1: a struck wall that fills the view would
/// otherwise tint everything before it.
#[must_use]
pub fn faintness(points: &[Vec3]) -> f32 {
    let Some(first) = points.first() else {
        return 1.0;
    };
    let fan = points.windows(2).map(|pair| {
        let (a, b) = (wide(pair[0]) - wide(*first), wide(pair[1]) - wide(*first));
        a.cross(b)
    });
    let area = fan.sum::<DVec3>().length() / 2.0;
    (SMALL / area.max(SMALL)).sqrt().max(LEAST) as f32
}

#[cfg(test)]
mod tests {
    use super::super::grouped::samples::{at_rest, falling};
    use super::super::grouped::sweeps;
    use super::*;

    fn drawn(setup: &crate::lane::Setup, replay: &crate::recording::Replay) -> Overlay {
        let mut out = Overlay::default();
        let hit = replay.outcome.sweep.hit.map(|h| (h.surface, h.polygon));
        contact(&sweeps(&replay.journal)[0], hit, &setup.world, &mut out);
        out
    }

    fn outlined(out: &Overlay) -> Option<&Vec<Vec3>> {
        out.items.iter().find_map(|i| match &i.shape {
            Shape::Polyline { points, .. } if i.role == Role::HitPolygon => Some(points),
            _ => None,
        })
    }

    #[test]
    fn a_found_contact_shows_point_normal_plane_and_polygon() {
        let (setup, replay) = at_rest();
        let out = drawn(&setup, &replay);
        let tail = out.items.iter().find_map(|i| match i.shape {
            Shape::Arrow { from, to } => Some((from, to)),
            _ => None,
        });
        let (from, to) = tail.unwrap();
        assert!((from.y + 1.91).abs() < 1e-4 && to.y > from.y && to.x == from.x);
        assert!(
            outlined(&out)
                .unwrap()
                .contains(&Vec3::new(-5.0, -1.91, 6.5))
        );
        assert!(out.items.iter().any(|i| i.role == Role::PlaneReal));
        assert!(out.items.iter().all(|i| i.role != Role::PlaneSynthetic));
        assert_eq!(out.labels().collect::<Vec<_>>(), ["normal (0, 1, 0)"]);
    }

    #[test]
    fn a_made_up_normal_says_so_and_how_short_it_left_the_sphere() {
        let (setup, replay) = falling();
        let out = drawn(&setup, &replay);
        let hatches: Vec<_> = out
            .items
            .iter()
            .filter(|i| i.role == Role::PlaneSynthetic)
            .map(|i| &i.shape)
            .collect();
        assert!(matches!(
            hatches[0],
            Shape::Fill {
                hatch: Hatch::Double,
                ..
            }
        ));
        assert!(out.items.iter().all(|i| i.role != Role::PlaneReal));
        assert!(
            outlined(&out).is_some(),
            "the polygon is known all the same"
        );
        // 1.91 m to the wall, less the radius, less how far the eye got.
        let reached = f64::from(
            replay
                .outcome
                .published
                .origin
                .distance(replay.outcome.pivot),
        );
        let short = ((1.61 - reached) * 1000.0).round();
        let texts: Vec<_> = out.labels().collect();
        assert_eq!(
            texts,
            [
                "normal (0, 0, 1) made up".to_owned(),
                format!("step 6 reverted, {short} mm before wall")
            ]
        );
    }

    /// A sweep at rest whose journal ends with a contact plane z = 0.75 by `source`.
    fn stood_on(source: SupportSource) -> Overlay {
        let (_, mut replay) = at_rest();
        let entries = &mut replay.journal.entries;
        let last = entries
            .iter()
            .position(|e| matches!(e.event, Event::SweepEnded { .. }))
            .unwrap();
        let cell = crate::ids::CellId::SINGLE_SPACE;
        let event = Event::ContactWritten {
            normal: Vec3::Z,
            offset: -0.75,
            water: false,
            cell,
            source,
        };
        entries.insert(
            last,
            crate::probe::Entry {
                event,
                ..entries[last].clone()
            },
        );
        let mut out = Overlay::default();
        support(&sweeps(&replay.journal)[0], &mut out);
        out
    }

    #[test]
    fn a_plane_that_is_stood_on_says_who_wrote_it() {
        let rows = [
            (SupportSource::Query, Role::PlaneReal, Hatch::Plain, None),
            (
                SupportSource::Restored,
                Role::PlaneRestored,
                Hatch::Single,
                Some("plane restored"),
            ),
            (
                SupportSource::Synthetic,
                Role::PlaneSynthetic,
                Hatch::Double,
                Some("plane made up"),
            ),
        ];
        for (source, role, want, text) in rows {
            let out = stood_on(source);
            let Shape::Fill { points, hatch } = &out.items[0].shape else {
                panic!("{:?}", out.items[0])
            };
            assert_eq!((out.items[0].role, *hatch), (role, want));
            assert!(
                points.iter().all(|p| (p.z - 0.75).abs() < 1e-6),
                "{points:?}"
            );
            assert_eq!(out.labels().next(), text);
        }
    }

    #[test]
    fn nothing_hit_draws_nothing() {
        let (setup, recording) = super::super::grouped::samples::recorded("retail", 2);
        assert_eq!(
            drawn(&setup, &recording.replay(&setup, 0)),
            Overlay::default()
        );
    }

    #[test]
    fn unknown_polygons_are_passed_over() {
        const NOWHERE: Surface = Surface::Part {
            object: crate::ids::ObjectId(3),
            part: 0,
        };
        assert_eq!(
            polygon_corners(&World::default(), NOWHERE, PolygonId(0)),
            None
        );
        assert_eq!(
            clearance(&World::default(), NOWHERE, PolygonId(0), Vec3::ZERO, 0.3),
            None
        );
    }
}
