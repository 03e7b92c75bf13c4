//! A grid of values as a line chart: the last parameter across, one line for each lane and each combination of the others.

use super::{Cell, Grid, Told};
use crate::cli::exit::{Fault, one_line};
use crate::export::ink::{Sheet, document, lane_classes};
use crate::export::plot::{Across, Clock, Join, Plot, Series};
use crate::lane::Measure;

/// Width and height, pixels.
const SIZE: [f64; 2] = [760.0, 420.0];

/// Ticks that the plot is divided into: more than it has pixels.
const DIVISIONS: u32 = 2000;

/// Most lines that can be told apart.
const MOST_LINES: usize = 24;

/// One line: its name, and its points from left to right.
struct Curve {
    name: String,
    /// What is varied against what was measured; none leaves a gap.
    points: Vec<(f64, Option<f64>)>,
}

/// The grid as a chart.
pub(super) fn draw(grid: &Grid<'_>, measure: Measure) -> Result<String, Fault> {
    let Some((last, others)) = grid.params.split_last() else {
        return Err(Fault::input("--svg: a --param was expected".to_owned()));
    };
    let values: Vec<String> = grid
        .rows
        .iter()
        .filter_map(|row| row.values.last().cloned())
        .collect();
    // The last parameter changes fastest: each run of rows with the same others is one line.
    let count = grid
        .rows
        .iter()
        .position(|row| {
            row.values.split_last().map(|v| v.1) != grid.rows[0].values.split_last().map(|v| v.1)
        })
        .unwrap_or(grid.rows.len());
    let (at, axis_name) = across(last, &values[..count]);
    let mut curves = Vec::new();
    for rows in grid.rows.chunks(count.max(1)) {
        for (lane, name) in grid.lanes.iter().enumerate() {
            let fixed = others.iter().zip(&rows[0].values);
            let fixed: String = fixed
                .map(|(name, value)| format!(", {name} {value}"))
                .collect();
            let told = rows.iter().map(|row| match row.results.get(lane) {
                Some(Cell::One(Told::Number(value))) => Some(*value),
                Some(Cell::Folded(folded)) => Some(folded.within as f64),
                _ => None,
            });
            curves.push(Curve {
                name: one_line(&format!("{name}{fixed}")),
                points: at.iter().copied().zip(told).collect(),
            });
        }
    }
    let axis = match (grid.fold, measure.unit()) {
        (Some(fold), _) => format!("runs over {} within the limit", one_line(fold)),
        (None, "") => grid.measure.to_owned(),
        (None, unit) => format!("{}, {unit}", grid.measure),
    };
    let title = format!("{}: {axis} over {axis_name}", one_line(grid.scene));
    chart(&title, [axis_name, axis], curves)
}

/// The values across: as they are written, or numbered from 1 where they are no numbers. The second part names the axis.
fn across(name: &str, values: &[String]) -> (Vec<f64>, String) {
    let numbers: Vec<f64> = values
        .iter()
        .filter_map(|value| value.trim().parse().ok())
        .filter(|value: &f64| value.is_finite())
        .collect();
    if numbers.len() == values.len() {
        return (numbers, one_line(name));
    }
    let numbered = (1..=values.len()).map(|k| k as f64).collect();
    (numbered, format!("{}, its values in turn", one_line(name)))
}

/// A whole SVG file of `curves`.
fn chart(title: &str, axes: [String; 2], curves: Vec<Curve>) -> Result<String, Fault> {
    if curves.len() > MOST_LINES {
        return Err(Fault::input(format!(
            "--svg: {} lines; at most {MOST_LINES} were expected",
            curves.len()
        )));
    }
    let all = || curves.iter().flat_map(|curve| &curve.points);
    let (low, high) = all().fold(
        (f64::INFINITY, f64::NEG_INFINITY),
        |(low, high), (at, _)| (low.min(*at), high.max(*at)),
    );
    let [across, axis] = axes;
    let series = curves.into_iter().enumerate().map(|(index, curve)| {
        let mut points = curve.points;
        points.sort_by(|a, b| a.0.total_cmp(&b.0));
        Series {
            name: curve.name,
            classes: lane_classes(index),
            width: 1.75,
            join: Join::Slope,
            value: Box::new(move |tick| {
                let at = low + (high - low) * f64::from(tick) / f64::from(DIVISIONS);
                between(&points, at, (high - low) / f64::from(DIVISIONS))
            }),
        }
    });
    let plot = Plot {
        axis,
        ticks: 0..DIVISIONS + 1,
        clock: Clock::Ticks,
        series: series.collect(),
        bands: Vec::new(),
        marks: Vec::new(),
        least_span: 1e-6,
        size: SIZE,
        across: Some(Across {
            axis: across,
            values: [low, high],
        }),
    };
    Ok(document(&plot.draw(title), SIZE, Sheet::Reader))
}

/// The value at `at` on the straight line between the points beside it; of points that lie `near` the nearest.
fn between(points: &[(f64, Option<f64>)], at: f64, near: f64) -> Option<f64> {
    let after = points.partition_point(|point| point.0 < at);
    let beside = after
        .checked_sub(1)
        .and_then(|before| points.get(before))
        .zip(points.get(after));
    let ends = [after.checked_sub(1), Some(after)];
    let on = ends
        .into_iter()
        .flatten()
        .filter_map(|index| points.get(index))
        .find(|point| (point.0 - at).abs() <= near / 2.0);
    if let Some(on) = on {
        return on.1;
    }
    let ((from, a), (to, b)) = beside?;
    let share = (at - from) / (to - from);
    Some(*a.as_ref()? * (1.0 - share) + *b.as_ref()? * share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_go_straight_from_value_to_value_and_have_gaps() {
        let points = [
            (0.0, Some(1.0)),
            (1.0, Some(3.0)),
            (4.0, None),
            (5.0, Some(9.0)),
        ];
        let at = |x| between(&points, x, 0.01);
        assert_eq!(
            (at(0.0), at(0.5), at(1.0)),
            (Some(1.0), Some(2.0), Some(3.0))
        );
        assert_eq!((at(2.0), at(4.5), at(5.0)), (None, None, Some(9.0)));
        assert_eq!((at(-1.0), at(6.0)), (None, None));
    }

    #[test]
    fn words_are_numbered() {
        let words = ["equal-slices", "viewer-grid"].map(str::to_owned);
        let (numbers, axis) = across("steps", &words);
        assert_eq!(
            (numbers, axis.as_str()),
            (vec![1.0, 2.0], "steps, its values in turn")
        );
        let (numbers, axis) = across("hz", &["30", "1e2"].map(str::to_owned));
        assert_eq!((numbers, axis.as_str()), (vec![30.0, 100.0], "hz"));
    }
}
