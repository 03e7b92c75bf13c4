//! Numbers of a scene that are worked out of its parameters.
//!
//! A scene with `params` may have a formula, a string that begins with `=`, wherever a number is wanted. Formulas are worked
//! out in the text, before RON reads it, so that every number type refuses what lies outside its range as it always does.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::ops::ControlFlow;

use super::walk::{Event, Part, Walker};
use crate::ops;

/// Deepest nesting of parentheses in a formula.
const DEEPEST: usize = 32;

/// Words of formulas that no parameter may have as its name; `hz` is the scene's own.
const TAKEN: [&str; 4] = ["hz", "sin", "cos", "sqrt"];

/// Byte offset of what is wrong, and what it is.
pub(super) type Wrong = (usize, String);

/// What a walk over the text of a scene gathers.
#[derive(Default)]
struct Found {
    /// Begin and end of each formula, and the number of the parameter whose value it is.
    formulas: Vec<(usize, usize, Option<usize>)>,
    /// Begin and end of the name and of the value of each parameter.
    params: Vec<[(usize, usize); 2]>,
}

/// The text with every formula replaced by its number; as it is where the scene has no parameters.
pub(super) fn expand(text: &str) -> Result<Cow<'_, str>, Wrong> {
    if !text.contains("params") {
        return Ok(text.into());
    }
    let found = find(text);
    if found.params.is_empty() {
        return Ok(text.into());
    }
    let known = values(text, &found)?;
    let mut expanded = String::with_capacity(text.len());
    let mut copied = 0;
    for (start, end, param) in &found.formulas {
        let value = match param.and_then(|index| known.get(index)) {
            Some((_, value)) => *value,
            None => formula(text, *start, *end, &known)?,
        };
        expanded.push_str(text.get(copied..*start).unwrap_or_default());
        // As wide as the formula, where it can be: places in errors stay true.
        let _ = write!(expanded, "{:<1$}", value.to_string(), end - start);
        copied = *end;
    }
    expanded.push_str(text.get(copied..).unwrap_or_default());
    Ok(expanded.into())
}

/// Whether `text` has parameters and a formula of them.
pub(super) fn occurs(text: &str) -> bool {
    let found = find(text);
    !found.params.is_empty() && !found.formulas.is_empty()
}

fn find(text: &str) -> Found {
    let mut found = Found::default();
    let mut walker = Walker::new(text, |event, here| {
        let Event::Leave(start, end) = event else {
            return ControlFlow::Continue(());
        };
        let param = match here {
            [
                Part::Field("params"),
                Part::Index(index),
                Part::Field(field),
            ] => {
                while found.params.len() <= *index {
                    found.params.push([(0, 0); 2]);
                }
                // The key comes first and is written over by the value.
                match *field {
                    "name" => found.params[*index][0] = (start, end),
                    "value" => found.params[*index][1] = (start, end),
                    _ => {}
                }
                Some(*index)
            }
            _ => None,
        };
        let is_text = matches!(here, [Part::Field("title" | "look_for" | "control")]);
        if !is_text
            && text
                .get(start..end)
                .is_some_and(|value| value.starts_with("\"="))
        {
            found.formulas.push((start, end, param));
        }
        ControlFlow::Continue(())
    });
    let _ = walker.file();
    found
}

/// Name and value of each parameter in turn; a formula knows those before it.
fn values<'t>(text: &'t str, found: &Found) -> Result<Vec<(&'t str, f64)>, Wrong> {
    let mut known: Vec<(&str, f64)> = Vec::new();
    for [name, value] in &found.params {
        let word = text
            .get(name.0..name.1)
            .unwrap_or_default()
            .trim_matches('"');
        let mut letters = word.chars();
        let begins = letters
            .next()
            .is_some_and(|c| c.is_ascii_alphabetic() || c == '_');
        if !begins || !letters.all(is_of_word) || TAKEN.contains(&word) {
            let problem = format!(
                "`{}` is not a name of a parameter: letters, digits and `_`, but none of {}",
                short(word),
                TAKEN.join(", ")
            );
            return Err((name.0, problem));
        }
        if known.iter().any(|(other, _)| *other == word) {
            let problem = format!("`{word}` stands twice; each parameter has a name of its own");
            return Err((name.0, problem));
        }
        let written = text.get(value.0..value.1).unwrap_or_default();
        let number = if written.starts_with("\"=") {
            formula(text, value.0, value.1, &known)?
        } else {
            // What is no number is refused by RON, which says it better.
            written.replace('_', "").parse().unwrap_or(0.0)
        };
        known.push((word, number));
    }
    Ok(known)
}

