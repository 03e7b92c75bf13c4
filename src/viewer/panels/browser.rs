//! The game's files: kinds with their counts, ids, and what the record that is picked holds.

use bevy_egui::egui::{
    self, Align, Align2, Key, Layout, Modifiers, Rect, RichText, ScrollArea, Sense, Stroke, Ui,
    UiBuilder, WidgetInfo, WidgetType, pos2, vec2,
};

use super::facts::Facts;
use super::widgets::{ListRow, divider, heading, text_at, text_clipped};
use crate::analysis::words::fixed;
use crate::formats::dat::RecordKind;
use crate::formats::dat::about::About;
use crate::formats::dat::catalog::Listed;
use crate::formats::dat::solid::TreeChoice;
use crate::scene::game::{FOLDER_VARIABLES, environment_folder};
use crate::viewer::browser::{Around, Browse, Browser};
use crate::viewer::command::Command;
use crate::viewer::{text, theme};

/// Height of a row of ids.
const ROW: f32 = 20.0;

/// Width of the kinds, and of what is told of a record.
const KINDS: f32 = 176.0;
const DETAILS: f32 = 344.0;

/// Draws the browser into the room that is left.
pub fn browser_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let whole = ui.available_rect_before_wrap();
    ui.painter().rect_filled(whole, 0.0, theme::backdrop());
    let side = ((whole.width() - 1360.0) / 2.0).max(24.0);
    let room = whole.shrink2(vec2(side, 0.0));
    let browser = facts.browser;
    ui.scope_builder(UiBuilder::new().max_rect(room), |ui| {
        ui.add_space(18.0);
        header_ui(ui, facts, out);
        ui.add_space(10.0);
        if browser.files.is_none() {
            empty_ui(ui, browser, out);
            return;
        }
        place_ui(ui, browser, out);
        ui.add_space(10.0);
        columns_ui(ui, browser, out);
    });
}

fn ask(out: &mut Vec<Command>, what: Browse) {
    out.push(Command::Browse(what));
}

fn header_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    let files = facts.browser.files.as_ref();
    ui.horizontal(|ui| {
        ui.vertical(|ui| {
            ui.label(
                RichText::new(text::BROWSER)
                    .font(theme::strong_font(20.0))
                    .color(theme::text()),
            );
            let line = match files {
                Some(files) => text::files_line(&files.place, files.catalog.list().len()),
                None => text::BROWSER_LINE.to_owned(),
            };
            let weak = RichText::new(line).color(theme::text_weak());
            ui.add(egui::Label::new(weak).truncate());
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let back = if facts.document.is_some() {
                text::BACK_TO_SCENE
            } else {
                text::BACK_TO_GALLERY
            };
            if ui.button(back).clicked() {
                ask(out, Browse::Show);
            }
            if files.is_some() && ui.button(text::OTHER_FILES).clicked() {
                ask(out, Browse::AskFolder);
            }
        });
    });
}

/// A field whose text lives as long as it is shown; Enter takes it.
fn field_ui(ui: &mut Ui, id: &str, hint: &str, name: &str, width: f32) -> Option<String> {
    let key = egui::Id::new(("browser field", id));
    let mut words: String = ui.data(|data| data.get_temp(key)).unwrap_or_default();
    let field = egui::TextEdit::singleline(&mut words)
        .hint_text(hint)
        .desired_width(width)
        .background_color(theme::surface())
        .font(theme::number_font(theme::NUMBER));
    let response = ui.add(field);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, name));
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if entered {
        // Where it leads nowhere one types on.
        response.request_focus();
    }
    let taken = (entered && !words.trim().is_empty()).then(|| words.trim().to_owned());
    ui.data_mut(|data| data.insert_temp(key, words));
    taken
}

