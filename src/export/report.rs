//! The report: one page that works anywhere, of what all lanes of a run did and where they part.
//!
//! It loads nothing, is dark or light as its reader's screen, and prints. Its size is bounded: pictures of a few lanes,
//! plots with no more points than pixels.

mod html;
mod lane;
mod legend;
mod style;
mod summary;
mod telling;

use std::fmt::Write as _;
use std::ops::Range;

use self::summary::{Difference, Found};
use self::telling::{Telling, telling};
use super::ink::{Sheet, escape, style_sheet};
use super::plot::{Band, Clock};
use super::result::LaneResult;
use crate::analysis::words::count;
use crate::analysis::{SettlesKind, diff};
use crate::lane::{Measure, Rig};
use crate::recording::{LaneRecording, Recording};
use crate::scene::expectation::ticks_of;
use crate::scene::model::{Is, Stat};
use crate::scene::{Scene, read};

/// Most lanes that have a section of their own.
const MOST_SECTIONS: usize = 12;
/// Most ticks, over all lanes, that are run again to look for a difference that means something.
const MOST_DIFF_TICKS: u64 = 2_000_000;

/// A lane with what the page says about it.
struct Lane<'a> {
    recording: &'a LaneRecording,
    result: LaneResult,
    telling: Vec<Telling>,
    /// The earlier lane that did the same in every tick.
    same_as: Option<usize>,
}

