//! The panel on the right: readouts of both lanes, the autopsy of the tick or the policy, the first difference and how
//! lanes settle.

use bevy_egui::egui::{self, Align2, Color32, RichText, ScrollArea, Sense, Ui, pos2, vec2};

use super::autopsy::autopsy_ui;
use super::facts::{Facts, LaneFacts};
use super::selection::selection_ui;
use super::widgets::{divider, dot, heading, tab, text_at};
use super::{edit, policy, ruler, settles_color};
use crate::geometry::vector::{length, wide};
use crate::lane::{BodyOutcome, Headline, Rig};
use crate::probe::{EventKind, SupportSource};
use crate::viewer::command::{Command, Slot};
use crate::viewer::settings::RightTab;
use crate::viewer::{text, theme};

/// Height below which the panel scrolls as a whole: with less no part of it would keep more than a few rows.
const LOW: f32 = 500.0;

/// Height of the tabs with the lines around them.
const TABS: f32 = 48.0;

/// Height that the page of a tab keeps beside what is picked, where there is so much.
const LEAST: f32 = 170.0;

/// Draws the panel.
pub fn inspector_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    if ui.available_height() >= LOW {
        parts_ui(ui, facts, false, out);
        return;
    }
    ScrollArea::vertical()
        .id_salt("low inspector")
        .auto_shrink([false, false])
        .show(ui, |ui| parts_ui(ui, facts, true, out));
}

/// All parts of the panel; `flows` where they scroll together, and none by itself.
fn parts_ui(ui: &mut Ui, facts: &Facts<'_>, flows: bool, out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.y = 1.0;
    // Where there is little room, the switches get all of it, and the cards alone say how lanes settle.
    let roomy = !flows && ui.available_height() > 700.0;
    // The numbers of an edit are those that the rest would show, and many.
    let policy_alone = match facts.settings.right {
        RightTab::Autopsy => false,
        RightTab::Policy => !roomy,
        RightTab::Edit => true,
    };
    if !policy_alone {
        readouts_ui(ui, facts, out);
        if roomy {
            ruler::ruler_ui(ui, facts);
        }
        divider(ui);
        if facts.settings.picked.is_some() {
            // What is told of the tick is not crowded out by what is picked.
            let rest = footer_height(facts, roomy) + TABS;
            let most = ui.available_height() - rest - LEAST;
            selection_ui(ui, facts, roomy, most, out);
            divider(ui);
        }
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 14.0;
        for (tab_of, name) in [
            (RightTab::Autopsy, text::TAB_AUTOPSY),
            (RightTab::Policy, text::TAB_POLICY),
            (RightTab::Edit, text::TAB_EDIT),
        ] {
            if tab(ui, name, facts.settings.right == tab_of) {
                out.push(Command::Right(tab_of));
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            focus_ui(ui, facts, out);
        });
    });
    ui.add_space(2.0);
    let below = if policy_alone {
        0.0
    } else {
        footer_height(facts, roomy)
    };
    let id = (facts.settings.right as u8, "inspector");
    let tab_ui = |ui: &mut Ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        match facts.settings.right {
            RightTab::Autopsy => autopsy_ui(ui, facts, out),
            RightTab::Policy => policy::policy_ui(ui, facts, out),
            RightTab::Edit => edit::edit_ui(ui, facts, out),
        }
    };
    if flows {
        ui.scope(tab_ui);
    } else {
        let room = (ui.available_height() - below).max(60.0);
        ScrollArea::vertical()
            .id_salt(id)
            .max_height(room)
            .auto_shrink([false, false])
            .show(ui, tab_ui);
    }
    if policy_alone {
        return;
    }
    divider(ui);
    difference_ui(ui, facts, out);
    if roomy {
        divider(ui);
        settles_ui(ui, facts);
    }
}

/// Height of what stands below the tabs.
fn footer_height(facts: &Facts<'_>, roomy: bool) -> f32 {
    let difference = if facts.compares() { 138.0 } else { 72.0 };
    let settles = if roomy {
        40.0 + 21.0 * facts.looked_at().count() as f32
    } else {
        0.0
    };
    difference + settles
}

