//! Text for people: tables and wrapped lists, in plain columns.

use std::fmt;
use std::io::{self, Write};
use std::str::FromStr;

use super::exit::one_line;
pub(super) use crate::formats::text::count;

/// A parser of whole numbers from `least` to `most`.
pub(super) fn whole<T: FromStr + PartialOrd + fmt::Display + Copy + Send + Sync + 'static>(
    least: T,
    most: T,
) -> impl Fn(&str) -> Result<T, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|n| (least..=most).contains(n));
        number.ok_or_else(|| format!("a whole number from {least} to {most} was expected"))
    }
}

/// Longest line of wrapped text, characters.
pub(super) const WIDTH: usize = 100;

/// Lets text through and writes control characters as `\u001b`, so that no name or title steers a terminal.
pub(super) struct Plain<'a>(pub(super) &'a mut dyn Write);

impl Write for Plain<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let odd = |byte: &u8| byte.is_ascii_control() && !matches!(*byte, b'\n' | b'\t');
        let mut rest = bytes;
        while let Some(at) = rest.iter().position(odd) {
            self.0.write_all(&rest[..at])?;
            // Within JSON this is the same character still.
            write!(self.0, "\\u{:04x}", rest[at])?;
            rest = &rest[at + 1..];
        }
        self.0.write_all(rest)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Where a column's cells stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// A table of plain columns, two spaces apart.
pub(super) struct Table {
    columns: Vec<(String, Align)>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(columns: &[(&str, Align)]) -> Self {
        Self {
            columns: columns
                .iter()
                .map(|(head, align)| ((*head).to_owned(), *align))
                .collect(),
            rows: Vec::new(),
        }
    }

    /// Adds a row; it has a cell for each column.
    pub(super) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.columns.len());
        self.rows
            .push(cells.iter().map(|cell| one_line(cell)).collect());
    }

    /// Writes the heads, and each row on a line.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let heads: Vec<String> = self.columns.iter().map(|(head, _)| head.clone()).collect();
        let mut widths = vec![0; heads.len()];
        for row in std::iter::once(&heads).chain(&self.rows) {
            for (width, cell) in widths.iter_mut().zip(row) {
                *width = (*width).max(cell.chars().count());
            }
        }
        for row in std::iter::once(&heads).chain(&self.rows) {
            let mut line = String::new();
            for ((cell, width), (_, align)) in row.iter().zip(&widths).zip(&self.columns) {
                if !line.is_empty() {
                    line.push_str("  ");
                }
                let space = " ".repeat(width - cell.chars().count());
                match align {
                    Align::Left => line.extend([cell.as_str(), space.as_str()]),
                    Align::Right => line.extend([space.as_str(), cell.as_str()]),
                }
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// Writes `head` in a column `width` wide that begins at `indent`, and `text` wrapped beside it.
pub(super) fn entry(
    out: &mut dyn Write,
    indent: usize,
    width: usize,
    head: &str,
    text: &str,
) -> io::Result<()> {
    let left = indent + width + 2;
    let mut line = format!("{:indent$}{head:width$}  ", "");
    // A head that is wider than its column has a line of its own.
    if head.chars().count() > width && !text.is_empty() {
        writeln!(out, "{}", line.trim_end())?;
        line = " ".repeat(left);
    }
    let mut column = left;
    let mut fresh = true;
    for word in text.split_whitespace() {
        let length = word.chars().count();
        if !fresh && column + 1 + length > WIDTH {
            writeln!(out, "{}", line.trim_end())?;
            line = " ".repeat(left);
            column = left;
            fresh = true;
        }
        if !fresh {
            line.push(' ');
            column += 1;
        }
        line.push_str(word);
        column += length;
        fresh = false;
    }
    writeln!(out, "{}", line.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(write: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn control_characters_are_seen() {
        let plain = written(|out| Plain(out).write_all(b"a\x1b[2J\x7f\n\xc3\xa9"));
        assert_eq!(plain, "a\\u001b[2J\\u007f\n\u{e9}");
        let mut table = Table::new(&[("a", Align::Left)]);
        table.row(vec!["x\ny\u{1b}".to_owned()]);
        assert_eq!(written(|out| table.write(out)), "a\nx y\\u{1b}\n");
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(&[("lane", Align::Left), ("m", Align::Right)]);
        table.row(vec!["é".to_owned(), "10.5".to_owned()]);
        table.row(vec!["retail".to_owned(), "1".to_owned()]);
        assert_eq!(
            written(|out| table.write(out)),
            "lane       m\né       10.5\nretail     1\n"
        );
    }

    #[test]
    fn entries_wrap_beside_their_head() {
        let text = "word ".repeat(30);
        let written = written(|out| entry(out, 2, 6, "head", &text));
        let lines: Vec<&str> = written.lines().collect();
        assert_eq!(lines.len(), 2);
        assert!(lines[0].starts_with("  head    word") && lines[1].starts_with("          word"));
        assert!(
            lines
                .iter()
                .all(|line| line.len() <= WIDTH && line.trim_end() == *line)
        );
    }

    #[test]
    fn a_wide_head_has_a_line_of_its_own() {
        assert_eq!(
            written(|out| entry(out, 1, 3, "abcdef", "text")),
            " abcdef\n      text\n"
        );
    }

    #[test]
    fn an_entry_without_text_is_its_head() {
        assert_eq!(written(|out| entry(out, 0, 3, "abcdef", "")), "abcdef\n");
    }
}
