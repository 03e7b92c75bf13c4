//! Records of any content, for proptest.

use glam::Vec3;
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use sweepscope::formats::dat::RawFrame;
use sweepscope::formats::dat::env_cell::{CellPortal, EnvCell, StaticObject};
use sweepscope::formats::dat::environment::{CellStruct, Environment};
use sweepscope::formats::dat::gfx_obj::GfxObj;
use sweepscope::formats::dat::land::{
    BuildingModel, BuildingOpening, Iteration, LandBlock, LandBlockInfo, RegionStart,
};
use sweepscope::formats::dat::mesh::{DatPolygon, Vertex};
use sweepscope::formats::dat::record::Record;
use sweepscope::formats::dat::setup::{CylSphere, Light, Location, Placement, Setup};
use sweepscope::formats::dat::tree::{DatNode, DatTree, EMPTY_NODE, Tag, TreeUse};
use sweepscope::geometry::{Plane, Sphere};

fn number() -> impl Strategy<Value = f32> {
    -1e4_f32..1e4
}

fn vec3() -> impl Strategy<Value = Vec3> {
    (number(), number(), number()).prop_map(|(x, y, z)| Vec3::new(x, y, z))
}

fn sphere() -> impl Strategy<Value = Sphere> {
    (vec3(), 0.0_f32..100.0).prop_map(|(center, radius)| Sphere { center, radius })
}

fn plane() -> impl Strategy<Value = Plane> {
    (vec3(), number()).prop_map(|(normal, offset)| Plane { normal, offset })
}

fn frame() -> impl Strategy<Value = RawFrame> {
    (vec3(), any::<[i8; 4]>()).prop_map(|(origin, q)| RawFrame {
        origin,
        rotation: q.map(|c| f32::from(c) / 127.0),
    })
}

fn vertices() -> impl Strategy<Value = Vec<Vertex>> {
    let one = (
        any::<u16>(),
        vec3(),
        vec3(),
        vec((number(), number()), 0..3),
    );
    let one = one.prop_map(|(id, position, normal, uvs)| Vertex {
        id,
        position,
        normal,
        uvs,
    });
    vec(one, 0..6)
}

fn polygon() -> impl Strategy<Value = DatPolygon> {
    let corners = vec((any::<u16>(), any::<u8>(), any::<u8>()), 0..7);
    let numbers = (any::<u16>(), 0_u8..16, 0..4, any::<[i16; 2]>());
    (numbers, corners).prop_map(|((id, stippling, sides, surfaces), corners)| DatPolygon {
        id,
        stippling,
        sides,
        front: surfaces[0],
        back: surfaces[1],
        vertices: corners.iter().map(|corner| corner.0).collect(),
        front_uvs: match stippling & 4 {
            0 => corners.iter().map(|corner| corner.1).collect(),
            _ => Vec::new(),
        },
        back_uvs: match sides == 2 && stippling & 8 == 0 {
            true => corners.iter().map(|corner| corner.2).collect(),
            false => Vec::new(),
        },
    })
}

/// What a node is made of before it is known where it stands.
type Seed = (u8, Plane, Sphere, i32, Vec<u16>, Vec<(u16, u16)>);

/// A tree that `kind` may have: seeds are taken one after the other while children are wanted.
fn tree(kind: TreeUse) -> impl Strategy<Value = DatTree> {
    let seed = (
        any::<u8>(),
        plane(),
        sphere(),
        any::<i32>(),
        vec(any::<u16>(), 0..4),
        vec(any::<(u16, u16)>(), 0..3),
    );
    vec(seed, 1..12).prop_map(move |seeds| grown(kind, &seeds))
}

fn grown(kind: TreeUse, seeds: &[Seed]) -> DatTree {
    let mut tree = DatTree::default();
    let mut seeds = seeds.iter();
    grow(kind, &mut seeds, &mut tree);
    tree
}

