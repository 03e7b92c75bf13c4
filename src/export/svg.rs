//! Pictures of a tick as SVG: a section of the world with an overlay on it, axes in metres, texts that do not touch.

use glam::Vec3;

use super::axes::axes;
use super::canvas::Canvas;
use super::cut::section;
use super::ink::{escape, px};
use super::labels::{Reach, Wish, place};
use super::view::{Point, Rect, View};
use crate::overlay::{Item, Layer, Mark, Overlay, Shape};
use crate::world::World;

/// Space around the drawing, pixels: left, top, right, bottom.
const MARGIN: [f64; 4] = [46.0, 8.0, 10.0, 36.0];

/// What part of a view a picture shows, and how large.
#[derive(Clone, Debug, PartialEq)]
pub struct Picture {
    /// The direction of view.
    pub view: View,
    /// The part of the view, metres.
    pub frame: Rect,
    /// Width of the whole picture, pixels; its height follows from the frame.
    pub width: f64,
}

impl Picture {
    /// Side and top view of `overlay` at one scale, with one horizontal axis; `width` pixels wide.
    ///
    /// Both hold everything that the overlay has, but edges and outlines of polygons.
    #[must_use]
    pub fn pair(overlay: &Overlay, from: Vec3, to: Vec3, width: f64) -> [Self; 2] {
        let views = [View::side(from, to), View::top(from, to)];
        let [side, top] = views.each_ref().map(|view| focus(overlay, view, from, to));
        let low = side.low[0].min(top.low[0]);
        let high = side.high[0].max(top.high[0]);
        let frames = [side, top].map(|frame| {
            let across = high - low;
            // Neither a ribbon nor a tower.
            let height = frame.height().clamp(across * 0.42, across * 0.8);
            let middle = (frame.low[1] + frame.high[1]) / 2.0;
            Rect {
                low: [low, middle - height / 2.0],
                high: [high, middle + height / 2.0],
            }
        });
        let mut frames = frames.into_iter();
        views.map(|view| Self {
            view,
            frame: frames.next().unwrap_or(side),
            width,
        })
    }

    /// Pixels per metre.
    #[must_use]
    pub fn scale(&self) -> f64 {
        (self.width - MARGIN[0] - MARGIN[2]) / self.frame.width()
    }

    /// Width and height of the whole picture, pixels.
    #[must_use]
    pub fn size(&self) -> [f64; 2] {
        [
            self.width,
            (self.frame.height() * self.scale() + MARGIN[1] + MARGIN[3]).round(),
        ]
    }

    /// A point of the view (metres) in pixels, y downwards.
    #[must_use]
    pub fn pixel(&self, p: Point) -> Point {
        let k = self.scale();
        [
            MARGIN[0] + (p[0] - self.frame.low[0]) * k,
            MARGIN[1] + (self.frame.high[1] - p[1]) * k,
        ]
    }

    /// The drawing inside the axes, pixels.
    #[must_use]
    pub fn inside(&self) -> Rect {
        let (a, b) = (self.pixel(self.frame.low), self.pixel(self.frame.high));
        Rect {
            low: [a[0], b[1]],
            high: [b[0], a[1]],
        }
    }
}

/// What of a view is worth seeing: eyes, spheres, contacts; with room around.
fn focus(overlay: &Overlay, view: &View, from: Vec3, to: Vec3) -> Rect {
    let mut points: Vec<Point> = vec![view.project(from), view.project(to)];
    let mut ball = |center: Vec3, radius: f32| {
        let (c, r) = (view.project(center), f64::from(radius));
        points.extend([[c[0] - r, c[1] - r], [c[0] + r, c[1] + r]]);
    };
    for item in &overlay.items {
        if !matches!(
            item.layer,
            Layer::SweptSpheres | Layer::StepBoundaries | Layer::Eyes
        ) {
            continue;
        }
        match &item.shape {
            Shape::Ball { center, radius } => ball(*center, *radius),
            Shape::Capsule { from, to, radius } => {
                ball(*from, *radius);
                ball(*to, *radius);
            }
            Shape::Marker { at, size, .. } => ball(*at, *size),
            _ => {}
        }
    }
    let rect = Rect::around(points).unwrap_or(Rect {
        low: [-1.0, -1.0],
        high: [1.0, 1.0],
    });
    let room = 0.1 * rect.width().max(rect.height()).max(0.5);
    rect.grown(room)
}

