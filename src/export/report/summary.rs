//! The comparison of all lanes: a table, and where each parts from the first.

use std::fmt::Write as _;

use super::html::{number, verdict};
use super::{Lane, Page};
use crate::analysis::{Diff, SettlesKind};
use crate::export::digest_text;
use crate::export::ink::{escape, lane_classes};
use crate::export::plot::Clock;
use crate::lane::{Measure, Value};

/// One row a lane.
pub(super) fn table(page: &Page<'_>, out: &mut String) {
    let (lanes, clock) = (&page.lanes, page.clock());
    // Of bodies without a camera: where the feet are and what they stand on.
    let of_feet = page.is_of_feet();
    let places = if of_feet {
        "<th class=\"n\">feet x, y, z</th><th>ground</th>"
    } else {
        "<th class=\"n\">eye distance</th><th class=\"n\">pulled in</th>"
    };
    let _ = write!(
        out,
        "<section id=\"lanes\"><h2>Lanes</h2><table><thead><tr><th>lane</th><th>policy</th>{places}<th>settles</th><th class=\"n\">amplitude</th><th class=\"n\">frequency</th>\
         <th>last verdict</th><th class=\"n\">digest</th></tr></thead><tbody>",
    );
    for (k, lane) in lanes.iter().enumerate() {
        let result = &lane.result;
        let metres = |measure| match result.at_last(measure) {
            Value::Number(n) => format!("{} m", number(n, 4)),
            _ => "\u{2013}".to_owned(),
        };
        let place = if of_feet {
            let at = [Measure::FeetX, Measure::FeetY, Measure::FeetZ].map(|measure| {
                let value = result.at_last(measure).number();
                value.map_or_else(|| "\u{2013}".to_owned(), |n| number(n, 3))
            });
            format!(
                "<td class=\"n\">{}</td><td>{}</td>",
                at.join(" "),
                result.ground()
            )
        } else {
            format!(
                "<td class=\"n\">{}</td><td class=\"n\">{}</td>",
                metres(Measure::EyeDistance),
                metres(Measure::PulledIn)
            )
        };
        let (kind, amplitude, hz) = match result.settles {
            None => ("\u{2013}".to_owned(), String::new(), String::new()),
            Some(s) => {
                let class = match (clock, s.kind) {
                    // A series of scripted sweeps has nothing to settle into.
                    (Clock::Ticks, _) => "soft",
                    (_, SettlesKind::FixedPoint) => "good",
                    (_, SettlesKind::Drift) => "soft",
                    _ => "bad",
                };
                (
                    format!("<span class=\"{class}\">{}</span>", s.kind.name()),
                    format!(
                        "{} mm",
                        number(s.amplitude * 1000.0, if s.amplitude < 0.01 { 3 } else { 1 })
                    ),
                    s.hz.map(|hz| format!("{} Hz", number(hz, 2)))
                        .unwrap_or_default(),
                )
            }
        };
        // A narrow page has it in two lines.
        let digest = digest_text(result.digest);
        let digest = digest.split_at(digest.len() / 2);
        let same = match lane.same_as {
            Some(other) => format!(
                "<div class=\"same\">the same as {}</div>",
                escape(lanes[other].name())
            ),
            None => String::new(),
        };
        let _ = write!(
            out,
            "<tr><td class=\"w\">{}<a href=\"#lane-{}\">{}</a>{same}</td><td>{}</td>{place}\
             <td class=\"w\">{kind}</td><td class=\"n\">{amplitude}</td><td class=\"n\">{hz}</td><td class=\"w\">{}</td><td class=\"n d soft\">{}<wbr>{}</td></tr>",
            key(k),
            lane.same_as.unwrap_or(k),
            escape(lane.name()),
            policy_chips(&result.policy.text()),
            verdict(lane.recording.summaries().last().map(|s| s.verdict)),
            digest.0,
            digest.1,
        );
    }
    out.push_str("</tbody></table></section>");
}

