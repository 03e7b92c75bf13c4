//! Floors whose edges are about as high over the next floor as the mover climbs.

use glam::{DVec3, Vec3};

use super::{Lint, NEAR_STEP, Trouble};
use crate::analysis::scan::faces::{Faces, Taken, edges, middle, nearest_on, polygons_of};
use crate::analysis::scan::finding::Findings;
use crate::constants::FLOOR_Z;
use crate::formats::progress::{Go, Progress};
use crate::geometry::Polygon;
use crate::geometry::vector::{cross, dot_wide, narrow, unit};
use crate::world::World;

/// Floors whose edges are about as high over the next floor as the mover climbs.
pub(super) fn steps(
    world: &World,
    step_up: f32,
    findings: &mut Findings<Lint>,
    progress: &mut dyn Progress,
) -> Option<()> {
    let wide_step = f64::from(step_up);
    let all = polygons_of(world);
    let faces = Faces::of(world, Taken::Static, &mut |share| {
        progress.at(all + (share * all as f64) as u64, 3 * all) == Go::On
    })?;
    let polygons = faces.polygons();
    let is_floor = |polygon: &Polygon| polygon.plane.normal.z >= FLOOR_Z;
    for (index, upper) in polygons.iter().enumerate() {
        if index.is_multiple_of(4096) && progress.at(2 * all + index as u64, 3 * all) == Go::Stop {
            return None;
        }
        if !is_floor(upper) {
            continue;
        }
        let mut told: Vec<usize> = Vec::new();
        let middle = middle(upper);
        for (a, b) in edges(upper) {
            for share in [0.25, 0.5, 0.75] {
                let on = a + (b - a) * share;
                let Some(beside) = outwards(a, b, middle) else {
                    continue;
                };
                let Some((lower, height)) =
                    below(&faces, on, on + beside * NEAR_STEP, wide_step, index)
                else {
                    continue;
                };
                let step = on.z - height;
                if (step - wide_step).abs() > NEAR_STEP || told.contains(&lower) {
                    continue;
                }
                told.push(lower);
                let spot = faces.spot(lower, Vec3::ZERO);
                findings.push(Lint {
                    spot: faces.spot(index, narrow(on)),
                    trouble: Trouble::NearStep {
                        lower: spot.object,
                        lower_polygon: spot.polygon,
                        step,
                        step_up,
                    },
                });
            }
        }
    }
    Some(())
}

/// The level direction from an edge away from `middle`; `None` for an edge that is upright.
fn outwards(a: DVec3, b: DVec3, middle: DVec3) -> Option<DVec3> {
    let level = |v: DVec3| DVec3::new(v.x, v.y, 0.0);
    let along = level(b - a);
    let away = unit(cross(along, DVec3::Z))?;
    let inside = level(middle - nearest_on(a, b, middle));
    Some(if dot_wide(away, inside) > 0.0 {
        -away
    } else {
        away
    })
}

/// The highest floor under `place`, which is beside the edge point `on`, down to a little more than a step; and its height.
fn below(
    faces: &Faces,
    on: DVec3,
    place: DVec3,
    step_up: f64,
    upper: usize,
) -> Option<(usize, f64)> {
    let reach = step_up + 2.0 * NEAR_STEP;
    let mut highest: Option<(usize, f64)> = None;
    for index in faces.near(place - DVec3::Z * (reach / 2.0), reach) {
        let polygon = &faces.polygons()[index];
        let normal = polygon.plane.normal_wide();
        if index == upper || polygon.plane.normal.z < FLOOR_Z {
            continue;
        }
        let height =
            -(normal.x * place.x + normal.y * place.y + f64::from(polygon.plane.offset)) / normal.z;
        let foot = DVec3::new(place.x, place.y, height);
        let is_under = height <= on.z + NEAR_STEP && polygon.contains(narrow(foot));
        if is_under && highest.is_none_or(|(_, best)| height > best) {
            highest = Some((index, height));
        }
    }
    highest
}
