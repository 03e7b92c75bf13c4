//! Scenes around meshes of others, as text.
//!
//! A mesh does not say where a camera would stand. So: look straight down through it on a grid, take the floors that
//! leave room above, put a pivot over each, drop those whose sphere touches anything or that look at backs, as from within
//! a pillar, and let a boom turn around the rest. What is no room is swept through from outside (`aim`).

use glam::{DVec3, Vec3};

use super::aim::{self, Sweeps};
use super::mesh::{Mesh, Up};
use super::progress::{Go, Progress};
use super::text::{LANES, quoted};
use crate::constants::{FLOOR_Z, VIEWER_RADIUS};
use crate::geometry::vector::{dot_wide, wide};
use crate::geometry::{Polygon, Sphere};
use crate::ops;
use crate::policy::Policy;

/// How the text of an imported scene begins.
const MARK: &str = "// Camera sweeps in ";

/// Farthest coordinate of a scene, metres.
const FARTHEST: f64 = 1e6;

/// Lines of sight per side of the bounds.
const GRID: usize = 32;

/// Most lines of sight that are asked about polygons; of more only every second, third or so polygon is looked at.
const MOST_LOOKS: usize = 1 << 23;

/// Most places of a camera.
const MAX_STARTS: usize = 32;

/// Booms around each.
const DIRECTIONS: u32 = 8;

/// Height of a pivot over its floor, metres.
const PIVOT: f64 = 1.5;

/// Room that a floor needs above it, metres: the pivot, the sphere and a little.
const ROOM: f64 = 2.0;

/// How far from a height what is at it may seem to be by rounding, or by a face that is not flat, metres.
const LEVEL: f64 = 0.1;

/// Between the camera's sphere and what it shall not touch where a sweep begins, metres.
const SPARE: f32 = 0.02;

/// Length of a boom, metres, and its rise: those of the default camera.
const BOOM: f64 = 2.6;
const RISE: f64 = 0.75 / 2.610_076_6;

/// The text of a scene of camera sweeps in `mesh`, which stands at `path` seen from the scene's folder and was read with `up` and `scale`.
///
/// Up to 256 sweeps: of 2.6 m from places above floors, in eight directions; where those meet hardly anything, through its
/// bounds from in front of its faces. `progress` hears how far the search for places is; `None` where it said stop.
#[must_use]
pub fn obj_scene(
    path: &str,
    up: Up,
    scale: f32,
    mesh: &Mesh,
    progress: &mut dyn Progress,
) -> Option<String> {
    let Sweeps {
        text: sweeps,
        words,
    } = aim::sweeps(&mesh.polygons, progress)?;
    let up = match up {
        Up::Y => "",
        Up::Z => ", up: Z",
    };
    let scale = if scale == 1.0 {
        String::new()
    } else {
        format!(", scale: {scale}")
    };
    let name = path.rsplit('/').next().unwrap_or(path);
    Some(format!(
        r#"{MARK}{comment}: {words}.
Scene(
    version: 1,
    title: {title},
    look_for: "Where equal-slices+no-adjust stops a step short of what retail touches.",
    objects: [
        Object(name: "mesh", shape: Mesh(file: {file}{up}{scale})),
    ],
    rig: Sweep(sweeps: List([
{sweeps}    ])),
{LANES})
"#,
        comment = name.escape_debug(),
        title = quoted(name),
        file = quoted(path),
    ))
}

/// Places of a camera in `polygons`: over floors, where it touches nothing and looks at fronts. Empty where there is no such
/// place, `None` where `progress` said stop.
pub(crate) fn places(polygons: &[Polygon], progress: &mut dyn Progress) -> Option<Vec<DVec3>> {
    let starts = starts(polygons, progress)?;
    Some(starts.into_iter().map(within).collect())
}

