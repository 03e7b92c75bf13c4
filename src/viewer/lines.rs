//! Overlay shapes as strips of lines and as triangles, for one onlooker.
//!
//! Balls and capsules are drawn as the outline that this onlooker sees, which reads better than rings;
//! dashes are cut here, in pixels of this onlooker.

use glam::{DVec3, Vec3};

use super::onlooker::{Lens, Sight};
use crate::overlay::wire::{self, Strip};
use crate::overlay::{Hatch, Item, Role, Shape, Stroke};

/// Pieces of a circle.
const ROUND: usize = 56;

/// Length of a dash and of the gap after it, pixels.
const DASH: (f64, f64) = (7.0, 5.0);

/// The same for dots.
const DOT: (f64, f64) = (1.6, 4.0);

/// Opacity of the rings of the current sphere, as a share of its outline's.
const RINGS: f32 = 0.3;

/// Most pieces that a strip is cut into.
const MOST_PIECES: usize = 600;

/// Distance between hatch lines, as a share of the fill's size.
const HATCHES: f64 = 12.0;

/// Lines of an item as strips, in the core's space, each with its share of the item's opacity.
#[must_use]
pub(super) fn lines(item: &Item, sight: &Sight) -> Vec<(Strip, f32)> {
    let whole = |strips: Vec<Strip>| strips.into_iter().map(|strip| (strip, 1.0)).collect();
    let strips: Vec<(Strip, f32)> = match &item.shape {
        // Signs and texts are painted over the picture.
        Shape::Marker { .. } | Shape::Label { .. } => return Vec::new(),
        // From inside it has no outline.
        shape if encloses(shape, sight) => return Vec::new(),
        _ if item.width <= 0.0 && !matches!(item.shape, Shape::Fill { .. }) => return Vec::new(),
        Shape::Ball { center, radius } => {
            let mut all: Vec<(Strip, f32)> = outline(*center, *radius, sight)
                .into_iter()
                .map(|strip| (strip, 1.0))
                .collect();
            // The sphere where it is now is told from passed ones by its three rings.
            if item.role == Role::Mover {
                all.extend(
                    [Vec3::X, Vec3::Y, Vec3::Z]
                        .map(|axis| (wire::circle(*center, axis, *radius), RINGS)),
                );
            }
            all
        }
        Shape::Capsule { from, to, radius } => vec![(stadium(*from, *to, *radius, sight), 1.0)],
        Shape::Fill { points, hatch } => whole(hatching(points, *hatch)),
        shape => whole(wire::strips(shape, None)),
    };
    let broken = |lengths| {
        strips
            .iter()
            .flat_map(|(s, share)| cut(s, lengths, sight).into_iter().map(|s| (s, *share)))
            .collect()
    };
    match item.stroke {
        Stroke::Solid => strips,
        Stroke::Dashed => broken(DASH),
        Stroke::Dotted => broken(DOT),
    }
}

/// The inside of an item as a convex polygon with its opacity; `None` when it has none.
#[must_use]
pub(super) fn inside(item: &Item, sight: &Sight) -> Option<(Vec<Vec3>, f32)> {
    match &item.shape {
        shape if encloses(shape, sight) => None,
        Shape::Fill { points, .. } => Some((points.clone(), item.opacity)),
        Shape::Ball { center, radius } if item.fill > 0.0 => {
            outline(*center, *radius, sight).map(|points| (points, item.fill))
        }
        Shape::Capsule { from, to, radius } if item.fill > 0.0 => {
            Some((stadium(*from, *to, *radius, sight), item.fill))
        }
        Shape::Circle {
            center,
            normal,
            radius,
        } if item.fill > 0.0 => Some((wire::circle(*center, *normal, *radius), item.fill)),
        _ => None,
    }
}

/// Whether the onlooker stands in the middle of a shape, as one who looks through the published eye does.
fn encloses(shape: &Shape, sight: &Sight) -> bool {
    if sight.lens != Lens::Perspective {
        return false;
    }
    let near = |a: Vec3, b: Vec3, radius: f32| {
        let (a, b, eye) = (a.as_dvec3(), b.as_dvec3(), sight.eye);
        let way = b - a;
        let share = ((eye - a).dot(way) / way.length_squared().max(1e-12)).clamp(0.0, 1.0);
        (eye - a - way * share).length() <= f64::from(radius)
    };
    match shape {
        Shape::Ball { center, radius } => near(*center, *center, *radius),
        Shape::Capsule { from, to, radius } => near(*from, *to, *radius),
        Shape::Frustum { pose, .. } => near(pose.origin, pose.origin, 0.02),
        _ => false,
    }
}

