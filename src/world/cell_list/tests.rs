//! The worked examples of spec/transition.md 15.1, 15.4, 16 and 24.

use super::*;
use crate::bsp::CellTree;
use crate::geometry::{Plane, Polygon, Position};
use crate::policy::Form;
use crate::world::seat::Search;
use crate::world::{BuildingPortal, Elsewhere, Portal};

const BLOCK_ID: u32 = 0xA9B4_0000;

fn id(low: u32) -> CellId {
    CellId(BLOCK_ID | low)
}

fn ace(rows: &[Row]) -> Policy {
    let mut policy = Policy::RETAIL;
    for row in rows {
        policy.set_row(*row, Form::Ace);
    }
    policy
}

fn ball(center: [f32; 3], radius: f32) -> Sphere {
    Sphere {
        center: Vec3::from_array(center),
        radius,
    }
}

/// The volume between two corners.
fn volume(min: [f32; 3], max: [f32; 3]) -> CellTree {
    let planes = (0..3).flat_map(|axis| {
        [(1.0, -min[axis]), (-1.0, max[axis])].map(|(sign, offset)| {
            let mut normal = [0.0; 3];
            normal[axis] = sign;
            Plane {
                normal: Vec3::from_array(normal),
                offset,
            }
        })
    });
    CellTree {
        planes: planes.collect(),
    }
}

/// A portal 2 m wide and 3 m high at `x`, its normal along +x.
fn portal(x: f32, side: PortalSide, beyond: Beyond) -> Portal {
    let corners = [[x, -1.0, 0.0], [x, 1.0, 0.0], [x, 1.0, 3.0], [x, -1.0, 3.0]];
    let polygon = Polygon::new(corners.map(Vec3::from_array).to_vec()).unwrap();
    assert_eq!(polygon.plane.normal, Vec3::X);
    Portal {
        number: 0,
        polygon,
        side,
        beyond,
    }
}

/// A room 10 m deep and 4 m high from x = `from` to `to`, at (60, 60, 0) of its block.
fn room(low: u32, from: f32, to: f32, portals: Vec<Portal>, visible: &[u32]) -> IndoorCell {
    IndoorCell {
        id: id(low),
        frame: Frame::at(Vec3::new(60.0, 60.0, 0.0)),
        structure: None,
        volume: volume([from, -5.0, 0.0], [to, 5.0, 4.0]),
        portals,
        visible: visible.iter().map(|low| id(*low)).collect(),
        sees_outside: false,
    }
}

/// A sphere of a human's radius at (`x`, 0, 1) of the rooms' space.
fn foot(x: f32) -> Sphere {
    ball([60.0 + x, 60.0, 1.0], 0.48)
}

/// The landcell that the rooms stand in, around (60, 60).
fn landcell() -> CellId {
    id(8 * 2 + 2 + 1)
}

struct Ask<'a> {
    cells: &'a Cells,
    policy: Policy,
    list: Vec<CellId>,
}

impl<'a> Ask<'a> {
    fn new(cells: &'a Cells, policy: Policy) -> Self {
        Self {
            cells,
            policy,
            list: Vec::new(),
        }
    }

    fn list(&mut self, start: CellId, sphere: Sphere, containing: Containing) -> Listed {
        let policy = self.policy;
        let list = &mut self.list;
        self.cells
            .list(list, start, &[sphere], containing, Unseen::Kept, &policy)
    }
}

/// spec/transition.md EX-15a, around the outdoor cell (1, 1) of a block.
#[test]
fn outdoor_cells_under_a_sphere() {
    let cells = Cells::new(Elsewhere::Flat);
    let own = id(8 + 1 + 1);
    let at = |x: i64, y: i64| Landcell::of(own).unwrap().offset(x, y).id().unwrap();
    for (x, y, expected) in [
        (12.0, 12.0, vec![(0, 0)]),
        (23.8, 12.0, vec![(0, 0), (1, 0)]),
        (23.8, 0.2, vec![(0, 0), (1, 0), (1, -1), (0, -1)]),
        (0.2, 23.8, vec![(0, 0), (-1, 0), (-1, 1), (0, 1)]),
        (23.8, 23.8, vec![(0, 0), (1, 0), (1, 1), (0, 1)]),
        // Its own centre is in the next cell, wherever the position says it is.
        (24.4, 12.0, vec![(1, 0), (0, 0)]),
    ] {
        let mut ask = Ask::new(&cells, Policy::RETAIL);
        let sphere = ball([24.0 + x, 24.0 + y, 0.0], 0.48);
        let found = ask.list(own, sphere, Containing::NotAsked);
        let expected: Vec<CellId> = expected.into_iter().map(|(x, y)| at(x, y)).collect();
        assert_eq!(ask.list, expected, "({x}, {y})");
        assert_eq!(found, Listed::default());
    }
}

