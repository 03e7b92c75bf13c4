//! A mover at rest stays where it is.

use glam::Vec3;
use proptest::prelude::*;

use sweepscope::body::body::DEFAULT_STATE;
use sweepscope::body::{Body, Build, RootMotion};
use sweepscope::bsp::Tree;
use sweepscope::constants::FLOOR_Z;
use sweepscope::geometry::{Frame, Polygon, Position, Rotation};
use sweepscope::ops;
use sweepscope::policy::Policy;
use sweepscope::world::{HeightField, Object, World};

/// Ticks in which a mover comes to rest.
const SETTLING: usize = 600;

/// Ticks in which it must not move.
const RESTING: usize = 10_000;

const TICK: f64 = 1.0 / 30.0;

/// Ground that rises by `degrees` towards `heading`, as one polygon of an object or as the ground of the world; nothing
/// but the outline differs.
fn slope(degrees: f64, heading: f64, as_ground: bool) -> World {
    let rise = ops::sin(degrees.to_radians()) / ops::cos(degrees.to_radians());
    let (sin, cos) = (
        ops::sin(heading.to_radians()),
        ops::cos(heading.to_radians()),
    );
    let height = |x: f64, y: f64| ((x * sin + y * cos) * rise) as f32;
    if as_ground {
        let size = 41_u32;
        let heights: Vec<f32> = (0..size * size)
            .map(|k| {
                let (i, j) = (k / size, k % size);
                height(f64::from(i) * 2.0 - 40.0, f64::from(j) * 2.0 - 40.0)
            })
            .collect();
        let origin = Vec3::new(-40.0, -40.0, 0.0);
        let count = size as usize;
        let field = HeightField::new(origin, 2.0, (count, count), &heights);
        return World::on_ground(Vec::new(), field.unwrap());
    }
    let corner = |x: f64, y: f64| Vec3::new(x as f32, y as f32, height(x, y));
    let corners = [(-40.0, -40.0), (40.0, -40.0), (40.0, 40.0), (-40.0, 40.0)];
    let floor = Polygon::new(corners.map(|(x, y)| corner(x, y)).to_vec());
    let tree = Tree::balanced(floor.into_iter().collect());
    World::new(vec![Object::solid(
        "floor".to_owned(),
        Frame::default(),
        1.0,
        tree,
    )])
}

/// A human that is let go `above` metres over the ground at (x, y), after it has come to rest.
fn settled(world: &World, policy: &Policy, at: [f32; 2], above: f32, ground: f32) -> Body {
    let frame = Frame::at(Vec3::new(at[0], at[1], ground + 1.0 + above));
    let mut body = Body::new(Build::human(), Position::single(frame), DEFAULT_STATE);
    ticks(&mut body, world, policy, SETTLING, RootMotion::default());
    body
}

fn ticks(body: &mut Body, world: &World, policy: &Policy, count: usize, motion: RootMotion) {
    for _ in 0..count {
        body.update(world, policy, TICK, motion, &mut ());
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// On a floor or a slope under the limit, standing still or turning on the spot.
    #[test]
    fn at_rest(
        degrees in prop_oneof![Just(0.0), Just(48.0), 0.0_f64..48.3],
        heading in 0.0_f64..360.0,
        at in [-5.0_f32..5.0, -5.0_f32..5.0],
        above in 0.0_f32..2.0,
        as_ground in any::<bool>(),
        turn in prop_oneof![Just(0.0_f64), -0.2_f64..0.2],
    ) {
        let (world, policy) = (slope(degrees, heading, as_ground), Policy::RETAIL);
        let rise = ops::sin(degrees.to_radians()) / ops::cos(degrees.to_radians());
        let (sin, cos) = (ops::sin(heading.to_radians()), ops::cos(heading.to_radians()));
        let ground = (f64::from(at[0]) * sin + f64::from(at[1]) * cos) * rise;
        let mut body = settled(&world, &policy, at, above, ground as f32);
        prop_assert!(body.is_grounded() && body.contact.normal.z >= FLOOR_Z, "{body:?}");
        let (place, contact) = (body.position.frame.origin, body.contact);
        let motion = RootMotion { turn: Rotation::about_z(turn), ..RootMotion::default() };
        ticks(&mut body, &world, &policy, RESTING, motion);
        prop_assert_eq!(body.position.frame.origin, place);
        prop_assert_eq!(body.contact, contact);
        prop_assert!(body.is_grounded());
    }
}

/// The same fall onto a slope over the limit does not come to rest on it.
#[test]
fn over_the_limit() {
    let policy = Policy::RETAIL;
    let world = slope(60.0, 90.0, false);
    let body = settled(&world, &policy, [0.0, 0.0], 0.2, 0.0);
    assert!(!body.is_grounded(), "{body:?}");
}
