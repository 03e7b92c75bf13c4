//! What a user is told of the records that cannot be run, and of those that begin far from their cell.

use super::read::Record;
use super::seed::{Misplaced, Refusal, Space, captured, misplaced};
use crate::formats::text::{count, either};
use crate::lane::Captured;
use crate::world::World;

/// Records that are left out for reasons of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Why the first of them is.
    pub refusal: Refusal,
    /// The line of the first.
    pub line: u32,
    /// How many there are.
    pub records: u64,
}

/// What is odd about the records of a capture that were to be run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LeftOut {
    /// The kinds of reasons, in the order of their first lines.
    pub reasons: Vec<Reason>,
    /// The first record that begins far from the block of its cell, its line, and how many do.
    misplaced: Option<(Misplaced, u32, u64)>,
}

impl LeftOut {
    /// As [`captured`]; what is odd about the record is kept.
    ///
    /// # Errors
    /// Those of [`captured`].
    pub fn captured(
        &mut self,
        record: &Record,
        world: &World,
        space: Space,
    ) -> Result<Captured, Refusal> {
        if let Some(at) = misplaced(record, space) {
            self.misplaced.get_or_insert((at, record.line, 0)).2 += 1;
        }
        let made = captured(record, world, space);
        if let Err(refusal) = &made {
            let known = self.reasons.iter_mut();
            match known
                .into_iter()
                .find(|reason| reason.refusal.is_like(refusal))
            {
                Some(reason) => reason.records += 1,
                None => self.reasons.push(Reason {
                    refusal: refusal.clone(),
                    line: record.line,
                    records: 1,
                }),
            }
        }
        made
    }

    /// How many records are left out.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.reasons.iter().map(|reason| reason.records).sum()
    }

    /// What a user should know of it, one sentence each, which begin with a line of the capture.
    #[must_use]
    pub fn warnings(&self) -> Vec<String> {
        self.refused().into_iter().chain(self.far()).collect()
    }

    /// That records are left out, with the first of them.
    fn refused(&self) -> Option<String> {
        let Reason { refusal, line, .. } = self.reasons.first()?;
        let records = self.records();
        Some(format!(
            "{line}: {refusal} ({} cannot be run and {} left out)",
            count(records, "record"),
            either(records, "is", "are")
        ))
    }

    /// That positions seem to count from another block, with the first record of which they do.
    #[must_use]
    pub fn far(&self) -> Option<String> {
        let (at, line, records) = self.misplaced.as_ref()?;
        let records = count(*records, "record");
        Some(format!("{line}: {at} ({records})"))
    }
}
