//! Puts a body somewhere by decree: teleports, entries into the world.

use super::body::{Body, Transient};
use crate::bits::bit_set;
use crate::geometry::Position;
use crate::geometry::vector::wide;
use crate::ids::CellId;
use crate::policy::Policy;
use crate::probe::Probe;
use crate::transition::{MoverFlags, Transition};
use crate::world::World;
use crate::world::seat::Search;

/// What a placement may do.
///
/// # Source
/// spec/transition.md 13.4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PlaceFlags(pub u32);

bit_set!(PlaceFlags);

impl PlaceFlags {
    /// It may search for a free place around.
    pub const SLIDE: Self = Self(0x10);
}

/// What a placement came to.
///
/// # Source
/// spec/transition.md 13.4, result codes 0, 2, 3 and 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Placed {
    /// The body is there, or outside of every cell.
    Ok,
    /// There is no free place.
    NoValidPosition,
    /// The place is in no cell.
    NoCell,
    /// There is no free place, and something was met.
    Collided,
}

/// How far a place may be off without [`PlaceFlags::SLIDE`], metres.
///
/// # Source
/// spec/transition.md 13.4.
const SAME_PLACE: f64 = 0.05;

impl Body {
    /// Puts the body to `position`, or to a free place near it.
    ///
    /// # Source
    /// spec/transition.md 13.4, `CheckPositionInternal` 0x00511E90 and the sequence around it.
    pub fn set_position<P: Probe>(
        &mut self,
        world: &World,
        policy: &Policy,
        position: Position,
        flags: PlaceFlags,
        probe: &mut P,
    ) -> Placed {
        if !self.cell.is_some() {
            self.transient.put(Transient::ACTIVE, true);
        }
        // The body's own flags do not count.
        let mut mover = self.mover(policy);
        let of_kind = MoverFlags::IMPENETRABLE.0
            | MoverFlags::PLAYER.0
            | MoverFlags::PK.0
            | MoverFlags::PK_LITE.0;
        mover.flags.0 &= of_kind;
        // 1.
        let Some(seated) = seat(world, position, mover.spheres[0].center, policy) else {
            self.position = position;
            self.position.cell = CellId::NONE;
            self.cell = CellId::NONE;
            self.transient.put(Transient::ACTIVE, false);
            return Placed::Ok;
        };
        // 2.
        let mut path = Transition::new(world, policy, mover, None, seated, probe);
        path.path.placement_allows_sliding = flags.has(PlaceFlags::SLIDE);
        let success = path.find_valid_position().success
            && (flags.has(PlaceFlags::SLIDE) || is_same_place(&path.path.current, &seated));
        if path.effects.velocity_zeroed {
            self.set_velocity(glam::Vec3::ZERO);
        }
        // 3.
        if !success {
            return if self.respond(&path.collision, false, false, world, policy) {
                Placed::Collided
            } else {
                Placed::NoValidPosition
            };
        }
        // 4.
        if !path.path.current_cell.is_some() {
            return Placed::NoCell;
        }
        self.commit(&path.path, &path.collision, world, policy);
        Placed::Ok
    }
}

/// `position` in the cell that it really belongs to; a single space has one.
fn seat(
    world: &World,
    position: Position,
    center: glam::Vec3,
    policy: &Policy,
) -> Option<Position> {
    match world.cells() {
        Some(cells) => cells.seat(position, center, Search::Visible, policy),
        None => Some(position),
    }
}

/// Quirk: the test is signed, so a place may be off by any way to the west and south.
fn is_same_place(found: &Position, asked: &Position) -> bool {
    let way = wide(found.frame.origin) - wide(asked.frame.origin);
    found.cell == asked.cell && way.x < SAME_PLACE && way.y < SAME_PLACE
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::body::body::{Build, DEFAULT_STATE};
    use crate::geometry::Frame;
    use crate::transition::trial::{quad, space};

    /// spec/transition.md 24, row for 13.4.
    #[test]
    fn signed_test() {
        let at = |x, y, z| Position::single(Frame::at(glam::Vec3::new(x, y, z)));
        let asked = at(0.0, 0.0, 0.0);
        assert!(is_same_place(&at(0.04, -3.0, 5.0), &asked));
        assert!(!is_same_place(&at(0.06, 0.0, 0.0), &asked));
        let mut elsewhere = asked;
        elsewhere.cell = CellId(0xA9B4_0001);
        assert!(!is_same_place(&elsewhere, &asked));
    }

    /// spec/transition.md EX-13a: put 0.54 m above a floor, a human stands on it, and the environment is marked.
    #[test]
    fn put_above_a_floor() {
        let (world, policy) = (space(vec![vec![quad(0.0, true)]]), Policy::RETAIL);
        let mut body = Body::new(Build::human(), Position::default(), DEFAULT_STATE);
        let above = Position::single(Frame::at(glam::Vec3::Z * 0.545));
        let placed = body.set_position(&world, &policy, above, PlaceFlags(0x11), &mut ());
        assert_eq!(placed, Placed::Ok);
        assert!(
            (body.position.frame.origin.z - 0.005).abs() < 1e-4,
            "{body:?}"
        );
        assert_eq!(body.transient, Transient(0x83));
        assert!(body.touches_environment);
    }
}