/// Cells of the next block are listed, those beyond the map are not; a missing block's are, but not by ACE.
#[test]
fn at_borders() {
    let corner = ball([0.1, 0.1, 0.0], 0.48);
    let flat = Cells::default();
    let mut ask = Ask::new(&flat, Policy::RETAIL);
    ask.list(id(1), corner, Containing::NotAsked);
    let expected = [0xA9B4_0001, 0xA8B4_0039, 0xA8B3_0040, 0xA9B3_0008].map(CellId);
    assert_eq!(ask.list, expected);
    ask.list.clear();
    ask.list(CellId(1), corner, Containing::NotAsked);
    assert_eq!(ask.list, [CellId(1)]);
    let missing = Cells::new(Elsewhere::Missing);
    for (policy, expected) in [(Policy::RETAIL, 4), (ace(&[Row::T25]), 0)] {
        let mut ask = Ask::new(&missing, policy);
        let found = ask.list(id(1), corner, Containing::Asked);
        assert_eq!((ask.list.len(), found.containing), (expected, None));
    }
}

/// Rooms A, B and C in a row, 10 m each, seen from one another.
fn three_rooms() -> Cells {
    let between = |x, low, side| portal(x, side, Beyond::Cell(id(low)));
    let (plus, minus) = (PortalSide::Positive, PortalSide::Negative);
    let mut cells = Cells::default();
    cells.add_indoor(room(
        0x100,
        -10.0,
        0.0,
        vec![between(0.0, 0x101, plus)],
        &[0x101, 0x102],
    ));
    cells.add_indoor(room(
        0x101,
        0.0,
        10.0,
        vec![between(0.0, 0x100, minus), between(10.0, 0x102, plus)],
        &[0x100, 0x102],
    ));
    cells.add_indoor(room(
        0x102,
        10.0,
        20.0,
        vec![between(10.0, 0x101, minus)],
        &[0x100, 0x101],
    ));
    cells
}

/// spec/transition.md EX-16b: ACE's list is never cleared (T24), retail's at each build.
#[test]
fn through_three_rooms() {
    let cells = three_rooms();
    let (a, b, c) = (id(0x100), id(0x101), id(0x102));
    for (policy, expected) in [
        (
            Policy::RETAIL,
            [vec![a], vec![a, b], vec![b], vec![c, b], vec![c]],
        ),
        (
            ace(&[Row::T24]),
            [
                vec![a],
                vec![a, b],
                vec![a, b],
                vec![a, b, c],
                vec![a, b, c],
            ],
        ),
    ] {
        let mut ask = Ask::new(&cells, policy);
        let mut start = a;
        for (x, listed, inside) in [
            (-5.0, &expected[0], a),
            (-0.2, &expected[1], a),
            (5.0, &expected[2], b),
            (10.2, &expected[3], c),
            (16.0, &expected[4], c),
        ] {
            // As in a walk, the position's cell follows at the next build.
            let found = ask.list(start, foot(x), Containing::Asked);
            if start != inside {
                ask.list(inside, foot(x), Containing::Asked);
            }
            assert_eq!(&ask.list, listed, "at {x}");
            assert_eq!(found.containing, Some(inside), "at {x}");
            start = inside;
        }
    }
}

/// A room whose only portal, at x = 0, leads outside; from it nothing can be seen.
fn hut() -> Cells {
    let mut cells = Cells::default();
    cells.add_indoor(room(
        0x100,
        -10.0,
        0.0,
        vec![portal(0.0, PortalSide::Positive, Beyond::Outside)],
        &[],
    ));
    cells
}

