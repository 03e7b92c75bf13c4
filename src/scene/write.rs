//! A [`Scene`] as the text that a person would write.
//!
//! The model is taken apart by serde into a small tree of values; fields that say what the format assumes anyway are left out, and
//! the rest is laid out: what fits on a line stands on one, of what does not the part that is too long is opened.
//! Reading the text gives the same model, bit for bit.

mod layout;
mod value;

use super::formula;
use super::model::Scene;
use layout::Layout;

/// The text of `scene`, ending with a line break.
///
/// Fields stand in the order of `docs/formats/scene.md`; those at their defaults and empty lists are left out. Numbers are the
/// shortest that read back as the same bits. The comment lines before `Scene(` of `original`, the text that the scene came from, are kept; comments
/// further down are not. Formulas are written as the numbers that they gave, so that the parameters of such a scene move nothing any more:
/// [`has_formulas`] tells beforehand.
#[must_use]
pub fn write(scene: &Scene, original: Option<&str>) -> String {
    let mut text = original.map_or_else(String::new, head);
    let mut layout = Layout::new(&mut text);
    layout.scene(&value::of(scene));
    text.push('\n');
    text
}

/// Whether numbers of the scene in `text` are worked out of its parameters; writing its model keeps their values alone.
#[must_use]
pub fn has_formulas(text: &str) -> bool {
    formula::occurs(text)
}

/// The comment lines, and blank lines between them, that a text begins with.
fn head(original: &str) -> String {
    let lines = original.trim_start_matches('\u{feff}').lines();
    let is_head = |line: &&str| line.trim().is_empty() || line.trim_start().starts_with("//");
    let mut kept: Vec<&str> = lines.take_while(is_head).map(str::trim_end).collect();
    while kept.last().is_some_and(|line| line.is_empty()) {
        kept.pop();
    }
    let mut text = String::new();
    for line in kept.iter().skip_while(|line| line.is_empty()) {
        text.push_str(line);
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests;
