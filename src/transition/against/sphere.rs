//! A mover against a sphere of an object.

use glam::{DVec3, Vec3};

use super::primitive::Response;
use crate::constants::{EPSILON_WIDE, OBJECT_INTERP_MIN};
use crate::geometry::vector::{cross, narrow, unit, wide};
use crate::geometry::{Plane, Sphere};
use crate::outcome::Outcome;
use crate::policy::Row;
use crate::probe::{Event, NormalSource, Primitive, Probe, SupportSource};
use crate::transition::mover::MoverFlags;
use crate::transition::sweep::Transition;
use crate::world::Object;

/// An obstacle sphere and how the mover stands to it.
struct Meeting {
    /// Its centre, in the check position's block.
    center: Vec3,
    /// Its radius.
    radius: f64,
    /// Foot and head relative to its centre.
    from: [DVec3; 2],
    /// Sum of radii less the tolerance; the foot's radius counts for the head too.
    sum: f64,
}

impl Meeting {
    fn near(&self, index: usize) -> bool {
        self.from[index].length_squared() <= self.sum * self.sum
    }
}

impl<P: Probe> Transition<'_, P> {
    /// Tests the mover against `sphere` of `object`.
    ///
    /// # Source
    /// spec/bsp.md 7.9, `intersects_sphere` 0x00537A80.
    pub fn against_sphere(
        &mut self,
        object: &Object,
        sphere: &Sphere,
        is_creature: bool,
    ) -> Outcome {
        let scale = f64::from(object.scale);
        let center = narrow(
            self.path
                .check
                .to_block(&object.position, narrow(wide(sphere.center) * scale)),
        );
        let radius = f64::from(sphere.radius) * scale;
        let spheres = self.path.check_spheres;
        let meeting = Meeting {
            center,
            radius,
            from: spheres.map(|s| wide(s.center) - wide(center)),
            sum: radius + f64::from(spheres[0].radius) - EPSILON_WIDE,
        };
        let foot = meeting.near(0);
        let head = self.mover.sphere_count > 1 && meeting.near(1);
        let scene = self.world.to_scene(self.path.check.cell, center);
        self.probe.note(|| Event::PrimitiveTested {
            primitive: Primitive::Sphere,
            center: scene,
            radius: radius as f32,
            height: 0.0,
            touched: foot || head,
        });
        match self.response(foot, head) {
            Response::Answer(outcome) => outcome,
            // Nobody comes to rest on a creature.
            Response::StepDown | Response::Land if is_creature => Outcome::Ok,
            Response::StepDown => self.down_on_sphere(&meeting, foot || head),
            Response::StepUp => self.up_on_sphere(&meeting),
            Response::SlideHead => self.slide_on_sphere(&meeting),
            Response::Point(index) => self.point_on_sphere(&meeting, index),
            Response::Latch => self.latch_on_sphere(&meeting),
            Response::Land => {
                let untested = self.mover.sphere_count < 2 && self.policy.is_ace(Row::L15);
                if foot || head || untested {
                    self.land_on_sphere(&meeting)
                } else {
                    Outcome::Ok
                }
            }
        }
    }

    /// From the obstacle's centre to a current centre of the mover. Quirk: a change of block in between is not folded in.
    fn away_from(&self, meeting: &Meeting, index: usize) -> DVec3 {
        wide(self.path.current_centers[index]) - wide(meeting.center)
    }

    /// # Source
    /// spec/bsp.md 7.2, skid slide 0x00536F40.
    fn skid_on_sphere(&mut self, meeting: &Meeting) -> Outcome {
        let Some(n) = unit(self.away_from(meeting, 0)) else {
            return Outcome::Collided;
        };
        self.write_normal(narrow(n), NormalSource::Contact);
        let moved = self.path.moved(self.path.check_spheres[0].center, 0);
        let plane = self.slide_plane();
        let crease = cross(n, plane);
        let squared = crease.length_squared();
        if squared >= EPSILON_WIDE {
            return self.slide_along(crease * (crease.dot(moved) / squared), moved);
        }
        if plane.dot(meeting.from[0]) < 0.0 {
            return Outcome::Collided;
        }
        self.shift_slid(-n * n.dot(moved))
    }

    /// # Source
    /// spec/bsp.md 7.3, simple slide 0x00537A10, for the head.
    fn slide_on_sphere(&mut self, meeting: &Meeting) -> Outcome {
        let Some(n) = unit(self.away_from(meeting, 1)) else {
            return Outcome::Collided;
        };
        let head = self.path.check_spheres[1].center;
        self.slide(head, narrow(n), 1)
    }

    /// # Source
    /// spec/bsp.md 7.4, `step_sphere_up` 0x00537900.
    fn up_on_sphere(&mut self, meeting: &Meeting) -> Outcome {
        let needed = meeting.sum + EPSILON_WIDE - meeting.from[0].z;
        if f64::from(self.mover.step_up_height) < needed {
            return self.skid_on_sphere(meeting);
        }
        let normal = narrow(self.away_from(meeting, 0));
        self.step_up_or_slide(normal)
    }

    /// # Source
    /// spec/bsp.md 7.5, `land_on_sphere` 0x005379A0.
    fn latch_on_sphere(&mut self, meeting: &Meeting) -> Outcome {
        match unit(self.away_from(meeting, 0)) {
            Some(n) => self.latch(narrow(n)),
            None => Outcome::Collided,
        }
    }

    /// # Source
    /// spec/bsp.md 7.6, `step_sphere_down` 0x00536D20. Quirk: always the foot's place, even when only the head overlaps, where
    /// the root may be of a negative number; that answers Collided here.
    fn down_on_sphere(&mut self, meeting: &Meeting, touched: bool) -> Outcome {
        if !touched {
            return Outcome::Ok;
        }
        let from = meeting.from[0];
        let interp = f64::from(self.path.walk_interp);
        let amount = f64::from(self.path.step_down_amount) * interp;
        if amount.abs() < EPSILON_WIDE {
            return Outcome::Collided;
        }
        let sum = meeting.sum + EPSILON_WIDE;
        let time = ((sum * sum - (from.x * from.x + from.y * from.y)).sqrt() - from.z) / amount;
        let left = (1.0 - time) * interp;
        let accepted = left < interp && left >= OBJECT_INTERP_MIN;
        if !accepted {
            return Outcome::Collided;
        }
        let lift = amount * time;
        let normal = DVec3::new(from.x, from.y, from.z + lift) / sum;
        if normal.z <= f64::from(self.path.walkable_allowance) {
            return Outcome::Ok;
        }
        let point = wide(meeting.center) + normal * meeting.radius;
        self.rest_on(narrow(point), narrow(normal));
        self.path.walk_interp = left as f32;
        self.path.add_offset(Vec3::new(0.0, 0.0, lift as f32));
        Outcome::Adjusted
    }

    /// Contact with a round shape. Quirk: it carries the water mark.
    pub(super) fn rest_on(&mut self, point: Vec3, normal: Vec3) {
        let cell = self.path.check.cell;
        self.set_contact(
            Plane::through(point, normal),
            true,
            cell,
            SupportSource::Query,
        );
    }

    /// # Source
    /// spec/bsp.md 7.8, `collide_with_point` 0x00537230; ACE's forms are L-13 and L-14.
    fn point_on_sphere(&mut self, meeting: &Meeting, index: usize) -> Outcome {
        let away = self.away_from(meeting, index);
        if !self.mover.flags.has(MoverFlags::PERFECT_CLIP) {
            if let Some(n) = unit(away) {
                self.write_normal(narrow(n), NormalSource::Contact);
            }
            return Outcome::Collided;
        }
        let sum = meeting.sum + EPSILON_WIDE;
        let moved = self
            .path
            .moved(self.path.check_spheres[index].center, index);
        let time = time_of_collision(moved, away, sum, self.policy.is_ace(Row::L13));
        if !(EPSILON_WIDE..=1.0).contains(&time) {
            return Outcome::Collided;
        }
        let back = moved * time - moved;
        let at_contact = back + meeting.from[index];
        if self.policy.is_ace(Row::L14) {
            self.write_normal(narrow(at_contact / meeting.sum), NormalSource::Contact);
            self.path.add_offset(narrow(at_contact));
        } else {
            self.write_normal(narrow(at_contact / sum), NormalSource::Contact);
            self.path.add_offset(narrow(back));
        }
        Outcome::Adjusted
    }

    /// # Source
    /// spec/bsp.md 7.9, landing solve. Quirks: the numerator is compared with 1, and the plane goes through the centre before the shift.
    fn land_on_sphere(&mut self, meeting: &Meeting) -> Outcome {
        let foot = self.path.check_spheres[0];
        let back = -self.path.moved(foot.center, 0);
        let sum = meeting.sum + EPSILON_WIDE;
        let from = meeting.from[0];
        let a = back.length_squared();
        let b = -back.dot(from);
        if a.abs() < EPSILON_WIDE {
            return Outcome::Collided;
        }
        let mut numerator = (b * b - (from.length_squared() - sum * sum) * a).sqrt() + b;
        if numerator > 1.0 {
            numerator = 2.0 * b - numerator;
        }
        let time = numerator / a;
        let interp = f64::from(self.path.walk_interp);
        let left = (1.0 - time) * interp;
        // A root of a negative number falls through to the slope test, which refuses it.
        if left >= interp || left < OBJECT_INTERP_MIN {
            return Outcome::Collided;
        }
        let shift = back * time;
        let normal = (from + shift) / sum;
        let walkable = normal.z > f64::from(self.path.walkable_allowance);
        if !walkable {
            return Outcome::Ok;
        }
        let point = wide(foot.center) - normal * f64::from(foot.radius);
        self.rest_on(narrow(point), narrow(normal));
        self.path.walk_interp = left as f32;
        self.path.add_offset(narrow(shift));
        Outcome::Adjusted
    }
}

/// Fraction of `movement` at which spheres whose centres are `relative` apart and whose radii sum to `sum` touch; -1 for never.
///
/// # Source
/// spec/bsp.md 7.7, `find_time_of_collision` 0x005368F0; ACE has the sign wrong (L-13).
#[must_use]
pub fn time_of_collision(movement: DVec3, relative: DVec3, sum: f64, ace: bool) -> f64 {
    let a = movement.length_squared();
    let b = -relative.dot(movement);
    let k = relative.length_squared() - sum * sum;
    let square = b * b - k * a;
    if k < EPSILON_WIDE || a < EPSILON_WIDE || square < 0.0 {
        return -1.0;
    }
    let root = square.sqrt();
    let time = if b - root < 0.0 {
        (b + root) / a
    } else {
        (b - root) / a
    };
    if ace { -time } else { time }
}

#[cfg(test)]
mod tests;
