//! Numbers over time as SVG: axes with units, a legend, wanted bands, and never more points than pixels.

use std::fmt::Write as _;
use std::ops::Range;

use super::ink::{escape, px, round_ticks, text_width, tick_text};
use super::thin::{Place, path, thin};
use crate::analysis::curve::Sample;

/// Space around the drawing, pixels: left, right, bottom; the legend is above.
const MARGIN: [f64; 3] = [50.0, 10.0, 34.0];
/// Height of a row of the legend, pixels.
const ROW: f64 = 17.0;

/// How two ticks are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Join {
    /// By a straight line.
    Slope,
    /// The value stays until the next tick: counts.
    Step,
}

/// One line of a plot.
pub struct Series<'a> {
    /// Its name in the legend.
    pub name: String,
    /// Classes of its line, from [`super::ink`].
    pub classes: String,
    /// Width of its line, pixels.
    pub width: f64,
    /// How two ticks are joined.
    pub join: Join,
    /// The value at a tick; none leaves a gap.
    pub value: Box<dyn Fn(u32) -> Option<f64> + 'a>,
}

/// Values that are wanted over some ticks.
#[derive(Clone, Debug, PartialEq)]
pub struct Band {
    /// Lowest and highest wanted value.
    pub range: [f64; 2],
    /// When, half open.
    pub ticks: Range<u32>,
    /// What the legend calls it.
    pub name: String,
}

/// What the horizontal axis counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// Seconds, at so many ticks each.
    Seconds(u32),
    /// Ticks; each is a thing of its own, such as a scripted sweep.
    Ticks,
}

/// A plot over the ticks of a run.
pub struct Plot<'a> {
    /// What the vertical axis counts, with its unit.
    pub axis: String,
    /// The ticks shown, half open.
    pub ticks: Range<u32>,
    /// What the horizontal axis counts.
    pub clock: Clock,
    /// The lines, back to front.
    pub series: Vec<Series<'a>>,
    /// What is wanted.
    pub bands: Vec<Band>,
    /// Ticks that are pointed at.
    pub marks: Vec<u32>,
    /// Smallest height of the vertical axis in its unit: less than that looks flat.
    pub least_span: f64,
    /// Width and height, pixels.
    pub size: [f64; 2],
    /// What the horizontal axis counts where that is no time.
    pub across: Option<Across>,
}

/// A horizontal axis of any number.
#[derive(Clone, Debug, PartialEq)]
pub struct Across {
    /// What it counts, with its unit.
    pub axis: String,
    /// Its values at the first and at the last tick.
    pub values: [f64; 2],
}

