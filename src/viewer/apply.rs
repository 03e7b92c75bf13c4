//! Carries out commands; the only place that changes what panels show.

mod events;
mod tour;
mod view;

use std::num::IntErrorKind;
use std::path::Path;

use bevy::prelude::*;

use super::browser::{self, Browse, Browser};
use super::calm::{self, Calm, Place};
use super::command::{Asked, Command, Notice, Slot, Tone};
use super::desk::Desk;

use super::document::{self, Document};
use super::drive;
use super::export;
use super::files::{self, Imports};
use super::film;
use super::gallery::Gallery;
use super::lanes::{self, LaneNumber, LaneRun, Pair, Tape};
use super::logged;
use super::notices::Notices;
use super::pick;
use super::playback::{Motion, Playback, SPEEDS};
use super::settings::{Popup, Restarting, Settings};
use super::views::Views;
use super::window::Outbox;
use super::workshop;
use super::{ViewSystems, text};
use crate::config::MEMORY_MB;
use crate::policy::Policy;

/// The one system that changes things.
pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Outbox>()
        .add_systems(Update, apply.in_set(ViewSystems::Commands));
}

fn apply(world: &mut World) {
    let commands = std::mem::take(&mut world.resource_mut::<Asked>().0);
    let trips = world.resource::<Calm>().trip == Some(Place::Command);
    for command in commands {
        let done = calm::tried(|| {
            assert!(!trips, "tripped for a test");
            one(world, command);
        });
        if let Err(words) = done {
            // What a command has left half done goes with the scene.
            world.resource::<Calm>().report(Place::Command, words);
            calm::rescue(world);
        }
    }
}

fn one(world: &mut World, command: Command) {
    match command {
        Command::Open(_)
        | Command::AskOpen
        | Command::AskSave
        | Command::Save(_)
        | Command::Reload
        | Command::Gallery
        | Command::CloseGallery
        | Command::Opened(_)
        | Command::Gone(..)
        | Command::AskExport(_)
        | Command::Export(..)
        | Command::Film(_)
        | Command::CopyIssue
        | Command::Ready(_) => file(world, command),
        Command::Log(what) => logged::apply(world, what),
        Command::Browse(what) => browser::apply(world, what),
        Command::PastePlace => world.resource_mut::<Outbox>().paste_place = true,
        Command::Notice(notice) => {
            if notice.tone == Tone::Error {
                tracing::error!("{}", notice.text);
            }
            world.resource_mut::<Notices>().add(notice);
        }
        Command::Dismiss(index) => dismiss(world, index),
        Command::PlayPause
        | Command::PlayReverse
        | Command::Step(_)
        | Command::Seek(_)
        | Command::ToStart
        | Command::ToEnd
        | Command::Faster
        | Command::Slower
        | Command::Speed(_)
        | Command::NextEvent(_)
        | Command::Mark
        | Command::Loop
        | Command::LoopOver(..)
        | Command::GoToTyped => play(world, &command),
        Command::Restart
        | Command::Show(..)
        | Command::SwapLanes
        | Command::SetSwitch(..)
        | Command::SetPolicy(..)
        | Command::AddLane(_) => lane(world, command),
        Command::Arrange(_)
        | Command::ToggleSplit
        | Command::Maximise
        | Command::Follow(..)
        | Command::CycleFollow
        | Command::Link(_)
        | Command::Look(..)
        | Command::Frame
        | Command::FrameAll
        | Command::StoreCamera(_)
        | Command::RecallCamera(_)
        | Command::FlySpeed(_)
        | Command::Activate(_)
        | Command::StickyFly
        | Command::CutAway => view::apply(world, &command),
        Command::Copy(text) => {
            world.resource_mut::<Outbox>().copy = Some(text);
            say(world, text::COPIED);
        }
        Command::Screenshot => world.resource_mut::<Outbox>().screenshot = true,
        Command::Quit => {
            workshop::keep_unsaved(world);
            world.write_message(AppExit::Success);
        }
        Command::Pick(_)
        | Command::PickAt(..)
        | Command::SubStep(_)
        | Command::Moment(_)
        | Command::Ruler
        | Command::Isolate
        | Command::HideObject
        | Command::ShowAllObjects => pick::apply(world, command),
        Command::Edit(..)
        | Command::Undo
        | Command::Redo
        | Command::AskSaveScene
        | Command::SaveScene(_) => workshop::apply(world, command),
        Command::Tour(stop) => tour::go_to(world, stop),
        Command::Drive => drive::toggle(world),
        Command::Cancel => cancel(world),
        setting => set(&mut world.resource_mut::<Settings>(), setting),
    }
}

