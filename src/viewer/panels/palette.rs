//! What opens in front: the list of commands, the list of keys, and notices.

use std::path::Path;

use bevy_egui::egui::{self, Align2, Context, Frame, Key, RichText, ScrollArea, Ui, Window, vec2};

use super::bindings::bindings_ui;
use super::facts::Facts;
use crate::formats::dat::spot::Spot;
use crate::overlay::Role;
use crate::scene::shipped;
use crate::viewer::actions::{ACTIONS, Group};
use crate::viewer::browser::Browse;
use crate::viewer::command::{Command, Notice, Tone};
use crate::viewer::export::Export;
use crate::viewer::settings::{Popup, SCALES};
use crate::viewer::views::{Arrangement, Pane};
use crate::viewer::{text, theme};

/// Draws what is open.
pub fn popups_ui(context: &Context, facts: &Facts<'_>, out: &mut Vec<Command>) {
    match facts.settings.popup {
        Popup::None => {}
        Popup::Palette => palette(context, facts, out),
        Popup::Keys => keys(context, facts, out),
        Popup::Bindings => bindings_ui(context, facts.settings, out),
    }
}

/// An entry of the palette.
struct Entry {
    name: String,
    key: String,
    command: Command,
}

fn entries(facts: &Facts<'_>) -> Vec<Entry> {
    let mut all: Vec<Entry> = ACTIONS
        .iter()
        .filter(|action| !matches!((action.command)(), Command::Palette | Command::Cancel))
        .map(|action| Entry {
            name: action.name.to_owned(),
            key: facts
                .settings
                .keymap
                .chords(action)
                .first()
                .map(ToString::to_string)
                .unwrap_or_default(),
            command: (action.command)(),
        })
        .collect();
    let open = shipped::SHIPPED.iter().map(|scene| {
        // Found by its title as well.
        let mut cards = facts.gallery.cards.iter();
        let name = match cards.find(|card| card.name == scene.name) {
            Some(card) => text::open_titled(scene.name, &card.title),
            None => text::open_scene(scene.name),
        };
        (name, Command::Open(scene.name.to_owned()))
    });
    let show = facts.lanes.iter().flat_map(|lane| {
        crate::viewer::command::Slot::BOTH.map(|slot| {
            (
                text::show_lane(&lane.recording.name, slot.letter()),
                Command::Show(slot, lane.number),
            )
        })
    });
    let preset = facts.looked_at().flat_map(|(_, lane)| {
        crate::policy::PRESETS.iter().map(move |preset| {
            (
                text::give_preset(&lane.recording.name, preset.name),
                Command::SetPolicy(lane.number, preset.name.to_owned()),
            )
        })
    });
    // What menus have besides.
    let settings = facts.settings;
    let scales = SCALES.map(|percent| (text::scale_to(percent), Command::Scale(percent)));
    let choices = [
        (text::RAW_EYE, Command::RawEye(!settings.raw_eye)),
        (text::LINKED, Command::Link(!facts.views.linked)),
        (text::RUN_AHEAD, Command::RunAhead(!settings.run_ahead)),
        (
            text::ARRANGE_A,
            Command::Arrange(Arrangement::Single(Pane::A)),
        ),
        (
            text::ARRANGE_B,
            Command::Arrange(Arrangement::Single(Pane::B)),
        ),
    ];
    let choices = choices.map(|(name, command)| (name.to_owned(), command));
    let rest = scales.into_iter().chain(choices);
    all.extend(
        open.chain(show)
            .chain(preset)
            .chain(rest)
            .map(|(name, command)| Entry {
                name,
                key: String::new(),
                command,
            }),
    );
    all
}

/// What typed words mean as a file: one to open, or a recording to save.
fn path_entries(words: &str, saves: bool) -> Vec<Entry> {
    let typed = words.trim();
    let path = Path::new(typed);
    let extension = path
        .extension()
        .map(|extension| extension.to_string_lossy().to_lowercase());
    let known = matches!(extension.as_deref(), Some("ron" | "obj" | "sweep"));
    if let Ok(spot) = Spot::parse(typed) {
        return vec![Entry {
            name: text::go_to(&spot.to_string()),
            key: String::new(),
            command: Command::Browse(Browse::GoTo(typed.to_owned())),
        }];
    }
    // Options of `import` may follow the file.
    let imports = typed.contains(" --");
    let open = (known || imports || path.exists()).then(|| Entry {
        name: text::open_scene(typed),
        key: String::new(),
        command: Command::Open(typed.to_owned()),
    });
    let command = match extension.as_deref() {
        Some("sweep") => Some(Command::Save(path.to_path_buf())),
        Some("ron") => Some(Command::SaveScene(path.to_path_buf())),
        _ => None,
    };
    let save = command.filter(|_| saves && !imports).map(|command| Entry {
        name: text::save_as(
            typed,
            matches!(command, Command::SaveScene(_)),
            path.exists(),
        ),
        key: String::new(),
        command,
    });
    let is_new_folder = typed.ends_with('/') && typed.len() > 1;
    let what = match extension.as_deref() {
        Some("gif") => Some(Export::Gif),
        Some("csv") => Some(Export::Csv),
        Some("rs") => Some(Export::RustTest),
        Some("cs") => Some(Export::CSharpTest),
        Some("obj") => Some(Export::Obj),
        Some("glb") => Some(Export::Glb),
        _ => is_new_folder.then_some(Export::Pictures),
    };
    let export = what.filter(|_| saves).map(|what| Entry {
        name: text::export_as(what, typed, path.is_file()),
        key: String::new(),
        command: Command::Export(what, path.to_path_buf()),
    });
    // Opening comes first: a name that was mistyped must not become a file.
    open.into_iter().chain(save).chain(export).collect()
}

