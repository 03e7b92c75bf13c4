//! The files that a scene names, and the shapes that name them.

use super::locate::Part::{self, Field, Index};
use super::model::{Rig, Scene, Shape, Sweeps, TreeKind};

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

/// Calls each file of `scene` what `name` gives for it, where it gives something.
pub(super) fn rename(scene: &mut Scene, name: impl Fn(&str) -> Option<String>) {
    let put = |file: &mut String| {
        if let Some(new) = name(file) {
            *file = new;
        }
    };
    let of_shape = |shape: &mut Shape| {
        if let Shape::Mesh { file, .. } | Shape::Dump { file } = shape {
            put(file);
        }
    };
    if let Rig::Sweep(sweep) = &mut scene.rig
        && let Sweeps::Captured { file, .. } = &mut sweep.sweeps
    {
        put(file);
    }
    for object in &mut scene.objects {
        match &mut object.shape {
            Shape::Parts(parts) => parts.iter_mut().for_each(|part| of_shape(&mut part.shape)),
            shape => of_shape(shape),
        }
    }
    let walls = scene
        .cells
        .iter_mut()
        .filter_map(|cell| cell.walls.as_mut());
    walls.for_each(of_shape);
    let shells = scene.buildings.iter_mut();
    shells
        .filter_map(|shell| shell.shape.as_mut())
        .for_each(of_shape);
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
