//! A scene with one of its values changed, by its place.
//!
//! The text is changed, not the model: what comes of it is read, checked and told of as any other scene.

use std::ops::{ControlFlow, Range};

use super::error::SceneError;
use super::locate::Part::{Field, Index};
use super::locate::{self, Part};
use super::read::read;
use super::source::Source;
use super::walk::{Event, Walker};

/// Where a value goes.
enum Target {
    /// In place of what stands there.
    Over(Range<usize>),
    /// As the first field of the struct whose fields begin here.
    Into(usize, String),
    /// As a switch behind the policy text that ends here, before its quote.
    Switch(usize, String),
}

impl Source {
    /// The same scene with the value at `place` set to `value`, both as written in the scene file.
    ///
    /// A place is a parameter of the scene, or the way to a value: `hz`, `rig.viewer_offset.y`, `objects.wall.at.y`,
    /// `lanes.retail.policy.steps`. Lists take names or numbers from 0, points `x`, `y` and `z`. A field that is not written is
    /// added, if the struct around it is.
    ///
    /// # Errors
    /// [`SceneError`]: no such place, or a scene that is refused with this value.
    pub fn with(&self, place: &str, value: &str) -> Result<Self, SceneError> {
        let target = target(&self.text, place).map_err(|(at, problem)| {
            let (line, column) = locate::line_column(&self.text, at);
            SceneError::At {
                file: self.file(),
                line,
                column,
                field: place.to_owned(),
                problem,
            }
        })?;
        let mut text = self.text.clone();
        let is_new_field = matches!(target, Target::Into(..)) && !place.contains('.');
        match target {
            Target::Over(range) => {
                let old = text.get(range.clone()).unwrap_or_default();
                let is_text = old.starts_with('"') && !old.starts_with("\"=");
                let quoted = format!("\"{value}\"");
                let new = if is_text && !value.starts_with('"') {
                    &quoted
                } else {
                    value
                };
                text.replace_range(range, new);
            }
            Target::Into(at, field) => text.insert_str(at, &format!("{field}: {value}, ")),
            Target::Switch(at, switch) => text.insert_str(at, &format!("+{switch}={value}")),
        }
        match read(&text, &self.file()) {
            // What is neither a parameter nor a field of a scene is mistaken for a parameter more often.
            Err(SceneError::At { problem, .. })
                if is_new_field && problem.contains("unknown field") =>
            {
                return Err(SceneError::At {
                    file: self.file(),
                    line: 1,
                    column: 1,
                    field: place.to_owned(),
                    problem: format!(
                        "neither a parameter of the scene ({}) nor a field of it",
                        known_params(&self.text)
                    ),
                });
            }
            read => read?,
        };
        Ok(Self {
            text,
            ..self.clone()
        })
    }
}

/// The bytes of the value at `path`.
fn span(text: &str, path: &[Part<'_>]) -> Option<Range<usize>> {
    let mut found = None;
    let mut walker = Walker::new(text, |event, here| {
        match event {
            // The key of a field comes first, the whole value last.
            Event::Leave(start, end) if here == path => found = Some(start..end),
            _ => {}
        }
        ControlFlow::Continue(())
    });
    let _ = walker.file();
    found
}

fn target(text: &str, place: &str) -> Result<Target, (usize, String)> {
    let words: Vec<&str> = place.split('.').collect();
    if let [word] = words.as_slice()
        && let Some(index) = named(text, &[Field("params")], word)
        && let Some(range) = span(text, &[Field("params"), Index(index), Field("value")])
    {
        return Ok(Target::Over(range));
    }
    let mut path: Vec<Part<'_>> = Vec::new();
    for (number, word) in words.iter().enumerate() {
        if let Some(part) = part(text, &path, word) {
            path.push(part);
            continue;
        }
        let around = span(text, &path).unwrap_or(0..0);
        let written = text.get(around.clone()).unwrap_or_default();
        if number + 1 == words.len() {
            if path.last() == Some(&Field("policy")) && written.starts_with('"') {
                return Ok(Target::Switch(around.end - 1, (*word).to_owned()));
            }
            // Only structs have fields; the first of them may be missing too, as in `Chase()`.
            let open = written.find('(').map(|at| around.start + at + 1);
            let is_word = word.starts_with(|c: char| c.is_ascii_alphabetic());
            if let Some(open) = open.filter(|_| is_word && is_struct(text, &path)) {
                return Ok(Target::Into(open, (*word).to_owned()));
            }
        }
        let problem = match path.is_empty() {
            true => format!("there is no `{word}` in the scene"),
            false => format!("there is no `{word}` in `{}`", locate::text_of(&path)),
        };
        return Err((around.start, problem));
    }
    let range = span(text, &path).unwrap_or(0..0);
    Ok(Target::Over(range))
}

/// The part that `word` is of the value at `path`; `None` if there is none.
fn part<'w>(text: &str, path: &[Part<'_>], word: &'w str) -> Option<Part<'w>> {
    let exists = |part: Part<'w>| {
        let inner: Vec<Part<'_>> = path.iter().copied().chain([part]).collect();
        span(text, &inner).is_some().then_some(part)
    };
    let axis = ["x", "y", "z"].iter().position(|axis| *axis == word);
    let index = axis.or_else(|| word.parse().ok());
    exists(Field(word))
        .or_else(|| exists(Index(index?)))
        .or_else(|| named(text, path, word).map(Index))
}