/// Which lane autopsy and policy are about.
fn focus_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    ui.spacing_mut().item_spacing.x = 2.0;
    for slot in Slot::BOTH.into_iter().rev() {
        if facts.lane(slot).is_none() || (slot == Slot::B && !facts.compares()) {
            continue;
        }
        let on = facts.settings.focus == slot;
        let color = if on {
            theme::lane_color(slot.index())
        } else {
            theme::text_faint()
        };
        let button = egui::Button::new(
            RichText::new(slot.letter())
                .font(theme::strong_font(12.0))
                .color(color),
        )
        .fill(if on {
            theme::selected()
        } else {
            Color32::TRANSPARENT
        })
        .min_size(vec2(22.0, 20.0));
        if ui
            .add(button)
            .on_hover_text(text::focus(slot.letter()))
            .clicked()
        {
            out.push(Command::Focus(slot));
        }
    }
}

/// The numbers of the tick for both lanes, side by side.
pub fn readouts_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    heading(ui, text::READOUTS, |ui| {
        let tick = text::tick(facts.playback.cursor);
        ui.label(
            RichText::new(tick)
                .font(theme::number_font(theme::SMALL))
                .color(theme::text_weak()),
        );
    });
    let lanes: Vec<_> = facts.looked_at().collect();
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 16.0), Sense::hover());
    let column = |slot: usize| {
        let width = ((rect.width() - 74.0) / lanes.len().max(1) as f32).min(150.0);
        rect.right() - width * (lanes.len() - 1 - slot) as f32
    };
    for (index, (slot, _)) in lanes.iter().enumerate() {
        let at = pos2(column(index), rect.center().y);
        let color = theme::lane_color(slot.index());
        text_at(
            ui.painter(),
            at,
            Align2::RIGHT_CENTER,
            slot.letter(),
            theme::strong_font(12.0),
            color,
        );
    }
    let is_driven = facts
        .document
        .is_some_and(|document| matches!(&document.setup.rig, Rig::Mover(_)));
    let (eye, feet): (&[Readout], &[Readout]) = match (facts.headline(), is_driven) {
        (Headline::FeetHeight, _) => (&[], &FEET),
        // Of a body behind which a camera looks on, what matters most.
        (Headline::EyeDistance, true) => (&EYE, &FEET[FEW]),
        (Headline::EyeDistance, false) => (&EYE, &[]),
    };
    let behind: &[Readout] = if is_driven && !eye.is_empty() {
        &EYE_SWEEP
    } else {
        &[]
    };
    for readout in eye.iter().chain(behind).chain(feet).chain(SWEEP) {
        let (rect, response) =
            ui.allocate_exact_size(vec2(ui.available_width(), 17.0), Sense::click());
        let middle = rect.center().y;
        let font = theme::text_font(12.0);
        text_at(
            ui.painter(),
            pos2(rect.left(), middle),
            Align2::LEFT_CENTER,
            readout.name,
            font,
            theme::text_weak(),
        );
        let mut said = Vec::new();
        for (index, (_, lane)) in lanes.iter().enumerate() {
            let (value, color) = (readout.of)(lane);
            let at = pos2(column(index), middle);
            text_at(
                ui.painter(),
                at,
                Align2::RIGHT_CENTER,
                &value,
                theme::number_font(theme::NUMBER),
                color,
            );
            said.push(value);
        }
        let label = format!("{}: {}", readout.name, said.join(", "));
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Label, true, label.clone())
        });
        response.context_menu(|ui| {
            if ui.button(text::COPY_VALUE).clicked() {
                out.push(Command::Copy(label.clone()));
                ui.close();
            }
        });
    }
}

