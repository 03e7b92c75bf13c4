//! Texts of the autopsy: steps, candidates, walks and what came of them.

use super::*;
use crate::analysis::explain::TrialKind;
use crate::recording::TickSummary;

/// A step.
pub(in crate::viewer) fn step(number: u32) -> String {
    format!("step {number}")
}

/// Steps with nothing in the way.
pub(in crate::viewer) fn steps(from: u32, to: u32) -> String {
    format!("step {from} … {to}")
}

/// An attempt.
pub(in crate::viewer) fn attempt(number: u32) -> String {
    format!("attempt {number}")
}

/// A step up or down that is tried.
pub(in crate::viewer) fn trial(kind: TrialKind, height: f32) -> String {
    let way = match kind {
        TrialKind::StepUp => "step up",
        TrialKind::StepDown => "step down",
    };
    format!("{way} {} m", fixed(f64::from(height), 3))
}

/// Shapes that are not touched.
pub(in crate::viewer) fn missed(count: usize) -> String {
    format!("{count} missed")
}

/// Objects that were offered.
pub(in crate::viewer) fn admitted(admitted: usize, rejected: usize) -> String {
    if rejected == 0 {
        format!("{admitted} admitted")
    } else {
        format!("{admitted} admitted  {rejected} rejected")
    }
}

/// An object beyond the filter.
pub(in crate::viewer) fn out_of_reach(mm: f64) -> String {
    format!("{} out of reach", millimetres(mm))
}

/// The branch of the dispatcher.
pub(in crate::viewer) fn branch(number: u32) -> String {
    format!("branch {number}")
}

/// What it is for.
pub(in crate::viewer) fn branch_name(branch: Branch) -> &'static str {
    match branch {
        Branch::Placement => "placement",
        Branch::CheckWalkable => "walkable check",
        Branch::StepDown => "step down",
        Branch::Collide => "landing",
        Branch::Contact => "in contact",
        Branch::PathClipped => "path-clipped",
        Branch::Airborne => "airborne",
    }
}

/// Nodes of a walk.
pub(in crate::viewer) fn nodes(visited: usize, pruned: usize) -> String {
    let visits = counted(visited as u64, "node");
    if pruned == 0 {
        visits
    } else {
        format!("{visits}  {pruned} pruned")
    }
}

/// A node.
pub(in crate::viewer) fn node(number: u32) -> String {
    format!("node {number}")
}

/// A polygon.
pub(in crate::viewer) fn polygon(number: u32) -> String {
    format!("polygon {number}")
}

/// How deep spheres overlap.
pub(in crate::viewer) fn overlap(mm: f64) -> String {
    format!("overlap {}", millimetres(mm))
}

/// How far spheres are apart.
pub(in crate::viewer) fn gap(mm: f64) -> String {
    format!("gap {}", millimetres(mm))
}

/// What the test of a polygon said.
pub(in crate::viewer) fn depth(mm: f64, touched: bool, approached: bool) -> String {
    match (touched, approached) {
        (true, true) => format!("{} deep", millimetres(mm)),
        (true, false) => format!("{} deep, receding", millimetres(mm)),
        (false, _) => "not touched".to_owned(),
    }
}

/// A phase of the touch-time search.
pub(in crate::viewer) fn phase(number: u32) -> String {
    match number {
        1 => "phase 1, touch times".to_owned(),
        _ => "phase 2, halving".to_owned(),
    }
}

/// A number of rounds.
pub(in crate::viewer) fn rounds(count: usize) -> String {
    if count == 1 {
        "1 round".to_owned()
    } else {
        format!("{count} rounds")
    }
}

/// A polygon in the way.
pub(in crate::viewer) fn in_the_way(polygon: u32) -> String {
    format!("polygon {polygon}")
}

/// A length in the unit that reads best.
pub(in crate::viewer) fn millimetres(mm: f64) -> String {
    if mm.abs() >= 1000.0 {
        format!("{} m", fixed(mm / 1000.0, 2))
    } else if mm.abs() >= 100.0 {
        format!("{} mm", fixed(mm, 0))
    } else if mm.abs() >= 0.1 {
        format!("{} mm", fixed(mm, 2))
    } else {
        format!("{} µm", fixed(mm * 1000.0, 1))
    }
}

/// Go on from the cursor.
pub(in crate::viewer) fn fork_at(tick: u32) -> String {
    format!("fork at {}", spaced(tick.into()))
}

/// Values beyond those listed.
pub(in crate::viewer) fn or_written(pattern: &str) -> String {
    format!("or {pattern} in the text above")
}

