//! The objects of a cell, with boxes that say at once which of them a mover cannot meet.

use glam::DVec3;

use super::object::Object;
use super::outline::{Extent, Outline, outline};
use crate::geometry::Sphere;
use crate::ids::ObjectId;

/// Boxes that are compared together.
const LANES: usize = 8;

/// Slack around every box, metres: far more than queries penetrate or round.
const SLACK: f64 = 2e-3;

/// Slack for each metre of a coordinate, for what `f32` rounds there.
const RELATIVE_SLACK: f64 = 1e-6;

/// What a query asks of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asks {
    /// Polygons and round shapes.
    Touch,
    /// Solid matter as well.
    Solid,
}

/// The order in which objects are asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Order {
    /// As they were registered.
    Forwards,
    /// The last one first.
    Backwards,
}

/// A box around the spheres of a mover.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Around {
    min: [f32; 3],
    max: [f32; 3],
}

impl Around {
    /// The box around `spheres`, shifted by `offset` into the block of the candidates. All get the largest radius,
    /// since a head is measured by the foot's.
    pub(crate) fn spheres(spheres: &[Sphere], offset: DVec3) -> Self {
        let (mut min, mut max) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        let mut radius = 0.0_f32;
        for sphere in spheres {
            if sphere.radius > radius {
                radius = sphere.radius;
            }
        }
        for sphere in spheres {
            for axis in 0..3 {
                let center = (f64::from(sphere.center[axis]) + offset[axis]) as f32;
                let (low, high) = (center - radius, center + radius);
                if low < min[axis] {
                    min[axis] = low;
                }
                if high > max[axis] {
                    max[axis] = high;
                }
                if !center.is_finite() {
                    // Nothing is beside what is nowhere.
                    (min[axis], max[axis]) = (f32::NEG_INFINITY, f32::INFINITY);
                }
            }
        }
        Self { min, max }
    }
}

/// Eight boxes, coordinate by coordinate.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Lanes {
    min: [[f32; LANES]; 3],
    max: [[f32; LANES]; 3],
}

impl Lanes {
    /// Boxes that nothing meets.
    const EMPTY: Self = Self {
        min: [[f32::INFINITY; LANES]; 3],
        max: [[f32::NEG_INFINITY; LANES]; 3],
    };

    fn put(&mut self, lane: usize, extent: &Extent, offset: DVec3) {
        for axis in 0..3 {
            let (low, high) = (
                extent.min[axis] + offset[axis],
                extent.max[axis] + offset[axis],
            );
            self.min[axis][lane] = (low - SLACK - RELATIVE_SLACK * low.abs()) as f32;
            self.max[axis][lane] = (high + SLACK + RELATIVE_SLACK * high.abs()) as f32;
        }
    }

    /// A bit for each box that `around` is not beside.
    #[inline]
    fn meets(&self, around: &Around) -> u32 {
        // Numbers rather than flags, which the compiler turns into vector instructions.
        let mut beside = [0_u32; LANES];
        for axis in 0..3 {
            let (min, max) = (around.min[axis], around.max[axis]);
            let lanes = self.min[axis].iter().zip(&self.max[axis]);
            for (beside, (low, high)) in beside.iter_mut().zip(lanes) {
                *beside |= u32::from(*low > max) | u32::from(*high < min);
            }
        }
        let mut count = 0;
        for beside in beside {
            count += beside;
        }
        if count == LANES as u32 {
            return 0;
        }
        let mut bits = 0;
        for (lane, beside) in beside.iter().enumerate() {
            bits |= (1 - beside) << lane;
        }
        bits
    }
}

/// The objects of a cell, in registration order.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Candidates {
    ids: Vec<ObjectId>,
    touch: Vec<Lanes>,
    taken: Vec<Lanes>,
}

impl Candidates {
    /// Adds an object whose outline, shifted by `offset`, is in the block of the cell.
    pub(super) fn push(&mut self, id: ObjectId, outline: &Outline, offset: DVec3) {
        let lane = self.ids.len() % LANES;
        if lane == 0 {
            self.touch.push(Lanes::EMPTY);
            self.taken.push(Lanes::EMPTY);
        }
        self.ids.push(id);
        if let (Some(touch), Some(taken)) = (self.touch.last_mut(), self.taken.last_mut()) {
            touch.put(lane, &outline.touch, offset);
            taken.put(lane, &outline.taken, offset);
        }
    }

