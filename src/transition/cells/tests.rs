//! spec/transition.md 7.2, 7.3, 15.4, 16.2 and 24, EX-16c, and scenes.md M4.

use glam::Vec3;

use super::*;
use crate::bsp::{CellTree, Tree};
use crate::geometry::{Frame, Plane, Polygon};
use crate::policy::{Form, Policy, Row};
use crate::transition::Mover;
use crate::transition::collision_info::Support;
use crate::world::{
    Beyond, Building, BuildingPortal, Elsewhere, Landblock, Object, Portal, PortalSide, World,
};

const FEET: f32 = 0.005;

fn id(low: u32) -> CellId {
    CellId(0xA9B4_0000 | low)
}

/// Rooms stand around this place of their block.
const PLACE: Vec3 = Vec3::new(60.0, 60.0, 0.0);

fn quad(corners: [[f32; 3]; 4]) -> Polygon {
    Polygon::new(corners.map(Vec3::from_array).to_vec()).unwrap()
}

/// Level floor from `from` to `to` at `z`, facing up.
fn floor(from: f32, to: f32, z: f32) -> Polygon {
    quad([[from, -5.0, z], [to, -5.0, z], [to, 5.0, z], [from, 5.0, z]])
}

/// Wall at `x` from `low` to `high`, facing -x.
fn wall(x: f32, low: f32, high: f32) -> Polygon {
    quad([
        [x, -5.0, low],
        [x, -5.0, high],
        [x, 5.0, high],
        [x, 5.0, low],
    ])
}

/// A room from x = `from` to `to`, 10 m deep and 5 m high.
fn room(low: u32, from: f32, to: f32, walls: Vec<Polygon>, portals: Vec<Portal>) -> IndoorCell {
    let planes = [
        (Vec3::X, -from),
        (Vec3::NEG_X, to),
        (Vec3::Y, 5.0),
        (Vec3::NEG_Y, 5.0),
        (Vec3::Z, 0.0),
        (Vec3::NEG_Z, 5.0),
    ];
    IndoorCell {
        id: id(low),
        frame: Frame::at(PLACE),
        structure: (!walls.is_empty()).then(|| Tree::single_leaf(walls)),
        volume: CellTree {
            planes: planes
                .map(|(normal, offset)| Plane { normal, offset })
                .to_vec(),
        },
        portals,
        visible: [0x100, 0x101, 0x102].map(id).to_vec(),
        sees_outside: false,
    }
}

fn portal(x: f32, beyond: Beyond) -> Portal {
    Portal {
        number: 0,
        polygon: wall(x, 0.0, 5.0),
        side: PortalSide::Positive,
        beyond,
    }
}

fn door(x: f32, low: u32) -> Portal {
    portal(x, Beyond::Cell(id(low)))
}

/// Rooms A (x < 0) and B (x > 0) with these walls, on floors at height 0 and `step`.
fn two_rooms(mut a: Vec<Polygon>, mut b: Vec<Polygon>, step: f32) -> Cells {
    a.push(floor(-10.0, 0.0, 0.0));
    b.push(floor(0.0, 10.0, step));
    let mut cells = Cells::default();
    cells.add_indoor(room(0x100, -10.0, 0.0, a, vec![door(0.0, 0x101)]));
    cells.add_indoor(room(0x101, 0.0, 10.0, b, vec![door(0.0, 0x100)]));
    cells
}

fn at(low: u32, x: f32, z: f32) -> Position {
    Position {
        cell: id(low),
        frame: Frame::at(PLACE + Vec3::new(x, 0.0, z)),
    }
}

const WALKER: MoverFlags =
    MoverFlags(MoverFlags::CONTACT.0 | MoverFlags::ON_WALKABLE.0 | MoverFlags::EDGE_SLIDE.0);

/// A human that stands on level ground at `begin`.
fn walker<'a>(
    world: &'a World,
    policy: &'a Policy,
    begin: Position,
    end: Position,
    probe: &'a mut (),
) -> Transition<'a, ()> {
    let mover = Mover::human(WALKER);
    let mut t = Transition::new(world, policy, mover, Some(begin), end, probe);
    let contact = Support {
        valid: true,
        plane: Plane {
            normal: Vec3::Z,
            offset: FEET - begin.frame.origin.z,
        },
        water: false,
        cell: begin.cell,
    };
    t.collision.contact = contact;
    t.collision.last_known = contact;
    t
}

