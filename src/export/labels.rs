//! Places texts beside their points so that none covers another.

use super::ink::text_width;
use super::view::{Point, Rect};

/// Height of a text's box, pixels.
const HEIGHT: f64 = 13.0;

/// A text that wants a place; pixels, y downwards.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// The point that it speaks of.
    pub at: Point,
    /// The text.
    pub text: String,
    /// How far it may go from its point.
    pub reach: Reach,
}

/// How far a text may go from its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Beside it, or not at all: numbers of a row.
    Near,
    /// As far as there is room; a thin line ties it.
    Far,
}

/// A placed text.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// Index of the wish.
    pub wish: usize,
    /// The text's box.
    pub bounds: Rect,
    /// A line from the point to the text where they are apart.
    pub tie: Option<[Point; 2]>,
}

impl Placed {
    /// Where the text's base line begins.
    #[must_use]
    pub fn base(&self) -> Point {
        [self.bounds.low[0] + 1.0, self.bounds.high[1] - 3.2]
    }
}

/// Places `wishes` in their order within `frame`; texts keep off what is `taken`, and off `busy` points as far as they can.
///
/// A text without room is left out.
#[must_use]
pub fn place(wishes: &[Wish], busy: &[Point], taken: &[Rect], frame: &Rect) -> Vec<Placed> {
    let mut placed: Vec<Placed> = Vec::new();
    for (wish, w) in wishes.iter().enumerate() {
        // Ties that cross nothing look best; where there is no such place they may pass under other texts.
        let passes: &[Ties] = match w.reach {
            Reach::Near => &[Ties::Free],
            Reach::Far => &[Ties::Free, Ties::Crossing],
        };
        let best = passes
            .iter()
            .find_map(|ties| best_place(wish, w, *ties, &placed, busy, taken, frame));
        placed.extend(best);
    }
    placed
}

/// Whether ties may cross texts and each other.
#[derive(Clone, Copy, PartialEq)]
enum Ties {
    Free,
    Crossing,
}

fn best_place(
    wish: usize,
    w: &Wish,
    ties: Ties,
    placed: &[Placed],
    busy: &[Point],
    taken: &[Rect],
    frame: &Rect,
) -> Option<Placed> {
    let size = [text_width(&w.text) + 2.0, HEIGHT];
    let rings: &[f64] = match w.reach {
        Reach::Near => &[4.0, 8.0, 13.0],
        Reach::Far => &[
            8.0, 14.0, 24.0, 36.0, 50.0, 66.0, 84.0, 104.0, 126.0, 150.0, 180.0,
        ],
    };
    let mut best: Option<(f64, Placed)> = None;
    for &ring in rings {
        if best.as_ref().is_some_and(|(cost, _)| *cost < ring * 0.5) {
            break;
        }
        for direction in DIRECTIONS {
            let bounds = beside(w.at, direction, ring, size);
            if !(frame.holds(bounds.low) && frame.holds(bounds.high)) {
                continue;
            }
            let tie = (ring > 14.0).then(|| [w.at, nearest(&bounds, w.at)]);
            let roomy = bounds.grown(1.5);
            let blocked = taken.iter().any(|t| t.overlaps(&roomy))
                || placed.iter().any(|p| p.bounds.overlaps(&roomy))
                || ties == Ties::Free && placed.iter().any(|p| tangled(p, tie, &roomy));
            if blocked {
                continue;
            }
            let covered = busy.iter().filter(|p| roomy.holds(**p)).count() as f64;
            // Right of the point and above it reads best.
            let taste = if direction[0] > 0.0 { 0.0 } else { 0.4 }
                + if direction[1] < 0.0 { 0.0 } else { 0.2 };
            let cost = ring * 0.5 + covered * 4.0 + taste;
            if best.as_ref().is_none_or(|(least, _)| cost < *least) {
                best = Some((cost, Placed { wish, bounds, tie }));
            }
        }
    }
    best.map(|b| b.1)
}

