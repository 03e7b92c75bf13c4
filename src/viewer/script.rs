//! Keys and clicks as text, for pictures that are made by a command and for sessions that are played again.

use bevy_egui::egui::pos2;

use super::actions::ACTIONS;
use super::command::Command;
use super::views::Pane;

/// The commands of a text of words: keys as they are shown in menus (`Alt+.`, `6`, `Shift+F`), names of the palette
/// with `_` for blanks (`Light_colours`), and clicks into a view as
/// `A@640,300`, logical pixels of the window.
///
/// # Errors
/// The word that is neither, with what was expected.
pub fn script(text: &str) -> Result<Vec<Command>, String> {
    text.split_whitespace().map(word).collect()
}

fn word(word: &str) -> Result<Command, String> {
    if let Some(click) = click(word) {
        return Ok(click);
    }
    let same = |chord: &crate::config::Chord| chord.to_string().eq_ignore_ascii_case(word);
    ACTIONS
        .iter()
        .find(|action| {
            let named = action.name.replace(' ', "_");
            action.chords.iter().any(same) || named.eq_ignore_ascii_case(word)
        })
        .map(|action| (action.command)())
        .ok_or_else(|| {
            format!(
                "`{word}` is no key that does something; keys are written as in menus (`Alt+.`, `Shift+F`, `6`), \
                 clicks as `A@640,300`, what has no key by its name as `Light_colours`"
            )
        })
}

fn click(word: &str) -> Option<Command> {
    let (view, at) = word.split_once('@')?;
    let mut all = Pane::ALL.into_iter();
    let pane = all.find(|pane| pane.name().eq_ignore_ascii_case(view))?;
    let (x, y) = at.split_once(',')?;
    let (x, y): (f32, f32) = (x.parse().ok()?, y.parse().ok()?);
    (x.is_finite() && y.is_finite()).then(|| Command::PickAt(pane, pos2(x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::Layer;
    use crate::viewer::command::Way;

    #[test]
    fn keys_and_clicks_are_commands() {
        assert_eq!(
            script("6 alt+. B@640,300.5 Shift+f light_colours").unwrap(),
            [
                Command::Layer(Layer::BspSpheres),
                Command::SubStep(Way::On),
                Command::PickAt(Pane::B, pos2(640.0, 300.5)),
                Command::FrameAll,
                Command::Theme(crate::overlay::Theme::Light),
            ]
        );
        assert_eq!(script("  ").unwrap(), []);
        for wrong in ["Alt+q", "A@1", "C@1,2", "A@nan,3"] {
            assert!(script(wrong).unwrap_err().contains(wrong));
        }
    }

    #[test]
    fn every_key_of_the_list_can_be_written() {
        for action in ACTIONS {
            for chord in action.chords {
                let written = chord.to_string().replace(' ', "");
                // Two keys have a blank in their name.
                if written == chord.to_string() {
                    assert_eq!(script(&written).unwrap(), [(action.command)()]);
                }
            }
        }
    }
}
