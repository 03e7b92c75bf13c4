//! Which objects a mover is tested against, and the reach filter that some clients put before the test.

use glam::Vec3;

use super::object::Object;
use crate::geometry::Sphere;
use crate::geometry::vector::{length, wide};
use crate::policy::ReachFilter;

/// What the reach filter said of one object; distances in metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// From the mover's current centre to the point that the filter measures to.
    pub distance: f64,
    /// Most that it allows.
    pub reach: f64,
    /// Whether the object is tested.
    pub admitted: bool,
    /// Whether the bounding sphere's centre is within the same reach.
    pub admitted_at_center: bool,
}

/// Slack of the filter, metres.
///
/// # Source
/// spec/transition.md 14.3.
const SLACK: f64 = 2.0;

/// Applies `filter` to `object` for a sphere that moves from `current` to `check`; `None` when there is no filter.
///
/// # Source
/// spec/transition.md 14.3: reach = r + R + |move| + 2, skipped when the distance is strictly greater.
#[must_use]
pub fn reach(filter: ReachFilter, object: &Object, check: Sphere, current: Vec3) -> Option<Reach> {
    if filter == ReachFilter::None {
        return None;
    }
    let bounds = object.bounds();
    let to = |point: Vec3| length(wide(current) - wide(point));
    let distance = match filter {
        ReachFilter::None => return None,
        ReachFilter::FromOrigin => to(object.frame().origin),
        ReachFilter::FromBoundsCentre => to(bounds.center),
    };
    let moved = length(wide(check.center) - wide(current));
    let reach = f64::from(check.radius) + f64::from(bounds.radius) + moved + SLACK;
    Some(Reach {
        distance,
        reach,
        admitted: distance <= reach,
        admitted_at_center: to(bounds.center) <= reach,
    })
}
