//! Keys, and the list of actions that menus, the palette and the list of keys show.
//!
//! Letters go by what is printed on them, digits and signs by that or by their place, so that keyboards of every country
//! work; flying goes by place alone.

use std::time::{Duration, Instant};

use bevy::input::ButtonState;
use bevy::input::keyboard::{Key, KeyboardFocusLost, KeyboardInput};
use bevy::prelude::*;
use glam::DVec3;

use super::ViewSystems;
use super::actions::{ACTIONS, Action, Group};
use super::browser::Browser;
use super::command::{Asked, Command};
use super::drive;
use super::gallery::Gallery;
use super::keymap::{self, Keymap};
use super::playback::Playback;
use super::settings::Settings;
use super::views::{Motion, Pane, Views};
use crate::config::{Chord, Key as Press};

/// A key that swaps lanes and is held for longer swaps them back when it is let go.
const BLINK: Duration = Duration::from_millis(300);

/// The modifiers that are held.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Held {
    /// Control, or Command on a Mac.
    pub ctrl: bool,
    /// Shift.
    pub shift: bool,
    /// Alt.
    pub alt: bool,
}

impl Held {
    /// Takes note when `code` is a modifier that went down or up; says whether it is one.
    fn follow(&mut self, code: KeyCode, down: bool) -> bool {
        let place = match code {
            KeyCode::ControlLeft
            | KeyCode::ControlRight
            | KeyCode::SuperLeft
            | KeyCode::SuperRight => &mut self.ctrl,
            KeyCode::ShiftLeft | KeyCode::ShiftRight => &mut self.shift,
            KeyCode::AltLeft | KeyCode::AltRight => &mut self.alt,
            _ => return false,
        };
        *place = down;
        true
    }
}

impl Chord {
    /// Whether a pressed key with `held` modifiers is this chord.
    #[must_use]
    pub(in crate::viewer) fn is(&self, logical: &Key, code: KeyCode, held: Held) -> bool {
        if (self.ctrl, self.alt) != (held.ctrl, held.alt) {
            return false;
        }
        match self.key {
            Press::Named(wanted) => {
                keymap::code_of(wanted) == Some(code) && self.shift == held.shift
            }
            // A sign that needs Shift on some keyboards is itself with or without it.
            Press::Sign('?') => types(logical, '?') || (place('/') == Some(code) && held.shift),
            Press::Sign(c) if c.is_ascii_alphabetic() => {
                types(logical, c) && self.shift == held.shift
            }
            Press::Sign(c) => {
                let by_place = place(c) == Some(code);
                // Signs are typed without Shift here and with Shift elsewhere; their place decides what Shift means.
                (by_place || types(logical, c)) && self.shift == held.shift
            }
        }
    }
}

pub(super) fn types(logical: &Key, c: char) -> bool {
    match logical {
        Key::Character(typed) => typed.chars().eq([c]) || typed.to_lowercase().chars().eq([c]),
        _ => false,
    }
}

/// Where a sign is on the keyboards that have it without Shift.
pub(super) fn place(c: char) -> Option<KeyCode> {
    Some(match c {
        '0' => KeyCode::Digit0,
        '1' => KeyCode::Digit1,
        '2' => KeyCode::Digit2,
        '3' => KeyCode::Digit3,
        '4' => KeyCode::Digit4,
        '5' => KeyCode::Digit5,
        '6' => KeyCode::Digit6,
        '7' => KeyCode::Digit7,
        '8' => KeyCode::Digit8,
        '9' => KeyCode::Digit9,
        '-' => KeyCode::Minus,
        '=' => KeyCode::Equal,
        '.' => KeyCode::Period,
        ',' => KeyCode::Comma,
        '[' => KeyCode::BracketLeft,
        ']' => KeyCode::BracketRight,
        '\\' => KeyCode::Backslash,
        '/' => KeyCode::Slash,
        '`' => KeyCode::Backquote,
        _ => return None,
    })
}

/// What the panels say of the hands: who has the keyboard, and whether the camera is being flown.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hands {
    /// A text field has the keyboard.
    pub types: bool,
    /// Some widget has the keyboard.
    pub focuses: bool,
    /// The view that is flown through.
    pub flies: Option<Pane>,
}

/// Keys as commands.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hands>()
        .add_message::<KeyboardInput>()
        .add_message::<KeyboardFocusLost>()
        .init_resource::<ButtonInput<KeyCode>>()
        .add_systems(Update, (press, fly).before(ViewSystems::Commands));
}

