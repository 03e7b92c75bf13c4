//! What can be drawn of an entry.

use glam::Vec3;

use super::line::Entry;
use super::value::{number, points, vector};

/// Something of a log that has a place, in the log's own coordinates, metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Drawable {
    /// A point, and the name of its value.
    Point {
        /// Where.
        at: Vec3,
        /// The value's name; the tag where it has none.
        name: String,
    },
    /// A polygon, its corners in order.
    Polygon {
        /// Its corners, at least three.
        corners: Vec<Vec3>,
    },
    /// A sweep from one point to another.
    Sweep {
        /// Where it begins.
        from: Vec3,
        /// Where it should lead.
        to: Vec3,
        /// Where it ended, if that is said.
        out: Option<Vec3>,
    },
    /// A sphere that could not be placed.
    PlaceFail {
        /// Its centre.
        at: Vec3,
        /// Its radius, if that is said.
        radius: Option<f32>,
    },
}

/// What can be drawn of `entry`: polygons, sweeps and spheres of the tags that are known, any `(x,y,z)` of the others as a point.
#[must_use]
pub fn drawables(entry: &Entry) -> Vec<Drawable> {
    let get = |key: &str| entry.get(key).and_then(vector);
    let sweep = |from: &str, to: &str, out: &str| {
        let (from, to) = get(from).zip(get(to))?;
        Some(Drawable::Sweep {
            from,
            to,
            out: get(out),
        })
    };
    let known = match entry.tag.as_str() {
        "poly-dump" => polygon(entry.get("verts").and_then(points)),
        "resolve-bldg" => {
            let corners = entry.fields.iter().filter(|field| is_corner(&field.key));
            polygon(corners.map(|field| vector(&field.value)).collect())
        }
        "resolve" => sweep("in", "tgt", "out"),
        "transit-fail" => sweep("in", "tgt", "out"),
        "step-walk" => sweep("cur", "check", ""),
        "push-back" => sweep("in", "out", ""),
        "place-fail" => ["sphere", "worldOrigin"]
            .iter()
            .find_map(|key| get(key))
            .map(|at| Drawable::PlaceFail {
                at,
                radius: entry.get("r").and_then(number).filter(|r| *r > 0.0),
            }),
        _ => None,
    };
    if let Some(known) = known {
        return vec![known];
    }
    // Directions are no places.
    let is_place = |key: &str| !matches!(key, "n" | "delta" | "normal" | "dpMove" | "mvmt");
    let fields = entry.fields.iter().filter(|field| is_place(&field.key));
    let found = fields.filter_map(|field| {
        let name = if field.key.is_empty() {
            &entry.tag
        } else {
            &field.key
        };
        Some(Drawable::Point {
            at: vector(&field.value)?,
            name: name.clone(),
        })
    });
    found.collect()
}

/// Why an `entry` of a tag that tells a polygon or a sweep tells none.
#[must_use]
pub(super) fn lost(entry: &Entry) -> Option<String> {
    let ends = match entry.tag.as_str() {
        "resolve" | "transit-fail" => ["in", "tgt"],
        "step-walk" => ["cur", "check"],
        "push-back" => ["in", "out"],
        "poly-dump" | "resolve-bldg" => {
            let has_one = drawables(entry)
                .iter()
                .any(|drawable| matches!(drawable, Drawable::Polygon { .. }));
            let why = format!("[{}] has no three usable corners", entry.tag);
            return (!has_one).then_some(why);
        }
        _ => return None,
    };
    let tag = &entry.tag;
    ends.iter().find_map(|key| match entry.get(key) {
        None => Some(format!("[{tag}] has no `{key}`")),
        Some(value) if vector(value).is_none() => Some(format!(
            "[{tag}] `{key}` is no point within 1000000 m: {}",
            value.chars().take(40).collect::<String>()
        )),
        Some(_) => None,
    })
}

fn polygon(corners: Option<Vec<Vec3>>) -> Option<Drawable> {
    let corners = corners.filter(|corners| (3..=1_000).contains(&corners.len()))?;
    Some(Drawable::Polygon { corners })
}

/// Whether a value is a corner in the world: `v0_world`.
fn is_corner(key: &str) -> bool {
    let number = key
        .strip_prefix('v')
        .and_then(|rest| rest.strip_suffix("_world"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}