/// Draws `overlay` and the section of `world` through `through` as one `svg` element.
///
/// Polygons and planes of contacts are cut like the world: what the section meets is a line, not the whole area.
///
/// Its colours come from [`super::ink::style_sheet`]; [`super::ink::document`] makes a file of it.
#[must_use]
pub fn draw(
    picture: &Picture,
    world: &World,
    through: Vec3,
    overlay: &Overlay,
    alt: &str,
) -> String {
    let mut canvas = Canvas::new(picture, through);
    canvas.grid();
    canvas.section(&section(world, &picture.view, through, &picture.frame));
    for item in &overlay.items {
        canvas.item(item);
    }
    canvas.texts(&wishes(picture, overlay));
    let axes = axes(picture);
    let [w, h] = picture.size().map(px);
    let inside = picture.inside();
    // What is larger than the drawing ends at its frame: the margin is painted over. A clip path would need a name that
    // no other picture of the page has.
    let mask = format!(
        "<path class=\"back\" fill-rule=\"evenodd\" d=\"M0 0H{w}V{h}H0ZM{x} {y}H{}V{}H{x}Z\"/>",
        px(inside.high[0]),
        px(inside.high[1]),
        x = px(inside.low[0]),
        y = px(inside.low[1]),
    );
    format!(
        "<svg viewBox=\"0 0 {w} {h}\" role=\"img\" aria-label=\"{}\"><rect class=\"back\" width=\"{w}\" height=\"{h}\"/>{}\
         {mask}<rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>{axes}</svg>",
        escape(alt),
        canvas.body(),
        px(inside.low[0]),
        px(inside.low[1]),
        px(inside.width()),
        px(inside.height()),
    )
}

/// The overlay's texts: numbers of steps first, as they cannot go far.
fn wishes<'a>(picture: &Picture, overlay: &'a Overlay) -> Vec<(&'a Item, Wish)> {
    let inside = picture.inside();
    let mut all: Vec<_> = (overlay.items.iter())
        .filter_map(|item| {
            let Shape::Label { at, text } = &item.shape else {
                return None;
            };
            let at = picture.pixel(picture.view.project(*at));
            let reach = if item.layer == Layer::StepBoundaries {
                Reach::Near
            } else {
                Reach::Far
            };
            inside.holds(at).then(|| {
                (
                    item,
                    Wish {
                        at,
                        text: text.clone(),
                        reach,
                    },
                )
            })
        })
        .collect();
    all.sort_by_key(|(_, wish)| wish.reach == Reach::Far);
    all
}

/// A sign as path data around the origin, radius 1.
#[must_use]
pub fn mark_path(mark: Mark, center: Point, radius: f64) -> String {
    let [x, y] = center;
    let p = |dx: f64, dy: f64| format!("{} {}", px(x + dx * radius), px(y + dy * radius));
    match mark {
        Mark::Cross => format!(
            "M{}L{}M{}L{}",
            p(-0.7, -0.7),
            p(0.7, 0.7),
            p(-0.7, 0.7),
            p(0.7, -0.7)
        ),
        Mark::Diamond => format!(
            "M{}L{}L{}L{}Z",
            p(0.0, -1.0),
            p(1.0, 0.0),
            p(0.0, 1.0),
            p(-1.0, 0.0)
        ),
        Mark::Dot | Mark::HollowCircle | Mark::FilledCircle => {
            let r = px(radius);
            format!(
                "M{}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0",
                p(-1.0, 0.0),
                d = px(radius * 2.0)
            )
        }
    }
}

