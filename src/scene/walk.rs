//! Walks the text of a RON value and tells where each value begins and ends.
//!
//! Just enough of RON to skip over everything: comments, strings, raw strings, brackets. Meaning is left to the reader.

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

/// What the walk meets.
pub(super) enum Event {
    /// A value begins at this byte.
    Enter(usize),
    /// A value, or the key of a field, that began at the first byte ended before the second.
    Leave(usize, usize),
}

/// Deepest nesting that is followed; the reader of RON refuses deeper ones itself.
const DEEPEST: usize = 128;

/// The walk through a text.
pub(super) struct Walker<'t, F> {
    text: &'t str,
    at: usize,
    /// Way to the value at hand; after an early end, to the value that is open around the place.
    pub(super) path: Vec<Part<'t>>,
    depth: usize,
    see: F,
}

impl<'t, F: FnMut(Event, &[Part<'t>]) -> ControlFlow<()>> Walker<'t, F> {
    /// Before the first character; `see` ends the walk by breaking.
    pub(super) fn new(text: &'t str, see: F) -> Self {
        Self {
            text,
            at: 0,
            path: Vec::new(),
            depth: 0,
            see,
        }
    }

    /// Walks the whole text, or until it is told to stop or meets what is not RON.
    pub(super) fn file(&mut self) -> ControlFlow<()> {
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
