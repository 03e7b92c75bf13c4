//! The rules of the source tree that no compiler checks, read from its text.
//!
//! ARCHITECTURE.md numbers the invariants; each test here says which it guards.

mod reading;

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use reading::{files_below, root, sources, top_imports};

/// The modules of `src/` in import order: one imports only from those before it, and not from those beside it.
const ORDER: &[&[&str]] = &[
    &["bits", "nearest"],
    &["ids"],
    &["outcome"],
    &["constants"],
    &["ops"],
    &["policy"],
    &["geometry"],
    &["probe"],
    &["bsp"],
    &["world"],
    &["transition"],
    &["body", "camera"],
    &["lane"],
    &["formats"],
    &["scene"],
    &["recording"],
    &["analysis", "overlay"],
    &["pointing"],
    &["export", "config"],
    &["cli", "viewer"],
];

/// Folders whose public functions name the routine or the section of the paper that they follow.
const ALGORITHMS: &[&str] = &["geometry", "bsp", "transition", "body", "camera"];

fn rank(module: &str) -> Option<usize> {
    ORDER.iter().position(|group| group.contains(&module))
}

#[track_caller]
fn assert_none(violations: &[String]) {
    assert!(violations.is_empty(), "\n{}\n", violations.join("\n"));
}

#[test]
fn modules_import_only_from_those_before_them() {
    let mut violations = Vec::new();
    for source in sources()
        .iter()
        .filter(|source| !source.module().is_empty())
    {
        let Some(own) = rank(source.top()) else {
            violations.push(format!(
                "{}: `{}` is not in the import order",
                source.path,
                source.top()
            ));
            continue;
        };
        for (line, name) in top_imports(&source.code, source.module().len()) {
            // What is no module (a macro, an item of the root) has no rank.
            if name != source.top() && rank(&name).is_some_and(|other| other >= own) {
                violations.push(format!(
                    "{}:{line}: {} imports {name}",
                    source.path,
                    source.top()
                ));
            }
        }
    }
    assert_none(&violations);
}

/// Invariant 6: the engine stays in the viewer.
#[test]
fn only_the_viewer_names_the_engine() {
    let mut violations = Vec::new();
    for source in sources().iter().filter(|source| source.top() != "viewer") {
        for (line, word) in source.words() {
            let family = word.split('_').next().unwrap_or_default();
            if ["bevy", "egui", "rfd", "wgpu", "winit"].contains(&family) {
                violations.push(format!("{}:{line}: names {word}", source.path));
            }
        }
    }
    assert_none(&violations);
}

/// Invariant 6: with and without the viewer the core is the same code.
#[test]
fn only_lib_and_main_ask_for_a_feature() {
    let mut violations = Vec::new();
    for source in sources()
        .iter()
        .filter(|source| !source.module().is_empty())
    {
        for (k, line) in source.code.lines().enumerate() {
            if line.contains("cfg")
                && line
                    .split("feature")
                    .skip(1)
                    .any(|rest| rest.trim_start().starts_with('='))
            {
                violations.push(format!("{}:{}: {}", source.path, k + 1, line.trim()));
            }
        }
    }
    assert_none(&violations);
}

/// Invariant 1: nothing that a tick runs reads a clock, a thread, a global or the order of a hash map, and
/// nothing uses arithmetic that differs between processors.
#[test]
fn ticks_depend_on_their_arguments_alone() {
    let banned = [
        "Instant",
        "SystemTime",
        "thread",
        "thread_local",
        "LazyLock",
        "OnceCell",
        "LazyCell",
        "Mutex",
        "RwLock",
        "HashMap",
        "HashSet",
        "RandomState",
        "Vec3A",
        "Quat",
        "normalize",
        "normalize_or_zero",
        "try_normalize",
    ];
    let last = rank("recording").unwrap();
    let mut violations = Vec::new();
    for source in sources()
        .iter()
        .filter(|source| rank(source.top()).is_some_and(|own| own <= last))
    {
        for (line, word) in source.words().filter(|(_, word)| banned.contains(word)) {
            violations.push(format!("{}:{line}: uses {word}", source.path));
        }
        // A `OnceLock` may be a field, filled from the value that holds it; a global of any kind may not be.
        let is_static = |line: &str| {
            let line = line.trim_start();
            let line = line.strip_prefix("pub").map_or(line, |rest| {
                rest.split_once(' ').map_or(rest, |(_, rest)| rest)
            });
            line.starts_with("static ")
        };
        for (k, line) in source
            .code
            .lines()
            .enumerate()
            .filter(|(_, line)| is_static(line))
        {
            violations.push(format!(
                "{}:{}: a global: {}",
                source.path,
                k + 1,
                line.trim()
            ));
        }
    }
    assert_none(&violations);
}