/// From `begin` to `end` in the world's cells; the place, and its cell.
fn walk(world: &World, policy: &Policy, begin: Position, end: Position) -> (Vec3, CellId) {
    let mut probe = ();
    let mut t = walker(world, policy, begin, end, &mut probe);
    assert!(t.find_valid_position().success);
    (t.path.current.frame.origin - PLACE, t.path.current_cell)
}

fn near(a: Vec3, x: f32, z: f32) -> bool {
    a.abs_diff_eq(Vec3::new(x, 0.0, z), 1e-4)
}

/// A walk through a door changes the cell of position and path, also in the middle of the move.
#[test]
fn through_a_door() {
    let world = World::with_cells(Vec::new(), two_rooms(Vec::new(), Vec::new(), 0.0));
    let policy = Policy::RETAIL;
    for (from, to, cell) in [(-2.0, -1.0, 0x100), (-2.0, 2.0, 0x101), (-0.2, 0.2, 0x101)] {
        let begin = at(0x100, from, FEET);
        let (end, end_cell) = walk(&world, &policy, begin, at(0x100, to, FEET));
        assert!(near(end, to, FEET), "{from} to {to}: {end}");
        assert_eq!(end_cell, id(cell), "{from} to {to}");
    }
}

/// spec/transition.md 7.2 and 24: own cell, A, B: A says Ok, B Slid; the check cell is still the own one.
#[test]
fn another_cell_slides() {
    // A wall of B across the way, too high to step on, obliquely met.
    let mut cells = two_rooms(Vec::new(), vec![wall(0.4, 0.0, 4.0)], 0.0);
    let mut b = cells.indoor(id(0x101)).unwrap().clone();
    b.id = id(0x102);
    cells.add_indoor(room(0x101, 0.0, 10.0, Vec::new(), vec![door(0.0, 0x100)]));
    cells.add_indoor(b);
    let mut own = cells.indoor(id(0x100)).unwrap().clone();
    own.portals.push(door(0.0, 0x102));
    cells.add_indoor(own);
    let world = World::with_cells(Vec::new(), cells);
    let policy = Policy::RETAIL;
    let mut probe = ();
    let begin = at(0x100, -0.2, FEET);
    let mut t = walker(&world, &policy, begin, begin, &mut probe);
    t.path.add_offset(Vec3::new(0.15, 0.2, 0.0));
    let before = t.path.check;
    assert_eq!(t.insert_into_cell(id(0x100), 3), Outcome::Ok);
    assert!(t.collision.contact.valid);
    assert_eq!(t.check_other_cells(id(0x100), before), Outcome::Slid);
    assert_eq!(t.path.cells, [0x100, 0x101, 0x102].map(id));
    assert!(!t.collision.contact.valid);
    assert_eq!(t.path.check_cell, id(0x100));
    let shift = t.path.check.frame.origin - before.frame.origin;
    assert!(
        shift.abs_diff_eq(Vec3::new(-0.15, 0.0, 0.0), 1e-5),
        "{shift}"
    );
}

/// spec/transition.md 7.2 step 4 and 24: in no cell.
#[test]
fn in_no_cell() {
    let policy = Policy::RETAIL;
    let world = World::with_cells(Vec::new(), Cells::new(Elsewhere::Missing));
    let off_map = Position {
        cell: CellId(0x0001_0001),
        frame: Frame::at(Vec3::new(-5.0, 3.0, 0.0)),
    };
    let across = Position {
        cell: id(1),
        frame: Frame::at(Vec3::new(-5.0, 3.0, 0.0)),
    };
    for (place, step_down, outcome, cell, x) in [
        (at(1, 0.0, 0.0), false, Outcome::Ok, landcell().0, 60.0),
        (at(1, 0.0, 0.0), true, Outcome::Collided, 0xA9B4_0001, 60.0),
        (across, false, Outcome::Ok, 0xA8B4_0039, 187.0),
        (off_map, false, Outcome::Collided, 0x0001_0001, -5.0),
        (at(0x100, 0.0, 0.0), false, Outcome::Ok, 0xA9B4_0100, 60.0),
    ] {
        let mut probe = ();
        let mut t = walker(&world, &policy, place, place, &mut probe);
        t.path.step_down = step_down;
        let before = t.path.check;
        assert_eq!(t.check_other_cells(place.cell, before), outcome);
        assert_eq!(t.path.check_cell, CellId::NONE);
        assert_eq!(t.path.check.cell, CellId(cell));
        assert!((t.path.check.frame.origin.x - x).abs() < 1e-4);
        assert!((t.path.check_spheres[0].center.x - x).abs() < 1e-4);
        // spec/transition.md 6: nothing is asked without a cell.
        assert_eq!(t.transitional_insert(3), Outcome::Ok);
    }
}

