//! Every action that needs no choice of its own, with its keys: the list behind keys, menus, the palette and the sheet.

use super::browser::Browse;
use super::command::{Command, Slot, Way};
use super::export::Export;
use super::settings::{BottomTab, RightTab};
use super::text;
use super::views::{Arrangement, ViewKind};
use crate::config::{CameraPreset, Chord, Key as Press};
use crate::overlay::{Layer, Theme};

/// Where an action stands in lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    /// Time.
    Time,
    /// Lanes.
    Lanes,
    /// Views.
    Views,
    /// Layers.
    Layers,
    /// Files and window.
    Window,
}

/// Something that can be done, by name or by key.
#[derive(Clone, Copy, Debug)]
pub(super) struct Action {
    /// Where it stands in lists.
    pub group: Group,
    /// What it is called.
    pub name: &'static str,
    /// Its keys, the one that is shown first.
    pub chords: &'static [Chord],
    /// What it asks for.
    pub command: fn() -> Command,
}

const fn plain(press: Press) -> Chord {
    Chord {
        ctrl: false,
        shift: false,
        alt: false,
        key: press,
    }
}

const fn shift(press: Press) -> Chord {
    Chord {
        shift: true,
        ..plain(press)
    }
}

const fn ctrl(press: Press) -> Chord {
    Chord {
        ctrl: true,
        ..plain(press)
    }
}

const fn alt(press: Press) -> Chord {
    Chord {
        alt: true,
        ..plain(press)
    }
}

const SPACE: Press = Press::Named("Space");
const LEFT: Press = Press::Named("Left");
const RIGHT: Press = Press::Named("Right");
const HOME: Press = Press::Named("Home");
const END: Press = Press::Named("End");
const ESCAPE: Press = Press::Named("Esc");
const F1: Press = Press::Named("F1");
const F5: Press = Press::Named("F5");
const F11: Press = Press::Named("F11");
const F12: Press = Press::Named("F12");
const NUMPAD_POINT: Press = Press::Named("Numpad .");

const fn sign(c: char) -> Press {
    Press::Sign(c)
}

macro_rules! actions {
    ($( $group:ident $name:ident [$($chord:expr),*] $command:expr; )*) => {
        /// Every action that needs no choice of its own.
        pub(super) const ACTIONS: &[Action] = &[$(
            Action { group: Group::$group, name: text::$name, chords: &[$($chord),*], command: || $command },
        )*];
    };
}