/// Invariant 3: what draws takes its facts from a recording.
#[test]
fn nothing_that_draws_runs_a_sweep() {
    let mut violations = Vec::new();
    for source in sources()
        .iter()
        .filter(|source| ["overlay", "export", "viewer"].contains(&source.top()))
    {
        for (line, name) in top_imports(&source.code, source.module().len()) {
            if ["transition", "body"].contains(&name.as_str()) {
                violations.push(format!(
                    "{}:{line}: {} imports {name}",
                    source.path,
                    source.top()
                ));
            }
        }
    }
    assert_none(&violations);
}

/// Invariant 6: the rest takes bytes or text.
#[test]
fn files_are_opened_in_cli_viewer_and_open_functions() {
    let mut violations = Vec::new();
    for source in sources()
        .iter()
        .filter(|source| !["cli", "viewer"].contains(&source.top()) && source.path != "src/main.rs")
    {
        let mut function = "";
        for (k, line) in source.code.lines().enumerate() {
            if let Some((_, after)) = line.split_once("fn ") {
                function = after
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .next()
                    .unwrap_or_default();
            }
            let touches = (line.contains("fs::") || line.contains("File::"))
                && !line.trim_start().starts_with("use ");
            if touches && !(function.starts_with("open") || function.starts_with("save")) {
                violations.push(format!(
                    "{}:{}: `{function}` opens a file",
                    source.path,
                    k + 1
                ));
            }
        }
    }
    assert_none(&violations);
}

#[test]
fn algorithms_name_their_source() {
    let mut violations = Vec::new();
    for source in sources()
        .iter()
        .filter(|source| ALGORITHMS.contains(&source.top()))
    {
        violations.extend(
            without_source(&source.text, &source.code)
                .into_iter()
                .map(|(line, name)| format!("{}:{line}: {name}", source.path)),
        );
    }
    assert!(
        violations.is_empty(),
        "\npublic functions without `# Source`, in their own doc or their file's:\n{}\n",
        violations.join("\n")
    );
}

/// Lines and names of the public functions that neither the file's head nor their own doc gives a `# Source`.
fn without_source(text: &str, code: &str) -> Vec<(usize, String)> {
    let lines: Vec<&str> = text.lines().collect();
    if lines.iter().any(|line| line.trim() == "//! # Source") {
        return Vec::new();
    }
    let mut list = Vec::new();
    for (k, line) in code.lines().enumerate() {
        let Some(rest) = line.trim_start().strip_prefix("pub ") else {
            continue;
        };
        let rest = rest.strip_prefix("const ").unwrap_or(rest);
        let Some(rest) = rest.strip_prefix("fn ") else {
            continue;
        };
        // Docs and attributes stand without a blank line above their function and below the item before it.
        let doc = lines[..k]
            .iter()
            .rev()
            .map(|line| line.trim())
            .take_while(|line| {
                line.starts_with("//") || !(line.is_empty() || line.ends_with(['{', '}', ';']))
            });
        if !doc.into_iter().any(|line| line == "/// # Source") {
            list.push((
                k + 1,
                rest.split(['(', '<']).next().unwrap_or_default().to_owned(),
            ));
        }
    }
    list
}

#[test]
fn files_have_one_purpose() {
    let mut violations = Vec::new();
    let mut listed = String::new();
    for source in sources() {
        match source.text.lines().count() {
            0..=400 => {}
            count @ 401..=600 => {
                listed.push_str(&format!("over 400 lines: {} ({count})\n", source.path));
            }
            count => violations.push(format!("{}: {count} lines, at most 600", source.path)),
        }
    }
    std::io::stderr().write_all(listed.as_bytes()).unwrap();
    assert_none(&violations);
}