pub(super) fn placed_texts(
    wishes: &[(&Item, Wish)],
    busy: &[Point],
    frame: &Rect,
) -> Vec<super::labels::Placed> {
    let only: Vec<Wish> = wishes.iter().map(|(_, wish)| wish.clone()).collect();
    // The view's name and the compass.
    let corner = |left: f64, wide: f64, high: f64| Rect {
        low: [left, frame.low[1]],
        high: [left + wide, frame.low[1] + high],
    };
    let taken = [
        corner(frame.low[0], 80.0, 18.0),
        corner(frame.high[0] - 60.0, 60.0, 58.0),
    ];
    place(&only, busy, &taken, frame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::{LayerSet, Role, Style, overlay};

    fn drawn(policy: &str) -> (String, String, Overlay) {
        let (setup, recording) = crate::overlay::grouped::samples::recorded(policy, 600);
        let replay = recording.replay(&setup, 599);
        let over = overlay(
            &setup,
            &replay,
            LayerSet::ALL.without(Layer::BspSpheres),
            &Style::default(),
        );
        let sweep = &replay.outcome.sweep;
        let [side, top] = Picture::pair(&over, sweep.from, sweep.to, 560.0)
            .map(|picture| draw(&picture, &setup.world, sweep.reached, &over, "a \"view\""));
        (side, top, over)
    }

    /// Every text that stands in an SVG, with where it begins.
    fn texts(svg: &str) -> Vec<(f64, f64, String)> {
        let number = |from: &str, key: &str| {
            let rest = from.split_once(&format!(" {key}=\"")).map_or("", |p| p.1);
            rest.split('"')
                .next()
                .unwrap_or("")
                .parse()
                .unwrap_or(f64::NAN)
        };
        svg.split("<text ")
            .skip(1)
            .map(|t| {
                let text = t.split_once('>').unwrap().1.split('<').next().unwrap();
                (number(t, "x"), number(t, "y"), text.to_owned())
            })
            .collect()
    }

    #[test]
    fn both_views_say_what_the_overlay_says() {
        let (side, top, over) = drawn("retail");
        for svg in [&side, &top] {
            let shown: Vec<String> = texts(svg).into_iter().map(|t| t.2).collect();
            for label in over.labels() {
                assert!(shown.iter().any(|t| t == label), "{label}");
            }
            assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>"));
            assert!(svg.contains("aria-label=\"a &quot;view&quot;\""));
            assert!(!svg.contains("NaN") && !svg.contains("inf"));
            for role in [
                Role::Desired,
                Role::Sought,
                Role::Published,
                Role::Contact,
                Role::HitPolygon,
            ] {
                assert!(
                    svg.contains(&format!("\"{}", super::super::ink::role_class(role))),
                    "{role:?}"
                );
            }
            assert!(svg.contains("class=\"wall\"") && svg.contains("class=\"hatch\""));
            assert!(svg.len() < 12_000, "{}", svg.len());
        }
        assert!(side.contains(">z, m<") && top.contains(">m to its left<"));
    }

    #[test]
    fn texts_stand_inside_and_apart() {
        let (side, _, _) = drawn(crate::recording::samples::SAWTOOTH);
        let labels: Vec<_> = texts(&side)
            .into_iter()
            .filter(|t| t.0.is_finite() && t.2.len() > 6)
            .collect();
        assert!(labels.len() >= 4, "{labels:?}");
        for (k, a) in labels.iter().enumerate() {
            let width = |t: &str| super::super::ink::text_width(t);
            assert!(a.0 > 0.0 && a.0 + width(&a.2) < 560.0, "{a:?}");
            for b in &labels[k + 1..] {
                let beside = a.0 + width(&a.2) <= b.0 || b.0 + width(&b.2) <= a.0;
                assert!((a.1 - b.1).abs() >= 13.0 || beside, "{a:?} {b:?}");
            }
        }
    }

    /// A sphere of 50 m in a picture of a few metres: what is drawn after it hides all of it that is beyond the frame.
    #[test]
    fn large_spheres_end_at_the_frame() {
        let mut over = Overlay::default();
        let ball = |radius| Shape::Capsule {
            from: Vec3::ZERO,
            to: Vec3::Y,
            radius,
        };
        over.items
            .push(Item::new(Layer::Contacts, Role::SweptA, ball(50.0)));
        let [picture, _] = Picture::pair(&over, Vec3::ZERO, Vec3::Y, 400.0);
        let svg = draw(&picture, &World::default(), Vec3::ZERO, &over, "");
        let sphere = svg.find(super::super::ink::role_class(Role::SweptA).as_str());
        let mask = svg
            .find("<path class=\"back\" fill-rule=\"evenodd\"")
            .unwrap();
        let frame = svg.find("<rect class=\"frame\"").unwrap();
        assert!(sphere.unwrap() < mask && mask < frame);
        let [w, h] = picture.size().map(px);
        assert!(svg[mask..].contains(&format!("M0 0H{w}V{h}H0Z")));
        let inside = picture.inside();
        let hole = format!("M{} {}H", px(inside.low[0]), px(inside.low[1]));
        assert!(svg[mask..].contains(&hole));
    }

    #[test]
    fn a_picture_of_nothing_is_a_picture() {
        let over = Overlay::default();
        for picture in Picture::pair(&over, Vec3::ZERO, Vec3::ZERO, 400.0) {
            let svg = draw(&picture, &World::default(), Vec3::ZERO, &over, "");
            assert!(!svg.contains("NaN") && svg.ends_with("</svg>"));
            assert!(picture.size()[1] > 50.0 && picture.size()[1] < 400.0);
        }
    }

    #[test]
    fn names_cannot_break_out() {
        let mut over = Overlay::default();
        over.label(
            Layer::Eyes,
            Role::Sought,
            Vec3::ZERO,
            "<script>alert(1)</script>",
        );
        let [picture, _] = Picture::pair(&over, Vec3::ZERO, Vec3::Y, 400.0);
        let svg = draw(&picture, &World::default(), Vec3::ZERO, &over, "");
        assert!(svg.contains("&lt;script&gt;") && !svg.contains("<script"));
    }
}
