//! Puts the theme of the settings in force: what is not painted anew each frame is painted here when the theme changes.

use bevy::camera::ClearColorConfig;
use bevy::prelude::*;

use super::settings::Settings;
use super::{ViewSystems, theme};

/// The theme and what follows it.
pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        follow
            .after(ViewSystems::Commands)
            .before(ViewSystems::Cursor),
    );
}

fn follow(
    settings: Res<Settings>,
    clear: Option<ResMut<ClearColor>>,
    mut cameras: Query<&mut Camera>,
) {
    if settings.theme == theme::now() {
        return;
    }
    theme::set(settings.theme);
    let backdrop = theme::engine_color(theme::backdrop(), 1.0);
    if let Some(mut clear) = clear {
        clear.0 = backdrop;
    }
    for mut camera in &mut cameras {
        // The camera of the panels clears to nothing.
        if matches!(camera.clear_color, ClearColorConfig::Custom(color) if color != Color::NONE) {
            camera.clear_color = ClearColorConfig::Custom(backdrop);
        }
    }
}
