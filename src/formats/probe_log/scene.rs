//! A log as a scene: its polygons as geometry, its sweeps as scripted sweeps.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;

use super::draw::{Drawable, drawables, lost};
use super::read::Log;
use crate::formats::aim;
use crate::formats::text::{LANES, MARK, count as counted, either, point, quoted};
use crate::geometry::Polygon;

/// Most polygons and sweeps of a scene.
const MOST_POLYGONS: usize = 1_000_000;
const MOST_SWEEPS: usize = 100_000;

/// Longest sweep, metres; a log of other things may have anything.
const LONGEST: f32 = 1_000.0;

/// What a log gave.
#[derive(Clone, Debug, PartialEq)]
pub struct LogScene {
    /// The text of the scene.
    pub text: String,
    /// How many polygons, each once.
    pub polygons: usize,
    /// How many sweeps.
    pub sweeps: usize,
    /// What a user should know, one sentence each.
    pub warnings: Vec<String>,
}

/// The scene of `log`, which is called `name`; where it has nothing but points, sweeps follow them. Else they are those of `[resolve]`, of `[step-walk]` where there are none, else of `[push-back]`.
///
/// # Errors
/// In words: there is neither a polygon nor a sweep nor a point in it.
pub fn scene(log: &Log, name: &str) -> Result<LogScene, String> {
    let (mut seen, mut polygons) = (BTreeSet::new(), Vec::new());
    let (mut flat, mut marks) = (0_u64, 0);
    for drawable in log.entries.iter().flat_map(drawables) {
        match drawable {
            Drawable::Polygon { corners } => {
                let bits: Vec<[u32; 3]> = corners
                    .iter()
                    .map(|v| v.to_array().map(f32::to_bits))
                    .collect();
                if polygons.len() < MOST_POLYGONS && seen.insert(bits) {
                    match Polygon::new(corners) {
                        Some(polygon) => polygons.push(polygon),
                        None => flat += 1,
                    }
                }
            }
            Drawable::Point { .. } | Drawable::PlaceFail { .. } => marks += 1,
            Drawable::Sweep { .. } => {}
        }
    }
    let sweeps = ["resolve", "step-walk", "push-back"]
        .iter()
        .map(|tag| sweeps(log, tag))
        .find(|list| !list.is_empty());
    let mut sweeps = sweeps.unwrap_or_default();
    let mut follows = None;
    if polygons.is_empty() && sweeps.is_empty() {
        follows = way(log).map(|(name, between)| {
            sweeps = between;
            name
        });
    }
    let left_out = left_out(log);
    if polygons.is_empty() && sweeps.is_empty() {
        if let Some(left_out) = left_out {
            return Err(format!(
                "there is neither a usable polygon nor a usable sweep in it; {left_out}"
            ));
        }
        return Err("there is neither a polygon ([poly-dump], [resolve-bldg]) nor a sweep ([resolve], [step-walk], [push-back]) nor any point in it".to_owned());
    }
    let mut warnings = Vec::new();
    warnings.extend(left_out);
    if let Some(of) = &follows {
        warnings.push(format!("there is neither a polygon nor a sweep in it: the sweeps of this scene go from one {of} to the next"));
    } else if polygons.is_empty() {
        let problem = "there is no polygon in it ([poly-dump], [resolve-bldg]): its sweeps meet nothing in this scene";
        warnings.push(problem.to_owned());
    }
    if flat > 0 {
        let (polygons, rest) = (
            counted(flat, "polygon"),
            either(flat, "has no area and was", "have no area and were"),
        );
        warnings.push(format!("{polygons} {rest} dropped"));
    }
    if marks > 0 {
        let (points, are, them) = (
            counted(marks as u64, "point"),
            either(marks as u64, "is", "are"),
            either(marks as u64, "it", "them"),
        );
        warnings.push(format!("{points} of it {are} no part of the scene; the window draws {them} as marks, and `inspect` lists {them} by tag"));
    }
    if !polygons.is_empty() {
        warnings.push("polygons stand as the log has them, which may be the space of their cell; the log has only those that were met".to_owned());
    }
    let objects = match polygons.is_empty() {
        true => String::new(),
        false => {
            let rows = polygons.iter().map(|polygon| {
                let corners: Vec<String> = polygon.vertices.iter().map(|v| point(*v)).collect();
                format!("            [{}],\n", corners.join(", "))
            });
            format!(
                "    objects: [\n        Object(name: \"logged\", shape: Polygons([\n{}        ])),\n    ],\n",
                rows.collect::<String>()
            )
        }
    };
    let (mover, list) = match sweeps.is_empty() {
        true => (
            "Viewer",
            aim::sweeps(&polygons, &mut ()).unwrap_or_default().text,
        ),
        false => {
            let rows = sweeps
                .iter()
                .map(|(from, to)| format!("        ({}, {}),\n", point(*from), point(*to)));
            // Points may be of anything; sweeps of the log are a body's.
            let mover = if follows.is_some() { "Viewer" } else { "Human" };
            (mover, rows.collect())
        }
    };
    let text = format!(
        r#"{MARK}{comment}: {count} and {all} of a log.
Scene(
    version: 1,
    title: {title},
    look_for: "The sweeps of the log in what it knows of the geometry.",
{objects}    rig: Sweep(mover: {mover}, sweeps: List([
{list}    ])),
{LANES})
"#,
        comment = name.escape_debug(),
        count = counted(polygons.len() as u64, "polygon"),
        all = counted(sweeps.len() as u64, "sweep"),
        title = quoted(name),
    );
    Ok(LogScene {
        text,
        polygons: polygons.len(),
        sweeps: sweeps.len(),
        warnings,
    })
}