fn say(world: &mut World, text: impl Into<String>) {
    world.resource_mut::<Notices>().add(Notice {
        tone: Tone::Done,
        text: text.into(),
    });
}

fn fail(world: &mut World, text: String) {
    tracing::error!("{text}");
    world.resource_mut::<Notices>().add(Notice {
        tone: Tone::Error,
        text,
    });
}

/// Takes a notice away; of something that is being done, that is to stop it.
fn dismiss(world: &mut World, index: usize) {
    let notices = world.resource::<Notices>();
    let progress = notices
        .0
        .get(index)
        .is_some_and(|notice| notice.tone == Tone::Progress);
    if progress {
        stop(world);
    } else {
        world.resource_mut::<Notices>().dismiss(index);
    }
}

/// Stops what is being done; says whether there was something.
fn stop(world: &mut World) -> bool {
    let stopped = film::stop(world) || world.resource::<Desk>().stop();
    if stopped {
        world.resource_mut::<Notices>().end_progress();
    }
    stopped
}

/// Closes what is in front, one thing at a time; never ends the program.
fn cancel(world: &mut World) {
    if world.resource_mut::<Settings>().close_popup() || stop(world) {
        return;
    }
    if world.resource::<Playback>().drives {
        drive::stop(world);
        return;
    }
    let mut views = world.resource_mut::<Views>();
    if views.sticky {
        views.sticky = false;
        return;
    }
    let mut browser = world.resource_mut::<Browser>();
    if browser.open {
        browser.open = false;
        return;
    }
    if world.resource::<Gallery>().open && world.contains_resource::<Document>() {
        world.resource_mut::<Gallery>().open = false;
        return;
    }
    let mut notices = world.resource_mut::<Notices>();
    if !notices.0.is_empty() {
        notices.0.clear();
        return;
    }
    let mut settings = world.resource_mut::<Settings>();
    if settings.asks_tick {
        settings.asks_tick = false;
    } else if settings.hidden {
        settings.hidden = false;
    } else if settings.ruler.is_some() {
        settings.ruler = None;
    } else if settings.picked.is_some() {
        settings.picked = None;
    } else {
        world.resource_mut::<Playback>().moment = None;
    }
}

