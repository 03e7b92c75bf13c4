//! The files that were opened last.

/// Most of them that are kept.
const MOST: usize = 12;

/// Files and names of shipped scenes as the user opened them, the last one first; each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recent(Vec<String>);

impl Recent {
    /// Those of `list`, of which later repetitions, empty ones and what is too many are left out.
    #[must_use]
    pub fn of(list: impl IntoIterator<Item = String>) -> Self {
        let mut recent = Self::default();
        for entry in list {
            if recent.0.len() < MOST && !entry.is_empty() && !recent.0.contains(&entry) {
                recent.0.push(entry);
            }
        }
        recent
    }

    /// Puts `entry` first, as it was opened just now.
    pub fn push(&mut self, entry: &str) {
        self.remove(entry);
        if !entry.is_empty() {
            self.0.insert(0, entry.to_owned());
            self.0.truncate(MOST);
        }
    }

    /// Forgets `entry`, as it is not there any more.
    pub fn remove(&mut self, entry: &str) {
        self.0.retain(|known| known != entry);
    }

    /// All, the last one first.
    #[must_use]
    pub fn list(&self) -> &[String] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_one_is_first_and_none_is_there_twice() {
        let mut recent = Recent::default();
        for entry in ["a", "b", "a", "c", ""] {
            recent.push(entry);
        }
        assert_eq!(recent.list(), ["c", "a", "b"]);
        recent.remove("a");
        assert_eq!(recent.list(), ["c", "b"]);
        let many = (0..40).map(|n| (n % 30).to_string());
        let mut recent = Recent::of(many);
        assert_eq!(recent.list().len(), MOST);
        assert_eq!(recent.list()[0], "0");
        recent.push("new");
        assert_eq!((recent.list().len(), &*recent.list()[0]), (MOST, "new"));
        assert_eq!(recent.list()[MOST - 1], "10");
    }
}
