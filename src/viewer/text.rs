//! Every text of the window.

mod autopsy;
mod browser;
mod choices;
mod edit;
mod tools;
mod tour;

pub(super) use autopsy::*;
pub(super) use browser::*;
pub(super) use choices::*;
pub(super) use edit::*;
pub(super) use tools::*;
pub(super) use tour::*;

use std::path::Path;

use super::actions::Group;
use super::export::Export;
use super::gallery::Shelf;
use super::views::ViewKind;
use crate::analysis::words::fixed;
use crate::analysis::{Settles, SettlesKind, Size};
use crate::lane::Headline;
use crate::policy::Policy;
use crate::probe::{Branch, Order, Refusal};
use crate::recording::LaneRecording;

macro_rules! texts {
    ($($name:ident $text:literal)*) => { $(pub(super) const $name: &str = $text;)* };
}

texts! {
    TITLE "Sweepscope"

    MENU_FILE "File"
    MENU_EDIT "Edit"
    MENU_VIEW "View"
    MENU_LANES "Lanes"
    MENU_HELP "Help"
    MENU_LAYERS "Layers"
    MENU_SCALE "Scale"

    OPEN "Open…"
    OPEN_SHIPPED "Open shipped scene"
    OPEN_HINT "A scene (.ron), a recording (.sweep) or a mesh (.obj); dropping a file on the window does the same"
    RELOAD "Reload"
    WATCH "Reload whenever the file changes"
    SAVE "Save recording…"
    SAVE_SCENE "Save scene…"
    UNDO "Undo"
    REDO "Redo"
    FORMULAS_GONE "The scene's formulas are numbers now: a changed scene is saved without its params."
    SCREENSHOT "Save picture"
    GALLERY "Gallery"
    QUIT "Quit"
    FILES_ALL "Scenes, recordings and meshes"
    FILES_SCENES "Scenes"
    FILES_RECORDINGS "Recordings"
    FILES_MESHES "Meshes"
    FILES_ANY "All files"
    NO_DIALOG "No file dialog opened: that takes a desktop portal or zenity. Type the path after Ctrl+K, or drop a file on the window."
    NOTHING_OPEN "Nothing is open"
    NO_PICTURE "the picture did not come back from the graphics adapter"
    COPIED "Copied"
    CLOSE "Close"

    PLAY "Play"
    PAUSE "Pause"
    PLAY_BACK "Play backwards"
    STEP_ON "Step on"
    STEP_BACK "Step back"
    TEN_ON "Ten ticks on"
    TEN_BACK "Ten ticks back"
    TO_START "To the first tick"
    TO_END "To the last tick"
    SUB_ON "Next moment of the tick"
    SUB_BACK "Last moment of the tick"
    GO_TO_TICK "Go to tick"
    SLOWER "Half as fast"
    FASTER "Twice as fast"
    REAL_TIME "Real time"
    LOOP "Loop"
    MARK "Set or remove marker"
    NEXT_EVENT "Next change of verdict, next error"
    LAST_EVENT "Last change of verdict, last error"
    TICK "tick"
    SEARCH "Search commands"

    RESTART "Run again from tick 0"
    SWAP "Swap A and B; held: while held"
    FOCUS_A "Panels about A"
    FOCUS_B "Panels about B"
    SHOW_POLICY "Policy switches"
    SHOW_EDIT "Edit the scene"
    SHOW_AUTOPSY "Autopsy of the tick"
    ADD_LANE "Add a lane"
    TOO_MANY_LANES "a run has at most 64 lanes"
    POLICY_CHANGE "A changed policy"
    FROM_START "runs again from tick 0"
    CUT_AWAY "Cut away what stands before"
    DRIVE "Drive the body"
    DRIVING "driving: W S A D, Q E sideways, Space jumps, Shift walks · P pauses, Esc lets go"
    CANNOT_DRIVE "There is no body to drive: the scene's rig is not a Mover that walks."
    AT_CURSOR "goes on from the cursor"
    RUN_AHEAD "Run ahead of the cursor"

    FRAME "Frame the sweep or selection"
    FRAME_ALL "Frame the whole scene"
    CYCLE_FOLLOW "Free, chase, published, sought"
    SPLIT "Two views, four, or overlaid"
    MAXIMISE "Maximise the view"
    VIEW_FREE "Free view"
    VIEW_SIDE "Side view"
    VIEW_TOP "Top view"
    VIEW_CHASE "Chase view"
    VIEW_EYE "View of the published eye"
    VIEW_DESIRED "View of the desired eye"
    VIEW_SOUGHT "View of the sought eye"
    ARRANGE_SPLIT "A beside B"
    ARRANGE_OVERLAID "A over B"
    ARRANGE_QUAD "Four views"
    ARRANGE_A "A alone"
    ARRANGE_B "B alone"
    LINKED "Cameras linked"
    AND_LINKED " · linked"
    RULER "Measure between points"
    ISOLATE "Picked object alone, or all"
    HIDE_OBJECT "Hide the picked object, or show it"
    SHOW_ALL "Show all objects"
    HANDLES "Handles to move things"
    TRAILS "Trail of the last ticks"
    STICKY_FLY "Fly without holding the button"
    RAW_EYE "Eye views unsteadied (may flash)"
    HELD "steadied: the eye jumps more than 3 times a second"
    STORE_CAMERA "Remember camera 1 to 9"
    RECALL_CAMERA "Go to camera 1 to 9"

    LAYER_MESH "Mesh"
    LAYER_SWEPT "Swept spheres"
    LAYER_STEPS "Step boundaries"
    LAYER_CONTACTS "Contacts and planes"
    LAYER_EYES "Eyes and booms"
    LAYER_BSP "BSP spheres"
    LAYER_REJECTED "Rejected candidates"
    LAYER_CELLS "Cells and registration"
    LAYER_LABELS "Labels"
    LAYER_MOVER "Body and ground"
    LAYER_RECORDED "Recorded and logged"
    LAYERS_OFF "All layers off, and back"
    ALL_OFF "all off"
    ALL_BACK "back on"

    PALETTE "Commands"
    KEYS "Keys"
    HIDE_PANELS "Hide panels"
    CANCEL "Close what is in front"
    MOUSE "Mouse"
    COLOURS "Colours"

    OUTLINE "Outline"
    OBJECTS "Objects"
    LANES "Lanes"
    LAYERS "Layers"
    OBJECT_HINT "Click to pick, double-click to frame"
    LANE_HINT "Click to show as B, with Shift as A"

    TAB_TIMELINE "Timeline"
    TAB_PLOTS "Plots"
    TAB_LOG "Log"
    TAB_AUTOPSY "Autopsy"
    TAB_POLICY "Policy"
    TAB_EDIT "Edit"
    ROW_APART "|A − B|"
    ROW_EYE "eye distance"
    ROW_FEET "feet height"

    READOUTS "Readouts"
    READ_EYE "eye"
    READ_FEET_X "feet x"
    READ_FEET_Y "feet y"
    READ_FEET_Z "feet z"
    READ_SPEED "speed"
    READ_MOVED "moved"
    READ_GROUND "stands by"
    READ_EYE_STEPS "eye steps"
    READ_EYE_VERDICT "eye verdict"
    READ_TESTED "objects tested"
    READ_REJECTED "rejected"
    IN_THE_AIR "air"
    TOO_STEEP "too steep"
    READ_SOUGHT "sought"
    READ_DESIRED "desired"
    READ_PULLED_IN "pulled in"
    READ_STEPS "steps"
    READ_VERDICT "verdict"
    READ_REASON "reason"
    COPY_VALUE "Copy"
    COPY_TEXT "Copy text"
    COPY_POLICY "Copy policy text"
    COPY_DIFFERENCE "Copy first difference"
    GO_TO "Go to"
    FIRST_DIFFERENCE "A − B first difference"
    ONE_LANE "There is no second lane to compare with."
    SEEKING "Both lanes are still running …"
    ALIKE "none: bit for bit alike"
    SETTLES "Settles"
    STILL_RUNNING "running …"
    TOO_SHORT "too short to tell"
    SCRIPTED "separate sweeps"

    NO_SWEEP "no sweep in this tick"
    SWEEP "viewer sweep"
    BODY_SWEEP "mover sweep"
    PRIMITIVES "spheres, cylinders"
    STEPPED_UP "stands on it"
    STEP_REFUSED "refused"
    GROUND_FOUND "ground found"
    NO_GROUND "no ground"
    SWEEP_SHORT "sweep"
    BODY_SWEEP_SHORT "body"
    EYE_SWEEP_SHORT "eye"
    CLEAR "clear"
    BLOCKED "blocked"
    ADJUSTED "adjusted"
    SLID "slid"
    NOT_TRIED "not tried"
    CANDIDATES "candidates"
    BSP "BSP"
    ADJUST "adjust_to_plane"
    ROUNDS "rounds"
    NEVER_SUCCEEDS "never-succeeds"
    NOT_FOUND "none found"
    TOUCH_TIME "touch time"
    FOUND "found"
    NONE_FOUND "none"
    REVERTED "reverted"
    COMMITTED "committed"
    NORMAL "normal"
    NORMAL_DEFAULT "made up"
    NORMAL_CONTACT "contact"
    VERDICT "verdict"
    REACHED "reached"
    EYE_MOVED "eye moved"
    SEEK_FRACTION "sought went"
    PARKED "parked"
    CAMERA_RESET "camera was reset"
    ORDER "camera told"
    REFUSED "refused"

    PRESET "Preset"
    MIXED "mixed"
    POLICY_TEXT "The policy as a text; Enter takes it"
    ON_CHANGE "On change"
    RERUN "rerun"

    UNITS "m, s, °"
    BEHIND "cannot keep up: 10 ms of ticks a frame"

    GALLERY_TITLE "Sweepscope"
    GALLERY_LINE "Why does the eye strobe, the body wedge, the mover fall? Pick a behaviour, or drop a scene or a mesh here."
    BACK_TO_SCENE "Back to the scene"
    DRAWING "drawing …"
}