fn file(world: &mut World, command: Command) {
    match command {
        Command::Open(name) if browser::is_game(&name) => {
            browser::apply(world, Browse::Folder(name));
        }
        Command::Open(name) => {
            let imports = *world.resource::<Imports>();
            files::open(world.resource::<Desk>(), imports, name);
        }
        Command::AskOpen => {
            files::ask_open(world.resource::<Desk>());
        }
        Command::AskSave => {
            if let Some(name) = world
                .get_resource::<Document>()
                .map(|d| d.source.name.clone())
            {
                files::ask_save(world.resource::<Desk>(), &name);
            }
        }
        Command::Save(path) => match save(world, &path) {
            Ok(()) => say(world, text::saved(&path)),
            Err(error) => fail(world, error),
        },
        Command::Reload => {
            let from = world
                .get_resource::<Document>()
                .map(|document| document.from.clone());
            if let Some(from) = from {
                world.insert_resource(document::Again);
                let imports = *world.resource::<Imports>();
                files::open(world.resource::<Desk>(), imports, from);
            }
        }
        Command::Gallery => {
            world.resource_mut::<Browser>().open = false;
            world.resource_mut::<Gallery>().open = true;
        }
        Command::CloseGallery if world.contains_resource::<Document>() => {
            world.resource_mut::<Gallery>().open = false;
        }
        Command::Opened(opened) => {
            let open = document::open(world, &opened);
            world.resource_mut::<Gallery>().open &= !open;
            world.resource_mut::<Browser>().open &= !open;
        }
        Command::AskExport(what) => match world.get_resource::<Document>() {
            Some(document) => {
                files::ask_export(world.resource::<Desk>(), what, &document.source.name);
            }
            None => fail(world, text::NOTHING_OPEN.to_owned()),
        },
        Command::Export(what, path) => export::export(world, what, &path),
        Command::Film(of) => {
            if let Err(why) = film::begin(world, of) {
                fail(world, why);
            }
        }
        Command::CopyIssue => export::copy_issue(world),
        Command::Ready(ready) => {
            let ready = *ready;
            document::put(world, &ready.opened, ready.document);
            world.resource_mut::<Gallery>().open = false;
            world.resource_mut::<Browser>().open = false;
            world.resource_mut::<Settings>().recent.push(&ready.entry);
        }
        Command::Gone(name, why) => {
            let mut settings = world.resource_mut::<Settings>();
            let known = settings.recent.list().contains(&name);
            settings.recent.remove(&name);
            fail(
                world,
                if known {
                    text::is_gone(&name, &why)
                } else {
                    why
                },
            );
        }
        _ => {}
    }
}

/// Saves the open run.
pub(super) fn save(world: &mut World, path: &Path) -> Result<(), String> {
    let mut tapes = world.query::<(&LaneNumber, &Tape)>();
    let mut lanes: Vec<_> = tapes
        .iter(world)
        .map(|(number, tape)| (number.0, tape.recording.clone()))
        .collect();
    lanes.sort_by_key(|lane| lane.0);
    let document = world
        .get_resource::<Document>()
        .ok_or_else(|| text::NOTHING_OPEN.to_owned())?;
    // A lane with another policy than the scene gave it must not go by the scene's name for it.
    for (number, recording) in &mut lanes {
        let given = document.lanes.get(*number);
        if given.is_some_and(|(_, policy)| *policy != recording.policy()) {
            recording.name = text::changed_lane(&recording.name);
        }
    }
    files::save(
        path,
        document,
        lanes.into_iter().map(|lane| lane.1).collect(),
    )
}

fn play(world: &mut World, command: &Command) {
    let Some(ticks) = world
        .get_resource::<Document>()
        .map(|document| document.setup.ticks)
    else {
        return;
    };
    let last = ticks.saturating_sub(1);
    let ran = world
        .query::<&Tape>()
        .iter(world)
        .map(|tape| tape.recording.len())
        .min()
        .unwrap_or(0);
    let event = match command {
        Command::NextEvent(way) => events::next(world, *way),
        _ => None,
    };
    let typed = world.resource::<Settings>().typed_tick.parse::<u32>();
    let mut playback = world.resource_mut::<Playback>();
    match *command {
        Command::GoToTyped => {
            // A number that is too long is beyond the last tick as well.
            let empty = matches!(&typed, Err(error) if *error.kind() == IntErrorKind::Empty);
            if !empty {
                playback.seek(typed.unwrap_or(last).min(last));
            }
        }
        Command::PlayPause => playback.play(Motion::Forward, ticks),
        Command::PlayReverse => playback.play(Motion::Reverse, ticks),
        Command::Step(by) => {
            let to = i64::from(playback.cursor)
                .saturating_add(by)
                .clamp(0, i64::from(last));
            playback.seek(to as u32);
        }
        Command::Seek(tick) => playback.seek(tick.min(last)),
        Command::ToStart => playback.seek(0),
        Command::ToEnd => playback.seek(ran.saturating_sub(1)),
        Command::Faster => playback.speed = (playback.speed + 1).min(*SPEEDS.end()),
        Command::Slower => playback.speed = (playback.speed - 1).max(*SPEEDS.start()),
        Command::Speed(speed) => playback.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end()),
        Command::NextEvent(_) => {
            if let Some(tick) = event {
                playback.seek(tick);
            }
        }
        Command::Mark => playback.mark(),
        Command::Loop => playback.looping = !playback.looping,
        Command::LoopOver(a, b) => {
            let (a, b) = (a.min(b).min(last), a.max(b).min(last));
            // A range without length is a click: it takes the range away.
            playback.range = (b > a).then_some((a, b + 1));
            playback.looping = playback.range.is_some();
        }
        _ => {}
    }
    world.resource_mut::<Settings>().asks_tick = false;
}