    /// All of them.
    pub(super) fn ids(&self) -> &[ObjectId] {
        &self.ids
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    /// The object at `place` in `order`.
    pub(crate) fn at(&self, place: usize, order: Order) -> Option<ObjectId> {
        let index = match order {
            Order::Forwards => place,
            Order::Backwards => self.ids.len().checked_sub(place + 1)?,
        };
        self.ids.get(index).copied()
    }

    /// The first place from `place` on, in `order`, whose object `around` may meet.
    #[inline]
    pub(crate) fn next(
        &self,
        place: usize,
        order: Order,
        asks: Asks,
        around: &Around,
    ) -> Option<usize> {
        let boxes = match asks {
            Asks::Touch => &self.touch,
            Asks::Solid => &self.taken,
        };
        let count = self.ids.len();
        if place >= count {
            return None;
        }
        match order {
            Order::Forwards => {
                let mut bits = u32::MAX << (place % LANES);
                for (k, lanes) in boxes.iter().enumerate().skip(place / LANES) {
                    bits &= lanes.meets(around);
                    if bits != 0 {
                        return Some(k * LANES + bits.trailing_zeros() as usize);
                    }
                    bits = u32::MAX;
                }
                None
            }
            Order::Backwards => {
                let index = count - 1 - place;
                let mut bits = (2 << (index % LANES)) - 1;
                for (k, lanes) in boxes.iter().enumerate().take(index / LANES + 1).rev() {
                    bits &= lanes.meets(around);
                    if bits != 0 {
                        let lane = 31 - bits.leading_zeros() as usize;
                        return Some(count - 1 - (k * LANES + lane));
                    }
                    bits = u32::MAX;
                }
                None
            }
        }
    }
}

/// The outlines of `objects`, each in its own block.
pub(super) fn outlines(objects: &[Object]) -> Vec<Outline> {
    objects.iter().map(outline).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Frame;
    use glam::Vec3;

    /// Balls of radius 1 in a row, 10 m apart.
    fn row(count: u32) -> Candidates {
        let mut candidates = Candidates::default();
        let tree = crate::bsp::Tree::single_leaf(Vec::new());
        for i in 0..count {
            let frame = Frame::at(Vec3::new(10.0 * i as f32, 0.0, 0.0));
            let mut ball = Object::solid(format!("ball {i}"), frame, 1.0, tree.clone());
            ball.parts.clear();
            ball.spheres.push(Sphere {
                center: Vec3::ZERO,
                radius: 1.0,
            });
            candidates.push(ObjectId(i), &outline(&ball), DVec3::ZERO);
        }
        candidates
    }

    fn met(candidates: &Candidates, order: Order, around: &Around) -> Vec<u32> {
        let mut found = Vec::new();
        let mut place = 0;
        while let Some(next) = candidates.next(place, order, Asks::Touch, around) {
            found.push(candidates.at(next, order).unwrap().0);
            place = next + 1;
        }
        found
    }

    /// Both orders name the same ones, whatever the count and wherever the lanes end.
    #[test]
    fn those_that_may_be_met() {
        for count in [1, 7, 8, 9, 16, 21] {
            let candidates = row(count);
            for i in 0..count {
                let sphere = |x: f32| Sphere {
                    center: Vec3::new(x, 1.2, 0.0),
                    radius: 0.5,
                };
                let x = 10.0 * i as f32;
                let one = Around::spheres(&[sphere(x)], DVec3::ZERO);
                assert_eq!(met(&candidates, Order::Forwards, &one), [i], "{count}");
                assert_eq!(met(&candidates, Order::Backwards, &one), [i], "{count}");
                let two = Around::spheres(&[sphere(x), sphere(x + 10.0)], DVec3::ZERO);
                let wanted: Vec<u32> = (i..count).take(2).collect();
                assert_eq!(met(&candidates, Order::Forwards, &two), wanted, "{count}");
                let turned: Vec<u32> = wanted.into_iter().rev().collect();
                assert_eq!(met(&candidates, Order::Backwards, &two), turned, "{count}");
                let beside = Around::spheres(&[sphere(x + 5.0)], DVec3::ZERO);
                assert_eq!(
                    met(&candidates, Order::Forwards, &beside),
                    [0; 0],
                    "{count}"
                );
            }
        }
    }

    /// Where a mover is no place, everything is asked.
    #[test]
    fn no_number() {
        let candidates = row(3);
        for center in [Vec3::NAN, Vec3::new(0.0, f32::NAN, 0.0)] {
            let sphere = Sphere {
                center,
                radius: 0.5,
            };
            let around = Around::spheres(&[sphere, sphere], DVec3::ZERO);
            assert!(!met(&candidates, Order::Forwards, &around).is_empty());
        }
        let all = Around::spheres(
            &[Sphere {
                center: Vec3::NAN,
                radius: 0.5,
            }],
            DVec3::ZERO,
        );
        assert_eq!(met(&candidates, Order::Backwards, &all), [2, 1, 0]);
    }
}
