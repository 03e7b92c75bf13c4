//! Every colour, size and font of the window; one meaning for each colour, and never colour alone.

use std::sync::Arc;

use bevy::prelude::{Color, Srgba};
use bevy_egui::egui::epaint::Shadow;
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Stroke,
    TextStyle, vec2,
};

use crate::outcome::Verdict;
use crate::overlay::{Rgb, Role, Theme};

/// Behind the views.
pub(super) const BACKDROP: Color32 = Color32::from_rgb(0x1A, 0x1B, 0x1F);
/// Panels.
pub(super) const SURFACE: Color32 = Color32::from_rgb(0x26, 0x27, 0x2D);
/// Bars above and below, and fields.
pub(super) const SURFACE_LOW: Color32 = Color32::from_rgb(0x1E, 0x1F, 0x24);
/// Buttons.
pub(super) const SURFACE_HIGH: Color32 = Color32::from_rgb(0x32, 0x34, 0x3C);
/// A button under the pointer.
pub(super) const SURFACE_HOVER: Color32 = Color32::from_rgb(0x3E, 0x41, 0x4B);
/// Lines between surfaces.
pub(super) const EDGE: Color32 = Color32::from_rgb(0x38, 0x3A, 0x42);
/// A selected row.
pub(super) const SELECTED: Color32 = Color32::from_rgb(0x2D, 0x40, 0x4F);
/// The row to look at first.
pub(super) const ALERT_ROW: Color32 = Color32::from_rgb(0x4A, 0x2B, 0x20);

/// Text.
pub(super) const TEXT: Color32 = Color32::from_rgb(0xDC, 0xDE, 0xE4);
/// Text that steps back.
pub(super) const TEXT_WEAK: Color32 = Color32::from_rgb(0x95, 0x98, 0xA4);
/// Text that is not available.
pub(super) const TEXT_FAINT: Color32 = Color32::from_rgb(0x6A, 0x6D, 0x78);

/// The one accent: what can be acted on and what is active. Swept volumes share it.
pub(super) const ACCENT: Color32 = Color32::from_rgb(0x56, 0xB4, 0xE9);

/// Okabe-Ito.
const WHITE: Color32 = Color32::from_rgb(0xFF, 0xFF, 0xFF);
const SKY: Color32 = Color32::from_rgb(0x56, 0xB4, 0xE9);
const PURPLE: Color32 = Color32::from_rgb(0xCC, 0x79, 0xA7);
const ORANGE: Color32 = Color32::from_rgb(0xE6, 0x9F, 0x00);
/// Okabe-Ito's blue, lightened for the dark background.
const BLUE: Color32 = Color32::from_rgb(0x4C, 0xA3, 0xDD);
const VERMILLION: Color32 = Color32::from_rgb(0xE0, 0x66, 0x14);
const GREEN: Color32 = Color32::from_rgb(0x00, 0xA8, 0x7C);
const YELLOW: Color32 = Color32::from_rgb(0xF0, 0xE4, 0x42);

/// Good news: holds still, found, clear.
pub(super) const GOOD: Color32 = GREEN;
/// Trouble: fell back, did not find, differs.
pub(super) const BAD: Color32 = VERMILLION;
/// Worth a look: moved to the contact.
pub(super) const NOTABLE: Color32 = YELLOW;

/// Share of a line's opacity that is left where something stands before it.
pub(super) const OCCLUDED: f32 = 0.25;

/// The walls.
pub(super) const MESH: Color32 = Color32::from_rgb(0x46, 0x49, 0x54);
/// The object picked in the outline.
pub(super) const MESH_SELECTED: Color32 = Color32::from_rgb(0x4C, 0x60, 0x72);
/// The walls' edges.
pub(super) const MESH_EDGE: Color32 = Color32::from_rgb(0x74, 0x78, 0x86);
/// The metre grid on the walls.
pub(super) const MESH_GRID: Color32 = Color32::from_rgb(0x3D, 0x40, 0x4A);

/// Width of wire and grid.
pub(super) const LINE_THIN: f32 = 1.0;

/// Height of the bar on top.
pub(super) const TOP_BAR: f32 = 38.0;
/// Height of the status line.
pub(super) const STATUS_BAR: f32 = 22.0;
/// Height of a row in lists.
pub(super) const ROW: f32 = 21.0;

/// Colour of lane `slot` (0 is A) in plots and bars: the eye's own colours, told apart by shape too.
pub(super) fn lane_color(slot: usize) -> Color32 {
    if slot == 0 { BLUE } else { ORANGE }
}

/// Colour of a drawn thing.
pub(super) fn role_color(role: Role) -> Color32 {
    let Rgb(r, g, b) = role.color(Theme::Dark);
    Color32::from_rgb(r, g, b)
}

/// Colour of a verdict.
pub(super) fn verdict_color(verdict: Verdict) -> Color32 {
    match verdict {
        Verdict::Ok => GREEN,
        Verdict::Adjusted => YELLOW,
        Verdict::Slid => SKY,
        Verdict::Collided => VERMILLION,
        Verdict::Failed => PURPLE,
    }
}

