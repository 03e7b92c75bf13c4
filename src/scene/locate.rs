//! Finds a field of a scene in its text, and the field at a place in the text.
//!
//! RON says where a value is only while it reads it. For what shows later (an unknown lane, a missing mesh) this walks the
//! text again and stops at the value that is asked for. Where the text is not RON it gives up quietly.

use std::fmt::Write as _;
use std::ops::ControlFlow;

pub(super) use super::walk::Part;
use super::walk::{Event, Walker};

/// A way as text: `lanes[2].policy`; `scene` for the empty one.
pub(super) fn text_of(path: &[Part<'_>]) -> String {
    let mut text = String::new();
    for part in path {
        match part {
            Part::Field(name) => {
                if !text.is_empty() {
                    text.push('.');
                }
                text.push_str(name);
            }
            Part::Index(index) => {
                let _ = write!(text, "[{index}]");
            }
        }
    }
    if text.is_empty() {
        "scene".to_owned()
    } else {
        text
    }
}

/// Byte offset of the value at `path`; of the nearest value around it that exists, if it does not.
pub(super) fn find(text: &str, path: &[Part<'_>]) -> usize {
    let mut best = (0, 0);
    let mut walker = Walker::new(text, |event, here| {
        let Event::Enter(start) = event else {
            return ControlFlow::Continue(());
        };
        if path.starts_with(here) && here.len() >= best.0 {
            best = (here.len(), start);
        }
        if here == path {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let _ = walker.file();
    best.1
}

/// The innermost value or key that holds the byte `offset`: its way and where it begins.
pub(super) fn at(text: &str, offset: usize) -> (String, usize) {
    let mut found = None;
    let mut walker = Walker::new(text, |event, here| match event {
        Event::Enter(start) if start > offset => ControlFlow::Break(()),
        Event::Leave(start, end) if start <= offset && offset <= end => {
            found = Some((text_of(here), start));
            ControlFlow::Break(())
        }
        _ => ControlFlow::Continue(()),
    });
    let _ = walker.file();
    let open = text_of(&walker.path);
    found.unwrap_or((open, offset))
}

/// Line and column (in characters) of a byte offset, both from 1.
pub(super) fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let before = text.get(..offset).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let column = before
        .rsplit('\n')
        .next()
        .map_or(0, |last| last.chars().count())
        + 1;
    (line, column)
}

/// Byte offset of a line and column.
pub(super) fn offset(text: &str, line: usize, column: usize) -> usize {
    let start: usize = text
        .split_inclusive('\n')
        .take(line.saturating_sub(1))
        .map(str::len)
        .sum();
    let rest = text.get(start..).unwrap_or_default();
    let inside = rest
        .char_indices()
        .nth(column.saturating_sub(1))
        .map_or(rest.len(), |(index, _)| index);
    start + inside
}

#[cfg(test)]
mod tests {
    use super::Part::{Field, Index};
    use super::*;

    const TEXT: &str = r##"#![enable(implicit_some)]
// A head with "quotes" and (brackets.
Scene(
    title: "a \" ) b", /* one /* in */ another, */
    look_for: r#"raw " ) text"#,
    objects: [Object(name: "w", shape: Polygons([[(1, 2, 3), (4, 5, -6e1)]]))],
    window: Seconds(2, 6),
    lanes: [Lane(name: "ä", policy: "retail"), (name: "b", policy: "x")],
)"##;

    #[test]
    fn values_are_found_by_their_way() {
        let rest = |path: &[Part<'_>]| &TEXT[find(TEXT, path)..];
        assert!(rest(&[Field("title")]).starts_with(r#""a \""#));
        assert!(rest(&[Field("look_for")]).starts_with("r#"));
        assert!(rest(&[Field("objects"), Index(0), Field("shape")]).starts_with("Polygons"));
        let corner = [
            Field("objects"),
            Index(0),
            Field("shape"),
            Index(0),
            Index(1),
            Index(2),
        ];
        assert!(rest(&corner).starts_with("-6e1"));
        assert!(rest(&[Field("window"), Index(1)]).starts_with("6)"));
        assert!(rest(&[Field("lanes"), Index(1), Field("policy")]).starts_with("\"x\""));
        // The nearest around what is not there.
        assert!(rest(&[Field("lanes"), Index(1), Field("colour")]).starts_with("(name: \"b\""));
        assert!(rest(&[Field("rig")]).starts_with("Scene("));
    }

    #[test]
    fn places_are_named() {
        let name = |needle: &str| at(TEXT, TEXT.find(needle).unwrap()).0;
        assert_eq!(name("-6e1"), "objects[0].shape[0][1][2]");
        assert_eq!(name("\"x\""), "lanes[1].policy");
        assert_eq!(name("policy: \"x\""), "lanes[1].policy");
        assert_eq!(name(", policy: \"x\""), "lanes[1].name");
        assert_eq!(at(TEXT, TEXT.len() - 2).0, "scene");
        assert_eq!(line_column(TEXT, TEXT.find("\"retail").unwrap()), (8, 37));
        assert_eq!(offset(TEXT, 8, 37), TEXT.find("\"retail").unwrap());
    }

    proptest::proptest! {
        #[test]
        fn any_text_ends(text in r#"([\(\)\[\],:"r#/*\\a-cé1 \n]|Scene\(|name: ){0,60}"#, offset in 0_usize..99) {
            at(&text, offset);
            find(&text, &[Field("a"), Index(1)]);
            line_column(&text, offset);
        }
    }
}
