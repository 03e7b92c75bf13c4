//! Trees as they are stored: nodes in depth-first order, without lengths or offsets.
//!
//! Three kinds share the form; what fields a node has follows from the kind, which the place in the record decides.

use super::bytes::{Reader, is_plane, is_sphere};
use super::error::Wrong;
use crate::geometry::{Plane, Sphere};

/// Deepest tree that is read, levels.
pub const MAX_LEVELS: usize = 4096;

/// Smallest node, bytes.
const NODE: usize = 8;

/// What a tree is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeUse {
    /// Collision.
    Physics,
    /// Drawing.
    Drawing,
    /// The inside of a room.
    Cell,
}

/// The tag of a node: four letters, stored backwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tag {
    /// `LEAF`.
    Leaf,
    /// A plane with a positive child alone: `BPnn` or `BPIn`.
    Positive([u8; 4]),
    /// A plane with a negative child alone: `BpIN` or `BpnN`.
    Negative([u8; 4]),
    /// A plane with both: `BPIN` or `BPnN`.
    Both([u8; 4]),
    /// `PORT`: a plane with both children and portals.
    Port,
    /// A plane without children: `BPOL` or `BPFL`.
    Plane([u8; 4]),
}

impl Tag {
    /// The tag of these letters, as they read.
    #[must_use]
    pub fn of(letters: [u8; 4]) -> Option<Self> {
        Some(match &letters {
            b"LEAF" => Self::Leaf,
            b"BPnn" | b"BPIn" => Self::Positive(letters),
            b"BpIN" | b"BpnN" => Self::Negative(letters),
            b"BPIN" | b"BPnN" => Self::Both(letters),
            b"PORT" => Self::Port,
            b"BPOL" | b"BPFL" => Self::Plane(letters),
            _ => return None,
        })
    }

    /// Its letters.
    #[must_use]
    pub fn letters(self) -> [u8; 4] {
        match self {
            Self::Leaf => *b"LEAF",
            Self::Port => *b"PORT",
            Self::Positive(letters)
            | Self::Negative(letters)
            | Self::Both(letters)
            | Self::Plane(letters) => letters,
        }
    }

    /// Whether it has a positive and a negative child.
    #[must_use]
    pub fn children(self) -> (bool, bool) {
        match self {
            Self::Leaf | Self::Plane(_) => (false, false),
            Self::Positive(_) => (true, false),
            Self::Negative(_) => (false, true),
            Self::Both(_) | Self::Port => (true, true),
        }
    }
}

/// A node; fields that its tree does not have are zero.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DatNode {
    /// Its tag.
    pub tag: Tag,
    /// The plane of what is no leaf.
    pub plane: Plane,
    /// Positive child by index.
    pub positive: Option<u32>,
    /// Negative child by index.
    pub negative: Option<u32>,
    /// A bounding sphere, in physics and drawing trees.
    pub sphere: Sphere,
    /// Index of a leaf.
    pub leaf_index: i32,
    /// Whether a leaf of a physics tree is solid: 1.
    pub solid: i32,
    /// Where its polygons begin in the list of all.
    pub first: u32,
    /// How many they are.
    pub count: u32,
    /// Where its portals begin in the list of all.
    pub first_portal: u32,
    /// How many they are.
    pub portal_count: u32,
}

/// A node without anything.
pub const EMPTY_NODE: DatNode = DatNode {
    tag: Tag::Leaf,
    plane: Plane {
        normal: glam::Vec3::ZERO,
        offset: 0.0,
    },
    positive: None,
    negative: None,
    sphere: Sphere {
        center: glam::Vec3::ZERO,
        radius: 0.0,
    },
    leaf_index: 0,
    solid: 0,
    first: 0,
    count: 0,
    first_portal: 0,
    portal_count: 0,
};

/// A tree; the root is the first node, each node stands before its children.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DatTree {
    /// All nodes; never empty when it was read.
    pub nodes: Vec<DatNode>,
    /// The polygon ids of all nodes.
    pub polygons: Vec<u16>,
    /// The portals (polygon id, portal index) of all nodes.
    pub portals: Vec<(u16, u16)>,
    /// Where it was read.
    pub places: Places,
}

