//! Which keys do what: those of the list of actions, or those that the user has put in their place.

use std::collections::BTreeMap;

use bevy::input::keyboard::Key;
use bevy::prelude::KeyCode;
use bevy_egui::egui::{Context, Id};

use super::actions::{ACTIONS, Action};
use super::command::Command;
use super::keys::{Held, place, types};
use super::text;
use crate::config::{self, Chord};

/// Keys that stand in the place of an action's own, by its name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keymap(pub BTreeMap<String, Vec<Chord>>);

impl Keymap {
    /// The keys of an action.
    #[must_use]
    pub(super) fn chords<'a>(&'a self, action: &'a Action) -> &'a [Chord] {
        self.0.get(action.name).map_or(action.chords, Vec::as_slice)
    }

    /// Whether an action has other keys than it comes with.
    #[must_use]
    pub(super) fn is_changed(&self, action: &Action) -> bool {
        self.0.contains_key(action.name)
    }

    /// All keys of an action as a line; empty without any.
    #[must_use]
    pub(super) fn line(&self, action: &Action) -> String {
        let keys: Vec<String> = self.chords(action).iter().map(Chord::to_string).collect();
        keys.join("  ")
    }

    /// The key of a command as text, when it has one.
    #[must_use]
    pub(super) fn shortcut(&self, command: &Command) -> Option<String> {
        let mut all = ACTIONS.iter();
        let action = all.find(|action| (action.command)() == *command)?;
        self.chords(action).first().map(ToString::to_string)
    }

    /// The action that a pressed key means.
    #[must_use]
    pub(super) fn action(
        &self,
        logical: &Key,
        code: KeyCode,
        held: Held,
    ) -> Option<&'static Action> {
        let is = |chord: &Chord| chord.is(logical, code, held);
        ACTIONS
            .iter()
            .find(|action| self.chords(action).iter().any(is))
    }

    /// Gives an action this one key.
    ///
    /// # Errors
    /// Why it cannot have it, in words.
    pub(super) fn bind(&mut self, name: &str, chord: Chord) -> Result<(), String> {
        let has_name = |action: &&Action| action.name == name;
        let Some(action) = ACTIONS.iter().find(has_name) else {
            return Err(text::no_action(name));
        };
        if is_reserved(chord) {
            return Err(text::key_reserved(chord));
        }
        let mut others = ACTIONS.iter().filter(|other| other.name != name);
        if let Some(other) = others.find(|other| self.chords(other).contains(&chord)) {
            return Err(text::key_taken(chord, other.name));
        }
        if action.chords == [chord] {
            self.0.remove(name);
        } else {
            self.0.insert(name.to_owned(), vec![chord]);
        }
        Ok(())
    }

    /// Gives an action its own keys back, or all of them theirs.
    ///
    /// # Errors
    /// One of them is another action's by now.
    pub(super) fn restore(&mut self, name: Option<&str>) -> Result<(), String> {
        let Some(name) = name else {
            self.0.clear();
            return Ok(());
        };
        let before = self.0.remove(name);
        let mut all = ACTIONS.iter();
        let own = all
            .find(|action| action.name == name)
            .map_or(&[][..], |action| action.chords);
        let others = || ACTIONS.iter().filter(|other| other.name != name);
        let taken = own.iter().find_map(|chord| {
            let other = others().find(|other| self.chords(other).contains(chord))?;
            Some(text::key_taken(*chord, other.name))
        });
        match (taken, before) {
            (Some(why), Some(before)) => {
                self.0.insert(name.to_owned(), before);
                Err(why)
            }
            _ => Ok(()),
        }
    }

    /// What is odd about keys that come from a file, a line each; what cannot be is left out.
    pub(super) fn check(&mut self) -> Vec<String> {
        let known: Vec<&str> = ACTIONS.iter().map(|action| action.name).collect();
        let mut lines = Vec::new();
        self.0.retain(|name, chords| {
            if !known.contains(&name.as_str()) {
                // The file keeps it: another version may know the action.
                return true;
            }
            chords.retain(|chord| {
                let reserved = is_reserved(*chord);
                if reserved {
                    lines.push(text::key_reserved(*chord));
                }
                !reserved
            });
            true
        });
        let all = ACTIONS
            .iter()
            .map(|action| (action.name, self.chords(action)));
        for conflict in config::conflicts(all) {
            lines.push(text::keys_conflict(&conflict));
        }
        lines
    }

    /// Leaves the keys where widgets find them.
    pub(super) fn show(&self, context: &Context) {
        let id = Id::new("keymap");
        let same = context.data(|data| data.get_temp::<Self>(id).is_some_and(|now| now == *self));
        if !same {
            context.data_mut(|data| data.insert_temp(id, self.clone()));
        }
    }
}

