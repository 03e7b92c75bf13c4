//! A model as a tree of RON values, without the fields that say what the format assumes anyway.

use std::fmt::Display;

use serde::Serialize;
use serde::ser::{self, Serializer};

/// A value of the text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Value {
    /// A number, a word or a quoted text, as it is written.
    Atom(String),
    /// Values in brackets.
    List(Vec<Self>),
    /// Values in parentheses, behind a name if it is not empty.
    Tuple(&'static str, Vec<Self>),
    /// Fields in parentheses, behind a name if it is not empty.
    Fields(&'static str, Vec<(&'static str, Self)>),
    /// No value: the field is left out.
    Nothing,
    /// The value of a field that may be missing and is not: written whatever it is, for `false` or an empty list says more than nothing.
    Given(Box<Self>),
}

/// The tree of `model`.
pub(super) fn of(model: &impl Serialize) -> Value {
    // Nothing in a scene is of a kind that the tree lacks; the tests write every shipped scene.
    model.serialize(Taker).unwrap_or(Value::Nothing)
}

/// Fields that are left out where they have this value: the defaults of the format that are no empty list, `false`, empty text or
/// missing value.
const DEFAULTS: &[(&str, &str, &str)] = &[
    ("Scene", "hz", "60"),
    ("Object", "kind", "Static"),
    ("Mesh", "up", "Y"),
    ("Portal", "side", "Positive"),
    ("Opening", "back", "0"),
    ("Blocks", "elsewhere", "Missing"),
    ("Block", "cut", "ByPlace"),
    ("Block", "water", "Dry"),
    ("Chase", "motion", "Still"),
    ("Sweep", "mover", "Viewer"),
    ("MoverModel", "mover", "Human"),
    ("BodyModel", "flags", "0x0"),
    ("Drive", "forward", "0"),
    ("Drive", "sidestep", "0"),
    ("Drive", "turn", "0"),
    ("Hold", "viewer", "0x0"),
    ("Hold", "pivot", "0x0"),
    ("Hold", "turn", "0"),
    ("Expect", "stat", "Every"),
];

/// Lists that are written even if they are empty: the format has no default for them.
const REQUIRED: &[(&str, &str)] = &[
    ("Scene", "lanes"),
    ("Scene", "title"),
    ("Object", "name"),
    ("Lane", "name"),
    ("Lane", "policy"),
    ("Param", "name"),
    ("Expect", "lane"),
    ("Expect", "measure"),
    ("Prism", "outline"),
    ("Mesh", "file"),
    ("Dump", "file"),
    ("Rays", "lengths"),
    ("BodyModel", "spheres"),
    ("Portal", "polygon"),
    ("HeightField", "heights"),
];

/// Whole numbers that people know by their bits.
const BITS: &[(&str, &str)] = &[
    ("Chase", "status"),
    ("CameraModel", "status"),
    ("BodyModel", "flags"),
    ("Hold", "viewer"),
    ("Hold", "pivot"),
];

/// Whether a field is not worth writing.
fn is_left_out(of: &str, field: &str, value: &Value) -> bool {
    match value {
        Value::Nothing => true,
        Value::List(list) => list.is_empty() && !REQUIRED.contains(&(of, field)),
        Value::Atom(text) if text == "\"\"" => !REQUIRED.contains(&(of, field)),
        Value::Atom(text) if text == "false" => true,
        Value::Atom(text) => DEFAULTS.contains(&(of, field, text)),
        _ => false,
    }
}

