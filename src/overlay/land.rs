//! The landscape, the rooms and their portals, and which outdoor cells know of objects.

use glam::{DVec3, Vec3};

use super::lines::{Hatch, Item, Layer, Overlay, Shape};
use super::role::Role;
use super::style::Style;
use crate::bsp::CellTree;
use crate::geometry::vector::{cross, length, narrow, wide};
use crate::geometry::{Plane, Polygon};
use crate::ids::CellId;
use crate::lane::TickOutcome;
use crate::policy::{Policy, Registration};
use crate::world::landcell::{LANDCELL, Landcell};
use crate::world::{Beyond, Cells, IndoorCell, World};

/// Most planes of a volume whose edges are drawn.
const MOST_PLANES: usize = 32;

/// The triangles of the ground in the scene: of a height field, or of all landblocks, each with its outdoor cell.
pub fn ground(world: &World) -> impl Iterator<Item = (CellId, Vec<Vec3>)> {
    let field = world.ground().into_iter().flat_map(|field| {
        let faces = field.faces();
        faces.map(|face| (CellId::SINGLE_SPACE, face.vertices.to_vec()))
    });
    let blocks = world.cells().into_iter().flat_map(Cells::blocks);
    let land = blocks.flat_map(move |block| {
        let cells = (1..=64).map(|low| CellId(block.block() << 16 | low));
        cells.flat_map(move |cell| {
            let faces: &[Polygon] = block.faces(cell).map_or(&[], |faces| faces);
            let scene = move |v: &Vec3| world.to_scene(cell, *v);
            faces
                .iter()
                .map(move |face| (cell, face.vertices.iter().map(scene).collect()))
        })
    });
    field.chain(land)
}

/// The edges of a convex volume, in its own space; none of one with too many planes or without end.
#[must_use]
pub fn edges(volume: &CellTree) -> Vec<[Vec3; 2]> {
    let planes = &volume.planes;
    if planes.len() > MOST_PLANES {
        return Vec::new();
    }
    let mut all = Vec::new();
    for (k, a) in planes.iter().enumerate() {
        for b in &planes[k + 1..] {
            all.extend(common_edge(a, b, planes));
        }
    }
    all
}

/// The part of the line of `a` and `b` that is on the inner side of all `planes`.
fn common_edge(a: &Plane, b: &Plane, planes: &[Plane]) -> Option<[Vec3; 2]> {
    let (na, nb) = (wide(a.normal), wide(b.normal));
    let way = cross(na, nb);
    let square = way.dot(way);
    if square < 1e-9 {
        return None;
    }
    let (da, db) = (f64::from(a.offset), f64::from(b.offset));
    let through = (cross(nb, way) * -da + cross(way, na) * -db) / square;
    let (mut low, mut high) = (f64::NEG_INFINITY, f64::INFINITY);
    for plane in planes {
        let normal = wide(plane.normal);
        let (height, slope) = (
            normal.dot(through) + f64::from(plane.offset),
            normal.dot(way),
        );
        if slope.abs() < 1e-9 {
            if height < -1e-4 {
                return None;
            }
            continue;
        }
        let at = -height / slope;
        if slope > 0.0 && at > low {
            low = at;
        } else if slope < 0.0 && at < high {
            high = at;
        }
    }
    let is_edge = low.is_finite() && high.is_finite() && (high - low) * length(way) > 1e-4;
    is_edge.then(|| [low, high].map(|t| narrow(through + way * t)))
}

/// Draws the rooms with their portals, and the outdoor cells near the tick with what is registered in them.
pub fn land(
    world: &World,
    policy: &Policy,
    outcome: &TickOutcome,
    style: &Style,
    out: &mut Overlay,
) {
    let (Some(cells), Some(now)) = (world.cells(), outcome.cells) else {
        return;
    };
    let total = cells.rooms().count();
    out.leave_out(Layer::Cells, total.saturating_sub(style.cells));
    for room in cells.rooms().take(style.cells) {
        draw_room(world, room, room.id == now.cell, out);
    }
    let here = outcome
        .body
        .map_or(outcome.published.origin, |body| body.feet.origin);
    draw_squares(world, cells, policy, now.cell, here, out);
}

fn draw_room(world: &World, room: &IndoorCell, is_current: bool, out: &mut Overlay) {
    let scene = |local: Vec3| world.to_scene(room.id, room.frame.to_global(local));
    let width = if is_current { 2.5 } else { 1.0 };
    let mut middle = DVec3::ZERO;
    let edges = edges(&room.volume);
    for [from, to] in &edges {
        let (from, to) = (scene(*from), scene(*to));
        middle += (wide(from) + wide(to)) / (2.0 * edges.len() as f64);
        let line = Item::new(Layer::Cells, Role::Cell, Shape::Line { from, to });
        out.push(line.width(width).opacity(0.8));
    }
    if !edges.is_empty() {
        out.label(
            Layer::Cells,
            Role::Cell,
            narrow(middle),
            room.id.to_string(),
        );
    }
    for portal in &room.portals {
        let points: Vec<Vec3> = portal.polygon.vertices.iter().map(|v| scene(*v)).collect();
        let count = points.len() as f64;
        let center = points.iter().map(|p| wide(*p)).sum::<DVec3>() / count;
        let text = match portal.beyond {
            Beyond::Outside => "outside".to_owned(),
            Beyond::Cell(cell) => format!("to {cell}"),
        };
        let shape = Shape::Polyline {
            points,
            closed: true,
        };
        out.push(Item::new(Layer::Cells, Role::Portal, shape).width(1.5));
        out.label(Layer::Cells, Role::Portal, narrow(center), text);
    }
}

