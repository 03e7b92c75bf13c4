//! The open scene: what all lanes share, and what the panels say about it.

use std::ops::Range;
use std::sync::Arc;

use bevy::prelude::*;
use glam::DVec3;

use super::calm::{self, Calm, Place};
use super::command::{Notice, Opened, Slot, Tone};
use super::files::first_word;
use super::lanes::{self, LaneNumber, Pair};
use super::meshes::polygon_count;
use super::onlooker::Onlooker;
use super::past::Past;
use super::playback::Playback;
use super::text;
use super::views::{ViewKind, Views};
use super::{browser, workshop};
use super::{notices::Notices, settings::Settings};
use crate::formats::import::is_imported;
use crate::formats::progress::Progress;
use crate::ids::ObjectId;
use crate::lane::{Headline, Input, Lane, Rig, Setup};
use crate::pointing::Subject;
use crate::policy::Policy;
use crate::scene::expectation::fitted_window;
use crate::scene::{Source, build_told};

/// The open scene.
#[derive(Resource, Clone, Debug)]
pub struct Document {
    /// What it is called in the window.
    pub name: String,
    /// What opens it again: a path with options, or a name.
    pub from: String,
    /// The scene with all its files.
    pub source: Source,
    /// One line.
    pub title: String,
    /// What to look for.
    pub look_for: String,
    /// What all lanes share.
    pub setup: Arc<Setup>,
    /// Where `settles` looks, ticks.
    pub window: Range<u32>,
    /// The lanes as the scene has them.
    pub lanes: Vec<(String, Policy)>,
    /// What its import left out, told before what is odd about the scene that came of it.
    pub left_out: Vec<String>,
    /// What is odd about it.
    pub warnings: Vec<String>,
    /// Counts openings: what was derived from another scene is out of date.
    pub number: u32,
}

impl Document {
    /// The document of `opened`.
    ///
    /// # Errors
    /// The text of the scene's error.
    pub fn new(opened: &Opened, number: u32) -> Result<Self, String> {
        Self::told(opened, number, &mut ())
    }

    /// As [`Self::new`]; `progress` hears how far the scene is built.
    ///
    /// # Errors
    /// Those of [`Self::new`], and that `progress` said stop.
    pub fn told(opened: &Opened, number: u32, progress: &mut dyn Progress) -> Result<Self, String> {
        let built = build_told(&opened.source, None, None, progress);
        // A text that an import made has no lines that anybody knows.
        let is_made = opened.source.path.is_none() && is_imported(&opened.source.text);
        let built = built.map_err(|error| match (is_made, error.problem()) {
            // What is wrong with a file names it already.
            (true, problem) if problem.starts_with(&opened.name) => problem,
            (true, problem) => format!("{}: {problem}", opened.name),
            (false, _) => error.to_string(),
        })?;
        let mut document = Self {
            name: opened.name.clone(),
            from: opened.from.clone(),
            source: opened.source.clone(),
            title: built.scene.title,
            look_for: built.scene.look_for,
            setup: built.setup,
            window: built.window,
            lanes: built.lanes,
            left_out: opened.left_out.clone(),
            warnings: built.warnings,
            number,
        };
        if let Some(recording) = &opened.recording {
            document.setup = recording.setup.clone();
            document.window = recording.window.clone();
            document.lanes = recording
                .lanes
                .iter()
                .map(|lane| (lane.name.clone(), lane.policy()))
                .collect();
            let lanes = recording.lanes.iter();
            let mismatches = lanes.filter_map(|lane| lane.verify(&recording.setup));
            document
                .warnings
                .extend(mismatches.map(|mismatch| mismatch.to_string()));
        }
        Ok(document)
    }

    /// All that is odd about it, each once, what its import left out first.
    fn said(&self) -> Vec<String> {
        // The scene calls its files by the way from itself to them.
        let is_again = |left_out: &&String| {
            let mut warnings = self.warnings.iter();
            warnings.any(|warning| left_out.ends_with(warning.as_str()))
        };
        let left_out = self.left_out.iter().filter(|text| !is_again(text));
        left_out.chain(&self.warnings).cloned().collect()
    }