/// The key of a command as text, when it has one, with the keys that were shown to `context`.
#[must_use]
pub(super) fn shortcut(context: &Context, command: &Command) -> Option<String> {
    let keys: Option<Keymap> = context.data(|data| data.get_temp(Id::new("keymap")));
    keys.unwrap_or_default().shortcut(command)
}

/// Esc always closes and cancels, and Ctrl with a digit goes to cameras.
fn is_reserved(chord: Chord) -> bool {
    match chord.key {
        config::Key::Named(name) => name == "Esc",
        config::Key::Sign(c) => chord.ctrl && !chord.alt && ('1'..='9').contains(&c),
    }
}

/// The chord of a pressed key; none of one that cannot be bound.
#[must_use]
pub(super) fn chord_of(logical: &Key, code: KeyCode, held: Held) -> Option<Chord> {
    let chord = |shift, key| Chord {
        ctrl: held.ctrl,
        alt: held.alt,
        shift,
        key,
    };
    if let Some(name) = config::NAMED
        .iter()
        .find(|name| code_of(name) == Some(code))
    {
        return Some(chord(held.shift, config::Key::Named(name)));
    }
    // What `Chord::is` takes for this sign with or without Shift is bound without.
    if types(logical, '?') {
        return Some(chord(false, config::Key::Sign('?')));
    }
    let printed = match logical {
        Key::Character(typed) => typed
            .chars()
            .next()
            .filter(|c| !c.is_control() && !c.is_whitespace()),
        _ => None,
    };
    let letter = printed
        .filter(|c| c.is_alphabetic())
        .map(|c| c.to_lowercase().next().unwrap_or(c));
    let sign = letter
        .or_else(|| SIGNS.chars().find(|c| place(*c) == Some(code)))
        .or(printed)?;
    Some(chord(held.shift, config::Key::Sign(sign)))
}

/// The signs that have a place of their own.
const SIGNS: &str = "0123456789-=.,[]\\/`";

