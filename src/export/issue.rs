//! A tick as the text of an issue: what, where, the numbers, the policies, the build, and how anybody gets the same.
//!
//! Markdown that stands by itself: no picture, no path of the writer's machine. A scene that is not shipped is part of it as far as it
//! is short.

use std::fmt::Write as _;

use super::result::digest_text;
use crate::analysis::diff::{TOLERANCE, diff};
use crate::analysis::explain::explain_tick;
use crate::analysis::lane_settles;
use crate::analysis::words::fixed;
use crate::formats::text::shell_word;
use crate::lane::{Measure, Value};
use crate::recording::{LaneRecording, Recording, Replay};
use crate::scene::shipped;

/// Longest scene that stands in the text, bytes.
const LONGEST_SCENE: usize = 16_000;

/// The measures that are told, where there are any.
const MEASURES: &[Measure] = &[
    Measure::EyeDistance,
    Measure::SoughtDistance,
    Measure::DesiredDistance,
    Measure::EyeMove,
    Measure::NearClearance,
    Measure::EyeX,
    Measure::EyeY,
    Measure::EyeZ,
    Measure::Verdict,
    Measure::StopReason,
    Measure::Steps,
    Measure::StepLength,
    Measure::CollidingStep,
    Measure::NormalX,
    Measure::NormalY,
    Measure::NormalZ,
    Measure::EyeVerdict,
    Measure::EyeSteps,
    Measure::EyeCollidingStep,
    Measure::FeetX,
    Measure::FeetY,
    Measure::FeetZ,
    Measure::Speed,
    Measure::Grounded,
    Measure::ContactSource,
    Measure::Cell,
    Measure::EyeCell,
];

/// What an issue is about.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    /// The run; the lanes may be others than its own.
    pub recording: &'a Recording,
    /// One lane of the run's scene and inputs.
    pub a: &'a LaneRecording,
    /// Another one to compare it with.
    pub b: Option<&'a LaneRecording>,
    /// The tick, one that lane `a` ran.
    pub tick: u32,
    /// Whether the run was opened from a recording, whose file has to go with the issue.
    pub is_recorded: bool,
}

/// The text of an issue about a tick; it ends with a line break.
#[must_use]
pub fn issue(subject: &Subject<'_>) -> String {
    let Subject {
        recording,
        a,
        b,
        tick,
        is_recorded,
    } = *subject;
    let setup = &*recording.setup;
    let lanes: Vec<(&str, &LaneRecording)> = match b {
        Some(b) => vec![("A", a), ("B", b)],
        None => vec![("A", a)],
    };
    let mut text = String::new();
    let name = &recording.source.name;
    let against = b.map_or_else(String::new, |b| format!(" against {}", code(&b.name)));
    let _ = writeln!(
        text,
        "### {} at tick {tick}: lane {}{against}\n",
        code(name),
        code(&a.name)
    );
    about(&mut text, subject);
    table_of_lanes(&mut text, recording, &lanes);
    let replays: Vec<Replay> = lanes
        .iter()
        .filter(|(_, lane)| tick < lane.len())
        .map(|(_, lane)| lane.replay(setup, tick))
        .collect();
    table_of_measures(&mut text, &replays);
    if let Some(b) = b {
        first_difference(&mut text, recording, a, b);
    }
    for (letter, lane) in lanes.iter().filter(|(_, lane)| tick < lane.len()) {
        let story = explain_tick(setup, &lane.name, lane, tick, None);
        let of = if b.is_some() {
            format!(" of {letter}")
        } else {
            String::new()
        };
        let _ = writeln!(text, "**What happened in the tick{of}**\n");
        fenced(&mut text, "text", &story.to_string());
    }
    reproduce(
        &mut text,
        subject,
        a.first_driven(setup, tick + 1).is_some() || is_recorded,
    );
    text
}

/// Scene, place and build.
fn about(text: &mut String, subject: &Subject<'_>) {
    let (recording, tick) = (subject.recording, subject.tick);
    let (source, setup) = (&recording.source, &recording.setup);
    let title = crate::scene::read(&source.text, &source.file()).map_or_else(
        |_| String::new(),
        |scene| format!("{}, ", cell(&scene.title)),
    );
    let shipped = if is_shipped(recording) {
        "shipped, "
    } else {
        ""
    };
    let seconds = fixed(f64::from(tick) / f64::from(setup.hz), 3);
    let _ = write!(
        text,
        "| | |\n|---|---|\n\
         | scene | {}: {title}{shipped}digest `{}` |\n\
         | tick | {tick}, {seconds} s at {} Hz; the run has {} |\n\
         | build | sweepscope {}, {} on {}{} |\n\n",
        code(&source.name),
        digest_text(source.digest()),
        setup.hz,
        recording.len().max(subject.a.len()),
        env!("CARGO_PKG_VERSION"),
        std::env::consts::OS,
        std::env::consts::ARCH,
        if recording.build == env!("CARGO_PKG_VERSION") {
            String::new()
        } else {
            format!(", recorded by {}", cell(&recording.build))
        },
    );
}