/// Whether the letters of `wanted` stand in `name` in this order, each word of it whole.
#[must_use]
pub fn fits(name: &str, wanted: &str) -> bool {
    let name = name.to_lowercase();
    wanted
        .to_lowercase()
        .split_whitespace()
        .all(|word| name.contains(word))
}

fn palette(context: &Context, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let id = egui::Id::new("palette");
    let pass = context.cumulative_pass_nr();
    // What was typed before it was closed is no more.
    let (mut words, mut chosen, _) = context
        .data(|data| data.get_temp::<(String, usize, u64)>(id))
        .filter(|(.., last)| pass.saturating_sub(*last) <= 1)
        .unwrap_or_default();
    let list: Vec<Entry> = entries(facts)
        .into_iter()
        .filter(|entry| fits(&entry.name, &words))
        .chain(path_entries(&words, facts.document.is_some()))
        .collect();
    let (up, down, enter) = context.input_mut(|input| {
        let none = egui::Modifiers::NONE;
        (
            input.consume_key(none, Key::ArrowUp),
            input.consume_key(none, Key::ArrowDown),
            input.key_pressed(Key::Enter),
        )
    });
    let last = list.len().saturating_sub(1);
    chosen = if down {
        (chosen + 1).min(last)
    } else {
        chosen.saturating_sub(usize::from(up)).min(last)
    };
    let mut picked = enter.then_some(chosen);
    front(text::PALETTE)
        .anchor(Align2::CENTER_TOP, vec2(0.0, 64.0))
        .fixed_size(vec2(460.0, 360.0))
        .show(context, |ui| {
            let field = egui::TextEdit::singleline(&mut words)
                .hint_text(text::SEARCH)
                .desired_width(f32::INFINITY);
            let response = ui.add(field);
            response.widget_info(|| {
                egui::WidgetInfo::labeled(egui::WidgetType::TextEdit, true, text::SEARCH)
            });
            response.request_focus();
            if response.changed() {
                chosen = 0;
            }
            ui.add_space(4.0);
            ScrollArea::vertical()
                .auto_shrink([false, false])
                .show(ui, |ui| {
                    ui.spacing_mut().item_spacing.y = 1.0;
                    if list.is_empty() {
                        ui.label(RichText::new(text::NOTHING_CALLED).color(theme::text_weak()));
                    }
                    for (index, entry) in list.iter().enumerate() {
                        let name = RichText::new(&entry.name);
                        let key = RichText::new(&entry.key)
                            .font(theme::number_font(theme::SMALL))
                            .color(theme::text_weak());
                        let button =
                            egui::Button::selectable(index == chosen, name).shortcut_text(key);
                        let response = ui.add_sized(vec2(ui.available_width(), 22.0), button);
                        if index == chosen && (up || down) {
                            response.scroll_to_me(None);
                        }
                        if response.clicked() {
                            picked = Some(index);
                        }
                    }
                });
        });
    if let Some(entry) = picked.and_then(|index| list.get(index)) {
        out.extend([Command::Palette, entry.command.clone()]);
        context.data_mut(|data| data.remove_temp::<(String, usize, u64)>(id));
    } else {
        context.data_mut(|data| data.insert_temp(id, (words, chosen, pass)));
    }
}

/// A window in front of everything.
fn front(title: &str) -> Window<'_> {
    Window::new(title)
        .collapsible(false)
        .resizable(false)
        .title_bar(false)
}

