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
    "feedback"
    "feedback_control"
    "dead_band"
    "dead_band_pivot"
    "dead_band_control"
    "doorway"
    "doorway_control"
    "off_centre_small"
    "off_centre_small_control"
    "off_centre_full"
    "off_centre_full_control"
    "step_down"
    "step_down_control"
}

/// The shipped scene of this name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Shipped> {
    SHIPPED.iter().find(|scene| scene.name == name)
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

    /// Whether another shipped scene names it as its control.
    #[must_use]
    pub fn is_control(&self) -> bool {
        let named = format!("control: \"{}.ron\"", self.name);
        SHIPPED.iter().any(|scene| scene.text.contains(&named))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_the_folder() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let mut there: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| name.strip_suffix(".ron").map(str::to_owned))
            .collect();
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
            if let Some(control) = scene.control {
                assert!(
                    find(control.trim_end_matches(".ron")).is_some(),
                    "{} names {control}",
                    shipped.name
                );
            }
        }
    }
}
