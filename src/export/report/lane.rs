//! One lane: its telling ticks from the side and from above, and its numbers over time.

use std::fmt::Write as _;

use super::html::{number, verdict};
use super::summary::{key, policy_chips};
use super::{Lane, Page, body};
use crate::analysis::SettlesKind;
use crate::analysis::explain::{SweepStory, explain_tick};
use crate::analysis::words::{count, surface_name};
use crate::export::ink::{escape, role_class};
use crate::export::plot::{Band, Clock, Join, Plot, Series};
use crate::export::svg::{Picture, draw};
use crate::lane::Measure;
use crate::outcome::{StopReason, Verdict};
use crate::overlay::{Layer, LayerSet, Role, Style, overlay};
use crate::recording::{Replay, TickSummary};

/// Width of a picture and of a plot, pixels.
pub(super) const WIDTH: f64 = 580.0;

/// The layers of pictures: walls are cut instead of drawn as a mesh, and tree spheres would cover the rest.
const LAYERS: LayerSet = LayerSet::ALL
    .without(Layer::Mesh)
    .without(Layer::BspSpheres);

/// Writes the section of lane `index`.
pub(super) fn lane(page: &Page<'_>, index: usize, out: &mut String) {
    let lane = &page.lanes[index];
    let policy = lane.recording.policy();
    let _ = write!(
        out,
        "<section class=\"lane\" id=\"lane-{index}\"><h2>{}{} {}</h2>",
        key(index),
        escape(lane.name()),
        if policy.text() == lane.name() {
            String::new()
        } else {
            policy_chips(&policy.text())
        },
    );
    let twins = page
        .lanes
        .iter()
        .filter(|other| other.same_as == Some(index))
        .map(|other| escape(other.name()));
    let twins: Vec<String> = twins.collect();
    if !twins.is_empty() {
        let _ = write!(
            out,
            "<p class=\"facts\">Bit for bit the same: {}.</p>",
            twins.join(", ")
        );
    }
    for telling in &lane.telling {
        let replay = lane.recording.replay(&page.recording.setup, telling.tick);
        figure(page, lane, &replay, telling.why, out);
    }
    out.push_str("<figure><div class=\"pair\">");
    plots(page, lane, out);
    out.push_str("</div></figure>");
    close_up(page, lane, out);
    out.push_str("</section>");
}

/// The published eye of a lane that goes to and fro, close enough to see how.
fn close_up(page: &Page<'_>, lane: &Lane<'_>, out: &mut String) {
    let Some(settles) = lane
        .result
        .settles
        .filter(|s| !matches!(s.kind, SettlesKind::FixedPoint | SettlesKind::Drift))
    else {
        return;
    };
    if !page.has_camera() {
        return;
    }
    let Clock::Seconds(hz) = page.clock() else {
        return;
    };
    let len = lane.recording.len();
    let wanted = settles
        .period_ticks
        .map_or(240.0, |ticks| (ticks * 8.0).ceil().max(24.0));
    let ticks = len.saturating_sub(wanted.min(f64::from(len)) as u32)..len;
    let all = lane.recording.summaries();
    let plot = Plot {
        axis: "published, m".to_owned(),
        ticks: ticks.clone(),
        clock: page.clock(),
        series: vec![Series {
            name: format!("published, {}: {settles}", last_ticks(&ticks)),
            classes: role_class(Role::Published),
            width: 1.75,
            join: Join::Slope,
            value: Box::new(move |tick| all.get(tick as usize).map(|s| f64::from(s.eye_distance))),
        }],
        bands: page.bands(lane.name(), Measure::EyeDistance),
        marks: lane.telling.iter().map(|t| t.tick).collect(),
        least_span: 2e-6,
        size: [WIDTH * 2.0, 170.0],
        across: None,
    };
    let seconds = number(f64::from(ticks.end - ticks.start) / f64::from(hz.max(1)), 3);
    let alt = format!("{}: the published eye in the last {seconds} s", lane.name());
    let _ = write!(out, "<figure class=\"wide\">{}</figure>", plot.draw(&alt));
}