fn keys(context: &Context, facts: &Facts<'_>, out: &mut Vec<Command>) {
    front(text::KEYS)
        .anchor(Align2::CENTER_CENTER, vec2(0.0, 0.0))
        .show(context, |ui| {
            ui.horizontal(|ui| {
                ui.label(RichText::new(text::KEYS).font(theme::strong_font(16.0)));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    if ui.button(text::CLOSE).clicked() {
                        out.push(Command::Keys);
                    }
                    if ui.button(text::BINDINGS).clicked() {
                        out.push(Command::Bindings);
                    }
                });
            });
            ui.add_space(6.0);
            let room = context.viewport_rect().size() - vec2(60.0, 90.0);
            ScrollArea::vertical()
                .max_height(room.y)
                .min_scrolled_height(room.y)
                .show(ui, |ui| columns_ui(ui, facts, room.x));
        });
}

/// Width of a column of keys, and what lies between two.
const COLUMN: f32 = 270.0;
const BETWEEN: f32 = 18.0;

/// The keys in as many columns as there is room for.
fn columns_ui(ui: &mut Ui, facts: &Facts<'_>, room: f32) {
    use Group::{Lanes, Layers, Time, Views, Window};
    let columns: &[&[Group]] = match room / (COLUMN + BETWEEN) {
        3.0.. => &[&[Time, Lanes], &[Views, Layers], &[Window]],
        2.0.. => &[&[Time, Lanes, Layers], &[Views, Window]],
        _ => &[&[Time, Lanes, Views, Layers, Window]],
    };
    ui.horizontal_top(|ui| {
        for groups in columns {
            ui.vertical(|ui| {
                ui.set_width(COLUMN);
                ui.spacing_mut().item_spacing.y = 2.0;
                for group in *groups {
                    group_ui(ui, facts, *group);
                    ui.add_space(8.0);
                }
                if groups.contains(&Window) {
                    mouse_ui(ui);
                    ui.add_space(8.0);
                    legend_ui(ui);
                }
            });
            ui.add_space(12.0);
        }
    });
}

fn group_ui(ui: &mut Ui, facts: &Facts<'_>, group: Group) {
    ui.label(
        RichText::new(text::group(group).to_uppercase())
            .font(theme::strong_font(10.5))
            .color(theme::text_weak()),
    );
    for action in ACTIONS.iter().filter(|action| action.group == group) {
        let keys = facts.settings.keymap.line(action);
        if !keys.is_empty() {
            pair_ui(ui, action.name, &keys);
        }
    }
}

fn mouse_ui(ui: &mut Ui) {
    ui.label(
        RichText::new(text::MOUSE.to_uppercase())
            .font(theme::strong_font(10.5))
            .color(theme::text_weak()),
    );
    for (what, how) in text::MOUSE_HINTS {
        pair_ui(ui, what, how);
    }
}

/// What colours and signs mean.
fn legend_ui(ui: &mut Ui) {
    ui.label(
        RichText::new(text::COLOURS.to_uppercase())
            .font(theme::strong_font(10.5))
            .color(theme::text_weak()),
    );
    let roles = [
        Role::SweptA,
        Role::Desired,
        Role::Sought,
        Role::Published,
        Role::Contact,
        Role::PlaneReal,
        Role::NodeVisited,
        Role::NodePruned,
    ];
    egui::Grid::new("legend")
        .spacing(vec2(16.0, 1.0))
        .min_row_height(16.0)
        .show(ui, |ui| {
            for pair in roles.chunks(2) {
                for role in pair {
                    ui.horizontal(|ui| {
                        super::widgets::dot(ui, theme::role_color(*role));
                        ui.label(RichText::new(role.name()).font(theme::text_font(theme::SMALL)));
                    });
                }
                ui.end_row();
            }
        });
}

fn pair_ui(ui: &mut Ui, what: &str, keys: &str) {
    let (rect, response) =
        ui.allocate_exact_size(vec2(ui.available_width(), 18.0), egui::Sense::hover());
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::WidgetType::Label, true, format!("{what}: {keys}"))
    });
    let name = ui.painter().text(
        rect.left_center(),
        Align2::LEFT_CENTER,
        what,
        theme::text_font(12.0),
        theme::text(),
    );
    let room = rect.right() - name.right() - 10.0;
    let galley = (0..)
        .map_while(|dropped| {
            let all: Vec<&str> = keys.split("  ").collect();
            let kept = all.len().checked_sub(dropped).filter(|kept| *kept > 0)?;
            Some(ui.painter().layout_no_wrap(
                all[..kept].join("  "),
                theme::number_font(theme::SMALL),
                theme::accent(),
            ))
        })
        // The first key is enough where there is no room for its others.
        .find(|galley| galley.size().x <= room)
        .or_else(|| {
            let first = keys.split("  ").next().unwrap_or_default().to_owned();
            let font = theme::number_font(theme::SMALL);
            Some(ui.painter().layout_no_wrap(first, font, theme::accent()))
        });
    if let Some(galley) = galley {
        let at = rect.right_center() - vec2(galley.size().x, galley.size().y / 2.0);
        ui.painter().galley(at, galley, theme::accent());
    }
    if keys.contains("  ") {
        response.on_hover_text(keys);
    }
}

