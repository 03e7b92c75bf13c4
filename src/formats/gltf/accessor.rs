//! Numbers out of buffers.

use ::gltf::json::accessor::{Accessor, ComponentType, Type};
use ::gltf::json::validation::Checked;
use ::gltf::json::{Index, Root};

use super::buffer::Buffers;
use super::{GltfError, wrong};
use crate::formats::text::count as count_of;

/// Elements of a buffer: bytes from `at`, `stride` apart.
#[derive(Clone, Copy)]
pub(super) struct Elements<'a> {
    bytes: &'a [u8],
    at: usize,
    stride: usize,
    kind: ComponentType,
    normalized: bool,
    pub(super) count: usize,
}

/// An accessor: its elements, and those of them that are replaced.
pub(super) struct Numbers<'a> {
    base: Elements<'a>,
    /// All that is not replaced is zero, and `base` has no bytes.
    zeros: bool,
    replaced: std::collections::BTreeMap<usize, usize>,
    values: Option<Elements<'a>>,
}

impl<'a> Numbers<'a> {
    /// The accessor at `index`, of vectors of three or of single numbers.
    pub(super) fn of(
        root: &Root,
        buffers: &'a Buffers<'_>,
        index: Index<Accessor>,
        width: usize,
    ) -> Result<Self, GltfError> {
        let place = || format!("accessors[{}]", index.value());
        let accessor = root
            .get(index)
            .ok_or_else(|| wrong(place(), "it does not exist"))?;
        let (Checked::Valid(kind), Checked::Valid(shape)) =
            (&accessor.component_type, &accessor.type_)
        else {
            return Err(wrong(place(), "its type is not known"));
        };
        let wanted = if width == 3 { Type::Vec3 } else { Type::Scalar };
        if *shape != wanted {
            // As the file writes them.
            let [shape, wanted] = [*shape, wanted].map(|of| format!("{of:?}").to_uppercase());
            let problem = format!("its type is {shape}; {wanted} was expected");
            return Err(wrong(place(), problem));
        }
        if width == 1
            && !matches!(
                kind.0,
                ComponentType::U8 | ComponentType::U16 | ComponentType::U32
            )
        {
            let problem = format!(
                "its component type is {}; whole numbers without a sign were expected: 5121, 5123 or 5125",
                kind.0.as_gl_enum()
            );
            return Err(wrong(place(), problem));
        }
        let elements = |view, at: u64, kind: ComponentType, count: u64| {
            let (bytes, stride) = buffers.view(root, view)?;
            let size = kind.size() * width;
            let short = || wrong(place(), "it reaches beyond its buffer view");
            let stride = stride.unwrap_or(size);
            if stride < size {
                return Err(wrong(place(), "its elements overlap"));
            }
            let (at, count) = (
                usize::try_from(at).ok().ok_or_else(short)?,
                usize::try_from(count).ok().ok_or_else(short)?,
            );
            let end = match count {
                0 => Some(at),
                _ => stride
                    .checked_mul(count - 1)
                    .and_then(|far| at.checked_add(far)?.checked_add(size)),
            };
            end.filter(|end| *end <= bytes.len()).ok_or_else(short)?;
            Ok(Elements {
                bytes,
                at,
                stride,
                kind,
                normalized: accessor.normalized,
                count,
            })
        };
        let at = accessor.byte_offset.map_or(0, |at| at.0);
        let base = match accessor.buffer_view {
            Some(view) => elements(view, at, kind.0, accessor.count.0)?,
            None => {
                // They cost a file nothing, whatever their number.
                let (count, most) = (accessor.count.0, buffers.most());
                if count > most {
                    let problem = format!(
                        "{count} elements without a buffer view, which are zeros; in a file of this size at most {most} were expected"
                    );
                    return Err(wrong(place(), problem));
                }
                Elements {
                    bytes: &[],
                    at: 0,
                    stride: 0,
                    kind: kind.0,
                    normalized: false,
                    count: usize::try_from(count).unwrap_or(usize::MAX),
                }
            }
        };
        let (mut replaced, mut values) = (std::collections::BTreeMap::new(), None);
        if let Some(sparse) = &accessor.sparse {
            let Checked::Valid(index_kind) = &sparse.indices.component_type else {
                return Err(wrong(
                    place(),
                    "the type of its sparse indices is not known",
                ));
            };
            let (bytes, _) = buffers.view(root, sparse.indices.buffer_view)?;
            let count = sparse.count.0;
            let size = index_kind.0.size();
            let list = Elements {
                bytes,
                at: usize::try_from(sparse.indices.byte_offset.0).unwrap_or(usize::MAX),
                stride: size,
                kind: index_kind.0,
                normalized: false,
                count: usize::try_from(count).unwrap_or(usize::MAX),
            };
            if count > (bytes.len() / size.max(1)) as u64 {
                return Err(wrong(
                    place(),
                    "its sparse indices reach beyond their buffer view",
                ));
            }
            for k in 0..list.count {
                let index = list.whole(k).ok_or_else(|| {
                    wrong(place(), "its sparse indices reach beyond their buffer view")
                })?;
                let index = index as usize;
                if index >= base.count {
                    let elements = count_of(base.count as u64, "element");
                    let problem = format!("its sparse indices name element {index} of {elements}");
                    return Err(wrong(place(), problem));
                }
                replaced.insert(index, k);
            }
            values = Some(elements(
                sparse.values.buffer_view,
                sparse.values.byte_offset.0,
                kind.0,
                count,
            )?);
        }
        Ok(Self {
            base,
            zeros: accessor.buffer_view.is_none(),
            replaced,
            values,
        })
    }

