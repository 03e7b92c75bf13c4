//! The sweep that another program recorded, beside the one that repeats it.

use super::lines::{Item, Layer, Mark, Overlay, Shape};
use super::role::{Role, Stroke};
use crate::geometry::vector::{length, narrow, wide};
use crate::lane::{Rig, Setup, TickOutcome};

/// Off by less than this nothing is said, metres: a tenth of a millimetre.
const ALIKE: f64 = 1e-4;

/// Draws the recorded sweep of a tick: its volume, where its sphere and its feet ended, and how far that is from where they
/// end here.
pub fn recorded(setup: &Setup, outcome: &TickOutcome, out: &mut Overlay) {
    let Rig::Sweep(rig) = &setup.rig else {
        return;
    };
    let (Some(captured), Some(pose)) = (rig.script.captured(outcome.tick), outcome.recorded) else {
        return;
    };
    let (layer, radius) = (Layer::Recorded, rig.radius());
    let item = |shape| Item::new(layer, Role::Recorded, shape);
    let body = &captured.body;
    let start = setup.world.scene_frame(&body.position);
    let center = wide(start.origin)
        + body
            .position
            .frame
            .rotation
            .apply(wide(body.build.center()));
    let volume = Shape::Capsule {
        from: narrow(center),
        to: pose.center,
        radius,
    };
    out.push(item(volume).opacity(0.8).width(1.25));
    let ball = Shape::Ball {
        center: pose.center,
        radius,
    };
    out.push(item(ball).width(1.75));
    let mark = Shape::Marker {
        at: pose.feet,
        mark: Mark::Diamond,
        size: 0.03,
    };
    out.push(item(mark).stroke(Stroke::Solid));
    let Some(body) = outcome.body else {
        return;
    };
    let off = length(wide(body.feet.origin) - wide(pose.feet));
    let told = if off < ALIKE {
        "recorded: the same".to_owned()
    } else {
        let way = Shape::Line {
            from: body.feet.origin,
            to: pose.feet,
        };
        out.push(item(way).stroke(Stroke::Solid).width(2.5));
        format!("recorded: {:.1} mm off", off * 1e3)
    };
    out.label(layer, Role::Recorded, pose.feet, told);
}