/// The outline of a ball; none from inside.
fn outline(center: Vec3, radius: f32, sight: &Sight) -> Option<Strip> {
    let (center, axis, radius) = sight.outline(center, radius)?;
    let u = axis.any_orthonormal_vector() * radius;
    let v = axis.cross(u);
    Some(round(center, u, v, 0.0, 1.0, ROUND))
}

/// The outline of what a ball passes, as seen from the side of its middle.
fn stadium(from: Vec3, to: Vec3, radius: f32, sight: &Sight) -> Strip {
    let (a, b) = (from.as_dvec3(), to.as_dvec3());
    let facing = sight.towards_eye(from.midpoint(to));
    let along = (b - a).try_normalize();
    let side = along.and_then(|along| facing.cross(along).try_normalize());
    let (Some(_), Some(side)) = (along, side) else {
        return outline(from, radius, sight).unwrap_or_default();
    };
    let r = f64::from(radius);
    // Across the line of sight the caps are half circles; `ahead` is that part of the way.
    let ahead = side.cross(facing);
    let mut strip = round(b, side * -r, ahead * r, 0.0, 0.5, ROUND / 2);
    strip.extend(round(a, side * r, ahead * -r, 0.0, 0.5, ROUND / 2));
    strip.extend(strip.first().copied());
    strip
}

/// Part of an ellipse, in turns; 0 is at `u`.
fn round(center: DVec3, u: DVec3, v: DVec3, begin: f64, end: f64, pieces: usize) -> Strip {
    (0..=pieces)
        .map(|k| {
            let angle = (begin + (end - begin) * k as f64 / pieces as f64) * std::f64::consts::TAU;
            (center + u * crate::ops::cos(angle) + v * crate::ops::sin(angle)).as_vec3()
        })
        .collect()
}

/// The pieces of a strip that are drawn when it is broken into dashes and gaps of so many pixels.
fn cut(strip: &[Vec3], (dash, gap): (f64, f64), sight: &Sight) -> Vec<Strip> {
    let Some(first) = strip.first() else {
        return Vec::new();
    };
    let middle = strip[strip.len() / 2].midpoint(*first);
    let pixel = sight.metres_per_pixel(middle);
    let total: f64 = strip
        .windows(2)
        .map(|w| f64::from(w[0].distance(w[1])))
        .sum();
    let stretch = (total / (pixel * (dash + gap)) / MOST_PIECES as f64).max(1.0);
    let (dash, gap) = (dash * pixel * stretch, gap * pixel * stretch);
    let mut pieces: Vec<Strip> = Vec::new();
    let mut piece = vec![*first];
    let (mut left, mut drawing) = (dash, true);
    for pair in strip.windows(2) {
        let (mut at, to) = (pair[0].as_dvec3(), pair[1].as_dvec3());
        loop {
            let rest = (to - at).length();
            if rest <= left {
                left -= rest;
                if drawing {
                    piece.push(pair[1]);
                }
                break;
            }
            at += (to - at) * (left / rest);
            if drawing {
                piece.push(at.as_vec3());
                pieces.push(std::mem::take(&mut piece));
            } else {
                piece = vec![at.as_vec3()];
            }
            drawing = !drawing;
            left = if drawing { dash } else { gap };
        }
    }
    if piece.len() > 1 {
        pieces.push(piece);
    }
    pieces
}