    /// Another length of the run: the window goes with it.
    pub fn set_length(&mut self, ticks: u32) {
        self.window = fitted_window(self.window.clone(), self.setup.ticks, ticks);
        Arc::make_mut(&mut self.setup).ticks = ticks;
    }

    /// Whether the ticks are a script of separate sweeps, which settle into nothing.
    #[must_use]
    pub fn is_scripted_sweeps(&self) -> bool {
        matches!(&self.setup.rig, Rig::Sweep(_))
    }

    /// Whether the ticks repeat what another program recorded.
    #[must_use]
    pub fn is_capture(&self) -> bool {
        self.setup.recorded(0).is_some()
            || (1..self.setup.ticks.min(256)).any(|tick| self.setup.recorded(tick).is_some())
    }

    /// Seconds from tick 0 to `tick`.
    #[must_use]
    pub fn seconds(&self, tick: u32) -> f64 {
        f64::from(tick) * self.setup.dt()
    }

    /// A ball around everything that can be hit and everything that moves in the first tick.
    #[must_use]
    pub fn whole(&self) -> (DVec3, f64) {
        let mut extent = Extent::default();
        for object in &self.setup.world.objects {
            let bounds = object.bounds();
            if bounds.radius > 0.0 {
                for side in [Vec3::splat(bounds.radius), Vec3::splat(-bounds.radius)] {
                    extent.add((bounds.center + side * 0.58).as_dvec3());
                }
            }
        }
        let (a, b) = self.boom();
        extent.add(a);
        extent.add(b);
        extent.ball()
    }

    /// Begin and target of the first sweep: pivot and desired eye, the first scripted line, or the way a body faces.
    #[must_use]
    pub fn boom(&self) -> (DVec3, DVec3) {
        let input = self.setup.input(0);
        if matches!(input, Input::Line { .. }) {
            return self.lines();
        }
        let mut lane = Lane::new(&self.setup, Policy::RETAIL);
        let outcome = lane.tick(&self.setup, &input, &mut ());
        let (from, to) = (outcome.pivot.as_dvec3(), outcome.desired.origin.as_dvec3());
        match outcome.body {
            Some(body) if from.distance(to) < 0.3 => {
                let feet = body.feet.origin.as_dvec3() + DVec3::Z;
                (feet, feet + body.feet.rotation.apply(DVec3::Y) * 3.0)
            }
            _ => (from, to),
        }
    }

    /// What views show at first: sweeps that are scattered over a world and bodies with a camera are followed, all else is
    /// looked at.
    #[must_use]
    pub fn first_kind(&self) -> ViewKind {
        match &self.setup.rig {
            Rig::Sweep(_) => {}
            // It goes away, and the camera behind it as well.
            Rig::Mover(mover) if mover.camera.is_some() => return ViewKind::Chase,
            _ => return ViewKind::Free,
        }
        let (from, to) = self.boom();
        // Further than this a sweep would leave the first picture.
        let near = (to - from).length().max(0.5) * 1.5;
        let is_far = |tick| match self.setup.input(tick) {
            Input::Line { from: other, .. } => (other.as_dvec3() - from).length() > near,
            _ => false,
        };
        if (0..self.setup.ticks.min(4096)).any(is_far) {
            ViewKind::Chase
        } else {
            ViewKind::Free
        }
    }

