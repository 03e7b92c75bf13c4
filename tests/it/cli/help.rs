//! The lists of `help`, and the help of subcommands.

use sweepscope::cli::Exit;
use sweepscope::lane::Measure;
use sweepscope::policy::{PRESETS, Row, SWITCHES};
use sweepscope::probe::EventKind;
use sweepscope::scene;

use super::sweepscope;

/// The help on `topic`, with lines joined, so that wrapped sentences are whole.
fn help(topic: &str) -> String {
    let ran = sweepscope(["help", topic]);
    assert_eq!((ran.exit, ran.err.as_str()), (Exit::Done, ""));
    let longest = ran
        .out
        .lines()
        .map(|line| line.chars().count())
        .max()
        .unwrap();
    assert!(longest <= 140, "{topic}: {longest}");
    ran.out.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn every_measure_has_its_unit_and_meaning() {
    let text = help("measures");
    for measure in Measure::ALL {
        let unit = if measure.unit().is_empty() {
            String::new()
        } else {
            format!(" {}", measure.unit())
        };
        let line = format!("{}{unit} {}", measure.name(), measure.meaning());
        assert!(text.contains(&line), "{line}");
    }
}

/// Papers that nobody has are not cited without a word of what they are.
#[test]
fn help_says_what_it_cites() {
    for topic in ["measures", "policies", "events", "scene", "scenes"] {
        let out = sweepscope(["help", topic]).out;
        let text = out.split_whitespace().collect::<Vec<_>>().join(" ");
        let cites = text.contains("spec/") || text.contains("scenes.md");
        assert_eq!(cites, text.contains("which are not shipped"), "{topic}");
    }
}

/// The tables of types that have no heading of their own.
#[test]
fn every_list_of_fields_says_whose_they_are() {
    let ran = sweepscope(["help", "scene"]);
    for of in [
        "shape", "Cell", "Building", "terrain", "Block", "Game", "motion", "order", "sweeps",
        "command", "stat",
    ] {
        let line = format!("{of}:");
        assert!(ran.out.lines().any(|l| l == line), "{of}");
    }
    assert!(ran.out.contains("\nis: holds when the value\n"));
}

#[test]
fn every_event_has_its_meaning() {
    let text = help("events");
    for kind in EventKind::ALL {
        let line = format!("{} {}", kind.name(), kind.meaning().trim());
        assert!(text.contains(&line), "{line}");
    }
}

#[test]
fn every_preset_switch_value_and_row_is_listed() {
    let text = help("policies");
    let one_line = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ");
    for preset in PRESETS {
        assert!(
            text.contains(&format!("{} {}", preset.name, one_line(preset.about))),
            "{}",
            preset.name
        );
    }
    for switch in SWITCHES {
        assert!(
            text.contains(&format!("{} {}", switch.name, one_line(switch.meaning()))),
            "{}",
            switch.name
        );
        for choice in switch.choices {
            assert!(
                text.contains(&format!("{} {}", choice.word, one_line(choice.meaning()))),
                "{}",
                choice.word
            );
        }
    }
    for row in Row::ALL {
        assert!(
            text.contains(&format!("{} {}", row.name(), one_line(row.meaning()))),
            "{}",
            row.name()
        );
    }
}

/// The page on scenes, as text: its example is whole, and every field of it is explained.
#[test]
fn the_example_scene_runs() {
    let text = sweepscope(["help", "scene"]).out;
    let start = text.find("  Scene(\n").unwrap();
    let end = start + text[start..].find("\n  )\n").unwrap() + 4;
    let source = scene::Source::from_text("example", &text[start..end]);
    let built = scene::build(&source, None, None).unwrap();
    assert!(built.warnings.is_empty(), "{:?}", built.warnings);
    let (example, rest) = (&text[start..end], &text[end..]);
    for line in example
        .lines()
        .filter(|line| line.starts_with("      ") && !line.starts_with("       "))
    {
        let field = line.trim().split(':').next().unwrap();
        let is_field = field.chars().all(|c| c.is_ascii_lowercase() || c == '_');
        assert!(
            !is_field || rest.contains(&format!("\n  {field} ")),
            "{field} is not explained"
        );
    }
    assert!(
        !text.contains("```")
            && !rest.contains(" `measure` ")
            && !text.contains("](")
            && !text.contains("\n|"),
        "marks are left: {text}"
    );
}

#[test]
fn subcommands_explain_themselves() {
    let all = sweepscope(["--help"]).out;
    for name in [
        "run", "check", "diff", "explain", "vary", "inspect", "import", "export", "replay", "scan",
        "report", "shot", "doctor", "help",
    ] {
        assert!(
            all.contains(&format!("\n  {name} ")),
            "{name} is not listed"
        );
        let help = help(name);
        assert!(
            help.contains(&format!("Usage: sweepscope {name}")),
            "{help}"
        );
        let flag = sweepscope([name, "--help"]);
        assert_eq!(flag.exit, Exit::Done);
        assert!(flag.out.contains(&format!("Usage: sweepscope {name}")));
    }
    let version = sweepscope(["--version"]);
    assert_eq!(
        version.out.trim(),
        concat!("sweepscope ", env!("CARGO_PKG_VERSION"))
    );
    let unknown = sweepscope(["help", "nonsense"]);
    assert_eq!(unknown.exit, Exit::BadInput);
    assert!(unknown.error().starts_with(
        "no help on `nonsense`; there is help on measures, policies, events, scene, scenes, run,"
    ));
}

/// `docs/cli.md` names every subcommand and flag that there is, and none that there is not.
#[test]
fn the_page_on_the_command_line_is_true() {
    let page =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/cli.md")).unwrap();
    let mut flags = std::collections::BTreeSet::new();
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'))
            .filter(|word| word.starts_with("--") && word.trim_matches('-').len() > 1)
            .map(str::to_owned)
            .collect()
    };
    for name in [
        "run",
        "check",
        "diff",
        "explain",
        "vary",
        "inspect",
        "import",
        "export",
        "export-dat",
        "export-test",
        "replay",
        "scan referee",
        "scan holes",
        "scan leaks",
        "scan reach",
        "scan lint",
        "report",
        "shot",
        "doctor",
    ] {
        assert!(page.contains(&format!("sweepscope {name}")), "{name}");
        flags.extend(words(&sweepscope(name.split(' ').chain(["-h"])).out));
    }
    let known: Vec<&String> = flags
        .iter()
        .filter(|flag| !["--help", "--out", "--version"].contains(&flag.as_str()))
        .collect();
    for flag in &known {
        assert!(
            page.contains(flag.as_str()),
            "the page does not name {flag}"
        );
    }
    for word in words(&page) {
        let general = ["--help", "--no-default-features"].contains(&word.as_str());
        assert!(general || flags.contains(&word), "the page names {word}");
    }
}

/// The README's scene runs and does what it says, and its commands exist.
#[test]
fn the_readme_is_true() {
    let readme =
        std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/README.md")).unwrap();
    let example = readme
        .split("```ron\n")
        .nth(1)
        .unwrap()
        .split("```")
        .next()
        .unwrap();
    let source = scene::Source::from_text("readme", example);
    assert!(
        scene::build(&source, None, None)
            .unwrap()
            .warnings
            .is_empty()
    );
    let results = sweepscope::analysis::check::check_alone(&source).unwrap();
    assert!(
        !results.is_empty() && results.iter().all(|result| result.held),
        "{results:?}"
    );
    let commands = readme
        .split("`sweepscope ")
        .skip(1)
        .filter_map(|rest| rest.split([' ', '`']).next());
    let mut count = 0;
    for word in commands.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase())) {
        assert_eq!(sweepscope([word, "--help"]).exit, Exit::Done, "{word}");
        assert!(
            sweepscope(["--help"]).out.contains(&format!("\n  {word} ")),
            "{word}"
        );
        count += 1;
    }
    assert!(count >= 8, "{count}");
}
