//! Reads `src/` as text: files, code without comments and tests, imports.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// A file of `src/`.
pub(super) struct Source {
    /// From the package's root: `src/bsp/hits.rs`.
    pub(super) path: String,
    pub(super) text: String,
    /// The text with comments, the contents of strings, and test items blanked; lines stay where they were.
    pub(super) code: String,
}

impl Source {
    /// The module path: `["bsp", "hits"]`; empty for `lib.rs` and `main.rs`.
    pub(super) fn module(&self) -> Vec<&str> {
        let inner = self.path.trim_start_matches("src/").trim_end_matches(".rs");
        let mut parts: Vec<&str> = inner.split('/').collect();
        if matches!(parts.last(), Some(&("mod" | "lib" | "main"))) {
            parts.pop();
        }
        parts
    }

    pub(super) fn top(&self) -> &str {
        self.module().first().copied().unwrap_or_default()
    }

    /// Every identifier of the code with its line, from 1.
    pub(super) fn words(&self) -> impl Iterator<Item = (usize, &str)> {
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        self.code.lines().enumerate().flat_map(move |(k, line)| {
            line.split(move |c| !is_word(c))
                .filter(|word| !word.is_empty())
                .map(move |word| (k + 1, word))
        })
    }
}

pub(super) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

pub(super) fn files_below(folder: &Path, list: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            files_below(&path, list);
        } else {
            list.push(path);
        }
    }
}

/// All files of `src/` but those that are test modules.
pub(super) fn sources() -> Vec<Source> {
    let mut paths = Vec::new();
    files_below(&root().join("src"), &mut paths);
    let mut sources = Vec::new();
    let mut test_files = BTreeSet::new();
    for path in paths
        .iter()
        .filter(|path| path.extension().is_some_and(|ext| ext == "rs"))
    {
        let text = fs::read_to_string(path).unwrap();
        let (code, test_modules) = without_tests(&blanked(&text));
        let path = path
            .strip_prefix(root())
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let folder = path
            .trim_end_matches("/mod.rs")
            .trim_end_matches(".rs")
            .to_owned();
        let folder = if path == "src/lib.rs" {
            "src".to_owned()
        } else {
            folder
        };
        test_files.extend(test_modules.iter().flat_map(|name| {
            [
                format!("{folder}/{name}.rs"),
                format!("{folder}/{name}/mod.rs"),
            ]
        }));
        sources.push(Source { path, text, code });
    }
    sources.retain(|source| !test_files.contains(&source.path));
    assert!(!sources.is_empty());
    sources
}

/// Rust text with comments and the contents of strings and characters replaced by spaces.
fn blanked(text: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out: Vec<char> = Vec::with_capacity(chars.len());
    let at = |k: usize| chars.get(k).copied().unwrap_or('\0');
    let mut k = 0;
    while k < chars.len() {
        let start = k;
        let before = out.last().copied().unwrap_or(' ');
        let hashes = chars[(k + 1).min(chars.len())..]
            .iter()
            .take_while(|c| **c == '#')
            .count();
        let end = if at(k) == '/' && at(k + 1) == '/' {
            (k..chars.len())
                .find(|i| chars[*i] == '\n')
                .unwrap_or(chars.len())
        } else if at(k) == '/' && at(k + 1) == '*' {
            let mut depth = 0_usize;
            loop {
                match (at(k), at(k + 1)) {
                    ('/', '*') => (depth, k) = (depth + 1, k + 2),
                    ('*', '/') => (depth, k) = (depth - 1, k + 2),
                    _ => k += 1,
                }
                if depth == 0 || k >= chars.len() {
                    break k.min(chars.len());
                }
            }
        } else if at(k) == 'r'
            && at(k + 1 + hashes) == '"'
            && !(before.is_alphanumeric() && before != 'b' || before == '_')
        {
            let close: Vec<char> = std::iter::once('"')
                .chain(std::iter::repeat_n('#', hashes))
                .collect();
            let body = k + hashes + 2;
            (body..chars.len())
                .find(|i| chars[*i..].starts_with(&close))
                .map_or(chars.len(), |i| i + close.len())
        } else if at(k) == '"' || at(k) == '\'' && (at(k + 1) == '\\' || at(k + 2) == '\'') {
            let quote = at(k);
            k += 1;
            while k < chars.len() && chars[k] != quote {
                k += if chars[k] == '\\' { 2 } else { 1 };
            }
            (k + 1).min(chars.len())
        } else {
            out.push(chars[k]);
            k += 1;
            continue;
        };
        out.extend(
            chars[start..end]
                .iter()
                .map(|c| if *c == '\n' { '\n' } else { ' ' }),
        );
        k = end;
    }
    out.into_iter().collect()
}