/// The value of the formula between the quotes at `start` and before `end`.
fn formula(text: &str, start: usize, end: usize, known: &[(&str, f64)]) -> Result<f64, Wrong> {
    let written = text
        .get(start + 2..end.saturating_sub(1))
        .unwrap_or_default();
    let mut reader = Reader {
        rest: written,
        known,
        depth: 0,
    };
    let value = reader.sum().and_then(|value| {
        reader.skip();
        if !reader.rest.is_empty() {
            return Err(format!("`{}` was not expected", short(reader.rest)));
        }
        let finite = value.is_finite().then_some(value);
        finite.ok_or_else(|| format!("{value} is not a finite number"))
    });
    value.map_err(|problem| (start, format!("`={}`: {problem}", short(written))))
}

/// Most letters of a text that errors repeat.
const MOST_REPEATED: usize = 60;

/// A text as errors repeat it: of a long one the beginning.
fn short(text: &str) -> String {
    let shown: String = text.chars().take(MOST_REPEATED).collect();
    let rest = if shown.len() < text.len() { ".." } else { "" };
    format!("{}{rest}", shown.escape_debug())
}

fn is_of_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

/// Reads a formula: `+ - * /`, parentheses, numbers, parameters, `sin` and `cos` of degrees, `sqrt`.
struct Reader<'t> {
    rest: &'t str,
    known: &'t [(&'t str, f64)],
    depth: usize,
}