/// One tick in both views.
fn figure(page: &Page<'_>, lane: &Lane<'_>, replay: &Replay, why: &str, out: &mut String) {
    let setup = &page.recording.setup;
    let over = overlay(setup, replay, LAYERS, &Style::default());
    let sweep = &replay.outcome.sweep;
    let tick = replay.outcome.tick;
    let _ = write!(
        out,
        "<figure><figcaption><b>Tick {tick}</b> <span class=\"soft\">{}{why}</span> &#183; {}</figcaption><div class=\"pair\">",
        page.clock_text(tick),
        story(page, lane, replay),
    );
    for picture in Picture::pair(&over, sweep.from, sweep.to, WIDTH) {
        let alt = format!("{}, tick {tick}, {}", lane.name(), picture.view.name);
        out.push_str(&draw(&picture, &setup.world, sweep.reached, &over, &alt));
    }
    out.push_str("</div></figure>");
}

/// What happened, in one line.
fn story(page: &Page<'_>, lane: &Lane<'_>, replay: &Replay) -> String {
    let sweep = &replay.outcome.sweep;
    let mut text = verdict(Some(sweep.verdict));
    let step = sweep
        .colliding_step
        .map(|step| format!("step {step} of {}", sweep.steps));
    let world = &page.recording.setup.world;
    let told = explain_tick(
        &page.recording.setup,
        "",
        lane.recording,
        replay.outcome.tick,
        None,
    );
    // The body's sweep is the first; the one of a camera behind it comes after.
    let first = told.sweeps.first();
    let hit = sweep
        .hit
        .map(|hit| format!("hit {}", escape(&surface_name(world, hit.surface))));
    let met = hit.unwrap_or_else(|| {
        let steps = first.iter().flat_map(|sweep| &sweep.steps);
        let normal = steps.rev().find_map(|step| step.normal.as_ref());
        match normal.and_then(|normal| normal.of.as_ref()) {
            Some(of) => format!("was stopped by {}", escape(of)),
            None => "found no place".to_owned(),
        }
    });
    let stuck = first.and_then(|sweep| {
        let mut steps = sweep.steps.iter();
        steps.find_map(|step| told.nothing_left(sweep, step))
    });
    let _ = match (sweep.verdict, step, stuck) {
        (Verdict::Failed, _, Some(why)) => write!(text, ": {}", escape(&why)),
        (Verdict::Adjusted, Some(step), _) => {
            let object = met.strip_prefix("hit ").unwrap_or_default();
            write!(text, ": {step} moved back to the contact with {object}")
        }
        (Verdict::Collided, Some(step), _) => {
            write!(text, ": {step} {met} and went back to its begin")
        }
        (_, Some(step), _) => write!(text, ": {step} {met}"),
        (_, None, _) => {
            let steps = count(sweep.steps as usize, "step");
            match first.and_then(SweepStory::off_target) {
                Some(off) => write!(text, ": {steps}, {}", escape(&off)),
                None => write!(text, ": {steps}, nothing in the way"),
            }
        }
    };
    if let Some(adjust) = sweep.adjust {
        let found = if adjust.success {
            "found it"
        } else {
            "found nothing"
        };
        let _ = write!(
            text,
            "; the touch-time search {found}, counter {}",
            adjust.rounds
        );
    }
    if !matches!(sweep.stop, StopReason::End | StopReason::FirstHit) {
        let _ = write!(text, "; stopped: {}", sweep.stop.name());
    }
    text
}

/// A line without values yet.
pub(super) fn series<'a>(
    name: impl Into<String>,
    classes: String,
    width: f64,
    join: Join,
) -> Series<'a> {
    Series {
        name: name.into(),
        classes,
        width,
        join,
        value: Box::new(|_| None),
    }
}

