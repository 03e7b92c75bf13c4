//! Texts of what is chosen once and kept.

use crate::config::CameraPreset;
use crate::overlay::Theme;

macro_rules! texts {
    ($($name:ident $text:literal)*) => { $(pub(crate) const $name: &str = $text;)* };
}

texts! {
    MENU_THEME "Colours"
    MENU_MOUSE "Mouse of the free camera"
    THEME_DARK "Dark colours"
    THEME_LIGHT "Light colours"
    REDUCED_MOTION "Reduced motion"
    LARGER "Everything larger"
    SMALLER "Everything smaller"
    SCALE_100 "Everything at 100 %"
    MOUSE_GAME "Mouse as in games: right drag looks"
    MOUSE_BLENDER "Mouse as in Blender: middle drag orbits"
    MOUSE_MAYA "Mouse as in Maya: Alt and a button"
}

/// A theme in the menu.
pub(crate) fn theme(theme: Theme) -> &'static str {
    match theme {
        Theme::Dark => THEME_DARK,
        Theme::Light => THEME_LIGHT,
    }
}

/// Whose mouse the free camera follows, in the menu.
pub(crate) fn camera_preset(preset: CameraPreset) -> &'static str {
    match preset {
        CameraPreset::Game => MOUSE_GAME,
        CameraPreset::Blender => MOUSE_BLENDER,
        CameraPreset::Maya => MOUSE_MAYA,
    }
}
