//! Text to [`Scene`].

use ron::error::{Error as RonError, SpannedError};
use ron::extensions::Extensions;

use super::error::SceneError;
use super::model::Scene;
use super::number::Hz;
use super::{check, formula, locate};

/// Reads the scene in `text`, which errors call `file`, and checks everything that needs no other file.
///
/// # Errors
/// [`SceneError::At`] at the first thing that is wrong: what RON cannot read, unknown fields, numbers out of range, names that do
/// not exist, policies and measures that are not known.
pub fn read(text: &str, file: &str) -> Result<Scene, SceneError> {
    let expanded = formula::expand(text).map_err(|(offset, problem)| {
        let (field, start) = locate::at(text, offset);
        let (line, column) = locate::line_column(text, start);
        SceneError::At {
            file: file.to_owned(),
            line,
            column,
            field,
            problem,
        }
    })?;
    let text = &*expanded;
    let options = ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES);
    let scene: Scene = options
        .from_str(text)
        .map_err(|error| from_ron(&error, text, file))?;
    check::check(&scene, text, file)?;
    Ok(scene)
}

/// An error of the reader with the field around its place.
fn from_ron(error: &SpannedError, text: &str, file: &str) -> SceneError {
    // A refused value has just been read; anything else is wrong where the reader stands.
    let place = match error.code {
        RonError::Message(_)
        | RonError::NoSuchStructField { .. }
        | RonError::NoSuchEnumVariant { .. } => error.span.start,
        _ => error.span.end,
    };
    // What is missing is missed at the closing parenthesis: the struct is meant, not its last field.
    let closing = match error.code {
        RonError::MissingStructField { .. } | RonError::ExpectedDifferentLength { .. } => 1,
        _ => 0,
    };
    let offset = locate::offset(text, place.line, place.col) + closing;
    let (field, start) = locate::at(text, offset);
    let (line, column) = locate::line_column(text, start);
    SceneError::At {
        file: file.to_owned(),
        line,
        column,
        problem: match &error.code {
            RonError::ExpectedFloat if field == "hz" || field.ends_with(".hz") => {
                format!("{} was expected", Hz::WANTED)
            }
            code => too_large(problem(code), text.get(start..).unwrap_or_default()),
        },
        field,
    }
}

/// A number of more than all digits is read as infinite; the error repeats what stands there.
fn too_large(problem: String, text: &str) -> String {
    let Some(rest) = problem
        .strip_prefix('-')
        .unwrap_or(&problem)
        .strip_prefix("inf is not ")
    else {
        return problem;
    };
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | '_');
    let word = text.split(|c| !is_part(c)).next().unwrap_or_default();
    if word.is_empty() || word.trim_start_matches(['+', '-']).starts_with("inf") {
        return problem;
    }
    let short: String = word.chars().take(20).collect();
    let dots = if short.len() < word.len() { ".." } else { "" };
    format!("{short}{dots} is not {rest}")
}

fn list(words: &[&str]) -> String {
    words.join(", ")
}

/// What is wrong, and what was expected.
fn problem(code: &RonError) -> String {
    match code {
        RonError::NoSuchStructField {
            expected, found, ..
        } => {
            format!("unknown field `{found}`; known: {}", list(expected))
        }
        RonError::NoSuchEnumVariant {
            expected, found, ..
        } => {
            format!("unknown word `{found}`; known: {}", list(expected))
        }
        RonError::MissingStructField { field, .. } => format!("the field `{field}` is missing"),
        RonError::DuplicateStructField { field, .. } => format!("the field `{field}` stands twice"),
        RonError::Message(text) => text.clone(),
        // All whole numbers of a scene are of one kind; most have narrower limits, which their types name.
        RonError::IntegerOutOfBounds | RonError::ExpectedInteger => {
            format!("a whole number from 0 to {} was expected", u32::MAX)
        }
        other => {
            let text = other.to_string();
            let mut letters = text.chars();
            letters.next().map_or_else(String::new, |first| {
                first.to_lowercase().chain(letters).collect()
            })
        }
    }
}