/// What the mouse does, and how.
pub(super) const MOUSE_HINTS: [(&str, &str); 8] = [
    ("Look", "right drag"),
    ("Fly", "right drag + W A S D Q E"),
    ("Faster, slower", "Shift, Ctrl, wheel"),
    ("Turn about the pivot", "Alt + left drag"),
    ("Set the pivot", "double click"),
    ("Move", "middle drag"),
    ("Zoom to the pointer", "wheel, Alt + right drag"),
    ("Range to loop", "drag on the ruler"),
];

/// Title of the window.
pub(super) fn window_title(name: &str) -> String {
    format!("{name} – {TITLE}")
}

/// Name and version.
pub(super) fn version() -> String {
    format!("{TITLE} {}", env!("CARGO_PKG_VERSION"))
}

/// How the program ended, when not well.
pub(super) fn ended(code: u8) -> String {
    format!("the window ended with code {code}")
}

/// A file was written.
pub(super) fn saved(path: &Path) -> String {
    format!("Saved {}", path.display())
}

/// Where a scene went that was changed and not saved.
pub(super) fn kept_unsaved(path: &Path) -> String {
    format!(
        "The changes were not saved; they are kept in {}",
        path.display()
    )
}

/// The scene has no such tick.
pub(super) fn no_tick(name: &str, tick: u32, ticks: u32) -> String {
    format!(
        "{name}: there is no tick {tick}; the run has {ticks}, from 0 to {}",
        ticks.saturating_sub(1)
    )
}

