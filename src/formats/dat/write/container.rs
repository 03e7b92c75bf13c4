//! Whole game files around records.

use std::collections::BTreeMap;

use super::bytes::Writer;
use crate::formats::dat::ids::DataSet;

/// Bytes of a directory node.
const NODE: usize = 1716;
/// Children of a node.
const CHILDREN: usize = 62;
/// Where the blocks begin.
const BLOCKS_AT: usize = 0x400;
/// What unused memory holds.
const FILL: u8 = 0xcd;

/// A record and what the directory says of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stored {
    /// The id in the directory.
    pub id: u32,
    /// The record.
    pub bytes: Vec<u8>,
    /// Version in the upper half of its flags.
    pub version: u16,
    /// The iteration that wrote it.
    pub iteration: u32,
    /// Whether it is stored packed.
    pub packed: bool,
}

impl Stored {
    /// A record as most are.
    #[must_use]
    pub fn plain(id: u32, bytes: Vec<u8>) -> Self {
        Self {
            id,
            bytes,
            version: 2,
            iteration: 1,
            packed: false,
        }
    }
}

/// What stands in child slots of inner nodes that are not in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Unused memory.
    Memory,
    /// The last child again, which must not be followed.
    Stale,
}

/// How a file is laid out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// Bytes of a block.
    pub block_size: u32,
    /// What the file holds.
    pub set: DataSet,
    /// Subset; of the cell file the region.
    pub subset: u32,
    /// Most entries of a node, 1 to 61.
    pub per_node: usize,
    /// Unused child slots.
    pub fill: Fill,
    /// Bytes behind the end of a record in its last block.
    pub slack: u8,
    /// Free blocks at the end.
    pub free_blocks: u32,
    /// Whether the journal's mark stands before the header.
    pub journal: bool,
    /// Not 0: blocks stand in an order that this number decides, with gaps between them.
    pub shuffle: u64,
}

impl Layout {
    /// As the portal file is.
    pub const PORTAL: Self = Self {
        block_size: 1024,
        set: DataSet::Portal,
        subset: 0,
        per_node: 61,
        fill: Fill::Memory,
        slack: 0,
        free_blocks: 2,
        journal: true,
        shuffle: 0,
    };

    /// As the cell file is.
    pub const CELL: Self = Self {
        block_size: 256,
        set: DataSet::Cell,
        subset: 1,
        ..Self::PORTAL
    };
}

/// A file, and where its parts are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The file.
    pub bytes: Vec<u8>,
    /// The blocks of each directory node, the root first.
    pub nodes: Vec<Vec<u32>>,
    /// The blocks of each record by id.
    pub records: BTreeMap<u32, Vec<u32>>,
    /// The free blocks.
    pub free: Vec<u32>,
}

/// A node of the directory that is being made.
#[derive(Default)]
struct Node {
    children: Vec<usize>,
    entries: Vec<usize>,
}

/// The file that holds `records`, whose ids rise.
///
/// # Source
/// spec/dat.md 16.
#[must_use]
pub fn container(records: &[Stored], layout: &Layout) -> Written {
    let size = layout.block_size as usize;
    let payload = size - 4;
    let stored: Vec<(u32, Vec<u8>)> = records.iter().map(stored).collect();
    let nodes = directory(records.len(), layout.per_node.clamp(1, CHILDREN - 1));
    let free_count = layout.free_blocks as usize;
    let of_records = stored
        .iter()
        .map(|(_, bytes)| bytes.len().div_ceil(payload).max(1));
    let used = nodes.len() * NODE.div_ceil(payload) + of_records.clone().sum::<usize>();
    let mut places = block_places(used, layout).into_iter();
    let mut take = |count: usize| -> Vec<u32> { places.by_ref().take(count).collect() };
    let node_blocks: Vec<Vec<u32>> = nodes.iter().map(|_| take(NODE.div_ceil(payload))).collect();
    let record_blocks: Vec<Vec<u32>> = of_records.map(&mut take).collect();
    let highest = node_blocks.iter().chain(&record_blocks).flatten().max();
    let end = highest.map_or(BLOCKS_AT, |last| *last as usize + size);
    let free: Vec<u32> = (0..free_count).map(|k| (end + size * k) as u32).collect();

    let mut bytes = vec![0; end + size * free_count];
    let mut put = |blocks: &[u32], content: &[u8], slack: u8| {
        for (index, block) in blocks.iter().enumerate() {
            let at = *block as usize;
            let link = blocks.get(index + 1).copied().unwrap_or(0);
            bytes[at..at + 4].copy_from_slice(&link.to_le_bytes());
            let rest = content.get(index * payload..).unwrap_or(&[]);
            let part = &rest[..rest.len().min(payload)];
            bytes[at + 4..at + 4 + part.len()].copy_from_slice(part);
            bytes[at + 4 + part.len()..at + size].fill(slack);
        }
    };
    for (node, blocks) in nodes.iter().zip(&node_blocks) {
        let mut w = Writer::default();
        let children = node.children.iter().map(|child| node_blocks[*child][0]);
        let children: Vec<u32> = children.collect();
        let fill = match (layout.fill, children.last()) {
            (Fill::Stale, Some(last)) => *last,
            _ => u32::from_le_bytes([FILL; 4]),
        };
        for index in 0..CHILDREN {
            // A leaf is known by its first child.
            let unused = if index == 0 { 0 } else { fill };
            w.u32(children.get(index).copied().unwrap_or(unused));
        }
        w.count(node.entries.len());
        for index in &node.entries {
            let record = &records[*index];
            w.u32(u32::from(record.version) << 16 | stored[*index].0);
            w.u32(record.id);
            w.u32(record_blocks[*index][0]);
            w.count(stored[*index].1.len());
            w.u32(0x5000_0000);
            w.u32(record.iteration);
        }
        w.bytes.resize(NODE, FILL);
        put(blocks, &w.bytes, 0);
    }
    for ((_, content), blocks) in stored.iter().zip(&record_blocks) {
        put(blocks, content, layout.slack);
    }
    for (index, block) in free.iter().enumerate() {
        let at = *block as usize;
        let next = free.get(index + 1).copied().unwrap_or(0);
        bytes[at..at + 4].copy_from_slice(&(0x8000_0000 | next).to_le_bytes());
    }
    if layout.journal {
        bytes[0x100..0x104].copy_from_slice(&[0, 0x50, 0x4c, 0]);
    }
    let length = bytes.len();
    let root = node_blocks.first().map_or(0, |blocks| blocks[0]);
    let header = header(layout, length as u32, root, &free);
    bytes[0x140..0x140 + header.len()].copy_from_slice(&header);
    Written {
        bytes,
        nodes: node_blocks,
        records: records
            .iter()
            .map(|record| record.id)
            .zip(record_blocks)
            .collect(),
        free,
    }
}

