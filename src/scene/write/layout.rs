//! Values as lines.

use super::value::Value;

/// Characters of a line; longer ones are opened where they can be.
const WIDTH: usize = 132;

/// Blanks of an indent.
const INDENT: usize = 4;

/// Writes values into a text.
pub(super) struct Layout<'t> {
    text: &'t mut String,
}

impl<'t> Layout<'t> {
    pub(super) fn new(text: &'t mut String) -> Self {
        Self { text }
    }

    /// A scene: a field a line, and an element a line of its lists, however short they are.
    pub(super) fn scene(&mut self, scene: &Value) {
        let Value::Fields(name, fields) = scene else {
            return self.value(scene, 0, 0);
        };
        self.push(name);
        self.push("(");
        for (field, value) in fields {
            self.line(INDENT);
            self.push(field);
            self.push(": ");
            match value {
                Value::List(elements) if !elements.is_empty() => self.opened_list(elements, INDENT),
                _ => self.value(value, INDENT, 1),
            }
            self.push(",");
        }
        self.line(0);
        self.push(")");
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
    }

    fn line(&mut self, indent: usize) {
        self.text.push('\n');
        self.text.extend(std::iter::repeat_n(' ', indent));
    }

    /// Characters in the last line.
    fn column(&self) -> usize {
        let begin = self.text.rfind('\n').map_or(0, |at| at + 1);
        self.text
            .get(begin..)
            .map_or(0, |line| line.chars().count())
    }

    /// A value in lines that are indented by `indent`; `tail` characters follow it on its last line.
    fn value(&mut self, value: &Value, indent: usize, tail: usize) {
        let room = WIDTH.saturating_sub(self.column() + tail);
        match flat(value, room) {
            Some(flat) => self.push(&flat),
            None => self.opened(value, indent, tail),
        }
    }

    /// A value on more than one line.
    fn opened(&mut self, value: &Value, indent: usize, tail: usize) {
        match value {
            Value::Atom(text) => self.push(text),
            Value::Nothing => {}
            Value::Given(value) => self.value(value, indent, tail),
            Value::List(elements) => self.opened_list(elements, indent),
            Value::Tuple(name, elements) => {
                let parts: Vec<_> = elements.iter().map(|value| ("", value)).collect();
                self.parts(name, &parts, indent, tail);
            }
            Value::Fields(name, fields) => {
                let parts: Vec<_> = fields.iter().map(|(key, value)| (*key, value)).collect();
                self.parts(name, &parts, indent, tail);
            }
        }
    }

    /// What stands in parentheses and does not fit on the line: all on the line but the longest part, which is opened, or a part a
    /// line if that is no help.
    fn parts(&mut self, name: &str, parts: &[(&str, &Value)], indent: usize, tail: usize) {
        self.push(name);
        self.push("(");
        let length = |value: &Value| flat(value, usize::MAX).map_or(0, |flat| flat.chars().count());
        let keyed = |key: &str| {
            if key.is_empty() {
                String::new()
            } else {
                format!("{key}: ")
            }
        };
        let lengths: Vec<usize> = parts.iter().map(|(_, value)| length(value)).collect();
        let whole: usize = lengths.iter().sum();
        let longest = (0..parts.len())
            .max_by_key(|index| lengths[*index])
            .filter(|index| lengths[*index] * 2 >= whole && is_opened_well(parts[*index].1));
        if let Some(longest) = longest {
            let size = |range: std::ops::Range<usize>| -> usize {
                range
                    .map(|index| keyed(parts[index].0).len() + lengths[index] + 2)
                    .sum()
            };
            // The name of what is opened and its brackets.
            let before = size(0..longest) + keyed(parts[longest].0).len() + 16;
            let after = size(longest + 1..parts.len()) + 4;
            if self.column() + before <= WIDTH && indent + after + tail <= WIDTH {
                for (index, (key, value)) in parts.iter().enumerate() {
                    if index > 0 {
                        self.push(", ");
                    }
                    self.push(&keyed(key));
                    if index == longest {
                        self.opened(value, indent, after + tail);
                    } else if let Some(flat) = flat(value, usize::MAX) {
                        self.push(&flat);
                    }
                }
                return self.push(")");
            }
        }
        for (key, value) in parts {
            self.line(indent + INDENT);
            self.push(&keyed(key));
            self.value(value, indent + INDENT, 1);
            self.push(",");
        }
        self.line(indent);
        self.push(")");
    }

    /// A list of which each element has a line of its own; numbers and points fill lines.
    fn opened_list(&mut self, elements: &[Value], indent: usize) {
        self.push("[");
        if elements.iter().all(is_small) {
            for (index, value) in elements.iter().enumerate() {
                let text = flat(value, usize::MAX).unwrap_or_default();
                if index == 0 || self.column() + text.chars().count() + 2 > WIDTH {
                    self.line(indent + INDENT);
                } else {
                    self.push(" ");
                }
                self.push(&text);
                self.push(",");
            }
        } else {
            for value in elements {
                self.line(indent + INDENT);
                self.value(value, indent + INDENT, 1);
                self.push(",");
            }
        }
        self.line(indent);
        self.push("]");
    }
}

/// Whether a value is a number, a word, or numbers in parentheses.
fn is_small(value: &Value) -> bool {
    match value {
        Value::Atom(_) => true,
        Value::Tuple("", parts) => parts.iter().all(|part| matches!(part, Value::Atom(_))),
        _ => false,
    }
}

/// Whether a value that is too long can be opened behind other parts on its line.
fn is_opened_well(value: &Value) -> bool {
    match value {
        Value::List(list) => !list.is_empty(),
        Value::Tuple(_, parts) => {
            matches!(parts.as_slice(), [Value::List(list)] if !list.is_empty())
        }
        Value::Fields(_, fields) => fields.iter().any(|(_, value)| is_opened_well(value)),
        Value::Given(value) => is_opened_well(value),
        Value::Atom(_) | Value::Nothing => false,
    }
}

/// A value on one line, if that has no more than `room` characters.
fn flat(value: &Value, room: usize) -> Option<String> {
    let mut text = String::new();
    flatten(value, room, &mut text).then_some(text)
}

fn flatten(value: &Value, room: usize, text: &mut String) -> bool {
    let mut all = |open: &str, close: &str, parts: &mut dyn Iterator<Item = (&str, &Value)>| {
        text.push_str(open);
        for (index, (key, value)) in parts.enumerate() {
            if index > 0 {
                text.push_str(", ");
            }
            if !key.is_empty() {
                text.push_str(key);
                text.push_str(": ");
            }
            if !flatten(value, room, text) {
                return false;
            }
        }
        text.push_str(close);
        true
    };
    let is_whole = match value {
        Value::Nothing => true,
        Value::Given(value) => return flatten(value, room, text),
        Value::Atom(atom) => {
            text.push_str(atom);
            true
        }
        Value::List(list) => all("[", "]", &mut list.iter().map(|value| ("", value))),
        Value::Tuple(name, list) => {
            let open = format!("{name}(");
            all(&open, ")", &mut list.iter().map(|value| ("", value)))
        }
        Value::Fields(name, fields) => {
            let open = format!("{name}(");
            all(
                &open,
                ")",
                &mut fields.iter().map(|(key, value)| (*key, value)),
            )
        }
    };
    // Bytes, never less than characters, so that an absurdly long value is given up early; then the exact count.
    is_whole && (text.len() <= room || text.chars().count() <= room)
}
