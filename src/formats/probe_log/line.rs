//! One line of a log.

/// A value with its name; a name may occur several times in an entry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// Its name; empty for a word without one.
    pub key: String,
    /// What stands behind the name, brackets included.
    pub value: String,
}

/// A line that has a tag.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Line of the file, from 1.
    pub line: u64,
    /// The tag without its brackets.
    pub tag: String,
    /// Names, values and words in order; those of lines that belong to it too.
    pub fields: Vec<Field>,
    /// How many more it has than are kept.
    pub cut: usize,
}

/// Most fields of an entry.
pub(super) const MOST_FIELDS: usize = 4_096;

impl Entry {
    /// The entry in `text`; `None` for a line without a tag.
    pub(super) fn parse(line: u64, text: &str) -> Option<Self> {
        let (tag, rest) = tag(text)?;
        let mut entry = Self {
            line,
            tag: tag.to_owned(),
            fields: Vec::new(),
            cut: 0,
        };
        entry.take(rest);
        Some(entry)
    }

    /// Adds the fields in `text`.
    pub(super) fn take(&mut self, text: &str) {
        for (key, value) in fields(text) {
            if self.fields.len() < MOST_FIELDS {
                self.fields.push(Field { key, value });
            } else {
                self.cut += 1;
            }
        }
    }

    /// The first value of this name.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&str> {
        let found = self.fields.iter().find(|field| field.key == key);
        found.map(|field| field.value.as_str())
    }
}

/// The tag of a line and what follows it: a known one wherever it stands, else the first that looks like one.
fn tag(text: &str) -> Option<(&str, &str)> {
    let mut first = None;
    let mut at = 0;
    while let Some(open) = text
        .get(at..)
        .and_then(|rest| rest.find('['))
        .map(|k| at + k)
    {
        let rest = text.get(open + 1..).unwrap_or_default();
        let end = rest.find(|c: char| {
            !(c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_')
        });
        if let Some(end) = end
            && rest.get(end..).is_some_and(|rest| rest.starts_with(']'))
            && let (Some(tag), Some(behind)) = (rest.get(..end), rest.get(end + 1..))
        {
            let is_tag = tag.starts_with(|c: char| c.is_ascii_lowercase())
                && (behind.is_empty() || behind.starts_with([' ', ':', '\t']));
            if is_tag && super::KNOWN.contains(&tag) {
                return Some((tag, behind));
            }
            if is_tag && first.is_none() {
                first = Some((tag, behind));
            }
        }
        at = open + 1;
    }
    first
}

/// Names and values: words at white space, brackets kept together, `a -> b` as one value.
fn fields(text: &str) -> Vec<(String, String)> {
    let mut list: Vec<(String, String)> = Vec::new();
    let mut joins = false;
    for word in words(text) {
        if word == "->" {
            joins = true;
            if let Some(last) = list.last_mut() {
                last.1.push_str("->");
                continue;
            }
        }
        if joins && let Some(last) = list.last_mut() {
            joins = false;
            last.1.push_str(word);
            continue;
        }
        joins = false;
        let split = word.find('=').filter(|at| {
            let key = word.get(..*at).unwrap_or_default();
            key.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && !key.contains(['(', '[', '{'])
        });
        let (key, value) = match split {
            Some(at) => (
                word.get(..at).unwrap_or_default(),
                word.get(at + 1..).unwrap_or_default(),
            ),
            None => ("", word),
        };
        let value = value.trim_end_matches([',', ';']);
        if !(key.is_empty() && value.is_empty()) {
            list.push((key.to_owned(), value.to_owned()));
        }
    }
    list
}

/// The words of a line; white space inside of brackets does not end one.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let mut depth = 0_u32;
        let mut end = rest.len();
        for (at, c) in rest.char_indices() {
            match c {
                '(' | '[' | '{' => depth += 1,
                ')' | ']' | '}' => depth = depth.saturating_sub(1),
                c if c.is_whitespace() && depth == 0 => {
                    end = at;
                    break;
                }
                _ => {}
            }
        }
        // A bracket that never ends does not swallow the line.
        if depth > 0 {
            end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        }
        let (word, behind) = rest.split_at(end);
        rest = behind;
        Some(word)
    })
}
