//! Spheres of the tree nodes that a tick's queries met.

use std::collections::BTreeMap;

use super::lines::{Item, Layer, Overlay, Shape};
use super::role::Role;
use super::style::Style;
use super::text::short_distance;
use crate::ids::{CellId, NodeId, Surface};
use crate::probe::{Entry, Event};
use crate::world::{PlacedTree, World};

/// What queries made of a node during the tick.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Met {
    visited: bool,
    /// Smallest distance between the surfaces, tree space.
    gap: f64,
    order: usize,
}

/// Draws each node that was met once: yellow where any query entered it, grey and dashed where all passed it by.
pub fn tree(entries: &[Entry], world: &World, style: &Style, out: &mut Overlay) {
    let layer = Layer::BspSpheres;
    let mut met: BTreeMap<(Surface, NodeId), Met> = BTreeMap::new();
    // The cells whose environment is being asked, the innermost last.
    let mut asked: Vec<CellId> = Vec::new();
    for entry in entries {
        let (node, gap, visited) = match entry.event {
            Event::NodeVisited { node, gap } => (node, gap, true),
            Event::NodePruned { node, gap } => (node, gap, false),
            Event::EnvironmentAsked { cell, .. } => {
                asked.push(cell);
                continue;
            }
            Event::EnvironmentAnswered { .. } => {
                asked.pop();
                continue;
            }
            _ => continue,
        };
        let cell = asked.last().copied();
        let Some(surface) = Surface::new(entry.object, entry.part, cell) else {
            continue;
        };
        let order = met.len();
        let known = met.entry((surface, node)).or_insert(Met {
            visited,
            gap,
            order,
        });
        known.visited |= visited;
        known.gap = known.gap.min(gap);
    }
    let mut all: Vec<_> = met.into_iter().collect();
    // Visited ones first, then in the order in which they were met.
    all.sort_by_key(|(_, m)| (!m.visited, m.order));
    out.leave_out(layer, all.len().saturating_sub(style.nodes));
    all.truncate(style.nodes);
    // Small ones are drawn over big ones.
    for ((surface, node), m) in all.into_iter().rev() {
        let Some(placed) = PlacedTree::of(world, surface) else {
            continue;
        };
        let Some(at) = placed.tree.nodes().get(node.0 as usize) else {
            continue;
        };
        let (center, radius) = (
            placed.to_world(at.sphere.center),
            at.sphere.radius * placed.scale,
        );
        let role = if m.visited {
            Role::NodeVisited
        } else {
            Role::NodePruned
        };
        out.push(
            Item::new(layer, role, Shape::Ball { center, radius })
                .opacity(0.7)
                .width(1.0),
        );
        let gap = short_distance(m.gap * f64::from(placed.scale));
        let text = if m.visited {
            format!("node {node}")
        } else {
            format!("node {node}, {gap} away")
        };
        out.label(layer, role, center, text);
    }
}

#[cfg(test)]
mod tests {
    use glam::Vec3;

    use super::*;
    use crate::bsp::Tree;
    use crate::geometry::{Frame, Polygon, Rotation};
    use crate::world::Object;

    /// A quad around (1, 0, 0) in an object that is scaled by 2, turned by 90 degrees and moved.
    fn world() -> World {
        let corners =
            [(0.5, -0.5), (1.5, -0.5), (1.5, 0.5), (0.5, 0.5)].map(|(x, y)| Vec3::new(x, y, 0.0));
        let tree = Tree::single_leaf(Polygon::new(corners.to_vec()).into_iter().collect());
        let frame = Frame {
            origin: Vec3::Z * 10.0,
            rotation: Rotation::about_z(std::f64::consts::FRAC_PI_2),
        };
        World::new(vec![Object::solid("quad".to_owned(), frame, 2.0, tree)])
    }

    fn entry(event: Event, object: u32) -> Entry {
        Entry {
            sweep: 1,
            step: 1,
            object: Some(crate::ids::ObjectId(object)),
            part: None,
            event,
        }
    }

    #[test]
    fn spheres_stand_in_the_world_and_a_visit_outranks_a_miss() {
        let node = NodeId(0);
        let entries = [
            entry(Event::NodePruned { node, gap: 0.5 }, 0),
            entry(Event::NodeVisited { node, gap: -0.1 }, 0),
            entry(
                Event::NodePruned {
                    node: NodeId(7),
                    gap: 0.5,
                },
                0,
            ),
            entry(Event::NodeVisited { node, gap: -0.1 }, 9),
        ];
        let mut out = Overlay::default();
        tree(&entries, &world(), &Style::default(), &mut out);
        // What the world does not have is passed over.
        assert_eq!(out.items.len(), 2, "{:?}", out.items);
        assert_eq!(out.items[0].role, Role::NodeVisited);
        let Shape::Ball { center, radius } = out.items[0].shape else {
            panic!("{:?}", out.items[0])
        };
        assert!(
            center.distance(Vec3::new(0.0, 2.0, 10.0)) < 1e-5,
            "{center}"
        );
        assert!((radius - 2.0 * 0.5_f32.sqrt()).abs() < 1e-3, "{radius}");
    }

    #[test]
    fn a_missed_node_is_grey_and_says_by_how_much() {
        let entries = [entry(
            Event::NodePruned {
                node: NodeId(0),
                gap: 0.25,
            },
            0,
        )];
        let mut out = Overlay::default();
        tree(&entries, &world(), &Style::default(), &mut out);
        assert_eq!(
            (out.items[0].role, out.items[0].stroke),
            (Role::NodePruned, crate::overlay::Stroke::Dashed)
        );
        // 0.25 in the tree is 0.5 m in the world.
        assert_eq!(out.labels().collect::<Vec<_>>(), ["node 0, 500 mm away"]);

        let mut none = Overlay::default();
        tree(
            &entries,
            &world(),
            &Style {
                nodes: 0,
                ..Style::default()
            },
            &mut none,
        );
        assert_eq!(
            (none.items.len(), none.left_out),
            (0, vec![(Layer::BspSpheres, 1)])
        );
    }
}
