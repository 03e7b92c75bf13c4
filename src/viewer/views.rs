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
    /// One lane.
    Single(Slot),
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
    /// The free cameras of both views; linked ones are kept equal.
    pub onlookers: [Onlooker; 2],
    /// Whether the free cameras are one.
    pub linked: bool,
    /// What each view follows.
    pub kinds: [ViewKind; 2],
    /// Where each view is on the screen, logical pixels; `None` when it is not shown.
    pub areas: [Option<Area>; 2],
    /// The view that keys act on.
    pub active: Slot,
    /// Flying speed, metres per second.
    pub speed: f64,
    /// Whether the pointer turns the camera without a button.
    pub sticky: bool,
    /// Whether free cameras cut away what stands before the thing that they look at.
    pub cut_away: bool,
    /// Cameras remembered under 1 to 9.
    pub stored: [Option<Onlooker>; 9],
    /// Why an eye view does not show the eye's own pose.
    pub held: [bool; 2],
}

impl Default for Views {
    fn default() -> Self {
        Self {
            arrangement: Arrangement::Split,
            onlookers: [Onlooker::default(); 2],
            linked: true,
            kinds: [ViewKind::Free; 2],
            areas: [None; 2],
            active: Slot::A,
            speed: 4.0,
            sticky: false,
            cut_away: false,
            stored: [None; 9],
            held: [false; 2],
        }
    }
}

impl Views {
    /// The views that are shown.
    #[must_use]
    pub fn shown(&self) -> &'static [Slot] {
        match self.arrangement {
            Arrangement::Split => &Slot::BOTH,
            Arrangement::Overlaid | Arrangement::Single(Slot::A) => &[Slot::A],
            Arrangement::Single(Slot::B) => &[Slot::B],
        }
    }

    /// The view in which the lane of `slot` is drawn, if it is.
    #[must_use]
    pub fn view_of(&self, slot: Slot) -> Option<Slot> {
        match self.arrangement {
            Arrangement::Overlaid => Some(Slot::A),
            Arrangement::Split => Some(slot),
            Arrangement::Single(only) => (only == slot).then_some(slot),
        }
    }

    /// Changes the free camera of `view`, and the other one with it when they are linked.
    pub fn change(&mut self, view: Slot, change: impl FnOnce(&mut Onlooker)) {
        let onlooker = &mut self.onlookers[view.index()];
        change(onlooker);
        let now = *onlooker;
        if self.linked {
            self.onlookers = [now; 2];
        }
    }

    /// Moves the camera of `view`.
    pub fn look(&mut self, view: Slot, motion: Motion) {
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
    pub fn free_sight(&self, view: Slot) -> Option<Sight> {
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
pub struct Sights(pub [Option<Sight>; 2]);

impl Sights {
    /// What the view that draws the lane of `slot` sees.
    #[must_use]
    pub fn of_lane(&self, views: &Views, slot: Slot) -> Option<Sight> {
        self.0[views.view_of(slot)?.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bevy_egui::egui::{pos2, vec2};

    fn views() -> Views {
        let area = Area::from_min_max(pos2(0.0, 0.0), pos2(400.0, 300.0));
        Views {
            areas: [Some(area), Some(area)],
            ..Views::default()
        }
    }

    #[test]
    fn linked_cameras_move_together_and_unlinked_ones_do_not() {
        let mut views = views();
        views.look(Slot::B, Motion::Look(0.1, 0.0));
        assert_eq!(views.onlookers[0], views.onlookers[1]);
        views.linked = false;
        views.look(Slot::A, Motion::Pan(10.0, 4.0));
        assert_ne!(views.onlookers[0], views.onlookers[1]);
    }

    #[test]
    fn a_pan_moves_the_picture_with_the_pointer() {
        for kind in [ViewKind::Free, ViewKind::Side, ViewKind::Top] {
            let mut views = views();
            views.kinds = [kind; 2];
            let point = views.onlookers[0].focus;
            let before = views.free_sight(Slot::A).unwrap().project(point).unwrap();
            views.look(Slot::A, Motion::Pan(30.0, -20.0));
            let after = views.free_sight(Slot::A).unwrap().project(point).unwrap();
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
        views.look(Slot::A, Motion::Look(0.1, 0.1));
        assert_eq!(views.onlookers, before);
    }

    #[test]
    fn from_above_north_is_up() {
        let mut views = views();
        views.kinds[0] = ViewKind::Top;
        let sight = views.free_sight(Slot::A).unwrap();
        let (center, north) = (DVec3::ZERO, DVec3::Y);
        let (a, b) = (
            sight.project(center).unwrap(),
            sight.project(north).unwrap(),
        );
        assert!(b.y < a.y && (b.x - a.x).abs() < 1e-3);
    }
}
