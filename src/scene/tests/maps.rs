//! What a bad map is told, and what a good one becomes.

use glam::Vec3;

use super::super::{Source, build, locate, read};
use crate::ids::CellId;
use crate::world::terrain::Cut;

const MAP: &str = r#"Scene(
    version: 1,
    title: "Two rooms and a hill",
    landblock: 0xA9B4,
    cells: [
        Cell(
            id: 0xA9B40100,
            at: (60, 60, 0),
            walls: Box(min: (-6, -5, -1), max: (-5, 5, 3)),
            volume: Box(min: (-5, -5, 0), max: (0, 5, 3)),
            portals: [Portal(polygon: [(0, -5, 0), (0, 5, 0), (0, 5, 3), (0, -5, 3)], to: Cell(0xAAB40101))],
            visible: [0xAAB40101],
        ),
        Cell(
            id: 0xAAB40101,
            at: (60, 60, 0),
            volume: Prism(outline: [(0, -5), (5, -5), (5, 5), (0, 5)], z: (0, 3)),
            portals: [
                Portal(polygon: [(0, 5, 0), (0, -5, 0), (0, -5, 3), (0, 5, 3)], to: Cell(0xA9B40100), side: Negative),
                Portal(polygon: [(5, -5, 0), (5, 5, 0), (5, 5, 3), (5, -5, 3)], to: Outside),
            ],
        ),
    ],
    buildings: [Building(at: (60, 60, 0), shape: Box(min: (-6, -6, 0), max: (6, 6, 4)), portals: [Opening(to: 0xAAB40101, back: 1)])],
    terrain: Blocks(blocks: [Block(id: 0xA9B4, level: 1, raised: [((3, 4), 32)], water: Points([(0, 0)])), Block(id: 0xAAB4)]),
    objects: [
        Object(name: "crate", cell: 0xA9B40100, at: (58, 60, 0), shape: Box(min: (0, 0, 0), max: (1, 1, 1))),
        Object(name: "towers", at: (200, 10, 0), shape: Parts([
            Part(shape: Box(min: (0, 0, 0), max: (1, 1, 1))),
            Part(shape: Box(min: (0, 0, 0), max: (1, 1, 1)), at: (5, 0, 0), scale: 2),
        ])),
    ],
    rig: Mover(feet: (58, 58, 0.005), grounded: true),
    length: Ticks(3),
    lanes: [Lane(name: "retail", policy: "retail")],
)
"#;

/// The error of the map above with the first `from` replaced stands at the first `at` after that, in `field`, and says `words`.
#[track_caller]
fn told(from: &str, to: &str, at: &str, field: &str, words: &str) {
    let (before, after) = MAP.split_once(from).unwrap();
    let text = format!("{before}{to}{after}");
    let error = match read(&text, "a.ron") {
        Err(error) => error,
        Ok(_) => build(&Source::from_text("a", &text), None, None).unwrap_err(),
    };
    let error = error.to_string();
    let offset = before.len() + text[before.len()..].find(at).unwrap();
    let (line, column) = locate::line_column(&text, offset);
    let start = format!("a.ron:{line}:{column}: {field}: ");
    let start = if error.starts_with("a:") {
        start.replacen("a.ron", "a", 1)
    } else {
        start
    };
    assert!(error.starts_with(&start), "{to}: {error}; expected {start}");
    assert!(
        error[start.len()..].contains(words),
        "{to}: {error}; expected {words}"
    );
}