actions! {
    Time PLAY [plain(SPACE), plain(sign('p'))] Command::PlayPause;
    Time PLAY_BACK [shift(SPACE)] Command::PlayReverse;
    Time STEP_ON [plain(sign('.')), plain(RIGHT), plain(sign('o'))] Command::Step(1);
    Time STEP_BACK [plain(sign(',')), plain(LEFT)] Command::Step(-1);
    Time TEN_ON [shift(sign('.')), shift(RIGHT)] Command::Step(10);
    Time TEN_BACK [shift(sign(',')), shift(LEFT)] Command::Step(-10);
    Time TO_START [plain(HOME)] Command::ToStart;
    Time TO_END [plain(END)] Command::ToEnd;
    Time SUB_ON [alt(sign('.'))] Command::SubStep(Way::On);
    Time SUB_BACK [alt(sign(','))] Command::SubStep(Way::Back);
    Time GO_TO_TICK [plain(sign('g'))] Command::AskTick;
    Time SLOWER [plain(sign('['))] Command::Slower;
    Time FASTER [plain(sign(']'))] Command::Faster;
    Time REAL_TIME [plain(sign('\\'))] Command::Speed(0);
    Time LOOP [plain(sign('l'))] Command::Loop;
    Time MARK [plain(sign('m'))] Command::Mark;
    Time NEXT_EVENT [plain(sign('n'))] Command::NextEvent(Way::On);
    Time LAST_EVENT [shift(sign('n'))] Command::NextEvent(Way::Back);
    Lanes RESTART [plain(sign('r'))] Command::Restart;
    Lanes DRIVE [plain(sign('b'))] Command::Drive;
    Lanes SWAP [plain(sign('t'))] Command::SwapLanes;
    Lanes FOCUS_A [] Command::Focus(Slot::A);
    Lanes FOCUS_B [] Command::Focus(Slot::B);
    Lanes SHOW_POLICY [] Command::Right(RightTab::Policy);
    Lanes SHOW_EDIT [] Command::Right(RightTab::Edit);
    Lanes SHOW_AUTOPSY [] Command::Right(RightTab::Autopsy);
    Views FRAME [plain(sign('f')), plain(NUMPAD_POINT)] Command::Frame;
    Views FRAME_ALL [shift(sign('f'))] Command::FrameAll;
    Views CYCLE_FOLLOW [plain(sign('c'))] Command::CycleFollow;
    Views SPLIT [plain(sign('v'))] Command::ToggleSplit;
    Views MAXIMISE [shift(sign('v'))] Command::Maximise;
    Views VIEW_FREE [] Command::Follow(None, ViewKind::Free);
    Views VIEW_SIDE [] Command::Follow(None, ViewKind::Side);
    Views VIEW_TOP [] Command::Follow(None, ViewKind::Top);
    Views VIEW_CHASE [] Command::Follow(None, ViewKind::Chase);
    Views VIEW_EYE [] Command::Follow(None, ViewKind::Eye);
    Views VIEW_SOUGHT [] Command::Follow(None, ViewKind::Sought);
    Views VIEW_DESIRED [] Command::Follow(None, ViewKind::Desired);
    Views ARRANGE_SPLIT [] Command::Arrange(Arrangement::Split);
    Views ARRANGE_OVERLAID [] Command::Arrange(Arrangement::Overlaid);
    Views RULER [plain(sign('u'))] Command::Ruler;
    Views ISOLATE [plain(sign('i'))] Command::Isolate;
    Views HIDE_OBJECT [plain(sign('h'))] Command::HideObject;
    Views SHOW_ALL [shift(sign('h'))] Command::ShowAllObjects;
    Views ARRANGE_QUAD [] Command::Arrange(Arrangement::Quad);
    Views HANDLES [plain(sign('k'))] Command::Handles;
    Views TRAILS [plain(sign('j'))] Command::Trails;
    Views CUT_AWAY [plain(sign('x'))] Command::CutAway;
    Views STICKY_FLY [plain(sign('`'))] Command::StickyFly;
    Views STORE_CAMERA [Chord { shift: true, ..ctrl(sign('1')) }] Command::StoreCamera(1);
    Views RECALL_CAMERA [ctrl(sign('1'))] Command::RecallCamera(1);
    Layers LAYER_MESH [plain(sign('1'))] Command::Layer(Layer::Mesh);
    Layers LAYER_SWEPT [plain(sign('2'))] Command::Layer(Layer::SweptSpheres);
    Layers LAYER_STEPS [plain(sign('3'))] Command::Layer(Layer::StepBoundaries);
    Layers LAYER_CONTACTS [plain(sign('4'))] Command::Layer(Layer::Contacts);
    Layers LAYER_EYES [plain(sign('5'))] Command::Layer(Layer::Eyes);
    Layers LAYER_BSP [plain(sign('6'))] Command::Layer(Layer::BspSpheres);
    Layers LAYER_REJECTED [plain(sign('7'))] Command::Layer(Layer::Rejected);
    Layers LAYER_CELLS [plain(sign('8'))] Command::Layer(Layer::Cells);
    Layers LAYER_LABELS [plain(sign('9'))] Command::Layer(Layer::Labels);
    Layers LAYER_MOVER [plain(sign('-'))] Command::Layer(Layer::Mover);
    Layers LAYER_RECORDED [plain(sign('='))] Command::Layer(Layer::Recorded);
    Layers LAYERS_OFF [plain(sign('0'))] Command::LayersOff;
    Window OPEN [ctrl(sign('o'))] Command::AskOpen;
    Window BROWSER [ctrl(sign('b'))] Command::Browse(Browse::Show);
    Window PASTE_PLACE [Chord { shift: true, ..ctrl(sign('v')) }] Command::PastePlace;
    Window SAVE [ctrl(sign('s'))] Command::AskSave;
    Window SAVE_SCENE [Chord { shift: true, ..ctrl(sign('s')) }] Command::AskSaveScene;
    Window UNDO [ctrl(sign('z'))] Command::Undo;
    Window REDO [Chord { shift: true, ..ctrl(sign('z')) }, ctrl(sign('y'))] Command::Redo;
    Window WATCH [] Command::Watch;
    Window EXPORT_GIF [] Command::AskExport(Export::Gif);
    Window EXPORT_PICTURES [] Command::AskExport(Export::Pictures);
    Window EXPORT_CSV [] Command::AskExport(Export::Csv);
    Window EXPORT_RUST [] Command::AskExport(Export::RustTest);
    Window EXPORT_CSHARP [] Command::AskExport(Export::CSharpTest);
    Window EXPORT_OBJ [] Command::AskExport(Export::Obj);
    Window EXPORT_GLB [] Command::AskExport(Export::Glb);
    Window COPY_ISSUE [] Command::CopyIssue;
    Window RELOAD [plain(F5)] Command::Reload;
    Window TOUR [] Command::Tour(Some(0));
    Window GALLERY [] Command::Gallery;
    Window SCREENSHOT [plain(F12)] Command::Screenshot;
    Window PALETTE [ctrl(sign('k')), Chord { shift: true, ..ctrl(sign('p')) }] Command::Palette;
    Window BINDINGS [] Command::Bindings;
    Window RESET_LAYOUT [] Command::ResetLayout;
    Window KEYS [plain(sign('?')), plain(F1)] Command::Keys;
    Window HIDE_PANELS [plain(F11)] Command::HidePanels;
    Window TAB_TIMELINE [] Command::Bottom(BottomTab::Timeline);
    Window TAB_PLOTS [] Command::Bottom(BottomTab::Plots);
    Window TAB_LOG [] Command::Bottom(BottomTab::Log);
    Window LARGER [ctrl(sign('+')), ctrl(sign('=')), Chord { shift: true, ..ctrl(sign('+')) }] Command::ScaleBy(1);
    Window SMALLER [ctrl(sign('-'))] Command::ScaleBy(-1);
    Window SCALE_100 [ctrl(sign('0'))] Command::Scale(100);
    Window THEME_DARK [] Command::Theme(Theme::Dark);
    Window THEME_LIGHT [] Command::Theme(Theme::Light);
    Window MOUSE_GAME [] Command::CameraPreset(CameraPreset::Game);
    Window MOUSE_BLENDER [] Command::CameraPreset(CameraPreset::Blender);
    Window MOUSE_MAYA [] Command::CameraPreset(CameraPreset::Maya);
    Window REDUCED_MOTION [] Command::ToggleReducedMotion;
    Window CANCEL [plain(ESCAPE)] Command::Cancel;
    Window QUIT [ctrl(sign('q'))] Command::Quit;
}
