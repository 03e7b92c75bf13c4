//! The views: which are shown, what they follow, and how the hand moves a free camera.

use bevy::prelude::*;
use bevy_egui::egui::{Pos2, Rect as Area};
use glam::DVec3;

use super::command::Slot;
use super::onlooker::{Onlooker, Sight};

/// How the views share the middle of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Arrangement {
    /// A on the left, B on the right.
    #[default]
    Split,
    /// Both lanes in one view.
    Overlaid,
    /// One view alone.
    Single(Pane),
    /// A beside B, and below each a second view of the same lane.
    Quad,
}

/// A view: a place in the window that a lane is drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Pane {
    /// The first lane; both lanes where they are overlaid.
    A,
    /// The second lane.
    B,
    /// The first lane, below.
    LowerA,
    /// The second lane, below.
    LowerB,
}

impl Pane {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::A, Self::B, Self::LowerA, Self::LowerB];

    /// 0 to 3.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// The lane that it is of.
    #[must_use]
    pub fn slot(self) -> Slot {
        match self {
            Self::A | Self::LowerA => Slot::A,
            Self::B | Self::LowerB => Slot::B,
        }
    }

    /// The view beside it, of the other lane: linked views follow the same thing.
    #[must_use]
    pub fn beside(self) -> Self {
        match self {
            Self::A => Self::B,
            Self::B => Self::A,
            Self::LowerA => Self::LowerB,
            Self::LowerB => Self::LowerA,
        }
    }

    /// What it is called: `A`, `B`, and below them `A2`, `B2`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::A => "A",
            Self::B => "B",
            Self::LowerA => "A2",
            Self::LowerB => "B2",
        }
    }
}

impl From<Slot> for Pane {
    fn from(slot: Slot) -> Self {
        match slot {
            Slot::A => Self::A,
            Slot::B => Self::B,
        }
    }
}

/// What a view follows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ViewKind {
    /// Nothing: the free camera.
    #[default]
    Free,
    /// Nothing: in parallel rays from the side of the sweep.
    Side,
    /// Nothing: in parallel rays from above, north up.
    Top,
    /// The player with the eye, from behind and above.
    Chase,
    /// The published eye.
    Eye,
    /// The sought eye.
    Sought,
    /// The desired eye.
    Desired,
}

impl ViewKind {
    /// Every kind, in the order of the menu.
    pub const ALL: [Self; 7] = [
        Self::Free,
        Self::Side,
        Self::Top,
        Self::Chase,
        Self::Eye,
        Self::Sought,
        Self::Desired,
    ];

    /// Whether one looks through one of the camera's eyes.
    #[must_use]
    pub fn is_through_an_eye(self) -> bool {
        matches!(self, Self::Eye | Self::Sought | Self::Desired)
    }

    /// Whether the user's camera decides what is seen.
    #[must_use]
    pub fn is_free(self) -> bool {
        matches!(self, Self::Free | Self::Side | Self::Top)
    }
}

/// A movement of a view's camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Motion {
    /// Turn on the spot, radians right and up.
    Look(f64, f64),
    /// Turn about the focus, radians right and up.
    Orbit(f64, f64),
    /// Move the picture by logical pixels.
    Pan(f32, f32),
    /// Zoom by a factor on the distance, to a point of the screen.
    Zoom(f64, Pos2),
    /// Fly, metres to the right, forward and up.
    Fly(DVec3),
    /// Make a point of the screen the point to turn about.
    Pivot(Pos2),
}

/// The state of all views.
#[derive(Resource, Clone, Debug)]
pub struct Views {
    /// How they share the window.
    pub arrangement: Arrangement,
    /// How they shared it before one of them was alone.
    pub before: Arrangement,
    /// The free cameras of all views; linked ones are kept equal.
    pub onlookers: [Onlooker; 4],
    /// Whether the free cameras are one.
    pub linked: bool,
    /// What each view follows.
    pub kinds: [ViewKind; 4],
    /// Where each view is on the screen, logical pixels; `None` when it is not shown.
    pub areas: [Option<Area>; 4],
    /// The view that keys act on.
    pub active: Pane,
    /// Flying speed, metres per second.
    pub speed: f64,
    /// Whether the pointer turns the camera without a button.
    pub sticky: bool,
    /// Whether free cameras cut away what stands before the thing that they look at.
    pub cut_away: bool,
    /// Cameras remembered under 1 to 9.
    pub stored: [Option<Onlooker>; 9],
    /// Whether there is no second lane: the same one side by side would tell nothing.
    pub alone: bool,
    /// Why an eye view does not show the eye's own pose.
    pub held: [bool; 4],
}