/// Name, policy, what it settles into and digest of each lane.
fn table_of_lanes(text: &mut String, recording: &Recording, lanes: &[(&str, &LaneRecording)]) {
    text.push_str("| | lane | policy | settles into | digest |\n|---|---|---|---|---|\n");
    for (letter, lane) in lanes {
        let policies = lane.policies().iter();
        let policies = policies.map(|(from, policy)| match from {
            0 => code(&policy.text()),
            from => format!("from tick {from} {}", code(&policy.text())),
        });
        let policies: Vec<String> = policies.collect();
        let settles = lane_settles(lane, recording.settle_window(), recording.setup.hz);
        let settles = settles.map_or_else(|| "-".to_owned(), |settles| settles.to_string());
        let _ = writeln!(
            text,
            "| {letter} | {} | {} | {settles} | `{}` |",
            code(&lane.name),
            policies.join(", "),
            digest_text(lane.digest()),
        );
    }
    text.push('\n');
}

/// The measures of the tick that have a value, side by side.
fn table_of_measures(text: &mut String, replays: &[Replay]) {
    let (head, rule) = match replays.len() {
        2 => ("| at the tick | A | B | B - A |", "|---|---:|---:|---:|"),
        _ => ("| at the tick | A |", "|---|---:|"),
    };
    let _ = writeln!(text, "{head}\n{rule}");
    for measure in MEASURES {
        let of = |replay: &Replay| measure.of(&replay.outcome, &replay.counters);
        let values: Vec<Value> = replays.iter().map(of).collect();
        if values.iter().all(|value| *value == Value::Absent) {
            continue;
        }
        let _ = write!(text, "| `{}` |", measure.name());
        for value in &values {
            let _ = write!(text, " {} |", shown(*measure, *value));
        }
        if let [a, b] = values[..] {
            let _ = write!(text, " {} |", difference(*measure, a, b));
        }
        text.push('\n');
    }
    text.push('\n');
}

fn shown(measure: Measure, value: Value) -> String {
    match value {
        Value::Absent => "-".to_owned(),
        Value::Number(number) if measure.is_whole() => number.to_string(),
        Value::Number(number) => {
            let unit = measure.unit();
            let blank = if unit.is_empty() { "" } else { " " };
            format!("{}{blank}{unit}", fixed(number, 6))
        }
        other => other.to_string(),
    }
}

/// How `b` differs from `a`: lengths in millimetres, with their sign.
fn difference(measure: Measure, a: Value, b: Value) -> String {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) if a == b => "0".to_owned(),
        (Value::Number(a), Value::Number(b)) => {
            let (scale, decimals, unit) = match measure.unit() {
                "m" => (1000.0, 3, " mm"),
                _ if measure.is_whole() => (1.0, 0, ""),
                "m/s" => (1.0, 6, " m/s"),
                _ => (1.0, 6, ""),
            };
            let by = (b - a) * scale;
            let sign = if by > 0.0 { "+" } else { "" };
            format!("{sign}{}{unit}", fixed(by, decimals))
        }
        (a, b) if a == b => "same".to_owned(),
        _ => "differs".to_owned(),
    }
}

/// Where both lanes part.
fn first_difference(
    text: &mut String,
    recording: &Recording,
    a: &LaneRecording,
    b: &LaneRecording,
) {
    let diff = diff(&recording.setup, a, b, TOLERANCE);
    match (&diff.first, &diff.first_bit) {
        (Some(first), _) => {
            let mut place = format!("tick {}", first.tick);
            if first.sweep > 0 {
                let _ = write!(place, ", sweep {}", first.sweep);
            }
            if first.step > 0 {
                let _ = write!(place, ", step {}", first.step);
            }
            let apart = first.distance.map_or_else(String::new, |metres| {
                format!(", {} mm apart", fixed(metres * 1000.0, 3))
            });
            let _ = writeln!(
                text,
                "**First difference**: {place}: {}: A {}, B {}{apart}.\n",
                first.field,
                code(&first.a.to_string()),
                code(&first.b.to_string()),
            );
        }
        (None, Some(bit)) => {
            let _ = writeln!(
                text,
                "**First difference**: none that means something; digests differ from tick {} on.\n",
                bit.tick
            );
        }
        (None, None) => text.push_str("**First difference**: none, bit for bit.\n\n"),
    }
}