fn landcell() -> CellId {
    id(8 * 2 + 2 + 1)
}

/// spec/transition.md EX-16c: a walker of ACE leaves through a portal to a room that cannot be seen.
#[test]
fn out_of_sight() {
    let mut cells = two_rooms(Vec::new(), Vec::new(), 0.0);
    let mut a = cells.indoor(id(0x100)).unwrap().clone();
    a.visible = vec![id(0x102)];
    cells.add_indoor(a);
    let world = World::with_cells(Vec::new(), cells);
    let mut ace = Policy::RETAIL;
    for row in [Row::T24, Row::T25, Row::T26] {
        ace.set_row(row, Form::Ace);
    }
    let (begin, end) = (at(0x100, -0.2, FEET), at(0x100, 0.2, FEET));
    let mut probe = ();
    let mut t = walker(&world, &ace, begin, end, &mut probe);
    assert!(t.find_valid_position().success);
    assert_eq!(t.path.current_cell, CellId::NONE);
    assert!(!t.collision.contact.valid);
    assert_eq!(t.path.cells, [id(0x100), CellId(0x101)]);
    let retail = Policy::RETAIL;
    assert_eq!(walk(&world, &retail, begin, end).1, id(0x101));
}

/// spec/transition.md EX-16b: in ACE's form (T24) objects of a cell that was left long ago are still tested.
#[test]
fn cells_left_behind() {
    use crate::probe::{Event, Journal};
    let block = || Tree::single_leaf(vec![floor(-1.0, 1.0, 0.0)]);
    let mut object = Object::solid(
        "block".to_owned(),
        Frame::at(PLACE - Vec3::X * 8.0),
        1.0,
        block(),
    );
    object.position.cell = id(0x100);
    let world = World::with_cells(vec![object], two_rooms(Vec::new(), Vec::new(), 0.0));
    let mut ace = Policy::RETAIL;
    ace.set_row(Row::T24, Form::Ace);
    for (policy, tested) in [(Policy::RETAIL, false), (ace, true)] {
        let mut journal = Journal::default();
        let mover = Mover::human(WALKER);
        let (begin, end) = (at(0x100, -0.2, FEET), at(0x100, 3.0, FEET));
        let mut t = Transition::new(&world, &policy, mover, Some(begin), end, &mut journal);
        assert!(t.find_valid_position().success);
        let cells: &[CellId] = if tested {
            &[id(0x100), id(0x101)]
        } else {
            &[id(0x101)]
        };
        assert_eq!(t.path.cells, cells);
        let last_step = journal
            .entries
            .iter()
            .rposition(|entry| matches!(entry.event, Event::StepBegan { .. }))
            .unwrap();
        let asked = journal.entries[last_step..]
            .iter()
            .any(|entry| matches!(entry.event, Event::CandidateAdmitted { .. }));
        assert_eq!(asked, tested);
    }
}

/// scenes.md M4: a threshold in the mover's own room lifts it; the riser of the next room is below it then, but not below
/// where it came from.
#[test]
fn stale_centre() {
    let step = 0.3;
    let threshold = vec![floor(-0.364, 0.0, step), wall(-0.364, 0.0, step)];
    let riser = vec![wall(0.0, 0.0, step)];
    let world = World::with_cells(Vec::new(), two_rooms(threshold, riser, step));
    let stale = "retail+other_cells_centre=stale".parse().unwrap();
    let (begin, end) = (at(0x100, -0.86, FEET), at(0x100, -0.40, FEET));
    let (place, _) = walk(&world, &Policy::RETAIL, begin, end);
    assert!(near(place, -0.40, step + FEET), "{place}");
    let (place, _) = walk(&world, &stale, begin, end);
    assert!(near(place, -0.86, FEET), "{place}");
    // The control: 6 cm earlier the riser is out of the old centre's reach too.
    let end = at(0x100, -0.46, FEET);
    for policy in [Policy::RETAIL, stale] {
        let (place, _) = walk(&world, &policy, begin, end);
        assert!(near(place, -0.46, step + FEET), "{place}");
    }
}