fn grow(kind: TreeUse, seeds: &mut std::slice::Iter<'_, Seed>, tree: &mut DatTree) -> u32 {
    let index = tree.nodes.len();
    let tags: [&[u8; 4]; 10] = [
        b"LEAF", b"BPnn", b"BPIn", b"BpIN", b"BpnN", b"BPIN", b"BPnN", b"PORT", b"BPOL", b"BPFL",
    ];
    let seed = seeds.next();
    let letters = seed.map_or(b"LEAF", |seed| tags[usize::from(seed.0) % 10]);
    let tag = Tag::of(*letters).unwrap();
    tree.nodes.push(DatNode { tag, ..EMPTY_NODE });
    let mut node = tree.nodes[index];
    let Some((_, plane, sphere, number, ids, portals)) = seed else {
        if kind == TreeUse::Physics {
            tree.nodes[index].first = tree.polygons.len() as u32;
        }
        return index as u32;
    };
    // Lists stand in the file, and so in the tree, where their node ends.
    let list = |node: &mut DatNode, tree: &mut DatTree| {
        node.first = tree.polygons.len() as u32;
        node.count = ids.len() as u32;
        tree.polygons.extend(ids);
    };
    if tag == Tag::Leaf {
        node.leaf_index = *number;
        if kind == TreeUse::Physics {
            node.solid = *number / 2;
            node.sphere = *sphere;
            list(&mut node, tree);
        }
        tree.nodes[index] = node;
        return index as u32;
    }
    node.plane = *plane;
    let (positive, negative) = tag.children();
    node.positive = positive.then(|| grow(kind, seeds, tree));
    node.negative = negative.then(|| grow(kind, seeds, tree));
    match (kind, tag) {
        (TreeUse::Cell, _) | (TreeUse::Physics, Tag::Port) => {}
        (TreeUse::Physics, _) => node.sphere = *sphere,
        (TreeUse::Drawing, _) => {
            node.sphere = *sphere;
            list(&mut node, tree);
            if tag == Tag::Port {
                node.first_portal = tree.portals.len() as u32;
                node.portal_count = portals.len() as u32;
                tree.portals.extend(portals);
            }
        }
    }
    tree.nodes[index] = node;
    index as u32
}

fn gfx_obj() -> impl Strategy<Value = Record> {
    let parts = (
        vec(any::<u32>(), 0..200),
        vertices(),
        option::of((vec(polygon(), 0..5), tree(TreeUse::Physics))),
        vec3(),
        option::of((vec(polygon(), 0..5), tree(TreeUse::Drawing))),
        option::of(any::<u32>()),
    );
    let id = 0x0100_0000_u32..0x0101_0000;
    (id, parts).prop_map(
        |(id, (surfaces, vertices, physics, sort_center, drawing, degrade))| {
            let flags = u32::from(physics.is_some())
                | u32::from(drawing.is_some()) << 1
                | u32::from(degrade.is_some()) << 3;
            let (physics, physics_tree) = physics.map_or((Vec::new(), None), |(p, t)| (p, Some(t)));
            let (drawing, drawing_tree) = drawing.map_or((Vec::new(), None), |(p, t)| (p, Some(t)));
            Record::GfxObj(GfxObj {
                id,
                flags,
                surfaces,
                vertices,
                physics,
                physics_tree,
                sort_center,
                drawing,
                drawing_tree,
                degrade,
            })
        },
    )
}

fn locations() -> impl Strategy<Value = Vec<Location>> {
    let one = (any::<u32>(), any::<u32>(), frame());
    vec(
        one.prop_map(|(key, part, frame)| Location { key, part, frame }),
        0..3,
    )
}

fn setup() -> impl Strategy<Value = Record> {
    let part = (any::<u32>(), any::<u32>(), vec3(), vec(frame(), 3..4));
    let cylinder = (vec3(), number(), number()).prop_map(|(origin, radius, height)| CylSphere {
        origin,
        radius,
        height,
    });
    let light = (any::<[u32; 2]>(), frame(), vec3()).prop_map(|(words, frame, numbers)| Light {
        key: words[0],
        frame,
        color: words[1],
        numbers: numbers.to_array(),
    });
    let shapes = (vec(cylinder, 0..3), vec(sphere(), 0..3), vec(light, 0..2));
    let sizes = (vec3(), number(), sphere(), sphere(), any::<[u32; 5]>());
    let head = (0x0200_0000_u32..0x0201_0000, 0_u32..4, vec(part, 0..4));
    let placed = (locations(), locations(), 0..4_usize);
    (head, placed, shapes, sizes).prop_map(
        |((id, flags, parts), (holding, connections, placements), shapes, sizes)| {
            let (cylinders, spheres, lights) = shapes;
            let (numbers, step_down, sorting, selection, defaults) = sizes;
            let given = |flag: u32| flags & flag != 0;
            Record::Setup(Setup {
                id,
                flags,
                parts: parts.iter().map(|part| part.0).collect(),
                parents: parts
                    .iter()
                    .filter(|_| given(1))
                    .map(|part| part.1)
                    .collect(),
                scales: parts
                    .iter()
                    .filter(|_| given(2))
                    .map(|part| part.2)
                    .collect(),
                holding,
                connections,
                placements: (0..placements.min(3))
                    .map(|key| Placement {
                        key: key as u32,
                        frames: parts.iter().map(|part| part.3[key]).collect(),
                    })
                    .collect(),
                cylinders,
                spheres,
                height: numbers.x,
                radius: numbers.y,
                step_up: numbers.z,
                step_down,
                sorting,
                selection,
                lights,
                defaults,
            })
        },
    )
}

