//! A page of the documentation on a terminal: headings, wrapped paragraphs, tables as lists, examples as they are.

use std::io::{self, Write};

use super::text::{WIDTH, entry};

/// Writes the part of Markdown that the pages in `docs/` use; what is not known to it stands as it is.
pub(super) fn write_page(out: &mut dyn Write, page: &str) -> io::Result<()> {
    let mut lines = page.lines().peekable();
    let mut paragraph = String::new();
    while let Some(line) = lines.next() {
        if line.starts_with("```") {
            end_paragraph(out, &mut paragraph)?;
            for line in lines.by_ref().take_while(|line| !line.starts_with("```")) {
                writeln!(out, "{}", format!("  {line}").trim_end())?;
            }
        } else if line.starts_with('|') {
            end_paragraph(out, &mut paragraph)?;
            let mut rows = vec![cells(line)];
            while let Some(row) = lines.next_if(|line| line.starts_with('|')) {
                rows.push(cells(row));
            }
            write_table(out, &rows)?;
        } else if line.is_empty() {
            end_paragraph(out, &mut paragraph)?;
            writeln!(out)?;
        } else if line.starts_with('#') {
            end_paragraph(out, &mut paragraph)?;
            writeln!(
                out,
                "{}",
                plain(line.trim_start_matches('#').trim()).to_uppercase()
            )?;
        } else {
            paragraph.push_str(line);
            paragraph.push(' ');
        }
    }
    end_paragraph(out, &mut paragraph)
}

fn end_paragraph(out: &mut dyn Write, paragraph: &mut String) -> io::Result<()> {
    if !paragraph.is_empty() {
        entry(out, 0, 0, "", &plain(paragraph))?;
        paragraph.clear();
    }
    Ok(())
}

/// The cells of a table's row; a bar in an example is written `\|`.
fn cells(line: &str) -> Vec<String> {
    let inner = line.trim().trim_start_matches('|').replace("\\|", "\u{0}");
    let inner = inner.strip_suffix('|').unwrap_or(&inner);
    inner
        .split('|')
        .map(|cell| plain(cell.trim()).replace('\u{0}', "|"))
        .collect()
}

/// Text without the marks of code, and links as their text.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(['`', '[']) {
        plain.push_str(&rest[..start]);
        let after = &rest[start + 1..];
        if rest[start..].starts_with('`') {
            // Code stands as it is, brackets and all.
            let end = after.find('`').unwrap_or(after.len());
            plain.push_str(&after[..end]);
            rest = after.get(end + 1..).unwrap_or_default();
            continue;
        }
        let link = after
            .find("](")
            .and_then(|middle| Some((middle, middle + after[middle..].find(')')?)));
        match link {
            Some((middle, end)) => {
                plain.push_str(&after[..middle]);
                rest = &after[end + 1..];
            }
            None => {
                plain.push('[');
                rest = after;
            }
        }
    }
    plain.push_str(rest);
    plain
}

/// Rows as a list; a table of three columns has in the middle what is required, or the default.
///
/// Above it stands the first word of its head, which says whose rows they are, unless it is `field`: then the page's heading does.
fn write_table(out: &mut dyn Write, rows: &[Vec<String>]) -> io::Result<()> {
    let body = rows.get(2..).unwrap_or_default();
    let heads = rows.first().map(Vec::as_slice).unwrap_or_default();
    match heads {
        [whose, ..] if body.is_empty() || whose.is_empty() || whose == "field" => {}
        [whose, meaning] if !meaning.is_empty() => writeln!(out, "{whose}: {meaning}")?,
        [whose, ..] => writeln!(out, "{whose}:")?,
        [] => {}
    }
    let width = body
        .iter()
        .filter_map(|row| row.first())
        .map(|cell| cell.chars().count());
    let width = width.filter(|width| *width <= WIDTH / 3).max().unwrap_or(0);
    for row in body {
        let text = match row.as_slice() {
            [_, given, meaning] if given.starts_with("required") => format!("{meaning} ({given})"),
            [_, given, meaning] if !given.is_empty() => format!("{meaning} (default: {given})"),
            [_, rest @ ..] => rest.join(" "),
            [] => String::new(),
        };
        let head = row.first().map_or("", String::as_str);
        entry(out, 2, width, head, &text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(page: &str) -> String {
        let mut out = Vec::new();
        write_page(&mut out, page).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_page_becomes_plain_text() {
        let page = "# The `Scene`\n\nOne [line](https://x) with `code[0]`.\nTwo.\n\n```ron\nScene(\n\n    a: 1,\n)\n```\n\n\
            | field | default | meaning |\n|---|---|---|\n| `a` | 1 | a number |\n| `longer` | required | a word |\n";
        assert_eq!(
            written(page),
            "THE SCENE\n\n  One line with code[0]. Two.\n\n  Scene(\n\n      a: 1,\n  )\n\n  a       a number (default: 1)\n  longer  a word (required)\n"
        );
    }

    #[test]
    fn a_table_says_whose_rows_they_are() {
        let of = |head: &str| written(&format!("{head}\n|---|---|\n| `a` | one |\n"));
        assert_eq!(of("| `Cell` | |"), "Cell:\n  a  one\n");
        assert_eq!(of("| is | holds when |"), "is: holds when\n  a  one\n");
        assert_eq!(of("| field | meaning |"), "  a  one\n");
    }

    #[test]
    fn marks_without_an_end_lose_nothing_but_themselves() {
        assert_eq!(plain("a `b"), "a b");
        assert_eq!(plain("a [b] (c)"), "a [b] (c)");
        assert_eq!(plain("[a](b"), "[a](b");
        assert_eq!(written("```\nopen"), "  open\n");
        assert_eq!(written("| a |"), "");
    }
}
