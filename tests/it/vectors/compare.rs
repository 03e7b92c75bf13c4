//! Writes answers in the form of the recorded ones and compares them.
//!
//! A number that is written as a whole number, a word or a flag is discrete and must be the same; one that is written
//! as a float may differ by the tolerance.

use glam::{DVec3, Vec3};
use serde_json::{Number, Value, json};

use sweepscope::geometry::{Plane, Position, Rotation, Sphere};
use sweepscope::outcome::Outcome;

use super::read::number;

/// Tolerance of a single query or move.
pub(super) const ONCE: f64 = 1e-4;

/// Tolerance after many ticks.
pub(super) const TICKS: f64 = 1e-3;

/// A float as JSON; words for what JSON cannot write.
pub(super) fn float(x: f64) -> Value {
    match Number::from_f64(x) {
        Some(number) => Value::Number(number),
        None if x.is_nan() => json!("NaN"),
        None if x > 0.0 => json!("inf"),
        None => json!("-inf"),
    }
}

fn floats(list: impl IntoIterator<Item = f32>) -> Value {
    Value::Array(list.into_iter().map(|x| float(f64::from(x))).collect())
}

pub(super) fn vector(v: Vec3) -> Value {
    floats(v.to_array())
}

pub(super) fn wide_vector(v: DVec3) -> Value {
    Value::Array(v.to_array().into_iter().map(float).collect())
}

pub(super) fn rotation(q: Rotation) -> Value {
    floats([q.w, q.x, q.y, q.z])
}

pub(super) fn plane(plane: Plane) -> Value {
    let n = plane.normal;
    floats([n.x, n.y, n.z, plane.offset])
}

pub(super) fn center(sphere: &Sphere) -> Value {
    vector(sphere.center)
}

pub(super) fn position(position: &Position) -> Value {
    json!({
        "cell": position.cell.0,
        "origin": vector(position.frame.origin),
        "rot": rotation(position.frame.rotation),
    })
}

pub(super) fn outcome(outcome: Outcome) -> Value {
    json!(match outcome {
        Outcome::Invalid => "Invalid",
        Outcome::Ok => "OK",
        Outcome::Collided => "Collided",
        Outcome::Adjusted => "Adjusted",
        Outcome::Slid => "Slid",
    })
}

/// What differs, as `path: ours against recorded`, one entry per leaf; empty when all agrees.
pub(super) fn differences(ours: &Value, recorded: &Value, tolerance: f64) -> Vec<String> {
    let mut found = Vec::new();
    compare(String::new(), ours, recorded, tolerance, &mut found);
    found
}

fn compare(path: String, ours: &Value, recorded: &Value, tolerance: f64, found: &mut Vec<String>) {
    match (ours, recorded) {
        (Value::Object(a), Value::Object(b)) => {
            let names: std::collections::BTreeSet<_> = a.keys().chain(b.keys()).collect();
            for name in names {
                let null = Value::Null;
                let of = |map: &serde_json::Map<String, Value>| map.get(name).cloned();
                compare(
                    format!("{path}/{name}"),
                    &of(a).unwrap_or(null.clone()),
                    &of(b).unwrap_or(null),
                    tolerance,
                    found,
                );
            }
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            for (i, (a, b)) in a.iter().zip(b).enumerate() {
                compare(format!("{path}/{i}"), a, b, tolerance, found);
            }
        }
        _ if agree(ours, recorded, tolerance) => {}
        _ => found.push(format!("{path}: {ours} against {recorded}")),
    }
}

/// Whether two leaves agree; the form of ours says whether they are discrete.
fn agree(ours: &Value, recorded: &Value, tolerance: f64) -> bool {
    let is_word = |value: &Value| {
        value
            .as_str()
            .is_some_and(|s| ["NaN", "inf", "-inf"].contains(&s))
    };
    let is_float = ours.is_f64() || is_word(ours);
    let recorded_is_number = recorded.is_number() || is_word(recorded);
    if !(is_float && recorded_is_number) {
        return ours == recorded;
    }
    let (a, b) = (number(ours), number(recorded));
    let scale = if b.abs() > 1.0 { b.abs() } else { 1.0 };
    (a.is_nan() && b.is_nan()) || a == b || (b.is_finite() && (a - b).abs() <= tolerance * scale)
}