/// Whether the run is of a scene that everybody has.
fn is_shipped(recording: &Recording) -> bool {
    let source = &recording.source;
    source.path.is_none()
        && shipped::find(&source.name).is_some_and(|scene| scene.text == source.text)
}

/// The name at the end of a path, with whichever separator.
fn file_name(path: &str) -> &str {
    path.rsplit(['/', '\\']).next().unwrap_or(path)
}

/// The text of the scene, in which files are called by their names alone: its folders are of the writer's machine.
fn scene_text(recording: &Recording) -> String {
    let source = &recording.source;
    let mut text = source.text.clone();
    let files = source.files.iter().map(|file| file.path.as_str());
    let scene = crate::scene::read(&source.text, &source.name).ok();
    let game = scene.and_then(|scene| scene.game?.files);
    for path in files.chain(game.as_deref()) {
        text = text.replace(
            &crate::formats::text::quoted(path),
            &crate::formats::text::quoted(file_name(path)),
        );
    }
    text
}

/// The commands that give the same, and what they need.
fn reproduce(text: &mut String, subject: &Subject<'_>, needs_recording: bool) {
    let Subject {
        recording,
        a,
        b,
        tick,
        ..
    } = *subject;
    let source = &recording.source;
    let file = source.path.as_ref().and_then(|path| path.file_name());
    let is_shipped = is_shipped(recording);
    let word = match (file, needs_recording, is_shipped) {
        (_, true, _) => {
            let stem = source.name.rsplit('/').next().unwrap_or_default();
            format!("{stem}.sweep")
        }
        (Some(file), ..) => file.to_string_lossy().into_owned(),
        (None, _, true) => source.name.clone(),
        (None, ..) => format!("{}.ron", source.name.rsplit('/').next().unwrap_or_default()),
    };
    text.push_str("**How to get the same**\n\n");
    // A lane whose policy changed on the way is in the recording alone.
    let lane = |lane: &LaneRecording| shell_word(&lane.name);
    let scene = shell_word(&word);
    let mut commands = format!(
        "sweepscope explain {scene} --tick {tick} --lane {}\n",
        lane(a)
    );
    if let Some(b) = b {
        let _ = writeln!(
            commands,
            "sweepscope explain {scene} --tick {tick} --lane {}",
            lane(b)
        );
        let _ = writeln!(
            commands,
            "sweepscope diff {scene} --a {} --b {}",
            lane(a),
            lane(b)
        );
    }
    fenced(text, "sh", &commands);
    if needs_recording {
        let _ = writeln!(
            text,
            "The run is not what the scene says alone: attach the recording as {}.\n",
            code(&word)
        );
        return;
    }
    if is_shipped {
        return;
    }
    for mesh in &source.files {
        let _ = writeln!(text, "It needs the mesh {}.\n", code(file_name(&mesh.path)));
    }
    let scene = scene_text(recording);
    if scene.len() > LONGEST_SCENE {
        let _ = writeln!(
            text,
            "The scene has {} bytes: attach it as {}.\n",
            scene.len(),
            code(&word)
        );
    } else {
        let _ = writeln!(
            text,
            "<details><summary>{}</summary>\n",
            word.replace('&', "&amp;").replace('<', "&lt;")
        );
        fenced(text, "ron", &scene);
        text.push_str("</details>\n");
    }
}

/// `content` as a block that no line of it can end.
fn fenced(text: &mut String, language: &str, content: &str) {
    let longest = content
        .lines()
        .map(|line| line.chars().take_while(|c| *c == '`').count())
        .max()
        .unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    let _ = writeln!(
        text,
        "{fence}{language}\n{}\n{fence}\n",
        content.trim_end_matches('\n')
    );
}

/// A word of a table's cell, where a bar would end it.
fn cell(word: &str) -> String {
    word.replace(['\n', '\r'], " ").replace('|', "\\|")
}

/// A word as code; one with a backtick stands between two.
fn code(word: &str) -> String {
    let word = cell(word);
    if word.contains('`') {
        format!("`` {word} ``")
    } else {
        format!("`{word}`")
    }
}

#[cfg(test)]
mod tests;