impl Default for Views {
    fn default() -> Self {
        Self {
            arrangement: Arrangement::Split,
            before: Arrangement::Split,
            onlookers: [Onlooker::default(); 4],
            linked: true,
            kinds: [ViewKind::Free, ViewKind::Free, ViewKind::Top, ViewKind::Top],
            areas: [None; 4],
            active: Pane::A,
            speed: 4.0,
            sticky: false,
            cut_away: false,
            stored: [None; 9],
            alone: false,
            held: [false; 4],
        }
    }
}

impl Views {
    /// The views that are shown.
    #[must_use]
    pub fn shown(&self) -> &'static [Pane] {
        match self.arrangement {
            Arrangement::Split if self.alone => &[Pane::A],
            Arrangement::Split => &[Pane::A, Pane::B],
            Arrangement::Quad => &Pane::ALL,
            Arrangement::Overlaid | Arrangement::Single(Pane::A) => &[Pane::A],
            Arrangement::Single(Pane::B) => &[Pane::B],
            Arrangement::Single(Pane::LowerA) => &[Pane::LowerA],
            Arrangement::Single(Pane::LowerB) => &[Pane::LowerB],
        }
    }

    /// The lanes that are drawn in `pane`, if it is shown.
    #[must_use]
    pub fn lanes_in(&self, pane: Pane) -> &'static [Slot] {
        if self.arrangement == Arrangement::Overlaid && !self.alone {
            return &Slot::BOTH;
        }
        match pane.slot() {
            Slot::A => &[Slot::A],
            Slot::B => &[Slot::B],
        }
    }

    /// The first view in which the lane of `slot` is drawn, if it is.
    #[must_use]
    pub fn view_of(&self, slot: Slot) -> Option<Pane> {
        let shown = self.shown().iter();
        shown
            .copied()
            .find(|pane| self.lanes_in(*pane).contains(&slot))
    }

    /// Makes `view` follow something; linked views beside it do the same.
    pub fn follow(&mut self, view: Pane, kind: ViewKind) {
        self.kinds[view.index()] = kind;
        if self.linked {
            self.kinds[view.beside().index()] = kind;
        }
        self.active = view;
    }

    /// Changes the free camera of `view`, and the other one with it when they are linked.
    pub fn change(&mut self, view: Pane, change: impl FnOnce(&mut Onlooker)) {
        let onlooker = &mut self.onlookers[view.index()];
        change(onlooker);
        let now = *onlooker;
        if self.linked {
            self.onlookers = [now; 4];
        }
    }

    /// Moves the camera of `view`.
    pub fn look(&mut self, view: Pane, motion: Motion) {
        let (Some(area), kind) = (self.areas[view.index()], self.kinds[view.index()]) else {
            return;
        };
        if !kind.is_free() {
            return;
        }
        let turns = kind == ViewKind::Free;
        self.change(view, |onlooker| match motion {
            Motion::Look(right, up) if turns => onlooker.look(right, up),
            Motion::Orbit(right, up) if turns => onlooker.orbit(right, up),
            // Views from a fixed side move instead of turning.
            Motion::Look(..) | Motion::Orbit(..) => {}
            Motion::Pan(x, y) => {
                let sight = sight_of(kind, onlooker, area);
                let metre = 1.0 / sight.pixels_per_metre(onlooker.distance);
                let [right, _, up] = sight.axes;
                onlooker.focus += right * (f64::from(-x) * metre) + up * (f64::from(y) * metre);
            }
            Motion::Zoom(factor, at) => {
                let point = sight_of(kind, onlooker, area).unproject(at, onlooker.distance);
                onlooker.zoom(factor, point);
            }
            Motion::Fly(by) => {
                let [right, forward, _] = sight_of(kind, onlooker, area).axes;
                onlooker.focus += right * by.x + forward * by.y + DVec3::Z * by.z;
            }
            Motion::Pivot(at) => {
                let point = sight_of(kind, onlooker, area).unproject(at, onlooker.distance);
                onlooker.focus = point;
            }
        });
    }

    /// What the free camera of `view` sees, whatever the view follows.
    #[must_use]
    pub fn free_sight(&self, view: Pane) -> Option<Sight> {
        let index = view.index();
        let kind = if self.kinds[index].is_free() {
            self.kinds[index]
        } else {
            ViewKind::Free
        };
        let (onlooker, area) = (&self.onlookers[index], self.areas[index]?);
        if kind == ViewKind::Free && self.cut_away {
            let kept = onlooker.distance * CUT_AWAY;
            return Some(Sight::cut_away(onlooker, kept, area));
        }
        Some(sight_of(kind, onlooker, area))
    }
}

/// The part of the way to the pivot, from there, that stays when the rest is cut away.
const CUT_AWAY: f64 = 0.45;