/// Blanked code without the items under `#[cfg(test)]`, and the names of the test modules that are files.
fn without_tests(code: &str) -> (String, Vec<String>) {
    let mark = "#[cfg(test)]";
    let mut out = String::new();
    let mut modules = Vec::new();
    let mut rest = code;
    while let Some(start) = rest.find(mark) {
        let item = &rest[start..];
        let body = item.find(['{', ';']).unwrap_or(item.len());
        let mut end = item.len();
        let mut depth = 0_i32;
        for (k, c) in item.char_indices().skip_while(|(k, _)| *k < body) {
            depth += i32::from(c == '{') - i32::from(c == '}');
            if depth == 0 && matches!(c, '}' | ';') {
                end = k + 1;
                break;
            }
        }
        if item[body..].starts_with(';') {
            let head: Vec<&str> = item[..body].split_whitespace().collect();
            modules.extend(
                head.windows(2)
                    .filter(|pair| pair[0] == "mod")
                    .map(|pair| pair[1].to_owned()),
            );
        }
        out.push_str(&rest[..start]);
        out.extend(
            item[..end]
                .chars()
                .map(|c| if c == '\n' { '\n' } else { ' ' }),
        );
        rest = &item[end..];
    }
    out.push_str(rest);
    (out, modules)
}

/// The top modules that blanked code names through `crate::` or through enough `super::`, with their lines.
///
/// `depth` is how many `super` lead from the file to the crate's root.
pub(super) fn top_imports(code: &str, depth: usize) -> Vec<(usize, String)> {
    let mut list = Vec::new();
    let supers = "super::".repeat(depth);
    for prefix in ["crate::", supers.as_str()] {
        for (at, _) in code.match_indices(prefix) {
            if code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let line = code[..at].matches('\n').count() + 1;
            let path = &code[at + prefix.len()..];
            let names = match path.strip_prefix('{') {
                Some(group) => group_heads(group),
                None => vec![path],
            };
            let word = |text: &str| -> String {
                text.chars()
                    .take_while(|c| c.is_alphanumeric() || *c == '_')
                    .collect()
            };
            list.extend(
                names
                    .into_iter()
                    .map(|name| (line, word(name.trim_start())))
                    .filter(|(_, name)| !name.is_empty()),
            );
        }
    }
    list
}

/// Where the members of a `{..}` group begin, from the text after its opening brace.
fn group_heads(group: &str) -> Vec<&str> {
    let mut heads = vec![group];
    let mut depth = 0_i32;
    for (k, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => heads.push(&group[k + 1..]),
            _ => {}
        }
    }
    heads
}

mod on_samples {
    use super::*;

    #[test]
    fn comments_and_strings_are_no_code() {
        let text = "a // crate::x \"\n/* b /* c */ d */ e \"crate::\\\" y\" f r#\"g \" h\"# 'i' '\\'' j<'k> b'\"' l";
        let words: Vec<String> = blanked(text)
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        assert_eq!(words, ["a", "e", "f", "j<'k>", "b", "l"]);
        assert_eq!(blanked(text).matches('\n').count(), 1);
    }

    #[test]
    fn test_items_are_left_out() {
        let text = "use crate::a;\n#[cfg(test)]\nmod tests {\n use crate::b; fn c() { {} }\n}\n#[cfg(test)]\npub(crate) mod reference;\nuse crate::d;\n";
        let (code, modules) = without_tests(&blanked(text));
        assert_eq!(
            top_imports(&code, 1),
            [(1, "a".to_owned()), (8, "d".to_owned())]
        );
        assert_eq!(modules, ["reference"]);
    }

    #[test]
    fn imports_are_seen_in_every_form() {
        let code = "use crate::{a::{b, c}, d,\n e::f};\nfn g() { crate::h::i(); super::super::j::k(); super::l(); }\npub(crate) fn m() {}";
        let names: Vec<String> = top_imports(code, 2)
            .into_iter()
            .map(|(_, name)| name)
            .collect();
        assert_eq!(names, ["a", "d", "e", "h", "j"]);
    }
}
