//! How often a scene has each of its nodes, before anything is placed: a few nodes may lead to any number of instances.

use ::gltf::json::{Index, Root, scene};

use super::{GltfError, wrong};
use crate::formats::text::count;

/// Deepest node below a top of the scene.
const DEEPEST: usize = 1_000;

/// Most nodes, each counted as often as it occurs.
const MOST_NODES: u64 = 2_000_000;

/// Where a node is in the walk through all of them.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    New,
    Open,
    Done,
}

/// How often each node occurs below `tops`, by its index; 0 for those that do not.
///
/// # Errors
/// Nodes that do not exist, are below themselves, are too deep or too many, instances counted.
pub(super) fn occurrences(root: &Root, tops: &[Index<scene::Node>]) -> Result<Vec<u64>, GltfError> {
    let children = |node: usize| {
        root.nodes
            .get(node)
            .and_then(|node| node.children.as_deref())
    };
    let place = |node: usize| format!("nodes[{node}]");
    let mut states = vec![State::New; root.nodes.len()];
    // Each behind all that is below it.
    let mut order = Vec::new();
    for top in tops {
        let mut open = vec![(top.value(), 0)];
        while let Some((node, next)) = open.pop() {
            let Some(state) = states.get_mut(node) else {
                return Err(wrong(place(node), "it does not exist"));
            };
            match (*state, next) {
                (State::Done, 0) => continue,
                (State::Open, 0) => {
                    return Err(wrong(
                        place(node),
                        "it is below itself: the nodes lead in a circle",
                    ));
                }
                _ => *state = State::Open,
            }
            match children(node).and_then(|children| children.get(next)) {
                Some(child) => open.extend([(node, next + 1), (child.value(), 0)]),
                None => {
                    *state = State::Done;
                    order.push(node);
                }
            }
        }
    }
    let mut times = vec![0_u64; root.nodes.len()];
    let mut depths = vec![0_usize; root.nodes.len()];
    for top in tops {
        if let Some(times) = times.get_mut(top.value()) {
            *times += 1;
        }
    }
    for node in order.into_iter().rev() {
        let (often, depth) = (times[node], depths[node]);
        if depth > DEEPEST {
            let problem = format!("more than {DEEPEST} nodes stand above it");
            return Err(wrong(place(node), problem));
        }
        for child in children(node).unwrap_or_default() {
            // All exist by now.
            let child = child.value();
            times[child] = times[child].saturating_add(often);
            depths[child] = depths[child].max(depth + 1);
        }
    }
    let all = times
        .iter()
        .fold(0_u64, |all, often| all.saturating_add(*often));
    if all > MOST_NODES {
        let nodes = match all {
            u64::MAX => format!("at least {}", count(all, "node")),
            _ => count(all, "node"),
        };
        return Err(wrong(
            "nodes",
            format!("the scene has {nodes}, instances counted; at most {MOST_NODES} were expected"),
        ));
    }
    Ok(times)
}
