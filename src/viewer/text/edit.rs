//! Texts about editing.

use std::path::Path;

use crate::scene::edit::{End, Grip};

macro_rules! texts {
    ($($name:ident $text:literal)*) => { $(pub(crate) const $name: &str = $text;)* };
}

texts! {
    NOTHING_TO_EDIT "The scene of this run cannot be read, so it cannot be edited."
    EDIT_OBJECT "Object"
    EDIT_RIG "What is driven"
    EDIT_RUN "Run"
    PICK_TO_EDIT "Pick an object in a view or in the outline to move, turn or resize it."
    HANDLES_SHORT "Handles"
    UNSAVED "changed, not saved · the run began again"
    AS_SAVED "as it was opened or saved"
    REMOVE "Remove"
    DUPLICATE "Duplicate"
    OWN_BODY "Change its measures"
    UNJUDGED_HINT "Expectations and the window speak of ticks and lanes of the scene as it was."
    FIELD_NAME "name"
    FIELD_AT "at"
    FIELD_YAW "yaw °"
    FIELD_SCALE "scale"
    FIELD_HALF "half size"
    FIELD_HEIGHT "height"
    FIELD_RADIUS "radius"
    FIELD_CENTRE "centre"
    FIELD_FEET "feet"
    FIELD_HEADING "heading °"
    FIELD_VELOCITY "velocity"
    FIELD_PIVOT "pivot"
    FIELD_BOOM "boom"
    FIELD_EYE "first eye"
    FIELD_EYE_RADIUS "eye radius"
    FIELD_BODY "body"
    FIELD_STEP_UP "step up"
    FIELD_STEP_DOWN "step down"
    FIELD_FROM "sweep from"
    FIELD_TO "sweep to"
    FIELD_HZ "ticks per s"
    FIELD_SECONDS "seconds"
    FIELD_TICKS "ticks"
}

/// A field of one of several, counted from 0.
pub(crate) fn numbered(name: &str, index: usize) -> String {
    format!("{name} {index}")
}

/// Takes the expectations away.
pub(crate) fn unjudged(count: usize) -> String {
    format!("Drop {count} expectations")
}

/// What is undone or done again: `Undo: move wall`.
pub(crate) fn undo(name: &str, title: &str) -> String {
    format!("{name}: {}", title.to_lowercase())
}

/// What a handle is of.
pub(crate) fn grip(grip: &Grip) -> String {
    match grip {
        Grip::Object(name) => name.clone(),
        Grip::Feet => FIELD_FEET.to_owned(),
        Grip::Pivot => FIELD_PIVOT.to_owned(),
        Grip::Boom => FIELD_BOOM.to_owned(),
        Grip::Eye => FIELD_EYE.to_owned(),
        Grip::Sweep(_, End::From) => FIELD_FROM.to_owned(),
        Grip::Sweep(_, End::To) => FIELD_TO.to_owned(),
    }
}

/// By how much a ring has been turned.
pub(crate) fn turned_by(degrees: f64) -> String {
    format!("{degrees:+.1}°")
}

/// By how much a handle has been moved, metres.
pub(crate) fn moved_by(by: glam::Vec3) -> String {
    let parts = [("x", by.x), ("y", by.y), ("z", by.z)];
    let told: Vec<_> = parts
        .into_iter()
        .filter(|(_, c)| c.abs() >= 0.0005)
        .map(|(axis, c)| format!("{axis} {c:+.3}"))
        .collect();
    if told.is_empty() {
        "0 m".to_owned()
    } else {
        format!("{} m", told.join("  "))
    }
}

/// A file that stands where one of the scene's own would be written.
pub(crate) fn other_file(place: &Path, scene: &Path) -> String {
    let (place, scene) = (place.display(), scene.display());
    format!("{scene} is not saved: {place} is there and is another file than the scene's")
}

/// The files that are written with a scene, as it calls them.
pub(crate) fn written_beside(files: &[String]) -> String {
    let files = files.join(", ");
    format!("Written beside it: {files}")
}

/// The run begins anew with what was at the cursor.
pub(crate) fn goes_on_from(tick: u32) -> String {
    format!("The run goes on from what was at tick {tick}, which is tick 0 now.")
}
