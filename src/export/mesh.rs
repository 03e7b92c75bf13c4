//! Collision geometry as files that other programs read: Wavefront OBJ, GLB, and a scene of plain polygons.

use std::io::{self, Write};

use glam::Vec3;
use serde_json::json;

use super::solid::Solid;
use crate::formats::mesh::Up;
use crate::formats::text::{point, quoted};

/// How an OBJ that is written here begins.
pub const OBJ_MARK: &str = "# Collision geometry, metres, ";

/// How any GLB begins.
pub const GLB_MARK: &[u8] = b"glTF";

/// Who wrote a GLB, as it stands in its JSON.
pub const GENERATOR: &str = r#""generator":"Sweepscope""#;

/// How a scene that is written here begins.
pub const SCENE_MARK: &str = "// The collision geometry of ";

/// Writes `solids` as a Wavefront OBJ mesh, one object a solid; polygons stay whole, corners are written so that they read back bit for bit.
///
/// # Errors
/// Those of `out`.
pub fn write_obj(out: &mut dyn Write, solids: &[Solid], up: Up) -> io::Result<()> {
    let axis = match up {
        Up::Y => "Y",
        Up::Z => "Z",
    };
    writeln!(
        out,
        "{OBJ_MARK}{axis} up, faces counter-clockwise seen from the front."
    )?;
    let mut next = 1_usize;
    for solid in solids {
        writeln!(out, "o {}", one_line(&solid.name))?;
        for polygon in &solid.polygons {
            for corner in polygon {
                let [x, y, z] = turned(*corner, up);
                writeln!(out, "v {x} {y} {z}")?;
            }
            write!(out, "f")?;
            for _ in polygon {
                write!(out, " {next}")?;
                next += 1;
            }
            writeln!(out)?;
        }
    }
    Ok(())
}

/// The inverse of what a reader does with `up`.
fn turned(p: Vec3, up: Up) -> [f32; 3] {
    match up {
        Up::Y => [p.x, p.z, -p.y],
        Up::Z => p.to_array(),
    }
}

fn one_line(name: &str) -> String {
    let line: String = name
        .chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect();
    line.trim().replace('#', "_")
}

/// Writes `solids` as GLB, one node and mesh a solid, Y up as the format has it; polygons become fans of triangles.
///
/// # Errors
/// Those of `out`, and geometry of more than 4 GiB.
pub fn write_glb(out: &mut dyn Write, solids: &[Solid]) -> io::Result<()> {
    let (mut bin, mut meshes, mut nodes) = (Vec::new(), Vec::new(), Vec::new());
    let (mut views, mut accessors) = (Vec::new(), Vec::new());
    for solid in solids {
        let (points, indices) = triangles(solid);
        if indices.is_empty() {
            continue;
        }
        let mut low = [f32::INFINITY; 3];
        let mut high = [f32::NEG_INFINITY; 3];
        let begin = bin.len();
        for point in &points {
            for (k, c) in point.iter().enumerate() {
                if *c < low[k] {
                    low[k] = *c;
                }
                if *c > high[k] {
                    high[k] = *c;
                }
                bin.extend(c.to_le_bytes());
            }
        }
        let middle = bin.len();
        bin.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
        let (first_view, first) = (views.len(), accessors.len());
        views.push(json!({"buffer": 0, "byteOffset": begin, "byteLength": middle - begin, "target": 34962}));
        views.push(json!({"buffer": 0, "byteOffset": middle, "byteLength": bin.len() - middle, "target": 34963}));
        accessors.push(json!({"bufferView": first_view, "componentType": 5126, "count": points.len(), "type": "VEC3", "min": low, "max": high}));
        accessors.push(json!({"bufferView": first_view + 1, "componentType": 5125, "count": indices.len(), "type": "SCALAR"}));
        nodes.push(json!({"name": solid.name, "mesh": meshes.len()}));
        meshes.push(json!({"name": solid.name, "primitives": [{"attributes": {"POSITION": first}, "indices": first + 1, "mode": 4}]}));
    }
    let all: Vec<usize> = (0..nodes.len()).collect();
    let mut root = json!({"asset": {"version": "2.0", "generator": "Sweepscope"}, "scene": 0});
    // Lists must not be empty.
    root["scenes"] = if all.is_empty() {
        json!([{}])
    } else {
        json!([{"nodes": all}])
    };
    if !meshes.is_empty() {
        root["nodes"] = nodes.into();
        root["meshes"] = meshes.into();
        root["accessors"] = accessors.into();
        root["bufferViews"] = views.into();
        root["buffers"] = json!([{"byteLength": bin.len()}]);
    }
    let mut text = serde_json::to_vec(&root)?;
    text.resize(text.len().next_multiple_of(4), b' ');
    let chunks = 12 + 8 + text.len() + if bin.is_empty() { 0 } else { 8 + bin.len() };
    let long = |n: usize| {
        u32::try_from(n).map_err(|_e| io::Error::other("more than 4 GiB do not fit into a GLB"))
    };
    out.write_all(GLB_MARK)?;
    out.write_all(&2_u32.to_le_bytes())?;
    out.write_all(&long(chunks)?.to_le_bytes())?;
    out.write_all(&long(text.len())?.to_le_bytes())?;
    out.write_all(b"JSON")?;
    out.write_all(&text)?;
    if !bin.is_empty() {
        out.write_all(&long(bin.len())?.to_le_bytes())?;
        out.write_all(b"BIN\0")?;
        out.write_all(&bin)?;
    }
    Ok(())
}

/// Corners, each polygon with its own so that edges stay sharp, and triangles of them.
fn triangles(solid: &Solid) -> (Vec<[f32; 3]>, Vec<u32>) {
    let (mut points, mut indices) = (Vec::new(), Vec::new());
    for polygon in &solid.polygons {
        let first = points.len() as u32;
        points.extend(polygon.iter().map(|corner| turned(*corner, Up::Y)));
        for k in 1..(polygon.len() as u32).saturating_sub(1) {
            indices.extend([first, first + k, first + k + 1]);
        }
    }
    (points, indices)
}

/// Writes `solids` as a scene of plain polygons with a camera that stands at the origin.
///
/// # Errors
/// Those of `out`.
pub fn write_scene(out: &mut dyn Write, title: &str, solids: &[Solid]) -> io::Result<()> {
    writeln!(out, "{SCENE_MARK}{}.", one_line(title))?;
    writeln!(
        out,
        "Scene(\n    version: 1,\n    title: {},\n    length: Ticks(1),\n    objects: [",
        quoted(title)
    )?;
    let mut names = std::collections::BTreeSet::new();
    for solid in solids {
        let plain: String = solid
            .name
            .chars()
            .map(|c| if c == ',' || c.is_control() { ' ' } else { c })
            .collect();
        let mut name = plain.trim().to_owned();
        while name.is_empty() || !names.insert(name.clone()) {
            name.push('\'');
        }
        writeln!(
            out,
            "        Object(name: {}, shape: Polygons([",
            quoted(&name)
        )?;
        for polygon in &solid.polygons {
            let corners: Vec<String> = polygon.iter().map(|v| point(*v)).collect();
            writeln!(out, "            [{}],", corners.join(", "))?;
        }
        writeln!(out, "        ])),")?;
    }
    writeln!(
        out,
        "    ],\n    rig: Chase(feet: (0, 0, 0), motion: Still),"
    )?;
    writeln!(
        out,
        "    lanes: [Lane(name: \"retail\", policy: \"retail\")],\n)"
    )
}
