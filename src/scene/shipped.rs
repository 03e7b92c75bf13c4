//! The scenes that are compiled in: one for each shown behaviour, and their controls.

use super::error::SceneError;
use super::model::Scene;
use super::read::read;
use super::source::Source;

/// A scene that the program carries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal)*) => {
        /// All of them, in the order of galleries; controls stand after their scenes.
        pub const SHIPPED: &[Shipped] =
            &[$(Shipped { name: $name, text: include_str!(concat!("../../scenes/", $name, ".ron")) }),*];
    };
}

shipped! {
    "sawtooth"
    "sawtooth_control"
    "corridor_clip"
    "corridor_clip_control"
    "boom_flip"
    "boom_flip_control"
    "boom_flip_sweep"
    "boom_flip_sweep_control"
    "wall_press"
    "wall_press_flat"
    "wall_press_flat_1215"
    "jamb"
    "feedback"
    "feedback_control"
    "dead_band"
    "dead_band_pivot"
    "dead_band_control"
    "doorway"
    "doorway_control"
    "no_collision"
    "no_collision_control"
    "sweep_flags"
    "sweep_flags_control"
    "sweep_flags_creature"
    "sweep_flags_creature_control"
    "corner"
    "corner_control"
    "corner_near"
    "corner_near_control"
    "jump_swing"
    "jump_swing_diagonal"
    "jump_swing_control"
    "portal_plane"
    "portal_plane_control"
    "closet"
    "closet_control"
    "sphere_offset"
    "sphere_offset_control"
    "spiral_stair"
    "spiral_stair_control"
    "teleport"
    "teleport_control"
    "backed_up"
    "backed_up_control"
    "off_centre_small"
    "off_centre_small_control"
    "off_centre_full"
    "off_centre_capture"
    "off_centre_full_control"
    "registration"
    "registration_l"
    "registration_control"
    "head_bump"
    "head_bump_gated"
    "head_bump_control"
    "cellar_lip"
    "cellar_lip_control"
    "phantom_collider"
    "phantom_collider_control"
    "cylinder_stairs"
    "cylinder_stairs_control"
    "door_a"
    "door_b"
    "door_c"
    "door_control"
    "door_d"
    "door_d_control"
    "two_floors"
    "two_floors_control"
    "sticky_wall"
    "sticky_wall_seeded"
    "sticky_wall_control"
    "steep_face_0"
    "steep_face_30"
    "steep_face_45"
    "steep_face_60"
    "steep_face_control"
    "edge"
    "edge_control"
    "step_down"
    "step_down_control"
    "cell_ping_pong"
    "cell_ping_pong_control"
    "fake_floor"
    "fake_floor_control"
    "corpus/a1"
    "corpus/a2"
    "corpus/a3"
    "corpus/a4"
    "corpus/a5"
    "corpus/a6"
    "corpus/a7"
    "corpus/a7_side"
    "corpus/a9"
    "corpus/a9_control"
    "corpus/a11"
    "corpus/a13"
    "corpus/a15"
    "corpus/a15_control"
    "corpus/a16"
    "corpus/g2"
    "corpus/g4"
    "corpus/j2"
    "corpus/j3"
    "corpus/j4"
    "corpus/j6"
    "corpus/j6_chamfers"
    "corpus/j7"
    "corpus/q1"
    "corpus/q2"
    "corpus/q4"
    "corpus/q5"
    "corpus/q8"
    "corpus/q10"
    "corpus/r2"
    "corpus/r4"
    "corpus/r5"
    "corpus/r6"
    "corpus/r8"
    "corpus/r9"
    "corpus/u2"
    "corpus/u3"
    "corpus/u4"
    "corpus/u6"
}

/// The shipped scene of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|scene| scene.name == name)
}

/// The scene that `scene` means by `control`: one in the folder that `scene` is in, else one of that name, with `.ron` or without.
pub(super) fn control(scene: &str, control: &str) -> Option<&'static Shipped> {
    let name = control.strip_suffix(".ron").unwrap_or(control);
    let folder = scene.rfind('/').map_or("", |slash| &scene[..=slash]);
    find(&format!("{folder}{name}")).or_else(|| find(name))
}

impl Shipped {
    /// As if it had been opened.
    #[must_use]
    pub fn source(&self) -> Source {
        Source::from_text(self.name, self.text)
    }

    /// Its title, what to look for and all else.
    ///
    /// # Errors
    /// None in practice: a test reads them all.
    pub fn scene(&self) -> Result<Scene, SceneError> {
        read(self.text, &format!("{}.ron", self.name))
    }

    /// The folder below `scenes/` in which it lies, and its name there; the folder is empty for most.
    #[must_use]
    pub fn place(&self) -> (&'static str, &'static str) {
        self.name.rsplit_once('/').unwrap_or(("", self.name))
    }

    /// Whether another shipped scene names it as its control.
    #[must_use]
    pub fn is_control(&self) -> bool {
        let (folder, name) = self.place();
        let named = format!("control: \"{name}.ron\"");
        let mut beside = SHIPPED.iter().filter(|scene| scene.place().0 == folder);
        beside.any(|scene| scene.text.contains(&named))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names of the scenes in `folder` and below it.
    fn below(folder: &std::path::Path, before: &str, names: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{before}{}", entry.file_name().into_string().unwrap());
            if entry.path().is_dir() {
                below(&entry.path(), &format!("{name}/"), names);
            }
            names.extend(name.strip_suffix(".ron").map(str::to_owned));
        }
    }

    #[test]
    fn the_list_is_the_folder() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let mut there = Vec::new();
        below(&folder, "", &mut there);
        there.sort();
        let mut listed: Vec<&str> = SHIPPED.iter().map(|scene| scene.name).collect();
        listed.sort_unstable();
        assert_eq!(listed, there);
    }

    #[test]
    fn each_says_what_to_look_for_and_names_a_control_that_exists() {
        for shipped in SHIPPED {
            let scene = shipped.scene().unwrap();
            assert!(
                !scene.title.is_empty() && !scene.look_for.is_empty(),
                "{}",
                shipped.name
            );
            assert!(!scene.expect.is_empty(), "{}", shipped.name);
            if scene.control.is_some() {
                let found = shipped.source().open_control();
                assert!(matches!(found, Ok(Some(_))), "{}: {found:?}", shipped.name);
            }
        }
    }
}
