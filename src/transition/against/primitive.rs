//! Which response does a sphere or a cylinder give? Both ask in the same order.

use crate::outcome::Outcome;
use crate::probe::Probe;
use crate::transition::mover::MoverFlags;
use crate::transition::sphere_path::InsertType;
use crate::transition::sweep::Transition;

/// What a round shape does with a mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Response {
    /// The answer is known.
    Answer(Outcome),
    /// The mover steps down onto it.
    StepDown,
    /// The foot of a standing mover steps up on it.
    StepUp,
    /// The head of a standing mover slides along it.
    SlideHead,
    /// Foot (0) or head (1) stops at it.
    Point(usize),
    /// The foot of an airborne mover sets the latch.
    Latch,
    /// The latch is set: the mover may land on it.
    Land,
}

impl<P: Probe> Transition<'_, P> {
    /// The response to a shape that `foot` or `head` of the mover touch.
    ///
    /// # Source
    /// spec/bsp.md 7.9 and 8.5, branches 1 to 5.
    pub(super) fn response(&self, foot: bool, head: bool) -> Response {
        let blocked = Response::Answer(if foot || head {
            Outcome::Collided
        } else {
            Outcome::Ok
        });
        let path = &self.path;
        // 1.
        if path.obstruction_ethereal || path.insert_type == InsertType::Placement {
            return blocked;
        }
        // 2.
        if path.step_down {
            return Response::StepDown;
        }
        // 3.
        if path.check_walkable {
            return blocked;
        }
        // 5.
        if path.collide {
            return Response::Land;
        }
        // 4.
        let flags = self.mover.flags;
        let grounded = flags.has(MoverFlags::CONTACT) || flags.has(MoverFlags::ON_WALKABLE);
        let clipped = flags.has(MoverFlags::PATH_CLIPPED);
        match (foot, head) {
            (true, _) if grounded => Response::StepUp,
            (true, _) if clipped => Response::Point(0),
            (true, _) => Response::Latch,
            (false, true) if grounded => Response::SlideHead,
            // A clipped mover's head is not asked.
            (false, true) if !clipped => Response::Point(1),
            _ => Response::Answer(Outcome::Ok),
        }
    }
}