/// A whole number with thin gaps between thousands.
pub(super) fn spaced(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::new();
    for (k, digit) in digits.chars().enumerate() {
        if k > 0 && (digits.len() - k).is_multiple_of(3) {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

/// A number of things, with the same gaps: `1 tick`, `1 440 ticks`.
pub(super) fn counted(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {noun}{plural}", spaced(number))
}

/// Doublings of real time.
pub(super) fn speed(doublings: i8) -> String {
    if doublings < 0 {
        format!("1/{}×", 1_u32 << doublings.unsigned_abs())
    } else {
        format!("{}×", 1_u32 << doublings)
    }
}

/// A rate.
pub(super) fn hz(hz: u32) -> String {
    format!("{hz} Hz")
}

/// A tick.
pub(super) fn tick(tick: u32) -> String {
    format!("tick {}", spaced(tick.into()))
}

/// Where the cursor is.
pub(super) fn status_tick(cursor: u32, ticks: u32) -> String {
    format!("tick {} of {}", spaced(cursor.into()), spaced(ticks.into()))
}

/// The step that met something.
pub(super) fn status_step(step: u32, steps: u32) -> String {
    format!("step {step} of {steps}")
}

/// How far the run is.
pub(super) fn running(ran: u32, ticks: u32) -> String {
    format!("running {} of {}", spaced(ran.into()), spaced(ticks.into()))
}

/// Things beyond a layer's limit.
pub(super) fn left_out(count: usize) -> String {
    format!("{} not drawn", spaced(count as u64))
}

/// Length of a run.
pub(super) fn length(ticks: u32, seconds: f64) -> String {
    format!("{} · {seconds:.3} s", counted(ticks.into(), "tick"))
}

/// What the list of events is of.
pub(super) fn events_of(letter: &str, lane: &str, tick: u32, count: usize) -> String {
    let tick = spaced(tick.into());
    format!(
        "{letter} {lane} · tick {tick} · {}",
        counted(count as u64, "event")
    )
}

/// Seconds on the ruler.
pub(super) fn short_seconds(seconds: f64) -> String {
    let text = fixed(seconds, 3);
    let text = if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    };
    format!("{text} s")
}

/// A point of a plot under the pointer.
pub(super) fn plot_point(name: &str, tick: f64, hz: u32, value: f64, unit: &str) -> String {
    let seconds = tick / f64::from(hz);
    format!("{name}\ntick {tick:.0}  {seconds:.3} s\n{value:.4} {unit}")
}

/// What a view follows.
pub(super) fn view_kind(kind: ViewKind) -> &'static str {
    match kind {
        ViewKind::Free => "free camera",
        ViewKind::Side => "side",
        ViewKind::Top => "top",
        ViewKind::Chase => "chase",
        ViewKind::Eye => "published eye",
        ViewKind::Sought => "sought eye",
        ViewKind::Desired => "desired eye",
    }
}

/// A group of actions.
pub(super) fn group(group: Group) -> &'static str {
    match group {
        Group::Time => "Time",
        Group::Lanes => "Lanes",
        Group::Views => "Views",
        Group::Layers => "Layers",
        Group::Window => "Files and window",
    }
}

