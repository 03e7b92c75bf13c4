//! What can be wrong with a policy text; every error lists what would have been right.

use super::{Form, PRESETS, Row, SWITCHES, Switch};

/// Why a policy text, or a part of one, could not be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PolicyError {
    /// The first word is no preset.
    #[error("unknown preset `{word}`; known: {known}")]
    UnknownPreset {
        /// The word, cut where it is long.
        word: String,
        /// The known presets.
        known: String,
    },
    /// The word before `=` is neither a switch nor a row.
    #[error("unknown switch `{word}`; known: {known}")]
    UnknownSwitch {
        /// The word, cut where it is long.
        word: String,
        /// The known switches and rows.
        known: String,
    },
    /// The word after `=` is no value of the switch.
    #[error("unknown value `{word}` of {switch}; known: {known}")]
    UnknownValue {
        /// The switch or row.
        switch: &'static str,
        /// The word, cut where it is long.
        word: String,
        /// The known values.
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
        Self::UnknownPreset {
            word: cut(word),
            known: join(PRESETS.iter().map(|preset| preset.name)),
        }
    }

    pub(super) fn unknown_switch(word: &str) -> Self {
        let names = SWITCHES
            .iter()
            .map(|switch| switch.name)
            .chain(Row::ALL.iter().map(|row| row.name()));
        Self::UnknownSwitch {
            word: cut(word),
            known: join(names),
        }
    }

    pub(super) fn unknown_value(switch: &Switch, word: &str) -> Self {
        let known = join(
            switch
                .choices
                .iter()
                .map(|choice| choice.word)
                .chain(switch.pattern),
        );
        Self::UnknownValue {
            switch: switch.name,
            word: cut(word),
            known,
        }
    }

    pub(super) fn unknown_form(row: Row, word: &str) -> Self {
        Self::UnknownValue {
            switch: row.name(),
            word: cut(word),
            known: join(Form::ALL.iter().map(|form| form.word())),
        }
    }
}

fn join<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.collect::<Vec<_>>().join(", ")
}

/// Foreign text as an error shows it: a scene may hold a megabyte where a word belongs.
pub(super) fn cut(text: &str) -> String {
    match text.char_indices().nth(60) {
        Some((end, _)) => format!("{}..", &text[..end]),
        None => text.to_owned(),
    }
}
