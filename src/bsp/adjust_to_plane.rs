//! Where along its movement does a sphere that was hit come to rest?
//!
//! First along the touch times of the planes in the way, then by halving the bracket between clear and hit.
//!
//! ```text
//! start ----------------+---------|------------- check
//!                     clear      hit      t = (touching height - start height) / approach
//!                       |<- lo  hi ->|    halved until narrower than 0.02
//! ```

use glam::Vec3;

use super::node::{Struck, Tree};
use crate::constants::{ADJUST_ROUNDS, ADJUST_TOLERANCE};
use crate::geometry::Sphere;
use crate::geometry::vector::{narrow, wide};
use crate::policy::{AdjustToPlane, Policy};
use crate::probe::{Event, Probe};

/// How the search ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdjustResult {
    /// Whether a clear position was found; the sphere then stands there.
    pub success: bool,
    /// The fraction of the movement at which the sphere was left.
    pub time: f64,
    /// The shared counter at the end; in ACE's form the rounds of the loop that it left in.
    pub rounds: u32,
}

/// Moves `sphere`, which was hit at its check position, back to the last clear place on the way from `start`.
///
/// Tree space, metres. `start` is taken to be clear and never tested. `struck` must name the polygon of the hit; it
/// becomes the last polygon that was in the way. Without such a polygon the search fails and moves nothing.
/// The place is less than 0.02 of the movement short of the touch; it may be before `start` or past the check
/// position, because touch times are not clamped.
///
/// # Source
/// spec/bsp.md 6.7, `adjust_to_plane` 0x00539BF0; L-03 under [`AdjustToPlane::NeverSucceeds`].
pub fn adjust_to_plane<P: Probe>(
    tree: &Tree,
    sphere: &mut Sphere,
    start: Vec3,
    struck: &mut Struck,
    policy: &Policy,
    probe: &mut P,
) -> AdjustResult {
    let mut search = Search {
        tree,
        sphere,
        start,
        // A stored vector, rounded once: the movement of the whole search.
        movement: Vec3::ZERO,
        struck,
        policy,
        probe,
    };
    search.movement = narrow(wide(search.sphere.center) - wide(start));
    let result = if policy.adjust_to_plane == AdjustToPlane::NeverSucceeds {
        search.never_succeeds()
    } else {
        search.retail()
    };
    search.probe.note(|| Event::AdjustEnded {
        success: result.success,
        time: result.time,
        rounds: result.rounds,
    });
    result
}

struct Search<'a, P> {
    tree: &'a Tree,
    sphere: &'a mut Sphere,
    start: Vec3,
    movement: Vec3,
    struck: &'a mut Struck,
    policy: &'a Policy,
    probe: &'a mut P,
}