/// The key of a name in [`config::NAMED`].
#[must_use]
pub(super) fn code_of(name: &str) -> Option<KeyCode> {
    Some(match name {
        "Space" => KeyCode::Space,
        "Enter" => KeyCode::Enter,
        "Tab" => KeyCode::Tab,
        "Backspace" => KeyCode::Backspace,
        "Delete" => KeyCode::Delete,
        "Insert" => KeyCode::Insert,
        "Esc" => KeyCode::Escape,
        "Left" => KeyCode::ArrowLeft,
        "Right" => KeyCode::ArrowRight,
        "Up" => KeyCode::ArrowUp,
        "Down" => KeyCode::ArrowDown,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PageUp" => KeyCode::PageUp,
        "PageDown" => KeyCode::PageDown,
        "F1" => KeyCode::F1,
        "F2" => KeyCode::F2,
        "F3" => KeyCode::F3,
        "F4" => KeyCode::F4,
        "F5" => KeyCode::F5,
        "F6" => KeyCode::F6,
        "F7" => KeyCode::F7,
        "F8" => KeyCode::F8,
        "F9" => KeyCode::F9,
        "F10" => KeyCode::F10,
        "F11" => KeyCode::F11,
        "F12" => KeyCode::F12,
        "Numpad 0" => KeyCode::Numpad0,
        "Numpad 1" => KeyCode::Numpad1,
        "Numpad 2" => KeyCode::Numpad2,
        "Numpad 3" => KeyCode::Numpad3,
        "Numpad 4" => KeyCode::Numpad4,
        "Numpad 5" => KeyCode::Numpad5,
        "Numpad 6" => KeyCode::Numpad6,
        "Numpad 7" => KeyCode::Numpad7,
        "Numpad 8" => KeyCode::Numpad8,
        "Numpad 9" => KeyCode::Numpad9,
        "Numpad ." => KeyCode::NumpadDecimal,
        "Numpad +" => KeyCode::NumpadAdd,
        "Numpad -" => KeyCode::NumpadSubtract,
        "Numpad *" => KeyCode::NumpadMultiply,
        "Numpad /" => KeyCode::NumpadDivide,
        "Numpad Enter" => KeyCode::NumpadEnter,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chord(text: &str) -> Chord {
        text.parse().unwrap()
    }

    #[test]
    fn every_named_key_is_a_key() {
        let codes: Vec<KeyCode> = config::NAMED
            .iter()
            .map(|name| code_of(name).unwrap())
            .collect();
        for (k, code) in codes.iter().enumerate() {
            assert!(!codes[k + 1..].contains(code), "{code:?}");
        }
    }

    #[test]
    fn names_of_actions_are_unique_as_the_file_goes_by_them() {
        for (k, action) in ACTIONS.iter().enumerate() {
            let same = |other: &Action| other.name == action.name;
            assert!(!ACTIONS[k + 1..].iter().any(same), "{}", action.name);
        }
    }

    #[test]
    fn another_key_takes_the_place_of_the_own_ones() {
        let mut keys = Keymap::default();
        keys.bind(text::RESTART, chord("Ctrl+Shift+R")).unwrap();
        assert_eq!(
            keys.shortcut(&Command::Restart).as_deref(),
            Some("Ctrl+Shift+R")
        );
        let press = |keys: &Keymap, shift| {
            let held = Held {
                ctrl: shift,
                shift,
                alt: false,
            };
            keys.action(&Key::Character("r".into()), KeyCode::KeyR, held)
                .map(|action| action.name)
        };
        assert_eq!(press(&keys, true), Some(text::RESTART));
        assert_eq!(press(&keys, false), None, "the own key is free");
        keys.bind(text::MARK, chord("R")).unwrap();
        assert_eq!(press(&keys, false), Some(text::MARK));
        // Its own key is another's now: it cannot have it back before that one lets go.
        let why = keys.restore(Some(text::RESTART)).unwrap_err();
        assert!(why.contains(text::MARK), "{why}");
        keys.restore(Some(text::MARK)).unwrap();
        keys.restore(Some(text::RESTART)).unwrap();
        assert_eq!(keys, Keymap::default());
    }

    #[test]
    fn taken_and_reserved_keys_are_refused() {
        let mut keys = Keymap::default();
        for (wanted, word) in [
            ("Ctrl+K", text::PALETTE),
            ("Esc", "Esc"),
            ("Ctrl+3", "Ctrl+3"),
            ("M", text::MARK),
        ] {
            let why = keys.bind(text::RESTART, chord(wanted)).unwrap_err();
            assert!(why.contains(word), "{why}");
        }
        assert_eq!(keys, Keymap::default());
        keys.bind(text::RESTART, chord("R")).unwrap();
        assert_eq!(keys, Keymap::default(), "its own key is no change");
    }

    #[test]
    fn what_a_file_has_wrong_is_told() {
        let mut keys = Keymap::default();
        keys.0
            .insert(text::MARK.to_owned(), vec![chord("R"), chord("Esc")]);
        keys.0.insert("Fly away".to_owned(), vec![chord("Q")]);
        let lines = keys.check();
        assert_eq!(lines.len(), 2, "{lines:?}");
        assert_eq!(keys.0[text::MARK], [chord("R")]);
    }

    /// What is pressed for an action is what means it afterwards, on any keyboard.
    #[test]
    fn what_is_bound_is_met_again() {
        for (typed, code, ctrl, shift) in [
            ("q", KeyCode::KeyQ, false, false),
            ("Q", KeyCode::KeyQ, true, true),
            (">", KeyCode::Period, false, true),
            ("&", KeyCode::Digit1, false, false),
            ("?", KeyCode::Slash, false, true),
            ("\u{f6}", KeyCode::Semicolon, false, false),
            ("#", KeyCode::Backslash, true, false),
        ] {
            let (logical, held) = (
                Key::Character(typed.into()),
                Held {
                    ctrl,
                    shift,
                    alt: false,
                },
            );
            let chord = chord_of(&logical, code, held).unwrap();
            assert!(chord.is(&logical, code, held), "{typed}: {chord}");
        }
        let held = Held {
            ctrl: false,
            shift: true,
            alt: true,
        };
        let named = chord_of(&Key::F7, KeyCode::F7, held).unwrap();
        assert_eq!(named.to_string(), "Shift+Alt+F7");
    }

    /// Every command of the list can be had by a key or by the palette, which lists all but itself and Esc.
    #[test]
    fn every_action_is_within_reach() {
        for action in ACTIONS {
            let in_palette = !matches!((action.command)(), Command::Palette | Command::Cancel);
            assert!(in_palette || !action.chords.is_empty(), "{}", action.name);
        }
    }
}
