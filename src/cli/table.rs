//! The table that compares lanes.

use std::io::{self, Write};
use std::ops::Range;

use super::exit::one_line;
use super::open::Opened;
use super::run::Windows;
use super::text::Align::{Left, Right};
use super::text::{Align, Table, count};
use crate::analysis::words;
use crate::export::{LaneResult, digest_text};
use crate::lane::{Measure, Rig, Value};

/// A column: its head and what stands in it.
type Column = (&'static str, Align, fn(&LaneResult) -> String);

/// Writes the comparison table.
///
/// What is told depends on what is driven: of cameras and their sweeps the eye, of bodies the feet.
pub(super) fn write_table(
    out: &mut dyn Write,
    opened: &Opened,
    windows: &Windows,
    results: &[LaneResult],
) -> io::Result<()> {
    let (hz, ticks) = (opened.setup.hz, opened.setup.ticks);
    let seconds = f64::from(ticks) / f64::from(hz);
    writeln!(out, "{}", one_line(&opened.scene.title))?;
    if !opened.scene.look_for.is_empty() {
        writeln!(out, "{}", one_line(&opened.scene.look_for))?;
    }
    let rig = &opened.setup.rig;
    // Sweeps of an eye are apart from each other: they come to no rest, but some of them hit.
    let apart = matches!(rig, Rig::Sweep(_)) && !rig.has_body();
    let is_captured = is_captured(rig);
    let Range { start, end } = if apart || is_captured {
        windows.stats.clone()
    } else {
        windows.settles.clone()
    };
    let looked = match (apart, is_captured) {
        (true, _) => "hits",
        (_, true) => "recorded error",
        _ => "settling",
    };
    let ticks = count(u64::from(ticks), "tick");
    writeln!(
        out,
        "{}: {ticks} at {hz} Hz, {} s; values at the last tick, {looked} in {start}..{end}\n",
        one_line(&opened.source.name),
        words::fixed(seconds, 3)
    )?;
    let columns = columns(opened, apart, results);
    let mut heads = vec![("lane", Left)];
    heads.extend(columns.iter().map(|(head, align, _)| (*head, *align)));
    let mut table = Table::new(&heads);
    for result in results {
        let cells = columns.iter().map(|(_, _, cell)| cell(result));
        table.row([result.name.clone()].into_iter().chain(cells).collect());
    }
    table.write(out)
}

/// Whether recorded sweeps are run again: each begins where its body was, so that they come to no rest.
fn is_captured(rig: &Rig) -> bool {
    matches!(rig, Rig::Sweep(rig) if rig.script.captured(0).is_some())
}

/// Nearer to a wall than this the near plane is told of, metres.
const NEAR_A_WALL: f64 = 0.1;

fn columns(opened: &Opened, apart: bool, results: &[LaneResult]) -> Vec<Column> {
    let rig = &opened.setup.rig;
    let mut columns: Vec<Column> = Vec::new();
    if rig.has_body() {
        columns.push(("feet x", Right, |lane| metres(lane, Measure::FeetX)));
        columns.push(("feet y", Right, |lane| metres(lane, Measure::FeetY)));
        columns.push(("feet z", Right, |lane| metres(lane, Measure::FeetZ)));
        columns.push(("ground", Left, |lane| lane.ground().to_owned()));
        columns.push(("rejected", Right, |lane| {
            let sum = lane.stat(Measure::Rejected).map_or(0.0, |stat| stat.sum);
            words::fixed(sum, 0)
        }));
    }
    let has_eye = match rig {
        Rig::Mover(rig) => rig.camera.is_some(),
        rig => !rig.has_body(),
    };
    if has_eye {
        let eye: [Column; 2] = [
            ("eye distance", Right, |lane| {
                metres(lane, Measure::EyeDistance)
            }),
            ("pulled in", Right, |lane| metres(lane, Measure::PulledIn)),
        ];
        columns.extend(eye);
        let expected = opened.scene.expect.iter();
        let is_asked = expected
            .map(|expect| expect.measure.as_str())
            .any(|measure| measure == Measure::NearClearance.name());
        let is_near = |lane: &LaneResult| {
            let stat = lane.stat(Measure::NearClearance);
            stat.is_some_and(|stat| stat.count > 0 && stat.min < NEAR_A_WALL)
        };
        if is_asked || results.iter().any(is_near) {
            columns.push(("least near clearance", Right, |lane| {
                let stat = lane.stat(Measure::NearClearance);
                let least = stat.filter(|stat| stat.count > 0).map(|stat| stat.min);
                least.map(words::metres).unwrap_or_default()
            }));
        }
    }
    let sweep: [Column; 3] = [
        ("steps", Right, |lane| text(lane, Measure::Steps)),
        ("verdict", Left, |lane| text(lane, Measure::Verdict)),
        ("reason", Left, |lane| text(lane, Measure::StopReason)),
    ];
    columns.extend(sweep);
    if rig.has_body() && rig.has_camera() {
        columns.push(("eye verdict", Left, |lane| text(lane, Measure::EyeVerdict)));
    }
    if apart {
        // A sweep with a collision normal hit something.
        let hits: [Column; 2] = [
            ("hits", Right, |lane| {
                let hits = lane.stat(Measure::NormalX).map_or(0, |stat| stat.count);
                hits.to_string()
            }),
            ("most pulled in", Right, |lane| {
                let most = lane.stat(Measure::PulledIn).map(|stat| stat.max);
                most.map(words::metres).unwrap_or_default()
            }),
        ];
        columns.extend(hits);
    } else if is_captured(rig) {
        columns.push(("most recorded error", Right, |lane| {
            let most = lane.stat(Measure::RecordedError);
            let most = most.filter(|stat| stat.count > 0).map(|stat| stat.max);
            most.map(words::millimetres).unwrap_or_default()
        }));
    } else {
        columns.push(("settles", Left, |lane| {
            let settles = lane.settles.map(|settles| settles.to_string());
            settles.unwrap_or_default()
        }));
    }
    columns.push(("digest", Left, |lane| digest_text(lane.digest)));
    columns
}

fn text(lane: &LaneResult, measure: Measure) -> String {
    match lane.at_last(measure) {
        Value::Absent => String::new(),
        other => other.to_string(),
    }
}

fn metres(lane: &LaneResult, measure: Measure) -> String {
    match lane.at_last(measure) {
        Value::Number(metres) => words::metres(metres),
        _ => text(lane, measure),
    }
}
