//! Settings as RON, and what can be had of any text.
//!
//! The file is read field by field, so that one bad value costs no other.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::ops::RangeInclusive;

use ron::Value;
use serde::de::DeserializeOwned;

use super::keys::Chord;
use super::recent::Recent;
use super::settings::{
    CameraPreset, Config, MEMORY_MB, PANEL, Panels, SCALE_PERCENT, THEMES, WINDOW, theme_name,
};
use crate::overlay::{Layer, LayerSet};

/// Version of the file.
const VERSION: u32 = 1;

/// The settings in `text`, and a line for each thing in it that could not be taken: that has its default then.
///
/// # Errors
/// The text is no RON struct at all; one line that says where.
pub fn read(text: &str) -> Result<(Config, Vec<String>), String> {
    let value: Value = ron::from_str(text).map_err(|error| error.to_string())?;
    let Value::Map(map) = value else {
        return Err("fields in parentheses were expected".to_owned());
    };
    let mut fields = Fields {
        left: BTreeMap::new(),
        warnings: Vec::new(),
    };
    for (key, value) in map {
        match key {
            Value::String(name) => {
                fields.left.insert(name, value);
            }
            other => fields.warnings.push(format!("{other:?} is no field")),
        }
    }
    let default = Config::default();
    match fields.take::<u32>("version") {
        Some(version) if version > VERSION => fields.warnings.push(format!(
            "version: {version} is newer than {VERSION}; what this program knows of it was read"
        )),
        Some(_) => {}
        None => fields.warnings.push("version: is missing".to_owned()),
    }
    let mut config = Config {
        keys: fields.keys(),
        recent: Recent::of(fields.take::<Vec<String>>("recent").unwrap_or_default()),
        scale_percent: fields.number("scale_percent", SCALE_PERCENT, default.scale_percent),
        theme: fields.word("theme", THEMES, theme_name),
        reduced_motion: fields.take("reduced_motion").unwrap_or_default(),
        raw_eye: fields.take("raw_eye").unwrap_or_default(),
        memory_mb: fields.number("memory_mb", MEMORY_MB, default.memory_mb),
        layers: fields.layers().unwrap_or_default(),
        panels: fields.panels(),
        window: fields.take("window").map(|(width, height)| {
            let mut within = |value| fields.within("window", value, WINDOW);
            (within(width), within(height))
        }),
        camera: fields.word("camera", CameraPreset::ALL, CameraPreset::name),
        tour_seen: fields.take("tour_seen").unwrap_or_default(),
        unknown: BTreeMap::new(),
    };
    for name in fields.left.keys() {
        let line = format!("{name}: is not known; it is kept as it is");
        fields.warnings.push(line);
    }
    config.unknown = fields.left;
    Ok((config, fields.warnings))
}

/// The fields of a file that have not been taken yet, and what was wrong with the others.
struct Fields {
    left: BTreeMap<String, Value>,
    warnings: Vec<String>,
}

impl Fields {
    /// The value of the field `name`; none where it is missing or of another kind.
    fn take<T: DeserializeOwned>(&mut self, name: &str) -> Option<T> {
        let value = self.left.remove(name)?;
        match value.into_rust() {
            Ok(value) => Some(value),
            Err(error) => {
                self.warnings.push(format!("{name}: {error}"));
                None
            }
        }
    }

    /// The nearest number in the range.
    fn within(&mut self, name: &str, value: u32, range: RangeInclusive<u32>) -> u32 {
        if range.contains(&value) {
            return value;
        }
        let (low, high) = (*range.start(), *range.end());
        let line = format!("{name}: {value} is not from {low} to {high}");
        self.warnings.push(line);
        value.clamp(low, high)
    }

    fn number(&mut self, name: &str, range: RangeInclusive<u32>, default: u32) -> u32 {
        let value = self.take(name).unwrap_or(default);
        self.within(name, value, range)
    }

    fn word<T: Copy + Default, const N: usize>(
        &mut self,
        name: &str,
        all: [T; N],
        word: fn(T) -> &'static str,
    ) -> T {
        let Some(text) = self.take::<String>(name) else {
            return T::default();
        };
        let found = all.into_iter().find(|one| word(*one) == text);
        found.unwrap_or_else(|| {
            let known: Vec<&str> = all.into_iter().map(word).collect();
            let line = format!("{name}: `{text}` is none of {}", known.join(", "));
            self.warnings.push(line);
            T::default()
        })
    }

    fn keys(&mut self) -> BTreeMap<String, Vec<Chord>> {
        let mut keys = BTreeMap::new();
        let actions: BTreeMap<String, Value> = self.take("keys").unwrap_or_default();
        for (action, value) in actions {
            let Ok(texts) = value.into_rust::<Vec<String>>() else {
                let line = format!("keys: {action}: a list of keys was expected, as [\"Ctrl+K\"]");
                self.warnings.push(line);
                continue;
            };
            let mut chords = Vec::new();
            let mut is_whole = true;
            for text in texts {
                match text.parse() {
                    Ok(chord) => chords.push(chord),
                    Err(error) => {
                        is_whole = false;
                        self.warnings.push(format!("keys: {action}: {error}"));
                    }
                }
            }
            // An action keeps its own keys rather than lose them all to a slip of the pen.
            if is_whole || !chords.is_empty() {
                keys.insert(action, chords);
            }
        }
        keys
    }

