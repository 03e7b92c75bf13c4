//! Vertices and polygons, as objects and rooms share them.

use std::collections::BTreeMap;

use glam::Vec3;

use super::bytes::{Reader, is_point};
use super::error::Wrong;
use crate::formats::text;

/// Smallest vertex, bytes.
const VERTEX: usize = 28;
/// Smallest polygon, bytes.
pub(super) const POLYGON: usize = 12;

/// A corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex {
    /// What polygons call it.
    pub id: u16,
    /// Where it is, metres.
    pub position: Vec3,
    /// The direction that it is lit from.
    pub normal: Vec3,
    /// Places in textures.
    pub uvs: Vec<(f32, f32)>,
}

/// A polygon.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DatPolygon {
    /// What leaves and portals call it; physics and drawing polygons count apart.
    pub id: u16,
    /// Bits: 1 and 2 stippled in front and behind, 4 and 8 without texture places in front and behind.
    pub stippling: u8,
    /// 0 single, 1 double, 2 double with a surface of its own behind.
    pub sides: i32,
    /// Surface in front; -1 none.
    pub front: i16,
    /// Surface behind; -1 none.
    pub back: i16,
    /// Its corners by vertex id, counter-clockwise seen from the front.
    pub vertices: Vec<u16>,
    /// A texture place for each corner, in front.
    pub front_uvs: Vec<u8>,
    /// The same behind.
    pub back_uvs: Vec<u8>,
}

impl DatPolygon {
    /// A physics polygon: no surface, no texture.
    #[must_use]
    pub fn physics(id: u16, vertices: Vec<u16>) -> Self {
        Self {
            id,
            stippling: NO_FRONT_UVS,
            front: -1,
            back: -1,
            vertices,
            ..Self::default()
        }
    }
}

/// Stippling: no texture places in front.
pub const NO_FRONT_UVS: u8 = 4;
/// Stippling: no texture places behind.
pub const NO_BACK_UVS: u8 = 8;

/// Reads a vertex array.
///
/// # Source
/// spec/dat.md 4.1.
pub(super) fn vertices(reader: &mut Reader<'_>) -> Result<Vec<Vertex>, Wrong> {
    let start = reader.at();
    let kind = reader.u32("vertex kind")?;
    if kind != 1 {
        return Err(Wrong {
            offset: start,
            field: "vertex kind",
            problem: format!("{kind} was found, 1 was expected"),
        });
    }
    let count = reader.count(VERTEX, "vertices")?;
    let mut list = Vec::with_capacity(count);
    for _ in 0..count {
        let id = reader.u16("vertex id")?;
        let uvs = u32::from(reader.u16("texture places")?);
        let position = reader.vec3("vertex")?;
        let normal = reader.vec3("vertex normal")?;
        let uvs = reader.room(uvs, 8, "texture places")?;
        let mut places = Vec::with_capacity(uvs);
        for _ in 0..uvs {
            places.push((reader.f32("texture place")?, reader.f32("texture place")?));
        }
        if !is_point(position) {
            reader.flaw(|| format!("vertex {id} stands at {position}"));
        }
        list.push(Vertex {
            id,
            position,
            normal,
            uvs: places,
        });
    }
    Ok(list)
}

/// Reads `count` polygons; their corners are looked for in `vertices`.
///
/// # Source
/// spec/dat.md 4.2.
pub(super) fn polygons(
    reader: &mut Reader<'_>,
    count: usize,
    vertices: &Vertices<'_>,
    what: &str,
) -> Result<Vec<DatPolygon>, Wrong> {
    let mut list = Vec::with_capacity(count);
    let mut seen = BTreeMap::new();
    for _ in 0..count {
        let polygon = polygon(reader)?;
        let id = polygon.id;
        if seen.insert(id, ()).is_some() {
            reader.flaw(|| format!("{what} polygon {id} stands twice; the first wins"));
        }
        if polygon.vertices.len() < 3 {
            let corners = polygon.vertices.len();
            reader.flaw(|| {
                format!(
                    "{what} polygon {id} has {}",
                    text::count(corners as u64, "corner")
                )
            });
        }
        if let Some(missing) = polygon
            .vertices
            .iter()
            .find(|v| vertices.get(**v).is_none())
        {
            reader.flaw(|| format!("{what} polygon {id} names vertex {missing}, which is missing"));
        }
        list.push(polygon);
    }
    Ok(list)
}

/// Reads one polygon.
///
/// # Errors
/// [`Wrong`] where the bytes end.
///
/// # Source
/// spec/dat.md 4.2.
pub(super) fn polygon(reader: &mut Reader<'_>) -> Result<DatPolygon, Wrong> {
    let id = reader.u16("polygon id")?;
    let count = usize::from(reader.u8("corners")?);
    let stippling = reader.u8("stippling")?;
    let sides = reader.i32("sides")?;
    let front = reader.i16("surface in front")?;
    let back = reader.i16("surface behind")?;
    let mut vertices = Vec::with_capacity(count);
    for _ in 0..count {
        vertices.push(reader.u16("corner")?);
    }
    let mut uvs = |is_there: bool, field| match is_there {
        true => reader.bytes(count, field).map(<[u8]>::to_vec),
        false => Ok(Vec::new()),
    };
    Ok(DatPolygon {
        id,
        stippling,
        sides,
        front,
        back,
        vertices,
        front_uvs: uvs(stippling & NO_FRONT_UVS == 0, "texture places in front")?,
        back_uvs: uvs(
            sides == 2 && stippling & NO_BACK_UVS == 0,
            "texture places behind",
        )?,
    })
}

/// Vertices by their ids; of several with one id the first.
#[derive(Debug)]
pub struct Vertices<'a> {
    list: &'a [Vertex],
    /// Index by id, where ids are not indexes.
    by_id: Option<BTreeMap<u16, usize>>,
}

impl<'a> Vertices<'a> {
    /// Of this array.
    #[must_use]
    pub fn new(list: &'a [Vertex]) -> Self {
        let in_order = list
            .iter()
            .enumerate()
            .all(|(index, vertex)| usize::from(vertex.id) == index);
        let by_id = (!in_order).then(|| {
            let mut map = BTreeMap::new();
            for (index, vertex) in list.iter().enumerate() {
                map.entry(vertex.id).or_insert(index);
            }
            map
        });
        Self { list, by_id }
    }

    /// Where the vertex is.
    #[must_use]
    pub fn get(&self, id: u16) -> Option<Vec3> {
        let index = match &self.by_id {
            None => usize::from(id),
            Some(map) => *map.get(&id)?,
        };
        self.list.get(index).map(|vertex| vertex.position)
    }
}

/// Indexes of polygons by their ids; of several with one id the first.
#[must_use]
pub fn by_id(polygons: &[DatPolygon]) -> BTreeMap<u16, usize> {
    let mut map = BTreeMap::new();
    for (index, polygon) in polygons.iter().enumerate() {
        map.entry(polygon.id).or_insert(index);
    }
    map
}