    /// How many of its elements are replaced.
    pub(super) fn replaced(&self) -> usize {
        self.replaced.len()
    }

    /// Number of elements.
    pub(super) fn count(&self) -> usize {
        self.base.count
    }

    /// The vector at `index`; `None` beyond the end.
    pub(super) fn vector(&self, index: usize) -> Option<[f32; 3]> {
        if index >= self.base.count {
            return None;
        }
        let (from, k) = match (self.replaced.get(&index), &self.values) {
            (Some(k), Some(values)) => (values, *k),
            _ if self.zeros => return Some([0.0; 3]),
            _ => (&self.base, index),
        };
        let size = from.kind.size();
        let at = from.at + from.stride * k;
        Some([
            from.number(at)?,
            from.number(at + size)?,
            from.number(at + 2 * size)?,
        ])
    }

    /// The whole number at `index`; `None` beyond the end, and for numbers with fractions.
    pub(super) fn whole(&self, index: usize) -> Option<u32> {
        if index >= self.base.count {
            return None;
        }
        match (self.replaced.get(&index), &self.values) {
            (Some(k), Some(values)) => values.whole(*k),
            _ if self.zeros => Some(0),
            _ => self.base.whole(index),
        }
    }
}

impl Elements<'_> {
    fn bytes<const N: usize>(&self, at: usize) -> Option<[u8; N]> {
        self.bytes.get(at..at.checked_add(N)?)?.try_into().ok()
    }

    fn whole(&self, index: usize) -> Option<u32> {
        let at = self.stride.checked_mul(index)?.checked_add(self.at)?;
        match self.kind {
            ComponentType::U8 => Some(u32::from(self.bytes::<1>(at)?[0])),
            ComponentType::U16 => Some(u32::from(u16::from_le_bytes(self.bytes(at)?))),
            ComponentType::U32 => Some(u32::from_le_bytes(self.bytes(at)?)),
            _ => None,
        }
    }

    /// The number at the byte `at`, which lies in the view.
    fn number(&self, at: usize) -> Option<f32> {
        let (value, most) = match self.kind {
            ComponentType::F32 => return Some(f32::from_le_bytes(self.bytes(at)?)),
            ComponentType::U32 => (u32::from_le_bytes(self.bytes(at)?) as f32, u32::MAX as f32),
            ComponentType::U8 => (f32::from(self.bytes::<1>(at)?[0]), 255.0),
            ComponentType::I8 => (f32::from(i8::from_le_bytes(self.bytes(at)?)), 127.0),
            ComponentType::U16 => (f32::from(u16::from_le_bytes(self.bytes(at)?)), 65_535.0),
            ComponentType::I16 => (f32::from(i16::from_le_bytes(self.bytes(at)?)), 32_767.0),
        };
        Some(match self.normalized {
            true if value < -most => -1.0,
            true => value / most,
            false => value,
        })
    }
}
