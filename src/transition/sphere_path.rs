//! Where a mover is on its path: begin, end, the last accepted position and the tentative one.

use glam::{DVec3, Vec3};

use super::mover::Mover;
use crate::geometry::position::block_offset;
use crate::geometry::vector::{narrow, wide};
use crate::geometry::{Polygon, Position, Sphere};
use crate::ids::CellId;

/// What an insertion is for.
///
/// # Source
/// spec/bsp.md 2, insert types.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InsertType {
    /// A move.
    #[default]
    Transition,
    /// A test whether the place is free.
    Placement,
    /// The first test of a placement: overlaps are pushed out.
    InitialPlacement,
}

/// A walkable polygon that was found, in its own space.
///
/// # Source
/// spec/transition.md 1.4, `walkable` and its companions.
#[derive(Clone, Copy, Debug)]
pub struct Walkable<'a> {
    /// The polygon.
    pub polygon: &'a Polygon,
    /// The sphere that was tested, polygon space.
    pub sphere: Sphere,
    /// World up in polygon space.
    pub up: Vec3,
    /// Where the polygon's space stands.
    pub position: Position,
    /// Scale of that space.
    pub scale: f32,
}

/// The mover in the space of one obstacle; not refreshed when the check position shifts.
///
/// # Source
/// spec/bsp.md 10.1, `cache_localspace_sphere` 0x0050C9D0.
#[derive(Clone, Copy, Debug)]
pub struct LocalSpace {
    /// Spheres at the check position, as many as the mover has.
    pub spheres: [Sphere; 2],
    /// Centres at the current position.
    pub current: [Vec3; 2],
    /// The obstacle's position.
    pub position: Position,
    /// World up.
    pub up: Vec3,
    /// Scale of the obstacle.
    pub scale: f32,
}

/// State of one path.
///
/// # Source
/// spec/transition.md 1.4, `sphere_path`.
#[derive(Clone, Debug)]
pub struct SpherePath<'a> {
    /// Where the path begins; a placement has no begin.
    pub begin: Option<Position>,
    /// Where it should end.
    pub end: Position,
    /// The last accepted position.
    pub current: Position,
    /// Its cell; none when the mover left the map.
    pub current_cell: CellId,
    /// The tentative position.
    pub check: Position,
    /// Its cell.
    pub check_cell: CellId,
    /// The mover's spheres at [`Self::check`], in its block.
    pub check_spheres: [Sphere; 2],
    /// Lowest point of the foot sphere at [`Self::check`].
    pub check_low: Vec3,
    /// Centres at [`Self::current`], in its block.
    pub current_centers: [Vec3; 2],
    /// The mover in the space of the obstacle that was asked last.
    pub local: LocalSpace,
    /// What the running insertion is for.
    pub insert_type: InsertType,
    /// A step up is being tried.
    pub step_up: bool,
    /// A step down is being tried.
    pub step_down: bool,
    /// Its height, metres.
    pub step_down_amount: f32,
    /// How much of the move is unspent.
    pub walk_interp: f32,
    /// Least z of a normal that supports, exclusive.
    pub walkable_allowance: f32,
    /// The collide latch: an airborne mover touched something and may land.
    pub collide: bool,
    /// Only walkable support is asked for.
    pub check_walkable: bool,
    /// A building's shell is being asked.
    pub building_check: bool,
    /// An interior cell is touched.
    pub hits_interior_cell: bool,
    /// The obstacle being asked is ethereal.
    pub obstruction_ethereal: bool,
    /// Whether the cell list fits the check position.
    pub cell_array_valid: bool,
    /// A touched polygon that is not approached is waiting.
    pub negative_hit: bool,
    /// Whether that one is stepped up on (foot) or slid along (head).
    pub negative_step_up: bool,
    /// Its reversed normal.
    pub negative_normal: Vec3,
    /// Normal of the obstacle that is stepped up on or landed on.
    pub step_up_normal: Vec3,
    /// Whether a placement may search around.
    pub placement_allows_sliding: bool,
    /// The one shared backup slot.
    pub backup: Position,
    /// Its cell.
    pub backup_cell: CellId,
    /// The walkable polygon found last.
    pub walkable: Option<Walkable<'a>>,
    /// Cells that the mover touches at the check position.
    pub cells: Vec<CellId>,
}

