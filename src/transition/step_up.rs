//! Climbs a step: raises the mover onto what blocks it, if that is low enough.

use glam::Vec3;

use super::mover::MoverFlags;
use super::sweep::Transition;
use crate::constants::{FLOOR_Z, LANDING_Z, STUB_STEP};
use crate::outcome::Outcome;
use crate::probe::{Event, Probe};

impl<P: Probe> Transition<'_, P> {
    /// Tries to step up on an obstacle with `normal`; on failure the check position is as before.
    ///
    /// # Source
    /// spec/transition.md 9.1, `step_up` 0x0050b610.
    pub fn step_up(&mut self, normal: Vec3) -> bool {
        // 1.
        self.collision.clear_contact();
        self.path.step_up = true;
        self.path.step_up_normal = normal;
        // 2. Only a mover on walkable ground climbs its full step.
        let (height, allowance) = if self.mover.flags.has(MoverFlags::ON_WALKABLE) {
            (self.mover.step_up_height, FLOOR_Z)
        } else {
            (STUB_STEP, LANDING_Z)
        };
        // 3.
        self.path.walkable_allowance = allowance;
        self.path.save_check();
        self.probe.note(|| Event::StepUpBegan { normal, height });
        // 4, 5. The step down does not lower first, since `step_up` is set: shapes raise the mover.
        let found = self.step_down(height, allowance);
        self.path.step_up = false;
        self.path.walkable = None;
        if !found {
            let mover = self.mover;
            self.path.restore_check(&mover);
        }
        self.probe.note(|| Event::StepUpEnded { success: found });
        found
    }

    /// The common entry of shapes: step up on `normal`, else slide along it.
    ///
    /// # Source
    /// spec/bsp.md 6.5, `step_sphere_up` 0x00539F20.
    pub(crate) fn step_up_or_slide(&mut self, normal: Vec3) -> Outcome {
        if self.step_up(normal) {
            Outcome::Ok
        } else {
            self.step_up_slide()
        }
    }
}
