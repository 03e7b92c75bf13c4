//! A mover against an upright cylinder of an object.

use glam::{DVec3, Vec3};

use super::primitive::Response;
use crate::constants::{EPSILON_WIDE, OBJECT_INTERP_MIN};
use crate::geometry::Cylinder;
use crate::geometry::vector::{narrow, unit, wide};
use crate::outcome::Outcome;
use crate::policy::Row;
use crate::probe::{Event, NormalSource, Primitive, Probe};
use crate::transition::mover::MoverFlags;
use crate::transition::sweep::Transition;
use crate::world::Object;

/// An obstacle cylinder and how the mover stands to it.
struct Meeting {
    /// Centre of the base, in the check position's block.
    low: Vec3,
    /// Height, scaled.
    height: f64,
    /// Foot and head relative to the base's centre.
    from: [DVec3; 2],
    /// Radii of foot and head.
    radii: [f64; 2],
    /// Sum of radii less the tolerance; the foot's radius counts for the head too.
    sum: f64,
}

impl Meeting {
    /// Whether a sphere of the mover at `from` overlaps; the rim is square, not rounded.
    ///
    /// # Source
    /// spec/bsp.md 8.1, `collides` 0x0053A880.
    fn touches(&self, index: usize) -> bool {
        let from = self.from[index];
        from.x * from.x + from.y * from.y <= self.sum * self.sum
            && self.beside(self.radii[index], from.z)
    }

    /// Whether a sphere of `radius` at height `z` is beside the wall.
    fn beside(&self, radius: f64, z: f64) -> bool {
        let half = self.height / 2.0;
        radius - EPSILON_WIDE + half >= (half - z).abs()
    }
}

