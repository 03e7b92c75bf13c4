//! Everything that a panel, a key or a menu may ask for. Panels change nothing: they push a [`Command`], and
//! `apply` carries it out.

use std::path::PathBuf;

use bevy::prelude::Resource;
use bevy_egui::egui::Pos2;

use super::browser::Browse;
use super::document::Ready;
use super::export::Export;
use super::film::Film;
use super::logged::LogAsk;
use super::settings::{BottomTab, PlotOf, Restarting, RightTab};
use super::views::{Arrangement, Motion, Pane, ViewKind};
use crate::config::{CameraPreset, Chord};
use crate::overlay::{Layer, Theme};
use crate::pointing::Subject;
use crate::recording::Recording;
use crate::scene::Source;
use crate::scene::edit::{Drag, Edit};

/// One of the two lanes that are looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Slot {
    /// The first.
    A,
    /// The second.
    B,
}

impl Slot {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::A, Self::B];

    /// 0 or 1.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The other one.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
        }
    }

    /// Its letter.
    #[must_use]
    pub fn letter(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
        }
    }
}

/// What may be asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Open a scene, a recording or a mesh by path, or a shipped scene by name.
    Open(String),
    /// Something about the lines of the open log.
    Log(LogAsk),
    /// Something about the game's files.
    Browse(Browse),
    /// Go to the place that the clipboard holds.
    PastePlace,
    /// Ask for a file to open.
    AskOpen,
    /// Ask where to save the recording.
    AskSave,
    /// Save the recording there.
    Save(PathBuf),
    /// Ask where to write this.
    AskExport(Export),
    /// Write this there.
    Export(Export, PathBuf),
    /// Pictures of many ticks.
    Film(Film),
    /// Copy the tick as the text of an issue.
    CopyIssue,
    /// Read the open file again.
    Reload,
    /// Show the shipped scenes.
    Gallery,
    /// Close the gallery and go back to the open scene.
    CloseGallery,
    /// A file was read: go on with it.
    Opened(Box<Opened>),
    /// A file was read and its scene built: show it.
    Ready(Box<Ready>),
    /// Something went wrong, or is worth saying.
    Notice(Notice),
    /// Take a notice away.
    Dismiss(usize),

    /// Play or pause.
    PlayPause,
    /// Play backwards or pause.
    PlayReverse,
    /// Go so many ticks on (or back), paused.
    Step(i64),
    /// Go to a tick and pause.
    Seek(u32),
    /// Go to the first tick.
    ToStart,
    /// Go to the last tick that ran.
    ToEnd,
    /// Twice as fast.
    Faster,
    /// Half as fast.
    Slower,
    /// So many doublings (or halvings) of real time.
    Speed(i8),
    /// Run every lane again from tick 0.
    Restart,
    /// Go to the next tick (or the one before) on which the verdict of A or B changes.
    NextEvent(Way),
    /// Set or remove a marker at the cursor.
    Mark,
    /// Play the range again and again, or stop doing so.
    Loop,
    /// Loop between two ticks.
    LoopOver(u32, u32),
    /// Run lanes ahead of the cursor, or only as playback needs them.
    RunAhead(bool),
    /// Take the body into the hands, or let go of it.
    Drive,
    /// Open the field for a tick.
    AskTick,
    /// A digit for it, or none to take the last one back.
    TypeTick(Option<char>),
    /// Go to the tick that was typed.
    GoToTyped,

    /// Look at lane `lane` (its number in the scene) as A or B.
    Show(Slot, usize),
    /// Swap A and B.
    SwapLanes,
    /// Set a switch of a lane to a word.
    SetSwitch(usize, &'static str, String),
    /// Give a lane the policy of a text.
    SetPolicy(usize, String),
    /// What changing a policy does to the run.
    RestartingBy(Restarting),
    /// So much memory for snapshots, megabytes.
    Memory(u32),
    /// Add a lane with this policy text.
    AddLane(String),
    /// Look at this lane in the panels.
    Focus(Slot),

    /// Arrange the views.
    Arrange(Arrangement),
    /// Two views, four, or both lanes in one, in turn.
    ToggleSplit,
    /// One view for the active lane, or back.
    Maximise,
    /// What a view follows; without a view the active one.
    Follow(Option<Pane>, ViewKind),
    /// The next kind of following in the active view.
    CycleFollow,
    /// Link or unlink the free cameras.
    Link(bool),
    /// Move the camera of a view.
    Look(Pane, Motion),
    /// Bring what the tick is about into the picture.
    Frame,
    /// Bring the whole scene into the picture.
    FrameAll,
    /// Remember the camera under a number.
    StoreCamera(u8),
    /// Go back to a remembered camera.
    RecallCamera(u8),
    /// Show eye views as they are, however much they flash.
    RawEye(bool),
    /// Fly without holding a button, or stop.
    StickyFly,
    /// Cut away what stands before the pivot of free cameras, or show it again.
    CutAway,
    /// Make flying faster (or slower) by so many notches of the wheel.
    FlySpeed(f64),
    /// Make this the view that keys act on.
    Activate(Pane),

    /// Show or hide a layer.
    Layer(Layer),
    /// Hide all layers; again: as before.
    LayersOff,
    /// Pick something, or nothing.
    Pick(Option<Subject>),
    /// Pick what lies under a point of a view; while measuring, take the point.
    PickAt(Pane, Pos2),
    /// Go to the next (or last) moment of the tick, and over its end into the next one.
    SubStep(Way),
    /// Go to a moment of the tick, by its number.
    Moment(usize),
    /// Measure between points that are picked, or stop.
    Ruler,
    /// Draw the picked object alone, or all again.
    Isolate,
    /// Leave out the picked object, or draw it again.
    HideObject,
    /// How far from the path a large mesh is drawn, metres, and how many things of a layer are drawn.
    Limits(f32, usize),
    /// Read the open file again whenever it changes, or stop doing so.
    Watch,
    /// Plot this.
    Plot(PlotOf),
    /// Change the scene; edits of one drag are one step.
    Edit(Edit, Option<Drag>),
    /// Take the last change back.
    Undo,
    /// Make it again.
    Redo,
    /// Ask where to save the scene.
    AskSaveScene,
    /// Save the scene there.
    SaveScene(PathBuf),
    /// Show handles in the views, or hide them.
    Handles,
    /// Begin the first walk through the window, go to a thing to do in it, or leave it.
    Tour(Option<usize>),
    /// Draw the way of the last ticks, or not.
    Trails,
    /// Draw all objects again.
    ShowAllObjects,

    /// Show a tab of the bottom panel.
    Bottom(BottomTab),
    /// Show a tab of the right panel.
    Right(RightTab),
    /// Hide or show all panels.
    HidePanels,
    /// Open or close the list of commands.
    Palette,
    /// Open or close the list of keys.
    Keys,
    /// Scale of everything in the window, percent.
    Scale(u16),
    /// So many steps larger (or smaller).
    ScaleBy(i8),
    /// The colours.
    Theme(Theme),
    /// Reduced motion on or off.
    ToggleReducedMotion,
    /// Open or close the list in which keys are changed.
    Bindings,
    /// Wait for the key of this action, or for none any more.
    Capture(Option<&'static str>),
    /// Give an action this key.
    Bind(&'static str, Chord),
    /// Give an action its own keys back, or all of them theirs.
    OwnKeys(Option<&'static str>),
    /// Sizes of panels that the user has drawn: left, right and below.
    PanelSizes([Option<u16>; 3]),
    /// Panels and tabs as they are at first.
    ResetLayout,
    /// A file or a shipped scene was opened by this name.
    Visited(String),
    /// What goes by this name is not there any more, and why it was not opened.
    Gone(String, String),
    /// Nothing glides, blinks or follows by itself, or it may.
    ReducedMotion(bool),
    /// Whose mouse the free camera follows.
    CameraPreset(CameraPreset),
    /// Copy a text.
    Copy(String),
    /// A picture of the window.
    Screenshot,
    /// Close what is open, one at a time.
    Cancel,
    /// End.
    Quit,
}

/// A direction in time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Later.
    On,
    /// Earlier.
    Back,
}

/// A file that was read.
#[derive(Clone, Debug)]
pub struct Opened {
    /// What it is called.
    pub name: String,
    /// The scene that it holds, or that its run came from.
    pub source: Source,
    /// The run, when it is a recording.
    pub recording: Option<Recording>,
    /// What was asked for, to open it again: a path with options, or a name.
    pub from: String,
    /// What its import left out.
    pub left_out: Vec<String>,
}

/// Runs are compared by their scene alone: nobody asks for more.
impl PartialEq for Opened {
    fn eq(&self, other: &Self) -> bool {
        let runs = |opened: &Self| opened.recording.is_some();
        (&self.name, &self.source, runs(self)) == (&other.name, &other.source, runs(other))
    }
}

/// A line for the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// How bad it is.
    pub tone: Tone,
    /// What it says.
    pub text: String,
}

/// How a notice is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something is being done.
    Progress,
    /// Something was done.
    Done,
    /// Something to know before one trusts what is shown.
    Warning,
    /// Something could not be done.
    Error,
}

/// What was asked for and is not done yet.
#[derive(Resource, Debug, Default)]
pub struct Asked(pub Vec<Command>);