    /// The longest of the first scripted lines that begin where the first one does.
    fn lines(&self) -> (DVec3, DVec3) {
        let ticks = self.setup.ticks.min(256);
        let lines = (0..ticks).filter_map(|tick| match self.setup.input(tick) {
            Input::Line { from, to } => Some((from.as_dvec3(), to.as_dvec3())),
            _ => None,
        });
        let lines: Vec<_> = lines.collect();
        let first = lines.first().map_or(DVec3::ZERO, |line| line.0);
        lines
            .into_iter()
            .filter(|(from, _)| from.distance(first) < 0.5)
            .max_by(|a, b| {
                a.0.distance_squared(a.1)
                    .total_cmp(&b.0.distance_squared(b.1))
            })
            .unwrap_or_default()
    }

    /// A camera that shows the sweep from the side and a little from above, looking the way it goes, so that what it hits
    /// turns its face to the onlooker.
    #[must_use]
    pub fn first_look(&self) -> Onlooker {
        if self.setup.headline() == Headline::FeetHeight {
            return self.first_look_at_body();
        }
        let (from, to) = self.boom();
        let along = to - from;
        let length = along.length().max(0.5);
        let heading = if along.truncate().length() > 1e-3 {
            along
        } else {
            DVec3::Y
        };
        let player = match &self.setup.rig {
            Rig::Chase(rig) => f64::from(rig.settings.pivot_offset.z),
            Rig::Mover(_) => 1.0,
            Rig::Sweep(_) => 0.0,
        };
        let focus = from + along * 0.5 - DVec3::Z * (player * 0.16);
        let yaw = crate::ops::atan2(heading.x, heading.y) + 0.85;
        Onlooker {
            focus,
            yaw,
            pitch: -0.33,
            distance: (length * 1.45 + player * 0.35).max(1.2) * 1.6,
        }
    }
}

/// Polygons from which a world is taken for a place with rooms.
const NARROW: usize = 500;

/// Most ticks that are run to find out where a body goes.
const FORESEEN: u32 = 600;

/// Radius of a way that is shown whole, metres: of a longer one the body would be too small to be seen.
const WHOLE_WAY: f64 = 4.0;

impl Document {
    /// A camera that shows where a body goes in its first ticks, from behind and from one side.
    fn first_look_at_body(&self) -> Onlooker {
        let mut lane = Lane::new(&self.setup, Policy::RETAIL);
        let mut extent = Extent::default();
        let (mut facing, mut start) = (DVec3::Y, DVec3::ZERO);
        for tick in 0..self.setup.ticks.min(FORESEEN) {
            let outcome = lane.tick(&self.setup, &self.setup.input(tick), &mut ());
            let Some(body) = outcome.body else { break };
            if tick == 0 {
                facing = body.feet.rotation.apply(DVec3::Y);
                start = body.previous.origin.as_dvec3();
                extent.add(start);
            }
            extent.add(body.feet.origin.as_dvec3());
        }
        let (mut focus, mut radius) = extent.ball();
        if radius > WHOLE_WAY {
            // Far ways are met as they come.
            (focus, radius) = (start, WHOLE_WAY * 0.5);
        }
        Onlooker {
            focus: focus + DVec3::Z * 0.7,
            yaw: crate::ops::atan2(facing.x, facing.y) + 0.85,
            pitch: -0.33,
            distance: (radius + 1.1) * 2.6,
        }
    }
}

/// The smallest box around points.
#[derive(Clone, Copy, Debug)]
struct Extent {
    low: DVec3,
    high: DVec3,
}

impl Default for Extent {
    fn default() -> Self {
        Self {
            low: DVec3::INFINITY,
            high: DVec3::NEG_INFINITY,
        }
    }
}

impl Extent {
    fn add(&mut self, point: DVec3) {
        self.low = self.low.min(point);
        self.high = self.high.max(point);
    }

    /// A ball around the box; one of a metre when there were no points.
    fn ball(&self) -> (DVec3, f64) {
        if self.low.x > self.high.x {
            return (DVec3::ZERO, 1.0);
        }
        let center = (self.low + self.high) * 0.5;
        (center, (self.high - center).length().max(0.5))
    }
}