/// Flags and bytes of a record as they are stored.
fn stored(record: &Stored) -> (u32, Vec<u8>) {
    if !record.packed {
        return (0, record.bytes.clone());
    }
    let mut bytes = (record.bytes.len() as u32).to_le_bytes().to_vec();
    bytes.extend(miniz_oxide::deflate::compress_to_vec_zlib(&record.bytes, 9));
    (1, bytes)
}

fn header(layout: &Layout, length: u32, root: u32, free: &[u32]) -> Vec<u8> {
    let (set, engine) = match layout.set {
        DataSet::Portal | DataSet::HighRes => (1, 110),
        DataSet::Cell => (2, 22),
        DataSet::Local => (3, 110),
    };
    let mut w = Writer::default();
    w.bytes.extend(*b"BT\0\0");
    w.u32(layout.block_size);
    w.u32(length);
    w.u32(set);
    w.u32(layout.subset);
    w.u32(free.first().copied().unwrap_or(0));
    w.u32(free.last().copied().unwrap_or(0));
    w.count(free.len());
    w.u32(root);
    w.u32(0);
    w.u32(0);
    w.bytes.extend([0, FILL, FILL, FILL]);
    w.u32(0);
    w.u32(engine);
    w.u32(0);
    w.bytes.extend([0; 16]);
    w.u32(6657);
    w.bytes
}

/// Offsets of `count` blocks in the order in which they are used.
fn block_places(count: usize, layout: &Layout) -> Vec<u32> {
    let at = |index: usize| (BLOCKS_AT + index * layout.block_size as usize) as u32;
    if layout.shuffle == 0 {
        return (0..count).map(at).collect();
    }
    // Every third block stays empty.
    let mut places: Vec<u32> = (0..count).map(|index| at(index + index / 2)).collect();
    let mut state = layout.shuffle;
    for index in (1..places.len()).rev() {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        places.swap(index, (state >> 33) as usize % (index + 1));
    }
    places
}

/// A directory over `count` entries, the root first; entries by index.
fn directory(count: usize, per_node: usize) -> Vec<Node> {
    // Levels from the leaves up: each a list of nodes, whose separators are the entries of the next.
    let mut levels: Vec<Vec<Vec<usize>>> = Vec::new();
    let mut entries: Vec<usize> = (0..count).collect();
    loop {
        let nodes = (entries.len() + 1).div_ceil(per_node + 1);
        let inside = entries.len() + 1 - nodes;
        let mut rest = entries.into_iter();
        let (mut level, mut separators) = (Vec::new(), Vec::new());
        for index in 0..nodes {
            let own = inside * (index + 1) / nodes - inside * index / nodes;
            level.push(rest.by_ref().take(own).collect());
            separators.extend(rest.next());
        }
        levels.push(level);
        entries = separators;
        if nodes == 1 {
            break;
        }
    }
    let mut nodes: Vec<Node> = Vec::new();
    let mut next_level = 0;
    for level in levels.iter().rev() {
        next_level += level.len();
        let mut child = next_level;
        for entries in level {
            let is_leaf = std::ptr::eq(level, &levels[0]);
            let children = if is_leaf { 0 } else { entries.len() + 1 };
            nodes.push(Node {
                children: (child..child + children).collect(),
                entries: entries.clone(),
            });
            child += children;
        }
    }
    nodes
}

