//! Every colour, size and font of the window; one meaning for each colour, and never colour alone.
//!
//! Colours are asked for by name and are those of the theme in force.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bevy::prelude::{Color, Srgba};
use bevy_egui::egui::epaint::{FontColorTransferFunction, Shadow};
use bevy_egui::egui::{
    self, Color32, CornerRadius, FontData, FontDefinitions, FontFamily, FontId, Margin, Rgba,
    Stroke, TextStyle, vec2,
};

use crate::outcome::Verdict;
use crate::overlay::{Rgb, Role, Theme};

/// The theme in force.
///
/// Whoever paints asks here, in whatever system or panel, so that no colour has to be handed through all of them; `paint`
/// alone sets it, from the settings.
static LIGHT: AtomicBool = AtomicBool::new(false);

/// The theme in force.
#[must_use]
pub(super) fn now() -> Theme {
    if LIGHT.load(Ordering::Relaxed) {
        Theme::Light
    } else {
        Theme::Dark
    }
}

/// Puts a theme in force.
pub(super) fn set(theme: Theme) {
    LIGHT.store(theme == Theme::Light, Ordering::Relaxed);
}

const fn hex(rgb: u32) -> Color32 {
    let [_, r, g, b] = rgb.to_be_bytes();
    Color32::from_rgb(r, g, b)
}