/// spec/transition.md 15.2 step 3: nobody walks into a block that is all water, but viewers and missiles pass.
#[test]
fn all_water() {
    let mut cells = Cells::default();
    cells.add_block(Landblock::new(0xA9B4, &[-5.0; 81], &[16; 81]).unwrap());
    let world = World::with_cells(Vec::new(), cells);
    let policy = Policy::RETAIL;
    for (flags, missile, outcome) in [
        (MoverFlags::NONE, false, Outcome::Collided),
        (MoverFlags::NONE, true, Outcome::Ok),
        (MoverFlags::VIEWER, false, Outcome::Ok),
    ] {
        let mut mover = Mover::human(flags);
        mover.missile = missile;
        let mut probe = ();
        let place = at(landcell().low(), 0.0, 0.0);
        let mut t = Transition::new(&world, &policy, mover, Some(place), place, &mut probe);
        assert_eq!(t.find_cell_collisions(landcell()), outcome);
    }
}

/// spec/transition.md 2.2, 15.2: ground and position of different blocks; the walker keeps its height and its way.
#[test]
fn across_a_block_border() {
    let mut cells = Cells::default();
    let mut heights = [7.0; 81];
    cells.add_block(Landblock::new(0xA9B4, &heights, &[]).unwrap());
    heights[72..].fill(7.0);
    cells.add_block(Landblock::new(0xA8B4, &heights, &[]).unwrap());
    let world = World::with_cells(Vec::new(), cells);
    let place = |x: f32| Position {
        cell: id(1),
        frame: Frame::at(Vec3::new(x, 12.0, 7.0 + FEET)),
    };
    let policy = Policy::RETAIL;
    let mut probe = ();
    let mut t = walker(&world, &policy, place(1.0), place(-1.0), &mut probe);
    assert!(t.find_valid_position().success);
    assert_eq!(t.path.current_cell, CellId(0xA8B4_0039));
    assert_eq!(t.path.current.cell, CellId(0xA8B4_0039));
    let end = t.path.current.frame.origin;
    assert!(
        end.abs_diff_eq(Vec3::new(191.0, 12.0, 7.0 + FEET), 1e-4),
        "{end}"
    );
    assert!(t.mover.flags.has(MoverFlags::ON_WALKABLE));
    assert_eq!(t.collision.contact.cell, CellId(0xA8B4_0039));
}

/// spec/transition.md 15.4 and 16.2: shells and walls are the environment; a mover in contact leaves no mark.
#[test]
fn environment_mark() {
    let shell = Tree::single_leaf(vec![wall(0.0, 0.0, 4.0)]);
    let building = |cells: &mut Cells| {
        let portals = vec![BuildingPortal {
            inner: id(0x100),
            other_portal: 0,
        }];
        cells.add_building(
            Building::new(id(1), Frame::at(PLACE), Some(shell.clone()), portals).unwrap(),
        );
    };
    let mut outdoors = Cells::default();
    building(&mut outdoors);
    let mut indoors = Cells::default();
    indoors.add_indoor(room(
        0x100,
        -5.0,
        5.0,
        vec![wall(0.0, 0.0, 4.0)],
        vec![portal(5.0, Beyond::Outside)],
    ));
    let policy = Policy::RETAIL;
    for (cells, cell) in [(outdoors, landcell()), (indoors, id(0x100))] {
        let world = World::with_cells(Vec::new(), cells);
        for (flags, mark) in [(MoverFlags::PATH_CLIPPED, true), (WALKER, false)] {
            let mover = Mover::human(flags);
            let place = |x: f32| at(cell.low(), x, 1.0);
            let mut probe = ();
            let mut t = Transition::new(
                &world,
                &policy,
                mover,
                Some(place(-0.6)),
                place(-0.3),
                &mut probe,
            );
            t.path.set_check(&mover, place(-0.3), cell);
            assert_ne!(t.find_cell_collisions(cell), Outcome::Ok);
            assert_eq!(t.collision.environment, mark, "{cell}");
            assert!(!t.path.building_check);
        }
    }
}

