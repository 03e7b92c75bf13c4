//! Keys with their modifiers as text: `Ctrl+K`, `Shift+.`, `Alt+Left`, `Numpad .`.

use std::fmt;
use std::str::FromStr;

/// The keys that have a name instead of a sign, as they are written.
pub const NAMED: &[&str] = &[
    "Space",
    "Enter",
    "Tab",
    "Backspace",
    "Delete",
    "Insert",
    "Esc",
    "Left",
    "Right",
    "Up",
    "Down",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
    "Numpad 0",
    "Numpad 1",
    "Numpad 2",
    "Numpad 3",
    "Numpad 4",
    "Numpad 5",
    "Numpad 6",
    "Numpad 7",
    "Numpad 8",
    "Numpad 9",
    "Numpad .",
    "Numpad +",
    "Numpad -",
    "Numpad *",
    "Numpad /",
    "Numpad Enter",
];

/// A key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Key {
    /// A letter, in lower case, or another sign that is no blank.
    Sign(char),
    /// One of [`NAMED`].
    Named(&'static str),
}

/// A key with its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Chord {
    /// Control, or Command on a Mac.
    pub ctrl: bool,
    /// Alt.
    pub alt: bool,
    /// Shift.
    pub shift: bool,
    /// The key.
    pub key: Key,
}

/// Why a text is no chord.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is no key: {problem}")]
pub struct ChordError {
    /// The text.
    pub text: String,
    /// What is wrong, and what was expected.
    pub problem: String,
}

/// The modifiers in the order in which they are written.
const MODIFIERS: [&str; 3] = ["Ctrl", "Shift", "Alt"];

/// What follows `word` and a `+` at the beginning of `text`, whatever its case.
fn behind<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let (start, rest) = text.split_at_checked(word.len())?;
    let rest = rest.trim_start().strip_prefix('+')?;
    start.eq_ignore_ascii_case(word).then(|| rest.trim_start())
}

impl FromStr for Chord {
    type Err = ChordError;

    fn from_str(text: &str) -> Result<Self, ChordError> {
        let wrong = |problem: String| ChordError {
            text: text.to_owned(),
            problem,
        };
        let mut rest = text.trim();
        let mut held = [false; 3];
        while let Some((index, tail)) = MODIFIERS
            .iter()
            .enumerate()
            .find_map(|(index, word)| Some((index, behind(rest, word)?)))
        {
            if std::mem::replace(&mut held[index], true) {
                return Err(wrong(format!("{} stands twice", MODIFIERS[index])));
            }
            rest = tail;
        }
        let named = NAMED.iter().find(|name| name.eq_ignore_ascii_case(rest));
        let mut letters = rest.chars();
        let key = match (named, letters.next(), letters.next()) {
            (Some(name), ..) => Key::Named(name),
            (None, Some(c), None) if !c.is_control() => Key::Sign(lower(c)),
            (None, None, _) => return Err(wrong("a key is missing".to_owned())),
            _ => {
                let known = NAMED.join(", ");
                return Err(wrong(format!(
                    "`{rest}` is neither one letter or sign nor one of {known}"
                )));
            }
        };
        let [ctrl, shift, alt] = held;
        Ok(Self {
            ctrl,
            alt,
            shift,
            key,
        })
    }
}

/// A letter in lower case, where that is one letter.
fn lower(c: char) -> char {
    let mut lower = c.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) => lower,
        _ => c,
    }
}

impl fmt::Display for Chord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let held = [self.ctrl, self.shift, self.alt];
        for (name, _) in MODIFIERS.iter().zip(held).filter(|(_, held)| *held) {
            write!(f, "{name}+")?;
        }
        match self.key {
            // A letter that has no single capital is written as it is.
            Key::Sign(c) => {
                let mut upper = c.to_uppercase();
                let shown = match (upper.next(), upper.next()) {
                    (Some(upper), None) if lower(upper) == c => upper,
                    _ => c,
                };
                write!(f, "{shown}")
            }
            Key::Named(name) => f.write_str(name),
        }
    }
}