/// Whether a tie meets another text, or the text another tie.
fn tangled(other: &Placed, tie: Option<[Point; 2]>, bounds: &Rect) -> bool {
    tie.is_some_and(|[a, b]| other.bounds.clip_line(a, b).is_some())
        || other
            .tie
            .is_some_and(|[a, b]| bounds.clip_line(a, b).is_some())
        || crossing(other.tie, tie)
}

/// Sixteen directions, the favourite first; y downwards.
const DIRECTIONS: [Point; 16] = [
    [0.71, -0.71],
    [-0.71, -0.71],
    [0.0, -1.0],
    [0.71, 0.71],
    [-0.71, 0.71],
    [0.0, 1.0],
    [1.0, 0.0],
    [-1.0, 0.0],
    [0.38, -0.92],
    [-0.38, -0.92],
    [0.92, -0.38],
    [-0.92, -0.38],
    [0.92, 0.38],
    [-0.92, 0.38],
    [0.38, 0.92],
    [-0.38, 0.92],
];

/// The box of a text whose nearest point is `ring` away from `at` in about that direction.
fn beside(at: Point, direction: Point, ring: f64, size: Point) -> Rect {
    // From -1 (the box ends at the point) over 0 (centred) to 1 (it begins there).
    let lean = |d: f64| (d * 1.45).clamp(-1.0, 1.0);
    let low =
        [0, 1].map(|k| at[k] + direction[k] * ring + (lean(direction[k]) - 1.0) / 2.0 * size[k]);
    Rect {
        low,
        high: [low[0] + size[0], low[1] + size[1]],
    }
}

/// The point of the box's lower or upper edge, or side, that is nearest to `at`.
fn nearest(bounds: &Rect, at: Point) -> Point {
    [0, 1].map(|k| at[k].clamp(bounds.low[k], bounds.high[k]))
}

fn crossing(a: Option<[Point; 2]>, b: Option<[Point; 2]>) -> bool {
    let (Some([a, b]), Some([c, d])) = (a, b) else {
        return false;
    };
    let side = |p: Point, q: Point, r: Point| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const FRAME: Rect = Rect {
        low: [0.0, 0.0],
        high: [500.0, 300.0],
    };

    fn far(at: Point, text: &str) -> Wish {
        Wish {
            at,
            text: text.into(),
            reach: Reach::Far,
        }
    }

    #[test]
    fn texts_at_one_point_do_not_cover_each_other() {
        let wishes: Vec<_> = (0..12)
            .map(|k| far([250.0, 150.0], &format!("published {k}.610 m")))
            .collect();
        let placed = place(&wishes, &[], &[], &FRAME);
        assert_eq!(placed.len(), 12);
        for (k, a) in placed.iter().enumerate() {
            assert!(FRAME.holds(a.bounds.low) && FRAME.holds(a.bounds.high));
            assert!(
                placed[k + 1..]
                    .iter()
                    .all(|b| !a.bounds.overlaps(&b.bounds))
            );
        }
        assert!(
            placed.iter().any(|p| p.tie.is_some()),
            "far ones are tied to their point"
        );
    }

    #[test]
    fn texts_keep_off_busy_points_and_the_frame() {
        // A line to the upper right, where a text would go first.
        let busy: Vec<Point> = (0..40)
            .map(|k| [4.0 + f64::from(k) * 4.0, 290.0 - f64::from(k) * 4.0])
            .collect();
        let placed = place(&[far([4.0, 290.0], "pivot")], &busy, &[], &FRAME);
        let bounds = placed[0].bounds;
        assert!(FRAME.holds(bounds.low) && FRAME.holds(bounds.high));
        assert!(busy.iter().all(|p| !bounds.holds(*p)), "{bounds:?}");
    }

    #[test]
    fn a_number_without_room_is_left_out() {
        let number = |x| Wish {
            at: [x, 150.0],
            text: "12".into(),
            reach: Reach::Near,
        };
        let crowd: Vec<_> = (0..100)
            .map(|k| number(250.0 + f64::from(k) * 0.1))
            .collect();
        let placed = place(&crowd, &[], &[], &FRAME);
        assert!((4..100).contains(&placed.len()), "{}", placed.len());
    }
}
