//! What the JSON reader says, in plain words.

/// A number without a fraction.
const WHOLE: &str = "a whole number";

/// What `said` means to whoever wrote the file, who need not know the types of this program; as it is where it is not known.
pub(super) fn plain(said: &str) -> String {
    if let Some(rest) = said
        .strip_prefix("invalid type: ")
        .or_else(|| said.strip_prefix("invalid value: "))
        && let Some((found, wanted)) = rest.rsplit_once(", expected ")
    {
        let number = found.trim_end_matches('`').rsplit('`').next();
        let is_huge = |n: &f64| n.abs() >= i64::MAX as f64;
        let huge = number.and_then(|n| n.parse().ok()).filter(is_huge);
        if huge.is_some() && expected(wanted) == WHOLE {
            return format!("the number is too large: {}", there(found));
        }
        return format!("{} was expected, found {}", expected(wanted), there(found));
    }
    if let Some((found, wanted)) = said
        .strip_prefix("invalid length ")
        .and_then(|rest| rest.split_once(", expected "))
    {
        return format!("{} was expected, found {found}", expected(wanted));
    }
    for (begin, what) in [("unknown field ", "field"), ("unknown variant ", "word")] {
        if let Some(rest) = said.strip_prefix(begin)
            && let Some((name, known)) = rest.split_once(", expected ")
        {
            let known = known.strip_prefix("one of ").unwrap_or(known);
            return format!("unknown {what} {name}; known: {known}");
        }
    }
    if let Some(name) = said.strip_prefix("missing field ") {
        return format!("the field {name} is missing");
    }
    if let Some(name) = said.strip_prefix("duplicate field ") {
        return format!("the field {name} stands twice");
    }
    if let Some(what) = said.strip_prefix("EOF while parsing ") {
        return format!("it ends within {what}; is it cut off?");
    }
    match said {
        "expected value" => "a value was expected",
        "expected ident" => "true, false or null was expected",
        "trailing comma" => "a value was expected behind the comma",
        "trailing characters" => "there is more behind its end",
        "key must be a string" => "a name in quotes was expected",
        "invalid number" => "a number was expected",
        "number out of range" => "the number is too large",
        "recursion limit exceeded" => "too many lists and objects within each other",
        "invalid escape" => "an unknown character behind a backslash",
        "control character (\\u0000-\\u001F) found while parsing a string" => {
            "a line end or control character within quotes"
        }
        "invalid unicode code point" => "not UTF-8 text",
        _ => {
            return match said.strip_prefix("expected ") {
                Some(wanted) => format!("{wanted} was expected"),
                None => said.to_owned(),
            };
        }
    }
    .to_owned()
}

/// What the reader wanted.
fn expected(wanted: &str) -> String {
    let words = match wanted {
        "u8" => "a whole number from 0 to 255",
        "u16" => "a whole number from 0 to 65535",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "u128" | "usize" => "a whole number of 0 or more",
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => WHOLE,
        "f32" | "f64" => "a number",
        "index into child of root" => "an index of 0 or more",
        "a string" | "string" | "str" => "text",
        "a boolean" => "true or false",
        "a sequence" => "a list",
        "a map" | "map" => "an object",
        other => {
            if let Some(length) = other.strip_prefix("an array of length ") {
                return format!("a list of {length}");
            }
            if let Some(list) = other.strip_prefix("any of: ") {
                let list = list.trim_start_matches('[').trim_end_matches(']');
                return format!("one of {list}");
            }
            // The name of a type says nothing.
            let is_object = other.starts_with("struct ") || other.starts_with("tuple struct ");
            return match is_object {
                true => "an object".to_owned(),
                false => other.to_owned(),
            };
        }
    };
    words.to_owned()
}

/// What the reader found.
fn there(found: &str) -> String {
    let shown = |text: &str| {
        let short: String = text.chars().take(40).collect();
        let dots = if short.len() < text.len() { ".." } else { "" };
        format!("{short}{dots}")
    };
    for kind in ["floating point `", "integer `", "boolean `"] {
        if let Some(value) = found.strip_prefix(kind) {
            return shown(value.trim_end_matches('`'));
        }
    }
    match found {
        "sequence" => "a list".to_owned(),
        "map" => "an object".to_owned(),
        "unit value" => "null".to_owned(),
        other => shown(other.strip_prefix("string ").unwrap_or(other)),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "lowercase")]
    enum Word {
        One,
    }

    #[derive(Debug, Deserialize)]
    #[expect(dead_code, reason = "only its errors are looked at")]
    struct Model {
        number: Option<f32>,
        byte: Option<u8>,
        whole: Option<i64>,
        count: Option<u64>,
        list: Option<Vec<u32>>,
        three: Option<[f32; 3]>,
        name: Option<String>,
        inner: Option<Box<Self>>,
        flag: Option<bool>,
        word: Option<Word>,
        needed: u32,
    }

    #[test]
    fn no_type_of_the_program_is_named() {
        for (text, told) in [
            (r#"{"whole": 1e+300}"#, "the number is too large: 1e+300"),
            (
                r#"{"whole": 9223372036854775808}"#,
                "the number is too large: 9223372036854775808",
            ),
            (
                r#"{"byte": 256}"#,
                "a whole number from 0 to 255 was expected, found 256",
            ),
            (
                r#"{"count": -1}"#,
                "a whole number of 0 or more was expected, found -1",
            ),
            (r#"{"number": "x"}"#, "a number was expected, found \"x\""),
            (r#"{"list": {}}"#, "a list was expected, found an object"),
            (r#"{"three": [1, 2]}"#, "a list of 3 was expected, found 2"),
            (r#"{"name": 5}"#, "text was expected, found 5"),
            (r#"{"inner": 5}"#, "an object was expected, found 5"),
            (r#"{"flag": 1}"#, "true or false was expected, found 1"),
            (r#"{"word": "two"}"#, "unknown word `two`; known: `one`"),
            ("{}", "the field `needed` is missing"),
            (r#"{"byte": 1, "byte": 1}"#, "the field `byte` stands twice"),
            (r#"{"list": [1"#, "it ends within a list; is it cut off?"),
            (r#"{"byte": 1"#, "it ends within an object; is it cut off?"),
            (r#"{"name": "a"#, "it ends within a string; is it cut off?"),
            (r#"{"byte": "#, "it ends within a value; is it cut off?"),
            (r#"{"byte": x}"#, "a value was expected"),
            (r#"{"byte" 1}"#, "`:` was expected"),
            (r#"{"list": [1 2]}"#, "`,` or `]` was expected"),
            (r#"{5: 1}"#, "a name in quotes was expected"),
            (r#"{"list": [1,]}"#, "a value was expected behind the comma"),
            (r#"{"needed": 1} x"#, "there is more behind its end"),
            (r#"{"number": 1e999}"#, "the number is too large"),
        ] {
            let error = serde_json::from_str::<Model>(text).unwrap_err();
            assert_eq!(super::super::reason(&error), told, "{text}: {error}");
        }
        let bytes = b"{\"name\": \"\xff\"}";
        let error = serde_json::from_slice::<Model>(bytes).unwrap_err();
        assert_eq!(super::super::reason(&error), "not UTF-8 text");
    }
}
