//! The window: its schedule and panels without graphics, and its pictures where there is an adapter.

#[path = "viewer/bench.rs"]
mod bench;
#[path = "viewer/desktop.rs"]
mod desktop;
#[path = "viewer/editing.rs"]
mod editing;
#[path = "viewer/inputs.rs"]
mod inputs;
#[path = "viewer/keeping.rs"]
mod keeping;
#[path = "viewer/names.rs"]
mod names;
#[path = "viewer/panels.rs"]
mod panels;
#[path = "viewer/picture.rs"]
mod picture;
#[path = "viewer/pieces.rs"]
mod pieces;
#[path = "viewer/saving.rs"]
mod saving;
#[path = "viewer/schedule.rs"]
mod schedule;
#[path = "viewer/session.rs"]
mod session;
