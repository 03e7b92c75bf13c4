//! Walks of every tree against brute force over all its polygons.
//!
//! First the tree itself: what lies outside of a node's sphere, or in the region of a leaf that does not list it. Then
//! questions at random places near its polygons, each asked of the tree and of every polygon; where they differ, the node
//! that kept the walk from the polygon is named.

mod broken;

use std::collections::BTreeMap;

use glam::{DVec3, Vec3};

pub use broken::{Broken, Mismatch, Pruned};

use super::faces::middle;
use super::finding::{Findings, Spot};
use super::random::Random;
use crate::analysis::words;
use crate::bsp::referee::{Defect, Difference, check_tree, compare};
use crate::bsp::{NodeKind, Struck, Tree};
use crate::formats::progress::{Go, Progress};
use crate::geometry::Sphere;
use crate::geometry::vector::{narrow, wide};
use crate::ids::{NodeId, PolygonId};
use crate::policy::Policy;
use crate::probe::{Event, Journal};
use crate::world::{PlacedTree, World};

/// Most tests of polygons by brute force, all trees together; above it each tree is asked less often.
const WORK: u64 = 1_000_000_000;

/// Questions that every tree is asked, however large.
const LEAST: u64 = 16;

/// What is asked of the trees.
#[derive(Clone, Copy, Debug)]
pub struct Asked {
    /// The policy of the walks.
    pub policy: Policy,
    /// Radius of the mover's sphere, metres; most questions have it.
    pub radius: f32,
    /// Questions for each tree.
    pub sweeps: u32,
    /// Where they begin.
    pub seed: u64,
}

/// What was found, and how many questions were asked.
#[derive(Clone, Debug, PartialEq)]
pub struct Refereed {
    /// What is broken, tree by tree.
    pub findings: Findings<Broken>,
    /// Questions in all.
    pub asked: u64,
}

/// Looks at every tree of `world`; `None` when `progress` said stop.
pub fn scan(
    world: &World,
    asked: &Asked,
    most: usize,
    progress: &mut dyn Progress,
) -> Option<Refereed> {
    let mut refereed = Refereed {
        findings: Findings::new(most),
        asked: 0,
    };
    let sizes: u64 = PlacedTree::all(world)
        .map(|placed| placed.tree.polygons().len() as u64)
        .sum();
    let each = u64::from(asked.sweeps).min((WORK / sizes.max(1)).max(LEAST));
    let mut done = 0;
    for (number, (surface, placed)) in PlacedTree::each(world).enumerate() {
        let polygons = placed.tree.polygons().len();
        let name = words::surface_name(world, surface);
        let spot = |polygon: Option<PolygonId>, local: Vec3| Spot {
            object: name.clone(),
            polygon,
            at: placed.to_world(local),
        };
        for defect in check_tree(placed.tree) {
            refereed.findings.push(of_tree(&placed, defect, &spot));
        }
        if polygons == 0 {
            continue;
        }
        if placed.tree.is_empty_to(&asked.policy) {
            let center = placed.tree.root_sphere().center;
            let spot = spot(None, center);
            refereed.findings.push(Broken::Emptied { spot, polygons });
            continue;
        }
        let mut random = Random::new(asked.seed, number as u64);
        let mut mismatches: Vec<Mismatch> = Vec::new();
        let mut known: BTreeMap<(PolygonId, Option<NodeId>), usize> = BTreeMap::new();
        for question in 0..each {
            let (sphere, movement) = ask(&placed, asked.radius, &mut random);
            refereed.asked += 1;
            if let Some(difference) = compare(placed.tree, &sphere, movement, &asked.policy) {
                let (polygon, pruned) =
                    blame(placed.tree, &sphere, movement, &asked.policy, &difference);
                match known.get(&(polygon, pruned.node())) {
                    Some(index) => mismatches[*index].times += 1,
                    None => {
                        known.insert((polygon, pruned.node()), mismatches.len());
                        let local = placed.tree.polygon(polygon).map(middle);
                        let local = local.map_or(sphere.center, narrow);
                        let way = narrow(wide(movement) * f64::from(placed.scale));
                        mismatches.push(Mismatch {
                            spot: spot(Some(polygon), local),
                            center: placed.to_world(sphere.center),
                            radius: sphere.radius * placed.scale,
                            movement: placed.frame.vector_to_global(way),
                            walk: difference.walked,
                            brute_force: difference.answer.intersects(),
                            walk_placed: difference.taken,
                            brute_force_placed: difference.answer.strikes(),
                            pruned,
                            times: 1,
                            surface,
                            asked: (sphere, movement),
                        });
                    }
                }
            }
            if question.is_multiple_of(64) {
                let at = done + polygons as u64 * question / each;
                if progress.at(at, sizes) == Go::Stop {
                    return None;
                }
            }
        }
        for mismatch in mismatches {
            refereed.findings.push(Broken::Walk(Box::new(mismatch)));
        }
        done += polygons as u64;
    }
    Some(refereed)
}

