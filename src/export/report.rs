//! The report: one page that works anywhere, of what all lanes of a run did and where they part.
//!
//! It loads nothing, is dark or light as its reader's screen, and prints. Its size is bounded: pictures of a few lanes,
//! plots with no more points than pixels.

mod body;
mod html;
mod lane;
mod legend;
mod style;
mod summary;
mod telling;
#[cfg(test)]
mod tests;

use std::fmt::Write as _;
use std::ops::Range;

use self::body::Bodies;
use self::summary::{Difference, Found};
use self::telling::{Telling, telling};
use super::ink::{Sheet, escape, style_sheet};
use super::plot::{Band, Clock};
use super::result::LaneResult;
use crate::analysis::words::count;
use crate::analysis::{SettlesKind, diff, judged_window};
use crate::lane::{Headline, Measure, Rig};
use crate::recording::{LaneRecording, Recording};
use crate::scene::expectation::ticks_of;
use crate::scene::model::{Is, Stat};
use crate::scene::{Scene, read};
use crate::world::PlacedTree;

/// Most lanes that have a section of their own.
const MOST_SECTIONS: usize = 12;
/// Most ticks, over all lanes, that are run again: to look for a difference that means something, and for bodies.
const MOST_DIFF_TICKS: u64 = 2_000_000;

/// A lane with what the page says about it.
struct Lane<'a> {
    recording: &'a LaneRecording,
    result: LaneResult,
    telling: Vec<Telling>,
    /// Its body in every tick; empty without one, and of runs that are too long.
    bodies: Bodies,
    /// The earlier lane that did the same in every tick.
    same_as: Option<usize>,
}

impl Lane<'_> {
    fn name(&self) -> &str {
        &self.recording.name
    }
}

/// How a page begins.
pub const PAGE_HEAD: &str = "<!doctype html>\n";

/// How the title of a page ends: whose page it is.
pub const PAGE_MARK: &str = "\u{2013} Sweepscope</title>";

/// All that the page is made of.
struct Page<'a> {
    recording: &'a Recording,
    scene: Option<Scene>,
    lanes: Vec<Lane<'a>>,
}

/// The report of a run as one HTML page.
///
/// Title, hint and wanted values come from the scene that the recording carries; a scene that cannot be read leaves its
/// name and no more.
#[must_use]
pub fn report(recording: &Recording) -> String {
    let page = Page::of(recording);
    let name = &recording.source.name;
    let title = page
        .scene
        .as_ref()
        .map_or(name.as_str(), |scene| scene.title.as_str());
    let mut out = format!(
        "{PAGE_HEAD}<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{} {PAGE_MARK}\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"dark light\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <style>{}{}</style></head><body><main>",
        escape(title),
        style::STYLE,
        style_sheet(Sheet::Reader),
    );
    page.head(title, &mut out);
    summary::table(&page, &mut out);
    summary::differences(&page.lanes, &page.differences(), page.clock(), &mut out);
    lane::comparison(&page, &mut out);
    let own: Vec<usize> = (0..page.lanes.len())
        .filter(|&k| page.lanes[k].same_as.is_none())
        .collect();
    for &index in own.iter().take(MOST_SECTIONS) {
        lane::lane(&page, index, &mut out);
    }
    if own.len() > MOST_SECTIONS {
        let left: Vec<String> = own[MOST_SECTIONS..]
            .iter()
            .map(|&k| escape(page.lanes[k].name()))
            .collect();
        let _ = write!(
            out,
            "<section><p class=\"facts\">Not drawn, to keep the page small: {}.</p></section>",
            left.join(", ")
        );
    }
    legend::legend(&mut out);
    let _ = writeln!(
        out,
        "<footer>sweepscope {}</footer></main></body></html>",
        env!("CARGO_PKG_VERSION")
    );
    out
}

impl<'a> Page<'a> {
    fn of(recording: &'a Recording) -> Self {
        let setup = &recording.setup;
        let window = recording.settle_window();
        let mut lanes: Vec<Lane<'a>> = Vec::new();
        let mut budget = MOST_DIFF_TICKS;
        for lane in &recording.lanes {
            let result = LaneResult::of(lane, setup, window.clone());
            let telling = telling(
                lane,
                &setup.rig,
                result.settles,
                judged_window(lane, window.clone()),
            );
            let same_as = lanes
                .iter()
                .position(|other| other.recording.summaries() == lane.summaries());
            let bodies = match same_as {
                None if setup.rig.has_body() => Bodies::of(lane, setup, &mut budget),
                _ => Bodies::default(),
            };
            lanes.push(Lane {
                recording: lane,
                result,
                telling,
                bodies,
                same_as,
            });
        }
        let scene = read(&recording.source.text, &recording.source.file()).ok();
        Self {
            recording,
            scene,
            lanes,
        }
    }

