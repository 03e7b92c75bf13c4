//! What can be wrong with a policy text; every error tells what may have been meant.

use crate::nearest::{MOST_MEANT, meant, nearest_first, question};

use super::{Form, PRESETS, Row, SWITCHES, Switch};

/// Why a policy text, or a part of one, could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// The first word is no preset.
    #[error(
        "unknown preset `{word}`{} `sweepscope help policies` lists them",
        question(nearest)
    )]
    UnknownPreset {
        /// The word, cut where it is long.
        word: String,
        /// The presets that are like it, at most five, the most like it first.
        nearest: Vec<&'static str>,
    },
    /// The word before `=` is neither a switch nor a row.
    #[error(
        "unknown switch `{word}`{} `sweepscope help policies` lists them",
        question(nearest)
    )]
    UnknownSwitch {
        /// The word, cut where it is long.
        word: String,
        /// The switches and rows that are like it, at most five, the most like it first.
        nearest: Vec<&'static str>,
    },
    /// The word after `=` is no value of the switch.
    #[error("unknown value `{word}` of {switch}; {known}; `sweepscope help policies` lists them")]
    UnknownValue {
        /// The switch or row.
        switch: &'static str,
        /// The word, cut where it is long.
        word: String,
        /// The known values, the most like it first, or of more than five the nearest five; after `known: ` or `nearest: `.
        known: String,
    },
    /// A part after the preset has no `=`.
    #[error("`{part}` is not SWITCH=VALUE, as in `retail+steps=equal-slices`")]
    NoAssignment {
        /// The part, cut where it is long.
        part: String,
    },
    /// The text holds a space or a comma.
    #[error(
        "`{text}` has a space or a comma; a policy is written without, as in `retail+steps=equal-slices`"
    )]
    Separator {
        /// The text, cut where it is long.
        text: String,
    },
}

impl PolicyError {
    pub(super) fn unknown_preset(word: &str) -> Self {
        let word = cut(word);
        let names = PRESETS.iter().map(|preset| preset.name);
        Self::UnknownPreset {
            nearest: meant(&word, names.map(|name| (name, [name]))),
            word,
        }
    }

    pub(super) fn unknown_switch(word: &str) -> Self {
        let word = cut(word);
        let names = SWITCHES
            .iter()
            .map(|switch| switch.name)
            .chain(Row::ALL.iter().map(|row| row.name()));
        Self::UnknownSwitch {
            nearest: meant(&word, names.map(|name| (name, [name]))),
            word,
        }
    }

    pub(super) fn unknown_value(switch: &Switch, word: &str) -> Self {
        let known = switch.choices.iter().map(|choice| choice.word);
        Self::value(switch.name, word, known, switch.pattern)
    }

    pub(super) fn unknown_form(row: Row, word: &str) -> Self {
        let known = Form::ALL.iter().map(|form| form.word());
        Self::value(row.name(), word, known, None)
    }

    fn value(
        switch: &'static str,
        word: &str,
        known: impl Iterator<Item = &'static str>,
        pattern: Option<&'static str>,
    ) -> Self {
        let word = cut(word);
        let mut words = nearest_first(&word, known);
        let told = match words.len() > MOST_MEANT {
            true => "nearest",
            false => "known",
        };
        words.truncate(MOST_MEANT);
        words.extend(pattern);
        Self::UnknownValue {
            switch,
            known: format!("{told}: {}", words.join(", ")),
            word,
        }
    }
}

/// Foreign text as an error shows it: a scene may hold a megabyte where a word belongs.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_owned(),
    }
}