/// A sample of a lane's line in plots of several lanes.
pub(super) fn key(lane: usize) -> String {
    format!(
        "<svg class=\"key\" viewBox=\"0 0 34 12\"><path class=\"{}\" stroke-width=\"2.5\" d=\"M1 6H33\"/></svg>",
        lane_classes(lane)
    )
}

/// A policy text as its preset and one chip for each switch that differs from it.
pub(super) fn policy_chips(text: &str) -> String {
    let mut parts = text.split('+');
    let mut out = format!(
        "<span class=\"chip\">{}</span>",
        escape(parts.next().unwrap_or_default())
    );
    for part in parts {
        let _ = write!(out, "<span class=\"chip mono\">{}</span>", escape(part));
    }
    out
}

/// Where each lane first differs from the first one.
pub(super) fn differences(
    lanes: &[Lane<'_>],
    diffs: &[Difference],
    clock: Clock,
    out: &mut String,
) {
    let Some(first) = lanes.first().filter(|_| !diffs.is_empty()) else {
        return;
    };
    let name = escape(first.name());
    let _ = write!(
        out,
        "<section id=\"differences\"><h2>First difference from {name}</h2><table><thead><tr><th>lane</th><th class=\"n\">tick</th>\
         <th class=\"n\">time</th><th class=\"n\">step</th><th>what</th><th>{name}</th><th>this lane</th></tr></thead><tbody>"
    );
    for difference in diffs {
        let lane = &lanes[difference.lane];
        let _ = write!(
            out,
            "<tr><td class=\"w\">{}{}</td>",
            key(difference.lane),
            escape(lane.name())
        );
        match &difference.found {
            Found::Same => {
                out.push_str("<td class=\"soft\" colspan=\"6\">none: bit for bit the same</td>");
            }
            Found::BitsOnly(tick) => {
                let _ = write!(
                    out,
                    "<td class=\"n\">{tick}</td><td class=\"n\">{}</td><td class=\"soft\" colspan=\"4\">from here on the last bits differ, \
                     and nothing that means something</td>",
                    time(*tick, clock)
                );
            }
            Found::NotSought(tick) => {
                let _ = write!(
                    out,
                    "<td class=\"n\">{tick}</td><td class=\"n\">{}</td><td class=\"soft\" colspan=\"4\">from here on digests differ; \
                     the run is long, ask <code>sweepscope diff</code> for the first difference that means something</td>",
                    time(*tick, clock)
                );
            }
            Found::Diff(diff) => match &diff.first {
                Some(d) => {
                    let step = if d.step == 0 {
                        "\u{2013}".to_owned()
                    } else {
                        d.step.to_string()
                    };
                    let _ = write!(
                        out,
                        "<td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{step}</td><td>{}</td><td>{}</td><td>{}</td>",
                        d.tick,
                        time(d.tick, clock),
                        escape(&d.field.replace('_', " ")),
                        escape(&d.a.to_string()),
                        escape(&d.b.to_string()),
                    );
                }
                None => out.push_str("<td class=\"soft\" colspan=\"6\">none</td>"),
            },
        }
        out.push_str("</tr>");
    }
    out.push_str("</tbody></table></section>");
}

fn time(tick: u32, clock: Clock) -> String {
    match clock {
        Clock::Ticks => "\u{2013}".to_owned(),
        Clock::Seconds(hz) => format!("{} s", number(f64::from(tick) / f64::from(hz.max(1)), 3)),
    }
}

/// A lane against the first one.
pub(super) struct Difference {
    /// Index of the lane.
    pub(super) lane: usize,
    /// What was found.
    pub(super) found: Found,
}

/// What comparing two lanes found.
pub(super) enum Found {
    /// Not a bit differs.
    Same,
    /// Bits differ from this tick on, values do not.
    BitsOnly(u32),
    /// Bits differ from this tick on; the run is too long to look for more here.
    NotSought(u32),
    /// A difference that means something.
    Diff(Box<Diff>),
}