fn held(keys: &ButtonInput<KeyCode>) -> Held {
    let any = |codes: &[KeyCode]| keys.any_pressed(codes.iter().copied());
    Held {
        ctrl: any(&[
            KeyCode::ControlLeft,
            KeyCode::ControlRight,
            KeyCode::SuperLeft,
            KeyCode::SuperRight,
        ]),
        shift: any(&[KeyCode::ShiftLeft, KeyCode::ShiftRight]),
        alt: any(&[KeyCode::AltLeft, KeyCode::AltRight]),
    }
}

/// Reads keys in their order: where a frame takes long, a modifier is pressed and let go within one.
fn press(
    mut pressed: MessageReader<KeyboardInput>,
    mut lost: MessageReader<KeyboardFocusLost>,
    mut held: Local<Held>,
    mut blinks: Local<Option<(KeyCode, Instant)>>,
    hands: Res<Hands>,
    playback: Option<Res<Playback>>,
    (gallery, browser): (Option<Res<Gallery>>, Option<Res<Browser>>),
    settings: Option<Res<Settings>>,
    mut asked: ResMut<Asked>,
) {
    let mut asks_tick = settings.as_ref().is_some_and(|settings| settings.asks_tick);
    let mut captures = settings.as_ref().and_then(|settings| settings.captures);
    let own = Keymap::default();
    let keymap = settings.as_ref().map_or(&own, |settings| &settings.keymap);
    let behind_gallery =
        gallery.is_some_and(|gallery| gallery.open) || browser.is_some_and(|browser| browser.open);
    let drives = playback.is_some_and(|playback| playback.drives);
    if lost.read().count() > 0 {
        *held = Held::default();
        *blinks = None;
    }
    for event in pressed.read() {
        let down = event.state == ButtonState::Pressed;
        if !down
            && let Some((code, since)) = *blinks
            && code == event.key_code
        {
            *blinks = None;
            // Held, the other lane shows only as long as the key is down.
            if since.elapsed() >= BLINK {
                asked.0.push(Command::SwapLanes);
            }
        }
        if held.follow(event.key_code, down) || !down {
            continue;
        }
        let held = *held;
        let cancels = event.key_code == KeyCode::Escape;
        if let Some(name) = captures {
            if cancels {
                asked.0.push(Command::Capture(None));
                captures = None;
            } else if let Some(chord) = keymap::chord_of(&event.logical_key, event.key_code, held) {
                asked.0.push(Command::Bind(name, chord));
                captures = None;
            }
            continue;
        }
        if hands.types && !cancels && !held.ctrl {
            continue;
        }
        if asks_tick && !held.ctrl && !cancels {
            let command = tick_typed(&event.logical_key, event.key_code);
            asks_tick &= command != Some(Command::GoToTyped);
            asked.0.extend(command);
            continue;
        }
        if drives && !held.ctrl && !held.alt && drive::is_taken(event.key_code) {
            continue;
        }
        // These go first to the widget that has the keyboard.
        let moves_focus = matches!(
            event.key_code,
            KeyCode::Space
                | KeyCode::Enter
                | KeyCode::ArrowLeft
                | KeyCode::ArrowRight
                | KeyCode::ArrowUp
                | KeyCode::ArrowDown
        );
        if hands.focuses && moves_focus {
            continue;
        }
        let command = command_of(
            keymap,
            &event.logical_key,
            event.key_code,
            held,
            event.repeat,
        )
        .filter(|command| !behind_gallery || works_in_gallery(command));
        // What is typed in the same frame is meant for the field already.
        asks_tick |= command == Some(Command::AskTick);
        if command == Some(Command::SwapLanes) {
            *blinks = Some((event.key_code, Instant::now()));
        }
        asked.0.extend(command);
    }
}

/// What a key means to the field for a tick.
fn tick_typed(logical: &Key, code: KeyCode) -> Option<Command> {
    match (logical, code) {
        (_, KeyCode::Enter | KeyCode::NumpadEnter) => Some(Command::GoToTyped),
        (_, KeyCode::Backspace) => Some(Command::TypeTick(None)),
        (Key::Character(text), _) => text
            .chars()
            .next()
            .filter(char::is_ascii_digit)
            .map(|digit| Command::TypeTick(Some(digit))),
        _ => None,
    }
}

/// Whether a command is about the program and not about the scene, which the gallery or the browser covers.
fn works_in_gallery(command: &Command) -> bool {
    let same = |action: &&Action| (action.command)() == *command;
    ACTIONS
        .iter()
        .find(same)
        .is_some_and(|action| action.group == Group::Window)
}

