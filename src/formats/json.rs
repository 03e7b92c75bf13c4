//! JSON as the tools of others write it: numbers that are words, ids in either base.

mod words;

use std::fmt;

use glam::Vec3;
use serde::de::{Deserializer, Error as _, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// A number; `"NaN"`, `"Infinity"` and `"-Infinity"` stand for those that JSON cannot write.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Number(pub f32);

impl<'de> Deserialize<'de> for Number {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Of;
        impl Visitor<'_> for Of {
            type Value = Number;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a number, \"NaN\", \"Infinity\" or \"-Infinity\"")
            }

            fn visit_f64<E>(self, value: f64) -> Result<Number, E> {
                Ok(Number(value as f32))
            }

            fn visit_i64<E>(self, value: i64) -> Result<Number, E> {
                Ok(Number(value as f32))
            }

            fn visit_u64<E>(self, value: u64) -> Result<Number, E> {
                Ok(Number(value as f32))
            }

            fn visit_str<E: serde::de::Error>(self, word: &str) -> Result<Number, E> {
                named(word)
                    .map(Number)
                    .ok_or_else(|| E::invalid_value(serde::de::Unexpected::Str(word), &self))
            }
        }
        deserializer.deserialize_any(Of)
    }
}

impl Serialize for Number {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.is_finite() {
            serializer.serialize_f32(self.0)
        } else if self.0.is_nan() {
            serializer.serialize_str("NaN")
        } else if self.0 > 0.0 {
            serializer.serialize_str("Infinity")
        } else {
            serializer.serialize_str("-Infinity")
        }
    }
}

/// The number that a word stands for.
fn named(word: &str) -> Option<f32> {
    match word {
        "NaN" => Some(f32::NAN),
        "Infinity" => Some(f32::INFINITY),
        "-Infinity" => Some(f32::NEG_INFINITY),
        _ => None,
    }
}

/// A point or direction as `{X, Y, Z}` or `{x, y, z}`; it may hold what is not finite.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Triple {
    #[serde(alias = "X")]
    x: Number,
    #[serde(alias = "Y")]
    y: Number,
    #[serde(alias = "Z")]
    z: Number,
}

impl Triple {
    /// As a vector.
    #[must_use]
    pub fn vector(self) -> Vec3 {
        Vec3::new(self.x.0, self.y.0, self.z.0)
    }
}

impl From<Vec3> for Triple {
    fn from(v: Vec3) -> Self {
        Self {
            x: Number(v.x),
            y: Number(v.y),
            z: Number(v.z),
        }
    }
}

/// A plane as `{Normal, D}` or `{normal, d}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PlaneModel {
    /// Its normal.
    #[serde(alias = "Normal")]
    pub normal: Triple,
    /// Its offset.
    #[serde(alias = "D")]
    pub d: Number,
}

/// An id: a number, or text in hexadecimal (`"0xA9B40147"`) or decimal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Id(pub u32);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(untagged)]
        enum Written {
            Number(u32),
            // Some tools write ids as signed numbers.
            Signed(i32),
            Text(String),
        }
        match Written::deserialize(deserializer) {
            Ok(Written::Number(id)) => Ok(Self(id)),
            Ok(Written::Signed(id)) => Ok(Self(id as u32)),
            Ok(Written::Text(text)) => id(&text)
                .map(Self)
                .ok_or_else(|| D::Error::custom(wanted_id())),
            Err(_) => Err(D::Error::custom(wanted_id())),
        }
    }
}

fn wanted_id() -> &'static str {
    "an id was expected: a number up to 4294967295, or text as \"0xA9B40147\""
}

/// The id in `text`, hexadecimal with `0x` or decimal.
#[must_use]
pub fn id(text: &str) -> Option<u32> {
    let text = text.trim();
    match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        // A sign is no digit, whatever the parser says.
        Some(digits) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
            u32::from_str_radix(digits, 16).ok()
        }
        Some(_) => None,
        None => text.parse().ok(),
    }
}

