//! Projects a step onto what the mover already slides along.

use glam::Vec3;

use super::collision_info::CollisionInfo;
use crate::geometry::vector::{dot, narrow, wide};

/// The offset that a step really takes; drops the sliding normal when the offset leads away from it.
///
/// # Source
/// spec/transition.md 4, `adjust_offset` 0x0050a370, for movers without a contact plane (steps 1 and 3).
pub fn adjust_offset(offset: Vec3, collision: &mut CollisionInfo) -> Vec3 {
    let Some(sliding) = collision.sliding_normal else {
        return offset;
    };
    let into = dot(offset, sliding);
    if into < 0.0 {
        narrow(wide(offset) - wide(sliding) * into)
    } else {
        collision.sliding_normal = None;
        offset
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/transition.md EX-4a.
    #[test]
    fn without_contact() {
        let mut info = CollisionInfo {
            sliding_normal: Some(Vec3::NEG_X),
            ..CollisionInfo::default()
        };
        assert_eq!(
            adjust_offset(Vec3::new(1.0, 1.0, 0.0), &mut info),
            Vec3::new(0.0, 1.0, 0.0)
        );
        assert_eq!(adjust_offset(Vec3::NEG_X, &mut info), Vec3::NEG_X);
        assert_eq!(info.sliding_normal, None);
    }
}