impl<P: Probe> Search<'_, P> {
    fn retail(&mut self) -> AdjustResult {
        let (mut lo, mut hi) = (0.0, 1.0);
        let mut i = 0;
        // Phase 1.
        loop {
            let Some(t) = self.touch_time() else {
                return failed(1.0, i);
            };
            if t == 1.0 {
                // The start is within a radius of the plane: search all of [0, 1].
                break;
            }
            if self.is_clear_at(t) {
                self.round(1, i, t, true);
                lo = t;
                break;
            }
            i += 1;
            hi = t;
            self.round(1, i, t, false);
            if i >= ADJUST_ROUNDS {
                return failed(t, i);
            }
        }
        // Phase 2.
        while i < ADJUST_ROUNDS {
            let mid = (lo + hi) / 2.0;
            let clear = self.is_clear_at(mid);
            if clear {
                lo = mid;
            } else {
                hi = mid;
            }
            // Quirk: an unclamped touch time above 1 makes the bracket negative, which also ends the search here.
            let converged = hi - lo < ADJUST_TOLERANCE;
            if !converged {
                i += 1;
            }
            self.round(2, i, mid, clear);
            if converged {
                break;
            }
        }
        self.place(lo);
        AdjustResult {
            success: true,
            time: lo,
            rounds: i,
        }
    }

    /// L-03. `time` is where the sphere is left, `rounds` counts those of the loop it left in.
    fn never_succeeds(&mut self) -> AdjustResult {
        let (mut lo, mut hi) = (0.0, 1.0);
        let mut left_clear = false;
        for i in 0..ADJUST_ROUNDS {
            let Some(t) = self.touch_time() else {
                return failed(1.0, i);
            };
            if t == 1.0 {
                let clear = self.is_clear_at(1.0);
                self.round(1, i + 1, 1.0, clear);
                if clear {
                    lo = 1.0;
                    left_clear = true;
                    break;
                }
                hi = 1.0;
            }
        }
        if !left_clear {
            return failed(1.0, ADJUST_ROUNDS);
        }
        let mut mid = 1.0;
        for j in 0..ADJUST_ROUNDS {
            mid = (lo + hi) / 2.0;
            let clear = self.is_clear_at(mid);
            self.round(2, j + 1, mid, clear);
            if clear {
                hi = mid;
            } else {
                lo = mid;
            }
            if hi - lo < ADJUST_TOLERANCE {
                return failed(mid, j + 1);
            }
        }
        AdjustResult {
            success: true,
            time: mid,
            rounds: ADJUST_ROUNDS,
        }
    }

    /// Touch time of the polygon in the way; `None` without one.
    fn touch_time(&self) -> Option<f64> {
        let polygon = self.tree.polygon(self.struck.polygon?)?;
        Some(polygon.adjust_sphere_to_poly(
            self.sphere.radius,
            self.start,
            self.movement,
            self.policy,
        ))
    }

    fn place(&mut self, time: f64) {
        self.sphere.center = narrow(wide(self.start) + wide(self.movement) * time);
    }

    fn is_clear_at(&mut self, time: f64) -> bool {
        self.place(time);
        !self.tree.sphere_intersects_poly(
            self.sphere,
            self.movement,
            self.struck,
            self.policy,
            self.probe,
        )
    }

    fn round(&mut self, phase: u32, round: u32, time: f64, clear: bool) {
        let Some(polygon) = self.struck.polygon else {
            return;
        };
        self.probe.note(|| Event::AdjustRound {
            phase,
            round,
            time,
            clear,
            polygon,
        });
    }
}