#[test]
fn a_map_becomes_a_world() {
    let built = build(&Source::from_text("a", MAP), None, None).unwrap();
    let world = &built.setup.world;
    let cells = world.cells().unwrap();
    // The second room stands in the block to the east, 192 m further on.
    let room = cells.indoor(CellId(0xAAB4_0101)).unwrap();
    assert_eq!(room.frame.origin, Vec3::new(-132.0, 60.0, 0.0));
    assert_eq!(room.visible, [CellId(0xA9B4_0100)]);
    assert!(room.sees_outside && !cells.indoor(CellId(0xA9B4_0100)).unwrap().sees_outside);
    for (point, cell) in [
        (Vec3::new(58.0, 60.0, 1.0), 0xA9B4_0100),
        (Vec3::new(62.0, 60.0, 1.0), 0xAAB4_0101),
        (Vec3::new(62.0, 60.0, 9.0), 0xA9B4_0013),
        (Vec3::new(200.0, 10.0, 0.0), 0xAAB4_0001),
    ] {
        assert_eq!(world.cell_around(point), CellId(cell), "{point}");
    }
    assert_eq!(
        cells.building(CellId(0xA9B4_0013)).unwrap().portals.len(),
        1
    );
    let ground = |cell, x, y| {
        let point = Vec3::new(x, y, 0.0);
        let ground = cells.ground(CellId(cell), point).unwrap();
        ground.plane.at_height(point).unwrap().z
    };
    assert!((ground(0xA9B4_0001, 5.0, 5.0) - 1.0).abs() < 1e-5);
    assert!((ground(0xA9B4_001D, 72.1, 96.1) - 32.0).abs() < 1.0);
    assert!(cells.ground(CellId(0xA9B4_0001), Vec3::ONE).unwrap().water);
    let [crate_, towers] = [0, 1].map(|k| &world.objects[k]);
    assert_eq!(crate_.position.cell, CellId(0xA9B4_0100));
    assert_eq!(towers.position.frame.origin, Vec3::new(8.0, 10.0, 0.0));
    assert_eq!(
        (towers.position.cell, towers.parts.len()),
        (CellId(0xAAB4_0001), 2)
    );
    // One room, or the one cell under both towers.
    assert_eq!(world.registrations(&"retail".parse().unwrap()), 2);
}

#[test]
fn squares_are_cut_as_they_are_told() {
    let faces = |cut: &str| {
        let text = MAP.replace("level: 1,", &format!("level: 1, cut: {cut},"));
        let built = build(&Source::from_text("a", &text), None, None).unwrap();
        let cells = built.setup.world.cells().unwrap().clone();
        let block = cells.blocks().next().unwrap().clone();
        (1..=64)
            .map(|low| block.faces(CellId(0xA9B4_0000 | low)).unwrap()[0].vertices[2])
            .collect::<Vec<_>>()
    };
    let (north_east, north_west, by_place) = (
        faces("SouthWestNorthEast"),
        faces("NorthWestSouthEast"),
        faces("ByPlace"),
    );
    for (k, low) in (1..=64).enumerate() {
        let cell = crate::world::landcell::Landcell::of(CellId(0xA9B4_0000 | low)).unwrap();
        let want = match crate::world::terrain::cut(cell) {
            Cut::SouthWestNorthEast => &north_east,
            Cut::NorthWestSouthEast => &north_west,
        };
        assert_eq!(by_place[k], want[k]);
        assert_ne!(north_east[k], north_west[k]);
    }
}