/// A number of the tick.
struct Readout {
    name: &'static str,
    of: fn(&LaneFacts<'_>) -> (String, Color32),
}

/// Where there is an eye.
const EYE: [Readout; 4] = [
    Readout {
        name: text::READ_EYE,
        of: |lane| {
            metres(
                lane,
                |s| s.eye_distance,
                theme::role_text_color(crate::overlay::Role::Published),
            )
        },
    },
    Readout {
        name: text::READ_SOUGHT,
        of: |lane| {
            metres(
                lane,
                |s| s.sought_distance,
                theme::role_text_color(crate::overlay::Role::Sought),
            )
        },
    },
    Readout {
        name: text::READ_DESIRED,
        of: |lane| {
            metres(
                lane,
                |s| s.desired_distance,
                theme::role_text_color(crate::overlay::Role::Desired),
            )
        },
    },
    Readout {
        name: text::READ_PULLED_IN,
        of: |lane| metres(lane, |s| s.desired_distance - s.eye_distance, theme::text()),
    },
];

/// Where there is a body without a camera.
const FEET: [Readout; 8] = [
    Readout {
        name: text::READ_FEET_X,
        of: |lane| body(lane, |body| format!("{:.4} m", body.feet.origin.x)),
    },
    Readout {
        name: text::READ_FEET_Y,
        of: |lane| body(lane, |body| format!("{:.4} m", body.feet.origin.y)),
    },
    Readout {
        name: text::READ_FEET_Z,
        of: |lane| body(lane, |body| format!("{:.4} m", body.feet.origin.z)),
    },
    Readout {
        name: text::READ_MOVED,
        of: |lane| {
            body(lane, |body| {
                let moved = wide(body.feet.origin) - wide(body.previous.origin);
                format!("{:.4} m", length(moved))
            })
        },
    },
    Readout {
        name: text::READ_SPEED,
        of: |lane| body(lane, |body| format!("{:.3} m/s", body.speed)),
    },
    Readout {
        name: text::READ_GROUND,
        of: |lane| {
            let Some(body) = lane.replay.and_then(|replay| replay.outcome.body) else {
                return none();
            };
            match (body.grounded, body.support) {
                (true, source) => {
                    let source = source.unwrap_or(SupportSource::Query);
                    (source.name().to_owned(), support_color(source))
                }
                (false, Some(_)) => (text::TOO_STEEP.to_owned(), theme::notable()),
                (false, None) => (text::IN_THE_AIR.to_owned(), theme::text()),
            }
        },
    },
    Readout {
        name: text::READ_TESTED,
        of: |lane| counted(lane, EventKind::CandidateAdmitted, theme::text()),
    },
    Readout {
        name: text::READ_REJECTED,
        of: |lane| counted(lane, EventKind::CandidateRejected, theme::bad()),
    },
];

/// Feet z, how far they moved, how fast, and what they stand on.
const FEW: std::ops::Range<usize> = 2..6;

/// Of every sweep.
const SWEEP: &[Readout] = &[
    Readout {
        name: text::READ_STEPS,
        of: |lane| {
            summary(lane).map_or_else(none, |s| {
                let met = if s.colliding_step == 0 {
                    String::new()
                } else {
                    format!("{} of ", s.colliding_step)
                };
                (format!("{met}{}", s.steps), theme::text())
            })
        },
    },
    Readout {
        name: text::READ_VERDICT,
        of: |lane| {
            summary(lane).map_or_else(none, |s| {
                (s.verdict.name().to_owned(), theme::verdict_color(s.verdict))
            })
        },
    },
    Readout {
        name: text::READ_REASON,
        of: |lane| summary(lane).map_or_else(none, |s| (s.stop.name().to_owned(), theme::text())),
    },
];

/// Of the sweep of the eye behind a body; [`SWEEP`] is then about the body's.
const EYE_SWEEP: [Readout; 2] = [
    Readout {
        name: text::READ_EYE_STEPS,
        of: |lane| {
            let sweep = lane.replay.and_then(|replay| replay.outcome.eye_sweep);
            sweep.map_or_else(none, |sweep| {
                let met = sweep
                    .colliding_step
                    .map_or_else(String::new, |step| format!("{step} of "));
                (format!("{met}{}", sweep.steps), theme::text())
            })
        },
    },
    Readout {
        name: text::READ_EYE_VERDICT,
        of: |lane| {
            let sweep = lane.replay.and_then(|replay| replay.outcome.eye_sweep);
            sweep.map_or_else(none, |sweep| {
                let color = theme::verdict_color(sweep.verdict);
                (sweep.verdict.name().to_owned(), color)
            })
        },
    },
];

/// How often something happened in the tick; in `color` when it did at all.
fn counted(lane: &LaneFacts<'_>, kind: EventKind, color: Color32) -> (String, Color32) {
    lane.replay.map_or_else(none, |replay| {
        let count = replay.counters.of(kind);
        let color = if count > 0 { color } else { theme::text() };
        (count.to_string(), color)
    })
}

/// A number of the body.
fn body(lane: &LaneFacts<'_>, of: fn(&BodyOutcome) -> String) -> (String, Color32) {
    let Some(replay) = lane.replay else {
        return none();
    };
    let told = replay.outcome.body.as_ref().map(of);
    told.map_or_else(none, |text| (text, theme::text()))
}

/// Ground that a query found is good; what was restored or made up is worth a look.
fn support_color(source: SupportSource) -> Color32 {
    match source {
        SupportSource::Query => theme::good(),
        SupportSource::Restored => theme::notable(),
        SupportSource::Synthetic => theme::bad(),
    }
}

fn none() -> (String, Color32) {
    ("–".to_owned(), theme::text_faint())
}

fn summary<'a>(lane: &LaneFacts<'a>) -> Option<&'a crate::recording::TickSummary> {
    lane.recording.summary(lane.replay?.outcome.tick)
}