/// The texts that make up the project, without data that others wrote.
fn project_files() -> Vec<PathBuf> {
    let mut paths = Vec::new();
    for folder in ["src", "tests", "benches", "scenes", "docs", ".ci"].map(|name| root().join(name))
    {
        if folder.is_dir() {
            files_below(&folder, &mut paths);
        }
    }
    let top = fs::read_dir(root())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    paths.extend(top.filter(|path| {
        path.is_file() && path.file_name().is_some_and(|name| name != "Cargo.lock")
    }));
    paths
}

#[test]
fn nothing_refers_to_a_place_outside_the_project() {
    let outside = concat!("../", "shared");
    let mut violations = Vec::new();
    for path in project_files() {
        let text = fs::read(&path).unwrap();
        if String::from_utf8_lossy(&text).contains(outside) {
            violations.push(format!("{} names {outside}", path.display()));
        }
    }
    assert_none(&violations);
}

#[test]
fn architecture_is_true() {
    let text = fs::read_to_string(root().join("ARCHITECTURE.md")).unwrap();
    let mut violations = Vec::new();
    // The files and the tests that it names exist.
    for name in text.split('`').skip(1).step_by(2) {
        let (path, test) = name.split_once("::").unwrap_or((name, ""));
        let folders = ["src/", "tests/", "docs/", "scenes/", "benches/", ".ci/"];
        if path.contains('*') || !folders.iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        if !root().join(path).exists() {
            violations.push(format!("it names {path}, which does not exist"));
        } else if !test.is_empty() {
            let code = fs::read_to_string(root().join(path)).unwrap();
            if !code.contains(&format!("fn {test}(")) {
                violations.push(format!("it names {name}, and {path} has no such test"));
            }
        }
    }
    // What exists in `src/`, it names.
    for entry in fs::read_dir(root().join("src")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if !text.contains(&format!("`{name}`")) && !text.contains(&format!("`{name}/`")) {
            violations.push(format!("it does not name src/{name}"));
        }
    }
    assert_none(&violations);
}

/// Every test that docs/examples.md names exists: `transition::slide::along_what_blocks` is the test of that name in
/// `src/transition/slide.rs` or in the file of its tests.
#[test]
fn worked_examples_have_their_tests() {
    let index = fs::read_to_string(root().join("docs/examples.md")).unwrap();
    let named: Vec<&str> = index
        .split('`')
        .skip(1)
        .step_by(2)
        .filter(|name| name.contains("::"))
        .collect();
    assert!(named.len() > 100, "{} tests are named", named.len());
    let mut violations = Vec::new();
    for name in named {
        let (module, test) = name.rsplit_once("::").unwrap();
        let path = root().join("src").join(module.replace("::", "/"));
        let text: String = [path.with_extension("rs"), path.join("tests.rs")]
            .iter()
            .filter_map(|file| fs::read_to_string(file).ok())
            .collect();
        let function = format!("fn {test}() {{");
        let found = text
            .split("#[test]")
            .skip(1)
            .any(|after| after.trim_start().starts_with(&function));
        if !found {
            violations.push(format!("docs/examples.md: there is no test {name}"));
        }
    }
    assert_none(&violations);
}

/// The checks above can fail: what they look for is found where it stands, and only there.
mod on_samples {
    use super::*;

    #[test]
    fn the_order_is_strict_and_knows_siblings() {
        assert!(rank("bsp") < rank("world") && rank("world") < rank("transition"));
        assert_eq!(rank("body"), rank("camera"));
        assert_eq!(rank("cli"), rank("viewer"));
        assert_eq!(rank("elsewhere"), None);
    }

    #[test]
    fn a_function_without_source_is_found() {
        let text = "/// A.\n///\n/// # Source\n/// spec 1.\n#[must_use]\npub fn a() {}\n\n/// B.\npub const fn b() {}\nimpl C {\n    /// D.\n    pub fn d(&self) {}\n    pub(crate) fn e() {}\n}\n";
        let found = without_source(text, text);
        assert_eq!(found, [(9, "b".to_owned()), (12, "d".to_owned())]);
        assert_eq!(without_source(&format!("//! # Source\n{text}"), text), []);
    }
}