/// What to do when nothing is open.
fn empty_ui(ui: &mut Ui, browser: &Browser, out: &mut Vec<Command>) {
    let width = ui.available_width().min(620.0);
    let left = ui.available_rect_before_wrap().center().x - width / 2.0;
    let top = ui.available_rect_before_wrap().top() + 40.0;
    let area = Rect::from_min_size(pos2(left, top), vec2(width, 420.0));
    ui.scope_builder(UiBuilder::new().max_rect(area), |ui| {
        ui.spacing_mut().item_spacing.y = 8.0;
        ui.label(RichText::new(text::NO_FILES).font(theme::strong_font(16.0)));
        ui.label(RichText::new(text::NO_FILES_WHY).color(theme::text_weak()));
        if !browser.problem.is_empty() {
            ui.label(RichText::new(&browser.problem).color(theme::bad()));
        }
        ui.add_space(6.0);
        ui.horizontal(|ui| {
            let button =
                egui::Button::new(RichText::new(text::CHOOSE_FOLDER).color(theme::strong()))
                    .min_size(vec2(150.0, 28.0));
            if ui.add(button).clicked() {
                ask(out, Browse::AskFolder);
            }
            let room = ui.available_width() - 8.0;
            if let Some(folder) =
                field_ui(ui, "folder", text::FOLDER_HINT, text::FOLDER_FIELD, room)
            {
                ask(out, Browse::Folder(folder));
            }
        });
        if let Some(folder) = environment_folder() {
            let folder = folder.display().to_string();
            if ui.button(text::open_scene(&folder)).clicked() {
                ask(out, Browse::Folder(folder));
            }
        } else {
            let names = FOLDER_VARIABLES.join(" or ");
            ui.label(RichText::new(text::or_variable(&names)).color(theme::text_weak()));
        }
        ui.add_space(10.0);
        ui.label(RichText::new(text::NO_GAME).color(theme::text_weak()));
        ui.horizontal(|ui| {
            let command = RichText::new(text::SAMPLE_COMMAND)
                .font(theme::number_font(theme::NUMBER))
                .color(theme::accent());
            ui.label(command);
            if ui.button(text::COPY_VALUE).clicked() {
                out.push(Command::Copy(text::SAMPLE_COMMAND.to_owned()));
            }
        });
    });
}

/// The fields for words and for a place.
fn place_ui(ui: &mut Ui, browser: &Browser, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        let key = egui::Id::new("browser words");
        // What is typed is shown at once; the list follows.
        let kept: Option<String> = ui.data(|data| data.get_temp(key));
        let mut words = kept.unwrap_or_else(|| browser.words.clone());
        let field = egui::TextEdit::singleline(&mut words)
            .hint_text(text::FILTER_HINT)
            .desired_width(KINDS + 220.0)
            .background_color(theme::surface())
            .font(theme::number_font(theme::NUMBER));
        let response = ui.add(field);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, text::FILTER));
        if response.changed() {
            ask(out, Browse::Words(words.clone()));
        }
        if response.has_focus() {
            ui.data_mut(|data| data.insert_temp(key, words));
        } else {
            ui.data_mut(|data| data.remove_temp::<String>(key));
        }
        let count = text::found(browser.found.len());
        ui.label(RichText::new(count).color(theme::text_weak()));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let width = DETAILS.min(ui.available_width());
            if let Some(place) = field_ui(ui, "place", text::PLACE_HINT, text::PLACE_FIELD, width) {
                ask(out, Browse::GoTo(place));
            }
            if browser.problem.is_empty() {
                ui.label(RichText::new(text::PLACE_LABEL).color(theme::text_weak()));
            }
        });
    });
    if !browser.problem.is_empty() {
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.label(RichText::new(&browser.problem).color(theme::bad()));
            });
        });
    }
}

fn columns_ui(ui: &mut Ui, browser: &Browser, out: &mut Vec<Command>) {
    let area = ui.available_rect_before_wrap();
    let area = area.with_max_y(area.bottom() - 14.0);
    let gap = 26.0;
    let kinds = area.with_max_x(area.left() + KINDS);
    let details = area.with_min_x(area.right() - DETAILS);
    let list = Rect::from_min_max(
        pos2(kinds.right() + gap, area.top()),
        pos2(details.left() - gap, area.bottom()),
    );
    ui.scope_builder(UiBuilder::new().max_rect(kinds), |ui| {
        kinds_ui(ui, browser, out);
    });
    for panel in [list, details] {
        let frame = panel.expand2(vec2(8.0, 0.0));
        ui.painter().rect(
            frame,
            6.0,
            theme::surface(),
            Stroke::new(1.0, theme::edge()),
            egui::StrokeKind::Inside,
        );
    }
    let inner = |rect: Rect| rect.shrink2(vec2(4.0, 8.0));
    ui.scope_builder(UiBuilder::new().max_rect(inner(list)), |ui| {
        list_ui(ui, browser, out);
    });
    ui.scope_builder(UiBuilder::new().max_rect(inner(details)), |ui| {
        details_ui(ui, browser, out);
    });
}

fn kinds_ui(ui: &mut Ui, browser: &Browser, out: &mut Vec<Command>) {
    let Some(files) = &browser.files else { return };
    ui.spacing_mut().item_spacing.y = 1.0;
    heading(ui, text::KINDS, |_| {});
    let all = (None, text::ALL_KINDS, files.catalog.list().len());
    let each = RecordKind::ALL.into_iter().map(|kind| {
        let count = files.catalog.of_kind(kind).len();
        (Some(kind), kind.name(), count)
    });
    for (kind, name, count) in [all].into_iter().chain(each) {
        let on = browser.kind == kind;
        let none = count == 0;
        let row = ListRow {
            label: name,
            value: &text::spaced(count as u64),
            label_color: if none {
                theme::text_faint()
            } else {
                theme::text()
            },
            fill: on.then_some(theme::selected()),
            ..ListRow::default()
        };
        if row.show(ui).clicked() {
            ask(out, Browse::Kind(kind));
        }
    }
    let notes = files.catalog.notes();
    if !notes.is_empty() {
        ui.add_space(12.0);
        heading(ui, text::FILE_NOTES, |_| {});
        let height = ui.available_height();
        ScrollArea::vertical()
            .id_salt("notes")
            .max_height(height)
            .show(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 4.0;
                for note in notes {
                    ui.label(
                        RichText::new(note)
                            .font(theme::text_font(theme::SMALL))
                            .color(theme::notable()),
                    );
                }
            });
    }
}