/// What a pressed key asks for. Held keys repeat steps only.
#[must_use]
pub(super) fn command_of(
    keymap: &Keymap,
    logical: &Key,
    code: KeyCode,
    held: Held,
    repeat: bool,
) -> Option<Command> {
    // Ctrl and a digit are cameras 1 to 9; the list shows the first.
    if held.ctrl && !held.alt && !repeat {
        let digit = ('1'..='9').find(|c| place(*c) == Some(code));
        if let Some(number) = digit.and_then(|c| c.to_digit(10)) {
            let number = number as u8;
            return Some(if held.shift {
                Command::StoreCamera(number)
            } else {
                Command::RecallCamera(number)
            });
        }
    }
    let action = keymap.action(logical, code, held)?;
    let command = (action.command)();
    (!repeat || matches!(command, Command::Step(_))).then_some(command)
}

/// Flies the camera while a view is held for it.
fn fly(
    keys: Res<ButtonInput<KeyCode>>,
    hands: Res<Hands>,
    views: Res<Views>,
    playback: Option<Res<Playback>>,
    time: Option<Res<Time<Real>>>,
    mut asked: ResMut<Asked>,
) {
    let flies = hands.flies.or(views.sticky.then_some(views.active));
    let (Some(pane), Some(time)) = (flies, time) else {
        return;
    };
    if hands.types || playback.is_some_and(|playback| playback.drives) {
        return;
    }
    let by = direction(|code| keys.pressed(code));
    let held = held(&keys);
    if by == DVec3::ZERO || held.alt {
        return;
    }
    let pace = match (held.shift, held.ctrl) {
        (true, false) => 4.0,
        (false, true) => 0.25,
        _ => 1.0,
    };
    let metres = views.speed * pace * time.delta_secs_f64().min(0.1);
    asked.0.push(Command::Look(pane, Motion::Fly(by * metres)));
}