fn plots(page: &Page<'_>, lane: &Lane<'_>, out: &mut String) {
    let setup = &page.recording.setup;
    body::plots(page, lane, out);
    let chase = page.has_camera();
    let all = lane.recording.summaries();
    let clock = page.clock();
    let role = |role: Role, more: &str| format!("{}{more}", role_class(role));
    let of = |name: &str,
              classes: String,
              width: f64,
              join: Join,
              value: fn(&TickSummary) -> Option<f64>| Series {
        name: name.to_owned(),
        classes,
        width,
        join,
        value: Box::new(move |tick| all.get(tick as usize).and_then(value)),
    };
    let marks: Vec<u32> = lane.telling.iter().map(|t| t.tick).collect();
    let plot = |axis: &str, series, bands, least_span| Plot {
        axis: axis.to_owned(),
        ticks: 0..lane.recording.len(),
        clock,
        series,
        bands,
        marks: marks.clone(),
        least_span,
        size: [WIDTH, 210.0],
        across: None,
    };
    let sought = of(
        if chase { "sought" } else { "target" },
        role(Role::Sought, ""),
        1.0,
        Join::Slope,
        |s| Some(f64::from(s.sought_distance)),
    );
    let published = of(
        if chase { "published" } else { "end" },
        role(Role::Published, ""),
        1.75,
        Join::Slope,
        |s| Some(f64::from(s.eye_distance)),
    );
    let mut eyes = vec![sought, published];
    if chase {
        let desired = of(
            "desired",
            role(Role::Desired, " dot"),
            1.5,
            Join::Slope,
            |s| Some(f64::from(s.desired_distance)),
        );
        eyes.insert(0, desired);
    }
    let bands = |measure| page.bands(lane.name(), measure);
    let name = escape(lane.name());
    let distance = if chase {
        "from the pivot, m"
    } else {
        "from the begin, m"
    };
    // A body without a camera has no eye to plot.
    if chase || !setup.rig.has_body() {
        out.push_str(
            &plot(distance, eyes, bands(Measure::EyeDistance), 0.02)
                .draw(&format!("{name}: distances over time")),
        );
    }
    let steps = vec![
        of(
            "planned steps",
            role(Role::SweptA, ""),
            1.5,
            Join::Step,
            |s| Some(f64::from(s.steps)),
        ),
        of(
            "step that hit",
            role(Role::Contact, " dot"),
            2.0,
            Join::Step,
            |s| (s.colliding_step > 0).then(|| f64::from(s.colliding_step)),
        ),
    ];
    out.push_str(
        &plot("steps", steps, bands(Measure::Steps), 2.0).draw(&format!("{name}: steps over time")),
    );
}

/// The eye distance of several lanes in one plot.
pub(super) fn comparison(page: &Page<'_>, out: &mut String) {
    let shown: Vec<usize> = (0..page.lanes.len())
        .filter(|&k| page.lanes[k].same_as.is_none())
        .take(8)
        .collect();
    if shown.is_empty() {
        return;
    }
    let ticks = page.moment();
    let of_bodies = page.is_of_feet();
    if of_bodies && shown.iter().all(|&k| page.lanes[k].bodies.is_empty()) {
        return;
    }
    let series = shown.iter().map(|&k| {
        if of_bodies {
            return body::line(&page.lanes[k], k);
        }
        let all = page.lanes[k].recording.summaries();
        Series {
            name: page.lanes[k].name().to_owned(),
            classes: crate::export::ink::lane_classes(k),
            width: 1.75,
            join: Join::Slope,
            value: Box::new(move |tick: u32| {
                all.get(tick as usize).map(|s| f64::from(s.eye_distance))
            }),
        }
    });
    let (axis, title) = if of_bodies {
        ("feet z, m", "Height of the feet of all lanes")
    } else {
        ("eye distance, m", "Eye distance of all lanes")
    };
    let plot = Plot {
        axis: axis.to_owned(),
        ticks: ticks.clone(),
        clock: page.clock(),
        series: series.collect(),
        bands: Vec::<Band>::new(),
        marks: Vec::new(),
        least_span: 0.02,
        size: [1160.0, 260.0],
        across: None,
    };
    let whole = ticks == (0..page.recording.len());
    let what = match (page.clock(), whole) {
        (_, true) => "over the whole run".to_owned(),
        (Clock::Seconds(hz), false) => {
            format!(
                "in the last {} s",
                number(f64::from(ticks.end - ticks.start) / f64::from(hz.max(1)), 2)
            )
        }
        (Clock::Ticks, false) => format!("in {}", last_ticks(&ticks)),
    };
    let _ = write!(
        out,
        "<section id=\"comparison\"><h2>{title} {what}</h2><div class=\"wide\">{}</div></section>",
        plot.draw(&format!("{title} {what}"))
    );
}

/// `the last tick`, `the last 20 ticks`.
fn last_ticks(ticks: &std::ops::Range<u32>) -> String {
    match ticks.end.saturating_sub(ticks.start) {
        1 => "the last tick".to_owned(),
        several => format!("the last {several} ticks"),
    }
}