fn list_ui(ui: &mut Ui, browser: &Browser, out: &mut Vec<Command>) {
    let picked = browser.row();
    let (up, down, page_up, page_down, enter) = ui.input_mut(|input| {
        let none = Modifiers::NONE;
        (
            input.consume_key(none, Key::ArrowUp),
            input.consume_key(none, Key::ArrowDown),
            input.consume_key(none, Key::PageUp),
            input.consume_key(none, Key::PageDown),
            input.key_pressed(Key::Enter),
        )
    });
    let page = (ui.available_height() / ROW).floor().max(2.0) as i32 - 1;
    for (pressed, by) in [(up, -1), (down, 1), (page_up, -page), (page_down, page)] {
        if pressed {
            ask(out, Browse::Move(by));
        }
    }
    // Enter in a field belongs to it.
    let typing = ui.ctx().text_edit_focused();
    if let Some(listed) = browser.picked.filter(|_| enter && !typing) {
        ask(out, Browse::Open(listed, Around::Own));
    }
    if browser.found.is_empty() {
        ui.label(RichText::new(text::NOTHING_FITS).color(theme::text_weak()));
        return;
    }
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical()
        .id_salt("ids")
        .auto_shrink([false, false]);
    // The picked row comes into sight when it becomes another one.
    let key = egui::Id::new("browser row");
    let last: Option<usize> = ui.data(|data| data.get_temp(key)).unwrap_or_default();
    let seen = egui::Id::new("browser rows");
    let rows: (usize, usize) = ui.data(|data| data.get_temp(seen)).unwrap_or((0, 1));
    if let Some(row) = picked.filter(|row| last != Some(*row)) {
        let count = rows.1.saturating_sub(rows.0).max(2);
        if row <= rows.0 || row + 1 >= rows.1 {
            let first = if row <= rows.0 {
                row
            } else {
                (row + 2).saturating_sub(count)
            };
            area = area.vertical_scroll_offset(first as f32 * ROW);
        }
    }
    ui.data_mut(|data| data.insert_temp(key, picked));
    area.show_rows(ui, ROW, browser.found.len(), |ui, rows| {
        ui.data_mut(|data| data.insert_temp(seen, (rows.start, rows.end)));
        for row in rows {
            if let Some(listed) = browser.at(row) {
                row_ui(ui, &listed, picked == Some(row), out);
            }
        }
    });
}

fn row_ui(ui: &mut Ui, listed: &Listed, on: bool, out: &mut Vec<Command>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    let id = text::record_id(listed.id);
    let name = format!("{id} {}", listed.kind.name());
    response.widget_info(|| WidgetInfo::selected(WidgetType::Button, true, on, &name));
    let fill = if on {
        Some(theme::selected())
    } else if response.hovered() || response.has_focus() {
        Some(theme::sheer(theme::surface_high(), 0.6))
    } else {
        None
    };
    if let Some(fill) = fill {
        ui.painter().rect_filled(rect, 3.0, fill);
    }
    let middle = rect.center().y;
    let number = theme::number_font(theme::NUMBER);
    let left = rect.left() + 6.0;
    for (x, width, shown, font, color) in [
        (0.0, 96.0, id.as_str(), number.clone(), theme::text()),
        (
            104.0,
            rect.width() - 200.0,
            listed.kind.name(),
            theme::text_font(theme::BODY),
            theme::text_weak(),
        ),
    ] {
        text_clipped(ui, pos2(left + x, middle), width, shown, font, color);
    }
    text_at(
        ui.painter(),
        pos2(rect.right() - 14.0, middle),
        Align2::RIGHT_CENTER,
        &text::bytes(u64::from(listed.size)),
        number,
        theme::text_weak(),
    );
    if response.clicked() {
        ask(out, Browse::Select(*listed));
    }
    if response.double_clicked() {
        ask(out, Browse::Open(*listed, Around::Own));
    }
}