/// Notices above `floor`.
///
/// They go by themselves, errors later, and not while the pointer is over them.
pub fn notices_ui(context: &Context, facts: &Facts<'_>, floor: f32, out: &mut Vec<Command>) {
    super::progress::progress_ui(context, facts.notices, out);
    let others = |notice: &Notice| notice.tone != Tone::Progress;
    if !facts.notices.0.iter().any(others) {
        return;
    }
    egui::Area::new("notices".into())
        .anchor(
            Align2::CENTER_BOTTOM,
            vec2(0.0, floor - context.viewport_rect().bottom() - 14.0),
        )
        .order(egui::Order::Foreground)
        .show(context, |ui| {
            let all = facts.notices.0.iter().enumerate();
            for (index, notice) in all.filter(|(_, notice)| others(notice)) {
                let color = match notice.tone {
                    Tone::Progress => theme::accent(),
                    Tone::Done => theme::good(),
                    Tone::Warning => theme::notable(),
                    Tone::Error => theme::bad(),
                };
                let shown = Frame::popup(ui.style())
                    .stroke(egui::Stroke::new(1.0, color))
                    .inner_margin(10.0)
                    .show(ui, |ui| {
                        ui.horizontal_top(|ui| {
                            super::widgets::dot(ui, color);
                            ui.add_space(4.0);
                            let galley = ui.painter().layout(
                                notice.text.clone(),
                                theme::text_font(theme::BODY),
                                theme::text(),
                                600.0,
                            );
                            let text = egui::Label::new(galley).selectable(true);
                            ui.add(text);
                            ui.add_space(8.0);
                            if ui.button(text::CLOSE).clicked() {
                                out.push(Command::Dismiss(index));
                            }
                        });
                    });
                if has_been_read(ui, notice, shown.response.contains_pointer()) {
                    out.push(Command::Dismiss(index));
                }
                ui.add_space(4.0);
            }
        });
}

/// Whether a notice has been shown for as long as it takes to read it; over it its time does not run.
fn has_been_read(ui: &Ui, notice: &Notice, is_held: bool) -> bool {
    let id = egui::Id::new(("notice", &notice.text));
    let (now, passed) = ui.input(|input| (input.time, f64::from(input.stable_dt)));
    // Seen last at, seconds so far; one that was away in between begins anew.
    let seen = ui.data(|data| data.get_temp::<(f64, f64)>(id));
    let so_far = match seen {
        Some((last, so_far)) if now - last < 2.5_f64.max(passed * 2.0) => {
            so_far + if is_held { 0.0 } else { now - last }
        }
        _ => 0.0,
    };
    ui.data_mut(|data| data.insert_temp(id, (now, so_far)));
    ui.ctx().request_repaint_after_secs(1.0);
    so_far > reading_seconds(notice)
}

/// How long a notice is shown.
fn reading_seconds(notice: &Notice) -> f64 {
    let letters = notice.text.chars().count() as f64;
    match notice.tone {
        Tone::Progress => f64::INFINITY,
        Tone::Done => 4.0 + letters / 20.0,
        Tone::Warning | Tone::Error => 8.0 + letters / 12.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_in_any_order_and_case() {
        assert!(fits("Step on by one tick", "tick STEP"));
        assert!(!fits("Step on by one tick", "stepp"));
        assert!(fits("anything", ""));
    }

    #[test]
    fn a_typed_path_is_a_file_to_open_or_a_recording_to_save() {
        let commands = |words: &str, saves| -> Vec<Command> {
            path_entries(words, saves)
                .into_iter()
                .map(|entry| entry.command)
                .collect()
        };
        let open = |path: &str| Command::Open(path.to_owned());
        assert_eq!(
            commands(" rooms/a.ron ", true),
            [
                open("rooms/a.ron"),
                Command::SaveScene("rooms/a.ron".into()),
            ]
        );
        assert_eq!(
            commands("not there.sweep", true),
            [
                open("not there.sweep"),
                Command::Save("not there.sweep".into()),
            ]
        );
        assert_eq!(
            commands("not there.sweep", false),
            [open("not there.sweep")]
        );
        assert_eq!(commands("step on", true), []);
        // Where no dialog opens, these words are the way out.
        for (typed, what) in [
            ("not there.csv", Export::Csv),
            ("not there.gif", Export::Gif),
            ("not there.rs", Export::RustTest),
            ("not there.cs", Export::CSharpTest),
            ("not there.glb", Export::Glb),
            ("not there/", Export::Pictures),
        ] {
            assert_eq!(commands(typed, true), [Command::Export(what, typed.into())]);
            assert_eq!(commands(typed, false), []);
        }
    }
}