fn metres(
    lane: &LaneFacts<'_>,
    of: fn(&crate::recording::TickSummary) -> f32,
    color: Color32,
) -> (String, Color32) {
    let summary = summary(lane).filter(|summary| summary.has_eye);
    // Adding zero takes the sign from what rounds to nothing.
    let told = |value: f32| format!("{:.4} m", (value * 1e4).round() / 1e4 + 0.0);
    summary.map_or_else(none, |summary| (told(of(summary)), color))
}

/// Where A and B part.
pub fn difference_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    heading(ui, text::FIRST_DIFFERENCE, |_| {});
    if !facts.compares() {
        ui.label(RichText::new(text::ONE_LANE).color(theme::text_weak()));
        return;
    }
    let Some(difference) = facts.difference else {
        ui.label(RichText::new(text::SEEKING).color(theme::text_weak()));
        return;
    };
    match (&difference.first, &difference.first_bit) {
        (Some(first), _) => {
            let at = text::difference_at(first.tick, first.step, first.field, first.distance);
            ui.add(egui::Label::new(at.as_str()).truncate())
                .on_hover_text(difference.to_string());
            for (slot, told) in [(Slot::A, &first.a), (Slot::B, &first.b)] {
                let told = RichText::new(format!("{} {told}", slot.letter()))
                    .font(theme::number_font(theme::SMALL))
                    .color(theme::lane_color(slot.index()));
                ui.add(egui::Label::new(told).truncate());
            }
            let blame = facts.blame.map(ToString::to_string).unwrap_or_default();
            if let Some(of) = facts.blame {
                let told = RichText::new(text::due_to(&of.needed)).color(theme::text_weak());
                let response = ui.add(egui::Label::new(told).truncate());
                // Beside the panel: below stand the buttons.
                let mut hint = egui::Tooltip::for_enabled(&response);
                hint.popup = hint.popup.align(egui::RectAlign::LEFT_END);
                hint.gap(16.0).show(|ui| {
                    let table = RichText::new(&blame).font(theme::number_font(theme::SMALL));
                    ui.add(egui::Label::new(table).extend());
                });
            }
            ui.add_space(2.0);
            ui.horizontal(|ui| {
                if ui.button(text::GO_TO).clicked() {
                    out.push(Command::Seek(first.tick));
                }
                if ui.button(text::COPY_TEXT).clicked() {
                    out.push(Command::Copy(format!("{difference}{blame}")));
                }
            });
        }
        (None, Some(bit)) => {
            ui.label(text::rounding(bit.tick));
            if ui.button(text::GO_TO).clicked() {
                out.push(Command::Seek(bit.tick));
            }
        }
        (None, None) => {
            ui.label(RichText::new(text::ALIKE).color(theme::good()));
        }
    }
}

/// What the lanes settle into.
pub fn settles_ui(ui: &mut Ui, facts: &Facts<'_>) {
    heading(ui, text::SETTLES, |_| {});
    for (slot, lane) in facts.looked_at() {
        ui.horizontal(|ui| {
            ui.set_min_height(20.0);
            let Some(settles) = lane.settles else {
                dot(ui, theme::text_faint());
                let scripted = facts
                    .document
                    .is_some_and(|document| document.is_scripted_sweeps());
                let ticks = facts.ticks();
                let why = if scripted {
                    text::SCRIPTED
                } else if lane.recording.len() >= ticks {
                    text::TOO_SHORT
                } else {
                    text::STILL_RUNNING
                };
                ui.label(
                    RichText::new(format!("{} {why}", slot.letter())).color(theme::text_weak()),
                );
                return;
            };
            dot(ui, settles_color(settles));
            let words = format!("{} {}", slot.letter(), text::settles_words(settles));
            // The value has its room first; the words are cut where they meet it.
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let value = settles.hz.map_or_else(
                    || {
                        lane.recording
                            .summaries()
                            .last()
                            .map_or_else(String::new, |s| {
                                format!("{:.4} m", s.headline(facts.headline()))
                            })
                    },
                    |hz| format!("{hz:.1} Hz"),
                );
                let color = if settles.hz.is_some() {
                    settles_color(settles)
                } else {
                    theme::text()
                };
                ui.label(
                    RichText::new(value)
                        .font(theme::number_font(theme::NUMBER))
                        .color(color),
                );
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    ui.add(egui::Label::new(words).truncate());
                });
            });
        });
    }
}