fn environment() -> impl Strategy<Value = Record> {
    let room = (
        any::<u32>(),
        vertices(),
        vec(polygon(), 0..4),
        vec(any::<u16>(), 0..4),
        tree(TreeUse::Cell),
        vec(polygon(), 0..4),
        tree(TreeUse::Physics),
        option::of(tree(TreeUse::Drawing)),
    );
    let room = room.prop_map(
        |(key, vertices, drawing, portals, cell_tree, physics, physics_tree, drawing_tree)| {
            CellStruct {
                key,
                vertices,
                drawing,
                portals,
                cell_tree,
                physics,
                physics_tree,
                drawing_tree,
            }
        },
    );
    (0x0d00_0000_u32..0x0d01_0000, vec(room, 0..3))
        .prop_map(|(id, structs)| Record::Environment(Environment { id, structs }))
}

fn statics() -> impl Strategy<Value = Vec<StaticObject>> {
    let one = (any::<u32>(), frame()).prop_map(|(id, frame)| StaticObject { id, frame });
    vec(one, 0..4)
}

fn env_cell() -> impl Strategy<Value = Record> {
    let portal =
        any::<[u16; 4]>().prop_map(|[flags, polygon, other_cell, other_portal]| CellPortal {
            flags,
            polygon,
            other_cell,
            other_portal,
        });
    let head = (
        0_u32..0xfeff,
        0x100_u32..0xfffe,
        any::<bool>(),
        any::<[u16; 2]>(),
    );
    let lists = (
        vec(any::<u16>(), 0..5),
        vec(portal, 0..5),
        vec(any::<u16>(), 0..5),
        option::of(statics()),
        option::of(any::<u32>()),
    );
    (head, frame(), lists).prop_map(|((block, low, outside, shape), frame, lists)| {
        let (surfaces, portals, visible, statics, restriction) = lists;
        Record::EnvCell(EnvCell {
            id: block << 16 | low,
            flags: u32::from(outside)
                | u32::from(statics.is_some()) << 1
                | u32::from(restriction.is_some()) << 3,
            surfaces,
            environment: shape[0],
            cell_struct: shape[1],
            frame,
            portals,
            visible,
            statics: statics.unwrap_or_default(),
            restriction,
        })
    })
}

fn land_block() -> impl Strategy<Value = Record> {
    let lists = (vec(any::<u16>(), 81..82), vec(any::<u8>(), 81..82));
    (0_u32..0xfeff, any::<u32>(), lists).prop_map(|(block, has_info, (terrain, heights))| {
        Record::LandBlock(LandBlock {
            id: block << 16 | 0xffff,
            has_info,
            terrain,
            heights,
        })
    })
}

fn land_block_info() -> impl Strategy<Value = Record> {
    let opening =
        (any::<[u16; 3]>(), vec(any::<u16>(), 0..4)).prop_map(|(words, stabs)| BuildingOpening {
            flags: words[0],
            other_cell: words[1],
            other_portal: words[2],
            stabs,
        });
    let building = (any::<[u32; 2]>(), frame(), vec(opening, 0..3));
    let building = building.prop_map(|(words, frame, openings)| BuildingModel {
        model: words[0],
        frame,
        leaves: words[1],
        openings,
    });
    let table = option::of((any::<u16>(), vec(any::<(u32, u32)>(), 0..3)));
    let lists = (statics(), vec(building, 0..3), table);
    (0_u32..0xfeff, 0_u32..100, lists).prop_map(|(block, cells, (statics, buildings, table))| {
        let mask = u16::from(table.is_some());
        let (buckets, restrictions) = table.unwrap_or_default();
        Record::LandBlockInfo(LandBlockInfo {
            id: block << 16 | 0xfffe,
            cells,
            statics,
            buildings,
            mask,
            buckets,
            restrictions,
        })
    })
}

fn region() -> impl Strategy<Value = Record> {
    let numbers = (any::<u32>(), any::<[i32; 4]>(), number(), vec3());
    (numbers, "[ -~]{0,12}", vec(number(), 256..257)).prop_map(
        |((number, ints, cell_side, sizes), name, heights)| {
            Record::Region(RegionStart {
                id: 0x1300_0000,
                number,
                name,
                blocks: (ints[0], ints[1]),
                cell_side,
                cells: ints[2],
                overlap: ints[3],
                sizes: sizes.to_array(),
                heights,
            })
        },
    )
}

fn iteration() -> impl Strategy<Value = Record> {
    (any::<i32>(), vec((any::<i32>(), 1..i32::MAX), 0..4))
        .prop_map(|(total, runs)| Record::Iteration(Iteration { total, runs }))
}

/// A record of any kind.
pub(super) fn record() -> impl Strategy<Value = Record> {
    prop_oneof![
        gfx_obj(),
        setup(),
        environment(),
        env_cell(),
        land_block(),
        land_block_info(),
        region(),
        iteration(),
    ]
}