    fn layers(&mut self) -> Option<LayerSet> {
        let names: Vec<String> = self.take("layers")?;
        let mut set = LayerSet::NONE;
        for name in names {
            match Layer::ALL.iter().find(|layer| layer.name() == name) {
                Some(layer) => set = set.with(*layer),
                None => self
                    .warnings
                    .push(format!("layers: no layer is called `{name}`")),
            }
        }
        Some(set)
    }

    fn panels(&mut self) -> Panels {
        let sizes: BTreeMap<String, u32> = self.take("panel_sizes").unwrap_or_default();
        let sizes = sizes.into_iter().map(|(name, size)| {
            let size = self.within(&format!("panel_sizes: {name}"), size, PANEL);
            (name, size)
        });
        Panels {
            sizes: sizes.collect(),
            tabs: self.take("tabs").unwrap_or_default(),
        }
    }
}

/// The text of `config`; what is as it always is does not stand there.
#[must_use]
pub fn write(config: &Config) -> String {
    let Config {
        keys,
        recent,
        scale_percent,
        theme,
        reduced_motion,
        raw_eye,
        memory_mb,
        layers,
        panels,
        window,
        camera,
        tour_seen,
        unknown,
    } = config;
    let default = Config::default();
    let mut text = format!("// Settings of Sweepscope.\n(\n    version: {VERSION},\n");
    let mut line = |name: &str, value: String| {
        let _ = writeln!(text, "    {name}: {value},");
    };
    if !keys.is_empty() {
        let actions = keys.iter().map(|(action, chords)| {
            let chords = chords.iter().map(|chord| quoted(&chord.to_string()));
            let chords: Vec<String> = chords.collect();
            format!("        {}: [{}],\n", quoted(action), chords.join(", "))
        });
        line("keys", format!("{{\n{}    }}", actions.collect::<String>()));
    }
    if !recent.list().is_empty() {
        let files = recent.list().iter();
        let files = files.map(|file| format!("        {},\n", quoted(file)));
        line("recent", format!("[\n{}    ]", files.collect::<String>()));
    }
    if *scale_percent != default.scale_percent {
        line("scale_percent", scale_percent.to_string());
    }
    if *theme != default.theme {
        line("theme", quoted(theme_name(*theme)));
    }
    if *reduced_motion {
        line("reduced_motion", "true".to_owned());
    }
    if *raw_eye {
        line("raw_eye", "true".to_owned());
    }
    if *memory_mb != default.memory_mb {
        line("memory_mb", memory_mb.to_string());
    }
    if *layers != default.layers {
        let on = Layer::ALL.iter().filter(|layer| layers.has(**layer));
        let names: Vec<String> = on.map(|layer| quoted(layer.name())).collect();
        line("layers", format!("[{}]", names.join(", ")));
    }
    let map = |pairs: Vec<(&String, String)>| {
        let pairs = pairs
            .iter()
            .map(|(name, value)| format!("{}: {value}", quoted(name)));
        format!("{{{}}}", pairs.collect::<Vec<_>>().join(", "))
    };
    if !panels.sizes.is_empty() {
        let sizes = panels.sizes.iter();
        let sizes = sizes.map(|(name, size)| (name, size.to_string()));
        line("panel_sizes", map(sizes.collect()));
    }
    if !panels.tabs.is_empty() {
        let tabs = panels.tabs.iter().map(|(name, tab)| (name, quoted(tab)));
        line("tabs", map(tabs.collect()));
    }
    if let Some((width, height)) = window {
        line("window", format!("({width}, {height})"));
    }
    if *camera != default.camera {
        line("camera", quoted(camera.name()));
    }
    if *tour_seen {
        line("tour_seen", "true".to_owned());
    }
    for (name, value) in unknown {
        // What was read can be written.
        if let Ok(value) = ron::to_string(value) {
            line(name, value);
        }
    }
    text.push_str(")\n");
    text
}