impl SpherePath<'_> {
    /// A path from `begin` (none: a placement) to `end` that stands at its beginning.
    ///
    /// # Source
    /// spec/transition.md 1.7, `init_path` 0x0050CE20.
    #[must_use]
    pub fn new(mover: &Mover, begin: Option<Position>, end: Position) -> Self {
        let current = begin.unwrap_or(end);
        let insert_type = if begin.is_some() {
            InsertType::Transition
        } else {
            InsertType::Placement
        };
        let mut path = Self {
            begin,
            end,
            current,
            current_cell: current.cell,
            check: current,
            check_cell: current.cell,
            check_spheres: mover.spheres,
            check_low: Vec3::ZERO,
            current_centers: [Vec3::ZERO; 2],
            local: LocalSpace {
                spheres: mover.spheres,
                current: [Vec3::ZERO; 2],
                position: Position::default(),
                up: Vec3::Z,
                scale: 1.0,
            },
            insert_type,
            step_up: false,
            step_down: false,
            step_down_amount: 0.0,
            walk_interp: 1.0,
            walkable_allowance: 0.0,
            collide: false,
            check_walkable: false,
            building_check: false,
            hits_interior_cell: false,
            obstruction_ethereal: false,
            cell_array_valid: false,
            negative_hit: false,
            negative_step_up: false,
            negative_normal: Vec3::ZERO,
            step_up_normal: Vec3::ZERO,
            placement_allows_sliding: true,
            backup: current,
            backup_cell: current.cell,
            walkable: None,
            cells: Vec::new(),
        };
        path.refresh_current(mover);
        path.set_check(mover, current, current.cell);
        path
    }

    /// Puts the tentative position to `position` and its spheres with it.
    ///
    /// # Source
    /// spec/transition.md 2.1, `set_check`.
    pub fn set_check(&mut self, mover: &Mover, position: Position, cell: CellId) {
        self.check = position;
        self.check_cell = cell;
        self.cell_array_valid = false;
        let (origin, turn) = (
            wide(position.frame.origin),
            position.frame.rotation.matrix(),
        );
        let placed = |local: Vec3| narrow(origin + turn.apply(wide(local)));
        let used = mover.spheres.iter().take(mover.sphere_count);
        for (sphere, local) in self.check_spheres.iter_mut().zip(used) {
            *sphere = Sphere {
                center: placed(local.center),
                radius: local.radius,
            };
        }
        let foot = mover.spheres[0];
        self.check_low = placed(foot.center - Vec3::Z * foot.radius);
    }

    /// Shifts the tentative position and its spheres.
    ///
    /// # Source
    /// spec/transition.md 2.1, `add_offset_to_check_pos` 0x00536A60.
    pub fn add_offset(&mut self, offset: Vec3) {
        let shifted = |point: Vec3| narrow(wide(point) + wide(offset));
        self.cell_array_valid = false;
        self.check.frame.origin = shifted(self.check.frame.origin);
        for sphere in &mut self.check_spheres {
            sphere.center = shifted(sphere.center);
        }
        self.check_low = shifted(self.check_low);
    }

    /// Copies the tentative position to the backup slot.
    ///
    /// # Source
    /// spec/transition.md 2.1, `save_check`.
    pub fn save_check(&mut self) {
        self.backup = self.check;
        self.backup_cell = self.check_cell;
    }

    /// Goes back to the backup slot.
    ///
    /// # Source
    /// spec/transition.md 2.1, `restore_check`.
    pub fn restore_check(&mut self, mover: &Mover) {
        self.set_check(mover, self.backup, self.backup_cell);
    }

    /// Names `cell` as the cell of the tentative position; an outdoor one re-seats the coordinates to its block.
    ///
    /// # Source
    /// spec/transition.md 2.1, `adjust_check`.
    pub fn adjust_check(&mut self, cell: CellId) {
        if cell.is_outdoor() {
            let offset = narrow(block_offset(cell, self.check.cell));
            self.check.frame.origin += offset;
            for sphere in &mut self.check_spheres {
                sphere.center += offset;
            }
            self.check_low += offset;
        }
        self.check.cell = cell;
    }

    /// Accepts the tentative position.
    ///
    /// # Source
    /// spec/transition.md 12 steps 1 and 2.
    pub fn accept(&mut self, mover: &Mover) {
        self.current = self.check;
        self.current_cell = self.check_cell;
        self.refresh_current(mover);
        self.set_check(mover, self.current, self.current_cell);
    }

    /// Recomputes the centres at the current position.
    ///
    /// # Source
    /// spec/transition.md 1.4, `gc`.
    pub fn refresh_current(&mut self, mover: &Mover) {
        let used = mover.spheres.iter().take(mover.sphere_count);
        for (center, local) in self.current_centers.iter_mut().zip(used) {
            *center = self.current.frame.to_global(local.center);
        }
    }

    /// Fills the local-space cache for an obstacle at `position` with `scale`.
    ///
    /// # Source
    /// spec/bsp.md 10.1, `cache_localspace_sphere` 0x0050C9D0.
    pub fn cache_local(&mut self, mover: &Mover, position: Position, scale: f32) {
        // The factor and the points before it are stored numbers: where a mover slides along a face, their rounding
        // decides on which side of "approached" it lies.
        let factor = f64::from((1.0 / f64::from(scale)) as f32);
        let scaled = |point: DVec3| narrow(wide(narrow(point)) * factor);
        // As `Position::to_local`, but each rotation is made a matrix once.
        let (origin, turn) = (
            wide(position.frame.origin),
            position.frame.rotation.matrix(),
        );
        let seen = |from: &Position| {
            let blocks = block_offset(position.cell, from.cell);
            let (at, turned) = (wide(from.frame.origin), from.frame.rotation.matrix());
            move |local: Vec3| {
                let point = at + turned.apply(wide(local));
                turn.apply_inverse(blocks + point - origin)
            }
        };
        let (check, current) = (seen(&self.check), seen(&self.current));
        let used = mover.spheres.iter().take(mover.sphere_count);
        for (i, local) in used.enumerate() {
            self.local.spheres[i] = Sphere {
                center: scaled(check(local.center)),
                radius: (f64::from(local.radius) * factor) as f32,
            };
            self.local.current[i] = scaled(current(local.center));
        }
        self.local.position = position;
        self.local.up = narrow(turn.apply_inverse(wide(Vec3::Z)));
        self.local.scale = scale;
    }

    /// The way that foot (0) or head (1) has moved so far in this step, in the check position's block.
    ///
    /// # Source
    /// spec/transition.md 10.1, `g`.
    #[must_use]
    pub fn moved(&self, check_center: Vec3, index: usize) -> DVec3 {
        block_offset(self.current.cell, self.check.cell) + wide(check_center)
            - wide(self.current_centers[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Frame, Rotation};
    use crate::transition::MoverFlags;
    use crate::transition::trial::{at, ball, close};

    /// spec/transition.md 24, row for 2.3: an obstacle turned by 90 degrees and twice as large.
    #[test]
    fn local_space() {
        let mover = Mover::new(&[ball(Vec3::ZERO, 0.48)], MoverFlags::NONE);
        let here = Position::single(Frame::at(at(10.0, 4.0, 1.0)));
        let mut path = SpherePath::new(&mover, Some(here), here);
        let obstacle = Position::single(Frame {
            origin: at(10.0, 0.0, 0.0),
            rotation: Rotation::about_z(std::f64::consts::FRAC_PI_2),
        });
        path.cache_local(&mover, obstacle, 2.0);
        let foot = path.local.spheres[0];
        assert!(close(foot.center, at(2.0, 0.0, 0.5)), "{}", foot.center);
        assert!((foot.radius - 0.24).abs() < 1e-6);
        assert_eq!(path.local.up, Vec3::Z);
        assert!(close(
            foot.center - path.local.up * foot.radius,
            at(2.0, 0.0, 0.26)
        ));
    }
}
