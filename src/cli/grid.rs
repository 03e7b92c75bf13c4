//! What is varied, and over which values: `--param NAME=VALUES`.

/// Most values of one parameter, and most runs of one lane.
pub(super) const MOST: usize = 100_000;

/// A parameter and its values, as they are written in a scene.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Axis {
    /// Its name, or its place in the scene.
    pub(super) name: String,
    pub(super) values: Vec<String>,
}

/// Reads `NAME=A,B,..`; each of them is a value, or `FROM..TO:STEP`.
pub(super) fn parse_axis(text: &str) -> Result<Axis, String> {
    let wanted =
        "NAME=A,B,.. or NAME=FROM..TO:STEP was expected, as in hz=30,60 or rig.feet.y=0..2:0.5";
    let (name, list) = text.split_once('=').ok_or(wanted)?;
    let mut values = Vec::new();
    for item in items(list) {
        let item = item.trim();
        if name.trim().is_empty() || item.is_empty() {
            return Err(wanted.to_owned());
        }
        match range(item)? {
            Some(range) => values.extend(range),
            None => values.push(item.to_owned()),
        }
        if values.len() > MOST {
            return Err(format!("more than {MOST} values"));
        }
    }
    let name = name.trim().to_owned();
    Ok(Axis { name, values })
}

/// What stands between the commas that are in no parentheses and no quotes.
fn items(list: &str) -> Vec<&str> {
    let (mut depth, mut quoted, mut start) = (0_i32, false, 0);
    let mut items = Vec::new();
    for (at, c) in list.char_indices() {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' if !quoted => depth += 1,
            ')' | ']' if !quoted => depth -= 1,
            ',' if depth == 0 && !quoted => {
                items.extend(list.get(start..at));
                start = at + 1;
            }
            _ => {}
        }
    }
    items.extend(list.get(start..));
    items
}

/// The values of `FROM..TO:STEP`, both ends in it; `None` where it is none.
fn range(item: &str) -> Result<Option<Vec<String>>, String> {
    let Some((from, rest)) = item.split_once("..") else {
        return Ok(None);
    };
    let wrong = || {
        format!("`{item}` is no range FROM..TO:STEP with a step that leads from one to the other")
    };
    let (to, step) = rest.split_once(':').ok_or_else(wrong)?;
    let number = |text: &str| text.trim().parse().ok().filter(|v: &f64| v.is_finite());
    let (Some(first), Some(last), Some(by)) = (number(from), number(to), number(step)) else {
        return Err(wrong());
    };
    // The last value may be missed by rounding, not by more.
    let count = ((last - first) / by + 1e-6).floor();
    if by == 0.0 || count < 0.0 {
        return Err(wrong());
    }
    if count >= MOST as f64 {
        return Err(format!("`{item}`: more than {MOST} values"));
    }
    let decimals = decimals(from).max(decimals(step));
    let value = |k: usize| crate::analysis::words::fixed(first + by * k as f64, decimals);
    Ok(Some((0..=count as usize).map(value).collect()))
}

/// Digits behind the point of a written number; enough for any where it has an exponent.
fn decimals(text: &str) -> usize {
    if text.contains(['e', 'E']) {
        return 9;
    }
    text.trim()
        .split_once('.')
        .map_or(0, |(_, digits)| digits.len())
}

/// Every combination of one value of each axis, the last axis fastest; none at all is one combination of nothing.
pub(super) fn combinations(axes: &[&Axis]) -> Vec<Vec<String>> {
    let mut rows = vec![Vec::new()];
    for axis in axes {
        let with = |row: &Vec<String>, value: &String| row.iter().chain([value]).cloned().collect();
        rows = rows
            .iter()
            .flat_map(|row| axis.values.iter().map(move |value| with(row, value)))
            .collect();
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Result<Vec<String>, String> {
        parse_axis(text).map(|axis| axis.values)
    }

    #[test]
    fn ranges_have_both_ends() {
        assert_eq!(
            values("a=0..1:0.25").unwrap(),
            ["0.00", "0.25", "0.50", "0.75", "1.00"]
        );
        assert_eq!(values("a=2.5..47.5:2.5").unwrap().len(), 19);
        assert_eq!(values("a=1.2..1.8:0.1").unwrap().last().unwrap(), "1.8");
        assert_eq!(values("a=3..1:-1").unwrap(), ["3", "2", "1"]);
        assert_eq!(values("a=-1..0:1").unwrap(), ["-1", "0"]);
        assert_eq!(values("a=0..1:0.4").unwrap(), ["0.0", "0.4", "0.8"]);
    }

    #[test]
    fn lists_hold_words_points_and_ranges() {
        assert_eq!(
            values("p=legacy, retail,(1, 2, 3),0..2:1,\"a,b\"").unwrap(),
            ["legacy", "retail", "(1, 2, 3)", "0", "1", "2", "\"a,b\""]
        );
        assert_eq!(parse_axis(" rig.feet.x = 1").unwrap().name, "rig.feet.x");
    }

    #[test]
    fn what_is_no_list_is_refused() {
        for text in [
            "",
            "a",
            "=1",
            "a=",
            "a=1,,2",
            "a=0..1",
            "a=0..1:0",
            "a=0..1:-1",
            "a=0..x:1",
            "a=0..1:inf",
            "a=0..1e9:1",
        ] {
            parse_axis(text).unwrap_err();
        }
    }

    #[test]
    fn the_last_axis_runs_fastest() {
        let (a, b) = (parse_axis("a=1,2").unwrap(), parse_axis("b=x,y").unwrap());
        assert_eq!(
            combinations(&[&a, &b]),
            [["1", "x"], ["1", "y"], ["2", "x"], ["2", "y"]]
        );
        assert_eq!(combinations(&[]), [Vec::<String>::new()]);
    }
}
