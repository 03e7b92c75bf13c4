use std::sync::Arc;

use super::*;
use crate::bsp::Tree;
use crate::geometry::{Polygon, Sphere};
use crate::lane::SweepRig;
use crate::world::{Object, World};

/// A room from (0, 0, 0) to (x, y, z), its faces inwards.
fn room(x: f32, y: f32, z: f32) -> Vec<Polygon> {
    let o = 0.0;
    [
        [[o, o, o], [x, o, o], [x, y, o], [o, y, o]],
        [[o, o, z], [o, y, z], [x, y, z], [x, o, z]],
        [[o, o, o], [o, o, z], [x, o, z], [x, o, o]],
        [[o, y, o], [x, y, o], [x, y, z], [o, y, z]],
        [[o, o, o], [o, y, o], [o, y, z], [o, o, z]],
        [[x, o, o], [x, o, z], [x, y, z], [x, y, o]],
    ]
    .map(|corners| Polygon::new(corners.map(Vec3::from_array).to_vec()).unwrap())
    .to_vec()
}

fn setup(tree: Tree, start: Vec3) -> Setup {
    let object = Object::solid("room".to_owned(), Frame::default(), 1.0, tree);
    let moves = SweepScript::Moves {
        start,
        by: Vec3::X,
        count: 1,
    };
    Setup {
        world: Arc::new(World::new(vec![object])),
        rig: Rig::Sweep(SweepRig::viewer(0.3, moves)),
        hz: 60,
        ticks: 1,
    }
}

fn walked(setup: &Setup, policy: &str, swept: Swept) -> Walked {
    let asked = Asked {
        swept,
        policy: policy.parse().unwrap(),
        walks: 20,
        steps: 60,
        seed: 3,
    };
    scan(setup, &asked, 100, &mut ()).unwrap()
}

fn viewer() -> Swept {
    Swept::Viewer { radius: 0.3 }
}

#[test]
fn a_room_holds_what_walks_in_it() {
    let setup = setup(Tree::balanced(room(6.0, 5.0, 4.0)), Vec3::splat(2.0));
    for swept in [viewer(), Swept::Body(crate::body::Build::human())] {
        let walked = walked(&setup, "retail", swept);
        assert_eq!(walked.findings.list, [], "{swept:?}");
        assert!(
            walked.places > 1 && walked.sweeps == 1200 && walked.way > 100.0,
            "{walked:?}"
        );
    }
}

/// A filter that measures from 100 m away: nothing of the room is met.
#[test]
fn what_is_not_tested_is_walked_through() {
    let mut polygons = room(6.0, 5.0, 4.0);
    for polygon in &mut polygons {
        let corners = polygon.vertices.iter().map(|v| *v + Vec3::X * 100.0);
        *polygon = Polygon::new(corners.collect()).unwrap();
    }
    let setup = setup(Tree::balanced(polygons), Vec3::new(102.0, 2.0, 2.0));
    assert_eq!(walked(&setup, "retail", viewer()).findings.found, 0);
    let leaks = walked(&setup, "retail+reach_filter=from-origin", viewer()).findings;
    assert!(leaks.found > 10, "{leaks:?}");
    assert!(leaks.list.iter().any(|leak| leak.how == How::Through));
}

/// A tree whose root sphere holds nothing: the wall at x = 6 is 1.5 m from the start, and a way of 2 m ends 0.5 m behind it.
#[test]
fn depths_and_places() {
    let tree = Tree::balanced(room(6.0, 5.0, 4.0));
    let setup = setup(
        tree.with_root_sphere(Sphere {
            center: Vec3::splat(1000.0),
            radius: 1.0,
        }),
        Vec3::splat(2.0),
    );
    let judge = Judge::new(&setup.world, viewer(), Policy::RETAIL, &mut |_| true).unwrap();
    let line = |to: f32| Line {
        from: Vec3::new(4.5, 2.0, 2.0),
        to: Vec3::new(to, 2.0, 2.0),
        grounded: false,
    };
    let leak = judge.leak(&line(6.5)).unwrap();
    assert_eq!((leak.how, leak.spot.polygon.unwrap().0), (How::Through, 5));
    assert!((leak.depth - 0.5).abs() < 1e-5, "{leak}");
    let leak = judge.leak(&line(5.9)).unwrap();
    assert_eq!(leak.how, How::Inside);
    assert!((leak.depth - 0.2).abs() < 1e-5, "{leak}");
    assert_eq!(judge.leak(&line(5.705)), None);
    // From behind, a wall stops nobody and nobody leaks.
    let back = Line {
        from: Vec3::new(7.0, 2.0, 2.0),
        to: Vec3::new(5.0, 2.0, 2.0),
        grounded: false,
    };
    assert_eq!(judge.leak(&back), None);
}
