//! What a probe log tells, as marks in the world.

use glam::Vec3;

use super::lines::{Item, Layer, Mark, Overlay, Shape};
use super::role::{Role, Stroke};
use crate::formats::probe_log::Drawable;

/// Radius of a point, metres.
const POINT: f32 = 0.02;

/// Draws what an entry of a log has to show; of the one that is picked all of it, with its names.
pub fn logged(drawables: &[Drawable], picked: Option<&str>, out: &mut Overlay) {
    let (layer, role) = match picked {
        Some(_) => (Layer::Recorded, Role::Picked),
        None => (Layer::Recorded, Role::Recorded),
    };
    let thick = if picked.is_some() { 2.5 } else { 1.25 };
    let item = |shape| {
        Item::new(layer, role, shape)
            .stroke(Stroke::Solid)
            .width(thick)
    };
    let sign = |at, mark| Shape::Marker {
        at,
        mark,
        size: POINT,
    };
    for drawable in drawables {
        match drawable {
            Drawable::Point { at, .. } => out.push(item(sign(*at, Mark::Cross))),
            Drawable::Polygon { corners } => {
                let points = corners.clone();
                let closed = true;
                out.push(item(Shape::Polyline { points, closed }));
            }
            Drawable::Sweep { from, to, out: end } => {
                let (from, to) = (*from, *to);
                out.push(item(sign(from, Mark::Dot)));
                match end {
                    Some(end) => {
                        // What was asked for is dashed, what came of it is not.
                        let asked = item(Shape::Line { from, to });
                        out.push(asked.stroke(Stroke::Dashed).opacity(0.7));
                        out.push(item(Shape::Arrow { from, to: *end }));
                        out.push(item(sign(*end, Mark::Diamond)));
                    }
                    None => out.push(item(Shape::Arrow { from, to })),
                }
            }
            Drawable::PlaceFail { at, radius } => {
                if let Some(radius) = *radius {
                    let ball = Shape::Ball {
                        center: *at,
                        radius,
                    };
                    out.push(item(ball).stroke(Stroke::Dashed));
                }
                out.push(item(sign(*at, Mark::Cross)));
            }
        }
    }
    let Some(name) = picked else {
        return;
    };
    if let Some(at) = drawables.first().and_then(middle) {
        out.label(layer, role, at, name);
    }
    for drawable in drawables.iter().skip(1) {
        if let Drawable::Point { at, name } = drawable {
            out.label(layer, role, *at, name.as_str());
        }
    }
}

/// A point that stands for what is drawn.
#[must_use]
pub fn middle(drawable: &Drawable) -> Option<Vec3> {
    match drawable {
        Drawable::Point { at, .. } | Drawable::PlaceFail { at, .. } => Some(*at),
        Drawable::Sweep { from, to, .. } => Some((*from + *to) * 0.5),
        Drawable::Polygon { corners } => {
            let sum: Vec3 = corners.iter().copied().sum();
            (!corners.is_empty()).then(|| sum / corners.len() as f32)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::probe_log::{drawables, read};

    #[test]
    fn lines_of_a_log_are_drawn_and_the_picked_one_is_named() {
        let log = read(
            b"[resolve] in=(1,2,3) tgt=(2,2,3) out=(1.5,2,3) ok=True\n[reach-q] centre=(1,1,1) other=(2,2,2)\n[poly-dump] verts=[(0,0,0),(1,0,0),(0,1,0)]\n",
        );
        let draw = |index: usize, picked| {
            let mut out = Overlay::default();
            logged(&drawables(&log.entries[index]), picked, &mut out);
            out
        };
        let sweep = draw(0, None);
        assert!(sweep.items.iter().all(|item| item.role == Role::Recorded));
        let is_end = |item: &&Item| matches!(&item.shape, Shape::Arrow { to, .. } if *to == Vec3::new(1.5, 2.0, 3.0));
        assert_eq!(sweep.items.iter().filter(is_end).count(), 1);
        assert_eq!(sweep.labels().count(), 0);
        let picked = draw(1, Some("line 2"));
        assert_eq!(picked.labels().collect::<Vec<_>>(), ["line 2", "other"]);
        let polygon = draw(2, None);
        assert!(matches!(
            &polygon.items[0].shape,
            Shape::Polyline { points, closed: true } if points.len() == 3
        ));
        let at = middle(&drawables(&log.entries[2])[0]).unwrap();
        assert!((at - Vec3::new(1.0, 1.0, 0.0) / 3.0).length() < 1e-6);
    }
}
