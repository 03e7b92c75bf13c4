//! Panels that the other files leave out: the palette, the list of keys, the first difference, the corner of a view,
//! the step ruler, the outline, the status line, progress, handles and a window with little room.

use std::cell::RefCell;

use bevy_egui::egui::{self, Key, Modifiers, PointerButton, Rect, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use sweepscope::scene::edit::{Edit, Grip, RigEdit, grips};
use sweepscope::viewer::command::{Command, Notice, Slot, Tone};
use sweepscope::viewer::panels::{self, Facts, Placed, palette};
use sweepscope::viewer::{Pane, Popup, ViewKind, Workshop};

use super::bench::Bench;

/// A click on what is called `label`.
fn click(label: &str) -> impl FnOnce(&mut Harness<'_, Vec<Command>>) {
    move |harness| harness.get_by_label(label).click()
}

fn window(ui: &mut egui::Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    panels::window_ui(ui, facts, &mut Placed::default(), out);
}

fn popups(ui: &mut egui::Ui, facts: &Facts<'_>, out: &mut Vec<Command>) {
    palette::popups_ui(ui.ctx(), facts, out);
}

#[test]
fn the_palette_finds_by_words_and_arrows_choose() {
    let mut bench = Bench::new("sawtooth", 0);
    bench.settings.popup = Popup::Palette;
    let typed = |words: &'static str, down: usize| {
        bench.asked([900.0, 600.0], popups, |harness| {
            harness.event(egui::Event::Text(words.to_owned()));
            harness.run();
            for _ in 0..down {
                harness.key_press(Key::ArrowDown);
                harness.run();
            }
            harness.key_press(Key::Enter);
        })
    };
    assert_eq!(
        typed("light colours", 0),
        [
            Command::Palette,
            Command::Theme(sweepscope::overlay::Theme::Light)
        ]
    );
    // Both actions that step on; the arrow goes to the second.
    let (first, second) = (typed("step on", 0), typed("step on", 1));
    assert_eq!((first.len(), second.len()), (2, 2));
    assert_ne!(first, second);
    assert_eq!(typed("no such thing", 0), []);
    // Scenes are found by their titles.
    let title = "off-centre object, small";
    let open = Command::Open("off_centre_small".to_owned());
    assert_eq!(typed(title, 0), [Command::Palette, open]);
}

/// A list of choices goes by the keyboard alone.
#[test]
fn a_switch_is_chosen_by_arrows_and_enter() {
    let mut bench = Bench::new("sawtooth", 0);
    bench.settings.focus = Slot::A;
    let asked = bench.asked([380.0, 900.0], panels::policy::policy_ui, |harness| {
        harness.get_by_label("steps: viewer-grid").click();
        harness.run();
        harness.run();
        harness.key_press(Key::ArrowDown);
        harness.run();
        harness.key_press(Key::Enter);
        harness.run();
        let left = harness.query_all_by_label("equal-slices").count();
        assert_eq!(left, 0, "the list has closed");
    });
    let [Command::SetSwitch(0, "steps", word)] = &asked[..] else {
        panic!("{asked:?}")
    };
    assert_ne!(word, "viewer-grid");
}

#[test]
fn the_list_of_keys_tells_every_key_and_closes() {
    let mut bench = Bench::new("sawtooth", 0);
    bench.settings.popup = Popup::Keys;
    let asked = bench.asked([1280.0, 900.0], popups, |harness| {
        assert!(harness.query_by_label_contains("Alt+.").is_some());
        harness.get_by_label("Close").click();
    });
    assert_eq!(asked, [Command::Keys]);
}

#[test]
fn the_first_difference_is_gone_to_and_copied() {
    let mut bench = Bench::new("sawtooth", 0);
    let (a, b) = (
        &bench.recording.lanes[0],
        bench.recording.lanes.last().unwrap(),
    );
    let found = sweepscope::analysis::diff(&bench.document.setup, a, b, 1e-5);
    let first = found.first.clone().unwrap();
    bench.difference.answer = Some(found);
    let ui = panels::inspector::difference_ui;
    assert_eq!(
        bench.asked([380.0, 200.0], ui, click("Go to")),
        [Command::Seek(first.tick)]
    );
    let copied = bench.asked([380.0, 200.0], ui, click("Copy text"));
    let [Command::Copy(text)] = &copied[..] else {
        panic!("{copied:?}")
    };
    assert!(text.contains(&format!("tick {}", first.tick)), "{text}");
}

#[test]
fn the_corner_of_a_view_says_what_it_follows_and_changes_it() {
    let bench = Bench::new("sawtooth", 50);
    let asked = bench.asked([1280.0, 720.0], window, |harness| {
        harness
            .get_all_by_label_contains("free camera")
            .next()
            .unwrap()
            .click();
        harness.run();
        harness.get_by_label("published eye").click();
    });
    assert!(
        asked.contains(&Command::Follow(Some(Pane::A), ViewKind::Eye)),
        "{asked:?}"
    );
}

#[test]
fn the_step_ruler_counts_by_both_rules() {
    // Tick 50 of the sawtooth: 1.714 m are 5.713 radii of 0.3 m, six steps by both rules.
    let bench = Bench::new("sawtooth", 50);
    let asked = bench.asked(
        [380.0, 120.0],
        |ui, facts, _| panels::ruler::ruler_ui(ui, facts),
        |harness| {
            let told = harness.query_all_by_label_contains("6").count();
            assert!(told > 0);
            assert!(harness.query_by_label_contains("5.71").is_some());
        },
    );
    assert_eq!(asked, []);
}