impl Plot<'_> {
    /// One `svg` element; `alt` says what it shows to those who cannot see it.
    #[must_use]
    pub fn draw(&self, alt: &str) -> String {
        let (legend, top) = self.legend();
        let place = Place {
            left: MARGIN[0],
            top,
            width: self.size[0] - MARGIN[0] - MARGIN[1],
            height: (self.size[1] - top - MARGIN[2]).max(20.0),
            ticks: self.ticks.clone(),
            values: [0.0, 1.0],
        };
        let columns = place.width as usize;
        let runs: Vec<Vec<Vec<Sample>>> = self
            .series
            .iter()
            .map(|s| thin(s, &self.ticks, columns))
            .collect();
        let place = Place {
            values: self.value_range(&runs),
            ..place
        };
        let [w, h] = self.size.map(px);
        let mut out = format!(
            "<svg viewBox=\"0 0 {w} {h}\" role=\"img\" aria-label=\"{}\"><rect class=\"back\" width=\"{w}\" height=\"{h}\"/>{legend}",
            escape(alt)
        );
        self.grid(&place, &mut out);
        self.wanted(&place, &mut out);
        for (series, runs) in self.series.iter().zip(&runs) {
            let d = path(runs, series.join, &place);
            let _ = write!(
                out,
                "<path class=\"{}\" stroke-width=\"{}\" d=\"{d}\"/>",
                series.classes,
                px(series.width)
            );
        }
        for &tick in self.marks.iter().filter(|t| self.ticks.contains(t)) {
            let x = place.x(f64::from(tick));
            let (low, high) = (place.top, place.top + place.height);
            let _ = write!(
                out,
                "<path class=\"ink\" opacity=\".7\" d=\"M{x} {}V{}M{} {}l4 6l4 -6z\"/>",
                px(low),
                px(high),
                px(x - 4.0),
                px(low - 1.0),
                x = px(x),
            );
        }
        out.push_str("</svg>");
        out
    }

    /// Names of lines and bands in rows, and where the drawing begins below them.
    fn legend(&self) -> (String, f64) {
        let mut out = String::new();
        let mut at = [MARGIN[0], 13.0];
        let lines = self.series.iter().map(|s| (s.name.as_str(), Some(s)));
        let mut bands: Vec<&str> = self.bands.iter().map(|b| b.name.as_str()).collect();
        bands.dedup();
        for (name, series) in lines.chain(bands.into_iter().map(|name| (name, None))) {
            let wide = 24.0 + text_width(name) + 16.0;
            if at[0] + wide > self.size[0] && at[0] > MARGIN[0] {
                at = [MARGIN[0], at[1] + ROW];
            }
            let [x, y] = at;
            let _ = match series {
                Some(s) => write!(
                    out,
                    "<path class=\"{}\" stroke-width=\"{}\" d=\"M{} {}h18\"/>",
                    s.classes,
                    px(s.width.max(1.5)),
                    px(x),
                    px(y - 4.0)
                ),
                None => write!(
                    out,
                    "<rect class=\"band\" x=\"{}\" y=\"{}\" width=\"18\" height=\"9\"/>",
                    px(x),
                    px(y - 8.5)
                ),
            };
            let _ = write!(
                out,
                "<text x=\"{}\" y=\"{}\">{}</text>",
                px(x + 24.0),
                px(y),
                escape(name)
            );
            at[0] += wide;
        }
        (out, at[1] + 9.0)
    }

    /// What the vertical axis spans: all values, and wanted bands that are not far from them.
    fn value_range(&self, runs: &[Vec<Vec<Sample>>]) -> [f64; 2] {
        let values = runs.iter().flatten().flatten().map(|s| s.value);
        let (mut low, mut high) =
            values.fold((f64::MAX, f64::MIN), |(l, h), v| (l.min(v), h.max(v)));
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let span = (high - low).max(self.least_span);
        for band in &self.bands {
            for edge in band.range {
                if edge > low - span && edge < high + span {
                    (low, high) = (low.min(edge), high.max(edge));
                }
            }
        }
        let missing = (self.least_span - (high - low)).max(0.0) / 2.0;
        let room = (high - low).max(self.least_span) * 0.07 + missing;
        // What is never less than nothing has no room below it.
        let bottom = match low >= 0.0 {
            true => (low - room).max(0.0),
            false => low - room,
        };
        [bottom, high + room]
    }

    fn grid(&self, place: &Place, out: &mut String) {
        let mut lines = String::new();
        let (right, bottom) = (place.left + place.width, place.top + place.height);
        let ys = round_ticks(
            place.values[0],
            place.values[1],
            (place.height / 34.0).round().max(2.0) as usize,
        );
        let counts = self.series.iter().any(|s| s.join == Join::Step);
        for &value in ys.iter().filter(|v| !counts || v.fract() == 0.0) {
            let y = place.y(value);
            let _ = write!(lines, "M{} {}H{}", px(place.left), px(y), px(right));
            let _ = write!(
                out,
                "<text class=\"num faint end\" x=\"{}\" y=\"{}\">{}</text>",
                px(place.left - 5.0),
                px(y + 3.5),
                if counts {
                    px(value)
                } else {
                    tick_text(value, &ys)
                }
            );
        }
        let (unit, per) = match self.clock {
            Clock::Seconds(hz) => ("time, s", f64::from(hz.max(1))),
            Clock::Ticks => ("tick", 1.0),
        };
        let ends = [
            self.ticks.start,
            self.ticks.end.max(self.ticks.start + 1) - 1,
        ]
        .map(f64::from);
        let (unit, span) = match &self.across {
            Some(across) => (across.axis.as_str(), across.values),
            None => (unit, ends.map(|tick| tick / per)),
        };
        let tick_at = |value: f64| match span[1] > span[0] {
            true => ends[0] + (value - span[0]) / (span[1] - span[0]) * (ends[1] - ends[0]),
            false => ends[0],
        };
        let xs = round_ticks(
            span[0],
            span[1],
            (place.width / 75.0).round().max(2.0) as usize,
        );
        for &at in xs
            .iter()
            .filter(|x| self.clock != Clock::Ticks || self.across.is_some() || x.fract() == 0.0)
        {
            let x = place.x(tick_at(at));
            let _ = write!(lines, "M{} {}V{}", px(x), px(place.top), px(bottom));
            let _ = write!(
                out,
                "<text class=\"num faint mid\" x=\"{}\" y=\"{}\">{}</text>",
                px(x),
                px(bottom + 13.0),
                tick_text(at, &xs)
            );
        }
        let _ = write!(
            out,
            "<path class=\"grid\" d=\"{lines}\"/><rect class=\"frame\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\
             <text class=\"faint mid\" x=\"{}\" y=\"{}\">{}</text>\
             <text class=\"faint mid\" transform=\"translate(10 {})rotate(-90)\">{}</text>",
            px(place.left),
            px(place.top),
            px(place.width),
            px(place.height),
            px(place.left + place.width / 2.0),
            px(bottom + 28.0),
            escape(unit),
            px(place.top + place.height / 2.0),
            escape(&self.axis),
        );
    }

    fn wanted(&self, place: &Place, out: &mut String) {
        for band in &self.bands {
            let ticks = band.ticks.start.max(self.ticks.start)..band.ticks.end.min(self.ticks.end);
            if ticks.is_empty() {
                continue;
            }
            let [low, high] = band
                .range
                .map(|v| v.clamp(place.values[0], place.values[1]));
            if band.range[1] < place.values[0] || band.range[0] > place.values[1] {
                continue;
            }
            let (x, end) = (
                place.x(f64::from(ticks.start)),
                place.x(f64::from(ticks.end - 1)),
            );
            let (y, bottom) = (place.y(high), place.y(low));
            // A band of a hair's breadth is widened so that it can be seen.
            let widen = ((4.0 - (bottom - y)) / 2.0).max(0.0);
            let _ = write!(
                out,
                "<rect class=\"band\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>",
                px(x),
                px(y - widen),
                px((end - x).max(2.0)),
                px(bottom - y + widen * 2.0)
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::view::Point;
    use super::*;

    fn series<'a>(value: impl Fn(u32) -> Option<f64> + 'a) -> Series<'a> {
        Series {
            name: "retail".into(),
            classes: "l0".into(),
            width: 1.5,
            join: Join::Slope,
            value: Box::new(value),
        }
    }

    fn plot(series: Vec<Series<'_>>, ticks: u32) -> Plot<'_> {
        Plot {
            axis: "eye distance, m".into(),
            ticks: 0..ticks,
            clock: Clock::Seconds(240),
            series,
            bands: Vec::new(),
            marks: Vec::new(),
            least_span: 0.01,
            size: [560.0, 180.0],
            across: None,
        }
    }

    fn points(svg: &str) -> Vec<Point> {
        let d = svg
            .split("class=\"l0\"")
            .last()
            .unwrap()
            .split(" d=\"M")
            .nth(1)
            .unwrap()
            .split('"')
            .next()
            .unwrap();
        let numbers: Vec<f64> = d.split(' ').map(|n| n.parse().unwrap()).collect();
        numbers.chunks(2).map(|c| [c[0], c[1]]).collect()
    }

    #[test]
    fn a_spike_of_one_tick_in_a_million_is_seen() {
        let all = plot(
            vec![series(|t| Some(if t == 654_321 { 9.0 } else { 1.0 }))],
            1_000_000,
        );
        let svg = all.draw("");
        assert!(svg.len() < 3000, "{}", svg.len());
        let points = points(&svg);
        let spike = points
            .iter()
            .copied()
            .min_by(|a, b| a[1].total_cmp(&b[1]))
            .unwrap();
        assert!(
            (spike[0] - (50.0 + 500.0 * 0.654_321)).abs() < 1.5,
            "{spike:?}"
        );
        assert!(points.iter().filter(|p| p[1] < 60.0).count() == 1);
    }

    #[test]
    fn noise_has_no_more_points_than_pixels_take() {
        let all = plot(
            vec![series(|t| {
                Some(f64::from(t.wrapping_mul(2_654_435_761) >> 8))
            })],
            300_000,
        );
        let svg = all.draw("");
        assert!(points(&svg).len() <= 2 * 500, "{}", points(&svg).len());
        assert!(svg.len() < 16_000, "{}", svg.len());
    }

    #[test]
    fn a_gap_breaks_the_line() {
        let all = plot(
            vec![series(|t| (!(40..60).contains(&t)).then_some(f64::from(t)))],
            100,
        );
        let svg = all.draw("");
        let d = svg.split("class=\"l0\"").last().unwrap();
        assert_eq!(d.matches('M').count(), 2);
    }

    #[test]
    fn a_flat_line_is_flat_and_in_the_middle() {
        let all = plot(
            vec![series(|t| Some(1.61 + if t % 2 == 0 { 1e-8 } else { 0.0 }))],
            100,
        );
        let points = points(&all.draw(""));
        assert_eq!(points.len(), 2, "{points:?}");
        assert!(points[0][1] > 60.0 && points[0][1] < 120.0);
    }

    #[test]
    fn a_wanted_band_is_shown_and_named() {
        let mut all = plot(vec![series(|_| Some(1.6))], 100);
        let band = |low, high| Band {
            range: [low, high],
            ticks: 50..100,
            name: "wanted".into(),
        };
        all.bands = vec![band(1.6095, 1.6105), band(77.0, 78.0)];
        let svg = all.draw("");
        // The legend's sample and one rectangle; what is out of sight is not drawn.
        assert_eq!(svg.matches("class=\"band\"").count(), 2);
        assert!(svg.contains(">wanted<"));
    }

    #[test]
    fn odd_runs_are_plots_too() {
        for ticks in [0, 1, 2] {
            let svg = plot(
                vec![
                    series(|_| Some(f64::NAN)),
                    series(|_| Some(3.0)),
                    series(|_| None),
                ],
                ticks,
            )
            .draw("<>");
            assert!(
                svg.ends_with("</svg>") && !svg.contains("NaN") && !svg.contains("inf"),
                "{svg}"
            );
        }
    }

    #[test]
    fn names_do_not_leave_the_picture() {
        let many = (0..12).map(|k| Series {
            name: format!("equal-slices+no-adjust {k}"),
            ..series(|_| Some(1.0))
        });
        let svg = plot(many.collect(), 10).draw("");
        let rows: std::collections::BTreeSet<_> = svg
            .split("<text x=\"")
            .skip(1)
            .map(|t| {
                t.split(" y=\"")
                    .nth(1)
                    .unwrap()
                    .split('"')
                    .next()
                    .unwrap()
                    .to_owned()
            })
            .collect();
        assert!(rows.len() >= 3, "{rows:?}");
    }
}