/// What a room's walls are asked is theirs, also while an object is asked, and each question has its answer.
#[test]
fn told_in_order() {
    use crate::probe::{Event, Journal};
    // A block to step on, so that the walls are asked within the object's own question.
    let top = vec![floor(-1.0, 1.0, 0.3), wall(-1.0, 0.0, 0.3)];
    let place = Frame::at(PLACE - Vec3::X * 3.0);
    let mut object = Object::solid("block".to_owned(), place, 1.0, Tree::single_leaf(top));
    object.position.cell = id(0x100);
    let world = World::with_cells(vec![object], two_rooms(Vec::new(), Vec::new(), 0.0));
    let policy = Policy::RETAIL;
    let mut journal = Journal::default();
    let (begin, end) = (at(0x100, -4.9, FEET), at(0x100, -4.43, FEET));
    let mut mover = Mover::human(WALKER);
    mover.step_up_height = 0.6;
    let mut t = Transition::new(&world, &policy, mover, Some(begin), end, &mut journal);
    t.collision.contact.valid = true;
    t.collision.contact.plane.normal = Vec3::Z;
    t.collision.last_known = t.collision.contact;
    assert!(t.find_valid_position().success);
    assert!(t.path.current.frame.origin.z > 0.3, "it steps up");
    let mut open = Vec::new();
    let mut within_object = false;
    for entry in &journal.entries {
        match &entry.event {
            Event::EnvironmentAsked { cell, shape } => {
                within_object |= open.iter().any(Option::is_none);
                open.push(Some((*cell, *shape)));
            }
            Event::CandidateAdmitted { .. } => open.push(None),
            Event::EnvironmentAnswered { cell, shape, .. } => {
                assert_eq!(open.pop(), Some(Some((*cell, *shape))));
            }
            Event::QueryEnded { .. } => assert_eq!(open.pop(), Some(None)),
            Event::PolygonTested { .. } => {
                let is_object = open.last().unwrap().is_none();
                assert_eq!(entry.object.is_some(), is_object);
            }
            Event::CellsListed { cells, containing } => {
                assert_eq!(cells[..], [id(0x100)]);
                assert_eq!(*containing, Some(id(0x100)));
            }
            _ => {}
        }
    }
    assert!(open.is_empty() && within_object);
}

/// A run in rooms is the same, bit for bit, some blocks away: coordinates are a block's own.
#[test]
fn blocks_away() {
    let threshold = || vec![floor(-0.364, 0.0, 0.3), wall(-0.364, 0.0, 0.3)];
    let far = |cell: CellId| CellId(cell.0 - 0x1703_0000);
    let here = two_rooms(threshold(), vec![wall(4.0, 0.0, 4.0)], 0.3);
    let mut there = Cells::default();
    for room in here.rooms() {
        let mut moved = room.clone();
        moved.id = far(room.id);
        moved.visible = room.visible.iter().copied().map(far).collect();
        for portal in &mut moved.portals {
            if let Beyond::Cell(cell) = portal.beyond {
                portal.beyond = Beyond::Cell(far(cell));
            }
        }
        there.add_indoor(moved);
    }
    let (here, there) = (
        World::with_cells(Vec::new(), here),
        World::with_cells(Vec::new(), there),
    );
    for policy in ["retail", "ace"] {
        let policy: Policy = policy.parse().unwrap();
        for k in 0..40 {
            let begin = at(0x100, -0.9, FEET);
            let way = Vec3::new(0.15 * k as f32, 0.01 * k as f32, 0.0);
            let end = Position {
                cell: begin.cell,
                frame: Frame::at(begin.frame.origin + way),
            };
            let moved = |p: Position| Position {
                cell: far(p.cell),
                ..p
            };
            let (mut one, mut two) = ((), ());
            let mut a = walker(&here, &policy, begin, end, &mut one);
            let mut b = walker(&there, &policy, moved(begin), moved(end), &mut two);
            assert_eq!(a.find_valid_position(), b.find_valid_position());
            let (p, q) = (a.path.current, b.path.current);
            assert_eq!(moved(p).cell, q.cell);
            let bits = |p: Position| p.frame.origin.to_array().map(f32::to_bits);
            assert_eq!(bits(p), bits(q), "{k}");
            assert_eq!(a.collision.collision_normal, b.collision.collision_normal);
        }
    }
}