/// Right, forward and up, by the place of the keys.
fn direction(pressed: impl Fn(KeyCode) -> bool) -> DVec3 {
    let axis = |plus, minus| f64::from(i8::from(pressed(plus)) - i8::from(pressed(minus)));
    DVec3::new(
        axis(KeyCode::KeyD, KeyCode::KeyA),
        axis(KeyCode::KeyW, KeyCode::KeyS),
        axis(KeyCode::KeyE, KeyCode::KeyQ),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::Layer;

    fn typed(text: &str, code: KeyCode, held: Held) -> Option<Command> {
        command_of(
            &Keymap::default(),
            &Key::Character(text.into()),
            code,
            held,
            false,
        )
    }

    const NONE: Held = Held {
        ctrl: false,
        shift: false,
        alt: false,
    };
    const SHIFT: Held = Held {
        shift: true,
        ..NONE
    };
    const CTRL: Held = Held { ctrl: true, ..NONE };

    #[test]
    fn letters_go_by_print_and_signs_also_by_place() {
        assert_eq!(typed("g", KeyCode::KeyG, NONE), Some(Command::AskTick));
        // On a French keyboard the key of Q types A, and the row of digits types signs.
        assert_eq!(typed("m", KeyCode::Semicolon, NONE), Some(Command::Mark));
        assert_eq!(
            typed("&", KeyCode::Digit1, NONE),
            Some(Command::Layer(Layer::Mesh))
        );
        assert_eq!(typed(".", KeyCode::Period, NONE), Some(Command::Step(1)));
        assert_eq!(typed(">", KeyCode::Period, SHIFT), Some(Command::Step(10)));
        assert_eq!(typed("?", KeyCode::Slash, SHIFT), Some(Command::Keys));
    }

    #[test]
    fn modifiers_count() {
        assert_eq!(typed("o", KeyCode::KeyO, CTRL), Some(Command::AskOpen));
        assert_eq!(typed("o", KeyCode::KeyO, NONE), Some(Command::Step(1)));
        assert_eq!(typed("F", KeyCode::KeyF, SHIFT), Some(Command::FrameAll));
        assert_eq!(
            typed("3", KeyCode::Digit3, CTRL),
            Some(Command::RecallCamera(3))
        );
        assert_eq!(typed("g", KeyCode::KeyG, Held { alt: true, ..NONE }), None);
    }

    /// While a text field has the keyboard, letters are its own.
    #[test]
    fn keys_rest_while_something_is_typed() {
        let mut app = App::new();
        app.init_resource::<Asked>().init_resource::<Views>();
        plugin(&mut app);
        app.world_mut().resource_mut::<Hands>().types = true;
        let window = app.world_mut().spawn_empty().id();
        let mut press = |text: &str, key_code| {
            app.world_mut().write_message(KeyboardInput {
                key_code,
                logical_key: Key::Character(text.into()),
                state: ButtonState::Pressed,
                text: None,
                repeat: false,
                window,
            });
            app.update();
            std::mem::take(&mut app.world_mut().resource_mut::<Asked>().0)
        };
        assert_eq!(press("m", KeyCode::KeyM), []);
        assert_eq!(press(" ", KeyCode::Space), []);
        assert_eq!(press("\u{1b}", KeyCode::Escape), [Command::Cancel]);
    }

    /// A key that is asked for is bound and does nothing else; Esc keeps what was.
    #[test]
    fn a_key_that_is_asked_for_is_bound() {
        let mut app = App::new();
        app.init_resource::<Asked>().init_resource::<Views>();
        plugin(&mut app);
        let window = app.world_mut().spawn_empty().id();
        let mut press = |key_code, text: &str| {
            let name = Some(crate::viewer::text::MARK);
            app.insert_resource(Settings {
                captures: name,
                ..Settings::default()
            });
            app.world_mut().write_message(KeyboardInput {
                key_code,
                logical_key: Key::Character(text.into()),
                state: ButtonState::Pressed,
                text: None,
                repeat: false,
                window,
            });
            app.update();
            std::mem::take(&mut app.world_mut().resource_mut::<Asked>().0)
        };
        assert_eq!(
            press(KeyCode::ShiftLeft, "Shift"),
            [],
            "a modifier alone is no key"
        );
        let bound = press(KeyCode::KeyR, "R");
        assert_eq!(
            bound,
            [Command::Bind(
                crate::viewer::text::MARK,
                "Shift+R".parse().unwrap()
            )]
        );
        assert_eq!(press(KeyCode::Escape, "\u{1b}"), [Command::Capture(None)]);
    }

    /// However long a frame takes: G, a number and Enter within one.
    #[test]
    fn a_tick_may_be_typed_within_one_frame() {
        let mut app = App::new();
        app.init_resource::<Asked>().init_resource::<Views>();
        plugin(&mut app);
        let window = app.world_mut().spawn_empty().id();
        for (text, key_code) in [
            ("g", KeyCode::KeyG),
            ("5", KeyCode::Digit5),
            ("0", KeyCode::Digit0),
            ("\n", KeyCode::Enter),
            ("v", KeyCode::KeyV),
        ] {
            app.world_mut().write_message(KeyboardInput {
                key_code,
                logical_key: Key::Character(text.into()),
                state: ButtonState::Pressed,
                text: None,
                repeat: false,
                window,
            });
        }
        app.update();
        assert_eq!(
            app.world().resource::<Asked>().0,
            [
                Command::AskTick,
                Command::TypeTick(Some('5')),
                Command::TypeTick(Some('0')),
                Command::GoToTyped,
                Command::ToggleSplit,
            ]
        );
    }

    #[test]
    fn modifiers_are_followed_in_the_order_of_the_keys() {
        let mut held = Held::default();
        assert!(held.follow(KeyCode::ShiftRight, true) && held.shift);
        assert!(!held.follow(KeyCode::Period, true));
        assert_eq!(typed(">", KeyCode::Period, held), Some(Command::Step(10)));
        assert!(held.follow(KeyCode::ShiftRight, false) && !held.shift);
        assert_eq!(typed(".", KeyCode::Period, held), Some(Command::Step(1)));
    }

    #[test]
    fn held_keys_repeat_steps_and_nothing_else() {
        let repeat = |text: &str, code| {
            command_of(
                &Keymap::default(),
                &Key::Character(text.into()),
                code,
                NONE,
                true,
            )
        };
        assert_eq!(repeat(".", KeyCode::Period), Some(Command::Step(1)));
        assert_eq!(repeat("r", KeyCode::KeyR), None);
    }

    #[test]
    fn no_two_actions_share_a_key() {
        let all: Vec<Chord> = ACTIONS
            .iter()
            .flat_map(|action| action.chords)
            .copied()
            .collect();
        for (k, chord) in all.iter().enumerate() {
            assert!(!all[k + 1..].contains(chord), "{chord}");
        }
    }

    #[test]
    fn shortcuts_are_shown_as_they_are_written() {
        assert_eq!(
            Keymap::default().shortcut(&Command::AskOpen).as_deref(),
            Some("Ctrl+O")
        );
        assert_eq!(
            Keymap::default().shortcut(&Command::Step(10)).as_deref(),
            Some("Shift+.")
        );
        assert_eq!(Keymap::default().shortcut(&Command::Gallery), None);
    }

    #[test]
    fn opposite_keys_cancel_out() {
        let pressed = [KeyCode::KeyA, KeyCode::KeyD, KeyCode::KeyW];
        assert_eq!(direction(|code| pressed.contains(&code)), DVec3::Y);
    }
}