/// A policy under a lane that is called like it.
pub(in crate::viewer) fn policy_line(policy: &str) -> String {
    format!("preset {policy}")
}

/// Where a lane changed its policy.
pub(in crate::viewer) fn forked(policies: &[(u32, Policy)]) -> String {
    let lines = policies
        .iter()
        .skip(1)
        .map(|(tick, policy)| format!("\nfrom tick {tick}: {}", policy.text()));
    lines.collect()
}

/// Speed of flying.
pub(in crate::viewer) fn flying(speed: f64) -> String {
    format!("flying at {speed:.1} m/s, Esc to stop")
}

/// The switches that B has to take from A for the lanes to agree.
pub(in crate::viewer) fn due_to(switches: &[String]) -> String {
    format!("B lacks A's {}", switches.join(", "))
}

/// Where lanes part.
pub(in crate::viewer) fn difference_at(
    tick: u32,
    step: u32,
    field: &str,
    distance: Option<f64>,
) -> String {
    let step = if step > 0 {
        format!(" · step {step}")
    } else {
        String::new()
    };
    let apart = distance.map_or_else(String::new, |metres| {
        format!(" · {} apart", millimetres(metres * 1000.0))
    });
    format!("tick {}{step} · {field}{apart}", spaced(tick.into()))
}

/// Lanes differ by rounding alone.
pub(in crate::viewer) fn rounding(tick: u32) -> String {
    format!("only rounding, from tick {}", spaced(tick.into()))
}

/// How a lane settles, in words.
pub(in crate::viewer) fn settles_words(settles: &Settles) -> String {
    let size = match settles.size() {
        Size::Amplitude(metres) => millimetres(metres * 1000.0),
        place @ Size::Place(_) => place.to_string(),
    };
    match settles.kind {
        SettlesKind::FixedPoint => "fixed point".to_owned(),
        SettlesKind::Periodic => format!("periodic, {size}"),
        SettlesKind::Drift => format!("drift, {size}"),
        SettlesKind::Irregular => match settles.returns_after_ticks {
            Some(ticks) => {
                let after = counted(ticks.into(), "tick");
                format!("irregular, {size}, back after {after}")
            }
            None => format!("irregular, {size}"),
        },
    }
}

/// The same in a corner.
pub(in crate::viewer) fn settles_short(settles: &Settles) -> String {
    match (settles.kind, settles.hz) {
        (SettlesKind::FixedPoint, _) => "fixed point".to_owned(),
        (_, Some(hz)) => format!("{hz:.1} Hz"),
        (SettlesKind::Drift, _) => "drift".to_owned(),
        _ => "irregular".to_owned(),
    }
}

/// What scripted sweeps reached.
pub(in crate::viewer) fn reached(recording: &LaneRecording, of: Headline) -> String {
    match range(recording.summaries(), of) {
        None => STILL_RUNNING.to_owned(),
        Some((low, high)) => format!(
            "{} · {} {low:.3} … {high:.3} m",
            counted(recording.len().into(), "sweep"),
            match of {
                Headline::EyeDistance => "end",
                Headline::FeetHeight => READ_FEET_Z,
            }
        ),
    }
}

/// How a lane settles, with what the eye or the feet do in the `window` in which it was asked.
pub(in crate::viewer) fn badge(
    settles: &Settles,
    recording: &LaneRecording,
    window: std::ops::Range<u32>,
    of: Headline,
) -> String {
    let summaries = recording.summaries();
    let end = (window.end as usize).min(summaries.len());
    let over = summaries
        .get(window.start as usize..end)
        .unwrap_or_default();
    let (low, high) = range(over, of).unwrap_or_default();
    let last = summaries.last().map_or(0.0, |summary| summary.headline(of));
    let what = match of {
        Headline::EyeDistance => READ_EYE,
        Headline::FeetHeight => READ_FEET_Z,
    };
    match (settles.kind, settles.hz) {
        (SettlesKind::FixedPoint, _) => format!("fixed point · {what} {last:.3} m"),
        (_, Some(hz)) => format!("periodic {hz:.1} Hz · {what} {low:.3} … {high:.3} m"),
        (SettlesKind::Drift, _) => format!("drift · {what} {low:.3} … {high:.3} m"),
        _ => format!("irregular · {what} {low:.3} … {high:.3} m"),
    }
}

fn range(summaries: &[TickSummary], of: Headline) -> Option<(f32, f32)> {
    let values = summaries.iter().map(|summary| summary.headline(of));
    values.fold(None, |all, value| {
        let (low, high) = all.unwrap_or((value, value));
        Some((low.min(value), high.max(value)))
    })
}
