//! spec/transition.md 14.4 and scenes.md M2.

use glam::Vec3;

use super::*;
use crate::bsp::{CellTree, Tree};
use crate::geometry::{Cylinder, Frame, Plane, Polygon, Rotation};
use crate::world::{Beyond, Elsewhere, IndoorCell, Part, Portal, PortalSide};

fn id(low: u32) -> CellId {
    CellId(0xA9B4_0000 | low)
}

/// Top and bottom of a box: all that its extent needs.
fn slab(min: [f32; 3], max: [f32; 3]) -> Tree {
    let face = |z: f32| {
        let corners = [
            [min[0], min[1], z],
            [max[0], min[1], z],
            [max[0], max[1], z],
            [min[0], max[1], z],
        ];
        Polygon::new(corners.map(Vec3::from_array).to_vec()).unwrap()
    };
    Tree::single_leaf(vec![face(min[2]), face(max[2])])
}

fn object(cell: CellId, origin: [f32; 3], tree: Tree) -> Object {
    let frame = Frame::at(Vec3::from_array(origin));
    let mut object = Object::solid("owner".to_owned(), frame, 1.0, tree);
    object.position.cell = cell;
    object
}

/// The cells that hold the one object of a flat world.
fn registered(object: Object, policy: &Policy) -> Vec<CellId> {
    let world = World::with_cells(vec![object], Cells::new(Elsewhere::Flat));
    let lists = world.registered(policy).unwrap();
    for (cell, ids) in lists.cells() {
        assert_eq!(ids, [ObjectId(0)]);
        assert_eq!(world.objects_of(cell, policy), ids);
    }
    lists.cells().map(|(cell, _)| cell).collect()
}

fn legacy() -> Policy {
    "retail+registration=origin-sphere".parse().unwrap()
}

/// scenes.md M2: a box of 100 x 100 x 6 m is in 25 cells; by its origin it is in 1.
#[test]
fn large_owner() {
    let owner = || {
        object(
            id(10),
            [36.0, 36.0, 0.0],
            slab([-50.0, -50.0, 0.0], [50.0, 50.0, 6.0]),
        )
    };
    assert_eq!(registered(owner(), &Policy::RETAIL).len(), 25);
    assert_eq!(registered(owner(), &legacy()), [id(10)]);
}

/// scenes.md M2: an L of three boxes of 10 m is in 9 cells, since the box around all parts counts.
#[test]
fn parts_together() {
    let mut owner = object(id(1), [0.0; 3], slab([0.0; 3], [10.0; 3]));
    for origin in [[48.0, 0.0, 0.0], [0.0, 48.0, 0.0]] {
        owner.parts.push(Part {
            frame: Frame::at(Vec3::from_array(origin)),
            scale: 1.0,
            tree: slab([0.0; 3], [10.0; 3]),
        });
    }
    assert_eq!(registered(owner.clone(), &Policy::RETAIL).len(), 9);
    assert_eq!(registered(owner, &legacy()), [id(1)]);
}

/// A list for one policy is not taken for another.
#[test]
fn forms_apart() {
    let owner = object(id(10), [36.0, 36.0, 0.0], slab([-15.0; 3], [15.0; 3]));
    let world = World::with_cells(vec![owner], Cells::default());
    let count = |policy: &Policy| world.registered(policy).unwrap().cells().count();
    assert_eq!(count(&Policy::RETAIL), 9);
    assert_eq!(count(&legacy()), 1);
    assert_eq!(count(&Policy::RETAIL), 9);
    assert!(World::new(Vec::new()).registered(&Policy::RETAIL).is_none());
}