/// What a free camera sees in `area` from the side that `kind` stands for.
#[must_use]
pub(super) fn sight_of(kind: ViewKind, onlooker: &Onlooker, area: Area) -> Sight {
    match kind {
        ViewKind::Side => Sight::parallel(
            &Onlooker {
                pitch: 0.0,
                ..side(onlooker)
            },
            area,
        ),
        ViewKind::Top => {
            // Looking straight down with north up has no heading of its own; the axes are written out.
            let mut sight = Sight::parallel(onlooker, area);
            sight.axes = [DVec3::X, DVec3::NEG_Z, DVec3::Y];
            sight.eye = onlooker.focus + DVec3::Z * onlooker.distance;
            sight
        }
        _ => Sight::free(onlooker, area),
    }
}

/// The nearest of the four compass directions, so that the picture has the axes of the scene.
fn side(onlooker: &Onlooker) -> Onlooker {
    let quarter = std::f64::consts::FRAC_PI_2;
    Onlooker {
        yaw: (onlooker.yaw / quarter).round() * quarter,
        ..*onlooker
    }
}

/// What the views see in this frame, with everything they follow; `None` for views that are not shown.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Sights(pub [Option<Sight>; 4]);

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{pos2, vec2};

    fn views() -> Views {
        let area = Area::from_min_max(pos2(0.0, 0.0), pos2(400.0, 300.0));
        Views {
            areas: [Some(area); 4],
            ..Views::default()
        }
    }

    #[test]
    fn linked_cameras_move_together_and_unlinked_ones_do_not() {
        let mut views = views();
        views.look(Pane::B, Motion::Look(0.1, 0.0));
        assert_eq!(views.onlookers[0], views.onlookers[1]);
        views.linked = false;
        views.look(Pane::A, Motion::Pan(10.0, 4.0));
        assert_ne!(views.onlookers[0], views.onlookers[1]);
    }

    #[test]
    fn a_pan_moves_the_picture_with_the_pointer() {
        for kind in [ViewKind::Free, ViewKind::Side, ViewKind::Top] {
            let mut views = views();
            views.kinds = [kind; 4];
            let point = views.onlookers[0].focus;
            let before = views.free_sight(Pane::A).unwrap().project(point).unwrap();
            views.look(Pane::A, Motion::Pan(30.0, -20.0));
            let after = views.free_sight(Pane::A).unwrap().project(point).unwrap();
            assert!(
                ((after - before) - vec2(30.0, -20.0)).length() < 0.01,
                "{kind:?}"
            );
        }
    }

    #[test]
    fn views_that_follow_are_not_moved_by_hand() {
        let mut views = views();
        views.kinds[0] = ViewKind::Eye;
        let before = views.onlookers;
        views.look(Pane::A, Motion::Look(0.1, 0.1));
        assert_eq!(views.onlookers, before);
    }

    #[test]
    fn from_above_north_is_up() {
        let mut views = views();
        views.kinds[0] = ViewKind::Top;
        let sight = views.free_sight(Pane::A).unwrap();
        let (center, north) = (DVec3::ZERO, DVec3::Y);
        let (a, b) = (
            sight.project(center).unwrap(),
            sight.project(north).unwrap(),
        );
        assert!(b.y < a.y && (b.x - a.x).abs() < 1e-3);
    }

    #[test]
    fn one_lane_alone_has_one_view() {
        let mut views = views();
        assert_eq!(views.shown(), [Pane::A, Pane::B]);
        views.alone = true;
        assert_eq!(views.shown(), [Pane::A]);
        views.arrangement = Arrangement::Overlaid;
        assert_eq!(views.lanes_in(Pane::A), [Slot::A]);
    }

    #[test]
    fn every_arrangement_shows_its_lanes() {
        let mut views = views();
        for (arrangement, shown, a, b) in [
            (Arrangement::Split, 2, Some(Pane::A), Some(Pane::B)),
            (Arrangement::Overlaid, 1, Some(Pane::A), Some(Pane::A)),
            (Arrangement::Quad, 4, Some(Pane::A), Some(Pane::B)),
            (
                Arrangement::Single(Pane::LowerB),
                1,
                None,
                Some(Pane::LowerB),
            ),
        ] {
            views.arrangement = arrangement;
            assert_eq!(views.shown().len(), shown);
            assert_eq!([views.view_of(Slot::A), views.view_of(Slot::B)], [a, b]);
        }
    }

    #[test]
    fn linked_views_follow_with_the_one_beside() {
        let mut views = views();
        views.follow(Pane::LowerA, ViewKind::Eye);
        assert_eq!(views.kinds[2..], [ViewKind::Eye; 2]);
        assert_eq!(views.kinds[..2], [ViewKind::Free; 2]);
        views.linked = false;
        views.follow(Pane::B, ViewKind::Side);
        assert_eq!(views.kinds[..2], [ViewKind::Free, ViewKind::Side]);
    }
}
