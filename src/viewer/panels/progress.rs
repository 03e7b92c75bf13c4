//! What is being done, and the way to stop it: in the bar on top, so that it covers nothing of the views.

use bevy_egui::egui::{self, Align2, Context, Frame, vec2};

use crate::viewer::command::{Command, Tone};
use crate::viewer::{Notices, text, theme};

/// Draws the line, when something is being done.
pub(super) fn progress_ui(context: &Context, notices: &Notices, out: &mut Vec<Command>) {
    let mut all = notices.0.iter().enumerate();
    let Some((index, notice)) = all.find(|(_, notice)| notice.tone == Tone::Progress) else {
        return;
    };
    egui::Area::new("progress".into())
        .anchor(Align2::CENTER_TOP, vec2(0.0, 2.0))
        .order(egui::Order::Foreground)
        .show(context, |ui| {
            Frame::popup(ui.style())
                .stroke(egui::Stroke::new(1.0, theme::accent()))
                .inner_margin(4.0)
                .show(ui, |ui| {
                    ui.horizontal(|ui| {
                        super::widgets::dot(ui, theme::accent());
                        ui.label(&notice.text);
                        if ui.button(text::STOP).clicked() {
                            out.push(Command::Dismiss(index));
                        }
                    });
                });
        });
}