impl<P: Probe> Transition<'_, P> {
    /// Tests the mover against `cylinder` of `object`.
    ///
    /// # Source
    /// spec/bsp.md 8.5, `intersects_sphere` 0x0053B440.
    pub fn against_cylinder(&mut self, object: &Object, cylinder: &Cylinder) -> Outcome {
        // The cache is filled with scale 1; step_up reads its frame.
        let mover = self.mover;
        self.path.cache_local(&mover, object.position, 1.0);
        let scale = f64::from(object.scale);
        let low = narrow(
            self.path
                .check
                .to_block(&object.position, narrow(wide(cylinder.low) * scale)),
        );
        let spheres = self.path.check_spheres;
        let meeting = Meeting {
            low,
            height: f64::from(cylinder.height) * scale,
            from: spheres.map(|s| wide(s.center) - wide(low)),
            radii: spheres.map(|s| f64::from(s.radius)),
            sum: f64::from(cylinder.radius) * scale - EPSILON_WIDE + f64::from(spheres[0].radius),
        };
        let foot = meeting.touches(0);
        let head = self.mover.sphere_count > 1 && meeting.touches(1);
        let scene = self.world.to_scene(self.path.check.cell, low);
        self.probe.note(|| Event::PrimitiveTested {
            primitive: Primitive::Cylinder,
            center: scene,
            radius: cylinder.radius * object.scale,
            height: meeting.height as f32,
            touched: foot || head,
        });
        match self.response(foot, head) {
            Response::Answer(outcome) => outcome,
            Response::StepDown => self.down_on_cylinder(&meeting, foot || head),
            Response::StepUp => self.up_on_cylinder(&meeting),
            Response::SlideHead => self.slide_on_cylinder(&meeting, 1),
            Response::Point(index) => self.point_on_cylinder(&meeting, index),
            Response::Latch => self.latch_on_cylinder(&meeting),
            Response::Land if foot || head => self.land_on_cylinder(&meeting),
            Response::Land => Outcome::Ok,
        }
    }

    /// Normal of the collision of a sphere that is at `from` now, and whether wall or cap is certain.
    ///
    /// # Source
    /// spec/bsp.md 8.2, `normal_of_collision` 0x0053AB50.
    fn cylinder_normal(&self, meeting: &Meeting, from: DVec3, index: usize) -> (DVec3, bool) {
        let old = wide(self.path.current_centers[index]) - wide(meeting.low);
        if meeting.sum * meeting.sum < old.x * old.x + old.y * old.y {
            let beside = meeting.beside(meeting.radii[index], old.z);
            let definite = beside || (old.z - from.z).abs() <= EPSILON_WIDE;
            return (DVec3::new(old.x, old.y, 0.0), definite);
        }
        let up = if from.z - old.z <= 0.0 { 1.0 } else { -1.0 };
        (DVec3::new(0.0, 0.0, up), true)
    }

    /// # Source
    /// spec/bsp.md 8.3, slide 0x0053B2A0; ACE reads the foot's place for the head (L-17).
    fn slide_on_cylinder(&mut self, meeting: &Meeting, index: usize) -> Outcome {
        let from = meeting.from[if self.policy.is_ace(Row::L17) {
            0
        } else {
            index
        }];
        let (normal, _) = self.cylinder_normal(meeting, from, index);
        let Some(n) = unit(normal) else {
            return Outcome::Collided;
        };
        let center = self.path.check_spheres[index].center;
        self.slide(center, narrow(n), index)
    }

    /// # Source
    /// spec/bsp.md 8.3, step up 0x0053B310. Quirk: the normal is global already and is turned by the object's frame once more.
    fn up_on_cylinder(&mut self, meeting: &Meeting) -> Outcome {
        let needed = meeting.radii[0] + meeting.height - meeting.from[0].z;
        if f64::from(self.mover.step_up_height) < needed {
            return self.slide_on_cylinder(meeting, 0);
        }
        let (normal, _) = self.cylinder_normal(meeting, meeting.from[0], 0);
        let Some(n) = unit(normal) else {
            return Outcome::Collided;
        };
        let turned = self.globalise(narrow(n));
        self.step_up_or_slide(turned)
    }

    /// # Source
    /// spec/bsp.md 8.3, land 0x0053B3D0.
    fn latch_on_cylinder(&mut self, meeting: &Meeting) -> Outcome {
        let (normal, _) = self.cylinder_normal(meeting, meeting.from[0], 0);
        match unit(normal) {
            Some(n) => self.latch(narrow(n)),
            None => Outcome::Collided,
        }
    }

    /// # Source
    /// spec/bsp.md 8.3, step down 0x0053A9B0; ACE leaves the contact cell as it was (L-19).
    fn down_on_cylinder(&mut self, meeting: &Meeting, touched: bool) -> Outcome {
        if !touched {
            return Outcome::Ok;
        }
        let interp = f64::from(self.path.walk_interp);
        let amount = f64::from(self.path.step_down_amount) * interp;
        if amount.abs() < EPSILON_WIDE {
            return Outcome::Collided;
        }
        let lift = meeting.height + meeting.radii[0] - meeting.from[0].z;
        let left = (1.0 - lift / amount) * interp;
        if left >= interp || left < OBJECT_INTERP_MIN {
            return Outcome::Collided;
        }
        let foot = self.path.check_spheres[0];
        let top = f64::from(foot.center.z) + lift - meeting.radii[0];
        let cell = if self.policy.is_ace(Row::L19) {
            self.collision.contact.cell
        } else {
            self.path.check.cell
        };
        self.rest_on(Vec3::new(foot.center.x, foot.center.y, top as f32), Vec3::Z);
        self.collision.contact.cell = cell;
        self.path.walk_interp = left as f32;
        self.path.add_offset(Vec3::new(0.0, 0.0, lift as f32));
        Outcome::Adjusted
    }

    /// # Source
    /// spec/bsp.md 8.4, `collide_with_point` 0x0053ACB0. Quirks: the foot's current centre is used whichever sphere is asked, and the
    /// block offset is not added back in the shift.
    fn point_on_cylinder(&mut self, meeting: &Meeting, index: usize) -> Outcome {
        let (normal, definite) = self.cylinder_normal(meeting, meeting.from[index], index);
        let Some(mut n) = unit(normal) else {
            return Outcome::Collided;
        };
        if !self.mover.flags.has(MoverFlags::PERFECT_CLIP) {
            self.write_normal(narrow(n), NormalSource::Contact);
            return Outcome::Collided;
        }
        let check = self.path.check_spheres[index].center;
        let start = wide(self.path.current_centers[0]);
        let old = start - wide(meeting.low);
        let mv = self.path.moved(check, 0);
        let ra = meeting.sum + EPSILON_WIDE;
        let radius = meeting.radii[index];
        let a = mv.x * mv.x + mv.y * mv.y;
        let b = -(mv.x * old.x + mv.y * old.y);
        let q = b * b - (old.x * old.x + old.y * old.y - ra * ra) * a;
        let root = || {
            let s = q.sqrt();
            if b - s < 0.0 {
                (b + s) / a
            } else {
                (b - s) / a
            }
        };
        // ACE reads the movement where the height belongs, in the indefinite branch (L-18).
        let ace = self.policy.is_ace(Row::L18) && !definite;
        let height = if ace { mv.z } else { old.z };
        let cap = || {
            if mv.z > 0.0 {
                -((height + radius) / mv.z)
            } else {
                (radius + meeting.height - height) / mv.z
            }
        };
        let wall_normal = |o: DVec3| {
            let at = start + o - wide(meeting.low);
            DVec3::new(at.x, at.y, 0.0) / ra
        };
        let mut time;
        if definite && n.z == 0.0 {
            if q < 0.0 || a < EPSILON_WIDE {
                return Outcome::Collided;
            }
            time = root();
            if (0.0..=1.0).contains(&time) {
                n = wall_normal(mv * time);
            }
        } else {
            if mv.z.abs() < EPSILON_WIDE {
                return Outcome::Collided;
            }
            time = cap();
            if !definite {
                n = DVec3::new(0.0, 0.0, if mv.z > 0.0 { -1.0 } else { 1.0 });
                let at = old + mv * time;
                if at.x * at.x + at.y * at.y >= ra * ra {
                    // The cap is missed.
                    if a.abs() < EPSILON_WIDE {
                        return Outcome::Collided;
                    }
                    if q >= 0.0 && a > EPSILON_WIDE {
                        time = root();
                    }
                    n = wall_normal(mv * time);
                }
            }
        }
        if !(0.0..=1.0).contains(&time) {
            return Outcome::Collided;
        }
        self.write_normal(narrow(n), NormalSource::Contact);
        let way = if ace { -mv * time } else { mv * time };
        self.path.add_offset(narrow(start + way - wide(check)));
        Outcome::Adjusted
    }

    /// # Source
    /// spec/bsp.md 8.5 branch 5.
    fn land_on_cylinder(&mut self, meeting: &Meeting) -> Outcome {
        let foot = self.path.check_spheres[0];
        let back = -self.path.moved(foot.center, 0);
        if back.z.abs() < EPSILON_WIDE {
            return Outcome::Collided;
        }
        let from = meeting.from[0];
        let time = (meeting.height + meeting.radii[0] - from.z) / back.z;
        let shift = back * time;
        let at = shift + from;
        if at.x * at.x + at.y * at.y > meeting.sum * meeting.sum {
            return Outcome::Ok;
        }
        let interp = f64::from(self.path.walk_interp);
        let left = (1.0 - time) * interp;
        if left >= interp || left < OBJECT_INTERP_MIN {
            return Outcome::Collided;
        }
        let z = f64::from(foot.center.z) + shift.z - meeting.radii[0];
        self.rest_on(Vec3::new(foot.center.x, foot.center.y, z as f32), Vec3::Z);
        self.path.walk_interp = left as f32;
        self.path.add_offset(narrow(shift));
        Outcome::Adjusted
    }
}

#[cfg(test)]
mod tests;
