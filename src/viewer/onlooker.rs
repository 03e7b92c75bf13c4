//! The onlooker: the free camera that looks at the scene, and where a point of the scene lands on the screen.
//!
//! Everything here is in the core's space (Z up, metres) and in doubles, so that it also holds 50 km out.

use bevy_egui::egui::{Pos2, Rect, Vec2, pos2};
use glam::{DVec3, Vec3};

use crate::camera;
use crate::geometry::Frame;
use crate::ops;

/// Vertical field of view of perspective views, radians.
pub const FIELD_OF_VIEW: f64 = 0.78;

/// Nothing nearer than this is drawn, metres.
pub const NEAR: f64 = 0.01;

/// Largest pitch up or down, radians: 89.4 degrees.
const STEEPEST: f64 = 1.5603;

/// A camera that turns about a point in front of it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Onlooker {
    /// The point that orbiting turns about, metres.
    pub focus: DVec3,
    /// Compass heading of the look direction, radians: 0 is +Y, a quarter turn is +X.
    pub yaw: f64,
    /// Pitch of the look direction, radians, up is positive.
    pub pitch: f64,
    /// From the eye to the focus, metres, greater than zero.
    pub distance: f64,
}

impl Default for Onlooker {
    fn default() -> Self {
        Self {
            focus: DVec3::ZERO,
            yaw: 0.6,
            pitch: -0.4,
            distance: 8.0,
        }
    }
}

impl Onlooker {
    /// Unit vectors to the right, forward and up.
    #[must_use]
    pub fn axes(&self) -> [DVec3; 3] {
        let (sy, cy) = (ops::sin(self.yaw), ops::cos(self.yaw));
        let (sp, cp) = (ops::sin(self.pitch), ops::cos(self.pitch));
        let right = DVec3::new(cy, -sy, 0.0);
        let forward = DVec3::new(sy * cp, cy * cp, sp);
        [right, forward, right.cross(forward)]
    }

    /// Where the eye is.
    #[must_use]
    pub fn eye(&self) -> DVec3 {
        let [_, forward, _] = self.axes();
        self.focus - forward * self.distance
    }

    /// Turns on the spot, by radians to the right and up.
    pub fn look(&mut self, right: f64, up: f64) {
        let eye = self.eye();
        self.orbit(right, up);
        let [_, forward, _] = self.axes();
        self.focus = eye + forward * self.distance;
    }

    /// Turns about the focus, by radians to the right and up.
    pub fn orbit(&mut self, right: f64, up: f64) {
        self.yaw = (self.yaw + right).rem_euclid(std::f64::consts::TAU);
        self.pitch = (self.pitch + up).clamp(-STEEPEST, STEEPEST);
    }

    /// Moves eye and focus by metres to the right and forward, and up in the world.
    pub fn fly(&mut self, right: f64, forward: f64, up: f64) {
        let [r, f, _] = self.axes();
        self.focus += r * right + f * forward + DVec3::Z * up;
    }

    /// Moves eye and focus across the picture by metres.
    pub fn pan(&mut self, right: f64, up: f64) {
        let [r, _, u] = self.axes();
        self.focus += r * right + u * up;
    }

    /// Goes nearer (`factor` below 1) or away; `towards` stays where it is in the picture.
    pub fn zoom(&mut self, factor: f64, towards: DVec3) {
        let to = (self.distance * factor).clamp(0.02, 2.0e6);
        let taken = to / self.distance;
        self.focus = towards + (self.focus - towards) * taken;
        self.distance = to;
    }

    /// Looks from the same side at a ball, near enough to fill the picture.
    pub fn frame(&mut self, center: DVec3, radius: f64) {
        self.focus = center;
        self.distance = (radius.max(0.05) / ops::sin(FIELD_OF_VIEW / 2.0)) * 1.1;
    }
}

/// How points are brought onto the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lens {
    /// Far things are smaller.
    Perspective,
    /// Parallel rays; the picture is this many metres high.
    Parallel(f64),
}

/// A camera with the part of the screen that it fills.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sight {
    /// The eye, metres.
    pub eye: DVec3,
    /// Unit vectors to the right, forward and up.
    pub axes: [DVec3; 3],
    /// How points are brought onto the picture.
    pub lens: Lens,
    /// The part of the screen, logical pixels.
    pub rect: Rect,
    /// What is nearer to the eye than this is cut away, metres.
    pub near: f64,
    /// Half the height of a perspective picture one metre before the eye, metres.
    pub half_height: f64,
}