impl<'t> Reader<'t> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    /// Takes the sign `c`, if it comes next.
    fn take(&mut self, c: char) -> bool {
        self.skip();
        let rest = self.rest.strip_prefix(c);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Takes letters for which `holds`.
    fn word(&mut self, mut holds: impl FnMut(char) -> bool) -> &'t str {
        let end = self.rest.find(|c| !holds(c)).unwrap_or(self.rest.len());
        let (word, rest) = self.rest.split_at(end);
        self.rest = rest;
        word
    }

    /// Takes digits, a point and an exponent.
    fn number(&mut self) -> &'t str {
        let all = self.rest;
        let mut length = self.word(|c| c.is_ascii_digit() || c == '.').len();
        if let Some(exponent) = self.rest.strip_prefix(['e', 'E']) {
            let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            let count = digits.bytes().take_while(u8::is_ascii_digit).count();
            if count > 0 {
                length = all.len() - digits.len() + count;
            }
        }
        let (number, rest) = all.split_at(length);
        self.rest = rest;
        number
    }

    fn sum(&mut self) -> Result<f64, String> {
        let mut value = self.product()?;
        loop {
            if self.take('+') {
                value += self.product()?;
            } else if self.take('-') {
                value -= self.product()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn product(&mut self) -> Result<f64, String> {
        let mut value = self.factor()?;
        loop {
            if self.take('*') {
                value *= self.factor()?;
            } else if self.take('/') {
                value /= self.factor()?;
            } else {
                return Ok(value);
            }
        }
    }

    fn factor(&mut self) -> Result<f64, String> {
        let mut negative = false;
        while self.take('-') {
            negative = !negative;
        }
        let value = self.value()?;
        Ok(if negative { -value } else { value })
    }

    fn value(&mut self) -> Result<f64, String> {
        if self.take('(') {
            return self.inside();
        }
        let Some(first) = self.rest.chars().next() else {
            return Err("a number or a parameter is missing at its end".to_owned());
        };
        if first.is_ascii_digit() || first == '.' {
            let word = self.number();
            return word
                .parse()
                .map_err(|_error| format!("`{}` is not a number", short(word)));
        }
        let word = self.word(is_of_word);
        if word.is_empty() {
            return Err(format!("`{}` was not expected", short(self.rest)));
        }
        let function: fn(f64) -> f64 = match word {
            "sin" => |degrees| ops::sin(degrees.to_radians()),
            "cos" => |degrees| ops::cos(degrees.to_radians()),
            "sqrt" => f64::sqrt,
            _ => {
                let found = self.known.iter().find(|(name, _)| *name == word);
                let names: Vec<&str> = self.known.iter().map(|(name, _)| *name).collect();
                let unknown = || {
                    format!(
                        "`{}` is not known; known: {}",
                        short(word),
                        names.join(", ")
                    )
                };
                return found.map(|(_, value)| *value).ok_or_else(unknown);
            }
        };
        if self.take('(') {
            self.inside().map(function)
        } else {
            Err(format!("`(` was expected after `{word}`"))
        }
    }

    /// A sum up to the closing parenthesis.
    fn inside(&mut self) -> Result<f64, String> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(format!("more than {DEEPEST} parentheses in each other"));
        }
        let value = self.sum()?;
        self.depth -= 1;
        if self.take(')') {
            Ok(value)
        } else {
            Err("`)` was expected".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(formula: &str) -> Result<f64, String> {
        let text = format!(
            r#"(params: [(name: "a", value: 3), (name: "b", value: "=a * 2")], x: "={formula}")"#
        );
        let expanded = expand(&text).map_err(|(_, problem)| problem)?;
        let number = expanded.rsplit_once("x: ").unwrap().1;
        Ok(number.trim_end_matches(')').trim().parse().unwrap())
    }

    #[test]
    fn formulas_bind_as_on_paper() {
        for (formula, want) in [
            ("1 + 2 * a", 7.0),
            ("(1 + 2) * a", 9.0),
            ("b - a - 1", 2.0),
            ("12 / b / 2", 1.0),
            ("--a", 3.0),
            ("2 * -a", -6.0),
            (" sqrt(a * 12) ", 6.0),
            ("cos(60 * a)", -1.0),
            (".5", 0.5),
            ("1e-3 * a", 0.003),
            ("2.5E+2-1e1", 240.0),
        ] {
            assert!((value(formula).unwrap() - want).abs() < 1e-12, "{formula}");
        }
    }

    #[test]
    fn what_is_no_formula_is_refused_with_its_place() {
        for (formula, problem) in [
            ("", "missing"),
            ("a +", "missing"),
            ("c", "known: a, b"),
            ("1 2", "`2`"),
            ("(a", "`)`"),
            ("sin a", "after `sin`"),
            ("a / 0", "finite"),
            ("1.2.3", "not a number"),
            ("2e", "`e`"),
            ("1e-", "`e-`"),
            ("a ^ 2", "`^ 2`"),
        ] {
            let error = value(formula).unwrap_err();
            assert!(error.contains(problem), "{formula}: {error}");
        }
        assert!(value(&"(".repeat(40)).unwrap_err().contains("parentheses"));
        for long in ["x".repeat(20_000), "1 ".repeat(10_000)] {
            let error = value(&long).unwrap_err();
            assert!(error.len() < 250, "{} letters: {error}", error.len());
        }
        for params in [
            r#"(name: "sin", value: 1)"#,
            r#"(name: "a", value: 1), (name: "a", value: 2)"#,
            r#"(name: "2", value: 1)"#,
        ] {
            let text = format!("(params: [{params}])");
            expand(&text).unwrap_err();
        }
    }

    #[test]
    fn a_text_keeps_its_places_and_a_title_is_no_formula() {
        let text = "(title: \"= a\", params: [(name: \"a\", value: 1)], x: \"=a / 4\",\n y: 2)";
        let expanded = expand(text).unwrap();
        assert_eq!(expanded.len(), text.len());
        assert!(expanded.contains("\"= a\"") && expanded.contains("x: 0.25"));
        let without = "(title: \"params\", x: \"=a\")";
        assert_eq!(expand(without).unwrap(), without);
    }

    proptest::proptest! {
        #[test]
        fn any_formula_ends(formula in r"([-+*/()a1. ]|sin|cos|sqrt|b){0,60}") {
            let _ = value(&formula);
        }
    }
}