/// Where each node of a tree stands in the record that it was read from; it says nothing of what the tree is, so all are equal.
#[derive(Clone, Debug, Default)]
pub struct Places(Vec<NodePlace>);

/// Bytes of a record.
#[derive(Clone, Copy, Debug, Default)]
struct NodePlace {
    plane: usize,
    sphere: usize,
}

impl PartialEq for Places {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Places {
    /// None, of a tree that is made up.
    pub(super) const NONE: Self = Self(Vec::new());

    /// The byte of the plane of a node; 0 of a tree that was not read.
    pub(super) fn plane(&self, node: usize) -> usize {
        self.0.get(node).map_or(0, |place| place.plane)
    }

    /// As [`Self::plane`], of its sphere.
    pub(super) fn sphere(&self, node: usize) -> usize {
        self.0.get(node).map_or(0, |place| place.sphere)
    }
}

/// What is to be read next.
enum Step {
    Node {
        parent: Option<u32>,
        positive: bool,
        level: usize,
    },
    Tail(u32),
}

impl DatTree {
    /// The polygon ids of a node.
    #[must_use]
    pub fn ids(&self, node: &DatNode) -> &[u16] {
        let first = node.first as usize;
        self.polygons
            .get(first..first + node.count as usize)
            .unwrap_or(&[])
    }

    /// The portals of a node.
    #[must_use]
    pub fn portals(&self, node: &DatNode) -> &[(u16, u16)] {
        let first = node.first_portal as usize;
        self.portals
            .get(first..first + node.portal_count as usize)
            .unwrap_or(&[])
    }

    /// Levels from the root to the deepest node.
    #[must_use]
    pub fn depth(&self) -> usize {
        let mut levels = vec![1_usize; self.nodes.len()];
        let mut deepest = 0;
        for (index, node) in self.nodes.iter().enumerate() {
            let level = levels[index];
            deepest = deepest.max(level);
            for child in [node.positive, node.negative].into_iter().flatten() {
                if let Some(known) = levels.get_mut(child as usize) {
                    *known = level + 1;
                }
            }
        }
        deepest
    }

    /// Reads a tree.
    ///
    /// # Errors
    /// [`Wrong`]: an unknown tag, a tree deeper than [`MAX_LEVELS`], counts beyond the record.
    ///
    /// # Source
    /// spec/dat.md 4.3.
    pub(super) fn read(reader: &mut Reader<'_>, kind: TreeUse) -> Result<Self, Wrong> {
        let mut tree = Self::default();
        let mut steps = vec![Step::Node {
            parent: None,
            positive: false,
            level: 1,
        }];
        while let Some(step) = steps.pop() {
            match step {
                Step::Tail(index) => tree.tail(reader, kind, index)?,
                Step::Node {
                    parent,
                    positive,
                    level,
                } => {
                    if level > MAX_LEVELS {
                        let problem = format!("deeper than {MAX_LEVELS} levels");
                        return Err(reader.wrong("tree", problem));
                    }
                    let index = tree.node(reader, kind)?;
                    if let Some(parent) = parent.and_then(|k| tree.nodes.get_mut(k as usize)) {
                        match positive {
                            true => parent.positive = Some(index),
                            false => parent.negative = Some(index),
                        }
                    }
                    let tag = tree.nodes[index as usize].tag;
                    if tag == Tag::Leaf {
                        continue;
                    }
                    steps.push(Step::Tail(index));
                    let (has_positive, has_negative) = tag.children();
                    for (is_there, positive) in [(has_negative, false), (has_positive, true)] {
                        if is_there {
                            steps.push(Step::Node {
                                parent: Some(index),
                                positive,
                                level: level + 1,
                            });
                        }
                    }
                }
            }
        }
        Ok(tree)
    }

