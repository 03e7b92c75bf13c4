//! Changes to a scene that a person makes by hand: each a value with a name, applied to a model, undone and redone.
//!
//! `objects` changes what can be hit, `rig` what is driven, `lanes` the lanes, `history` keeps what was before. An edit gives a new
//! model or one line that says why not: whatever the reader refuses in a file is refused here.

mod grips;
mod history;
mod lanes;
mod objects;
mod relocation;
mod rig;
#[cfg(test)]
mod tests;

use super::check;
use super::error::SceneError;
use super::model::{Length, Scene};
use super::number::Hz;
use super::source::Source;
use super::write::write;

pub use grips::{Grip, Turned, grips, put, turn, turned};
pub use history::{Drag, History};
pub use lanes::LaneEdit;
pub use objects::{ObjectEdit, Size, free_name, sizes};
pub use relocation::Relocation;
pub use rig::{End, RigEdit};

/// One change of a scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Of the object called so.
    Object(String, ObjectEdit),
    /// Of what is driven.
    Rig(RigEdit),
    /// Of the lanes.
    Lane(LaneEdit),
    /// Of the run.
    Run(RunEdit),
}

/// A change of the run as a whole.
#[derive(Clone, Debug, PartialEq)]
pub enum RunEdit {
    /// Another title.
    Title(String),
    /// So many ticks per second, 1 to 10,000.
    Rate(u32),
    /// As long as this; not of a `Sweep` rig.
    Length(Length),
    /// Without `window` and expectations, which speak of ticks that a shorter run has not.
    Unjudged,
}

/// Why a scene cannot be changed so: one line, for a notice.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct EditError(pub String);

impl EditError {
    fn of(problem: impl Into<String>) -> Self {
        Self(problem.into())
    }
}

/// `value` as the number that a scene holds.
fn number<T: Copy + std::fmt::Display, N>(
    value: T,
    number: Option<N>,
    wanted: &str,
) -> Result<N, EditError> {
    number.ok_or_else(|| EditError(format!("{value} is not {wanted}")))
}

/// A point of a scene.
fn point(v: glam::Vec3) -> Result<super::number::Point, EditError> {
    number(
        v,
        super::number::Point::new(v),
        super::number::Coordinate::WANTED,
    )
}

impl Edit {
    /// A few words for menus, as `Move wall`: undoing it is "Undo move wall".
    #[must_use]
    pub fn title(&self) -> String {
        match self {
            Self::Object(name, edit) => edit.title(name),
            Self::Rig(edit) => edit.title().to_owned(),
            Self::Lane(edit) => edit.title(),
            Self::Run(RunEdit::Title(_)) => "Change the title".to_owned(),
            Self::Run(RunEdit::Rate(_)) => "Change the rate".to_owned(),
            Self::Run(RunEdit::Length(_)) => "Change the length".to_owned(),
            Self::Run(RunEdit::Unjudged) => "Remove expectations".to_owned(),
        }
    }
}

/// `scene` with `edit` made; `scene` itself stays.
///
/// # Errors
/// [`EditError`]: there is no such thing in the scene, the value is out of range, or the scene that would come of it is one that
/// [`read`](super::read()) refuses. What only building refuses (a start in no cell, a script that leads too far) is found by
/// [`build`](super::build()).
pub fn apply(scene: &Scene, edit: &Edit) -> Result<Scene, EditError> {
    let mut changed = scene.clone();
    match edit {
        Edit::Object(name, edit) => objects::apply(&mut changed, name, edit)?,
        Edit::Rig(edit) => rig::apply(&mut changed.rig, edit)?,
        Edit::Lane(edit) => lanes::apply(&mut changed, edit)?,
        Edit::Run(RunEdit::Title(title)) => changed.title.clone_from(title),
        Edit::Run(RunEdit::Rate(hz)) => changed.hz = number(*hz, Hz::new(*hz), Hz::WANTED)?,
        Edit::Run(RunEdit::Length(length)) => changed.length = Some(*length),
        Edit::Run(RunEdit::Unjudged) => {
            changed.window = None;
            changed.expect.clear();
        }
    }
    // Places in a text mean nothing here: the field and the problem are the message.
    check::check(&changed, "", "").map_err(|error| match error {
        SceneError::At { field, problem, .. } => EditError(format!("{field}: {problem}")),
        other => EditError(other.to_string()),
    })?;
    Ok(changed)
}

/// `scene`, which came of editing what `original` holds, with all that building and saving it need.
///
/// The comment at the head of the original is kept, and its folder and meshes, so that what the scene names is still found.
#[must_use]
pub fn source_of(original: &Source, scene: &Scene) -> Source {
    Source {
        text: write(scene, Some(&original.text)),
        ..original.clone()
    }
}

/// Refuses names that a text could not hold as names: in a scene with parameters `"=.."` is a formula.
fn is_no_formula(name: &str) -> Result<(), EditError> {
    if name.starts_with('=') {
        return Err(EditError(format!(
            "`{name}` begins with `=`, as formulas do"
        )));
    }
    Ok(())
}
