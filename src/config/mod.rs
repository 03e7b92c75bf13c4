//! What the user has chosen, kept between runs in a file of the platform's own folder.
//!
//! `settings` is the model with its defaults and ranges, `keys` chords as text, `recent` the files opened last, `text` model to RON and
//! back, `file` where it lies and how it is opened and saved. Nothing here fails a start: what cannot be read is a warning and the default.

mod file;
mod keys;
mod recent;
mod settings;
mod text;

pub use file::{FILE, FOLDER_VARIABLE, Opened, folder, open, save};
pub use keys::{Chord, ChordError, Conflict, Key, NAMED, conflicts};
pub use recent::Recent;
pub use settings::{
    CameraPreset, Config, MEMORY_MB, PANEL, Panels, SCALE_PERCENT, THEMES, WINDOW, theme_name,
};
pub use text::{read, write};