    /// Reads a node as far as its children; its index.
    fn node(&mut self, reader: &mut Reader<'_>, kind: TreeUse) -> Result<u32, Wrong> {
        let start = reader.at();
        reader.room(1, NODE, "node")?;
        let mut letters = reader.u32("tag")?.to_le_bytes();
        letters.reverse();
        let Some(tag) = Tag::of(letters) else {
            letters.reverse();
            let shown: Vec<String> = letters.iter().map(|byte| format!("{byte:02X}")).collect();
            return Err(Wrong {
                offset: start,
                field: "tag",
                problem: format!("the bytes {} are no node's", shown.join(" ")),
            });
        };
        let mut node = DatNode { tag, ..EMPTY_NODE };
        let mut place = NodePlace {
            plane: reader.at(),
            sphere: 0,
        };
        if tag == Tag::Leaf {
            node.leaf_index = reader.i32("leaf index")?;
            if kind == TreeUse::Physics {
                node.solid = reader.i32("solid flag")?;
                place.sphere = reader.at();
                node.sphere = reader.sphere("leaf sphere")?;
                self.ids_of(reader, &mut node)?;
                if !is_sphere(&node.sphere) {
                    let (index, at) = (self.nodes.len(), place.sphere);
                    reader.flaw(|| format!("the sphere of node {index}, at byte {at}, is none"));
                }
            }
        } else {
            node.plane = reader.plane("plane")?;
            // Nodes without children hold the fill of unused memory (spec/dat.md 4.3).
            if !matches!(tag, Tag::Plane(_)) && !is_plane(&node.plane) {
                let (index, at) = (self.nodes.len(), place.plane);
                reader.flaw(|| format!("the plane of node {index}, at byte {at}, is none"));
            }
        }
        self.nodes.push(node);
        self.places.0.push(place);
        Ok(self.nodes.len() as u32 - 1)
    }

    fn ids_of(&mut self, reader: &mut Reader<'_>, node: &mut DatNode) -> Result<(), Wrong> {
        let count = reader.count(2, "polygons of a node")?;
        self.take_ids(reader, node, count)
    }

    fn take_ids(
        &mut self,
        reader: &mut Reader<'_>,
        node: &mut DatNode,
        count: usize,
    ) -> Result<(), Wrong> {
        node.first = self.polygons.len() as u32;
        node.count = count as u32;
        for _ in 0..count {
            self.polygons.push(reader.u16("polygon of a node")?);
        }
        Ok(())
    }

    /// Reads what stands behind a node's children.
    fn tail(&mut self, reader: &mut Reader<'_>, kind: TreeUse, index: u32) -> Result<(), Wrong> {
        let mut node = self.nodes[index as usize];
        let at = reader.at();
        if let Some(place) = self.places.0.get_mut(index as usize) {
            place.sphere = at;
        }
        match (kind, node.tag) {
            (TreeUse::Cell, Tag::Port) | (TreeUse::Physics, Tag::Port) => {
                reader.flaw(|| format!("node {index} is a PORT, which only drawing trees have"));
                return Ok(());
            }
            (TreeUse::Cell, _) => return Ok(()),
            (TreeUse::Physics, _) => node.sphere = reader.sphere("node sphere")?,
            (TreeUse::Drawing, Tag::Port) => {
                node.sphere = reader.sphere("node sphere")?;
                let polygons = reader.u32("polygons of a node")?;
                let portals = reader.u32("portals of a node")?;
                let polygons = reader.room(polygons, 2, "polygons of a node")?;
                let portals = reader.room(portals, 4, "portals of a node")?;
                self.take_ids(reader, &mut node, polygons)?;
                node.first_portal = self.portals.len() as u32;
                node.portal_count = portals as u32;
                for _ in 0..portals {
                    let portal = (reader.u16("portal polygon")?, reader.u16("portal index")?);
                    self.portals.push(portal);
                }
            }
            (TreeUse::Drawing, _) => {
                node.sphere = reader.sphere("node sphere")?;
                self.ids_of(reader, &mut node)?;
            }
        }
        if !is_sphere(&node.sphere) {
            reader.flaw(|| format!("the sphere of node {index}, at byte {at}, is none"));
        }
        self.nodes[index as usize] = node;
        Ok(())
    }
}