fn failed(time: f64, rounds: u32) -> AdjustResult {
    AdjustResult {
        success: false,
        time,
        rounds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Polygon;
    use crate::geometry::polygon::reference::{wall, wall_at};
    use crate::ids::PolygonId;
    use crate::policy::preset;
    use crate::probe::Journal;

    const RADIUS: f32 = 0.3;

    /// The search from `start` to `check` (along x) after the walk has found its first polygon.
    fn search(
        polygons: Vec<Polygon>,
        start: f32,
        check: f32,
        policy: &Policy,
    ) -> (AdjustResult, f32, Struck, Journal) {
        let tree = Tree::single_leaf(polygons);
        let start = Vec3::new(start, 0.0, 0.0);
        let mut sphere = Sphere {
            center: Vec3::new(check, 0.0, 0.0),
            radius: RADIUS,
        };
        let mut struck = Struck::default();
        let movement = sphere.center - start;
        let hit = tree.sphere_intersects_poly(&sphere, movement, &mut struck, policy, &mut ());
        assert!(hit, "the check position is hit");
        assert_eq!(struck.polygon, Some(PolygonId(0)));
        let mut journal = Journal::default();
        let result = adjust_to_plane(&tree, &mut sphere, start, &mut struck, policy, &mut journal);
        (result, sphere.center.x, struck, journal)
    }

    fn never_succeeds() -> Policy {
        Policy {
            adjust_to_plane: AdjustToPlane::NeverSucceeds,
            ..Policy::RETAIL
        }
    }

    /// Phase, time and answer of every round.
    fn rounds(journal: &Journal) -> Vec<(u32, u32, f64, bool)> {
        journal
            .entries
            .iter()
            .filter_map(|entry| match entry.event {
                Event::AdjustRound {
                    phase,
                    round,
                    time,
                    clear,
                    ..
                } => Some((phase, round, time, clear)),
                _ => None,
            })
            .collect()
    }

    fn assert_rounds(journal: &Journal, wanted: &[(u32, u32, f64, bool)]) {
        let seen = rounds(journal);
        assert_eq!(seen.len(), wanted.len(), "{seen:?}");
        for (a, b) in seen.iter().zip(wanted) {
            assert_eq!((a.0, a.1, a.3), (b.0, b.1, b.3), "{seen:?}");
            assert!((a.2 - b.2).abs() < 1e-5, "{seen:?}");
        }
    }

    /// spec/bsp.md 6.7, example 1.
    #[test]
    fn touch_then_halving() {
        let (result, x, _, journal) = search(vec![wall()], 1.5, 1.75, &Policy::RETAIL);
        assert!(result.success);
        assert_eq!(result.rounds, 3);
        assert!((x - 1.7).abs() < 1e-5, "{x}");
        assert_rounds(
            &journal,
            &[
                (1, 0, 0.8, true),
                (2, 1, 0.9, false),
                (2, 2, 0.85, false),
                (2, 3, 0.825, false),
                (2, 3, 0.8125, false),
            ],
        );
        let last = &journal.entries.last().unwrap().event;
        assert!(
            matches!(last, Event::AdjustEnded { success: true, rounds: 3, time } if *time == result.time)
        );
    }

    /// spec/bsp.md 6.7, example 2.
    #[test]
    fn longer_way_to_the_same_wall() {
        let (result, x, _, journal) = search(vec![wall()], 1.45, 1.75, &Policy::RETAIL);
        assert!(result.success && (x - 1.7).abs() < 1e-5);
        assert_rounds(
            &journal,
            &[
                (1, 0, 0.833_333, true),
                (2, 1, 0.916_667, false),
                (2, 2, 0.875, false),
                (2, 3, 0.854_167, false),
                (2, 3, 0.843_75, false),
            ],
        );
    }

    /// spec/bsp.md 6.7, example 3: the start is inside already, so the search is all of the way and ends at its start.
    #[test]
    fn start_inside() {
        let (result, x, _, journal) = search(vec![wall()], 1.75, 1.85, &Policy::RETAIL);
        assert!(result.success);
        assert_eq!((result.time, x), (0.0, 1.75));
        let halvings = [0.5, 0.25, 0.125, 0.0625, 0.031_25, 0.015_625];
        let wanted: Vec<_> = (1..)
            .zip(halvings)
            .map(|(i, t)| (2, i.min(5), t, false))
            .collect();
        assert_rounds(&journal, &wanted);
    }

    /// spec/bsp.md 6.7, example 4: a nearer wall takes over.
    #[test]
    fn second_wall() {
        let walls = vec![wall(), wall_at(1.9)];
        let (result, x, struck, journal) = search(walls, 1.5, 1.75, &Policy::RETAIL);
        assert!(result.success && (x - 1.6).abs() < 1e-5, "{x}");
        assert_eq!(struck.polygon, Some(PolygonId(1)));
        assert_rounds(
            &journal,
            &[
                (1, 1, 0.8, false),
                (1, 1, 0.4, true),
                (2, 2, 0.6, false),
                (2, 3, 0.5, false),
                (2, 4, 0.45, false),
                (2, 5, 0.425, false),
                (2, 5, 0.4125, false),
            ],
        );
    }

    /// spec/bsp.md 6.7, end of the examples: ACE's form fails in all four.
    #[test]
    fn never_succeeds_in_any_example() {
        for (walls, start, check) in [
            (vec![wall()], 1.5, 1.75),
            (vec![wall()], 1.45, 1.75),
            (vec![wall()], 1.75, 1.85),
            (vec![wall(), wall_at(1.9)], 1.5, 1.75),
        ] {
            for policy in [never_succeeds(), preset("ace").unwrap().policy] {
                // L-26 would take the single leaf away.
                let policy = Policy {
                    geometry: Policy::RETAIL.geometry,
                    ..policy
                };
                let (result, x, ..) = search(walls.clone(), start, check, &policy);
                assert_eq!((result.success, result.rounds), (false, ADJUST_ROUNDS));
                assert_eq!((result.time, x), (1.0, check));
            }
        }
    }

    /// spec/bsp.md 6.7, L-03: a check position that is clear after all leaves the second loop in its first round.
    #[test]
    fn never_succeeds_even_when_clear() {
        let tree = Tree::single_leaf(vec![wall()]);
        let start = Vec3::new(1.75, 0.0, 0.0);
        let mut sphere = Sphere {
            center: Vec3::new(1.65, 0.0, 0.0),
            radius: RADIUS,
        };
        let mut struck = Struck {
            polygon: Some(PolygonId(0)),
            contact: Vec3::ZERO,
        };
        let result = adjust_to_plane(
            &tree,
            &mut sphere,
            start,
            &mut struck,
            &never_succeeds(),
            &mut (),
        );
        assert_eq!((result.success, result.rounds), (false, 1));
    }

    /// Walls at x = 1.50 - 0.01 k, listed from k = 0.
    fn stack(count: u8) -> Vec<Polygon> {
        (0..count)
            .map(|k| wall_at(1.5 - 0.01 * f32::from(k)))
            .collect()
    }

    /// scenes.md T19 and spec/bsp.md 6.7: fifteen walls leave one probe of the shared counter.
    #[test]
    fn fifteen_walls() {
        let (result, x, struck, journal) = search(stack(15), 1.0, 1.29, &Policy::RETAIL);
        assert!(result.success && (x - 1.06).abs() < 1e-4, "{x}");
        assert_eq!(struck.polygon, Some(PolygonId(14)));
        let probes = rounds(&journal).iter().filter(|r| r.0 == 2).count();
        // The one probe halves 0.034 of the way, which converges and so does not advance the counter.
        assert_eq!((probes, result.rounds), (1, 14));
    }

    /// scenes.md T19: sixteen walls are one too many.
    #[test]
    fn sixteen_walls() {
        let (result, ..) = search(stack(16), 1.0, 1.29, &Policy::RETAIL);
        assert_eq!((result.success, result.rounds), (false, 15));
    }

    /// scenes.md T19: listed nearest first, sixteen walls take one round.
    #[test]
    fn sixteen_walls_nearest_first() {
        let walls = stack(16).into_iter().rev().collect();
        let (result, x, _, journal) = search(walls, 1.0, 1.29, &Policy::RETAIL);
        assert!(result.success && (x - 1.05).abs() < 1e-4, "{x}");
        let first = rounds(&journal).iter().filter(|r| r.0 == 1).count();
        assert_eq!(first, 1);
    }

    /// A search without a polygon, or with one that does not exist, fails and moves nothing.
    #[test]
    fn without_a_polygon() {
        let tree = Tree::single_leaf(vec![wall()]);
        for polygon in [None, Some(PolygonId(1))] {
            for policy in [Policy::RETAIL, never_succeeds()] {
                let mut sphere = Sphere {
                    center: Vec3::new(1.75, 0.0, 0.0),
                    radius: RADIUS,
                };
                let before = sphere;
                let mut struck = Struck {
                    polygon,
                    contact: Vec3::ZERO,
                };
                let start = Vec3::new(1.5, 0.0, 0.0);
                let result =
                    adjust_to_plane(&tree, &mut sphere, start, &mut struck, &policy, &mut ());
                assert!(!result.success);
                assert_eq!(sphere, before);
            }
        }
    }
}