/// `text` with the bare words NaN, Infinity and -Infinity outside of its strings in quotes; `None` where there are none.
///
/// They are no JSON, but several writers put them.
#[must_use]
pub fn quoted_names(text: &str) -> Option<String> {
    // Long files without such words are not gone through letter by letter.
    if !["NaN", "Infinity"].iter().any(|word| text.contains(word)) {
        return None;
    }
    let mut quoted = String::new();
    let (mut rest, mut copied) = (text, 0);
    let mut in_string = false;
    let mut at = 0;
    while let Some(c) = rest.chars().next() {
        let mut taken = c.len_utf8();
        if in_string {
            match c {
                '\\' => taken += rest.chars().nth(1).map_or(0, char::len_utf8),
                '"' => in_string = false,
                _ => {}
            }
        } else if c == '"' {
            in_string = true;
        } else if let Some(word) = ["NaN", "Infinity", "-Infinity"]
            .into_iter()
            .find(|word| rest.starts_with(word))
        {
            quoted.push_str(text.get(copied..at).unwrap_or_default());
            quoted.push('"');
            quoted.push_str(word);
            quoted.push('"');
            taken = word.len();
            copied = at + taken;
        }
        at += taken;
        rest = text.get(at..).unwrap_or_default();
    }
    if copied == 0 {
        return None;
    }
    quoted.push_str(text.get(copied..).unwrap_or_default());
    Some(quoted)
}

/// What `text` holds, with bare NaN and Infinity taken as their quoted forms.
///
/// # Errors
/// That of the JSON reader, with line and column of `text`.
pub fn parse<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, serde_json::Error> {
    serde_json::from_str(text).or_else(|error| match quoted_names(text) {
        Some(text) => serde_json::from_str(&text),
        None => Err(error),
    })
}

/// What the JSON reader says, in this program's words and without the place, which stands before it in our errors.
#[must_use]
pub fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    words::plain(text.get(..end).unwrap_or(&text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_for_numbers() {
        let all: Vec<Number> =
            parse(r#"[1, -2.5, 1e-8, "NaN", "Infinity", "-Infinity", -Infinity, NaN]"#).unwrap();
        let bits: Vec<u32> = all.iter().map(|n| n.0.to_bits()).collect();
        let wanted = [
            1.0,
            -2.5,
            1e-8,
            f32::NAN,
            f32::INFINITY,
            f32::NEG_INFINITY,
            f32::NEG_INFINITY,
            f32::NAN,
        ];
        assert_eq!(bits, wanted.map(f32::to_bits));
        assert!(parse::<Number>("\"nan\"").is_err());
        let written = serde_json::to_string(&all[2..6]).unwrap();
        assert_eq!(written, r#"[1e-8,"NaN","Infinity","-Infinity"]"#);
    }

    #[test]
    fn names_in_strings_stay() {
        assert_eq!(quoted_names(r#"{"NaN": "a \" NaN"}"#), None);
        assert_eq!(
            quoted_names(r#"{"é": NaN, "b": "Infinity", "c": -Infinity}"#).as_deref(),
            Some(r#"{"é": "NaN", "b": "Infinity", "c": "-Infinity"}"#)
        );
    }

    #[test]
    fn ids_in_either_base() {
        let ids: Vec<Id> = parse(r#"[2847146311, "0xA9B40147", "2847146311", -1]"#).unwrap();
        assert_eq!(
            ids.iter().map(|id| id.0).collect::<Vec<_>>(),
            [0xA9B4_0147, 0xA9B4_0147, 0xA9B4_0147, 0xFFFF_FFFF]
        );
        for wrong in ["\"0x\"", "\"0x+1\"", "4294967296", "1.5", "null"] {
            assert!(parse::<Id>(wrong).is_err(), "{wrong}");
        }
    }
}
