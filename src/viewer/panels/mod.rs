//! Panels: functions that show [`Facts`] and push commands; they change nothing themselves.
//!
//! `toolbar` on top, `outline` on the left, `inspector` (with `policy`) on the right, `timeline`, `plots` and `log` below,
//! `stage` (with `labels`) in the middle, `library` and `browser` in place of all of it, `palette` in front, `status` below everything.

pub mod autopsy;
pub mod bindings;
pub mod browser;
pub mod choices;
pub mod columns;
pub mod edit;
pub mod facts;
mod gesture;
mod handles;
pub mod inspector;
pub mod labels;
pub mod library;
pub mod log;
pub mod outline;
pub mod palette;
pub mod plots;
pub mod policy;
mod progress;
pub mod ruler;
pub mod selection;
pub mod stage;
pub mod status;
pub mod timeline;
pub mod toolbar;
pub mod tour;
mod widgets;

use bevy::diagnostic::{DiagnosticsStore, FrameTimeDiagnosticsPlugin};
use bevy::prelude::{App, IntoScheduleConfigs as _, Query, Res, ResMut, Result, resource_exists};
use bevy_egui::egui::{self, Color32, Frame, Margin, Panel, Ui};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

pub use facts::{Facts, LaneFacts, Placed};

use super::browser::Browser;
use super::calm::{Calm, Place};
use super::command::{Asked, Command};
use super::difference::Difference;
use super::document::Document;
use super::gallery::Gallery;
use super::keys::Hands;
use super::lanes::{LaneNumber, Pair, Settled, Shown, Tape};
use super::layers::Drawn;
use super::logged::Logged;
use super::notices::Notices;
use super::playback::Playback;
use super::series::Series;
use super::settings::{BottomTab, Settings};
use super::views::{Sights, Views};
use super::workshop::Workshop;
use super::{Target, text, theme};
use crate::analysis::{Settles, SettlesKind};

/// The panels.
pub(super) fn plugin(app: &mut App) {
    app.add_plugins(FrameTimeDiagnosticsPlugin::default())
        .add_systems(
            EguiPrimaryContextPass,
            panels.run_if(resource_exists::<Target>),
        );
}

/// Colour of a badge: whether it holds still.
#[must_use]
pub fn settles_color(settles: &Settles) -> Color32 {
    match settles.kind {
        SettlesKind::FixedPoint => theme::good(),
        // Less than a millimetre is not seen.
        SettlesKind::Periodic | SettlesKind::Irregular if settles.spread < 1e-3 => theme::notable(),
        SettlesKind::Drift => theme::notable(),
        SettlesKind::Periodic | SettlesKind::Irregular => theme::bad(),
    }
}

/// Gives `context` the fonts and the style, once; says whether they are in force, which they are from the next pass on.
pub fn prepare(context: &egui::Context) -> bool {
    let id = egui::Id::new("prepared");
    let prepared = context
        .data(|data| data.get_temp::<bool>(id))
        .unwrap_or(false);
    if !prepared {
        context.data_mut(|data| data.insert_temp(id, true));
        theme::install(context);
        context.request_repaint();
    }
    theme::follow(context);
    prepared
}

fn panels(
    mut contexts: EguiContexts,
    (document, playback, settings, gallery, notices, drawn, pair, difference): (
        Option<Res<Document>>,
        Res<Playback>,
        Res<Settings>,
        Res<Gallery>,
        Res<Notices>,
        Res<Drawn>,
        Res<Pair>,
        Res<Difference>,
    ),
    (sights, workshop, series, browser, logged, calm): (
        Res<Sights>,
        Res<Workshop>,
        Res<Series>,
        Res<Browser>,
        Res<Logged>,
        Res<Calm>,
    ),
    mut views: ResMut<Views>,
    mut hands: ResMut<Hands>,
    mut asked: ResMut<Asked>,
    diagnostics: Res<DiagnosticsStore>,
    lanes: Query<(&LaneNumber, &Tape, &Settled, &Shown)>,
) -> Result {
    let context = contexts.ctx_mut()?;
    if !prepare(context) {
        return Ok(());
    }
    let mut all: Vec<LaneFacts<'_>> = lanes
        .iter()
        .map(|(number, tape, settled, shown)| LaneFacts {
            number: number.0,
            recording: &tape.recording,
            revision: tape.revision,
            settles: settled.how.as_ref(),
            replay: shown.replay.as_deref(),
            story: &shown.story,
            moments: &shown.moments,
        })
        .collect();
    all.sort_by_key(|lane| lane.number);
    let fps = diagnostics
        .get(&FrameTimeDiagnosticsPlugin::FPS)
        .and_then(|fps| fps.smoothed())
        .unwrap_or(0.0);
    let facts = Facts {
        document: document.as_deref(),
        playback: &playback,
        settings: &settings,
        views: &views,
        sights: &sights,
        drawn: &drawn,
        notices: &notices,
        gallery: &gallery,
        lanes: &all,
        pair: pair.0,
        difference: difference.answer.as_ref(),
        blame: difference.blame.as_ref(),
        series: &series,
        workshop: &workshop,
        browser: &browser,
        logged: &logged,
        fps,
    };
    let mut placed = Placed::default();
    let mut root = Ui::new(
        context.clone(),
        "root".into(),
        egui::UiBuilder::new()
            .layer_id(egui::LayerId::background())
            .max_rect(context.viewport_rect()),
    );
    calm.catch(Place::Panels, || {
        window_ui(&mut root, &facts, &mut placed, &mut asked.0);
    });
    let now = Hands {
        types: context.text_edit_focused(),
        focuses: context.memory(|memory| memory.focused().is_some()),
        flies: placed.flies,
    };
    if *hands != now {
        *hands = now;
    }
    if views.areas != placed.areas {
        views.areas = placed.areas;
    }
    Ok(())
}

