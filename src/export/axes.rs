//! What stands around a picture: numbers, names, a scale bar, and where east and north are.

use std::fmt::Write as _;

use super::ink::{escape, px, round_length, round_ticks, tick_text};
use super::svg::Picture;

/// Numbers and names of both axes, the scale bar, and where east and north are.
pub(super) fn axes(picture: &Picture) -> String {
    let mut out = String::new();
    let inside = picture.inside();
    let frame = &picture.frame;
    let count = |pixels: f64, each: f64| (pixels / each).round().max(2.0) as usize;
    let xs = round_ticks(frame.low[0], frame.high[0], count(inside.width(), 70.0));
    for &x in &xs {
        let at = picture.pixel([x, frame.low[1]]);
        let _ = write!(
            out,
            "<text class=\"num faint mid\" x=\"{}\" y=\"{}\">{}</text>",
            px(at[0]),
            px(inside.high[1] + 13.0),
            tick_text(x, &xs)
        );
    }
    let ys = round_ticks(frame.low[1], frame.high[1], count(inside.height(), 55.0));
    for &y in &ys {
        let at = picture.pixel([frame.low[0], y]);
        let _ = write!(
            out,
            "<text class=\"num faint end\" x=\"{}\" y=\"{}\">{}</text>",
            px(inside.low[0] - 5.0),
            px(at[1] + 3.5),
            tick_text(y, &ys)
        );
    }
    let _ = write!(
        out,
        "<text class=\"faint mid\" x=\"{}\" y=\"{}\">{}</text><text class=\"faint mid\" transform=\"translate(10 {})rotate(-90)\">{}</text>",
        px((inside.low[0] + inside.high[0]) / 2.0),
        px(inside.high[1] + 28.0),
        escape(&picture.view.right_axis),
        px((inside.low[1] + inside.high[1]) / 2.0),
        escape(&picture.view.up_axis),
    );
    let _ = write!(
        out,
        "<text class=\"faint label\" x=\"{}\" y=\"{}\">{}</text>",
        px(inside.low[0] + 7.0),
        px(inside.low[1] + 15.0),
        escape(picture.view.name)
    );
    scale_bar(picture, &mut out);
    compass(picture, &mut out);
    out
}

/// A bar of a round length in the lower right corner, under the axis.
fn scale_bar(picture: &Picture, out: &mut String) {
    let inside = picture.inside();
    let Some(long) = round_length(80.0 / picture.scale()) else {
        return;
    };
    let text = if long < 0.1 {
        format!("{} mm", px(long * 1000.0))
    } else {
        format!("{} m", tick_text(long, &[0.0, long]))
    };
    let (right, y) = (inside.high[0], inside.high[1] + 27.0);
    let left = right - long * picture.scale();
    let _ = write!(
        out,
        "<path class=\"ink\" d=\"M{l} {t}v6M{l} {m}H{r}M{r} {t}v6\"/><text class=\"num faint end\" x=\"{}\" y=\"{}\">{text}</text>",
        px(left - 5.0),
        px(y + 3.5),
        l = px(left),
        r = px(right),
        t = px(y - 3.0),
        m = px(y),
    );
}

/// Arrows to east and north in the upper right corner, as far as the view shows them.
fn compass(picture: &Picture, out: &mut String) {
    let inside = picture.inside();
    let at = [inside.high[0] - 30.0, inside.low[1] + 30.0];
    let _ = write!(
        out,
        "<circle class=\"back\" opacity=\".85\" cx=\"{}\" cy=\"{}\" r=\"28\"/>",
        px(at[0]),
        px(at[1])
    );
    for (axis, name) in [
        (glam::DVec3::X, "+X"),
        (glam::DVec3::Y, "+Y"),
        (glam::DVec3::Z, "+Z"),
    ] {
        let d = picture.view.project_direction(axis);
        let long = (d[0] * d[0] + d[1] * d[1]).sqrt();
        if long < 0.35 {
            continue;
        }
        let tip = [at[0] + d[0] * 17.0, at[1] - d[1] * 17.0];
        let text = [
            at[0] + d[0] / long * (17.0 * long + 8.0),
            at[1] - d[1] / long * (17.0 * long + 8.0) + 3.5,
        ];
        let _ = write!(
            out,
            "<path class=\"ink\" opacity=\".6\" d=\"M{} {}L{} {}\"/><text class=\"num faint mid label\" x=\"{}\" y=\"{}\">{name}</text>",
            px(at[0]),
            px(at[1]),
            px(tip[0]),
            px(tip[1]),
            px(text[0]),
            px(text[1]),
        );
    }
}