fn lane(world: &mut World, command: Command) {
    if !world.contains_resource::<Document>() {
        return;
    }
    match command {
        Command::Restart => {
            let all: Vec<_> = numbers(world);
            if world.resource::<Settings>().restarting == Restarting::FromStart {
                begin_anew(world);
            }
            for number in all {
                change(world, number, Restarting::FromStart, |_| Ok(()));
            }
            world.resource_mut::<Playback>().seek(0);
        }
        Command::Show(slot, number) => {
            let known = numbers(world).contains(&number);
            let mut pair = world.resource_mut::<Pair>();
            if known {
                // A lane that is in the other place changes places.
                if pair.0[slot.other().index()] == number {
                    pair.0.swap(0, 1);
                } else {
                    pair.0[slot.index()] = number;
                }
            }
        }
        Command::SwapLanes => world.resource_mut::<Pair>().0.swap(0, 1),
        Command::SetSwitch(number, name, word) => {
            let how = world.resource::<Settings>().restarting;
            change(world, number, how, |policy| {
                policy.set(name, &word).map_err(|error| error.to_string())
            });
            workshop::note_lanes(world);
        }
        Command::SetPolicy(number, text) => {
            let how = world.resource::<Settings>().restarting;
            change(world, number, how, |policy| {
                *policy = text.parse::<Policy>().map_err(|error| error.to_string())?;
                Ok(())
            });
            workshop::note_lanes(world);
        }
        Command::AddLane(text) => {
            add_lane(world, &text);
            workshop::note_lanes(world);
        }
        _ => {}
    }
}

/// Lanes that go on from another run begin as the scene says again.
fn begin_anew(world: &mut World) {
    world.resource_scope(|world, document: Mut<Document>| {
        let mut tapes = world.query::<&mut Tape>();
        for mut tape in tapes.iter_mut(world) {
            if tape.recording.goes_on() {
                let (name, policy) = (tape.recording.name.clone(), tape.recording.policy());
                tape.recording = lanes::fresh(&document, &name, policy);
            }
        }
    });
}

fn numbers(world: &mut World) -> Vec<usize> {
    let mut numbers: Vec<_> = world
        .query::<&LaneNumber>()
        .iter(world)
        .map(|number| number.0)
        .collect();
    numbers.sort_unstable();
    numbers
}

/// Changes the policy of a lane and runs it again, from tick 0 or from the cursor on.
fn change(
    world: &mut World,
    number: usize,
    how: Restarting,
    change: impl FnOnce(&mut Policy) -> Result<(), String>,
) {
    let cursor = world.resource::<Playback>().cursor;
    let mut result = Ok(());
    world.resource_scope(|world, document: Mut<Document>| {
        let mut lanes = world.query::<(&LaneNumber, &mut LaneRun, &mut Tape)>();
        let Some((_, mut run, mut tape)) = lanes.iter_mut(world).find(|(of, ..)| of.0 == number)
        else {
            return;
        };
        let mut policy = tape.recording.policy();
        result = change(&mut policy);
        if result.is_ok() {
            let tick = if how == Restarting::AtCursor {
                cursor
            } else {
                0
            };
            lanes::fork(&document, &mut run, &mut tape, tick, policy);
        }
    });
    if let Err(error) = result {
        fail(world, error);
    }
}