/// spec/transition.md EX-16a: what ACE drops (T26), and in which order with T24.
#[test]
fn dropping() {
    let cells = hut();
    let (inside, land) = (id(0x100), landcell());
    let near = foot(-0.2);
    let above = Sphere {
        center: near.center + Vec3::Z * 5.0,
        ..near
    };
    let both = ace(&[Row::T24, Row::T25, Row::T26]);
    let mut ask = Ask::new(&cells, both);
    let found = ask.list(inside, near, Containing::Asked);
    assert_eq!(ask.list, [inside, land]);
    assert_eq!(
        (found.containing, found.hits_interior),
        (Some(inside), true)
    );
    // Not asked, in the same transition.
    assert_eq!(
        ask.list(inside, near, Containing::NotAsked).containing,
        None
    );
    assert_eq!(ask.list, [inside]);
    let mut ask = Ask::new(&cells, both);
    ask.list(inside, near, Containing::NotAsked);
    assert_eq!(ask.list, [inside]);
    let mut ask = Ask::new(&cells, both);
    let found = ask.list(inside, above, Containing::Asked);
    assert_eq!(ask.list, [inside]);
    assert_eq!(found.containing, Some(land), "found before it is dropped");
    // Retail keeps what it does not load.
    let mut ask = Ask::new(&cells, Policy::RETAIL);
    let found = ask.list(inside, above, Containing::Asked);
    assert_eq!(
        (&ask.list[..], found.containing),
        (&[inside, land][..], Some(land))
    );
    cells.list(
        &mut ask.list,
        inside,
        &[near],
        Containing::Asked,
        Unseen::Dropped,
        &Policy::RETAIL,
    );
    assert_eq!(ask.list, [inside]);
}

/// spec/transition.md EX-16c: ACE lists a neighbour that cannot be seen under its low word (T25).
#[test]
fn unseen_neighbor() {
    let mut cells = three_rooms();
    let (a, b) = (id(0x100), id(0x101));
    let portals = cells.indoor(b).unwrap().portals.clone();
    cells.add_indoor(room(0x101, 0.0, 10.0, portals, &[0x102]));
    let policy = ace(&[Row::T24, Row::T25, Row::T26]);
    let mut ask = Ask::new(&cells, policy);
    ask.list(b, foot(0.2), Containing::NotAsked);
    assert_eq!(ask.list, [b, CellId(0x0100)]);
    let mut ask = Ask::new(&cells, policy);
    let found = ask.list(b, foot(-1.0), Containing::Asked);
    assert_eq!(
        (&ask.list[..], found.containing),
        (&[b, CellId(0x0100)][..], None)
    );
    let mut ask = Ask::new(&cells, Policy::RETAIL);
    let found = ask.list(b, foot(-0.2), Containing::Asked);
    assert_eq!((&ask.list[..], found.containing), (&[b, a][..], Some(a)));
}

/// spec/transition.md 24, rows for 16.3: how far a portal reaches.
#[test]
fn portals_in_reach() {
    let land = landcell();
    for (height, outside) in [(0.3, true), (-0.3, true), (0.49, false), (-0.49, false)] {
        let cells = hut();
        let mut ask = Ask::new(&cells, Policy::RETAIL);
        ask.list(id(0x100), foot(height), Containing::NotAsked);
        assert_eq!(ask.list.contains(&land), outside, "{height}");
    }
    for (side, height, added) in [
        (PortalSide::Positive, -0.3, true),
        (PortalSide::Positive, -0.49, false),
        (PortalSide::Positive, 5.0, true),
        (PortalSide::Negative, 0.3, true),
        (PortalSide::Negative, 0.5, false),
        (PortalSide::Negative, -5.0, true),
    ] {
        let mut cells = Cells::default();
        let missing = portal(0.0, side, Beyond::Cell(id(0x1FF)));
        cells.add_indoor(room(0x100, -10.0, 10.0, vec![missing], &[]));
        let mut ask = Ask::new(&cells, Policy::RETAIL);
        ask.list(id(0x100), foot(height), Containing::NotAsked);
        assert_eq!(ask.list.contains(&id(0x1FF)), added, "{side:?} {height}");
    }
}

/// spec/transition.md 16.3: rooms of two blocks; ACE leaves the offset between them out (T27).
#[test]
fn rooms_of_two_blocks() {
    let other = CellId(0xAAB4_0100);
    let mut cells = Cells::default();
    let door = portal(0.0, PortalSide::Positive, Beyond::Cell(other));
    cells.add_indoor(room(0x100, -10.0, 0.0, vec![door], &[]));
    let mut next = room(0x100, 0.0, 10.0, Vec::new(), &[]);
    next.id = other;
    next.frame.origin.x -= 192.0;
    next.portals = vec![portal(0.0, PortalSide::Negative, Beyond::Cell(id(0x100)))];
    cells.add_indoor(next);
    for (policy, expected) in [(Policy::RETAIL, true), (ace(&[Row::T27]), false)] {
        let mut ask = Ask::new(&cells, policy);
        let found = ask.list(id(0x100), foot(0.2), Containing::Asked);
        assert_eq!(ask.list.contains(&other), expected);
        assert_eq!(found.containing, expected.then_some(other));
    }
}