impl Lane<'_> {
    fn name(&self) -> &str {
        &self.recording.name
    }
}

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
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>{} \u{2013} Sweepscope</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"color-scheme\" content=\"dark light\">\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\
         <style>{}{}</style></head><body><main>",
        escape(title),
        style::STYLE,
        style_sheet(Sheet::Reader),
    );
    page.head(title, &mut out);
    summary::table(&page.lanes, page.clock(), &mut out);
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
        for lane in &recording.lanes {
            let result = LaneResult::of(lane, setup, window.clone());
            let telling = telling(lane, &setup.rig, result.settles, window.clone());
            let same_as = lanes
                .iter()
                .position(|other| other.recording.summaries() == lane.summaries());
            lanes.push(Lane {
                recording: lane,
                result,
                telling,
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
        let polygons: usize = setup
            .world
            .objects
            .iter()
            .map(|o| {
                o.parts
                    .iter()
                    .map(|p| p.tree.polygons().len())
                    .sum::<usize>()
            })
            .sum();
        let ticks = self.recording.len();
        let run = match self.clock() {
            Clock::Ticks => format!("{ticks} sweeps"),
            Clock::Seconds(hz) => format!(
                "{ticks} ticks at {hz} Hz, {} s",
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Source, build, shipped};

    fn run(text: &str, ticks: Option<u32>) -> Recording {
        let source = Source::from_text("test", text);
        let built = build(&source, None, ticks).unwrap();
        let mut recording = Recording::of_scene(source, &built);
        recording.run_to(built.setup.ticks);
        recording
    }

    fn sawtooth() -> &'static str {
        shipped::find("sawtooth").unwrap().text
    }

    /// The cells of the row of a table that begins with `name`.
    fn row(page: &str, table: &str, name: &str) -> Vec<String> {
        let table = page
            .split(&format!("id=\"{table}\""))
            .nth(1)
            .unwrap()
            .split("</table>")
            .next()
            .unwrap();
        let strip = |html: &str| {
            html.split('<')
                .map(|part| part.split_once('>').map_or(part, |p| p.1))
                .collect::<String>()
                .trim()
                .to_owned()
        };
        (table.split("<tr>").skip(1))
            .map(|row| row.split("</td>").map(strip).collect::<Vec<_>>())
            .find(|cells| cells[0] == name)
            .unwrap()
    }

    /// scenes.md C3 at 240 Hz, and design.md: the first difference is tick 50, step 6, the touch time.
    #[test]
    fn the_sawtooth_is_told() {
        let page = report(&run(sawtooth(), None));
        assert!(page.contains("<h1>Sawtooth (#180)</h1>") && page.contains("falls back 0.27 m"));
        let retail = row(&page, "lanes", "retail");
        assert_eq!(retail[2..5], ["1.6100 m", "1.0000 m", "fixed-point"]);
        assert!(retail[7].ends_with("adjusted"));
        let saw = row(&page, "lanes", "equal-slices+no-adjust");
        assert_eq!(
            saw[1],
            "retailsteps=equal-slicesadjust_to_plane=never-succeeds"
        );
        assert_eq!(saw[4], "periodic");
        let hz: f64 = saw[6].trim_end_matches(" Hz").parse().unwrap();
        assert!((hz - 18.93).abs() < 0.57, "{hz}");
        let first = row(&page, "differences", "equal-slices+no-adjust");
        assert_eq!(
            first[1..7],
            ["50", "0.208 s", "6", "touch time", "found", "none"]
        );
        // The lane that saws shows its fall besides its end, the one at rest its end alone.
        let section = |k: usize| {
            let from = page.split(&format!("id=\"lane-{k}\"")).nth(1).unwrap();
            from.split("</section>").next().unwrap()
        };
        let pictures = |k| section(k).matches(">from the side<").count();
        assert_eq!((pictures(0), pictures(3)), (1, 2));
        assert!(section(3).contains("largest jump") && section(3).contains("254 mm short"));
        assert!(section(0).contains("published 1.610 m") && section(0).contains(">wanted<"));
    }

    #[test]
    fn the_page_needs_nothing_and_is_small() {
        let page = report(&run(sawtooth(), None));
        for outside in ["http:", "https:", "<script", "src=", "@import", "url("] {
            assert!(!page.contains(outside), "{outside}");
        }
        assert!(page.len() < 250_000, "{}", page.len());
        for (open, close) in [
            ("<svg ", "</svg>"),
            ("<section", "</section>"),
            ("<figure", "</figure>"),
            ("<table", "</table>"),
        ] {
            assert_eq!(
                page.matches(open).count(),
                page.matches(close).count(),
                "{open}"
            );
        }
        assert!(!page.contains("NaN") && !page.contains(">inf"));
    }

    #[test]
    fn long_runs_make_no_longer_pages() {
        let short = report(&run(sawtooth(), None)).len();
        let long = report(&run(sawtooth(), Some(100_000))).len();
        assert!(long < short * 3 / 2, "{long} against {short}");
    }

    #[test]
    fn names_from_the_scene_cannot_break_out() {
        let text = sawtooth()
            .replace("Sawtooth (#180)", "<script>x</script>")
            .replace("name: \"wall\"", "name: \"<img src=x>\"");
        let page = report(&run(&text, Some(300)));
        assert!(
            page.contains("&lt;script&gt;x&lt;/script&gt;") && page.contains("&lt;img src=x&gt;")
        );
        assert!(!page.contains("<script") && !page.contains("<img"));
    }

    #[test]
    fn lanes_that_do_the_same_share_a_section() {
        let text = sawtooth().replace(
            "lanes: [",
            "lanes: [Lane(name: \"first\", policy: \"retail\"), Lane(name: \"twin\", policy: \"retail+cliff_slide=removing\"),",
        );
        let page = report(&run(&text, Some(300)));
        assert_eq!(
            row(&page, "differences", "twin")[1],
            "none: bit for bit the same"
        );
        assert!(page.contains("Bit for bit the same: twin, retail."));
        assert!(page.contains("id=\"lane-0\"") && !page.contains("id=\"lane-1\""));
    }

    #[test]
    fn an_empty_run_and_a_lost_scene_are_pages_too() {
        let source = Source::from_text("test", sawtooth());
        let built = build(&source, None, None).unwrap();
        let mut recording = Recording::of_scene(source, &built);
        let page = report(&recording);
        assert!(page.contains("0 ticks") && page.ends_with("</html>\n"));
        recording.source.text = "nonsense".to_owned();
        recording.run_to(3);
        let page = report(&recording);
        assert!(page.contains("<h1>test</h1>") && page.contains("3 ticks"));
    }
}