macro_rules! colours {
    ($($(#[$doc:meta])* $vis:vis $name:ident $dark:literal $light:literal)*) => {
        /// The colours of a theme.
        struct Palette { $($name: Color32,)* }
        const DARK_PALETTE: Palette = Palette { $($name: hex($dark),)* };
        const LIGHT_PALETTE: Palette = Palette { $($name: hex($light),)* };
        $($(#[$doc])* #[must_use]
        #[allow(dead_code, reason = "of some colours only the styles make use")]
        $vis fn $name() -> Color32 { palette(now()).$name })*
    };
}

fn palette(theme: Theme) -> &'static Palette {
    match theme {
        Theme::Dark => &DARK_PALETTE,
        Theme::Light => &LIGHT_PALETTE,
    }
}

colours! {
    /// Behind the views.
    pub(super) backdrop 0x1A_1B_1F 0xFA_FA_FB
    /// Panels.
    pub(super) surface 0x26_27_2D 0xF1_F2_F5
    /// Bars above and below, and fields.
    pub(super) surface_low 0x1E_1F_24 0xFF_FF_FF
    /// Buttons.
    pub(super) surface_high 0x32_34_3C 0xE2_E5_EA
    /// A button under the pointer.
    pub(super) surface_hover 0x3E_41_4B 0xD3_D7_DF
    /// Every other row of a table.
    surface_faint 0x2A_2B_31 0xEA_EC_F0
    /// Lines between surfaces.
    pub(super) edge 0x38_3A_42 0xCB_CF_D8
    /// A selected row.
    pub(super) selected 0x2D_40_4F 0xC9_E2_F4
    /// The row to look at first.
    pub(super) alert_row 0x4A_2B_20 0xFA_DF_CF

    /// Text.
    pub(super) text 0xDC_DE_E4 0x22_25_2C
    /// Text that steps back.
    pub(super) text_weak 0x95_98_A4 0x5A_5F_6B
    /// Text that is not available.
    pub(super) text_faint 0x6A_6D_78 0x8B_90_9C
    /// What stands out most: text on what the pointer is over, the playhead.
    pub(super) strong 0xFF_FF_FF 0x00_00_00

    /// The one accent: what can be acted on and what is active. Swept volumes share it in the dark.
    pub(super) accent 0x56_B4_E9 0x00_69_A6

    /// Good news: holds still, found, clear. Okabe and Ito's green.
    pub(super) good 0x00_A8_7C 0x00_78_57
    /// Trouble: fell back, did not find, differs. Their vermillion.
    pub(super) bad 0xE6_70_1E 0xB2_4A_00
    /// Worth a look: moved to the contact. Their yellow.
    pub(super) notable 0xF0_E4_42 0x75_68_00
    /// Of their palette as well; each as light or as dark as the ground asks for.
    sky 0x56_B4_E9 0x1B_7F_BA
    purple 0xCC_79_A7 0xA2_4C_7D
    orange 0xE6_9F_00 0xA6_69_00
    blue 0x4C_A3_DD 0x00_5F_9E

    /// The walls.
    pub(super) mesh 0x46_49_54 0xD5_D9_E2
    /// The object picked in the outline.
    pub(super) mesh_selected 0x4C_60_72 0xB4_D2_EA
    /// The walls' edges.
    pub(super) mesh_edge 0x74_78_86 0x5C_62_70
    /// The metre grid on the walls.
    pub(super) mesh_grid 0x3D_40_4A 0xA8_AF_BE
}

/// How much brighter than its colour a wall is in full light: in the light theme shade must not make it dark.
pub(super) fn daylight() -> f32 {
    match now() {
        Theme::Dark => 1.0,
        Theme::Light => 1.7,
    }
}

/// Share of a line's opacity that is left where something stands before it.
pub(super) const OCCLUDED: f32 = 0.25;

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
    if slot == 0 { blue() } else { orange() }
}

/// Colour of a drawn thing.
pub(super) fn role_color(role: Role) -> Color32 {
    let Rgb(r, g, b) = role.color(now());
    Color32::from_rgb(r, g, b)
}

/// The same as text: in the light some of them are too pale to be read.
pub(super) fn role_text_color(role: Role) -> Color32 {
    let color = role_color(role);
    match now() {
        Theme::Dark => color,
        Theme::Light => {
            let [r, g, b, _] = color.to_array();
            let darker = |c: u8| (u16::from(c) * 31 / 50) as u8;
            Color32::from_rgb(darker(r), darker(g), darker(b))
        }
    }
}

/// Colour of a verdict.
pub(super) fn verdict_color(verdict: Verdict) -> Color32 {
    match verdict {
        Verdict::Ok => good(),
        Verdict::Adjusted => notable(),
        Verdict::Slid => sky(),
        Verdict::Collided => bad(),
        Verdict::Failed => purple(),
    }
}

/// The share of light that looks as if it were `opacity` of a colour over the ground of the theme in force.
///
/// The engine mixes light, and a fifth of the light of a bright colour over a dark ground looks like half of it, while of
/// a dark colour over a bright ground it is hardly seen: squares are close to what mixing colours by eye would give.
fn share_of_light(opacity: f32) -> f32 {
    match now() {
        Theme::Dark => opacity * opacity,
        Theme::Light => 1.0 - (1.0 - opacity) * (1.0 - opacity),
    }
}

/// A colour of the panels, `opacity` times as opaque to the eye.
///
/// Panels are mixed as light as well. Over the dark ground a colour with its parts made smaller comes out as meant;
/// over the bright ground it would come out as grey.
pub(super) fn sheer(color: Color32, opacity: f32) -> Color32 {
    match now() {
        Theme::Dark => color.gamma_multiply(opacity),
        Theme::Light => {
            let share = share_of_light(opacity);
            let [r, g, b, a] = Rgba::from(color).to_array();
            let part = |light: f32| Rgba::from_rgb(light * share, 0.0, 0.0);
            let byte = |light: f32| Color32::from(part(light)).r();
            Color32::from_rgba_premultiplied(byte(r), byte(g), byte(b), (a * share * 255.0) as u8)
        }
    }
}

/// The same colour for the engine, `opacity` times as opaque to the eye.
pub(super) fn engine_color(color: Color32, opacity: f32) -> Color {
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    let opacity = share_of_light(opacity);
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

/// Gives `context` the fonts and the styles of both themes.
pub(super) fn install(context: &egui::Context) {
    context.set_fonts(fonts());
    context.style_mut_of(egui::Theme::Dark, |to| style(to, Theme::Dark));
    context.style_mut_of(egui::Theme::Light, |to| style(to, Theme::Light));
    // The scale is a setting like others, with keys that can be changed.
    context.options_mut(|options| options.zoom_with_keyboard = false);
    follow(context);
}

/// Gives `context` the style of the theme in force.
pub(super) fn follow(context: &egui::Context) {
    let wanted = match now() {
        Theme::Dark => egui::Theme::Dark,
        Theme::Light => egui::Theme::Light,
    };
    if context.options(|options| options.theme_preference) != wanted.into() {
        context.set_theme(wanted);
    }
}

/// Lets nothing in the panels move by itself, or lets it.
pub(super) fn rest(context: &egui::Context, rests: bool) {
    let seconds = if rests { 0.0 } else { ANIMATION };
    if context.global_style().animation_time == seconds {
        return;
    }
    context.all_styles_mut(|style| {
        style.animation_time = seconds;
        style.visuals.text_cursor.blink = !rests;
        style.scroll_animation = if rests {
            egui::style::ScrollAnimation::none()
        } else {
            egui::style::ScrollAnimation::default()
        };
    });
}

/// How long panels take to open and the like, seconds.
const ANIMATION: f32 = 0.08;

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

fn style(style: &mut egui::Style, theme: Theme) {
    let p = palette(theme);
    let dark = theme == Theme::Dark;
    let shadow = |alpha: u8| Color32::from_black_alpha(if dark { alpha } else { alpha / 3 });
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
    if !dark {
        // The bright colour fades into grey where it is mixed as light.
        style.spacing.scroll.fade.strength = 0.0;
    }
    style.interaction.selectable_labels = false;
    style.interaction.tooltip_delay = 0.4;
    style.animation_time = ANIMATION;

    let v = &mut style.visuals;
    v.dark_mode = dark;
    // Letters are mixed as light too: dark ones on a bright ground would come out thin.
    v.text_options.color_transfer_function = FontColorTransferFunction::TwoCoverageMinusCoverageSq;
    v.panel_fill = p.surface;
    v.window_fill = p.surface;
    v.window_stroke = Stroke::new(1.0, p.edge);
    v.window_corner_radius = CornerRadius::same(6);
    v.menu_corner_radius = CornerRadius::same(5);
    v.extreme_bg_color = p.surface_low;
    v.text_edit_bg_color = Some(p.surface_low);
    v.faint_bg_color = p.surface_faint;
    v.code_bg_color = p.surface_low;
    v.hyperlink_color = p.accent;
    v.warn_fg_color = p.orange;
    v.error_fg_color = p.bad;
    v.selection.bg_fill = p.selected;
    v.selection.stroke = Stroke::new(1.0, p.accent);
    v.popup_shadow = Shadow {
        offset: [0, 4],
        blur: 12,
        spread: 0,
        color: shadow(110),
    };
    v.window_shadow = Shadow {
        offset: [0, 8],
        blur: 24,
        spread: 0,
        color: shadow(130),
    };
    v.indent_has_left_vline = false;
    v.weak_text_color = Some(p.text_weak);
    let radius = CornerRadius::same(4);
    let w = &mut v.widgets;
    for (state, fill, stroke, text) in [
        (&mut w.noninteractive, p.surface, p.edge, p.text),
        (
            &mut w.inactive,
            p.surface_high,
            Color32::TRANSPARENT,
            p.text,
        ),
        (
            &mut w.hovered,
            p.surface_hover,
            Color32::TRANSPARENT,
            p.strong,
        ),
        (&mut w.active, p.selected, p.accent, p.strong),
        (&mut w.open, p.surface_hover, Color32::TRANSPARENT, p.strong),
    ] {
        state.bg_fill = fill;
        state.weak_bg_fill = fill;
        state.bg_stroke = Stroke::new(1.0, stroke);
        state.fg_stroke = Stroke::new(1.0, text);
        state.corner_radius = radius;
        state.expansion = 0.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance of WCAG 2.
    #[expect(clippy::disallowed_methods, reason = "of no digest's concern")]
    fn luminance(color: Color32) -> f64 {
        let linear = |byte: u8| {
            let c = f64::from(byte) / 255.0;
            if c <= 0.03928 {
                c / 12.92
            } else {
                ((c + 0.055) / 1.055).powf(2.4)
            }
        };
        0.2126 * linear(color.r()) + 0.7152 * linear(color.g()) + 0.0722 * linear(color.b())
    }

    fn contrast(a: Color32, b: Color32) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn contrast_is_measured_as_everybody_measures_it() {
        assert_eq!(contrast(Color32::BLACK, Color32::WHITE).round(), 21.0);
        // The known limit of grey on white.
        let grey = contrast(Color32::from_gray(0x76), Color32::WHITE);
        assert!((4.5..4.6).contains(&grey), "{grey}");
    }

    #[test]
    fn words_in_the_colour_of_a_role_can_be_read_in_the_light() {
        // Asked of the palette alone: the theme in force is other tests' as well.
        for role in Role::ALL {
            let Rgb(r, g, b) = role.color(Theme::Light);
            let darker = |c: u8| (u16::from(c) * 31 / 50) as u8;
            let found = contrast(
                Color32::from_rgb(darker(r), darker(g), darker(b)),
                LIGHT_PALETTE.surface,
            );
            assert!(found >= 4.0, "{role:?}: {found:.2}");
        }
    }

    #[test]
    fn texts_can_be_read_in_both_themes() {
        for theme in [Theme::Dark, Theme::Light] {
            let p = palette(theme);
            let quiet = [p.backdrop, p.surface, p.surface_low];
            let buttons = [p.surface_high, p.surface_hover, p.selected, p.alert_row];
            for on in quiet.into_iter().chain(buttons) {
                let found = contrast(p.text, on);
                assert!(found >= 4.5, "{theme:?}: text {found:.2} on {on:?}");
                let found = contrast(p.text_weak, on);
                assert!(found >= 3.0, "{theme:?}: weak text {found:.2} on {on:?}");
                assert!(contrast(p.strong, on) >= 7.0, "{theme:?}: on {on:?}");
            }
            for on in quiet {
                for (name, color) in [
                    ("good", p.good),
                    ("bad", p.bad),
                    ("notable", p.notable),
                    ("accent", p.accent),
                ] {
                    let found = contrast(color, on);
                    assert!(found >= 4.5, "{theme:?}: {name} {found:.2} on {on:?}");
                }
                for (name, color) in [
                    ("sky", p.sky),
                    ("purple", p.purple),
                    ("orange", p.orange),
                    ("blue", p.blue),
                ] {
                    let found = contrast(color, on);
                    assert!(found >= 3.0, "{theme:?}: {name} {found:.2} on {on:?}");
                }
            }
            assert!(contrast(p.mesh_edge, p.mesh) > 1.8, "{theme:?}");
        }
    }
}
