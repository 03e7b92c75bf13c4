//! Known words that are like one that is not known, for errors that say what may have been meant.

/// Letters of a word that count; a scene may hold a megabyte where a word belongs.
const MOST_LETTERS: usize = 64;

/// Most words that one may have been meant for.
pub(crate) const MOST_MEANT: usize = 5;

/// `words` with those most like `word` first.
pub(crate) fn nearest_first<'a>(word: &str, words: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut list: Vec<(usize, &str)> = words.map(|known| (edits(word, known), known)).collect();
    list.sort_by_key(|(distance, _)| *distance);
    list.into_iter().map(|(_, known)| known).collect()
}

/// The `words` that `word` may have been meant for, the nearest first and at most [`MOST_MEANT`]: no more than a third of its
/// letters differ, or it is how they begin.
///
/// Each of `words` comes with the names that it goes by.
pub(crate) fn meant<'a, 'n, N: IntoIterator<Item = &'n str>>(
    word: &str,
    words: impl Iterator<Item = (&'a str, N)>,
) -> Vec<&'a str> {
    let letters = word.chars().take(MOST_LETTERS).count();
    let mut near: Vec<(usize, &str)> = words
        .filter_map(|(known, names)| {
            let (mut least, mut begins) = (usize::MAX, false);
            for name in names {
                least = least.min(edits(word, name));
                begins |= letters > 3 && name.starts_with(word);
            }
            (least <= letters / 3 || begins).then_some((least, known))
        })
        .collect();
    near.sort_by_key(|(edits, _)| *edits);
    near.truncate(MOST_MEANT);
    near.into_iter().map(|(_, known)| known).collect()
}

/// What stands between an unknown word and where all known ones are listed: `; did you mean a or b?`, or `;` alone.
pub(crate) fn question(nearest: &[&str]) -> String {
    match nearest {
        [] => ";".to_owned(),
        [name] => format!("; did you mean {name}?"),
        [names @ .., last] => format!("; did you mean {} or {last}?", names.join(", ")),
    }
}

/// Letters to add, drop or change to make `b` of `a`; what lies beyond the 64th letter does not count.
fn edits(a: &str, b: &str) -> usize {
    let letters = |word: &str| word.chars().take(MOST_LETTERS).collect::<Vec<char>>();
    let (a, b) = (letters(a), letters(b));
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let change = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_come_first() {
        assert_eq!(edits("kitten", "sitting"), 3);
        assert_eq!(edits("", "abc"), 3);
        assert_eq!(
            nearest_first("sawtoth", ["feedback", "sawtooth"].into_iter()),
            ["sawtooth", "feedback"]
        );
    }

    #[test]
    fn only_what_is_near_is_meant() {
        let words = ["steps", "step_heights", "sought", "t29"];
        let meant = |word: &str| meant(word, words.iter().map(|known| (*known, [*known])));
        assert_eq!(meant("stepz"), ["steps"]);
        assert_eq!(meant("step"), ["steps", "step_heights"]);
        assert_eq!(meant("velocity"), [""; 0]);
        assert_eq!(meant(""), [""; 0]);
        assert_eq!(meant(&"s".repeat(1_000_000)), [""; 0]);
        assert_eq!(question(&["a", "b", "c"]), "; did you mean a, b or c?");
    }
}