/// A view, for readers of screens.
pub(super) fn view(letter: &str) -> String {
    format!("View {letter}")
}

/// A card, for readers of screens.
pub(super) fn card(letter: &str, name: &str) -> String {
    format!("Lane {letter}: {name}")
}

/// A lane.
pub(super) fn lane(name: &str) -> String {
    format!("lane {name}")
}

/// Show a lane in a place.
pub(super) fn show_as(letter: &str) -> String {
    format!("Show as {letter}")
}

/// Show this lane there.
pub(super) fn show_lane(name: &str, letter: &str) -> String {
    format!("Show {name} as {letter}")
}

/// Give a lane a preset.
pub(super) fn give_preset(lane: &str, preset: &str) -> String {
    format!("Set {lane} to preset {preset}")
}

/// Open a shipped scene that the gallery shows.
pub(super) fn open_titled(name: &str, title: &str) -> String {
    format!("Open {name} · {title}")
}

/// Open a shipped scene.
pub(super) fn open_scene(name: &str) -> String {
    format!("Open {name}")
}

/// The name of a lane whose policy was changed.
pub(super) fn changed_lane(name: &str) -> String {
    format!("{name} (changed)")
}

/// A part of the gallery.
pub(super) fn shelf(shelf: Shelf) -> &'static str {
    match shelf {
        Shelf::Cameras => "Cameras",
        Shelf::Bodies => "Bodies",
        Shelf::Reports => "Reports from other engines",
        Shelf::Controls => "Controls: what holds while another scene fails",
    }
}