/// Scale counts but for ACE (T39); turning counts, of two corners alone in ACE's form (L-22).
#[test]
fn scaled_and_turned() {
    let mut owner = object(id(10), [36.0, 36.0, 0.0], slab([-5.0; 3], [5.0; 3]));
    owner.scale = 3.0;
    let mut ace = Policy::RETAIL;
    ace.set_row(Row::T39, Form::Ace);
    assert_eq!(registered(owner.clone(), &Policy::RETAIL).len(), 9);
    assert_eq!(registered(owner, &ace), [id(10)]);
    // Turned by 45 degrees a square of 20 m is 28.3 m wide; its two corners lie on one line.
    let mut owner = object(id(10), [36.0, 36.0, 0.0], slab([-10.0; 3], [10.0; 3]));
    owner.position.frame.rotation = Rotation::about_z(std::f64::consts::FRAC_PI_4);
    let mut ace = Policy::RETAIL;
    ace.set_row(Row::L22, Form::Ace);
    assert_eq!(registered(owner.clone(), &Policy::RETAIL).len(), 9);
    assert_eq!(registered(owner, &ace).len(), 3);
}

/// An owner at a border is in the cells of the next block too.
#[test]
fn across_blocks() {
    let owner = object(id(1), [1.0, 100.0, 0.0], slab([-2.0; 3], [2.0; 3]));
    let expected = [CellId(0xA8B4_003D), id(5)];
    assert_eq!(registered(owner, &Policy::RETAIL), expected);
}

/// Cylinders stand for an owner without trees.
#[test]
fn footprints() {
    let mut owner = object(id(1), [23.0, 12.0, 0.0], slab([0.0; 3], [1.0; 3]));
    owner.state = ObjectState::STATIC;
    owner.cylinders = vec![Cylinder {
        low: Vec3::ZERO,
        height: 9.0,
        radius: 0.6,
    }];
    assert_eq!(registered(owner.clone(), &Policy::RETAIL), [id(1)]);
    owner.scale = 2.0;
    assert_eq!(registered(owner, &Policy::RETAIL), [id(1), id(9)]);
}

/// Two rooms with a portal at x = 0; the first sees the second or not.
fn rooms(seen: bool) -> Cells {
    let plane = |normal: Vec3, offset: f32| Plane { normal, offset };
    let door = || {
        let corners = [[0.0, -1.0, 0.0], [0.0, 1.0, 0.0], [0.0, 1.0, 3.0]];
        Polygon::new(corners.map(Vec3::from_array).to_vec()).unwrap()
    };
    let room = |low: u32, sign: f32, other: u32, visible: Vec<CellId>| IndoorCell {
        id: id(low),
        frame: Frame::at(Vec3::new(60.0, 60.0, 0.0)),
        structure: None,
        volume: CellTree {
            planes: vec![plane(Vec3::X * sign, 0.0), plane(Vec3::X * -sign, 10.0)],
        },
        portals: vec![Portal {
            number: 0,
            polygon: door(),
            side: PortalSide::Positive,
            beyond: Beyond::Cell(id(other)),
        }],
        visible,
        sees_outside: false,
    };
    let mut cells = Cells::default();
    let visible = if seen { vec![id(0x101)] } else { Vec::new() };
    cells.add_indoor(room(0x100, -1.0, 0x101, visible));
    cells.add_indoor(room(0x101, 1.0, 0x100, Vec::new()));
    cells
}

/// T39: a box that sticks 0.5 m through a portal is in the room behind it; for ACE only if that can be seen.
#[test]
fn through_a_portal() {
    let mut ace = Policy::RETAIL;
    ace.set_row(Row::T39, Form::Ace);
    for (policy, seen, expected) in [
        (Policy::RETAIL, true, 2),
        (Policy::RETAIL, false, 2),
        (ace, true, 2),
        (ace, false, 1),
    ] {
        let owner = object(id(0x100), [59.0, 60.0, 0.0], slab([-1.5; 3], [1.5; 3]));
        let world = World::with_cells(vec![owner], rooms(seen));
        let count = world.registered(&policy).unwrap().cells().count();
        assert_eq!(count, expected, "{policy:?}");
    }
}

/// The object of a cell that does not exist is nowhere.
#[test]
fn nowhere() {
    let owner = object(id(0x1FF), [59.0, 60.0, 0.0], slab([-1.5; 3], [1.5; 3]));
    let world = World::with_cells(vec![owner], rooms(true));
    assert_eq!(
        world.registered(&Policy::RETAIL).unwrap().cells().count(),
        0
    );
}