/// The number of the element called `name` of the list at `path`.
fn named(text: &str, path: &[Part<'_>], name: &str) -> Option<usize> {
    let mut found = None;
    let mut walker = Walker::new(text, |event, here| {
        if let (Event::Leave(start, end), Some([Index(index), Field("name")])) =
            (event, here.strip_prefix(path))
            && text.get(start..end).map(|value| value.trim_matches('"')) == Some(name)
        {
            // The key `name` is no name.
            if text.get(start..end) != Some("name") {
                found = Some(*index);
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    let _ = walker.file();
    found
}

/// The names of the scene's parameters, in words.
fn known_params(text: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    let mut walker = Walker::new(text, |event, here| {
        if let (Event::Leave(start, end), [Field("params"), Index(index), Field("name")]) =
            (event, here)
            && let Some(name) = text.get(start..end)
        {
            // The key comes first and is written over by the value.
            names.truncate(*index);
            names.push(name.trim_matches('"'));
        }
        ControlFlow::Continue(())
    });
    let _ = walker.file();
    match names.is_empty() {
        true => "it has none".to_owned(),
        false => format!("known: {}", names.join(", ")),
    }
}

/// Whether the value at `path` has fields.
fn is_struct(text: &str, path: &[Part<'_>]) -> bool {
    let mut found = false;
    let mut walker = Walker::new(text, |event, here| {
        if matches!(event, Event::Enter(_)) && matches!(here.strip_prefix(path), Some([Field(_)])) {
            found = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    let _ = walker.file();
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r#"Scene(version: 1, title: "t", length: Ticks(4),
        params: [Param(name: "far", value: 2), Param(name: "wall", value: 0)],
        objects: [
            Object(name: "crate", shape: Box(min: (0, 0, 0), max: (1, 1, 1)), at: (0, "=far", 0)),
            Object(name: "wall", shape: Polygons([[(5, -2, -3), (-5, -2, -3), (-5, -2, 6), (5, -2, 6)]])),
        ],
        rig: Chase(feet: (0, 0, 0), viewer_offset: (0, -2.5, 0.75)),
        lanes: [Lane(name: "retail", policy: "retail")])"#;

    fn with(place: &str, value: &str) -> Result<String, String> {
        let source = Source::from_text("t", TEXT);
        let changed = source
            .with(place, value)
            .map_err(|error| error.to_string())?;
        Ok(changed.text)
    }

    #[test]
    fn places_are_found_by_their_words() {
        for (place, value, there) in [
            ("far", "7", "\"far\", value: 7)"),
            ("params.far.value", "7", "\"far\", value: 7)"),
            ("length", "Seconds(3)", "length: Seconds(3),"),
            ("rig.viewer_offset.y", "-1", "viewer_offset: (0, -1, 0.75)"),
            ("rig.feet", "(1, 2, 3)", "feet: (1, 2, 3)"),
            ("objects.wall.shape.0.1.z", "-4", "(-5, -2, -4)"),
            ("objects.0.shape.max.x", "9", "max: (9, 1, 1)"),
            ("objects.crate.at.y", "4", "at: (0, 4, 0)"),
            ("lanes.retail.policy", "legacy", "policy: \"legacy\""),
            (
                "lanes.retail.policy.steps",
                "equal-slices",
                "policy: \"retail+steps=equal-slices\"",
            ),
            // What is not written is added.
            ("hz", "240", "Scene(hz: 240, version"),
            (
                "rig.heading_degrees",
                "30",
                "Chase(heading_degrees: 30, feet",
            ),
            (
                "objects.wall.at",
                "(0, 0, 1)",
                "Object(at: (0, 0, 1), name: \"wall\"",
            ),
        ] {
            let text = with(place, value).unwrap();
            assert!(text.contains(there), "{place}: {text}");
            assert_eq!(text.lines().count(), TEXT.lines().count());
        }
    }

    #[test]
    fn what_cannot_be_set_is_refused() {
        for (place, value, problem) in [
            ("objects.door.at", "(0, 0, 0)", "no `door` in `objects`"),
            ("objects.wall.at.y", "1", "no `at` in `objects[1]`"),
            ("rig.colour", "1", "unknown field `colour`"),
            ("rig.feet.w", "1", "no `w` in `rig.feet`"),
            (
                "nearer",
                "1",
                "neither a parameter of the scene (known: far, wall) nor a field",
            ),
            ("rig.feet.x", "inf", "a coordinate"),
            ("hz", "0", "1 to 10000"),
            ("lanes.retail.policy.steps", "none", "none"),
            ("", "1", "no ``"),
        ] {
            let error = with(place, value).unwrap_err();
            assert!(error.contains(problem), "{place}: {error}");
        }
    }
}