/// Most lanes of a run.
///
/// # Source
/// design.md, "Limits".
const MOST_LANES: usize = 64;

fn add_lane(world: &mut World, text: &str) {
    let policy: Policy = match text.parse() {
        Ok(policy) => policy,
        Err(error) => return fail(world, format!("{error}")),
    };
    let all = numbers(world);
    if all.len() >= MOST_LANES {
        return fail(world, text::TOO_MANY_LANES.to_owned());
    }
    let number = all.last().map_or(0, |last| last + 1);
    world.resource_scope(|world, document: Mut<Document>| {
        let names: Vec<String> = world
            .query::<&Tape>()
            .iter(world)
            .map(|tape| tape.recording.name.clone())
            .collect();
        let wanted = policy.to_string();
        let mut name = wanted.clone();
        let mut count = 2;
        while names.contains(&name) {
            name = format!("{wanted} ({count})");
            count += 1;
        }
        lanes::spawn(&mut world.commands(), &document, number, &name, policy);
    });
    world.flush();
    world.resource_mut::<Pair>().0[Slot::B.index()] = number;
}

fn set(settings: &mut Settings, command: Command) {
    match command {
        Command::Watch => settings.watch = !settings.watch,
        Command::Limits(near, most) => {
            settings.near = near.clamp(0.5, 1000.0);
            settings.most = most.clamp(10, 20_000);
        }
        Command::Plot(of) => settings.plot = of,
        Command::Handles => settings.handles = !settings.handles,
        Command::Trails => settings.trails = !settings.trails,
        Command::RestartingBy(how) => settings.restarting = how,
        Command::Memory(megabytes) => {
            settings.memory_mb = megabytes.clamp(*MEMORY_MB.start(), *MEMORY_MB.end());
        }
        Command::Focus(slot) => settings.focus = slot,
        Command::RunAhead(ahead) => settings.run_ahead = ahead,
        Command::RawEye(raw) => settings.raw_eye = raw,
        Command::Layer(layer) => settings.toggle(layer),
        Command::LayersOff => settings.toggle_all(),
        Command::Bottom(tab) => settings.bottom = tab,
        Command::Right(tab) => settings.right = tab,
        Command::HidePanels => settings.hidden = !settings.hidden,
        Command::Palette => settings.toggle_popup(Popup::Palette),
        Command::Keys => settings.toggle_popup(Popup::Keys),
        Command::AskTick => {
            settings.asks_tick = true;
            settings.typed_tick.clear();
            settings.hidden = false;
        }
        Command::TypeTick(Some(digit)) if settings.typed_tick.len() < 10 => {
            settings.typed_tick.push(digit);
        }
        Command::TypeTick(None) => {
            settings.typed_tick.pop();
        }
        Command::Scale(percent) => settings.scale = percent.clamp(75, 200),
        Command::ToggleReducedMotion => settings.reduced_motion = !settings.reduced_motion,
        Command::Bindings => settings.toggle_popup(Popup::Bindings),
        Command::Capture(action) => settings.captures = action,
        Command::Bind(action, chord) => settings.bind(action, chord),
        Command::OwnKeys(action) => {
            settings.key_note = settings.keymap.restore(action).err().unwrap_or_default();
        }
        Command::PanelSizes(sizes) => settings.panel_sizes = sizes,
        Command::ResetLayout => settings.reset_layout(),
        Command::Visited(name) => settings.recent.push(&name),
        Command::ScaleBy(steps) => settings.scale_by(steps),
        Command::Theme(theme) => settings.theme = theme,
        Command::ReducedMotion(reduced) => settings.reduced_motion = reduced,
        Command::CameraPreset(preset) => settings.camera = preset,
        _ => {}
    }
}
