//! A log as a scene: its polygons as geometry, its sweeps as scripted sweeps.

use std::collections::{BTreeMap, BTreeSet};

use glam::Vec3;

use super::draw::{Drawable, drawables, is_short, lost};
use super::line::MOST_FIELDS;
use super::read::Log;
use crate::formats::aim;
use crate::formats::text::{LANES, MARK, count as counted, either, point, quoted};
use crate::geometry::Polygon;

/// Most polygons and sweeps of a scene.
const MOST_POLYGONS: usize = 1_000_000;
const MOST_SWEEPS: usize = 100_000;

/// The tags that have sweeps; a scene has those of the first that has any.
const SWEPT: &[&str] = &["resolve", "step-walk", "push-back", "transit-fail"];

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

/// The scene of `log`, which is called `name`; where it has nothing but points, sweeps follow them. Else they are those of `[resolve]`, of `[step-walk]` where there are none, else of `[push-back]`, else of `[transit-fail]`.
///
/// # Errors
/// In words: there is neither a polygon nor a sweep nor a point in it.
pub fn scene(log: &Log, name: &str) -> Result<LogScene, String> {
    let (mut seen, mut polygons) = (BTreeSet::new(), Vec::new());
    let (mut flat, mut many) = (0_u64, 0_u64);
    let (mut points, mut fails) = (0, 0);
    for drawable in log.entries.iter().flat_map(drawables) {
        match drawable {
            Drawable::Polygon { corners } => {
                let bits: Vec<[u32; 3]> = corners
                    .iter()
                    .map(|v| v.to_array().map(f32::to_bits))
                    .collect();
                if polygons.len() == MOST_POLYGONS {
                    many += u64::from(!seen.contains(&bits));
                } else if seen.insert(bits) {
                    match Polygon::new(corners) {
                        Some(polygon) => polygons.push(polygon),
                        None => flat += 1,
                    }
                }
            }
            Drawable::Point { .. } => points += 1,
            Drawable::PlaceFail { .. } => fails += 1,
            Drawable::Sweep { .. } => {}
        }
    }
    let of = SWEPT
        .iter()
        .map(|tag| (*tag, sweeps(log, tag)))
        .find(|(_, list)| !list.is_empty());
    let (taken, mut sweeps) = of.map_or((None, Vec::new()), |(tag, list)| (Some(tag), list));
    let mut follows = None;
    if polygons.is_empty() && sweeps.is_empty() {
        follows = way(log).map(|mut way| {
            sweeps = std::mem::take(&mut way.between);
            points -= way.points;
            way
        });
    }
    let too_many = sweeps.len().saturating_sub(MOST_SWEEPS) as u64;
    sweeps.truncate(MOST_SWEEPS);
    let left_out = left_out(log);
    if polygons.is_empty() && sweeps.is_empty() {
        if let Some(left_out) = left_out {
            return Err(format!(
                "there is neither a usable polygon nor a usable sweep in it; {left_out}"
            ));
        }
        return Err("there is neither a polygon ([poly-dump], [resolve-bldg]) nor a sweep ([resolve], [step-walk], [push-back], [transit-fail]) nor any point in it".to_owned());
    }
    let mut warnings = Vec::new();
    warnings.extend(left_out);
    warnings.extend(cut(log));
    if let Some(way) = &follows {
        warnings.push(way.told());
    } else if polygons.is_empty() {
        let problem = "there is no polygon in it ([poly-dump], [resolve-bldg]): its sweeps meet nothing in this scene";
        warnings.push(problem.to_owned());
    } else if sweeps.is_empty() {
        let problem = "there is no sweep in it: those of this scene are a camera's, through its polygons, as in a mesh";
        warnings.push(problem.to_owned());
    }
    if flat > 0 {
        let (polygons, rest) = (
            counted(flat, "polygon"),
            either(flat, "has no area and was", "have no area and were"),
        );
        warnings.push(format!("{polygons} {rest} dropped"));
    }
    for (number, what, most) in [
        (many, "polygon", MOST_POLYGONS),
        (too_many, "sweep", MOST_SWEEPS),
    ] {
        if number > 0 {
            let are = either(number, "is", "are");
            let number = counted(number, what);
            warnings.push(format!("{number} beyond the first {most} {are} left out"));
        }
    }
    warnings.extend(apart(log, points, fails, taken));
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
    look_for: "{look_for}",
{objects}    rig: Sweep(mover: {mover}, sweeps: List([
{list}    ])),
{LANES})
"#,
        look_for = match sweeps.is_empty() {
            true =>
                "Sweeps of a camera, which the log does not have, through what it knows of the geometry.",
            false => "The sweeps of the log in what it knows of the geometry.",
        },
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

/// The way through the points of a log that has nothing else.
struct Way {
    /// The value that it follows, with its tag.
    of: String,
    /// From each point to the next.
    between: Vec<(Vec3, Vec3)>,
    /// How many points it has, those that stay where the last one is too.
    points: usize,
    /// How many are as far from the last one as no sweep leads.
    gaps: u64,
    /// Whether it is a short way up from the only place.
    is_alone: bool,
}

