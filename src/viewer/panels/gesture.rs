//! What a drag over a view does to its camera: the same things in every preset, under other buttons.

use bevy_egui::egui::{Modifiers, PointerButton};

use crate::config::CameraPreset;

/// What a drag does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gesture {
    /// Turns the camera on the spot, and flies with the keys.
    Look,
    /// Turns about the pivot.
    Orbit,
    /// Moves the picture.
    Pan,
    /// Nearer and further.
    Dolly,
}

/// What a drag with `button` does, with these keys held.
#[must_use]
pub(super) fn gesture(
    preset: CameraPreset,
    button: PointerButton,
    held: Modifiers,
) -> Option<Gesture> {
    use PointerButton::{Middle, Primary, Secondary};
    // With Alt always.
    if held.alt {
        return match button {
            Primary => Some(Gesture::Orbit),
            Middle => Some(Gesture::Pan),
            Secondary => Some(Gesture::Dolly),
            _ => None,
        };
    }
    match (preset, button) {
        (CameraPreset::Game | CameraPreset::Blender, Secondary) => Some(Gesture::Look),
        (CameraPreset::Game, Middle) => Some(Gesture::Pan),
        (CameraPreset::Blender, Middle) if held.shift => Some(Gesture::Pan),
        (CameraPreset::Blender, Middle) if held.command => Some(Gesture::Dolly),
        (CameraPreset::Blender, Middle) => Some(Gesture::Orbit),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_move_the_same_things_to_other_buttons() {
        use CameraPreset::{Blender, Game, Maya};
        use PointerButton::{Middle, Primary, Secondary};
        let (none, alt, shift) = (Modifiers::NONE, Modifiers::ALT, Modifiers::SHIFT);
        for (preset, button, held, wanted) in [
            (Game, Secondary, none, Some(Gesture::Look)),
            // Faster flying, not another gesture.
            (Game, Secondary, shift, Some(Gesture::Look)),
            (Game, Middle, none, Some(Gesture::Pan)),
            (Game, Primary, none, None),
            (Blender, Middle, none, Some(Gesture::Orbit)),
            (Blender, Middle, shift, Some(Gesture::Pan)),
            (Blender, Middle, Modifiers::COMMAND, Some(Gesture::Dolly)),
            (Blender, Secondary, none, Some(Gesture::Look)),
            (Maya, Middle, none, None),
            (Maya, Secondary, none, None),
        ] {
            let found = gesture(preset, button, held);
            assert_eq!(found, wanted, "{preset:?} {button:?} {held:?}");
        }
        for preset in CameraPreset::ALL {
            for (button, wanted) in [
                (Primary, Gesture::Orbit),
                (Middle, Gesture::Pan),
                (Secondary, Gesture::Dolly),
            ] {
                assert_eq!(gesture(preset, button, alt), Some(wanted));
            }
        }
    }
}