/// Sweeps of 2.6 m from each of `starts` in eight directions.
pub(crate) fn booms(starts: &[DVec3]) -> Vec<(DVec3, DVec3)> {
    let mut sweeps = Vec::new();
    for from in starts {
        for k in 0..DIRECTIONS {
            let angle = std::f64::consts::TAU * f64::from(k) / f64::from(DIRECTIONS);
            let level = BOOM * (1.0 - RISE * RISE).sqrt();
            let way = DVec3::new(
                level * ops::sin(angle),
                level * ops::cos(angle),
                BOOM * RISE,
            );
            sweeps.push((*from, within(*from + way)));
        }
    }
    sweeps
}

/// A sweep as a line of a list.
pub(crate) fn sweep((from, to): (DVec3, DVec3)) -> String {
    format!(
        "        (({:.3}, {:.3}, {:.3}), ({:.3}, {:.3}, {:.3})),\n",
        from.x, from.y, from.z, to.x, to.y, to.z
    )
}

/// Whether a scene's text was made here.
#[must_use]
pub fn is_imported(text: &str) -> bool {
    text.starts_with(MARK) || text.starts_with(super::text::MARK)
}

/// The nearest point that a scene can hold: a mesh may lie at the very edge.
pub(crate) fn within(point: DVec3) -> DVec3 {
    let kept = |c: f64| c.clamp(-FARTHEST, FARTHEST);
    DVec3::new(kept(point.x), kept(point.y), kept(point.z))
}

/// Lowest and highest corner of all polygons; the origin when there is none.
fn bounds(polygons: &[Polygon]) -> (DVec3, DVec3) {
    let mut corners = polygons
        .iter()
        .flat_map(|polygon| polygon.vertices.iter().map(|v| wide(*v)));
    let first = corners.next().unwrap_or(DVec3::ZERO);
    let lower = |a: f64, b: f64| if b < a { b } else { a };
    let upper = |a: f64, b: f64| if b > a { b } else { a };
    corners.fold((first, first), |(low, high), v| {
        (
            DVec3::new(lower(low.x, v.x), lower(low.y, v.y), lower(low.z, v.z)),
            DVec3::new(upper(high.x, v.x), upper(high.y, v.y), upper(high.z, v.z)),
        )
    })
}

/// Up to [`MAX_STARTS`] pivots, spread over the mesh; one in the open where there is no mesh.
fn starts(polygons: &[Polygon], progress: &mut dyn Progress) -> Option<Vec<DVec3>> {
    if polygons.is_empty() {
        return Some(vec![DVec3::ZERO]);
    }
    let (low, high) = bounds(polygons);
    let mut starts = over_floors(polygons, low, high);
    if starts.is_empty() {
        // No floor: places inside the bounds.
        let at = |k: usize, n: usize| (k as f64 + 0.5) / n as f64;
        for k in 0..64 {
            let share = DVec3::new(at(k % 4, 4), at(k / 4 % 4, 4), at(k / 16, 4));
            starts.push(low + (high - low) * share);
        }
    }
    let chosen = spread(&starts, 4 * MAX_STARTS);
    let mut free = Vec::new();
    for (k, start) in chosen.iter().enumerate() {
        if progress.at(k as u64, chosen.len() as u64) == Go::Stop {
            return None;
        }
        if is_free(polygons, *start) && is_open(polygons, *start) {
            free.push(*start);
        }
    }
    Some(spread(&free, MAX_STARTS))
}

/// At most `most` of `list`, evenly.
fn spread(list: &[DVec3], most: usize) -> Vec<DVec3> {
    let count = list.len().min(most);
    (0..count).map(|k| list[k * list.len() / count]).collect()
}

/// Whether the camera's sphere touches nothing there, with a little to spare.
pub(super) fn is_free(polygons: &[Polygon], at: DVec3) -> bool {
    let sphere = Sphere {
        center: at.as_vec3(),
        radius: VIEWER_RADIUS + SPARE,
    };
    let mut foot = Vec3::ZERO;
    !polygons
        .iter()
        .any(|polygon| polygon.hits_sphere(&sphere, &mut foot, &Policy::RETAIL))
}

