//! What of a file was left out, in words.

use crate::formats::text::{count, either};

use crate::formats::obj::FAR;

/// How much of each kind was left out.
#[derive(Default)]
pub(super) struct Left {
    pub(super) flat: u64,
    pub(super) far: u64,
    pub(super) points: u64,
    pub(super) lines: u64,
    pub(super) unknown: u64,
    pub(super) without_points: u64,
    pub(super) skinned: u64,
    pub(super) morphed: u64,
    pub(super) nodes: u64,
    /// Corners at the end of lists that make no whole triangle.
    pub(super) over: u64,
}

impl Left {
    /// What was dropped, of `all` triangles, one sentence each.
    pub(super) fn dropped(&self, all: u64) -> Vec<String> {
        let of = |number: u64| format!("{number} of {}", count(all, "triangle"));
        let primitives = |number: u64| count(number, "primitive");
        let told = [
            (
                self.flat,
                format!(
                    "{} {} no area and {} dropped",
                    of(self.flat),
                    has(self.flat),
                    was(self.flat)
                ),
            ),
            (
                self.far,
                format!(
                    "{} {} a corner that is not finite or {FAR} and {} dropped",
                    of(self.far),
                    has(self.far),
                    was(self.far)
                ),
            ),
            (
                self.points,
                format!(
                    "{} of points {} dropped",
                    primitives(self.points),
                    was(self.points)
                ),
            ),
            (
                self.lines,
                format!(
                    "{} of lines {} dropped",
                    primitives(self.lines),
                    was(self.lines)
                ),
            ),
            (
                self.unknown,
                format!(
                    "{} of a mode that is not known {} dropped",
                    primitives(self.unknown),
                    was(self.unknown)
                ),
            ),
            (
                self.without_points,
                format!(
                    "{} without positions {} dropped",
                    primitives(self.without_points),
                    was(self.without_points)
                ),
            ),
            (
                self.nodes,
                format!(
                    "{} whose transform is not finite {} dropped with all below",
                    count(self.nodes, "node"),
                    was(self.nodes)
                ),
            ),
        ];
        let over = (
            self.over,
            format!(
                "{} at the end of a list {} no whole triangle and {} dropped",
                count(self.over, "corner"),
                either(self.over, "makes", "make"),
                was(self.over)
            ),
        );
        let told = told
            .into_iter()
            .chain([over])
            .filter(|(number, _)| *number > 0);
        told.map(|(_, words)| words).collect()
    }

    /// What is there and was not taken as it is meant.
    pub(super) fn passed_over(&self) -> Vec<String> {
        let mut told = Vec::new();
        if self.skinned > 0 {
            let (are, they) = either(
                self.skinned,
                ("is skinned", "it stands as it is"),
                ("are skinned", "they stand as they are"),
            );
            let meshes = match self.skinned {
                1 => "1 mesh".to_owned(),
                several => format!("{several} meshes"),
            };
            told.push(format!("{meshes} {are}; {they} modelled"));
        }
        if self.morphed > 0 {
            let primitives = count(self.morphed, "primitive");
            let has = has(self.morphed);
            told.push(format!(
                "{primitives} {has} morph targets, which were passed over"
            ));
        }
        told
    }
}

fn has(number: u64) -> &'static str {
    either(number, "has", "have")
}

fn was(number: u64) -> &'static str {
    either(number, "was", "were")
}