/// A chord that two actions have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The chord.
    pub chord: Chord,
    /// The action that comes first in the list, and keeps it.
    pub first: String,
    /// The other one.
    pub second: String,
}

/// The chords that more than one of `actions`, name and keys each, has.
#[must_use]
pub fn conflicts<'a>(actions: impl IntoIterator<Item = (&'a str, &'a [Chord])>) -> Vec<Conflict> {
    let mut taken: std::collections::BTreeMap<&Chord, &str> = std::collections::BTreeMap::new();
    let mut conflicts = Vec::new();
    for (name, chords) in actions {
        for chord in chords {
            match taken.get(chord) {
                Some(first) if *first != name => conflicts.push(Conflict {
                    chord: *chord,
                    first: (*first).to_owned(),
                    second: name.to_owned(),
                }),
                Some(_) => {}
                None => {
                    taken.insert(chord, name);
                }
            }
        }
    }
    conflicts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn chords_are_read_as_people_write_them() {
        for (text, shown) in [
            ("Ctrl+K", "Ctrl+K"),
            ("ctrl + k", "Ctrl+K"),
            ("Shift+.", "Shift+."),
            ("alt+shift+ctrl+left", "Ctrl+Shift+Alt+Left"),
            ("numpad .", "Numpad ."),
            ("F12", "F12"),
            ("f", "F"),
            ("Ctrl++", "Ctrl++"),
            ("+", "+"),
            ("Ö", "Ö"),
            ("ß", "ß"),
        ] {
            let chord: Chord = text.parse().unwrap();
            assert_eq!(chord.to_string(), shown);
            assert_eq!(shown.parse(), Ok(chord));
        }
        let chord: Chord = "Ctrl+Shift+P".parse().unwrap();
        assert!(chord.ctrl && chord.shift && !chord.alt && chord.key == Key::Sign('p'));
    }

    #[test]
    fn what_is_no_chord_is_said() {
        for (text, problem) in [
            ("", "a key is missing"),
            ("Ctrl+", "a key is missing"),
            ("Ctrl", "neither one letter"),
            ("Ctrl+Ctrl+K", "Ctrl stands twice"),
            ("Strg+K", "neither one letter"),
            ("Ctrl+Banana", "`Banana` is neither"),
            ("ab", "`ab` is neither"),
        ] {
            let error = text.parse::<Chord>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("`{text}`")), "{error}");
            assert!(error.contains(problem), "{error}");
        }
    }

    #[test]
    fn two_actions_with_one_key_are_told_of() {
        let keys = |texts: &[&str]| -> Vec<Chord> {
            texts.iter().map(|text| text.parse().unwrap()).collect()
        };
        let (play, step, mark) = (
            keys(&["Space", "P"]),
            keys(&[".", "Shift+P"]),
            keys(&["p", "."]),
        );
        let found = conflicts([("Play", &*play), ("Step", &*step), ("Mark", &*mark)]);
        let shown: Vec<String> = found
            .iter()
            .map(|c| format!("{} {} {}", c.chord, c.first, c.second))
            .collect();
        assert_eq!(shown, ["P Play Mark", ". Step Mark"]);
        assert_eq!(conflicts([("Play", &*play), ("Play", &*play)]), []);
    }

    proptest! {
        #[test]
        fn whatever_is_shown_is_read_again(
            ctrl: bool, alt: bool, shift: bool, sign in any::<char>(), name in 0..NAMED.len(), named: bool,
        ) {
            prop_assume!(named || !(sign.is_control() || sign.is_whitespace()));
            let key = if named { Key::Named(NAMED[name]) } else { Key::Sign(lower(sign)) };
            let chord = Chord { ctrl, alt, shift, key };
            prop_assert_eq!(chord.to_string().parse(), Ok(chord));
        }

        #[test]
        fn no_text_is_too_odd(text in ".{0,12}") {
            if let Ok(chord) = text.parse::<Chord>() {
                prop_assert_eq!(chord.to_string().parse(), Ok(chord));
            }
        }
    }
}
