//! Names of what can be clicked, for those who hear the window.

use bevy_egui::egui;
use sweepscope::viewer::panels::{self, Placed};
use sweepscope::viewer::{BottomTab, Popup, RightTab};

use super::bench::Bench;

/// Whatever can be clicked has a name for those who hear the window.
#[test]
fn everything_that_can_be_clicked_has_a_name() {
    use egui_kittest::kittest::NodeT as _;
    let mut bench = Bench::new("sawtooth", 148);
    let unnamed = |bench: &Bench, what: &str| {
        let found = std::cell::RefCell::new(Vec::new());
        bench.asked(
            [1600.0, 900.0],
            |ui, facts, out| panels::window_ui(ui, facts, &mut Placed::default(), out),
            |harness| {
                let all = harness.root().children_recursive();
                for node in all {
                    let node = node.accesskit_node();
                    let acts = node.data().supports_action(egui::accesskit::Action::Click);
                    let named = node.label().is_some_and(|name| !name.trim().is_empty())
                        || node.value().is_some_and(|value| !value.trim().is_empty());
                    let of_list = matches!(
                        node.role(),
                        egui::accesskit::Role::Window
                            | egui::accesskit::Role::GenericContainer
                            | egui::accesskit::Role::ScrollView
                            | egui::accesskit::Role::Splitter
                    );
                    // Scroll bars and the edges between panels are egui's own; keys and the wheel do the same.
                    let bar = node.role() == egui::accesskit::Role::ScrollBar;
                    let thin = node.bounding_box().is_some_and(|rect| rect.width() < 8.0);
                    let edge = node.role() == egui::accesskit::Role::Unknown && thin;
                    if acts && !named && !of_list && !bar && !edge {
                        found.borrow_mut().push(format!(
                            "{what}: {:?} {:?}",
                            node.role(),
                            node.bounding_box()
                        ));
                    }
                }
            },
        );
        found.into_inner()
    };
    let mut all = Vec::new();
    for right in RightTab::ALL {
        for bottom in BottomTab::ALL {
            (bench.settings.right, bench.settings.bottom) = (right, bottom);
            all.extend(unnamed(&bench, &format!("{right:?}, {bottom:?}")));
        }
    }
    bench.gallery.open = true;
    all.extend(unnamed(&bench, "gallery"));
    for popup in [Popup::Palette, Popup::Keys, Popup::Bindings] {
        bench.settings.popup = popup;
        all.extend(unnamed(&bench, &format!("{popup:?}")));
    }
    assert_eq!(all, Vec::<String>::new());
}
