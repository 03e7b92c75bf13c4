//! Turns shapes into SVG elements and remembers where lines are, for the texts to keep off.

use std::fmt::Write as _;

use glam::Vec3;

use super::cut::{Section, cut_line};
use super::ink::{escape, px, role_class, round_ticks};
use super::labels::Wish;
use super::svg::{Picture, mark_path, placed_texts};
use super::view::{Point, Rect};
use crate::overlay::wire::strips;
use crate::overlay::{Hatch, Item, Layer, Mark, Shape, Stroke};

/// Distance between the lines of a hatch, pixels.
const HATCH: f64 = 7.0;

/// One picture in the making.
pub(super) struct Canvas<'a> {
    picture: &'a Picture,
    through: Vec3,
    inside: Rect,
    out: String,
    busy: Vec<Point>,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(picture: &'a Picture, through: Vec3) -> Self {
        Self {
            picture,
            through,
            inside: picture.inside(),
            out: String::new(),
            busy: Vec::new(),
        }
    }

    pub(super) fn body(self) -> String {
        self.out
    }

    fn pixel(&self, p: Vec3) -> Point {
        self.picture.pixel(self.picture.view.project(p))
    }

    /// Faint lines at round metres.
    pub(super) fn grid(&mut self) {
        let (frame, inside) = (&self.picture.frame, self.inside);
        let mut d = String::new();
        for x in round_ticks(
            frame.low[0],
            frame.high[0],
            (inside.width() / 70.0).round().max(2.0) as usize,
        ) {
            let x = self.picture.pixel([x, 0.0])[0];
            let _ = write!(d, "M{} {}V{}", px(x), px(inside.low[1]), px(inside.high[1]));
        }
        for y in round_ticks(
            frame.low[1],
            frame.high[1],
            (inside.height() / 55.0).round().max(2.0) as usize,
        ) {
            let y = self.picture.pixel([0.0, y])[1];
            let _ = write!(d, "M{} {}H{}", px(inside.low[0]), px(y), px(inside.high[0]));
        }
        let _ = write!(self.out, "<path class=\"grid\" d=\"{d}\"/>");
    }

    /// Walls with a hatch on their back, and edges beyond them.
    pub(super) fn section(&mut self, section: &Section) {
        let line = |d: &mut String, a: Point, b: Point| {
            let _ = write!(d, "M{} {}L{} {}", px(a[0]), px(a[1]), px(b[0]), px(b[1]));
        };
        let (mut walls, mut hatch, mut beyond) = (String::new(), String::new(), String::new());
        for edge in &section.beyond {
            let [a, b] = edge.map(|p| self.picture.pixel(p));
            line(&mut beyond, a, b);
        }
        // A hatch on hundreds of small walls would be all that one sees.
        let hatched = section.cuts.len() <= 300;
        for cut in &section.cuts {
            let [a, b] = cut.ends.map(|p| self.picture.pixel(p));
            line(&mut walls, a, b);
            self.sample(a, b);
            let back = [cut.back[0], -cut.back[1]];
            if hatched {
                // Strokes at 45 degrees to the wall, all leaning one way.
                let along = if back[1].abs() > 0.7 {
                    [1.0, 0.0]
                } else {
                    [0.0, -1.0]
                };
                for p in spaced(a, b, HATCH) {
                    let q = [
                        p[0] + (back[0] + along[0]) * 6.0,
                        p[1] + (back[1] + along[1]) * 6.0,
                    ];
                    if let Some([p, q]) = self.inside.clip_line(p, q) {
                        line(&mut hatch, p, q);
                    }
                }
            }
        }
        for (class, d) in [("beyond", beyond), ("hatch", hatch), ("wall", walls)] {
            if !d.is_empty() {
                let _ = write!(self.out, "<path class=\"{class}\" d=\"{d}\"/>");
            }
        }
    }

    /// Remembers a line for the texts to keep off.
    fn sample(&mut self, a: Point, b: Point) {
        self.busy.extend(spaced(a, b, 6.0).into_iter().take(400));
    }

    fn sample_circle(&mut self, c: Point, r: f64) {
        let count = (r * std::f64::consts::TAU / 6.0).clamp(8.0, 400.0) as usize;
        let turn = |k: usize| std::f64::consts::TAU * k as f64 / count as f64;
        let at = |t: f64| [c[0] + crate::ops::cos(t) * r, c[1] + crate::ops::sin(t) * r];
        self.busy.extend((0..count).map(|k| at(turn(k))));
    }

    /// One item of the overlay; texts come later.
    pub(super) fn item(&mut self, item: &Item) {
        let scale = self.picture.scale();
        if item.layer == Layer::Contacts
            && let Shape::Fill { points, .. }
            | Shape::Polyline {
                points,
                closed: true,
            } = &item.shape
            && let Some([a, b]) = cut_line(points, &self.picture.view, self.through)
        {
            let ends = [a, b].map(|p| self.picture.pixel(p));
            if let (Shape::Polyline { .. }, Some([a, b])) =
                (&item.shape, self.inside.clip_line(ends[0], ends[1]))
            {
                let d = format!("M{} {}L{} {}", px(a[0]), px(a[1]), px(b[0]), px(b[1]));
                self.path(&item.clone().width(item.width + 0.75), &d);
                self.sample(a, b);
            }
            return;
        }
        match &item.shape {
            Shape::Label { .. } => {}
            Shape::Ball { center, radius } => {
                let (c, r) = (self.pixel(*center), f64::from(*radius) * scale);
                if self.reaches(c, r) {
                    let d = mark_path(Mark::HollowCircle, c, r);
                    self.path(item, &d);
                    self.sample_circle(c, r);
                }
            }
            Shape::Capsule { from, to, radius } => {
                let (a, b) = (self.pixel(*from), self.pixel(*to));
                let r = f64::from(*radius) * scale;
                self.path(item, &stadium(a, b, r));
                let (x, y) = (b[0] - a[0], b[1] - a[1]);
                let long = (x * x + y * y).sqrt();
                if item.width > 0.0 && long > 0.1 {
                    let n = [-y / long * r, x / long * r];
                    for side in [1.0, -1.0] {
                        let off = |p: Point| [p[0] + n[0] * side, p[1] + n[1] * side];
                        self.sample(off(a), off(b));
                    }
                }
            }
            Shape::Marker { at, mark, size } => {
                let c = self.pixel(*at);
                if self.inside.holds(c) {
                    // Signs keep a size that can be seen whatever the scale.
                    let least = if *mark == Mark::Dot { 1.6 } else { 4.5 };
                    let r = (f64::from(*size) * scale).clamp(least, least * 2.0);
                    self.path(item, &mark_path(*mark, c, r));
                    self.busy.extend([
                        c,
                        [c[0] - r, c[1]],
                        [c[0] + r, c[1]],
                        [c[0], c[1] - r],
                        [c[0], c[1] + r],
                    ]);
                }
            }
            Shape::Fill { points, hatch } => self.fill(item, points, *hatch),
            Shape::Arrow { from, to } => {
                let (a, b) = (self.pixel(*from), self.pixel(*to));
                if let Some([_, tip]) = self.inside.clip_line(a, b) {
                    self.path(item, &arrow(a, tip));
                    self.sample(a, tip);
                }
            }
            shape => {
                let mut d = String::new();
                for strip in strips(shape, None) {
                    let points: Vec<Point> = strip.iter().map(|&p| self.pixel(p)).collect();
                    for pair in points.windows(2) {
                        if let Some([a, b]) = self.inside.clip_line(pair[0], pair[1]) {
                            let _ =
                                write!(d, "M{} {}L{} {}", px(a[0]), px(a[1]), px(b[0]), px(b[1]));
                            self.sample(a, b);
                        }
                    }
                }
                if !d.is_empty() {
                    self.path(item, &d);
                }
            }
        }
    }

    /// Whether a circle's line comes into the picture; one that surrounds it does not.
    fn reaches(&self, c: Point, r: f64) -> bool {
        let (low, high) = (self.inside.low, self.inside.high);
        let nearest = [0, 1].map(|k| c[k].clamp(low[k], high[k]) - c[k]);
        let farthest = [0, 1].map(|k| (low[k] - c[k]).abs().max((high[k] - c[k]).abs()));
        let square = |v: Point| v[0] * v[0] + v[1] * v[1];
        square(nearest) <= r * r && r * r <= square(farthest)
    }

    fn fill(&mut self, item: &Item, points: &[Vec3], hatch: Hatch) {
        let flat: Vec<Point> = points.iter().map(|&p| self.pixel(p)).collect();
        let flat = self.inside.clip_polygon(&flat);
        if flat.len() < 3 {
            return;
        }
        let d = polygon(&flat);
        let _ = write!(
            self.out,
            "<path class=\"f{}\" style=\"fill-opacity:{:.2}\" d=\"{d}\"/>",
            role_class(item.role),
            item.opacity
        );
        let slopes: &[f64] = match hatch {
            Hatch::Plain => &[],
            Hatch::Single => &[1.0],
            Hatch::Double => &[1.0, -1.0],
        };
        let mut lines = String::new();
        for &slope in slopes {
            for [a, b] in hatch_lines(&flat, slope) {
                let _ = write!(
                    lines,
                    "M{} {}L{} {}",
                    px(a[0]),
                    px(a[1]),
                    px(b[0]),
                    px(b[1])
                );
            }
        }
        if !lines.is_empty() {
            let _ = write!(
                self.out,
                "<path class=\"{}\" opacity=\".7\" d=\"{lines}\"/>",
                role_class(item.role)
            );
        }
    }

    fn path(&mut self, item: &Item, d: &str) {
        let role = role_class(item.role);
        let dash = match item.stroke {
            Stroke::Solid => "",
            Stroke::Dashed => " dash",
            Stroke::Dotted => " dot",
        };
        if item.fill > 0.0 {
            let _ = write!(
                self.out,
                "<path class=\"f{role}\" style=\"fill-opacity:{:.2};stroke:none\" d=\"{d}\"/>",
                item.fill
            );
        }
        if item.width > 0.0 {
            let opacity = if item.opacity < 1.0 {
                format!(" opacity=\"{:.2}\"", item.opacity)
            } else {
                String::new()
            };
            let width = if item.width == 1.0 {
                String::new()
            } else {
                format!(" stroke-width=\"{}\"", item.width)
            };
            let _ = write!(
                self.out,
                "<path class=\"{role}{dash}\"{width}{opacity} d=\"{d}\"/>"
            );
        }
    }

    /// All texts, with the thin lines that tie them to their points.
    pub(super) fn texts(&mut self, wishes: &[(&Item, Wish)]) {
        let room = self.inside.grown(-3.0);
        let mut texts = String::new();
        for placed in placed_texts(wishes, &self.busy, &room) {
            let (item, wish) = &wishes[placed.wish];
            let role = role_class(item.role);
            if let Some([a, b]) = placed.tie {
                let _ = write!(
                    self.out,
                    "<path class=\"{role}\" opacity=\".55\" stroke-width=\".8\" d=\"M{} {}L{} {}\"/>",
                    px(a[0]),
                    px(a[1]),
                    px(b[0]),
                    px(b[1])
                );
            }
            let [x, y] = placed.base().map(px);
            let _ = write!(
                texts,
                "<text class=\"label t{role}\" x=\"{x}\" y=\"{y}\">{}</text>",
                escape(&wish.text)
            );
        }
        self.out.push_str(&texts);
    }
}

