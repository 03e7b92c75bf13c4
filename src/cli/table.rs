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
    let Range { start, end } = if apart {
        windows.stats.clone()
    } else {
        windows.settles.clone()
    };
    let looked = if apart { "hits" } else { "settling" };
    let ticks = count(u64::from(ticks), "tick");
    writeln!(
        out,
        "{}: {ticks} at {hz} Hz, {} s; values at the last tick, {looked} in {start}..{end}\n",
        one_line(&opened.source.name),
        words::fixed(seconds, 3)
    )?;
    let columns = columns(rig, apart);
    let mut heads = vec![("lane", Left)];
    heads.extend(columns.iter().map(|(head, align, _)| (*head, *align)));
    let mut table = Table::new(&heads);
    for result in results {
        let cells = columns.iter().map(|(_, _, cell)| cell(result));
        table.row([result.name.clone()].into_iter().chain(cells).collect());
    }
    table.write(out)
}

fn columns(rig: &Rig, apart: bool) -> Vec<Column> {
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
