//! The directory: a B-tree of nodes of one size.

use std::collections::BTreeSet;
use std::io::{Read, Seek};

use super::error::DatError;
use super::file::Dat;

/// Bytes of a node.
pub(super) const NODE_SIZE: u32 = 1716;

/// Most children of a node.
const CHILDREN: usize = 62;

/// Most entries of a node.
pub(super) const ENTRIES: usize = 61;

/// Deepest directory that is read, levels; more than 2^64 records need.
const MAX_LEVELS: usize = 16;

/// What unused slots mostly hold.
const FILL: u32 = 0xcdcd_cdcd;

/// What the directory says of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Bit 0: stored packed; bits 16 to 31 a version.
    pub flags: u32,
    /// The directory node that it stands in, by its place in the file.
    pub node: u32,
    /// Its number there.
    pub slot: u32,
    /// The record's id.
    pub id: u32,
    /// Its first block.
    pub offset: u32,
    /// Its bytes, as stored.
    pub size: u32,
    /// When it was written, Unix seconds.
    pub date: u32,
    /// The iteration that wrote it.
    pub iteration: u32,
}

/// A node of the directory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// Offsets of the children, one more than there are entries; none of a leaf.
    children: Vec<u32>,
    entries: Vec<Entry>,
}

impl Node {
    /// Reads the node at `offset` of the file out of its bytes.
    ///
    /// # Source
    /// spec/dat.md 2.3; slots that are not in use hold anything.
    pub(super) fn read(bytes: &[u8], offset: u32) -> Result<Self, String> {
        let words: Vec<u32> = bytes
            .as_chunks::<4>()
            .0
            .iter()
            .map(|word| u32::from_le_bytes(*word))
            .collect();
        let word = |index: usize| words.get(index).copied().unwrap_or(0);
        let count = word(CHILDREN) as usize;
        if count > ENTRIES {
            return Err(format!(
                "a directory node of {count} entries; at most {ENTRIES} were expected"
            ));
        }
        let entries: Vec<Entry> = (0..count)
            .map(|index| {
                let at = CHILDREN + 1 + 6 * index;
                Entry {
                    flags: word(at),
                    node: offset,
                    slot: index as u32,
                    id: word(at + 1),
                    offset: word(at + 2),
                    size: word(at + 3),
                    date: word(at + 4),
                    iteration: word(at + 5),
                }
            })
            .collect();
        if let Some(two) = entries.windows(2).find(|two| two[0].id >= two[1].id) {
            return Err(format!(
                "a directory node whose ids do not rise: {:#010X} before {:#010X}",
                two[0].id, two[1].id
            ));
        }
        let is_leaf = word(0) == 0;
        let children = match is_leaf {
            true => Vec::new(),
            false => (0..=count).map(word).collect(),
        };
        Ok(Self { children, entries })
    }

    /// Refuses ids outside of what the parent leaves for this node.
    fn check_range(&self, range: (Option<u32>, Option<u32>)) -> Result<(), String> {
        let outside = self.entries.iter().find(|entry| {
            range.0.is_some_and(|low| entry.id <= low)
                || range.1.is_some_and(|high| entry.id >= high)
        });
        match outside {
            Some(entry) => Err(format!(
                "a directory node with {:#010X}, which its parent does not lead to",
                entry.id
            )),
            None => Ok(()),
        }
    }

    /// What the child `index` may hold.
    fn range_of(
        &self,
        index: usize,
        range: (Option<u32>, Option<u32>),
    ) -> (Option<u32>, Option<u32>) {
        let low = index.checked_sub(1).and_then(|k| self.entries.get(k));
        let high = self.entries.get(index);
        (
            low.map_or(range.0, |entry| Some(entry.id)),
            high.map_or(range.1, |entry| Some(entry.id)),
        )
    }
}

/// Walks of the directory.
pub(super) struct Nodes;

impl Nodes {
    fn wrong<R: Read + Seek>(dat: &Dat<R>, offset: u32, problem: String) -> DatError {
        DatError::Container {
            file: dat.file().to_owned(),
            offset: u64::from(offset),
            problem,
        }
    }

    /// Refuses a child that is no place of a block, at the node `parent.0`, which has it as number `parent.1`.
    fn check_child<R: Read + Seek>(
        dat: &mut Dat<R>,
        parent: Option<(u32, usize)>,
        offset: u32,
    ) -> Result<(), DatError> {
        let Some((node, number)) = parent else {
            return Ok(());
        };
        let fill = match offset {
            FILL => ", which is the fill of what is not in use",
            _ => "",
        };
        match dat.check_block(u64::from(offset), "it") {
            Err(DatError::Container { .. }) => {
                let length = dat.length();
                let problem = format!(
                    "child {number} of this directory node is {offset:#x}{fill}: no block begins there in the {length} bytes of the file"
                );
                Err(Self::wrong(dat, node, problem))
            }
            other => other,
        }
    }

