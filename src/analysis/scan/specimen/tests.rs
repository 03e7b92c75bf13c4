use super::*;
use crate::analysis::scan::finding::Finding as _;
use crate::analysis::scan::referee;
use crate::bsp::{Parts, Tree};
use crate::geometry::{Frame, Polygon, Rotation};
use crate::world::Object;

/// Tiles of 1 m that make a floor of 8 m by 8 m at `z`, facing up.
fn tiles(z: f32) -> Vec<Polygon> {
    let tile = |x: f32, y: f32| {
        let corners = [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)];
        let corners = corners.map(|(dx, dy)| Vec3::new(x + dx - 4.0, y + dy - 4.0, z));
        Polygon::new(corners.to_vec()).unwrap()
    };
    let all = (0..64_u8).map(|k| tile(f32::from(k % 8), f32::from(k / 8)));
    all.collect()
}

fn world(tree: Tree) -> Arc<World> {
    let frame = Frame {
        origin: Vec3::new(10.0, 0.0, 1.0),
        rotation: Rotation::about_z(1.0),
    };
    let object = Object::solid("floor".to_owned(), frame, 2.0, tree);
    Arc::new(World::new(vec![object]))
}

fn origin(policy: &str) -> Origin<'_> {
    Origin {
        scene: "here",
        lane: "a",
        policy: policy.parse().unwrap(),
    }
}

fn first_mismatch(world: &World) -> Mismatch {
    let asked = referee::Asked {
        policy: Policy::RETAIL,
        radius: 0.3,
        sweeps: 4000,
        seed: 1,
    };
    let found = referee::scan(world, &asked, 1000, &mut ())
        .unwrap()
        .findings;
    let mut walks = found.list.into_iter().filter_map(|broken| match broken {
        referee::Broken::Walk(mismatch) => Some(*mismatch),
        _ => None,
    });
    walks.next().unwrap()
}

fn built(specimen: &Specimen) -> scene::Built {
    scene::build(&Source::from_text("found", &specimen.text), None, None).unwrap()
}

fn failed(specimen: &Specimen) -> usize {
    let source = Source::from_text("found", &specimen.text);
    let results = crate::analysis::check::check_built(&source, &built(specimen));
    assert!(!results.is_empty(), "{}", specimen.text);
    results.iter().filter(|result| !result.held).count()
}

/// The floor is 40 m over its object's origin, beyond what a filter from there admits: one tile is enough to show it.
#[test]
fn a_leak_is_shown_by_one_polygon() {
    let world = world(Tree::balanced(tiles(20.0)));
    let policy = "retail+reach_filter=from-origin";
    let swept = Swept::Viewer { radius: 0.3 };
    let judge = Judge::new(&world, swept, policy.parse().unwrap(), &mut |_| true).unwrap();
    let line = line_to(Vec3::new(10.5, 0.2, 39.0), Vec3::new(10.5, 0.2, 43.0));
    let leak = judge.leak(&line).unwrap();
    assert_eq!(leak.kind(), "through");
    let specimen = of_leak(&world, &leak, swept, origin(policy)).unwrap();
    assert_eq!((specimen.polygons, &specimen.note), (1, &None));
    assert_eq!(failed(&specimen), 1);
    // The floor is at z = 41: a sphere that ends a centimetre in it ends at 41.29 m.
    let built = built(&specimen);
    let Rig::Sweep(rig) = &built.setup.rig else {
        panic!("a sweep");
    };
    let SweepScript::Lines(lines) = &rig.script else {
        panic!("lines");
    };
    assert!((lines[0].1.z - 41.29).abs() < 0.002, "{:?}", lines[0]);
    // Without the filter it is stopped, and what the scene expects holds.
    let mended = specimen.text.replace(policy, "retail");
    assert_ne!(mended, specimen.text);
    assert_eq!(
        failed(&Specimen {
            text: mended,
            ..specimen
        }),
        0
    );
}

/// A leaf's sphere is too small; the scene has a tree of one leaf with that sphere, and the referee finds it there too.
#[test]
fn a_node_that_prunes_is_shown_by_a_root() {
    let mut parts: Parts = Tree::balanced(tiles(0.0)).into_parts();
    for node in &mut parts.nodes[1..] {
        node.sphere.radius *= 0.5;
    }
    let world = world(Tree::from_parts(parts).unwrap());
    let mismatch = first_mismatch(&world);
    assert!(
        matches!(mismatch.pruned, Pruned::BySphere { .. }),
        "{mismatch}"
    );
    let specimen = of_mismatch(&world, &mismatch, origin("retail")).unwrap();
    assert_eq!(
        (specimen.polygons, &specimen.note),
        (1, &None),
        "{}",
        specimen.text
    );
    assert_eq!(failed(&specimen), 1, "{}", specimen.text);
    first_mismatch(&built(&specimen).setup.world);
}

/// A root whose sphere is off is kept with the tree as it is.
#[test]
fn a_root_sphere_is_kept() {
    let tree = Tree::balanced(tiles(0.0));
    let root = crate::geometry::Sphere {
        radius: 3.0,
        ..tree.root_sphere()
    };
    let world = world(tree.with_root_sphere(root));
    let mismatch = first_mismatch(&world);
    let specimen = of_mismatch(&world, &mismatch, origin("retail")).unwrap();
    assert_eq!((specimen.polygons, &specimen.note), (1, &None));
    assert_eq!(failed(&specimen), 1, "{}", specimen.text);
    assert!(!specimen.text.contains("SingleLeaf"), "{}", specimen.text);
}

/// No scene holds a leaf that does not list its polygon: that is said.
#[test]
fn a_tree_that_no_scene_holds_is_told() {
    let mut parts = Tree::single_leaf(tiles(0.0)).into_parts();
    parts.leaf_polygons[5] = PolygonId(4);
    let world = world(Tree::from_parts(parts).unwrap());
    let mismatch = first_mismatch(&world);
    assert_eq!(mismatch.pruned, Pruned::Unlisted);
    let specimen = of_mismatch(&world, &mismatch, origin("retail")).unwrap();
    assert!(specimen.note.unwrap().contains("no tree made by hand"));
    assert!(specimen.text.contains("Found by scan referee in here."));
}
