//! Numbers and points of values, in any culture.

use glam::Vec3;

/// Farthest coordinate of a scene, metres.
const FARTHEST: f32 = 1e6;

/// A number with a point or a comma; `None` for what is none, or not finite.
#[must_use]
pub fn number(text: &str) -> Option<f32> {
    let text = text.trim().trim_end_matches(['m', 's']);
    let number: Option<f32> = text.parse().ok();
    let number = number.or_else(|| match text.matches(',').count() {
        1 if !text.contains('.') => text.replacen(',', ".", 1).parse().ok(),
        _ => None,
    });
    number.filter(|n| n.is_finite())
}

/// The numbers between the brackets of `text`, which may have commas for their points.
fn numbers(text: &str) -> Option<Vec<f32>> {
    let inner = text
        .trim()
        .trim_start_matches(['(', '[', '<', '{'])
        .trim_end_matches([')', ']', '>', '}']);
    let all = |parts: Vec<&str>| parts.into_iter().map(number).collect::<Option<Vec<f32>>>();
    if inner.contains(';') {
        return all(inner.split(';').collect());
    }
    // "1,5, 2,25, 0,0": a space tells one comma from the other.
    let spaced: Vec<&str> = inner.split(", ").collect();
    if spaced.len() >= 3 {
        return all(spaced);
    }
    let plain: Vec<&str> = inner.split(',').collect();
    match plain.len() {
        3 | 4 => all(plain),
        // "1,5,2,25,0,0": two digits groups a number.
        6 | 8 => {
            let pairs: Vec<String> = plain.chunks_exact(2).map(|pair| pair.join(".")).collect();
            all(pairs.iter().map(String::as_str).collect())
        }
        _ => all(inner.split_whitespace().collect()),
    }
}

/// The point in `text`, as `(x,y,z)`; `None` for what is none, or where a scene does not reach.
#[must_use]
pub fn vector(text: &str) -> Option<Vec3> {
    let text = text.trim();
    if !text.starts_with(['(', '<', '[']) {
        return None;
    }
    match numbers(text)?.as_slice() {
        [x, y, z] => {
            let v = Vec3::new(*x, *y, *z);
            (v.abs().max_element() <= FARTHEST).then_some(v)
        }
        _ => None,
    }
}

/// The points of a list, as `[(x,y,z),(x,y,z)]`; `None` where one of them is none.
#[must_use]
pub fn points(text: &str) -> Option<Vec<Vec3>> {
    let inner = text.trim().strip_prefix('[')?.strip_suffix(']')?;
    let mut list = Vec::new();
    let mut rest = inner;
    while let Some(open) = rest.find('(') {
        let from = rest.get(open..)?;
        let end = from.find(')')? + 1;
        list.push(vector(from.get(..end)?)?);
        rest = from.get(end..)?;
    }
    (!list.is_empty()).then_some(list)
}