/// Lines across a convex polygon in one or two directions.
fn hatching(points: &[Vec3], hatch: Hatch) -> Vec<Strip> {
    let directions: &[(f64, f64)] = match hatch {
        Hatch::Plain => &[],
        Hatch::Single => &[(1.0, 1.0)],
        Hatch::Double => &[(1.0, 1.0), (1.0, -1.0)],
    };
    let [first, second, ..] = points else {
        return Vec::new();
    };
    let (origin, along) = (first.as_dvec3(), (*second - *first).as_dvec3());
    let normal = points
        .windows(3)
        .map(|w| (w[1] - w[0]).as_dvec3().cross((w[2] - w[1]).as_dvec3()))
        .find(|n| n.length_squared() > 1e-12);
    let (Some(u), Some(normal)) = (along.try_normalize(), normal) else {
        return Vec::new();
    };
    let v = normal.normalize().cross(u);
    let mut all = Vec::new();
    for (x, y) in directions {
        // Hatch lines are the level lines of this function of the point.
        let level = |p: &Vec3| {
            ((p.as_dvec3() - origin).dot(u) * x + (p.as_dvec3() - origin).dot(v) * y)
                / 2.0_f64.sqrt()
        };
        let (low, high) = points
            .iter()
            .map(level)
            .fold((f64::MAX, f64::MIN), |(l, h), x| (l.min(x), h.max(x)));
        for k in 1..HATCHES as usize {
            let at = low + (high - low) * k as f64 / HATCHES;
            let ends: Strip = (0..points.len())
                .filter_map(|i| {
                    let (p, q) = (points[i], points[(i + 1) % points.len()]);
                    let (a, b) = (level(&p) - at, level(&q) - at);
                    ((a < 0.0) != (b < 0.0)).then(|| p.lerp(q, (a / (a - b)) as f32))
                })
                .collect();
            if ends.len() == 2 {
                all.push(ends);
            }
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::Layer;
    use crate::viewer::onlooker::Onlooker;
    use bevy_egui::egui::{Rect, pos2};

    fn sight() -> Sight {
        Sight::free(
            &Onlooker::default(),
            Rect::from_min_max(pos2(0.0, 0.0), pos2(800.0, 600.0)),
        )
    }

    fn item(shape: Shape) -> Item {
        Item::new(Layer::SweptSpheres, Role::SweptA, shape)
    }

    #[test]
    fn a_capsule_encloses_both_of_its_ends() {
        let (from, to, radius) = (Vec3::ZERO, Vec3::new(0.3, 1.0, 0.2), 0.3);
        let sight = sight();
        let points = stadium(from, to, radius, &sight);
        let normal = sight.towards_eye(from.midpoint(to));
        for center in [from, to] {
            // The centre is on the same side of every edge.
            let sides: Vec<bool> = points
                .windows(2)
                .filter(|w| w[0].distance(w[1]) > 1e-6)
                .map(|w| {
                    let edge = (w[1] - w[0]).as_dvec3();
                    edge.cross((center - w[0]).as_dvec3()).dot(normal) > 0.0
                })
                .collect();
            assert!(sides.iter().all(|side| *side == sides[0]));
        }
        assert!(points.iter().all(|p| p.is_finite()));
    }

    #[test]
    fn what_one_stands_in_is_not_drawn() {
        let sight = sight();
        let eye = sight.eye.as_vec3();
        let around = item(Shape::Capsule {
            from: eye - Vec3::X,
            to: eye + Vec3::X,
            radius: 0.3,
        })
        .fill(0.2);
        assert!(lines(&around, &sight).is_empty() && inside(&around, &sight).is_none());
        let beside = item(Shape::Capsule {
            from: eye - Vec3::X,
            to: eye - Vec3::X * 0.4,
            radius: 0.3,
        })
        .fill(0.2);
        assert!(!lines(&beside, &sight).is_empty() && inside(&beside, &sight).is_some());
    }

    #[test]
    fn dashes_cover_their_share_and_never_run_away() {
        let sight = sight();
        let line = [Vec3::new(-1.0, 0.0, 0.0), Vec3::new(1.0, 0.0, 0.0)];
        let pieces = cut(&line, DASH, &sight);
        let drawn: f32 = pieces
            .iter()
            .flat_map(|p| p.windows(2))
            .map(|w| w[0].distance(w[1]))
            .sum();
        assert!(
            (f64::from(drawn) / 2.0 - 7.0 / 12.0).abs() < 0.05,
            "{drawn}"
        );
        let endless = [Vec3::ZERO, Vec3::X * 1e6];
        assert!(cut(&endless, DOT, &sight).len() <= MOST_PIECES + 1);
        assert!(cut(&[Vec3::X, Vec3::X], DOT, &sight).len() <= 1);
    }

    #[test]
    fn hatches_stay_inside_their_polygon() {
        let square = [Vec3::ZERO, Vec3::X, Vec3::new(1.0, 0.0, 1.0), Vec3::Z];
        let double = hatching(&square, Hatch::Double);
        assert_eq!(double.len(), 22);
        for point in double.concat() {
            assert!(
                point.y == 0.0 && point.min_element() >= -1e-5 && point.max_element() <= 1.00001,
                "{point}"
            );
        }
        assert!(hatching(&square, Hatch::Plain).is_empty());
    }

    #[test]
    fn signs_and_texts_have_no_lines_and_a_ball_has_an_inside() {
        let sight = sight();
        let label = item(Shape::Label {
            at: Vec3::ZERO,
            text: "a".into(),
        });
        assert!(lines(&label, &sight).is_empty());
        let ball = item(Shape::Ball {
            center: Vec3::ZERO,
            radius: 0.3,
        })
        .fill(0.2)
        .width(0.0);
        assert!(lines(&ball, &sight).is_empty());
        assert_eq!(inside(&ball, &sight).unwrap().1, 0.2);
        assert!(
            inside(
                &item(Shape::Ball {
                    center: Vec3::ZERO,
                    radius: 0.3
                }),
                &sight
            )
            .is_none()
        );
    }
}
