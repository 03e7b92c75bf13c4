//! What panels are told: references into the state, gathered once a frame.

use bevy_egui::egui::Rect;

use crate::analysis::diff::Blame;
use crate::analysis::{Diff, Settles};
use crate::lane::Headline;
use crate::pointing::Moment;
use crate::recording::{LaneRecording, Replay};
use crate::viewer::Notices;
use crate::viewer::autopsy::Row;
use crate::viewer::browser::Browser;
use crate::viewer::command::Slot;
use crate::viewer::document::Document;
use crate::viewer::gallery::Gallery;
use crate::viewer::layers::Drawn;
use crate::viewer::logged::Logged;
use crate::viewer::playback::Playback;
use crate::viewer::series::Series;
use crate::viewer::settings::Settings;
use crate::viewer::text;
use crate::viewer::views::{Pane, Sights, Views};
use crate::viewer::workshop::Workshop;

/// A lane as panels see it.
#[derive(Clone, Copy, Debug)]
pub struct LaneFacts<'a> {
    /// Its number in the scene.
    pub number: usize,
    /// What it has left behind.
    pub recording: &'a LaneRecording,
    /// Counts forks.
    pub revision: u32,
    /// How it settles, once it has run.
    pub settles: Option<&'a Settles>,
    /// The tick at the cursor, when the lane is looked at.
    pub replay: Option<&'a Replay>,
    /// The story of that tick.
    pub story: &'a [Row],
    /// Its moments.
    pub moments: &'a [Moment],
}

/// Everything that panels show.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The open scene.
    pub document: Option<&'a Document>,
    /// The cursor.
    pub playback: &'a Playback,
    /// The user's choices.
    pub settings: &'a Settings,
    /// The views.
    pub views: &'a Views,
    /// What the views see.
    pub sights: &'a Sights,
    /// What is drawn in them.
    pub drawn: &'a Drawn,
    /// Lines for the user.
    pub notices: &'a Notices,
    /// The shipped scenes.
    pub gallery: &'a Gallery,
    /// All lanes, in the order of the scene.
    pub lanes: &'a [LaneFacts<'a>],
    /// The numbers of A and B.
    pub pair: [usize; 2],
    /// Where A and B part.
    pub difference: Option<&'a Diff>,
    /// Which switches make them part.
    pub blame: Option<&'a Blame>,
    /// Measures that no summary has.
    pub series: &'a Series,
    /// The scene as it is edited.
    pub workshop: &'a Workshop,
    /// The lines of the log that the scene was made of.
    pub logged: &'a Logged,
    /// The game's files.
    pub browser: &'a Browser,
    /// Pictures a second.
    pub fps: f64,
}

impl<'a> Facts<'a> {
    /// The lane in `slot`.
    #[must_use]
    pub fn lane(&self, slot: Slot) -> Option<&'a LaneFacts<'a>> {
        let number = self.pair[slot.index()];
        self.lanes.iter().find(|lane| lane.number == number)
    }

    /// The lane that the panels on the right are about.
    #[must_use]
    pub fn focus(&self) -> Option<&'a LaneFacts<'a>> {
        self.lane(self.settings.focus)
            .or_else(|| self.lane(Slot::A))
    }

    /// The moment of the tick that is looked at, with its number.
    #[must_use]
    pub fn moment(&self) -> Option<(usize, &'a Moment)> {
        let lane = self.focus()?;
        let tick = lane.replay?.outcome.tick;
        let number = self.playback.moment_at(tick, lane.moments.len())?;
        Some((number, lane.moments.get(number)?))
    }

    /// Whether there are two different lanes to compare.
    #[must_use]
    pub fn compares(&self) -> bool {
        self.pair[0] != self.pair[1] && self.lane(Slot::A).is_some() && self.lane(Slot::B).is_some()
    }

    /// The lanes that are looked at, each once.
    pub fn looked_at(&self) -> impl Iterator<Item = (Slot, &'a LaneFacts<'a>)> {
        let both = self.compares();
        Slot::BOTH
            .into_iter()
            .filter(move |slot| both || *slot == Slot::A)
            .filter_map(|slot| Some((slot, self.lane(slot)?)))
    }

    /// The name of a lane, marked when its policy is not the one that the scene gave it.
    #[must_use]
    pub fn title(&self, lane: &LaneFacts<'_>) -> String {
        let name = &lane.recording.name;
        let given = self
            .document
            .and_then(|document| document.lanes.get(lane.number));
        match given {
            Some((_, policy)) if *policy != lane.recording.policy() => text::changed_lane(name),
            _ => name.clone(),
        }
    }

    /// What curves show of the open scene.
    #[must_use]
    pub fn headline(&self) -> Headline {
        self.document
            .map_or(Headline::EyeDistance, |document| document.setup.headline())
    }

    /// Whether a camera looks on behind a body, so that two sweeps run in a tick.
    #[must_use]
    pub fn has_eye_behind_body(&self) -> bool {
        self.document.is_some_and(|document| {
            document.setup.rig.has_body() && document.setup.rig.has_camera()
        })
    }

    /// Number of ticks that every lane has run.
    #[must_use]
    pub fn ran(&self) -> u32 {
        self.lanes
            .iter()
            .map(|lane| lane.recording.len())
            .min()
            .unwrap_or(0)
    }

    /// Number of ticks of the script.
    #[must_use]
    pub fn ticks(&self) -> u32 {
        self.document.map_or(0, |document| document.setup.ticks)
    }
}

/// What panels leave behind for the rest of the frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placed {
    /// Where the views are.
    pub areas: [Option<Rect>; 4],
    /// Sizes of panels that are not those of their own: left, right and below.
    pub sizes: [Option<u16>; 3],
    /// The view that is being flown through.
    pub flies: Option<Pane>,
}