/// The name that a struct is written with; what the format calls by its field alone has none.
fn shown(name: &'static str) -> &'static str {
    if name.ends_with("Model") { "" } else { name }
}

/// The shortest text that reads back as the same number.
fn number(plain: String, scientific: String) -> String {
    if scientific.len() + 2 < plain.len() && plain.len() > 8 {
        scientific
    } else {
        plain
    }
}

/// `text` in quotes, with what RON wants escaped.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted.push_str("\\n"),
            c if c.is_control() => quoted.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A kind of value that no scene has.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct Strange(String);

impl ser::Error for Strange {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

fn strange<T>(kind: &str) -> Result<T, Strange> {
    Err(Strange(format!("{kind} in a scene")))
}

struct Taker;

/// The elements of a list or tuple so far.
pub(super) struct Elements {
    name: Option<&'static str>,
    elements: Vec<Value>,
    is_list: bool,
}

/// The fields of a struct so far.
pub(super) struct Fields {
    /// Its name in the model, by which the tables above know it.
    of: &'static str,
    /// The name that is written.
    name: &'static str,
    fields: Vec<(&'static str, Value)>,
}

fn atom(value: impl Display) -> Result<Value, Strange> {
    Ok(Value::Atom(value.to_string()))
}

impl Serializer for Taker {
    type Ok = Value;
    type Error = Strange;
    type SerializeSeq = Elements;
    type SerializeTuple = Elements;
    type SerializeTupleStruct = Elements;
    type SerializeTupleVariant = Elements;
    type SerializeMap = ser::Impossible<Value, Strange>;
    type SerializeStruct = Fields;
    type SerializeStructVariant = Fields;

    fn serialize_bool(self, v: bool) -> Result<Value, Strange> {
        atom(v)
    }
    fn serialize_i8(self, v: i8) -> Result<Value, Strange> {
        atom(v)
    }
    fn serialize_i16(self, v: i16) -> Result<Value, Strange> {
        atom(v)
    }
    fn serialize_i32(self, v: i32) -> Result<Value, Strange> {
        atom(v)
    }
    fn serialize_i64(self, v: i64) -> Result<Value, Strange> {
        atom(v)
    }
    fn serialize_u8(self, v: u8) -> Result<Value, Strange> {
        atom(v)
    }
    fn serialize_u16(self, v: u16) -> Result<Value, Strange> {
        atom(v)
    }
    fn serialize_u32(self, v: u32) -> Result<Value, Strange> {
        atom(v)
    }
    fn serialize_u64(self, v: u64) -> Result<Value, Strange> {
        atom(v)
    }
    fn serialize_f32(self, v: f32) -> Result<Value, Strange> {
        Ok(Value::Atom(number(v.to_string(), format!("{v:e}"))))
    }
    fn serialize_f64(self, v: f64) -> Result<Value, Strange> {
        Ok(Value::Atom(number(v.to_string(), format!("{v:e}"))))
    }
    fn serialize_char(self, v: char) -> Result<Value, Strange> {
        Ok(Value::Atom(quoted(&v.to_string())))
    }
    fn serialize_str(self, v: &str) -> Result<Value, Strange> {
        Ok(Value::Atom(quoted(v)))
    }
    fn serialize_bytes(self, _: &[u8]) -> Result<Value, Strange> {
        strange("bytes")
    }
    fn serialize_none(self) -> Result<Value, Strange> {
        Ok(Value::Nothing)
    }
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<Value, Strange> {
        Ok(Value::Given(Box::new(value.serialize(self)?)))
    }
    fn serialize_unit(self) -> Result<Value, Strange> {
        Ok(Value::Tuple("", Vec::new()))
    }
    fn serialize_unit_struct(self, name: &'static str) -> Result<Value, Strange> {
        atom(name)
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<Value, Strange> {
        atom(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        name: &'static str,
        value: &T,
    ) -> Result<Value, Strange> {
        let value = value.serialize(self)?;
        let digits = match name {
            "BlockNumber" => 4,
            "RoomNumber" | "MeshNumber" | "SetupNumber" => 8,
            _ => return Ok(value),
        };
        match &value {
            Value::Atom(text) => Ok(Value::Atom(hexadecimal(text, digits))),
            _ => Ok(value),
        }
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<Value, Strange> {
        // `unwrap_variant_newtypes`: a struct in a variant has no parentheses of its own.
        Ok(match value.serialize(self)? {
            Value::Fields(_, fields) => Value::Fields(variant, fields),
            other => Value::Tuple(variant, vec![other]),
        })
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Elements, Strange> {
        Ok(Elements {
            name: None,
            elements: Vec::new(),
            is_list: true,
        })
    }
    fn serialize_tuple(self, _: usize) -> Result<Elements, Strange> {
        Ok(Elements {
            name: None,
            elements: Vec::new(),
            is_list: false,
        })
    }
    fn serialize_tuple_struct(self, _: &'static str, len: usize) -> Result<Elements, Strange> {
        self.serialize_tuple(len)
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Elements, Strange> {
        Ok(Elements {
            name: Some(variant),
            elements: Vec::new(),
            is_list: false,
        })
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Self::SerializeMap, Strange> {
        strange("a map")
    }
    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Fields, Strange> {
        Ok(Fields {
            of: name,
            name: shown(name),
            fields: Vec::new(),
        })
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Fields, Strange> {
        Ok(Fields {
            of: variant,
            name: variant,
            fields: Vec::new(),
        })
    }
}

/// A whole number in base 16, as people write bits and ids.
fn hexadecimal(decimal: &str, digits: usize) -> String {
    let width = digits + 2;
    decimal.parse::<u32>().map_or_else(
        |_| decimal.to_owned(),
        |number| format!("{number:#0width$X}"),
    )
}

impl Elements {
    fn add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Strange> {
        self.elements.push(value.serialize(Taker)?);
        Ok(())
    }

    fn all(self) -> Value {
        match self.name {
            _ if self.is_list => Value::List(self.elements),
            name => Value::Tuple(name.unwrap_or_default(), self.elements),
        }
    }
}

impl Fields {
    fn add<T: Serialize + ?Sized>(
        &mut self,
        field: &'static str,
        value: &T,
    ) -> Result<(), Strange> {
        let (is_given, mut value) = match value.serialize(Taker)? {
            Value::Given(value) => (true, *value),
            value => (false, value),
        };
        if BITS.contains(&(self.of, field))
            && let Value::Atom(text) = &value
        {
            value = Value::Atom(hexadecimal(text, 1));
        }
        if is_given || !is_left_out(self.of, field, &value) {
            self.fields.push((field, value));
        }
        Ok(())
    }
}

macro_rules! elements {
    ($($of:ident $add:ident),*) => { $(
        impl ser::$of for Elements {
            type Ok = Value;
            type Error = Strange;
            fn $add<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Strange> {
                self.add(value)
            }
            fn end(self) -> Result<Value, Strange> {
                Ok(self.all())
            }
        }
    )* };
}

elements! {
    SerializeSeq serialize_element, SerializeTuple serialize_element,
    SerializeTupleStruct serialize_field, SerializeTupleVariant serialize_field
}

macro_rules! fields {
    ($($of:ident),*) => { $(
        impl ser::$of for Fields {
            type Ok = Value;
            type Error = Strange;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Strange> {
                self.add(key, value)
            }
            fn end(self) -> Result<Value, Strange> {
                Ok(Value::Fields(self.name, self.fields))
            }
        }
    )* };
}

fields! { SerializeStruct, SerializeStructVariant }
