//! Texts of the browser of game files.

use std::path::Path;

use super::{SHIPPED, counted, spaced};
use crate::analysis::words::fixed;
use crate::viewer::files::first_word;

macro_rules! texts {
    ($($name:ident $text:literal)*) => { $(pub(crate) const $name: &str = $text;)* };
}

texts! {
    BROWSER "Game files"
    BROWSER_LINE "Objects, rooms and landblocks out of client_portal.dat and client_cell_1.dat"
    BACK_TO_GALLERY "Back to the gallery"
    OTHER_FILES "Other files…"
    NO_FILES "No game files are open"
    NO_FILES_WHY "Name the folder with client_portal.dat and client_cell_1.dat, or one of them; a single record (.bin, .raw) will do as well."
    CHOOSE_FOLDER "Choose a folder…"
    FOLDER_HINT "or its path, then Enter"
    FOLDER_FIELD "Path of the game's files"
    NO_GAME "Without the game there are small files of the same make, with nothing of the game in them:"
    SAMPLE_COMMAND "sweepscope export-dat -o samples"
    FILTER "Filter"
    FILTER_HINT "first digits of an id, or a kind"
    PLACE_FIELD "Go to a place"
    PLACE_LABEL "go to"
    PLACE_HINT "0x8A020164 [70.58 -40.16 -5.90] 1 0 0 0"
    PASTE_PLACE "Go to the place on the clipboard"
    NO_CLIPBOARD "There is no text on the clipboard."
    KINDS "Kinds"
    ALL_KINDS "all"
    FILE_NOTES "What is odd"
    NOTHING_FITS "Nothing fits."
    PICK_A_RECORD "Click a record to see what it holds; Up and Down go through the list."
    DECODING "decoding …"
    TREES "trees"
    TREE_STORED "stored"
    TREE_REBUILT "rebuilt"
    TREE_SINGLE "single leaf"
    OPEN_IT "Open"
    OPEN_ROOM "Open with what it sees"
    OPEN_BLOCK "Landblock"
    OPEN_BLOCKS "3 × 3 blocks"
    NOTHING_TO_OPEN "Nothing of it can be shown as a scene."
    LENGTH "length"
    POLYGONS "polygons"
    BOUNDS "Bounds"
    DEPTH "depth"
    NODES "nodes"
    OFF_CENTRE "off centre, in radii"
}

/// What is open.
pub(crate) fn files_line(place: &str, records: usize) -> String {
    format!("{place} · {}", counted(records as u64, "record"))
}

/// Variables that may name the folder.
pub(crate) fn or_variable(names: &str) -> String {
    format!("A folder that {names} names is opened by itself.")
}

/// How many records are listed.
pub(crate) fn found(count: usize) -> String {
    format!("{} listed", spaced(count as u64))
}

/// An id.
pub(crate) fn record_id(id: u32) -> String {
    format!("{id:#010X}")
}

/// A size in bytes.
pub(crate) fn bytes(count: u64) -> String {
    match count {
        0..10_000 => format!("{} B", spaced(count)),
        10_000..1_000_000 => format!("{} kB", fixed(count as f64 / 1e3, 1)),
        _ => format!("{} MB", fixed(count as f64 / 1e6, 1)),
    }
}

/// The tree of something.
pub(crate) fn tree_of(name: &str) -> String {
    format!("Tree of {name}")
}

/// Nodes of a tree.
pub(crate) fn tree_nodes(nodes: usize, leaves: usize, largest: usize) -> String {
    format!("{nodes}, {leaves} leaves of up to {largest}")
}

/// A cell that is neither in the scene nor to be had.
pub(crate) fn not_held(cell: u32) -> String {
    format!("{cell:#010X} is not in the scene, and no game files are open to load it from")
}

/// What is driven was put somewhere.
pub(crate) fn gone_to(cell: u32) -> String {
    format!("The run begins in {cell:#010X} now; Ctrl+Z takes it back.")
}

/// Only the cameras were put somewhere.
pub(crate) fn looked_at(cell: u32) -> String {
    format!("The camera looks into {cell:#010X}; the scene's sweeps stay where they are.")
}

/// Go to a place.
pub(crate) fn go_to(place: &str) -> String {
    format!("Go to {place}")
}

/// A file that is followed and is still to come.
pub(crate) fn waiting_for(name: &str) -> String {
    format!("Waiting for {name}: it opens when something is in it")
}

/// What a file that was opened is called, and where it lies with the options that it was opened with.
pub(crate) fn recent(words: &str) -> (String, String) {
    let first = first_word(words);
    let options = words.find(" --").and_then(|at| words.get(at..));
    let path = Path::new(first);
    let name = path
        .file_name()
        .map_or_else(|| words.to_owned(), |file| file.to_string_lossy().into());
    let name = game_name(words).unwrap_or(name);
    let folder = path.parent().map(|folder| folder.display().to_string());
    let folder = folder.filter(|folder| !folder.is_empty());
    let below = folder.unwrap_or_else(|| SHIPPED.to_owned());
    (name, format!("{below}{}", options.unwrap_or_default()))
}

/// What a document of game files is called: the id or the place in its words.
pub(crate) fn game_name(words: &str) -> Option<String> {
    let after = |option: &str| {
        let rest = words.split_once(option)?.1.trim();
        let rest = rest.strip_prefix('"').unwrap_or(rest);
        rest.split([' ', '"']).next().map(str::to_owned)
    };
    let id = after("--location").or_else(|| after("--id"))?;
    let folder = Path::new(first_word(words)).file_name();
    Some(match folder {
        None => id,
        Some(folder) => format!("{} {id}", folder.to_string_lossy()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_of_game_files_have_names() {
        for (words, name) in [
            ("/a/b --id 0xA9B4FFFF --around", Some("b 0xA9B4FFFF")),
            (
                "\"/a/my dats\" --location \"0xA9B40101 [1 2 3] 1 0 0 0\"",
                Some("my dats 0xA9B40101"),
            ),
            ("--id 0x01000001", Some("0x01000001")),
            ("a.jsonl --geometry b", None),
        ] {
            assert_eq!(game_name(words).as_deref(), name, "{words}");
        }
        let line = "/a/one.jsonl --geometry /b/floor.ron";
        let below = "/a --geometry /b/floor.ron";
        assert_eq!(recent(line), ("one.jsonl".into(), below.into()));
        assert_eq!(recent("sawtooth"), ("sawtooth".into(), SHIPPED.into()));
        assert_eq!(
            [bytes(512), bytes(12_345), bytes(3_400_000)],
            ["512 B", "12.3 kB", "3.4 MB"]
        );
    }
}