/// The whole window.
pub fn window_ui(root: &mut Ui, facts: &Facts<'_>, placed: &mut Placed, out: &mut Vec<Command>) {
    let whole = root.max_rect();
    facts.settings.keymap.show(root.ctx());
    theme::rest(root.ctx(), facts.settings.reduced_motion);
    let context = root.ctx().clone();
    if !facts.settings.hidden {
        bar(
            theme::surface_low().lerp_to_gamma(theme::surface(), 0.6),
            Panel::top("toolbar"),
            theme::TOP_BAR,
        )
        .show(root, |ui| toolbar::toolbar_ui(ui, facts, out));
        bar(
            theme::surface_low(),
            Panel::bottom("status"),
            theme::STATUS_BAR,
        )
        .show(root, |ui| status::status_ui(ui, facts));
    }
    let gallery = facts.gallery.open || facts.document.is_none();
    if facts.browser.open {
        browser::browser_ui(root, facts, out);
    } else if gallery {
        library::library_ui(root, facts, out);
    } else {
        if !facts.settings.hidden {
            side_panels(root, facts, whole, placed, out);
        }
        stage::stage_ui(root, facts, placed, out);
    }
    // What is told stands above the timeline, which one may want to use meanwhile.
    let floor = placed.areas.iter().flatten().map(|area| area.bottom());
    let floor = floor
        .reduce(f32::max)
        .unwrap_or(whole.bottom() - theme::STATUS_BAR);
    let floor = tour::tour_ui(&context, facts, floor, out);
    palette::popups_ui(&context, facts, out);
    palette::notices_ui(&context, facts, floor, out);
}

fn bar(fill: Color32, panel: Panel, height: f32) -> Panel {
    let frame = Frame::new()
        .fill(fill)
        .inner_margin(Margin::symmetric(8, 0));
    panel.exact_size(height).frame(frame).resizable(false)
}

/// What the panels need for their content to be read in full: widths on the left and right, and the height below. In a
/// window of which they would take too much they get less.
const NARROW: [f32; 3] = [190.0, 272.0, 186.0];

fn side_panels(
    root: &mut Ui,
    facts: &Facts<'_>,
    whole: egui::Rect,
    placed: &mut Placed,
    out: &mut Vec<Command>,
) {
    let frame = Frame::new()
        .fill(theme::surface())
        .inner_margin(Margin::symmetric(12, 8));
    // At 1280 by 720 the views keep 60 % of the width.
    let own = [
        (whole.width() * 0.155).clamp(NARROW[0].min(whole.width() * 0.19), 260.0),
        (whole.width() * 0.213).clamp(NARROW[1].min(whole.width() * 0.32), 380.0),
        (whole.height() * 0.27).clamp(NARROW[2].min(whole.height() * 0.34), 300.0),
    ];
    // Another size of window has other sizes of panels until they are drawn by hand.
    let size = (whole.size() / 160.0).round();
    let layout = facts.settings.layout;
    let id = |name: &'static str| egui::Id::new((name, size.x as i32, size.y as i32, layout));
    let kept = facts.settings.panel_sizes;
    let first = |index: usize| kept[index].map_or(own[index], f32::from);
    // The outer size of a panel is that of its content and the margins around it.
    let left = Panel::left(id("outline"))
        .default_size(first(0))
        .size_range(140.0..=420.0)
        .frame(frame)
        .show(root, |ui| outline::outline_ui(ui, facts, out));
    let right = Panel::right(id("inspector"))
        .default_size(first(1))
        .size_range(220.0..=560.0)
        .frame(frame)
        .show(root, |ui| inspector::inspector_ui(ui, facts, out));
    let below = Panel::bottom(id("bottom"))
        .default_size(first(2))
        .size_range(110.0..=600.0)
        .frame(Frame::new().fill(theme::surface()))
        .show(root, |ui| bottom_ui(ui, facts, out));
    let now = [
        left.response.rect.width(),
        right.response.rect.width(),
        below.response.rect.height(),
    ];
    for (index, now) in now.into_iter().enumerate() {
        let is_own = (now - own[index]).abs() <= 2.0;
        placed.sizes[index] = (!is_own).then_some(now.round() as u16);
    }
    // While it is drawn it changes with every picture; what it comes to is what counts.
    let rests = !root.input(|input| input.pointer.any_down());
    if rests && placed.sizes != kept {
        out.push(Command::PanelSizes(placed.sizes));
    }
}

/// Timeline, plots or log.
fn bottom_ui(ui: &mut Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    ui.horizontal(|ui| {
        ui.add_space(10.0);
        ui.spacing_mut().item_spacing.x = 16.0;
        for (tab, name) in [
            (BottomTab::Timeline, text::TAB_TIMELINE),
            (BottomTab::Plots, text::TAB_PLOTS),
            (BottomTab::Log, text::TAB_LOG),
        ] {
            if widgets::tab(ui, name, facts.settings.bottom == tab) {
                out.push(Command::Bottom(tab));
            }
        }
        if ui.available_width() < 150.0 {
            return;
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.add_space(12.0);
            let seconds = facts
                .document
                .map_or(0.0, |document| document.seconds(facts.ticks()));
            let length = text::length(facts.ticks(), seconds);
            ui.label(
                egui::RichText::new(length)
                    .font(theme::text_font(theme::SMALL))
                    .color(theme::text_weak()),
            );
        });
    });
    match facts.settings.bottom {
        BottomTab::Timeline => timeline::timeline_ui(ui, facts, out),
        BottomTab::Plots => plots::plots_ui(ui, facts, out),
        BottomTab::Log => log::log_ui(ui, facts, out),
    }
}
