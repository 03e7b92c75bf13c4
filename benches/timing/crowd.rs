//! A grounded step of 0.4 m with boxes in reach on both sides: every one of them is a candidate.

use std::hint::black_box;

use glam::Vec3;
use rapier3d::prelude::ColliderBuilder;

use sweepscope::bsp::Tree;
use sweepscope::geometry::{Frame, Plane, Polygon, Position};
use sweepscope::policy::Policy;
use sweepscope::transition::{Mover, MoverFlags, Transition};
use sweepscope::world::{Object, World};

use super::reference::{Reference, placed};
use super::{say, time};

/// Moves of a measurement.
const MOVES: usize = 64;

/// Half the size of a box, metres.
const HALF: Vec3 = Vec3::new(0.5, 0.5, 1.0);

/// Half the size of the floor, metres; its top is at 0.
const FLOOR: Vec3 = Vec3::new(20.0, 20.0, 0.5);

/// From the middle of the way to the middle of a box: a mover of radius 0.48 passes with 7 cm to spare.
const ASIDE: f32 = 1.05;

/// Faces of a box around its own middle.
fn faces(half: Vec3) -> Vec<Polygon> {
    let at = |x: f32, y: f32, z: f32| Vec3::new(x * half.x, y * half.y, z * half.z);
    let face = |corners: [Vec3; 4]| Polygon::new(corners.to_vec()).unwrap();
    vec![
        face([
            at(-1., -1., 1.),
            at(1., -1., 1.),
            at(1., 1., 1.),
            at(-1., 1., 1.),
        ]),
        face([
            at(-1., -1., -1.),
            at(-1., 1., -1.),
            at(1., 1., -1.),
            at(1., -1., -1.),
        ]),
        face([
            at(1., -1., -1.),
            at(1., 1., -1.),
            at(1., 1., 1.),
            at(1., -1., 1.),
        ]),
        face([
            at(-1., -1., -1.),
            at(-1., -1., 1.),
            at(-1., 1., 1.),
            at(-1., 1., -1.),
        ]),
        face([
            at(-1., 1., -1.),
            at(-1., 1., 1.),
            at(1., 1., 1.),
            at(1., 1., -1.),
        ]),
        face([
            at(-1., -1., -1.),
            at(1., -1., -1.),
            at(1., -1., 1.),
            at(-1., -1., 1.),
        ]),
    ]
}

/// The middles of `count` boxes, half of them on either side, along 1 m of the way.
fn middles(count: usize) -> impl Iterator<Item = Vec3> {
    (0..count).map(move |i| {
        let side = if i % 2 == 0 { ASIDE } else { -ASIDE };
        let along = (i as f32 + 0.5) / count as f32 - 0.5;
        Vec3::new(side, along, HALF.z)
    })
}

fn worlds(count: usize) -> (World, Reference) {
    let floor = FLOOR.z * Vec3::NEG_Z;
    let all = || std::iter::once((floor, FLOOR)).chain(middles(count).map(|m| (m, HALF)));
    let objects = all().enumerate().map(|(i, (middle, half))| {
        let tree = Tree::balanced(faces(half));
        Object::solid(format!("box {i}"), Frame::at(middle), 1.0, tree)
    });
    let shapes = all().map(|(middle, half)| {
        let at = Position::single(Frame::at(middle));
        placed(ColliderBuilder::cuboid(half.x, half.y, half.z), &at)
    });
    (
        World::new(objects.collect()),
        Reference::new(shapes.collect()),
    )
}

/// The path of one move, a little different for each; where it ends.
fn step(world: &World, policy: &Policy, number: usize) -> Vec3 {
    let flags =
        MoverFlags(MoverFlags::CONTACT.0 | MoverFlags::ON_WALKABLE.0 | MoverFlags::EDGE_SLIDE.0);
    let (begin, end) = way(number);
    let probe = &mut ();
    let (begin, end) = (Position::single(begin), Position::single(end));
    let mover = Mover::human(flags);
    let mut path = Transition::new(world, policy, mover, Some(begin), end, probe);
    let ground = Plane {
        normal: Vec3::Z,
        offset: 0.0,
    };
    path.collision
        .seed_contact(ground, false, begin.cell, policy);
    black_box(path.find_valid_position());
    path.path.current.frame.origin
}

fn way(number: usize) -> (Frame, Frame) {
    let aside = (number as f32 / MOVES as f32 - 0.5) * 0.1;
    let at = |y: f32| Frame::at(Vec3::new(aside, y, 0.005));
    (at(-0.2), at(0.2))
}

/// Times the step with 1, 38 and 200 boxes.
pub(super) fn run() {
    say("");
    say("a grounded step of 0.4 m with boxes in reach, microseconds per resolve");
    say(&format!(
        "{:>5} {:>7} {:>8} {:>8} {:>8} {:>7}",
        "boxes", "free", "least", "median", "rapier", "ratio"
    ));
    let policy = &Policy::RETAIL;
    let spheres = Mover::human(MoverFlags::NONE).spheres;
    for count in [1, 38, 200] {
        let (world, reference) = worlds(count);
        // Nothing is in the way, so both must come the whole 0.4 m.
        let free = (0..MOVES)
            .filter(|i| {
                let (begin, end) = way(*i);
                let theirs = reference.walk(&spheres, &begin, &end);
                (step(&world, policy, *i).y - 0.2).abs() < 1e-3 && (theirs - 0.4).abs() < 0.02
            })
            .count();
        let ours = time(MOVES, || {
            for i in 0..MOVES {
                black_box(step(&world, policy, i));
            }
        });
        let theirs = time(MOVES, || {
            for i in 0..MOVES {
                let (begin, end) = way(i);
                black_box(reference.walk(&spheres, &begin, &end));
            }
        });
        say(&format!(
            "{count:>5} {free:>4}/{MOVES:<2} {:>8.3} {:>8.3} {:>8.3} {:>7.3}",
            ours.least,
            ours.median,
            theirs.least,
            ours.least / theirs.least
        ));
    }
}