/// Points along a line, `gap` apart, both ends not included.
fn spaced(a: Point, b: Point, gap: f64) -> Vec<Point> {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let long = (x * x + y * y).sqrt();
    let count = (long / gap).min(2000.0) as usize;
    let at = |k: usize| {
        let t = (k as f64 + 0.5) * gap / long;
        [a[0] + x * t, a[1] + y * t]
    };
    (0..count).map(at).collect()
}

fn polygon(points: &[Point]) -> String {
    let mut d = String::new();
    for (k, p) in points.iter().enumerate() {
        let _ = write!(
            d,
            "{}{} {}",
            if k == 0 { 'M' } else { 'L' },
            px(p[0]),
            px(p[1])
        );
    }
    d.push('Z');
    d
}

/// What a circle passes from `a` to `b`.
fn stadium(a: Point, b: Point, r: f64) -> String {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let long = (x * x + y * y).sqrt();
    if long < 0.05 {
        return mark_path(Mark::HollowCircle, b, r);
    }
    let n = [-y / long * r, x / long * r];
    let at = |p: Point, s: f64| format!("{} {}", px(p[0] + n[0] * s), px(p[1] + n[1] * s));
    let r = px(r);
    format!(
        "M{}A{r} {r} 0 0 1 {}L{}A{r} {r} 0 0 1 {}Z",
        at(a, 1.0),
        at(a, -1.0),
        at(b, -1.0),
        at(b, 1.0),
    )
}