    fn head(&self, title: &str, out: &mut String) {
        let setup = &self.recording.setup;
        let _ = write!(
            out,
            "<header><div class=\"kicker\">Sweepscope report</div><h1>{}</h1>",
            escape(title)
        );
        if let Some(scene) = self
            .scene
            .as_ref()
            .filter(|scene| !scene.look_for.is_empty())
        {
            let _ = write!(out, "<p class=\"look\">{}</p>", escape(&scene.look_for));
        }
        let polygons: usize = PlacedTree::all(&setup.world)
            .map(|placed| placed.tree.polygons().len())
            .sum();
        let ticks = self.recording.len();
        let run = match self.clock() {
            Clock::Ticks => count(ticks as usize, "sweep"),
            Clock::Seconds(hz) => format!(
                "{} at {hz} Hz, {} s",
                count(ticks as usize, "tick"),
                html::number(f64::from(ticks) / f64::from(hz.max(1)), 3)
            ),
        };
        let _ = write!(
            out,
            "<p class=\"facts\"><code>{}</code> &#183; {run} &#183; {} &#183; {}</p></header>",
            escape(&self.recording.source.name),
            count(polygons, "polygon"),
            count(self.lanes.len(), "lane"),
        );
    }

    /// Whether a camera is driven, alone or behind a body.
    fn has_camera(&self) -> bool {
        self.recording.setup.rig.has_camera()
    }

    /// Whether feet are what there is to tell: of bodies without a camera.
    fn is_of_feet(&self) -> bool {
        self.recording.setup.headline() == Headline::FeetHeight
    }

    /// What the horizontal axis of plots counts: scripted sweeps have no time.
    fn clock(&self) -> Clock {
        match self.recording.setup.rig {
            Rig::Sweep(_) => Clock::Ticks,
            _ => Clock::Seconds(self.recording.setup.hz),
        }
    }

    /// When a tick is, as the begin of a sentence; nothing for scripted sweeps.
    fn clock_text(&self, tick: u32) -> String {
        match self.clock() {
            Clock::Ticks => String::new(),
            Clock::Seconds(hz) => format!(
                "{} s, ",
                html::number(f64::from(tick) / f64::from(hz.max(1)), 3)
            ),
        }
    }

    /// The ticks of the plot of all lanes: eight teeth of the slowest lane that saws, else the whole run.
    fn moment(&self) -> Range<u32> {
        let len = self.recording.len();
        let periods = self.lanes.iter().filter_map(|lane| {
            let settles = lane
                .result
                .settles
                .filter(|s| s.kind == SettlesKind::Periodic && s.amplitude > 1e-4)?;
            settles.period_ticks
        });
        match periods.fold(0.0_f64, f64::max) {
            longest if longest > 0.0 && self.clock() != Clock::Ticks => {
                let ticks = (longest * 8.0).ceil().clamp(24.0, f64::from(len.max(24))) as u32;
                len.saturating_sub(ticks)..len
            }
            _ => 0..len,
        }
    }

    /// Where the scene says what a measure of a lane must be in each tick.
    fn bands(&self, lane: &str, measure: Measure) -> Vec<Band> {
        let (setup, Some(scene)) = (&self.recording.setup, &self.scene) else {
            return Vec::new();
        };
        let meant = scene.expect.iter().filter(|e| {
            (e.lane == "*" || e.lane == lane)
                && e.measure == measure.name()
                && e.stat == Stat::Every
                && e.hz.map_or(scene.hz.get(), |hz| hz.get()) == setup.hz
        });
        let bands = meant.filter_map(|e| {
            let range = match &e.is {
                Is::Near(value, tolerance) => {
                    [value.get() - tolerance.get(), value.get() + tolerance.get()]
                }
                Is::Between(low, high) => [low.get(), high.get()],
                Is::Equal(value) => [value.get(), value.get()],
                _ => return None,
            };
            let ticks = ticks_of(e, setup.hz, setup.ticks).ok()?;
            Some(Band {
                range,
                ticks,
                name: "wanted".to_owned(),
            })
        });
        bands.take(64).collect()
    }

    /// Each lane against the first.
    fn differences(&self) -> Vec<Difference> {
        let Some((first, others)) = self.lanes.split_first() else {
            return Vec::new();
        };
        let setup = &self.recording.setup;
        let mut budget = MOST_DIFF_TICKS;
        let one = |(k, lane): (usize, &Lane<'_>)| {
            let pairs = first
                .recording
                .summaries()
                .iter()
                .zip(lane.recording.summaries());
            let bit = pairs
                .zip(0_u32..)
                .find(|((a, b), _)| a.digest != b.digest)
                .map(|(_, tick)| tick);
            let cost = 2 * u64::from(lane.recording.len());
            let found = match bit {
                None => Found::Same,
                Some(tick) if cost > budget => Found::NotSought(tick),
                Some(tick) => {
                    budget -= cost;
                    let diff = diff(setup, first.recording, lane.recording, diff::TOLERANCE);
                    if diff.first.is_some() {
                        Found::Diff(Box::new(diff))
                    } else {
                        Found::BitsOnly(tick)
                    }
                }
            };
            Difference { lane: k + 1, found }
        };
        others.iter().enumerate().map(one).collect()
    }
}
