//! Measures as CSV (RFC 4180, lines end in a line feed): one row for each tick and lane, one column for each measure.

use std::io::{self, Write};

use crate::lane::{Measure, Value};

/// Writes the heads: `tick`, `lane`, then every measure by its name.
///
/// # Errors
/// Those of `out`.
pub fn write_head(out: &mut dyn Write) -> io::Result<()> {
    write!(out, "tick,lane")?;
    for measure in Measure::ALL {
        write!(out, ",{}", measure.name())?;
    }
    writeln!(out)
}

/// Writes the row of one tick of one lane; an absent value is an empty cell.
///
/// # Errors
/// Those of `out`.
pub fn write_row(
    out: &mut dyn Write,
    tick: u32,
    lane: &str,
    value: impl Fn(Measure) -> Value,
) -> io::Result<()> {
    write!(out, "{tick},{}", quoted(lane))?;
    for measure in Measure::ALL {
        match value(*measure) {
            Value::Number(number) => write!(out, ",{number}")?,
            Value::Text(text) => write!(out, ",{text}")?,
            Value::Cell(cell) => write!(out, ",{cell}")?,
            Value::Absent => write!(out, ",")?,
        }
    }
    writeln!(out)
}

/// A cell; quoted where its text would end it.
#[must_use]
pub fn quoted(text: &str) -> std::borrow::Cow<'_, str> {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\"")).into()
    } else {
        text.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_has_a_cell_for_each_head() {
        let (mut head, mut row) = (Vec::new(), Vec::new());
        write_head(&mut head).unwrap();
        let value = |measure| match measure {
            Measure::EyeDistance => Value::Number(1.5),
            Measure::Verdict => Value::Text("ok"),
            _ => Value::Absent,
        };
        write_row(&mut row, 7, "plain", value).unwrap();
        let (head, row) = (
            String::from_utf8(head).unwrap(),
            String::from_utf8(row).unwrap(),
        );
        let cells: Vec<(&str, &str)> = head
            .trim_end()
            .split(',')
            .zip(row.trim_end().split(','))
            .collect();
        assert_eq!(head.matches(',').count(), row.matches(',').count());
        assert!(cells.contains(&("tick", "7")) && cells.contains(&("verdict", "ok")));
        assert!(cells.contains(&("eye_distance", "1.5")) && cells.contains(&("normal_x", "")));
    }

    #[test]
    fn names_that_would_end_a_cell_are_quoted() {
        assert_eq!(quoted("a+b=c"), "a+b=c");
        assert_eq!(quoted("a,\"b\"\n"), "\"a,\"\"b\"\"\n\"");
    }
}