/// What can be wrong with a container.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Damage {
    /// Another magic.
    Magic,
    /// The magic where the older layout has it.
    OldLayout,
    /// Blocks of no byte.
    BlockSize,
    /// A data set that does not exist.
    Set,
    /// A root beyond the end.
    RootOutside,
    /// A root beside the grid of blocks.
    RootOffGrid,
    /// A root with one entry too many.
    NodeCount,
    /// A root that is its own first child.
    OwnChild,
    /// A root's first child whose first child is the root.
    Circle,
    /// The first two ids of the root's first leaf swapped.
    Order,
    /// A record whose chain leads back to its first block.
    Loop(u32),
    /// A record whose chain ends after its first block.
    Short(u32),
    /// A record whose first block is free.
    Free(u32),
    /// A record of 0xFFFFFFFF bytes.
    Size(u32),
    /// A record that begins with another id.
    Echo(u32),
    /// A file that ends in the middle of this record's last block.
    Cut(u32),
}

impl Written {
    /// Does this damage; of a record that is not there, nothing.
    pub fn damage(&mut self, damage: Damage) {
        let set = |bytes: &mut Vec<u8>, at: usize, value: u32| {
            if let Some(four) = bytes.get_mut(at..at + 4) {
                four.copy_from_slice(&value.to_le_bytes());
            }
        };
        let root = self.nodes.first().map_or(0, |blocks| blocks[0]);
        let payload = self.bytes.get(0x144..0x148).map_or(252, |four| {
            u32::from_le_bytes([four[0], four[1], four[2], four[3]]) as usize - 4
        });
        // Where a byte of a node lies in the file.
        let in_node = |nodes: &[Vec<u32>], node: usize, byte: usize| -> Option<usize> {
            let block = *nodes.get(node)?.get(byte / payload)?;
            Some(block as usize + 4 + byte % payload)
        };
        let blocks = |id: u32| self.records.get(&id).cloned().unwrap_or_default();
        match damage {
            Damage::Magic => set(&mut self.bytes, 0x140, 0x5443),
            Damage::OldLayout => {
                set(&mut self.bytes, 0x140, 0);
                set(&mut self.bytes, 0x12c, 0x5442);
            }
            Damage::BlockSize => set(&mut self.bytes, 0x144, 0),
            Damage::Set => set(&mut self.bytes, 0x14c, 9),
            Damage::RootOutside => {
                let end = (self.bytes.len() - BLOCKS_AT).next_multiple_of(payload + 4);
                set(&mut self.bytes, 0x160, (BLOCKS_AT + end) as u32);
            }
            Damage::RootOffGrid => set(&mut self.bytes, 0x160, root + 4),
            Damage::NodeCount => {
                if let Some(at) = in_node(&self.nodes, 0, 4 * CHILDREN) {
                    set(&mut self.bytes, at, CHILDREN as u32);
                }
            }
            Damage::OwnChild => {
                if let Some(at) = in_node(&self.nodes, 0, 0) {
                    set(&mut self.bytes, at, root);
                }
            }
            Damage::Circle => {
                if let Some(at) = in_node(&self.nodes, 1, 0) {
                    set(&mut self.bytes, at, root);
                }
            }
            Damage::Order => {
                let leaf = self.nodes.len() - 1;
                let ids =
                    [0, 1].map(|k| in_node(&self.nodes, leaf, 4 * (CHILDREN + 1) + 24 * k + 4));
                if let [Some(a), Some(b)] = ids {
                    for k in 0..4 {
                        self.bytes.swap(a + k, b + k);
                    }
                }
            }
            Damage::Loop(id) => {
                if let [.., last] = blocks(id)[..] {
                    set(&mut self.bytes, last as usize, blocks(id)[0]);
                }
            }
            Damage::Short(id) => {
                if let [first, ..] = blocks(id)[..] {
                    set(&mut self.bytes, first as usize, 0);
                }
            }
            Damage::Free(id) => {
                if let [first, ..] = blocks(id)[..] {
                    set(&mut self.bytes, first as usize, 0x8000_0000);
                }
            }
            Damage::Echo(id) => {
                if let [first, ..] = blocks(id)[..] {
                    set(&mut self.bytes, first as usize + 4, !id);
                }
            }
            Damage::Cut(id) => {
                if let [.., last] = blocks(id)[..] {
                    self.bytes.truncate(last as usize + payload / 2);
                }
            }
            Damage::Size(id) => {
                for node in 0..self.nodes.len() {
                    for entry in 0..CHILDREN - 1 {
                        let at = 4 * (CHILDREN + 1) + 24 * entry;
                        let places = [at + 4, at + 12].map(|byte| in_node(&self.nodes, node, byte));
                        let [Some(own), Some(size)] = places else {
                            continue;
                        };
                        if self.bytes.get(own..own + 4) == Some(&id.to_le_bytes()[..]) {
                            set(&mut self.bytes, size, u32::MAX);
                        }
                    }
                }
            }
        }
    }
}