/// Whether what is seen from there, looking level around, is rather fronts than backs.
fn is_open(polygons: &[Polygon], at: DVec3) -> bool {
    // Only what is at this height can be seen level; most of a large mesh is not.
    let is_level = |polygon: &&Polygon| {
        let heights = || polygon.vertices.iter().map(|v| f64::from(v.z) - at.z);
        heights().any(|z| z > -LEVEL) && heights().any(|z| z < LEVEL)
    };
    let level: Vec<&Polygon> = polygons.iter().filter(is_level).collect();
    let (mut fronts, mut backs) = (0, 0);
    for k in 0..DIRECTIONS {
        let angle = std::f64::consts::TAU * f64::from(k) / f64::from(DIRECTIONS);
        match first_seen(
            level.iter().copied(),
            at,
            DVec3::new(ops::sin(angle), ops::cos(angle), 0.0),
        ) {
            Some((_, true)) => fronts += 1,
            Some((_, false)) => backs += 1,
            None => {}
        }
    }
    fronts >= backs
}

/// How far it is from `from` along the unit vector `way` to the nearest polygon, and whether that shows its front.
pub(super) fn first_seen<'a>(
    polygons: impl IntoIterator<Item = &'a Polygon>,
    from: DVec3,
    way: DVec3,
) -> Option<(f64, bool)> {
    let mut nearest: Option<(f64, bool)> = None;
    for polygon in polygons {
        let normal = polygon.plane.normal_wide();
        let approach = dot_wide(normal, way);
        if approach.abs() < 1e-6 {
            continue;
        }
        let distance = -(dot_wide(normal, from) + f64::from(polygon.plane.offset)) / approach;
        let is_nearer = nearest.is_none_or(|(least, _)| distance < least);
        if distance > 1e-3 && is_nearer && polygon.contains((from + way * distance).as_vec3()) {
            nearest = Some((distance, approach < 0.0));
        }
    }
    nearest
}