#[test]
fn references_between_cells() {
    let portal = "to: Cell(0xAAB40101)";
    told(
        portal,
        "to: Cell(0xAAB40109)",
        "Cell(",
        "cells[0].portals[0].to",
        "there is no cell 0xAAB40109; known: 0xA9B40100, 0xAAB40101",
    );
    told(
        portal,
        "to: Cell(0xA9B40100)",
        "Cell(",
        "cells[0].portals[0].to",
        "0xA9B40100 is the cell of the portal itself",
    );
    told(
        "id: 0xAAB40101",
        "id: 0xA9B40100",
        "0xA9B4",
        "cells[1].id",
        "0xA9B40100 stands twice",
    );
    told(
        "visible: [0xAAB40101]",
        "visible: [0xAAB40101, 0xAAB40101]",
        "0xAAB40101]",
        "cells[0].visible[1]",
        "stands twice",
    );
    told(
        "visible: [0xAAB40101]",
        "visible: [0xA9B40100]",
        "0xA9B4",
        "cells[0].visible[0]",
        "the cell itself",
    );
    told(
        "visible: [0xAAB40101]",
        "visible: [0xA9B40777]",
        "0xA9B4",
        "cells[0].visible[0]",
        "no cell 0xA9B40777",
    );
    told(
        "Opening(to: 0xAAB40101",
        "Opening(to: 0xAAB40102",
        "0xAAB4",
        "buildings[0].portals[0].to",
        "no cell 0xAAB40102",
    );
    told(
        "back: 1",
        "back: 0",
        "0)",
        "buildings[0].portals[0].back",
        "has no portal 0 to Outside; its index or -1",
    );
    told(
        "back: 1",
        "back: 7",
        "7)",
        "buildings[0].portals[0].back",
        "has no portal 7 to Outside",
    );
    told(
        "cell: 0xA9B40100",
        "cell: 0xA9B40109",
        "0xA9B4",
        "objects[0].cell",
        "no cell 0xA9B40109",
    );
    told(
        "Mover(feet:",
        "Mover(cell: 0xA9B40109, feet:",
        "0xA9B4",
        "rig.cell",
        "no cell 0xA9B40109",
    );
    let second = "buildings: [Building(at: (61, 61, 0)), Building(at: ";
    told(
        "buildings: [Building(at: ",
        second,
        "(60, 60, 0), shape",
        "buildings[1].at",
        "a second building in the outdoor cell 0xA9B40013",
    );
}

#[test]
fn numbers_of_a_map() {
    told(
        "landblock: 0xA9B4",
        "landblock: 0xA9FF",
        "0xA9FF",
        "landblock",
        "0xA9FF is not a landblock: column and row from 0x00 to 0xFE",
    );
    told(
        "id: 0xA9B40100",
        "id: 0xA9B40031",
        "0xA9B4",
        "cells[0].id",
        "0xA9B40031 is not a room",
    );
    told("id: 0xA9B40100", "id: -1", "-1", "cells[0].id", "");
    told(
        "max: (0, 5, 3)",
        "max: (-5, 5, 3)",
        "(-5, 5, 3)",
        "cells[0].volume.max",
        "not greater than min",
    );
    told(
        "outline: [(0, -5), (5, -5)",
        "outline: [(0, -5), (2, 0), (5, -5)",
        "[(0, -5)",
        "cells[1].volume.outline",
        "not convex",
    );
    told(
        "Prism(outline: [(0, -5), (5, -5), (5, 5), (0, 5)], z: (0, 3))",
        "Planes([((0, 0, 2), 1)])",
        "((0, 0",
        "cells[1].volume[0]",
        "does not have length 1",
    );
    told(
        "Prism(outline: [(0, -5), (5, -5), (5, 5), (0, 5)], z: (0, 3))",
        "Planes([])",
        "Planes",
        "cells[1].volume",
        "0 planes; 1 to 1000",
    );
    told(
        "polygon: [(0, -5, 0), (0, 5, 0), (0, 5, 3), (0, -5, 3)]",
        "polygon: [(0, 0, 0), (1, 0, 0)]",
        "[(0, 0",
        "cells[0].portals[0].polygon",
        "2 corners",
    );
    told(
        "polygon: [(0, -5, 0), (0, 5, 0), (0, 5, 3), (0, -5, 3)]",
        "polygon: [(0, 0, 0), (1, 0, 0), (2, 0, 0)]",
        "[(0, 0",
        "cells[0].portals[0].polygon",
        "no area",
    );
    told(
        "level: 1",
        "level: NaN",
        "NaN",
        "terrain.blocks[0].level",
        "NaN is not a coordinate",
    );
    told(
        "level: 1",
        "heights: [1, inf]",
        "inf",
        "terrain.blocks[0].heights[1]",
        "inf is not a coordinate",
    );
    told(
        "level: 1",
        "heights: [1, 2]",
        "[1, 2]",
        "terrain.blocks[0].heights",
        "2 heights; 81 were expected",
    );
    let all = format!("level: 1, heights: [{}]", ["0"; 81].join(", "));
    told(
        "level: 1",
        &all,
        "1, h",
        "terrain.blocks[0].level",
        "beside `heights`",
    );
    told(
        "((3, 4), 32)",
        "((3, 9), 32)",
        "((3, 9)",
        "terrain.blocks[0].raised[0]",
        "go from 0 to 8",
    );
    told(
        "Points([(0, 0)])",
        "Points([(0, 0), (9, 0)])",
        "(9, 0)",
        "terrain.blocks[0].water[1]",
        "go from 0 to 8",
    );
    told(
        "Block(id: 0xA9B4,",
        "Block(id: 0xA9B4), Block(id: 0xA9B4,",
        "0xA9B4, level",
        "terrain.blocks[1].id",
        "stands twice",
    );
}

