//! Objects that the reach filter refused: where it thought they are, and where they are.

use std::collections::BTreeMap;

use super::grouped::{SweepStory, between};
use super::lines::{Item, Layer, Mark, Overlay, Shape};
use super::role::{Role, Stroke};
use super::style::Style;
use super::text::metres;
use crate::geometry::vector::{length, wide};
use crate::ids::ObjectId;
use crate::policy::ReachFilter;
use crate::probe::Event;
use crate::world::World;

/// So many are drawn whether or not they matter.
const FEW: usize = 4;

/// Draws the rejected candidates of a sweep, each as it was refused last.
///
/// A ghost of the bounding sphere stands where the filter measured to, the true bounding sphere where it is.
pub fn candidates(
    story: &SweepStory<'_>,
    filter: ReachFilter,
    world: &World,
    style: &Style,
    out: &mut Overlay,
) {
    let layer = Layer::Rejected;
    let item = |shape| Item::new(layer, Role::Rejected, shape);
    let mut last: BTreeMap<ObjectId, (u32, f64, f64, bool)> = BTreeMap::new();
    for entry in story.entries {
        if let Event::CandidateRejected {
            object,
            distance,
            reach,
            admitted_at_center,
        } = entry.event
        {
            last.insert(object, (entry.step, distance, reach, admitted_at_center));
        }
    }
    // Where many are refused, those that are far away however one measures would cover the few that matter.
    let all = last.len();
    if all > FEW {
        last.retain(|_, refused| refused.3);
    }
    let shown = last.len().min(style.rejected);
    out.leave_out(layer, all - shown);
    for (object, (step, distance, reach, admitted_at_center)) in
        last.into_iter().take(style.rejected)
    {
        let Some(placed) = world.objects.get(object.0 as usize) else {
            continue;
        };
        let mut bounds = placed.bounds();
        let cell = placed.position.cell;
        bounds.center = world.to_scene(cell, bounds.center);
        let measured = match filter {
            ReachFilter::FromOrigin => world.to_scene(cell, placed.frame().origin),
            ReachFilter::FromBoundsCentre | ReachFilter::None => bounds.center,
        };
        // The filter measures from where the step began.
        let mover = story
            .steps
            .iter()
            .find(|s| s.number == step)
            .map_or(story.from, |s| s.from);
        out.push(
            item(Shape::Line {
                from: mover,
                to: measured,
            })
            .width(1.0),
        );
        out.push(
            item(Shape::Marker {
                at: measured,
                mark: Mark::Cross,
                size: 0.15,
            })
            .stroke(Stroke::Solid),
        );
        if measured != bounds.center {
            out.push(
                item(Shape::Ball {
                    center: measured,
                    radius: bounds.radius,
                })
                .opacity(0.6)
                .width(1.0),
            );
            out.push(
                item(Shape::Line {
                    from: measured,
                    to: bounds.center,
                })
                .opacity(0.5)
                .width(1.0),
            );
        }
        let truth = Shape::Ball {
            center: bounds.center,
            radius: bounds.radius,
        };
        out.push(item(truth).stroke(Stroke::Solid).width(1.25));
        let text = format!("{}: {distance:.3} > {}", placed.name, metres(reach));
        // Beside the mover: what is out of reach is mostly out of sight as well.
        let way = length(wide(measured) - wide(mover)).max(1e-6);
        let near = (f64::from(story.radius) * 2.5 / way).min(1.0);
        let at = between(mover, measured, near);
        out.label(layer, Role::Rejected, at, text);
        if admitted_at_center && measured != bounds.center {
            out.label(layer, Role::Rejected, at, "in reach from its centre");
        }
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::super::grouped::sweeps;
    use super::*;
    use crate::bsp::Tree;
    use crate::geometry::{Frame, Polygon, Position, Sphere};
    use crate::policy::Policy;
    use crate::probe::Journal;
    use crate::transition::{Mover, MoverFlags, sweep};
    use crate::world::Object;

    /// scenes.md M1, the small recipe: a slab 40 m above its object's origin.
    fn world() -> World {
        let corners = [(-4.0, -4.0), (4.0, -4.0), (4.0, 4.0), (-4.0, 4.0)]
            .map(|(x, y)| Vec3::new(x, y, 40.0));
        let tree = Tree::single_leaf(Polygon::new(corners.to_vec()).into_iter().collect());
        let tree = tree.with_root_sphere(Sphere {
            center: Vec3::Z * 40.0,
            radius: 6.0,
        });
        World::new(vec![Object::solid(
            "slab".to_owned(),
            Frame::at(Vec3::new(12.0, 12.0, 0.0)),
            1.0,
            tree,
        )])
    }

    fn drawn(policy: &str, style: &Style) -> Overlay {
        let policy: Policy = policy.parse().unwrap();
        let mut journal = Journal::default();
        let from = Vec3::new(12.0, 12.0, 41.875);
        let mover = Mover::viewer(0.48, MoverFlags(0x5c));
        let at = |point: Vec3| Position::single(Frame::at(point));
        let to = at(from - Vec3::Z * 0.3);
        let _ = sweep(&world(), &policy, mover, at(from), to, &mut journal);
        let mut out = Overlay::default();
        candidates(
            &sweeps(&journal)[0],
            policy.reach_filter,
            &world(),
            style,
            &mut out,
        );
        out
    }

    #[test]
    fn the_ghost_is_where_the_filter_looked_and_the_sphere_where_it_is() {
        let out = drawn("retail+reach_filter=from-origin", &Style::default());
        let balls = out.items.iter().filter_map(|i| match i.shape {
            Shape::Ball { center, radius } => Some((center, radius, i.stroke)),
            _ => None,
        });
        let balls = balls.collect::<Vec<_>>();
        assert_eq!(balls[0], (Vec3::new(12.0, 12.0, 0.0), 6.0, Stroke::Dotted));
        assert_eq!(balls[1], (Vec3::new(12.0, 12.0, 40.0), 6.0, Stroke::Solid));
        // scenes.md 4.2: distance 41.875 against a reach of 8.78.
        assert_eq!(
            out.labels().collect::<Vec<_>>(),
            ["slab: 41.875 > 8.780 m", "in reach from its centre"]
        );
    }

    #[test]
    fn what_is_not_rejected_is_not_drawn() {
        assert_eq!(drawn("retail", &Style::default()), Overlay::default());
        let none = drawn(
            "retail+reach_filter=from-origin",
            &Style {
                rejected: 0,
                ..Style::default()
            },
        );
        assert_eq!(
            (none.items.len(), none.left_out),
            (0, vec![(Layer::Rejected, 1)])
        );
    }
}
