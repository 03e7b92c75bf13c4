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

/// Most corners of a polygon.
const MOST_CORNERS: usize = 4_096;

/// Longest sweep, metres; a log of other things may have anything.
const LONGEST: f32 = 1_000.0;

/// What can be drawn of `entry`: polygons, sweeps and spheres of the tags that are known, any `(x,y,z)` of the others, and each in
/// a list of them, as a point.
/// Of a polygon or a sweep that [`lost`] tells of it is nothing.
#[must_use]
pub fn drawables(entry: &Entry) -> Vec<Drawable> {
    if let Some(known) = known(entry) {
        return vec![known];
    }
    if lost(entry).is_some() {
        return Vec::new();
    }
    let fields = entry.fields.iter();
    let fields = fields.filter(|field| !is_direction(&field.key));
    let mut found = Vec::new();
    for field in fields {
        let name = if field.key.is_empty() {
            &entry.tag
        } else {
            &field.key
        };
        let single = vector(&field.value).map(|at| vec![at]);
        let places = single.or_else(|| points(&field.value)).unwrap_or_default();
        let points = places.into_iter().map(|at| Drawable::Point {
            at,
            name: name.clone(),
        });
        found.extend(points.take(MOST_CORNERS));
    }
    found
}

/// The values between which the sweep of a tag leads, and the one where it ended, if there may be one.
fn ends(tag: &str) -> Option<(&'static str, &'static str, &'static str)> {
    match tag {
        "resolve" | "transit-fail" => Some(("in", "tgt", "out")),
        "step-walk" => Some(("cur", "check", "")),
        "push-back" => Some(("in", "out", "")),
        _ => None,
    }
}

/// What the tag of `entry` says that it is.
fn known(entry: &Entry) -> Option<Drawable> {
    let get = |key: &str| entry.get(key).and_then(vector);
    if let Some((from, to, out)) = ends(&entry.tag) {
        let (from, to) = get(from).zip(get(to))?;
        return is_short(from, to).then(|| Drawable::Sweep {
            from,
            to,
            out: get(out),
        });
    }
    match entry.tag.as_str() {
        "poly-dump" | "resolve-bldg" => {
            let corners = corners(entry)?;
            (3..=MOST_CORNERS)
                .contains(&corners.len())
                .then_some(Drawable::Polygon { corners })
        }
        "place-fail" => ["sphere", "worldOrigin"]
            .iter()
            .find_map(|key| get(key))
            .map(|at| Drawable::PlaceFail {
                at,
                radius: entry.get("r").and_then(number).filter(|r| *r > 0.0),
            }),
        _ => None,
    }
}

/// The corners of the polygon in `entry`; `None` where one of them is no point.
fn corners(entry: &Entry) -> Option<Vec<Vec3>> {
    match entry.tag.as_str() {
        "poly-dump" => entry.get("verts").and_then(points),
        _ => {
            let corners = entry.fields.iter().filter(|field| is_corner(&field.key));
            corners.map(|field| vector(&field.value)).collect()
        }
    }
}

/// Why an `entry` of a tag that tells a polygon or a sweep tells none that can be used; `None` where it does, and of other tags.
#[must_use]
pub fn lost(entry: &Entry) -> Option<String> {
    let tag = &entry.tag;
    if let Some((from, to, _)) = ends(tag) {
        let broken = [from, to].iter().find_map(|key| match entry.get(key) {
            None => Some(format!("[{tag}] has no `{key}`")),
            Some(value) if vector(value).is_none() => Some(format!(
                "[{tag}] `{key}` is no point within 1000000 m: {}",
                value.chars().take(40).collect::<String>()
            )),
            Some(_) => None,
        });
        let long = || format!("[{tag}] leads farther than {LONGEST} m");
        return broken.or_else(|| known(entry).is_none().then(long));
    }
    // A building may have been met without a polygon.
    let has_polygon = match tag.as_str() {
        "poly-dump" => true,
        "resolve-bldg" => entry.fields.iter().any(|field| is_corner(&field.key)),
        _ => false,
    };
    if !has_polygon || known(entry).is_some() {
        return None;
    }
    let count = corners(entry).map_or(0, |corners| corners.len());
    Some(match count > MOST_CORNERS {
        true => format!("[{tag}] has {count} corners, which is more than {MOST_CORNERS}"),
        false => format!("[{tag}] has no three usable corners"),
    })
}

/// Whether a sweep is one of a body.
pub(super) fn is_short(from: Vec3, to: Vec3) -> bool {
    (to - from).abs().max_element() <= LONGEST
}

/// Whether the name of a value says that it is a direction, a way or a size, which have no place.
fn is_direction(key: &str) -> bool {
    const WHOLE: &[&str] = &[
        "n",
        "up",
        "right",
        "left",
        "down",
        "back",
        "vel",
        "mvmt",
        "rot",
        "euler",
        "omega",
        "accel",
        "acceleration",
        "scale",
        "size",
        "extent",
        "extents",
        "gravity",
    ];
    const ENDS: &[&str] = &[
        "normal",
        "forward",
        "fwd",
        "dir",
        "direction",
        "velocity",
        "delta",
        "axis",
        "move",
        "heading",
        "gradient",
    ];
    let key = key.to_ascii_lowercase();
    WHOLE.contains(&key.as_str()) || ENDS.iter().any(|end| key.ends_with(end))
}

/// Whether a value is a corner in the world: `v0_world`.
fn is_corner(key: &str) -> bool {
    let number = key
        .strip_prefix('v')
        .and_then(|rest| rest.strip_suffix("_world"));
    number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()))
}
