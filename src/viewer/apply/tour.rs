//! The walk through the window.

use bevy::prelude::*;

use crate::viewer::desk::Desk;
use crate::viewer::files::{self, Imports};
use crate::viewer::panels::tour::{SCENE, SPEED};
use crate::viewer::playback::Playback;
use crate::viewer::settings::Settings;
use crate::viewer::views::{Arrangement, Views};

/// Goes to a stop of the walk, the first of which opens its scene; ends it where there is none.
pub(super) fn go_to(world: &mut World, stop: Option<usize>) {
    if stop == Some(0) {
        let imports = *world.resource::<Imports>();
        files::open(world.resource::<Desk>(), imports, SCENE.to_owned());
        // Its words are of two views side by side.
        world.resource_mut::<Views>().arrangement = Arrangement::Split;
        // Until the scene is there, nothing of it has been done.
        let mut playback = world.resource_mut::<Playback>();
        playback.seek(0);
        playback.speed = SPEED;
    }
    let mut settings = world.resource_mut::<Settings>();
    settings.tour = stop;
    settings.tour_seen |= stop.is_none();
}