/// What the curve of a timeline is.
pub(super) fn headline(of: Headline) -> &'static str {
    match of {
        Headline::EyeDistance => ROW_EYE,
        Headline::FeetHeight => ROW_FEET,
    }
}

/// At most `most` of these lines; the last one counts what is left out then.
pub(super) fn few(mut lines: Vec<String>, most: usize) -> Vec<String> {
    if lines.len() > most {
        let rest = lines.split_off(most.saturating_sub(1));
        lines.push(format!(
            "{} warnings more, which `import` and `run` tell in full",
            rest.len()
        ));
    }
    lines
}

/// Everything at another size.
pub(super) fn scale_to(percent: u16) -> String {
    format!("Scale of everything: {percent} %")
}

/// Write the range or the measures as this file.
pub(super) fn export_as(what: Export, path: &str, replaces: bool) -> String {
    let what = match what {
        Export::Gif => "the range as a GIF",
        Export::Pictures => "the range as pictures into the folder",
        Export::Csv => "all measures of A and B",
        Export::RustTest => "the lane in focus as a test in Rust",
        Export::CSharpTest => "the lane in focus as a test in C#",
        Export::Obj => "the collision geometry as an OBJ mesh",
        Export::Glb => "the collision geometry as GLB",
    };
    let over = if replaces { REPLACES } else { "" };
    format!("Export {what}{over}: {path}")
}

/// What else a file that is written does.
const REPLACES: &str = ", in place of what is there";

/// Save the recording as this file.
pub(super) fn save_as(path: &str, is_scene: bool, replaces: bool) -> String {
    let what = if is_scene { "scene" } else { "recording" };
    let over = if replaces { REPLACES } else { "" };
    format!("Save {what} as {path}{over}")
}

/// Panels about a lane.
pub(super) fn focus(letter: &str) -> String {
    format!("Panels about {letter}")
}

/// Sweeps of a tick.
pub(super) fn sweeps_of(tick: u32) -> String {
    format!("Sweeps of tick {}", spaced(tick.into()))
}

/// A number of polygons.
pub(super) fn polygons(count: usize) -> String {
    spaced(count as u64)
}

/// Further things of a list.
pub(super) fn more(count: usize) -> String {
    format!("… {} more", spaced(count as u64))
}

/// A driven camera refuses what it is told.
pub(super) fn refused_order(order: &Order, why: Refusal) -> String {
    format!("The camera refuses ({order}): {}.", why.meaning())
}

/// Row of verdicts.
pub(super) fn row_verdict(letter: &str) -> String {
    format!("verdict {letter}")
}

/// Row of verdicts of the eye behind a body.
pub(super) fn row_eye_verdict(letter: &str) -> String {
    format!("eye {letter}")
}

/// Row of steps.
pub(super) fn row_steps(letter: &str) -> String {
    format!("steps {letter}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_read_well() {
        assert_eq!(spaced(0), "0");
        assert_eq!(spaced(1_440), "1 440");
        assert_eq!(
            [counted(1, "tick"), counted(1_440, "tick")],
            ["1 tick", "1 440 ticks"]
        );
        assert_eq!(spaced(1_000_000), "1 000 000");
        assert_eq!([speed(-4), speed(0), speed(4)], ["1/16×", "1×", "16×"]);
        assert_eq!([short_seconds(0.5), short_seconds(3.0)], ["0.5 s", "3 s"]);
        assert_eq!(
            [millimetres(1420.0), millimetres(268.4), millimetres(0.4)],
            ["1.42 m", "268 mm", "0.40 mm"]
        );
    }
}
