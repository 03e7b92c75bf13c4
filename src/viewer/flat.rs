//! The one material of the views: the colours of a mesh's corners times a tint.
//!
//! Light is put into the corners when a mesh is made. It never changes here, and a software adapter, which is all that many a
//! virtual machine has, spends nine tenths of a frame on lighting each pixel anew.

use bevy::asset::embedded_asset;
use bevy::mesh::{MeshVertexBufferLayoutRef, VertexAttributeValues};
use bevy::pbr::{MaterialPipeline, MaterialPipelineKey, MaterialPlugin};
use bevy::prelude::*;
use bevy::render::render_resource::{
    AsBindGroup, RenderPipelineDescriptor, SpecializedMeshPipelineError,
};
use bevy::shader::ShaderRef;

use super::axes;

/// Colours of corners times a tint.
#[derive(Asset, TypePath, AsBindGroup, Clone, Debug)]
#[bind_group_data(FlatKey)]
pub(super) struct Flat {
    /// Times this.
    #[uniform(0)]
    pub tint: LinearRgba,
    /// Whether what is behind shows through.
    pub see_through: bool,
    /// Whether the back of a face is drawn as well.
    pub two_sided: bool,
    /// How much nearer it counts when it lies in a face, in the smallest steps of depth.
    pub bias: i32,
}

/// What of [`Flat`] decides the pipeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub(super) struct FlatKey {
    two_sided: bool,
    bias: i32,
}

impl From<&Flat> for FlatKey {
    fn from(flat: &Flat) -> Self {
        Self {
            two_sided: flat.two_sided,
            bias: flat.bias,
        }
    }
}

impl Material for Flat {
    fn fragment_shader() -> ShaderRef {
        "embedded://sweepscope/viewer/flat.wgsl".into()
    }

    fn alpha_mode(&self) -> AlphaMode {
        if self.see_through {
            AlphaMode::Blend
        } else {
            AlphaMode::Opaque
        }
    }

    fn depth_bias(&self) -> f32 {
        self.bias as f32
    }

    fn specialize(
        _pipeline: &MaterialPipeline,
        descriptor: &mut RenderPipelineDescriptor,
        _layout: &MeshVertexBufferLayoutRef,
        key: MaterialPipelineKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        if key.bind_group_data.two_sided {
            descriptor.primitive.cull_mode = None;
        }
        if let Some(depth) = descriptor.depth_stencil.as_mut() {
            depth.bias.constant = key.bind_group_data.bias;
        }
        Ok(())
    }
}

/// The material and its shader.
pub(super) fn plugin(app: &mut App) {
    embedded_asset!(app, "flat.wgsl");
    app.add_plugins(MaterialPlugin::<Flat>::default());
}

/// Light from everywhere, as a share of full.
const AMBIENT: f32 = 0.38;

/// From two sides and from above, unequally: every face has some light, and no two that meet have the same.
/// Strength as a share of full, and where the light goes, in the core's space.
const LIGHTS: [(f32, Vec3); 3] = [
    (0.287, Vec3::new(0.5, 0.8, -0.35)),
    (0.207, Vec3::new(-0.8, -0.5, -0.3)),
    (0.140, Vec3::new(0.1, -0.2, -1.0)),
];

/// How bright a face with this unit normal is, both in the engine's space; 0 to 1.
fn light_on(normal: Vec3) -> f32 {
    LIGHTS.iter().fold(AMBIENT, |sum, (strength, towards)| {
        sum + strength * (-axes::direction(*towards).normalize().dot(normal)).max(0.0)
    })
}

/// A mesh whose corners hold the light that falls on them when the mesh is turned by `rotation`.
#[must_use]
pub(super) fn lit(mesh: Mesh, rotation: Quat) -> Mesh {
    let Some(VertexAttributeValues::Float32x3(normals)) = mesh.attribute(Mesh::ATTRIBUTE_NORMAL)
    else {
        return mesh;
    };
    let colors: Vec<[f32; 4]> = normals
        .iter()
        .map(|normal| {
            let light = light_on(rotation * Vec3::from_array(*normal));
            [light, light, light, 1.0]
        })
        .collect();
    mesh.with_inserted_attribute(Mesh::ATTRIBUTE_COLOR, colors)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_that_meet_differ_and_none_is_black() {
        let sides = [Vec3::X, Vec3::Y, Vec3::Z].map(|axis| [axis, -axis].map(light_on));
        for (first, second) in [(0, 1), (1, 2), (0, 2)] {
            for a in sides[first] {
                for b in sides[second] {
                    assert!((a - b).abs() > 0.02, "{sides:?}");
                }
            }
        }
        assert!(
            sides
                .concat()
                .iter()
                .all(|light| (0.3..=1.0).contains(light))
        );
    }

    #[test]
    fn light_stays_where_it_is_when_a_mesh_turns() {
        let cube = || Mesh::from(Cuboid::default());
        let colors = |mesh: &Mesh| match mesh.attribute(Mesh::ATTRIBUTE_COLOR) {
            Some(VertexAttributeValues::Float32x4(colors)) => colors.clone(),
            other => panic!("{other:?}"),
        };
        let straight = colors(&lit(cube(), Quat::IDENTITY));
        let turned = colors(&lit(
            cube(),
            Quat::from_rotation_y(std::f32::consts::FRAC_PI_2),
        ));
        let mut both = [straight.clone(), turned.clone()];
        for colors in &mut both {
            colors.sort_by(|a, b| a[0].total_cmp(&b[0]));
        }
        assert_ne!(straight, turned);
        for (a, b) in both[0].iter().zip(&both[1]) {
            assert!((a[0] - b[0]).abs() < 1e-4);
        }
    }
}