impl Way {
    /// What a user should know of it.
    fn told(&self) -> String {
        let Self { of, gaps, .. } = self;
        let none = "there is neither a polygon nor a sweep in it";
        if self.is_alone {
            return format!(
                "{none}: the sweep of this scene leads a short way up from the first {of}, as none other is near"
            );
        }
        let gaps = match gaps {
            0 => String::new(),
            _ => format!(
                ", but for {} of more than 1000 m",
                counted(*gaps, "such way")
            ),
        };
        format!("{none}: the sweeps of this scene go from one {of} to the next{gaps}")
    }
}

/// The way through the points of the value that has the most places.
fn way(log: &Log) -> Option<Way> {
    let mut ways: BTreeMap<(&str, String), (Vec<Vec3>, usize)> = BTreeMap::new();
    // What is left of a sweep or a polygon that is not whole is no way.
    let entries = log.entries.iter();
    let entries = entries.filter(|entry| {
        let tag = entry.tag.as_str();
        !SWEPT.contains(&tag) && !matches!(tag, "poly-dump" | "resolve-bldg")
    });
    for entry in entries {
        for drawable in drawables(entry) {
            if let Drawable::Point { at, name } = drawable {
                let (places, points) = ways.entry((&entry.tag, name)).or_default();
                *points += 1;
                if places.last() != Some(&at) {
                    places.push(at);
                }
            }
        }
    }
    let most = ways.values().map(|(places, _)| places.len()).max()?;
    let mut ways = ways.into_iter();
    let ((tag, name), (places, points)) = ways.find(|(_, (places, _))| places.len() == most)?;
    let all = places.windows(2).map(|ends| (ends[0], ends[1]));
    let mut between: Vec<_> = all.filter(|(from, to)| is_short(*from, *to)).collect();
    let gaps = (places.len() - 1 - between.len()) as u64;
    let is_alone = between.is_empty();
    if is_alone {
        let at = *places.first()?;
        between.push((at, at + Vec3::Z * 0.1));
    }
    Some(Way {
        of: format!("{name} of [{tag}]"),
        between,
        points: match is_alone && places.len() > 1 {
            true => 1,
            false => points,
        },
        gaps,
        is_alone,
    })
}

/// How many polygons and sweeps of `log` are not usable, and why the first is not; `None` where all are.
#[must_use]
pub fn left_out(log: &Log) -> Option<String> {
    let mut lost = log
        .entries
        .iter()
        .filter_map(|entry| Some((entry.line, lost(entry)?)));
    let (line, why) = lost.next()?;
    let what = match lost.count() {
        0 => "1 polygon or sweep was".to_owned(),
        more => format!("{} polygons and sweeps were", more + 1),
    };
    Some(format!("{what} left out, the first in line {line}: {why}"))
}

/// What of the lines of `log` is not kept, one sentence each: values behind the first ones, and what stands behind the first mebibyte.
#[must_use]
pub fn cut(log: &Log) -> Vec<String> {
    let mut told = Vec::new();
    let mut long = log.entries.iter().filter(|entry| entry.cut > 0);
    if let Some(first) = long.next() {
        let values = (first.cut + long.map(|entry| entry.cut).sum::<usize>()) as u64;
        let (are, line) = (either(values, "is", "are"), first.line);
        let values = counted(values, "value");
        told.push(format!(
            "{values} beyond the first {MOST_FIELDS} of a line {are} passed over, the first in line {line}"
        ));
    }
    if log.cut_lines > 0 {
        let are = either(log.cut_lines, "is", "are");
        let lines = counted(log.cut_lines, "line");
        told.push(format!("{lines} of more than 1 MiB {are} cut there"));
    }
    told
}

/// What of the log is in the scene in no way, one sentence each: `points` and failed placements, and the sweeps of all tags but `taken`.
fn apart(log: &Log, points: usize, fails: usize, taken: Option<&str>) -> Vec<String> {
    let mut told = Vec::new();
    let marks: Vec<String> = [(points, "point"), (fails, "failed placement")]
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, what)| counted(*number as u64, what))
        .collect();
    if !marks.is_empty() {
        let (are, them) = (
            either((points + fails) as u64, "is", "are"),
            either((points + fails) as u64, "it", "them"),
        );
        let marks = marks.join(" and ");
        told.push(format!("{marks} of it {are} no part of the scene; the window draws {them} as marks, and `inspect` lists {them} by tag"));
    }
    if let Some(taken) = taken {
        let others = SWEPT.iter().filter(|tag| **tag != taken);
        let others: Vec<(&str, usize)> = others
            .map(|tag| (*tag, sweeps(log, tag).len()))
            .filter(|(_, number)| *number > 0)
            .collect();
        let number: usize = others.iter().map(|(_, number)| number).sum();
        if number > 0 {
            let tags: Vec<String> = others.iter().map(|(tag, _)| format!("[{tag}]")).collect();
            let (sweeps, tags, are) = (
                counted(number as u64, "sweep"),
                tags.join(", "),
                either(number as u64, "is", "are"),
            );
            told.push(format!(
                "{sweeps} of {tags} {are} no part of the scene, which has those of [{taken}]"
            ));
        }
    }
    told
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
    lines.collect()
}