fn of_tree(
    placed: &PlacedTree<'_>,
    defect: Defect,
    spot: &dyn Fn(Option<PolygonId>, Vec3) -> Spot,
) -> Broken {
    let place = |id: PolygonId| {
        placed
            .tree
            .polygon(id)
            .map_or(Vec3::ZERO, |p| narrow(middle(p)))
    };
    match defect {
        Defect::SphereTooSmall { node, polygon, by } => Broken::Tree {
            spot: spot(Some(polygon), place(polygon)),
            node: Some(node),
            by: (!by.is_nan()).then_some(by * f64::from(placed.scale)),
            kind: "sphere-too-small",
        },
        Defect::Unlisted { node, polygon, at } => Broken::Tree {
            spot: spot(Some(polygon), at),
            node: Some(node),
            by: None,
            kind: "unlisted",
        },
        Defect::Unreachable { polygon } => Broken::Tree {
            spot: spot(Some(polygon), place(polygon)),
            node: None,
            by: None,
            kind: "unreachable",
        },
    }
}

/// A question in the tree's space: a sphere that is about to touch some polygon, or just does, and a way.
fn ask(placed: &PlacedTree<'_>, radius: f32, random: &mut Random) -> (Sphere, Vec3) {
    let polygons = placed.tree.polygons();
    let polygon = &polygons[random.below(polygons.len())];
    // A place in it or, where all weight is on one or two corners, on its rim.
    let (mut sum, mut total) = (DVec3::ZERO, 0.0);
    let rim = random.below(3) == 0;
    let first = random.below(polygon.vertices.len());
    for (index, corner) in polygon.vertices.iter().enumerate() {
        let is_on = !rim || (index + polygon.vertices.len() - first) % polygon.vertices.len() < 2;
        let weight = if is_on { random.share() } else { 0.0 };
        sum += wide(*corner) * weight;
        total += weight;
    }
    let place = if total > 0.0 {
        sum / total
    } else {
        middle(polygon)
    };
    let scale = f64::from(placed.scale);
    let own = f64::from(radius) / scale;
    let radius = if random.below(4) == 0 {
        own * random.between(0.05, 5.0)
    } else {
        own
    };
    let distance = if random.below(2) == 0 {
        random.between(0.0, 1.5)
    } else {
        random.between(0.98, 1.02)
    };
    let sphere = Sphere {
        center: narrow(place + random.direction() * (distance * radius)),
        radius: radius as f32,
    };
    let movement = random.direction() * (own * random.between(0.1, 1.0));
    (sphere, narrow(movement))
}

/// Which polygon a walk missed, and where it left the way to it.
fn blame(
    tree: &Tree,
    sphere: &Sphere,
    movement: Vec3,
    policy: &Policy,
    difference: &Difference,
) -> (PolygonId, Pruned) {
    let mut journal = Journal::default();
    let mut struck = Struck::default();
    tree.sphere_intersects_poly(sphere, movement, &mut struck, policy, &mut journal);
    let events = || journal.entries.iter().map(|entry| &entry.event);
    let tested = |id: PolygonId| {
        events()
            .any(|event| matches!(event, Event::PolygonTested { polygon, .. } if *polygon == id))
    };
    let missed = difference.missed();
    let polygon = missed.iter().copied().find(|id| !tested(*id));
    let Some(polygon) = polygon else {
        let any = missed.first().copied().or(difference.struck.polygon);
        return (any.unwrap_or_default(), Pruned::Not);
    };
    let nodes = above(tree, polygon);
    if nodes.is_empty() {
        return (polygon, Pruned::Unlisted);
    }
    let pruned = events().find_map(|event| match event {
        Event::NodePruned { node, gap } if nodes.contains(node) => Some((*node, *gap)),
        _ => None,
    });
    if let Some((node, gap)) = pruned {
        return (polygon, Pruned::BySphere { node, gap });
    }
    // The last node on the way that was entered.
    let entered = events().filter_map(|event| match event {
        Event::NodeVisited { node, .. } if nodes.contains(node) => Some(*node),
        _ => None,
    });
    let node = entered.max().unwrap_or_default();
    (polygon, Pruned::BySide { node })
}

/// The leaves that list a polygon, and all nodes above them, rising.
fn above(tree: &Tree, polygon: PolygonId) -> Vec<NodeId> {
    let nodes = tree.nodes();
    let mut is_above: Vec<bool> = nodes
        .iter()
        .map(|node| tree.leaf(node).contains(&polygon))
        .collect();
    // Children stand behind their parents.
    for (index, node) in nodes.iter().enumerate().rev() {
        if let NodeKind::Inner {
            positive, negative, ..
        } = node.kind
        {
            let mut children = [positive, negative].into_iter().flatten();
            is_above[index] = children.any(|child| is_above[child.0 as usize]);
        }
    }
    let list = is_above.iter().enumerate().filter(|(_, is)| **is);
    list.map(|(index, _)| NodeId(index as u32)).collect()
}

#[cfg(test)]
mod tests;