/// Pivots over floors that leave room, on a grid over the bounds.
fn over_floors(polygons: &[Polygon], low: DVec3, high: DVec3) -> Vec<DVec3> {
    let cell = (high - low) / GRID as f64;
    let column = |value: f64, low: f64, cell: f64| {
        if cell > 0.0 {
            (((value - low) / cell).floor().max(0.0) as usize).min(GRID - 1)
        } else {
            0
        }
    };
    // Heights at which the line of sight of each cell passes a polygon, and whether that is a floor.
    let mut seen: Vec<Vec<(f64, bool)>> = vec![Vec::new(); GRID * GRID];
    let columns = |polygon: &Polygon| {
        let (first, last) = bounds(std::slice::from_ref(polygon));
        (
            column(first.x, low.x, cell.x)..=column(last.x, low.x, cell.x),
            column(first.y, low.y, cell.y)..=column(last.y, low.y, cell.y),
        )
    };
    let looks: usize = polygons
        .iter()
        .map(|polygon| {
            let (across, along) = columns(polygon);
            across.count() * along.count()
        })
        .sum();
    for polygon in polygons.iter().step_by(looks / MOST_LOOKS + 1) {
        let normal = polygon.plane.normal_wide();
        if normal.z.abs() < 1e-3 {
            continue;
        }
        let (across, along) = columns(polygon);
        for i in across {
            for j in along.clone() {
                let mut at =
                    low + DVec3::new((i as f64 + 0.5) * cell.x, (j as f64 + 0.5) * cell.y, 0.0);
                at.z = 0.0;
                at.z = -(dot_wide(normal, at) + f64::from(polygon.plane.offset)) / normal.z;
                if polygon.contains(at.as_vec3()) {
                    seen[i * GRID + j].push((at.z, normal.z >= f64::from(FLOOR_Z)));
                }
            }
        }
    }
    let mut starts = Vec::new();
    for (index, heights) in seen.iter_mut().enumerate() {
        heights.sort_by(|a, b| a.0.total_cmp(&b.0));
        let x = low.x + ((index / GRID) as f64 + 0.5) * cell.x;
        let y = low.y + ((index % GRID) as f64 + 0.5) * cell.y;
        for (k, (z, is_floor)) in heights.iter().enumerate() {
            let room = heights.get(k + 1).is_none_or(|above| above.0 - z >= ROOM);
            if *is_floor && room {
                starts.push(DVec3::new(x, y, z + PIVOT));
            }
        }
    }
    starts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::obj;

    /// A room 8 by 8 by 3 with a floor, a ceiling and a pillar in the middle.
    const ROOM_OBJ: &str = "v 0 0 0\nv 8 0 0\nv 8 8 0\nv 0 8 0\nv 0 0 3\nv 8 0 3\nv 8 8 3\nv 0 8 3\n\
        f 1 2 3 4\nf 8 7 6 5\nf 1 5 6 2\nf 2 6 7 3\nf 3 7 8 4\nf 4 8 5 1\n\
        v 3 3 0\nv 5 3 0\nv 5 5 0\nv 3 5 0\nv 3 3 3\nv 5 3 3\nv 5 5 3\nv 3 5 3\n\
        f 9 10 14 13\nf 10 11 15 14\nf 11 12 16 15\nf 12 9 13 16\n";

    #[test]
    fn pivots_stand_free_above_floors() {
        let mesh = obj::parse(ROOM_OBJ, Up::Z, 1.0).unwrap();
        let starts = places(&mesh.polygons, &mut ()).unwrap();
        assert_eq!(starts.len(), MAX_STARTS);
        for start in &starts {
            assert_eq!(start.z, 1.5);
            let wall = [start.x, start.y, 8.0 - start.x, 8.0 - start.y];
            assert!(wall.iter().all(|d| *d >= 0.2998), "{start}");
            // Over the pillar's foot the floor leaves room, but from within there are backs to be seen.
            let pillar = ((start.x - 4.0).abs()).max((start.y - 4.0).abs()) - 1.0;
            assert!(pillar >= 0.2998, "{start}");
        }
    }

    /// Floors over one another cover every line of sight each: of so many only every third is looked at, and all are the same.
    #[test]
    fn many_wide_floors_are_looked_at_in_part() {
        let floor = obj::parse("v 0 0 0\nv 9 0 0\nv 9 9 0\nv 0 9 0\nf 1 2 3 4", Up::Z, 1.0);
        let polygons = vec![floor.unwrap().polygons[0].clone(); 20_000];
        let (low, high) = bounds(&polygons);
        let starts = over_floors(&polygons, low, high);
        // The topmost alone has room above it.
        assert_eq!(starts.len(), GRID * GRID);
        assert!(starts.iter().all(|start| start.z == PIVOT));
    }

    #[test]
    fn no_place_is_on_a_wall_or_behind_it() {
        let wall = |text| obj::parse(text, Up::Z, 1.0).unwrap().polygons;
        let found = |polygons: &[Polygon]| starts(polygons, &mut ()).unwrap();
        // In its plane, and leaning so that some of its bounds are before it: y = z faces -y.
        assert_eq!(
            found(&wall("v 0 0 0\nv 4 0 0\nv 4 0 4\nv 0 0 4\nf 1 2 3 4")),
            []
        );
        let leaning = found(&wall("v 0 0 0\nv 4 0 0\nv 4 4 4\nv 0 4 4\nf 4 3 2 1"));
        assert!(!leaning.is_empty());
        for start in leaning {
            assert!((start.y - start.z) / 2f64.sqrt() >= 0.2998, "{start}");
        }
        assert_eq!(found(&[]).len(), 1);
    }
}