/// A document that was built, and what it was built from.
#[derive(Clone, Debug)]
pub struct Ready {
    /// The file.
    pub opened: Opened,
    /// The document.
    pub document: Document,
    /// What it goes by in the list of files that were opened last.
    pub entry: String,
}

/// By their files: nobody asks for more.
impl PartialEq for Ready {
    fn eq(&self, other: &Self) -> bool {
        (&self.opened, &self.entry) == (&other.opened, &other.entry)
    }
}

/// Puts `opened` in the place of whatever was open; on an error everything stays as it was. Says whether it is open.
pub(super) fn open(world: &mut World, opened: &Opened) -> bool {
    let trips = world.resource::<Calm>().trip == Some(Place::Document);
    let built = calm::tried(|| {
        assert!(!trips, "tripped for a test");
        Document::new(opened, 0)
    });
    let built = built.unwrap_or_else(|words| Err(text::broke(Place::Document, &words, None)));
    match built {
        Ok(document) => {
            put(world, opened, document);
            true
        }
        Err(error) => {
            tracing::error!("{error}");
            world.resource_mut::<Notices>().add(Notice {
                tone: Tone::Error,
                text: error,
            });
            false
        }
    }
}

/// Most notices of one scene that is opened, with the one that counts the others.
const MOST_WARNINGS: usize = 4;

/// Tells what is odd about `document`, and takes away what was odd about the one before it; of an edited scene only what is
/// new is told.
fn tell(world: &mut World, document: &Document, is_edited: bool) {
    let said = |document: &Document| text::few(document.said(), MOST_WARNINGS);
    let before = world.get_resource::<Document>().map_or_else(Vec::new, said);
    let now = said(document);
    let mut notices = world.resource_mut::<Notices>();
    let is_past = |text: &String| before.contains(text) && !now.contains(text);
    // What opens is read: errors about it are of before.
    let file = document.source.file();
    let is_mended = |text: &str| {
        let words = [first_word(&document.from), &*file];
        words.iter().any(|word| {
            let rest = text.strip_prefix(word);
            rest.is_some_and(|rest| rest.starts_with(':'))
        })
    };
    notices.0.retain(|notice| match notice.tone {
        Tone::Warning => !is_past(&notice.text),
        Tone::Error => !is_mended(&notice.text),
        _ => true,
    });
    // What was closed stays closed while the scene is worked on.
    let is_new = |text: &String| !is_edited || !before.contains(text);
    for text in now.into_iter().filter(is_new) {
        notices.add(Notice {
            tone: Tone::Warning,
            text,
        });
    }
}

/// What is opened next is the open scene read again: cursor and views stay where they are.
#[derive(Resource)]
pub(super) struct Again;

