//! A line of a plot with no more points than pixels.

use std::fmt::Write as _;
use std::ops::Range;

use super::ink::px;
use super::plot::{Join, Series};
use super::view::Point;
use crate::analysis::curve::{self, Sample};

/// Where the drawing is, and what it spans.
pub(super) struct Place {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
    pub(super) ticks: Range<u32>,
    pub(super) values: [f64; 2],
}

impl Place {
    pub(super) fn x(&self, tick: f64) -> f64 {
        let count = f64::from((self.ticks.end.saturating_sub(self.ticks.start)).max(2) - 1);
        self.left + (tick - f64::from(self.ticks.start)) / count * self.width
    }

    pub(super) fn y(&self, value: f64) -> f64 {
        let [low, high] = self.values;
        self.top + (high - value) / (high - low) * self.height
    }
}

/// The samples of a line with no more points than pixels.
pub(super) fn thin(series: &Series<'_>, ticks: &Range<u32>, columns: usize) -> Vec<Vec<Sample>> {
    curve::thin(&series.value, ticks, columns)
}

/// Path data of a line; points on one level are left out but the outer ones.
pub(super) fn path(runs: &[Vec<Sample>], join: Join, place: &Place) -> String {
    let mut d = String::new();
    for run in runs {
        let mut points: Vec<Point> = Vec::new();
        for sample in run {
            let p = [place.x(f64::from(sample.tick)), place.y(sample.value)];
            if let (Join::Step, Some(last)) = (join, points.last().copied()) {
                push(&mut points, [p[0], last[1]]);
            }
            push(&mut points, p);
        }
        if let [only] = points[..] {
            points.push([only[0] + 1.0, only[1]]);
        }
        for (k, p) in points.iter().enumerate() {
            let _ = write!(
                d,
                "{}{} {}",
                if k == 0 { "M" } else { " " },
                px(p[0]),
                px(p[1])
            );
        }
    }
    d
}

fn push(points: &mut Vec<Point>, p: Point) {
    let level = |a: Point, b: Point| (a[1] - b[1]).abs() < 0.05;
    if let [.., a, b] = points[..]
        && level(a, b)
        && level(b, p)
    {
        points.pop();
    }
    points.push(p);
}
