//! The look of pictures and plots: one style sheet, safe text, short numbers.

use std::fmt::Write as _;

use crate::overlay::{Rgb, Role, Theme};

/// The colours that a picture follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sheet {
    /// One theme, whoever looks.
    Fixed(Theme),
    /// What the reader's screen prefers; light on paper.
    Reader,
}

/// Colours of what is no [`Role`]: text, faint text, frames, walls, halo.
struct Neutral {
    text: Rgb,
    faint: Rgb,
    line: Rgb,
    wall: Rgb,
}

fn neutral(theme: Theme) -> Neutral {
    match theme {
        Theme::Dark => Neutral {
            text: Rgb(0xe6, 0xe8, 0xec),
            faint: Rgb(0x9d, 0xa3, 0xae),
            line: Rgb(0x3a, 0x3d, 0x46),
            wall: Rgb(0xc3, 0xc7, 0xd0),
        },
        Theme::Light => Neutral {
            text: Rgb(0x1c, 0x1e, 0x24),
            faint: Rgb(0x5c, 0x62, 0x6e),
            line: Rgb(0xcf, 0xd3, 0xda),
            wall: Rgb(0x4a, 0x50, 0x5c),
        },
    }
}

/// Colours of lanes in plots that show several: repeated after seven.
const LANES: [Role; 7] = [
    Role::Published,
    Role::Contact,
    Role::PlaneReal,
    Role::Sought,
    Role::Desired,
    Role::NodeVisited,
    Role::Mover,
];

/// Dashes of lanes: repeated after four, so that neighbours differ in colour and dash.
const DASHES: [&str; 4] = ["", " dash", " dot", " dashdot"];

/// The classes of the line of lane `index`: colour and dash; 28 differ.
#[must_use]
pub fn lane_classes(index: usize) -> String {
    format!("l{}{}", index % LANES.len(), DASHES[index % DASHES.len()])
}

/// The class that gives lines of `role` their colour (`f` before it: fills, `t` before it: texts).
#[must_use]
pub fn role_class(role: Role) -> String {
    format!("r{}", role as u8)
}

/// The style sheet that all pictures and plots share; without the `style` tag.
#[must_use]
pub fn style_sheet(sheet: Sheet) -> String {
    let mut css = String::from(
        "svg text{font:11px system-ui,'Segoe UI','DejaVu Sans',sans-serif}\
         svg .num{font-family:ui-monospace,'DejaVu Sans Mono',Consolas,monospace;font-size:10px}\
         svg .label{paint-order:stroke;stroke-width:3.5px;stroke-linejoin:round}\
         svg path,svg line,svg circle,svg polyline,svg rect{fill:none}\
         svg .dash{stroke-dasharray:6 4}svg .dot{stroke-dasharray:.1 4;stroke-linecap:round}\
         svg .dashdot{stroke-dasharray:8 3 1.5 3}svg .end{text-anchor:end}svg .mid{text-anchor:middle}",
    );
    match sheet {
        Sheet::Fixed(theme) => css.push_str(&colors(theme)),
        Sheet::Reader => {
            css.push_str(&colors(Theme::Dark));
            let light = colors(Theme::Light);
            let _ = write!(
                css,
                "@media (prefers-color-scheme:light){{{light}}}@media print{{{light}}}"
            );
        }
    }
    css
}

fn colors(theme: Theme) -> String {
    let mut css = String::new();
    let n = neutral(theme);
    let back = theme.background().hex();
    let _ = write!(
        css,
        "svg .back{{fill:{back}}}svg .label{{stroke:{back}}}svg text{{fill:{}}}svg .faint{{fill:{}}}\
         svg .frame{{stroke:{line}}}svg .grid{{stroke:{line};stroke-opacity:.55}}svg .wall{{stroke:{wall};stroke-width:2}}\
         svg .hatch{{stroke:{wall};stroke-opacity:.5}}svg .beyond{{stroke:{wall};stroke-opacity:.22}}\
         svg .ink{{stroke:{}}}svg .band{{fill:{};fill-opacity:.28}}",
        n.text.hex(),
        n.faint.hex(),
        n.text.hex(),
        Role::PlaneReal.color(theme).hex(),
        line = n.line.hex(),
        wall = n.wall.hex(),
    );
    for &role in Role::ALL {
        let (class, color) = (role_class(role), role.color(theme).hex());
        let text = text_color(role, theme).hex();
        let _ = write!(
            css,
            "svg .{class}{{stroke:{color}}}svg .f{class}{{fill:{color}}}svg .t{class}{{fill:{text}}}"
        );
    }
    for (k, role) in LANES.iter().enumerate() {
        let color = role.color(theme).hex();
        let _ = write!(css, "svg .l{k}{{stroke:{color}}}");
    }
    css
}

/// A role's colour for texts: on white darker than its lines, which are thicker.
fn text_color(role: Role, theme: Theme) -> Rgb {
    let Rgb(r, g, b) = role.color(theme);
    let darker = |c: u8| (u16::from(c) * 7 / 10) as u8;
    match theme {
        Theme::Dark => Rgb(r, g, b),
        Theme::Light => Rgb(darker(r), darker(g), darker(b)),
    }
}

/// A whole SVG file around `body`, `size` logical pixels.
#[must_use]
pub fn document(body: &str, size: [f64; 2], sheet: Sheet) -> String {
    let inner = body.strip_prefix("<svg").unwrap_or(body);
    let [w, h] = size.map(px);
    match inner.split_once('>') {
        Some((attributes, rest)) => format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\"{attributes}><style>{}</style>{rest}",
            style_sheet(sheet)
        ),
        None => body.to_owned(),
    }
}

/// Text that means itself in SVG and HTML, also inside quotes. Control characters, which XML refuses, become spaces.
#[must_use]
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => out.push(' '),
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

