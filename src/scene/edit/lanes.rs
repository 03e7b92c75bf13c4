//! Changes of the lanes.

use super::{EditError, is_no_formula};
use crate::scene::model::{Lane, Scene};

/// A change of the lanes; what expectations say of a lane goes with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LaneEdit {
    /// Runs the lane of this name under this policy text.
    Policy(String, String),
    /// One more at the end, of this name and policy text.
    Add(String, String),
    /// The lane of the first name has the second.
    Rename(String, String),
    /// Without the lane of this name and without what is expected of it.
    Remove(String),
}

impl LaneEdit {
    pub(super) fn title(&self) -> String {
        match self {
            Self::Policy(name, _) => format!("Change the policy of {name}"),
            Self::Add(name, _) => format!("Add lane {name}"),
            Self::Rename(name, _) => format!("Rename lane {name}"),
            Self::Remove(name) => format!("Remove lane {name}"),
        }
    }
}

pub(super) fn apply(scene: &mut Scene, edit: &LaneEdit) -> Result<(), EditError> {
    let find = |scene: &Scene, name: &str| {
        let found = scene.lanes.iter().position(|lane| lane.name == name);
        found.ok_or_else(|| EditError(format!("there is no lane called `{name}`")))
    };
    match edit {
        LaneEdit::Policy(name, policy) => {
            let index = find(scene, name)?;
            scene.lanes[index].policy.clone_from(policy);
        }
        LaneEdit::Add(name, policy) => {
            is_no_formula(name)?;
            scene.lanes.push(Lane {
                name: name.clone(),
                policy: policy.clone(),
            });
        }
        LaneEdit::Rename(name, to) => {
            is_no_formula(to)?;
            let index = find(scene, name)?;
            scene.lanes[index].name.clone_from(to);
            for expect in &mut scene.expect {
                if expect.lane == *name {
                    expect.lane.clone_from(to);
                }
            }
        }
        LaneEdit::Remove(name) => {
            let index = find(scene, name)?;
            scene.lanes.remove(index);
            scene.expect.retain(|expect| expect.lane != *name);
        }
    }
    Ok(())
}
