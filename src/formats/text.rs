//! What the texts of imported scenes share, and counts in words.

use glam::Vec3;

/// How the text of a scene begins that was made of something else than a mesh.
pub(crate) const MARK: &str = "// Imported from ";

/// Two lanes that differ.
pub(crate) const LANES: &str = r#"    lanes: [
        Lane(name: "retail", policy: "retail"),
        Lane(name: "equal-slices+no-adjust", policy: "retail+steps=equal-slices+adjust_to_plane=never-succeeds"),
    ],
"#;

/// `1 tick`, `2 ticks`.
pub(crate) fn count(number: u64, noun: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{plural}")
}

/// The word for one thing or the one for several.
pub(crate) fn either<T>(number: u64, one: T, several: T) -> T {
    if number == 1 { one } else { several }
}

/// `value` with `decimals` places, never as minus zero.
pub(crate) fn fixed(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$}");
    match text.strip_prefix('-') {
        Some(rest) if rest.bytes().all(|byte| matches!(byte, b'0' | b'.')) => rest.to_owned(),
        _ => text,
    }
}

/// `text` as a RON string.
pub(crate) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// `word` as one word of a command line, in quotes where it needs them.
pub(crate) fn shell_word(word: &str) -> String {
    // A backslash stands between the folders of a path on Windows, and is no plain character elsewhere.
    let others = if cfg!(windows) {
        "+-_=./,:@\\"
    } else {
        "+-_=./,:@"
    };
    let plain = |c: char| c.is_alphanumeric() || others.contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

/// A point as RON, every digit of it.
pub(crate) fn point(p: Vec3) -> String {
    // Debug writes a point or an exponent, so that a reader sees a number with a fraction.
    format!("({:?}, {:?}, {:?})", p.x, p.y, p.z)
}

/// Words of a line; quotes keep blanks together.
#[must_use]
pub(crate) fn split_words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            c if c.is_whitespace() && !is_quoted => words.push(String::new()),
            c => {
                if let Some(word) = words.last_mut() {
                    word.push(c);
                }
            }
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// `word` as [`split_words`] takes it for one; quotes in it are lost.
#[must_use]
pub(crate) fn quoted_word(word: &str) -> String {
    let plain = !word.contains(|c: char| c.is_whitespace() || c == '"');
    match plain {
        true => word.to_owned(),
        false => format!("\"{word}\""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_quoted_where_they_need_it() {
        for plain in [
            "a.ron",
            "./dumps/0xA9B4-1.json",
            "retail+steps=equal-slices",
            "é.ron",
        ] {
            assert_eq!(shell_word(plain), plain);
        }
        for odd in ["a b.ron", "", "a;b", "$x", "a(1)"] {
            assert_eq!(shell_word(odd), format!("'{odd}'"));
        }
        assert_eq!(shell_word("it's"), "'it'\\''s'");
    }

    #[test]
    fn names_are_quoted() {
        assert_eq!(quoted("a\"b\\c\n"), r#""a\"b\\c\u{a}""#);
    }
}