/// Pixels with one decimal, without what can be left out.
#[must_use]
pub fn px(value: f64) -> String {
    let tenths = (value * 10.0).round();
    if !tenths.is_finite() {
        return "0".to_owned();
    }
    let whole = tenths / 10.0;
    if tenths % 10.0 == 0.0 {
        format!("{}", whole as i64)
    } else {
        format!("{whole:.1}")
    }
}

/// Round numbers from `low` to `high`, about `count` of them, at most 1.4 times as many: steps of 1, 2 or 5 times a
/// power of ten.
#[must_use]
pub fn round_ticks(low: f64, high: f64, count: usize) -> Vec<f64> {
    let span = high - low;
    if !(span.is_finite() && span > 0.0) || count == 0 {
        return Vec::new();
    }
    let rough = span / count as f64;
    let mut step = 1.0;
    while step > rough {
        step /= 10.0;
    }
    while step * 10.0 <= rough {
        step *= 10.0;
    }
    let step = [1.0, 2.0, 5.0, 10.0]
        .map(|f| f * step)
        .into_iter()
        .find(|s| *s >= rough * 0.72)
        .unwrap_or(step);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last.min(first.saturating_add(100)))
        .map(|k| k as f64 * step)
        .collect()
}

/// The longest of 1, 2 or 5 times a power of ten that is not longer than `length`; `None` unless that is positive.
#[must_use]
pub fn round_length(length: f64) -> Option<f64> {
    if !(length.is_finite() && length > 1e-12) {
        return None;
    }
    let mut step = 1.0;
    while step > length {
        step /= 10.0;
    }
    while step * 10.0 <= length {
        step *= 10.0;
    }
    [5.0, 2.0, 1.0]
        .map(|f| f * step)
        .into_iter()
        .find(|s| *s <= length)
}

/// The numbers of [`round_ticks`] with as many decimals as their step needs.
#[must_use]
pub fn tick_text(value: f64, all: &[f64]) -> String {
    let step = all.windows(2).map(|w| w[1] - w[0]).next().unwrap_or(1.0);
    let mut decimals = 0;
    let mut scaled = step;
    while decimals < 9 && (scaled - scaled.round()).abs() > 1e-6 * scaled.abs().max(1e-9) {
        scaled *= 10.0;
        decimals += 1;
    }
    let text = format!("{value:.decimals$}");
    if text.trim_start_matches(['-', '0', '.']).is_empty() {
        text.trim_start_matches('-').to_owned()
    } else {
        text
    }
}

/// About how wide a text is in the sheet's fonts, logical pixels.
#[must_use]
pub fn text_width(text: &str) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' => 3.4,
        'f' | 't' | 'r' | ' ' | '(' | ')' | '-' | '[' | ']' => 4.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 10.2,
        'A'..='Z' => 7.9,
        _ => 6.9,
    };
    text.chars().map(em).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_means_itself() {
        assert_eq!(
            escape("<b>\"R&D\"</b>'\u{1}\n"),
            "&lt;b&gt;&quot;R&amp;D&quot;&lt;/b&gt;&#39;  "
        );
        assert_eq!(escape("wall 3 m → N"), "wall 3 m → N");
    }

    #[test]
    fn pixels_are_short() {
        assert_eq!(
            [1.0, 1.04, 1.25, -0.04, 12.96, f64::NAN].map(px),
            ["1", "1", "1.3", "0", "13", "0"]
        );
    }

    #[test]
    fn ticks_are_round_and_inside() {
        assert_eq!(
            round_ticks(0.0, 1.0, 5),
            [0.0, 0.2, 0.4, 0.6000000000000001, 0.8, 1.0]
        );
        let near = |got: Vec<f64>, want: [f64; 3]| {
            assert!(
                got.len() == 3 && got.iter().zip(want).all(|(g, w)| (g - w).abs() < 1e-9),
                "{got:?}"
            );
        };
        near(round_ticks(-38.7, -38.1, 3), [-38.6, -38.4, -38.2]);
        near(round_ticks(1490.0, 2600.0, 3), [1500.0, 2000.0, 2500.0]);
        for bad in [
            (1.0, 1.0),
            (0.0, f64::INFINITY),
            (f64::NAN, 1.0),
            (2.0, 1.0),
        ] {
            assert!(round_ticks(bad.0, bad.1, 5).is_empty());
        }
        let all = round_ticks(-0.5, 0.5, 5);
        let texts: Vec<_> = all.iter().map(|&t| tick_text(t, &all)).collect();
        assert_eq!(texts, ["-0.4", "-0.2", "0.0", "0.2", "0.4"]);
    }

    #[test]
    fn lengths_round_down() {
        assert_eq!(
            [0.37, 5.0, 99.0].map(round_length),
            [Some(0.2), Some(5.0), Some(50.0)]
        );
        assert_eq!([0.0, -1.0, f64::NAN].map(round_length), [None; 3]);
    }

    #[test]
    fn lanes_differ_in_colour_or_dash() {
        let all: std::collections::BTreeSet<_> = (0..28).map(lane_classes).collect();
        assert_eq!(all.len(), 28);
        for k in 0..27 {
            let (a, b) = (lane_classes(k), lane_classes(k + 1));
            assert!(
                a.split(' ').nth(1) != b.split(' ').nth(1),
                "neighbours differ in dash: {a}, {b}"
            );
        }
    }

    #[test]
    fn a_reader_gets_light_and_paper_too() {
        let css = style_sheet(Sheet::Reader);
        assert!(
            css.contains("#1e1f24")
                && css.contains("prefers-color-scheme:light")
                && css.contains("@media print")
        );
        assert!(!style_sheet(Sheet::Fixed(Theme::Light)).contains("#1e1f24"));
    }
}
