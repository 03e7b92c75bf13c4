//! Lines that tell the user what was done and what went wrong.

use bevy::prelude::Resource;

use super::command::{Notice, Tone};

/// The notices that are shown, oldest first.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Notices(pub Vec<Notice>);

impl Notices {
    /// Most notices at a time; the oldest make room.
    const MOST: usize = 4;

    /// Shows a notice; one that is shown already is not shown twice, and a new success takes away the last one.
    pub fn add(&mut self, notice: Notice) {
        if self.0.contains(&notice) {
            return;
        }
        if notice.tone == Tone::Done {
            self.0.retain(|shown| shown.tone != Tone::Done);
        }
        self.0.push(notice);
        if self.0.len() > Self::MOST {
            self.0.remove(0);
        }
    }

    /// Shows what is being done, in the place of what was being done.
    pub fn progress(&mut self, text: &str) {
        let mut shown = self.0.iter_mut().filter(|one| one.tone == Tone::Progress);
        match shown.next() {
            Some(notice) => text.clone_into(&mut notice.text),
            None => self.0.push(Notice {
                tone: Tone::Progress,
                text: text.to_owned(),
            }),
        }
    }

    /// Nothing is being done any more.
    pub fn end_progress(&mut self) {
        self.0.retain(|notice| notice.tone != Tone::Progress);
    }

    /// Takes away the notice at `index`.
    pub fn dismiss(&mut self, index: usize) {
        if index < self.0.len() {
            self.0.remove(index);
        }
    }
}