/// The way through the points of a log that has nothing else: of the value with the most points, its name with its tag, and the
/// lines from each point to the next. A point that stands alone is a short way up.
fn way(log: &Log) -> Option<(String, Vec<(Vec3, Vec3)>)> {
    let mut ways: BTreeMap<(&str, String), Vec<Vec3>> = BTreeMap::new();
    // What is left of a sweep or a polygon that is not whole is no way.
    let broken = [
        "resolve",
        "step-walk",
        "push-back",
        "poly-dump",
        "resolve-bldg",
    ];
    let entries = log.entries.iter();
    for entry in entries.filter(|entry| !broken.contains(&entry.tag.as_str())) {
        for drawable in drawables(entry) {
            if let Drawable::Point { at, name } = drawable {
                let points = ways.entry((&entry.tag, name)).or_default();
                if points.len() < MOST_SWEEPS && points.last() != Some(&at) {
                    points.push(at);
                }
            }
        }
    }
    let most = ways.values().map(Vec::len).max()?;
    let ((tag, name), points) = ways.into_iter().find(|(_, points)| points.len() == most)?;
    let mut between: Vec<_> = points
        .windows(2)
        .map(|ends| (ends[0], ends[1]))
        .filter(|(from, to)| is_short(*from, *to))
        .collect();
    if between.is_empty() {
        let at = *points.first()?;
        between.push((at, at + Vec3::Z * 0.1));
    }
    Some((format!("{name} of [{tag}]"), between))
}

/// How many polygons and sweeps of `log` are not usable, and why the first is not; `None` where all are.
#[must_use]
pub fn left_out(log: &Log) -> Option<String> {
    let (mut count, mut first) = (0_usize, None);
    for entry in &log.entries {
        let mut why = lost(entry);
        for drawable in drawables(entry) {
            if let Drawable::Sweep { from, to, .. } = drawable
                && !is_short(from, to)
            {
                let tag = &entry.tag;
                why = Some(format!("[{tag}] leads farther than {LONGEST} m"));
            }
        }
        if let Some(why) = why {
            count += 1;
            first.get_or_insert_with(|| format!("line {}: {why}", entry.line));
        }
    }
    let first = first?;
    let what = match count {
        1 => "1 polygon or sweep was".to_owned(),
        more => format!("{more} polygons and sweeps were"),
    };
    Some(format!("{what} left out, the first in {first}"))
}

/// Whether a sweep is one of a body.
fn is_short(from: Vec3, to: Vec3) -> bool {
    (to - from).abs().max_element() <= LONGEST
}

/// The sweeps of a tag.
fn sweeps(log: &Log, tag: &str) -> Vec<(Vec3, Vec3)> {
    let entries = log.entries.iter().filter(|entry| entry.tag == tag);
    let lines = entries
        .flat_map(drawables)
        .filter_map(|drawable| match drawable {
            Drawable::Sweep { from, to, .. } => Some((from, to)),
            _ => None,
        });
    lines
        .filter(|(from, to)| is_short(*from, *to))
        .take(MOST_SWEEPS)
        .collect()
}
