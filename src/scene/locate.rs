//! Finds a field of a scene in its text, and the field at a place in the text.
//!
//! RON says where a value is only while it reads it. For what shows later (an unknown lane, a missing mesh) this walks the
//! text again and stops at the value that is asked for. It knows just enough of RON to skip over what it is not asked for,
//! and gives up quietly where the text is not RON.

use std::fmt::Write as _;
use std::ops::ControlFlow;

/// One part of the way from the scene to a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part<'a> {
    /// A field of a struct.
    Field(&'a str),
    /// An element of a list or tuple, from 0. The first element in the brackets of a named value, as in `Seconds(2, 6)`, has
    /// the place of the value itself; the second is `[1]`.
    Index(usize),
}

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

/// What the walk meets.
enum Event {
    /// A value begins at this byte.
    Enter(usize),
    /// A value, or the key of a field, that began at the first byte ended before the second.
    Leave(usize, usize),
}

/// Deepest nesting that is followed; the reader of RON refuses deeper ones itself.
const DEEPEST: usize = 128;

struct Walker<'t, F> {
    text: &'t str,
    at: usize,
    /// Way to the value at hand.
    path: Vec<Part<'t>>,
    depth: usize,
    see: F,
}

impl<'t, F: FnMut(Event, &[Part<'t>]) -> ControlFlow<()>> Walker<'t, F> {
    fn new(text: &'t str, see: F) -> Self {
        Self {
            text,
            at: 0,
            path: Vec::new(),
            depth: 0,
            see,
        }
    }

    fn file(&mut self) -> ControlFlow<()> {
        self.space()?;
        while self.rest().starts_with("#!") {
            self.at += self
                .rest()
                .find(']')
                .map_or(self.rest().len(), |end| end + 1);
            self.space()?;
        }
        self.value(None)
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or_default()
    }

    fn next(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Skips white space and comments.
    fn space(&mut self) -> ControlFlow<()> {
        loop {
            let rest = self.rest();
            let blank = rest.len() - rest.trim_start().len();
            self.at += blank;
            if self.rest().starts_with("//") {
                self.at += self.rest().find('\n').unwrap_or(self.rest().len());
            } else if self.rest().starts_with("/*") {
                self.block_comment()?;
            } else {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Skips a comment `/* .. */`; they nest.
    fn block_comment(&mut self) -> ControlFlow<()> {
        let mut open = 0_usize;
        loop {
            let rest = self.rest();
            if rest.starts_with("/*") {
                open += 1;
                self.at += 2;
            } else if rest.starts_with("*/") {
                open -= 1;
                self.at += 2;
                if open == 0 {
                    return ControlFlow::Continue(());
                }
            } else {
                let Some(c) = rest.chars().next() else {
                    return ControlFlow::Break(());
                };
                self.at += c.len_utf8();
            }
        }
    }

    /// The identifier here, if there is one; not consumed.
    fn identifier(&self) -> Option<&'t str> {
        let rest = self.rest();
        let first = rest.chars().next()?;
        if !(first.is_alphabetic() || first == '_') {
            return None;
        }
        let end = rest
            .find(|c: char| !(c.is_alphanumeric() || c == '_'))
            .unwrap_or(rest.len());
        rest.get(..end)
    }

    /// A value, one part further down the way if there is a `part`.
    fn value(&mut self, part: Option<Part<'t>>) -> ControlFlow<()> {
        self.space()?;
        let start = self.at;
        let outer = self.path.len();
        self.path.extend(part);
        if (self.see)(Event::Enter(start), &self.path).is_break() {
            // The way then names what is open around this value.
            self.path.truncate(outer);
            return ControlFlow::Break(());
        }
        self.depth += 1;
        if self.depth > DEEPEST {
            return ControlFlow::Break(());
        }
        match self.next() {
            Some('"') => self.string()?,
            Some('(') => self.parentheses(Bracket::Tuple)?,
            Some('[') => self.elements(']', Bracket::Tuple)?,
            Some('r' | 'b') if self.raw_string()?.is_some() => {}
            _ => {
                if let Some(name) = self.identifier() {
                    self.at += name.len();
                    let end = self.at;
                    self.space()?;
                    if self.next() == Some('(') {
                        self.parentheses(Bracket::Named)?;
                    } else {
                        self.at = end;
                    }
                } else {
                    self.word()?;
                }
            }
        }
        self.depth -= 1;
        (self.see)(Event::Leave(start, self.at), &self.path)?;
        self.path.truncate(outer);
        ControlFlow::Continue(())
    }

    /// A number, or anything else up to a separator.
    fn word(&mut self) -> ControlFlow<()> {
        let rest = self.rest();
        let separator = |c: char| c.is_whitespace() || ",:()[]{}\"/".contains(c);
        let end = rest.find(separator).unwrap_or(rest.len());
        self.at += end;
        if end == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }

    fn string(&mut self) -> ControlFlow<()> {
        self.at += 1;
        let mut escaped = false;
        for (index, c) in self.rest().char_indices() {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    self.at += index + 1;
                    return ControlFlow::Continue(());
                }
                _ => {}
            }
        }
        self.at = self.text.len();
        ControlFlow::Break(())
    }

    /// A string with an `r` or `b` before it; `None` where there is none.
    fn raw_string(&mut self) -> ControlFlow<(), Option<()>> {
        let rest = self.rest();
        let raw = rest.trim_start_matches('b');
        let Some(hashes) = raw.strip_prefix('r') else {
            if raw.starts_with('"') {
                self.at += rest.len() - raw.len();
                self.string()?;
                return ControlFlow::Continue(Some(()));
            }
            return ControlFlow::Continue(None);
        };
        let body = hashes.trim_start_matches('#');
        let count = hashes.len() - body.len();
        let Some(body) = body.strip_prefix('"') else {
            return ControlFlow::Continue(None);
        };
        let close = format!("\"{}", "#".repeat(count));
        match body.find(&close) {
            Some(end) => {
                self.at += rest.len() - body.len() + end + close.len();
                ControlFlow::Continue(Some(()))
            }
            None => ControlFlow::Break(()),
        }
    }

    /// Fields or elements in parentheses.
    fn parentheses(&mut self, bracket: Bracket) -> ControlFlow<()> {
        let open = self.at;
        self.at += 1;
        self.space()?;
        if let Some(name) = self.identifier() {
            self.at += name.len();
            self.space()?;
            if self.next() == Some(':') {
                self.at = open + 1;
                return self.fields();
            }
        }
        self.at = open;
        self.elements(')', bracket)
    }

    /// Fields up to the closing parenthesis.
    fn fields(&mut self) -> ControlFlow<()> {
        loop {
            self.space()?;
            if self.next() == Some(')') {
                self.at += 1;
                return ControlFlow::Continue(());
            }
            let Some(name) = self.identifier() else {
                return ControlFlow::Break(());
            };
            let start = self.at;
            self.at += name.len();
            self.path.push(Part::Field(name));
            (self.see)(Event::Leave(start, self.at), &self.path)?;
            self.path.pop();
            self.space()?;
            if self.next() != Some(':') {
                return ControlFlow::Break(());
            }
            self.at += 1;
            self.value(Some(Part::Field(name)))?;
            self.comma(')')?;
        }
    }

    /// Elements from the opening bracket to `close`.
    fn elements(&mut self, close: char, bracket: Bracket) -> ControlFlow<()> {
        self.at += 1;
        let mut index = 0;
        loop {
            self.space()?;
            if self.next() == Some(close) {
                self.at += 1;
                return ControlFlow::Continue(());
            }
            // The first element of a named value has the way of the value itself.
            let part = if index == 0 && bracket == Bracket::Named {
                None
            } else {
                Some(Part::Index(index))
            };
            self.value(part)?;
            index += 1;
            self.comma(close)?;
        }
    }

    /// A comma, or nothing before `close`.
    fn comma(&mut self, close: char) -> ControlFlow<()> {
        self.space()?;
        match self.next() {
            Some(',') => {
                self.at += 1;
                ControlFlow::Continue(())
            }
            Some(c) if c == close => ControlFlow::Continue(()),
            _ => ControlFlow::Break(()),
        }
    }
}

/// What stands before an opening bracket.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bracket {
    /// Nothing.
    Tuple,
    /// A name.
    Named,
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