#[test]
fn what_belongs_together() {
    told(
        "    landblock: 0xA9B4,\n",
        "",
        "[\n",
        "cells",
        "without the scene's `landblock`",
    );
    let field = "HeightField(spacing: 1, size: (2, 2), heights: [0, 0, 0, 0])";
    let blocks = &MAP[MAP.find("Blocks(").unwrap()..MAP.find(",\n    objects").unwrap()];
    told(
        blocks,
        field,
        "HeightField",
        "terrain",
        "without `landblock`; Blocks was expected",
    );
    told(
        "feet: (58, 58, 0.005)",
        "feet: (500, 58, 0.005)",
        "(500",
        "rig.feet",
        "the start is in no cell",
    );
    told(
        "walls: Box(min: (-6, -5, -1), max: (-5, 5, 3))",
        "walls: Spheres([((0, 0, 0), 1)])",
        "Spheres",
        "cells[0].walls",
        "one tree",
    );
    told(
        "Part(shape: Box(min: (0, 0, 0), max: (1, 1, 1))),",
        "Part(shape: Parts([])),",
        "Parts",
        "objects[1].shape[0].shape",
        "one tree",
    );
    told(
        "name: \"towers\"",
        "name: \"towers\", root_sphere: ((0, 0, 0), 1)",
        "((0, 0",
        "objects[1].root_sphere",
        "beside Parts",
    );
    told(
        "at: (200, 10, 0)",
        "at: (-90000, 10, 0)",
        "(-9",
        "objects[1].at",
        "off the map",
    );
}

/// The ground of a single space: size, count and NaN.
#[test]
fn height_fields() {
    let single = |terrain: &str| {
        format!(
            "Scene(version: 1, title: \"a\", terrain: {terrain}, length: Ticks(1), rig: Mover(feet: (1, 1, 0.005), grounded: true),\
             lanes: [Lane(name: \"a\", policy: \"retail\")])"
        )
    };
    let error = |terrain: &str| read(&single(terrain), "a.ron").unwrap_err().to_string();
    let good = "HeightField(spacing: 2, size: (2, 2), heights: [0, 0, 0, 0])";
    let built = build(&Source::from_text("a", &single(good)), None, None).unwrap();
    assert_eq!(built.setup.world.ground().unwrap().faces().count(), 2);
    for (from, to, words) in [
        (
            "size: (2, 2)",
            "size: (2, 1)",
            "terrain.size: 2 x 1 heights; 2 to 2048 each way",
        ),
        (
            "size: (2, 2)",
            "size: (2048, 2048)",
            "terrain.heights: 4 heights; 4194304 were expected",
        ),
        (
            "spacing: 2",
            "spacing: 0",
            "terrain.spacing: 0 is not a spacing",
        ),
        (
            "[0, 0, 0, 0]",
            "[0, 0, NaN, 0]",
            "terrain.heights[2]: NaN is not a coordinate",
        ),
    ] {
        let told = error(&good.replace(from, to));
        assert!(told.contains(words), "{told}");
    }
}