impl Sight {
    /// What `onlooker` sees in `rect`, in perspective.
    #[must_use]
    pub fn free(onlooker: &Onlooker, rect: Rect) -> Self {
        Self {
            eye: onlooker.eye(),
            axes: onlooker.axes(),
            lens: Lens::Perspective,
            rect,
            near: NEAR,
            half_height: half_height(),
        }
    }

    /// As [`Self::free`], with all cut away that stands before a ball of `radius` around what the onlooker looks at: the
    /// wall between it and a sweep in a narrow place.
    #[must_use]
    pub fn cut_away(onlooker: &Onlooker, radius: f64, rect: Rect) -> Self {
        Self {
            near: (onlooker.distance - radius).max(NEAR),
            ..Self::free(onlooker, rect)
        }
    }

    /// What `onlooker` sees in parallel rays, at the scale that things at its focus have in perspective.
    #[must_use]
    pub fn parallel(onlooker: &Onlooker, rect: Rect) -> Self {
        let height = 2.0 * onlooker.distance * half_height();
        Self {
            eye: onlooker.eye(),
            axes: onlooker.axes(),
            lens: Lens::Parallel(height),
            rect,
            near: NEAR,
            half_height: half_height(),
        }
    }

    /// What an eye at `pose` sees through a client's `lens`; the picture is as wide as `rect` has it.
    #[must_use]
    pub fn from_pose(pose: &Frame, lens: &camera::Lens, rect: Rect) -> Self {
        let axis = |v: DVec3| pose.rotation.apply(v);
        Self {
            eye: pose.origin.as_dvec3(),
            axes: [axis(DVec3::X), axis(DVec3::Y), axis(DVec3::Z)],
            lens: Lens::Perspective,
            rect,
            // What the client clips away is clipped away here.
            near: f64::from(lens.near),
            half_height: lens.half_height(),
        }
    }

    /// Where `point` lands on the screen, which may be outside of `rect`; `None` behind the eye of a perspective view.
    #[must_use]
    pub fn project(&self, point: DVec3) -> Option<Pos2> {
        let [right, forward, up] = self.axes;
        let to = point - self.eye;
        let depth = to.dot(forward);
        if depth < self.near && self.lens == Lens::Perspective {
            return None;
        }
        let per_metre = self.pixels_per_metre(depth);
        let c = self.rect.center();
        let (x, y) = (to.dot(right) * per_metre, to.dot(up) * per_metre);
        Some(pos2(c.x + x as f32, c.y - y as f32))
    }

    /// As [`Self::project`], for a stored point and only inside of `rect`.
    #[must_use]
    pub fn project_inside(&self, point: Vec3) -> Option<Pos2> {
        self.project(point.as_dvec3())
            .filter(|p| self.rect.contains(*p))
    }

    /// Pixels of a metre across the line of sight, `depth` metres in front of the eye.
    #[must_use]
    pub fn pixels_per_metre(&self, depth: f64) -> f64 {
        let height = f64::from(self.rect.height());
        match self.lens {
            Lens::Perspective => height / (2.0 * self.half_height * depth.max(NEAR)),
            Lens::Parallel(metres) => height / metres,
        }
    }

    /// Metres of a pixel at `point`.
    #[must_use]
    pub fn metres_per_pixel(&self, point: Vec3) -> f64 {
        let depth = (point.as_dvec3() - self.eye).dot(self.axes[1]);
        1.0 / self.pixels_per_metre(depth)
    }

    /// Unit vector from `point` to the onlooker.
    #[must_use]
    pub fn towards_eye(&self, point: Vec3) -> DVec3 {
        match self.lens {
            Lens::Perspective => (self.eye - point.as_dvec3())
                .try_normalize()
                .unwrap_or(-self.axes[1]),
            Lens::Parallel(_) => -self.axes[1],
        }
    }

    /// The point under the screen position `at`, `depth` metres in front of the eye.
    #[must_use]
    pub fn unproject(&self, at: Pos2, depth: f64) -> DVec3 {
        let [right, forward, up] = self.axes;
        let off: Vec2 = at - self.rect.center();
        let metre = 1.0 / self.pixels_per_metre(depth);
        self.eye + forward * depth + (right * f64::from(off.x) - up * f64::from(off.y)) * metre
    }

    /// The outline of a ball as it is seen: centre, unit axis and radius of the circle; `None` from inside.
    #[must_use]
    pub fn outline(&self, center: Vec3, radius: f32) -> Option<(DVec3, DVec3, f64)> {
        let (center, radius) = (center.as_dvec3(), f64::from(radius));
        match self.lens {
            Lens::Parallel(_) => Some((center, -self.axes[1], radius)),
            Lens::Perspective => {
                let to_eye = self.eye - center;
                let squared = to_eye.length_squared();
                let share = radius * radius / squared;
                (share < 0.999).then(|| {
                    let axis = to_eye / squared.sqrt();
                    (center + to_eye * share, axis, radius * (1.0 - share).sqrt())
                })
            }
        }
    }
}