/// The same colour for the engine, `opacity` times as opaque to the eye.
///
/// The engine mixes light, and a fifth of the light of a bright colour over a dark ground looks like half of it: the
/// square is close to what mixing colours by eye would give.
pub(super) fn engine_color(color: Color32, opacity: f32) -> Color {
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    let opacity = opacity * opacity;
    Color::Srgba(Srgba::new(
        f32::from(r) / 255.0,
        f32::from(g) / 255.0,
        f32::from(b) / 255.0,
        f32::from(a) / 255.0 * opacity,
    ))
}

/// Proportional text of `size`.
pub(super) fn text_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Proportional)
}

/// Bold text of `size`.
pub(super) fn strong_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(STRONG.into()))
}

/// Numbers and words of the core, of `size`.
pub(super) fn number_font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Monospace)
}

/// Body text, logical pixels.
pub(super) const BODY: f32 = 13.0;
/// Numbers in lists.
pub(super) const NUMBER: f32 = 11.5;
/// Headings of sections, captions.
pub(super) const SMALL: f32 = 11.0;

const STRONG: &str = "strong";

/// Gives `context` the fonts and the dark style.
pub(super) fn install(context: &egui::Context) {
    context.set_fonts(fonts());
    context.set_theme(egui::Theme::Dark);
    context.style_mut_of(egui::Theme::Dark, style);
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    for (name, bytes) in [
        (
            "Inter",
            &include_bytes!("../../assets/fonts/Inter-Regular.otf")[..],
        ),
        (
            "Inter SemiBold",
            &include_bytes!("../../assets/fonts/Inter-SemiBold.otf")[..],
        ),
        (
            "JetBrains Mono",
            &include_bytes!("../../assets/fonts/JetBrainsMono-Regular.ttf")[..],
        ),
    ] {
        fonts
            .font_data
            .insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    // The fonts that egui brings stay behind ours, for signs that ours lack.
    let fallback = fonts
        .families
        .get(&FontFamily::Proportional)
        .cloned()
        .unwrap_or_default();
    let mut family = |family: FontFamily, first: &str| {
        let mut names = vec![first.to_owned()];
        names.extend(fallback.iter().cloned());
        fonts.families.insert(family, names);
    };
    family(FontFamily::Proportional, "Inter");
    family(FontFamily::Monospace, "JetBrains Mono");
    family(FontFamily::Name(STRONG.into()), "Inter SemiBold");
    fonts
}

fn style(style: &mut egui::Style) {
    style.text_styles = [
        (TextStyle::Small, text_font(SMALL)),
        (TextStyle::Body, text_font(BODY)),
        (TextStyle::Button, text_font(BODY)),
        (TextStyle::Heading, strong_font(18.0)),
        (TextStyle::Monospace, number_font(NUMBER)),
    ]
    .into();
    style.spacing.item_spacing = vec2(6.0, 4.0);
    style.spacing.button_padding = vec2(8.0, 3.0);
    style.spacing.interact_size = vec2(24.0, 22.0);
    style.spacing.menu_margin = Margin::same(6);
    style.spacing.window_margin = Margin::same(12);
    style.spacing.scroll = egui::style::ScrollStyle::thin();
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style.animation_time = 0.08;

    let v = &mut style.visuals;
    v.dark_mode = true;
    v.panel_fill = SURFACE;
    v.window_fill = SURFACE;
    v.window_stroke = Stroke::new(1.0, EDGE);
    v.window_corner_radius = CornerRadius::same(6);
    v.menu_corner_radius = CornerRadius::same(5);
    v.extreme_bg_color = SURFACE_LOW;
    v.text_edit_bg_color = Some(SURFACE_LOW);
    v.faint_bg_color = Color32::from_rgb(0x2A, 0x2B, 0x31);
    v.code_bg_color = SURFACE_LOW;
    v.hyperlink_color = ACCENT;
    v.warn_fg_color = ORANGE;
    v.error_fg_color = BAD;
    v.selection.bg_fill = SELECTED;
    v.selection.stroke = Stroke::new(1.0, ACCENT);
    v.popup_shadow = Shadow {
        offset: [0, 4],
        blur: 12,
        spread: 0,
        color: Color32::from_black_alpha(110),
    };
    v.window_shadow = Shadow {
        offset: [0, 8],
        blur: 24,
        spread: 0,
        color: Color32::from_black_alpha(130),
    };
    v.indent_has_left_vline = false;
    v.weak_text_color = Some(TEXT_WEAK);
    let radius = CornerRadius::same(4);
    let w = &mut v.widgets;
    for (state, fill, stroke, text) in [
        (&mut w.noninteractive, SURFACE, EDGE, TEXT),
        (&mut w.inactive, SURFACE_HIGH, Color32::TRANSPARENT, TEXT),
        (&mut w.hovered, SURFACE_HOVER, Color32::TRANSPARENT, WHITE),
        (&mut w.active, SELECTED, ACCENT, WHITE),
        (&mut w.open, SURFACE_HOVER, Color32::TRANSPARENT, WHITE),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, stroke);
        state.fg_stroke = Stroke::new(1.0, text);
        state.corner_radius = radius;
        state.expansion = 0.0;
    }
}