    /// The entry of `id`, or the ids next to where it would be.
    pub(super) fn find<R: Read + Seek>(
        dat: &mut Dat<R>,
        id: u32,
    ) -> Result<Result<Entry, Vec<u32>>, DatError> {
        let mut bytes = Vec::new();
        let mut offset = dat.header().root;
        let (mut below, mut above) = (Vec::new(), Vec::new());
        let mut range = (None, None);
        let mut parent = None;
        for _ in 0..MAX_LEVELS {
            if offset == 0 {
                return Ok(Err(near(below, above)));
            }
            Self::check_child(dat, parent, offset)?;
            let node = dat.node(offset, &mut bytes)?;
            let checked = node.check_range(range);
            checked.map_err(|problem| Self::wrong(dat, offset, problem))?;
            let place = node.entries.partition_point(|entry| entry.id < id);
            if let Some(entry) = node.entries.get(place).filter(|entry| entry.id == id) {
                return Ok(Ok(*entry));
            }
            let known = |entry: &Entry| entry.id;
            below.extend(
                node.entries[place.saturating_sub(2)..place]
                    .iter()
                    .map(known),
            );
            above.extend(node.entries[place..].iter().take(2).map(known));
            let Some(child) = node.children.get(place) else {
                return Ok(Err(near(below, above)));
            };
            range = node.range_of(place, range);
            parent = Some((offset, place));
            offset = *child;
        }
        let problem = format!("a directory deeper than {MAX_LEVELS} levels");
        Err(Self::wrong(dat, offset, problem))
    }

    /// All entries by id, and what was broken.
    pub(super) fn all<R: Read + Seek>(dat: &mut Dat<R>) -> (Vec<Entry>, Vec<DatError>) {
        /// What is left to do.
        enum Step {
            Node {
                offset: u32,
                level: usize,
                range: (Option<u32>, Option<u32>),
                /// What leads to it, and the number that it has there.
                parent: Option<(u32, usize)>,
            },
            Entry(Entry),
        }
        let (mut entries, mut errors) = (Vec::new(), Vec::new());
        let mut seen = BTreeSet::new();
        let mut bytes = Vec::new();
        let mut leaf_level = None;
        let mut steps = Vec::new();
        if dat.header().root != 0 {
            steps.push(Step::Node {
                offset: dat.header().root,
                level: 1,
                range: (None, None),
                parent: None,
            });
        }
        while let Some(step) = steps.pop() {
            let (offset, level, range, parent) = match step {
                Step::Entry(entry) => {
                    entries.push(entry);
                    continue;
                }
                Step::Node {
                    offset,
                    level,
                    range,
                    parent,
                } => (offset, level, range, parent),
            };
            if let Err(error) = Self::check_child(dat, parent, offset) {
                // All that is not in use is filled alike.
                if seen.insert(offset) {
                    errors.push(error);
                }
                continue;
            }
            let node = if level > MAX_LEVELS {
                let problem = format!("a directory deeper than {MAX_LEVELS} levels");
                Err(Self::wrong(dat, offset, problem))
            } else if !seen.insert(offset) {
                let problem = "a directory node that two lead to".to_owned();
                Err(Self::wrong(dat, offset, problem))
            } else {
                dat.node(offset, &mut bytes)
            };
            let node = node.and_then(|node| {
                let checked = node.check_range(range);
                checked.map_err(|problem| Self::wrong(dat, offset, problem))?;
                Ok(node)
            });
            let node = match node {
                Ok(node) => node,
                Err(error) => {
                    errors.push(error);
                    continue;
                }
            };
            if node.children.is_empty() && *leaf_level.get_or_insert(level) != level {
                let problem = "a leaf of the directory at another depth than the first".to_owned();
                errors.push(Self::wrong(dat, offset, problem));
            }
            // What is pushed last is done first.
            for index in (0..=node.entries.len()).rev() {
                if let Some(entry) = node.entries.get(index) {
                    steps.push(Step::Entry(*entry));
                }
                if let Some(child) = node.children.get(index) {
                    steps.push(Step::Node {
                        offset: *child,
                        level: level + 1,
                        range: node.range_of(index, range),
                        parent: Some((offset, index)),
                    });
                }
            }
        }
        (entries, errors)
    }
}

/// Up to two ids on each side.
fn near(mut below: Vec<u32>, mut above: Vec<u32>) -> Vec<u32> {
    below.sort_unstable();
    above.sort_unstable();
    let from = below.len().saturating_sub(2);
    let below = below.into_iter().skip(from);
    below.chain(above.into_iter().take(2)).collect()
}