/// Half the picture's height at one metre.
fn half_height() -> f64 {
    let half = FIELD_OF_VIEW / 2.0;
    ops::sin(half) / ops::cos(half)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rect() -> Rect {
        Rect::from_min_max(pos2(100.0, 50.0), pos2(900.0, 650.0))
    }

    fn close(a: DVec3, b: DVec3) -> bool {
        a.abs_diff_eq(b, 1e-9)
    }

    #[test]
    fn turns_are_compass_turns() {
        let onlooker = Onlooker {
            focus: DVec3::ZERO,
            yaw: std::f64::consts::FRAC_PI_2,
            pitch: 0.0,
            distance: 2.0,
        };
        let [right, forward, up] = onlooker.axes();
        assert!(close(forward, DVec3::X) && close(right, DVec3::NEG_Y) && close(up, DVec3::Z));
        assert!(close(onlooker.eye(), DVec3::new(-2.0, 0.0, 0.0)));
    }

    #[test]
    fn looking_keeps_the_eye_and_orbiting_keeps_the_focus() {
        let mut onlooker = Onlooker {
            focus: DVec3::new(1.0, 2.0, 3.0),
            ..Onlooker::default()
        };
        let eye = onlooker.eye();
        onlooker.look(0.3, 9.0);
        assert!(close(onlooker.eye(), eye));
        assert!(onlooker.pitch < std::f64::consts::FRAC_PI_2);
        let focus = onlooker.focus;
        onlooker.orbit(-0.7, -0.2);
        assert_eq!(onlooker.focus, focus);
        assert!(((onlooker.eye() - focus).length() - onlooker.distance).abs() < 1e-9);
    }

    #[test]
    fn the_point_under_the_pointer_stays_there_in_a_zoom() {
        let mut onlooker = Onlooker::default();
        let at = pos2(333.0, 444.0);
        let point = Sight::free(&onlooker, rect()).unproject(at, onlooker.distance);
        onlooker.zoom(0.8, point);
        let after = Sight::free(&onlooker, rect()).project(point).unwrap();
        assert!((after - at).length() < 1e-3, "{after:?}");
    }

    #[test]
    fn projecting_undoes_unprojecting() {
        let onlooker = Onlooker {
            yaw: 1.0,
            pitch: 0.3,
            ..Onlooker::default()
        };
        for sight in [
            Sight::free(&onlooker, rect()),
            Sight::parallel(&onlooker, rect()),
        ] {
            let at = pos2(700.0, 100.0);
            let back = sight.project(sight.unproject(at, 7.0)).unwrap();
            assert!((back - at).length() < 1e-3);
            let behind = sight.project(sight.eye - sight.axes[1]);
            assert_eq!(behind.is_none(), sight.lens == Lens::Perspective);
        }
        // Both lenses agree at the focus.
        let side = onlooker.focus + onlooker.axes()[0];
        let free = Sight::free(&onlooker, rect()).project(side).unwrap();
        assert!((free - Sight::parallel(&onlooker, rect()).project(side).unwrap()).length() < 0.05);
    }

    /// A line of sight that touches the ball does so on the outline.
    #[test]
    fn an_outline_is_where_lines_of_sight_touch() {
        let sight = Sight::free(&Onlooker::default(), rect());
        let (center, radius) = (Vec3::new(0.5, 0.2, 0.1), 0.3);
        let (c, axis, r) = sight.outline(center, radius).unwrap();
        let point = c + axis.any_orthonormal_vector() * r;
        assert!(((point - center.as_dvec3()).length() - f64::from(radius)).abs() < 1e-6);
        assert!((point - center.as_dvec3()).dot(point - sight.eye).abs() < 1e-6);
        assert!(sight.outline(sight.eye.as_vec3(), 1.0).is_none());
    }

    #[test]
    fn a_framed_ball_fits() {
        let mut onlooker = Onlooker::default();
        onlooker.frame(DVec3::new(5.0, 0.0, 0.0), 2.0);
        let sight = Sight::free(&onlooker, rect());
        let (c, _, r) = sight.outline(Vec3::X * 5.0, 2.0).unwrap();
        let top = sight.project(c + sight.axes[2] * r).unwrap();
        assert!(
            rect().contains(top) && top.y < rect().top() + 60.0,
            "{top:?}"
        );
    }
}