#[test]
fn parts_of_the_outline_fold() {
    let bench = Bench::new("sawtooth", 50);
    let asked = bench.asked([220.0, 900.0], panels::outline::outline_ui, |harness| {
        assert!(harness.query_by_label_contains("wall").is_some());
        harness.get_by_label_contains("Objects").click();
        harness.run();
        assert!(harness.query_by_label_contains("wall").is_none());
        harness.get_by_label_contains("B sweep").click();
    });
    assert_eq!(asked, [Command::Focus(Slot::B)]);
}

#[test]
fn the_status_line_tells_what_does_not_fit_a_card() {
    let bench = Bench::new("sawtooth", 50);
    let said = |width: f32, what: &str| {
        let found = RefCell::new(false);
        bench.asked(
            [width, 22.0],
            |ui, facts, _| panels::status::status_ui(ui, facts),
            |harness| {
                *found.borrow_mut() = harness.query_by_label_contains(what).is_some();
            },
        );
        found.into_inner()
    };
    for what in ["tick 50", "0.208 s", "step 6 of 6", "60 fps"] {
        assert!(said(1280.0, what) && said(560.0, what), "{what}");
    }
    assert!(said(1280.0, "sawtooth.ron") && !said(560.0, "sawtooth.ron"));
}

#[test]
fn what_is_being_done_can_be_stopped() {
    let mut bench = Bench::new("sawtooth", 0);
    bench.notices.add(Notice {
        tone: Tone::Error,
        text: "gone".to_owned(),
    });
    bench.notices.progress("reading a.glb");
    let asked = bench.asked(
        [900.0, 600.0],
        |ui, facts, out| palette::notices_ui(ui.ctx(), facts, 500.0, out),
        |harness| {
            harness.get_by_label("reading a.glb");
            harness.get_by_label("Stop").click();
        },
    );
    assert_eq!(asked, [Command::Dismiss(1)]);
}

/// A handle is dragged with the pointer: the edit comes with every motion, as one drag.
#[test]
fn a_handle_is_dragged_in_a_view() {
    let mut bench = Bench::new("sawtooth", 50);
    bench.settings.handles = true;
    bench.workshop = Workshop::of(&bench.recording.source);
    let area = Rect::from_min_max(pos2(0.0, 0.0), pos2(399.0, 600.0));
    let views = &mut bench.views;
    views.change(Pane::A, |onlooker| *onlooker = bench.document.first_look());
    views.areas[Pane::A.index()] = Some(area);
    let sight = views.free_sight(Pane::A).unwrap();
    bench.sights.0[Pane::A.index()] = Some(sight);
    let scene = bench.workshop.scene().unwrap();
    let all = grips(scene, None, 0);
    let (_, feet) = all.iter().find(|(grip, _)| *grip == Grip::Feet).unwrap();
    let at = sight.project(feet.as_dvec3()).unwrap();
    let placed = RefCell::new(Placed::default());
    let asked = bench.asked(
        [800.0, 600.0],
        |ui, facts, out| panels::stage::stage_ui(ui, facts, &mut placed.borrow_mut(), out),
        |harness| {
            harness.hover_at(at);
            harness.run();
            let button = |pos, pressed| egui::Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            };
            harness.event(button(at, true));
            harness.run();
            for k in 1..4 {
                harness.event(egui::Event::PointerMoved(at + vec2(12.0 * k as f32, 0.0)));
                harness.run();
            }
            harness.event(button(at + vec2(36.0, 0.0), false));
            harness.run();
        },
    );
    let edits: Vec<_> = asked
        .iter()
        .filter_map(|command| match command {
            Command::Edit(edit, Some(drag)) => Some((edit, *drag)),
            _ => None,
        })
        .collect();
    assert!(!edits.is_empty(), "{asked:?}");
    assert!(edits.iter().all(|(_, drag)| *drag == edits[0].1));
    let looks = asked
        .iter()
        .any(|command| matches!(command, Command::Look(..)));
    assert!(!looks, "the camera stays");
    let (Some((first, _)), Some((last, _))) = (edits.first(), edits.last()) else {
        panic!("{edits:?}")
    };
    assert_ne!(first, last, "it follows the pointer");
    assert!(matches!(last, Edit::Rig(RigEdit::Feet(_))), "{last:?}");
}

/// At twice the size in a small window nothing is drawn beyond it, and the views keep most of the room in the middle.
#[test]
fn in_a_small_window_everything_has_its_place() {
    let mut bench = Bench::new("sawtooth", 50);
    for (name, size) in [
        ("1280 by 720 at 150 %", [853.0, 480.0]),
        ("1280 by 720 at 175 %", [731.0, 411.0]),
        ("1600 by 900 at 200 %", [800.0, 450.0]),
    ] {
        for right in sweepscope::viewer::RightTab::ALL {
            bench.settings.right = right;
            let placed = RefCell::new(Placed::default());
            bench.asked(
                size,
                |ui, facts, out| panels::window_ui(ui, facts, &mut placed.borrow_mut(), out),
                |harness| {
                    for label in ["File", "Help", "Play", "Loop", "tick", "Timeline", "Log"] {
                        let all = harness.query_all_by_label(label);
                        let seen = all.filter(|node| node.rect().right() <= size[0] + 0.5);
                        assert!(seen.count() > 0, "{name}: {label}");
                    }
                },
            );
            let [Some(a), Some(b), None, None] = placed.borrow().areas else {
                panic!("{name}: both views are placed")
            };
            let width = a.width() + b.width();
            assert!(width >= 0.4 * size[0], "{name}: {width}");
            // The status line stays below the panels, and they above it.
            assert!(a.bottom() <= size[1] - 22.0 - 90.0, "{name}: {a:?}");
            assert!(a.height() >= 0.3 * size[1], "{name}: {a:?}");
        }
    }
}