/// The outdoor cells around `here`: outlined, filled where objects are registered in them, or should be.
fn draw_squares(
    world: &World,
    cells: &Cells,
    policy: &Policy,
    current: CellId,
    here: Vec3,
    out: &mut Overlay,
) {
    const AROUND: i64 = 5;
    let full = Policy {
        registration: Registration::Bounds,
        ..*policy
    };
    let Some(middle) = world.outdoor_cell_at(here).and_then(Landcell::of) else {
        return;
    };
    for east in -AROUND..=AROUND {
        for north in -AROUND..=AROUND {
            let Some(cell) = middle.offset(east, north).id().filter(|id| cells.has(*id)) else {
                continue;
            };
            let points = corners(world, cells, cell);
            let role = if !world.objects_of(cell, policy).is_empty() {
                Some(Role::Registered)
            } else if !world.objects_of(cell, &full).is_empty() {
                Some(Role::Unregistered)
            } else {
                None
            };
            if let Some(role) = role {
                let fill = Shape::Fill {
                    points: points.clone(),
                    hatch: match role {
                        Role::Registered => Hatch::Single,
                        _ => Hatch::Double,
                    },
                };
                out.push(Item::new(Layer::Cells, role, fill).opacity(0.5));
            }
            let outline = Shape::Polyline {
                points,
                closed: true,
            };
            let width = if cell == current { 2.5 } else { 1.0 };
            out.push(Item::new(Layer::Cells, Role::Cell, outline).width(width));
            if cell == current {
                let at = corners(world, cells, cell)[0];
                out.label(Layer::Cells, Role::Cell, at, cell.to_string());
            }
        }
    }
}

/// The corners of an outdoor cell on the ground, counter-clockwise from the south-west.
fn corners(world: &World, cells: &Cells, cell: CellId) -> Vec<Vec3> {
    let low = cell.low().saturating_sub(1);
    let (column, row) = (f64::from(low >> 3), f64::from(low & 7));
    let at = |east: f64, north: f64| {
        let x = (LANDCELL * (column + east)) as f32;
        let y = (LANDCELL * (row + north)) as f32;
        let flat = Vec3::new(x, y, 0.0);
        let ground = cells.ground(cell, flat);
        let point = ground.and_then(|ground| ground.plane.at_height(flat));
        world.to_scene(cell, point.unwrap_or(flat))
    };
    vec![at(0.0, 0.0), at(1.0, 0.0), at(1.0, 1.0), at(0.0, 1.0)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::{LayerSet, overlay};
    use crate::recording::LaneRecording;
    use crate::scene::{build, shipped};

    /// Tick 0 of a shipped scene under a policy.
    fn drawn(name: &str, policy: &str) -> Overlay {
        let built = build(&shipped::find(name).unwrap().source(), None, Some(1)).unwrap();
        let policy: Policy = policy.parse().unwrap();
        let mut recording = LaneRecording::new("lane", policy);
        let mut lane = crate::lane::Lane::new(&built.setup, policy);
        let mut counters = crate::probe::Counters::default();
        let (input, before) = (built.setup.input(0), lane.state);
        let outcome = lane.tick(&built.setup, &input, &mut counters);
        recording.push(&input, &before, &outcome, &counters);
        let replay = recording.replay(&built.setup, 0);
        overlay(&built.setup, &replay, LayerSet::ALL, &Style::default())
    }

    fn count(out: &Overlay, role: Role, is: fn(&Shape) -> bool) -> usize {
        let items = out.of(Layer::Cells);
        items.filter(|i| i.role == role && is(&i.shape)).count()
    }

    /// scenes.md M2: the walker stands in column 1, row 4, so that the squares of all 25 cells are within sight.
    #[test]
    fn squares_that_know_of_the_house_and_those_that_should() {
        let is_fill = |shape: &Shape| matches!(shape, Shape::Fill { .. });
        for (policy, registered, missing) in [("retail", 25, 0), ("legacy", 1, 24)] {
            let out = drawn("registration", policy);
            assert_eq!(
                count(&out, Role::Registered, is_fill),
                registered,
                "{policy}"
            );
            assert_eq!(
                count(&out, Role::Unregistered, is_fill),
                missing,
                "{policy}"
            );
        }
    }

    #[test]
    fn rooms_have_twelve_edges_and_their_portals() {
        let out = drawn("cellar_lip", "retail");
        let is_line = |shape: &Shape| matches!(shape, Shape::Line { .. });
        assert_eq!(count(&out, Role::Cell, is_line), 2 * 12);
        let is_outline = |shape: &Shape| matches!(shape, Shape::Polyline { closed: true, .. });
        assert_eq!(count(&out, Role::Portal, is_outline), 2);
        let texts: Vec<&str> = out.labels().collect();
        for text in ["0xA9B40100", "to 0xA9B40101"] {
            assert!(texts.contains(&text), "{texts:?}");
        }
    }

    /// spec/transition.md 15.3: 64 squares of two triangles each.
    #[test]
    fn the_ground_is_in_the_scene() {
        let built = build(
            &shipped::find("corpus/a15_control").unwrap().source(),
            None,
            None,
        );
        let setup = built.unwrap().setup;
        let faces: Vec<_> = ground(&setup.world).collect();
        assert_eq!(faces.len(), 2 * 128);
        let most = faces.iter().flat_map(|(_, face)| face).map(|v| v.x);
        assert_eq!(most.fold(0.0, f32::max), 384.0);
    }

    #[test]
    fn volumes_without_end_have_no_edges() {
        let plane = |normal, offset| Plane { normal, offset };
        let wedge = CellTree {
            planes: vec![plane(Vec3::X, 0.0), plane(Vec3::Y, 0.0)],
        };
        assert!(edges(&wedge).is_empty());
    }
}