fn details_ui(ui: &mut Ui, browser: &Browser, out: &mut Vec<Command>) {
    let Some(listed) = browser.picked else {
        ui.label(RichText::new(text::PICK_A_RECORD).color(theme::text_weak()));
        return;
    };
    ui.horizontal(|ui| {
        ui.label(
            RichText::new(text::record_id(listed.id))
                .font(theme::number_font(16.0))
                .color(theme::text()),
        );
        ui.label(RichText::new(listed.kind.name()).color(theme::text_weak()));
    });
    open_ui(ui, browser, listed, out);
    divider(ui);
    let height = ui.available_height();
    ScrollArea::vertical()
        .id_salt("about")
        .max_height(height)
        .auto_shrink([false, false])
        .show(ui, |ui| match &browser.about {
            None => {
                ui.label(RichText::new(text::DECODING).color(theme::text_weak()));
            }
            Some(Err(problem)) => {
                ui.label(RichText::new(problem).color(theme::bad()));
            }
            Some(Ok(about)) => about_ui(ui, about),
        });
}

/// How much of a record can be opened, and with which trees.
fn open_ui(ui: &mut Ui, browser: &Browser, listed: Listed, out: &mut Vec<Command>) {
    let choices: &[(Around, &str)] = match listed.kind {
        RecordKind::GfxObj | RecordKind::Setup => &[(Around::Own, text::OPEN_IT)],
        RecordKind::EnvCell => &[
            (Around::Own, text::OPEN_ROOM),
            (Around::Block, text::OPEN_BLOCK),
            (Around::Blocks, text::OPEN_BLOCKS),
        ],
        RecordKind::LandBlock | RecordKind::LandBlockInfo => &[
            (Around::Block, text::OPEN_BLOCK),
            (Around::Blocks, text::OPEN_BLOCKS),
        ],
        _ => {
            ui.label(RichText::new(text::NOTHING_TO_OPEN).color(theme::text_weak()));
            return;
        }
    };
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        ui.label(RichText::new(text::TREES).color(theme::text_weak()));
        for (tree, name) in [
            (TreeChoice::Stored, text::TREE_STORED),
            (TreeChoice::Rebuilt, text::TREE_REBUILT),
            (TreeChoice::SingleLeaf, text::TREE_SINGLE),
        ] {
            if ui.selectable_label(browser.tree == tree, name).clicked() {
                ask(out, Browse::Tree(tree));
            }
        }
    });
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        for (index, (around, name)) in choices.iter().enumerate() {
            let color = if index == 0 {
                theme::strong()
            } else {
                theme::text()
            };
            let button =
                egui::Button::new(RichText::new(*name).color(color)).min_size(vec2(0.0, 26.0));
            if ui.add(button).clicked() {
                ask(out, Browse::Open(listed, *around));
            }
        }
    });
}

fn about_ui(ui: &mut Ui, about: &About) {
    ui.spacing_mut().item_spacing.y = 1.0;
    let row = |ui: &mut Ui, label: &str, value: &str, color: Option<egui::Color32>| {
        let row = ListRow {
            label,
            value,
            label_color: theme::text_weak(),
            value_color: color.unwrap_or(theme::text()),
            ..ListRow::default()
        };
        row.show(ui);
    };
    let number = |n: f32| fixed(f64::from(n), 3);
    row(ui, text::LENGTH, &text::bytes(about.bytes as u64), None);
    row(ui, text::POLYGONS, &text::polygons(about.polygons), None);
    for (label, value) in &about.rows {
        row(ui, label, value, None);
    }
    if let Some(bounds) = about.bounds {
        ui.add_space(6.0);
        heading(ui, text::BOUNDS, |_| {});
        for (axis, name) in ["x", "y", "z"].into_iter().enumerate() {
            let (low, high) = (bounds.min[axis], bounds.max[axis]);
            let value = format!(
                "{} … {}  ({} m)",
                number(low),
                number(high),
                number(high - low)
            );
            row(ui, name, &value, None);
        }
    }
    for (name, census) in &about.trees {
        ui.add_space(6.0);
        heading(ui, &text::tree_of(name), |_| {});
        let off = census.off_centre;
        row(ui, text::POLYGONS, &census.polygons.to_string(), None);
        row(ui, text::DEPTH, &census.depth.to_string(), None);
        let nodes = text::tree_nodes(census.nodes, census.leaves, census.largest_leaf);
        row(ui, text::NODES, &nodes, None);
        // Beyond 1 the sphere at the root does not reach the object's own origin.
        let color = (off > 1.0).then(theme::bad);
        row(ui, text::OFF_CENTRE, &fixed(off, 3), color);
    }
    if !about.notes.is_empty() {
        ui.add_space(6.0);
        heading(ui, text::FILE_NOTES, |_| {});
        for note in &about.notes {
            ui.label(
                RichText::new(note)
                    .font(theme::text_font(theme::SMALL))
                    .color(theme::notable()),
            );
        }
    }
}
