//! The files that a scene names, and the shapes that name them.

use super::locate::Part::{self, Field, Index};
use super::model::{Rig, Scene, Shape, TreeKind};

/// Each file that `scene` names, as it writes it, with the place of its name; one that is named twice is there twice.
pub(super) fn files(scene: &Scene) -> Vec<(Vec<Part<'static>>, &str)> {
    let swept = match &scene.rig {
        Rig::Sweep(sweep) => sweep.sweeps.file(),
        Rig::Chase(_) | Rig::Mover(_) => None,
    };
    let swept = swept.map(|file| (vec![Field("rig"), Field("sweeps"), Field("file")], file));
    let named = shapes(scene).into_iter().filter_map(|(way, shape, _)| {
        let file = shape.file()?;
        Some(([way.as_slice(), &[Field("file")]].concat(), file))
    });
    named.chain(swept).collect()
}

/// Each shape of `scene` with its place and how its tree is built; those of parts before what they are parts of.
pub(super) fn shapes(scene: &Scene) -> Vec<(Vec<Part<'static>>, &Shape, Option<TreeKind>)> {
    let mut shapes = Vec::new();
    for (index, object) in scene.objects.iter().enumerate() {
        let way = vec![Field("objects"), Index(index), Field("shape")];
        if let Shape::Parts(parts) = &object.shape {
            for (number, part) in parts.iter().enumerate() {
                let way = [way.as_slice(), &[Index(number), Field("shape")]].concat();
                shapes.push((way, &part.shape, part.tree));
            }
        }
        shapes.push((way, &object.shape, object.tree));
    }
    for (index, cell) in scene.cells.iter().enumerate() {
        let way = vec![Field("cells"), Index(index), Field("walls")];
        shapes.extend(
            cell.walls
                .iter()
                .map(|shape| (way.clone(), shape, cell.tree)),
        );
    }
    for (index, shell) in scene.buildings.iter().enumerate() {
        let way = vec![Field("buildings"), Index(index), Field("shape")];
        shapes.extend(
            shell
                .shape
                .iter()
                .map(|shape| (way.clone(), shape, shell.tree)),
        );
    }
    shapes
}