/// Puts `document` in the place of whatever was open.
pub(super) fn put(world: &mut World, opened: &Opened, mut document: Document) {
    workshop::keep_unsaved(world);
    let open = world.get_resource::<Document>();
    let before = open.map(|document| document.number);
    let closed = world.resource::<Calm>().closed;
    document.number = before.max(closed).map_or(0, |number| number + 1);
    let is_same = open.is_some_and(|document| document.name == opened.name);
    let again = world.remove_resource::<Again>().is_some() && is_same;
    tell(world, &document, false);
    let old: Vec<Entity> = world
        .query_filtered::<Entity, With<LaneNumber>>()
        .iter(world)
        .collect();
    for entity in old {
        world.despawn(entity);
    }
    let lanes = document.lanes.clone();
    // The first lane against the last: scenes list the right behaviour first and the most broken one last.
    *world.resource_mut::<Pair>() = Pair([0, lanes.len().saturating_sub(1)]);
    let mut playback = Playback::default();
    std::mem::swap(
        &mut playback.speed,
        &mut world.resource_mut::<Playback>().speed,
    );
    if again {
        // Read again, it is looked at where it was.
        let last = document.setup.ticks.saturating_sub(1);
        playback.seek(world.resource::<Playback>().cursor.min(last));
    }
    *world.resource_mut::<Playback>() = playback;
    {
        let mut settings = world.resource_mut::<Settings>();
        settings.picked = None;
        settings.ruler = None;
        settings.isolated = None;
        settings.unseen.clear();
        if !again && lanes.len() > 1 {
            // The lane that goes wrong is the one to read about.
            settings.focus = Slot::B;
        }
    }
    let look = browser::look_of(&document).unwrap_or_else(|| document.first_look());
    let reduced = world.resource::<Settings>().reduced_motion;
    if !again {
        let mut views = world.resource_mut::<Views>();
        views.onlookers = [look; 4];
        let kind = if reduced {
            ViewKind::Free
        } else {
            document.first_kind()
        };
        views.kinds = [kind, kind, ViewKind::Top, ViewKind::Top];
        // In the narrow places of a large mesh some wall always stands before what one looks at.
        views.cut_away = polygon_count(&document.setup.world) > NARROW;
    }
    let mut commands = world.commands();
    for (index, (name, policy)) in lanes.iter().enumerate() {
        let recorded = opened
            .recording
            .as_ref()
            .and_then(|recording| recording.lanes.get(index));
        match recorded {
            Some(lane) => lanes::spawn_recorded(&mut commands, &document, index, lane.clone()),
            None => lanes::spawn(&mut commands, &document, index, name, *policy),
        }
    }
    world.insert_resource(document);
    world.flush();
}

/// Puts the run of `opened`, the same scene after an edit, in the place of the open one; views, cursor and what is looked at
/// stay. Lanes that `kept` names have its policies, and those that the scene does not have stay beside its own; `pasts` is what
/// the lanes hand on.
///
/// # Errors
/// The text of the scene's error; everything is as it was then.
pub(super) fn replace(
    world: &mut World,
    opened: &Opened,
    kept: &[(String, Policy)],
    pasts: &[Past],
) -> Result<u32, String> {
    let number = world
        .get_resource::<Document>()
        .map_or(0, |document| document.number + 1);
    let built = calm::tried(|| Document::new(opened, number));
    let document = built.unwrap_or_else(|words| Err(text::broke(Place::Document, &words, None)))?;
    tell(world, &document, true);
    let old: Vec<Entity> = world
        .query_filtered::<Entity, With<LaneNumber>>()
        .iter(world)
        .collect();
    for entity in old {
        world.despawn(entity);
    }
    let mut lanes = document.lanes.clone();
    for (name, policy) in kept {
        match lanes.iter_mut().find(|lane| lane.0 == *name) {
            Some(lane) => lane.1 = *policy,
            None => lanes.push((name.clone(), *policy)),
        }
    }
    let last = lanes.len().saturating_sub(1);
    let mut pair = world.resource_mut::<Pair>();
    pair.0 = pair.0.map(|number| number.min(last));
    let ticks = document.setup.ticks;
    let mut playback = world.resource_mut::<Playback>();
    playback.cursor = playback.cursor.min(ticks.saturating_sub(1));
    playback.range = None;
    let objects = document.setup.world.objects.len();
    let mut settings = world.resource_mut::<Settings>();
    // Polygons and nodes have other numbers after an edit; objects keep theirs, or are gone.
    settings.picked = settings
        .selected()
        .filter(|object| *object < objects)
        .map(|object| Subject::Object(ObjectId(object as u32)));
    settings.unseen.retain(|object| *object < objects);
    settings.isolated = settings.isolated.filter(|object| *object < objects);
    let mut commands = world.commands();
    for (index, (name, policy)) in lanes.iter().enumerate() {
        let mut recording = lanes::fresh(&document, name, *policy);
        if let Some(past) = pasts.iter().find(|past| past.name == *name) {
            recording = past.hand_on(recording, &document.setup);
        }
        lanes::spawn_recorded(&mut commands, &document, index, recording);
    }
    world.insert_resource(document);
    world.flush();
    Ok(number)
}