/// A building around [`hut`], whose portal leads into it.
fn building(other_portal: i32) -> Cells {
    let mut cells = hut();
    let portal = BuildingPortal {
        inner: id(0x100),
        other_portal,
    };
    let frame = Frame::at(Vec3::new(60.0, 60.0, 0.0));
    cells.add_building(Building::new(id(1), frame, None, vec![portal]).unwrap());
    cells
}

/// spec/transition.md 24, rows for 16.1, and 15.4: an indoor cell outranks the outdoor one that contains the centre too.
#[test]
fn into_a_building() {
    let (inside, land) = (id(0x100), landcell());
    for (x, other_portal, expected) in [
        (
            -2.0,
            0,
            Listed {
                containing: Some(inside),
                hits_interior: true,
            },
        ),
        // Reached, but the centre is outside.
        (
            0.2,
            0,
            Listed {
                containing: Some(land),
                hits_interior: true,
            },
        ),
        (
            0.5,
            0,
            Listed {
                containing: Some(land),
                hits_interior: false,
            },
        ),
        (
            -2.0,
            -1,
            Listed {
                containing: Some(land),
                hits_interior: false,
            },
        ),
    ] {
        let cells = building(other_portal);
        let mut ask = Ask::new(&cells, Policy::RETAIL);
        let found = ask.list(land, foot(x), Containing::Asked);
        assert_eq!(found, expected, "{x}");
        let list: &[CellId] = if expected.hits_interior {
            &[land, inside]
        } else {
            &[land]
        };
        assert_eq!(ask.list, list, "{x}");
    }
}

/// spec/transition.md 16.4: a cell without portals contains nothing; ACE asks its volume (T28).
#[test]
fn closed_room() {
    let mut cells = Cells::default();
    cells.add_indoor(room(0x100, -10.0, 0.0, Vec::new(), &[]));
    let center = foot(-5.0).center;
    assert!(!cells.contains(id(0x100), id(1), center, &Policy::RETAIL));
    assert!(cells.contains(id(0x100), id(1), center, &ace(&[Row::T28])));
    assert!(!cells.contains(id(0x1FF), id(1), center, &ace(&[Row::T28])));
}

/// spec/transition.md 16.4 and 24: seating indoors, in a neighbour, outdoors and nowhere.
#[test]
fn seating() {
    let mut cells = three_rooms();
    let policy = Policy::RETAIL;
    let at = |low: u32, x: f32| Position {
        cell: id(low),
        frame: Frame::at(Vec3::new(60.0 + x, 60.0, 0.0)),
    };
    let up = Vec3::Z;
    let cell_of = |cells: &Cells, from: Position, search| {
        cells.seat(from, up, search, &policy).map(|p| p.cell)
    };
    use Search::{Neighbors, Visible};
    assert_eq!(cell_of(&cells, at(0x100, -5.0), Visible), Some(id(0x100)));
    assert_eq!(cell_of(&cells, at(0x100, 15.0), Visible), Some(id(0x102)));
    assert_eq!(cell_of(&cells, at(0x100, 15.0), Neighbors), None);
    assert_eq!(cell_of(&cells, at(0x100, 5.0), Neighbors), Some(id(0x101)));
    assert_eq!(cell_of(&cells, at(0x100, 25.0), Visible), None);
    assert_eq!(cell_of(&cells, at(0x1FF, 5.0), Visible), None);
    assert_eq!(cell_of(&cells, at(0x50, 5.0), Visible), None);
    assert_eq!(cell_of(&cells, at(0x1, 5.0), Visible), Some(landcell()));
    let mut open = cells.indoor(id(0x100)).unwrap().clone();
    open.sees_outside = true;
    cells.add_indoor(open);
    assert_eq!(
        cell_of(&cells, at(0x100, 25.0), Visible),
        Some(id(8 * 3 + 2 + 1))
    );
    // EX-13b: off the western border.
    let lost = Position {
        cell: id(0x100),
        frame: Frame::at(Vec3::new(-2.524, 4.151, -0.943)),
    };
    let seated = cells.seat(lost, up, Visible, &policy).unwrap();
    assert_eq!(seated.cell, CellId(0xA8B4_0039));
    assert!(
        seated
            .frame
            .origin
            .abs_diff_eq(Vec3::new(189.476, 4.151, -0.943), 1e-4)
    );
}
