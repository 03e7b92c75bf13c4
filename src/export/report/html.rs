//! Words and numbers as HTML.

use crate::analysis::words::fixed;
use crate::outcome::Verdict;

/// A number with so many decimals, never minus zero.
pub(super) fn number(value: f64, decimals: usize) -> String {
    fixed(value, decimals)
}

/// A verdict with a sign, so that colour is not alone.
pub(super) fn verdict(verdict: Option<Verdict>) -> String {
    let (class, sign) = match verdict {
        None => return "\u{2013}".to_owned(),
        Some(Verdict::Ok) => ("good", "\u{2713}"),
        Some(Verdict::Adjusted) => ("good", "\u{25c6}"),
        Some(Verdict::Slid) => ("soft", "\u{21b7}"),
        Some(Verdict::Collided | Verdict::Failed) => ("bad", "\u{2715}"),
    };
    let name = verdict.map_or("", Verdict::name);
    format!("<span class=\"{class}\">{sign} {name}</span>")
}
