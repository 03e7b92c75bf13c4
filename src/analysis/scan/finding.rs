//! What a scan keeps of a list that may be as long as the scene.

use std::collections::BTreeMap;
use std::fmt;

use glam::Vec3;
use serde::Serialize;

use crate::analysis::words;
use crate::ids::PolygonId;

/// Something that a scan tells; its text is one line.
pub trait Finding: Serialize + fmt::Display {
    /// Its kind in one word.
    fn kind(&self) -> &'static str;

    /// Whether it counts as found, or is only told.
    fn counts(&self) -> bool {
        true
    }
}

/// The first of what a scan told, and how much it was.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings<F> {
    /// The first of them, in the order of the scan.
    pub list: Vec<F>,
    /// How many of each kind there are, listed or not.
    pub counts: BTreeMap<&'static str, u64>,
    /// How many of them count as found.
    pub found: u64,
    /// How many are listed at most.
    most: usize,
}

impl<F: Finding> Findings<F> {
    /// None yet; at most `most` are going to be listed.
    #[must_use]
    pub fn new(most: usize) -> Self {
        Self {
            list: Vec::new(),
            counts: BTreeMap::new(),
            found: 0,
            most,
        }
    }

    /// Adds one.
    pub fn push(&mut self, finding: F) {
        *self.counts.entry(finding.kind()).or_default() += 1;
        self.found += u64::from(finding.counts());
        if self.list.len() < self.most {
            self.list.push(finding);
        }
    }

    /// How many there are, listed or not.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.counts.values().sum()
    }
}

/// What a finding is about.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spot {
    /// The object, its part, or the walls of a room; as people name it.
    pub object: String,
    /// The polygon in its tree, where it is about one.
    pub polygon: Option<PolygonId>,
    /// Where, in the scene, metres.
    pub at: Vec3,
}

/// `rock, polygon 3 at (1.000, 2.000, 3.000)`.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.object)?;
        if let Some(polygon) = self.polygon {
            write!(f, ", polygon {polygon}")?;
        }
        write!(f, " at {}", words::point(self.at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Serialize)]
    struct Odd(u32);

    impl fmt::Display for Odd {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{}", self.0)
        }
    }

    impl Finding for Odd {
        fn kind(&self) -> &'static str {
            if self.0.is_multiple_of(2) {
                "even"
            } else {
                "odd"
            }
        }

        fn counts(&self) -> bool {
            self.0 > 0
        }
    }

    #[test]
    fn what_is_not_listed_is_counted() {
        let mut findings = Findings::new(2);
        for number in 0..5 {
            findings.push(Odd(number));
        }
        assert_eq!(findings.list.len(), 2);
        assert_eq!((findings.found, findings.total()), (4, 5));
        assert_eq!(findings.counts["even"], 3);
    }
}