/// `text` as a RON string.
fn quoted(text: &str) -> String {
    // A string can always be written.
    ron::to_string(text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::NAMED;
    use crate::overlay::Theme;

    #[test]
    fn settings_come_back_as_they_were_written() {
        let mut config = Config {
            scale_percent: 150,
            theme: Theme::Light,
            reduced_motion: true,
            raw_eye: true,
            memory_mb: 1024,
            layers: LayerSet::of(&[Layer::Mesh, Layer::Labels]),
            window: Some((1280, 720)),
            camera: CameraPreset::Maya,
            tour_seen: true,
            ..Config::default()
        };
        let chords = ["Ctrl+K", "Shift+.", "\"", "\\"].map(|text| text.parse().unwrap());
        config
            .keys
            .insert("Play or \"pause\"".to_owned(), chords.to_vec());
        config.keys.insert("Step".to_owned(), Vec::new());
        config.recent.push("sawtooth");
        config.recent.push("C:\\scenes\\a wall.ron");
        config.panels.sizes.insert("left".to_owned(), 260);
        config
            .panels
            .tabs
            .insert("below".to_owned(), "plots".to_owned());
        let text = write(&config);
        assert_eq!(read(&text).unwrap(), (config, Vec::new()), "{text}");
        let default = Config::default();
        assert_eq!(write(&default).lines().count(), 4);
        assert_eq!(read(&write(&default)).unwrap(), (default, Vec::new()));
        // No layer at all is a choice too.
        let none = Config {
            layers: LayerSet::NONE,
            ..Config::default()
        };
        assert_eq!(read(&write(&none)).unwrap().0, none);
    }

    #[test]
    fn one_bad_field_costs_no_other() {
        let (config, warnings) = read(
            r#"(version: 1, scale_percent: 500, theme: "blue", memory_mb: "much", window: (100, 720),
            keys: {"Play": ["Ctrl+Banana", "P"], "Step": ["Banana"], "Mark": 3}, layers: ["Mesh", "Soup"], camera: "Maya",
            panel_sizes: {"left": 1}, reduced_motion: true)"#,
        )
        .unwrap();
        assert_eq!((config.scale_percent, config.theme), (200, Theme::Dark));
        assert_eq!((config.memory_mb, config.window), (256, Some((320, 720))));
        assert_eq!(config.keys.len(), 1);
        assert_eq!(config.keys["Play"], ["P".parse().unwrap()]);
        assert_eq!(config.layers, LayerSet::of(&[Layer::Mesh]));
        assert_eq!(
            (config.camera, config.reduced_motion),
            (CameraPreset::Maya, true)
        );
        assert_eq!(config.panels.sizes["left"], 80);
        for (line, words) in warnings.iter().zip([
            "keys: Mark: a list of keys",
            "keys: Play: `Ctrl+Banana` is no key",
            "keys: Step: `Banana` is no key",
            "scale_percent: 500 is not from 75 to 200",
            "theme: `blue` is none of dark, light",
            "memory_mb: ",
            "layers: no layer is called `Soup`",
            "panel_sizes: left: 1 is not from 80 to 4000",
            "window: 100 is not from 320 to 16000",
        ]) {
            assert!(line.starts_with(words), "{line}");
        }
        assert_eq!(warnings.len(), 9, "{warnings:#?}");
    }

    #[test]
    fn what_is_not_known_is_kept() {
        let text = r#"(version: 7, sound: ["a", 3, (x: 1.5, y: true)], raw_eye: true)"#;
        let (config, warnings) = read(text).unwrap();
        assert!(config.raw_eye);
        assert_eq!(warnings.len(), 2, "{warnings:#?}");
        assert!(warnings[0].contains("version: 7"), "{warnings:#?}");
        assert!(
            warnings[1].starts_with("sound: is not known"),
            "{warnings:#?}"
        );
        let (again, _) = read(&write(&config)).unwrap();
        assert_eq!(again, config);
        assert_eq!(again.unknown.len(), 1);
        assert_eq!(config.unknown_actions(&[]), Vec::<String>::new());
    }

    #[test]
    fn what_is_no_file_of_settings_is_refused_in_a_line() {
        for text in [
            "",
            "(",
            "3",
            "\"x\"",
            "(version: 1",
            "[1, 2]",
            "\u{0}\u{1}",
            "(version: )",
            "()",
        ] {
            let error = read(text).unwrap_err();
            assert!(
                !error.is_empty() && error.lines().count() == 1,
                "{text}: {error}"
            );
        }
        assert_eq!(read("(version: 1)").unwrap().0, Config::default());
    }

    #[test]
    fn the_example_of_the_page_is_read() {
        let page = include_str!("../../docs/formats/settings.md");
        let (_, rest) = page.split_once("```ron\n").unwrap();
        let (example, _) = rest.split_once("```").unwrap();
        let (config, warnings) = read(example).unwrap();
        assert_eq!(warnings, Vec::<String>::new());
        assert_eq!(write(&config).trim_end(), example.trim_end());
        for name in NAMED.iter().filter(|name| !name.starts_with(['F', 'N'])) {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }

    #[test]
    fn unknown_actions_are_named() {
        let (config, _) =
            read(r#"(version: 1, keys: {"Play": ["P"], "Fly away": ["Q"]})"#).unwrap();
        assert_eq!(
            config.unknown_actions(&["Play", "Step"]),
            ["keys: no action is called `Fly away`"]
        );
    }
}