/// A line with a head of at most 8 pixels.
fn arrow(a: Point, b: Point) -> String {
    let (x, y) = (b[0] - a[0], b[1] - a[1]);
    let long = (x * x + y * y).sqrt();
    if long < 0.5 {
        // Seen along its axis.
        return mark_path(Mark::HollowCircle, a, 3.0);
    }
    let head = (long * 0.35).min(8.0);
    let (u, v) = (
        [x / long * head, y / long * head],
        [-y / long * head * 0.5, x / long * head * 0.5],
    );
    let p = |dx: f64, dy: f64| format!("{} {}", px(dx), px(dy));
    format!(
        "M{}L{}M{}L{}L{}",
        p(a[0], a[1]),
        p(b[0], b[1]),
        p(b[0] - u[0] + v[0], b[1] - u[1] + v[1]),
        p(b[0], b[1]),
        p(b[0] - u[0] - v[0], b[1] - u[1] - v[1]),
    )
}

/// Lines of a slope (1 or -1) across a convex polygon.
fn hatch_lines(points: &[Point], slope: f64) -> Vec<[Point; 2]> {
    // Where y - slope * x is the same along a line.
    let level = |p: &Point| p[1] - slope * p[0];
    let (low, high) = points
        .iter()
        .map(level)
        .fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
    let gap = HATCH * std::f64::consts::SQRT_2;
    let count = ((high - low) / gap).min(300.0) as usize;
    let mut all = Vec::new();
    for k in 0..=count {
        let c = low + (k as f64 + 0.5) * gap;
        let mut met: Vec<Point> = Vec::new();
        for (k, p) in points.iter().enumerate() {
            let q = &points[(k + 1) % points.len()];
            let (h, g) = (level(p) - c, level(q) - c);
            if (h > 0.0) != (g > 0.0) {
                let t = h / (h - g);
                met.push([p[0] + (q[0] - p[0]) * t, p[1] + (q[1] - p[1]) * t]);
            }
        }
        if let [a, b, ..] = met[..] {
            all.push([a, b]);
        }
    }
    all
}
