//! A row of the autopsy, and which rows show.

use std::collections::BTreeSet;

use crate::analysis::Exact;
use crate::pointing::Subject;

/// How a row is meant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tone {
    /// As it is.
    #[default]
    Plain,
    /// Of no consequence.
    Weak,
    /// Clear, found, reached.
    Good,
    /// Worth a look.
    Notable,
    /// Blocked, not found, given up.
    Bad,
}

/// A row of the tree.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// Steps of indentation.
    pub depth: usize,
    /// What it is about.
    pub label: String,
    /// What is said of it.
    pub value: String,
    /// How that is meant.
    pub tone: Tone,
    /// Whether it is the row to look at first.
    pub alert: bool,
    /// What folds and unfolds it, when rows belong to it: its place in the tree.
    pub folds: Option<String>,
    /// Whether it is folded until it is unfolded.
    pub folded: bool,
    /// What it is about in the picture.
    pub subject: Option<Subject>,
    /// Its value in full.
    pub exact: Option<Exact>,
    /// The rounds of a search for a touch time, drawn in place of a value.
    pub rounds: Vec<Round>,
}

/// One round of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// 1: along the planes' touch times; 2: halving the bracket.
    pub phase: u32,
    /// Fraction of the step that was tried.
    pub time: f64,
    /// Whether the sphere was clear there.
    pub clear: bool,
}

impl Row {
    /// Says what it is about in the picture.
    pub(crate) fn about(&mut self, subject: Subject) -> &mut Self {
        self.subject = Some(subject);
        self
    }

    /// Says its value in full.
    pub(crate) fn exactly(&mut self, exact: Exact) -> &mut Self {
        self.exact = Some(exact);
        self
    }
}

/// The rows that show when those in `unfolded` have been turned over, with their place in the list.
#[must_use]
pub(crate) fn visible<'a>(rows: &'a [Row], turned: &BTreeSet<String>) -> Vec<&'a Row> {
    let mut hidden_below: Option<usize> = None;
    let mut all = Vec::new();
    for row in rows {
        if hidden_below.is_some_and(|depth| row.depth > depth) {
            continue;
        }
        hidden_below = None;
        all.push(row);
        if is_folded(row, turned) {
            hidden_below = Some(row.depth);
        }
    }
    all
}

/// Whether the rows of `row` are hidden.
#[must_use]
pub(crate) fn is_folded(row: &Row, turned: &BTreeSet<String>) -> bool {
    row.folds
        .as_ref()
        .is_some_and(|key| row.folded != turned.contains(key))
}

/// Unfolds what the rows about `subject` are folded into; says whether there are such rows.
pub(crate) fn reveal(rows: &[Row], subject: &Subject, turned: &mut BTreeSet<String>) -> bool {
    let mut above: Vec<&Row> = Vec::new();
    let mut found = false;
    for row in rows {
        above.retain(|parent| parent.depth < row.depth);
        if row.subject.is_some_and(|of| of.is_like(subject)) {
            found = true;
            for key in above.iter().filter_map(|parent| parent.folds.clone()) {
                let parent = above.iter().find(|p| p.folds.as_ref() == Some(&key));
                if parent.is_some_and(|parent| is_folded(parent, turned)) && !turned.remove(&key) {
                    turned.insert(key);
                }
            }
        }
        if row.folds.is_some() {
            above.push(row);
        }
    }
    found
}
