//! What of two ticks and of two events is compared, and in which order.

use glam::Vec3;

use super::Told;
use crate::analysis::words;
use crate::geometry::Frame;
use crate::geometry::vector::{length, wide};
use crate::ids::{CellId, Surface};
use crate::lane::{BodyOutcome, TickOutcome};
use crate::probe::{Entry, Event, SupportSource};
use crate::transition::SweepOutcome;
use crate::world::World;

/// A field that differs, and both values.
pub(super) struct Difference {
    pub(super) field: &'static str,
    pub(super) a: Told,
    pub(super) b: Told,
}

impl Difference {
    fn words(field: &'static str, a: &str, b: &str) -> Option<Self> {
        (a != b).then(|| Self {
            field,
            a: Told::Text(a.to_owned()),
            b: Told::Text(b.to_owned()),
        })
    }

    fn numbers(field: &'static str, a: f64, b: f64, tolerance: f64) -> Option<Self> {
        let within = (a - b).abs() <= tolerance;
        (!within && a.to_bits() != b.to_bits()).then_some(Self {
            field,
            a: Told::Number(a),
            b: Told::Number(b),
        })
    }

    fn places(field: &'static str, a: Vec3, b: Vec3, tolerance: f64) -> Option<Self> {
        // Not within, so that what is not a number differs from everything.
        let within = length(wide(a) - wide(b)) <= at_least_rounding(tolerance, a, b);
        (!within && a.to_array().map(f32::to_bits) != b.to_array().map(f32::to_bits)).then_some(
            Self {
                field,
                a: Told::Vector(a),
                b: Told::Vector(b),
            },
        )
    }

    /// Rotations by their components; q and -q are the same turn.
    fn rotations(field: &'static str, a: &Frame, b: &Frame, tolerance: f64) -> Option<Self> {
        let [a, b] = [a, b].map(|f| [f.rotation.w, f.rotation.x, f.rotation.y, f.rotation.z]);
        let off = |sign: f64| {
            let pairs = a
                .iter()
                .zip(&b)
                .map(|(a, b)| (f64::from(*a), sign * f64::from(*b)));
            pairs.fold(0.0, |most: f64, (a, b)| {
                if (a - b).abs() > most {
                    (a - b).abs()
                } else {
                    most
                }
            })
        };
        (off(1.0) > tolerance && off(-1.0) > tolerance).then_some(Self {
            field,
            a: Told::Rotation(a),
            b: Told::Rotation(b),
        })
    }

    fn frames(fields: [&'static str; 2], a: &Frame, b: &Frame, tolerance: f64) -> Option<Self> {
        let places = Self::places(fields[0], a.origin, b.origin, tolerance);
        places.or_else(|| Self::rotations(fields[1], a, b, tolerance))
    }
}

/// Spacings of `f32` that rounding alone takes two places apart: a sweep of a boom takes up to ten steps, each of which is rounded by
/// half a spacing in either lane, and the next tick begins where it ended.
const SPACINGS: f64 = 16.0;

/// A tolerance that is no finer than what rounding does at the places `a` and `b`; none at all stays none.
fn at_least_rounding(tolerance: f64, a: Vec3, b: Vec3) -> f64 {
    let furthest = a.abs().max(b.abs()).max_element();
    let spacing = f64::from(furthest.next_up()) - f64::from(furthest);
    let rounding = SPACINGS * spacing;
    if tolerance > 0.0 && tolerance < rounding {
        rounding
    } else {
        tolerance
    }
}

/// What the fields of a sweep are called.
struct SweepFields {
    touch_time: &'static str,
    hit: &'static str,
    verdict: &'static str,
    stop_reason: &'static str,
    normal: &'static str,
    end: &'static str,
}

/// The sweep of a tick; of a body where there is one.
const OWN: SweepFields = SweepFields {
    touch_time: "touch_time",
    hit: "hit",
    verdict: "verdict",
    stop_reason: "stop_reason",
    normal: "normal",
    end: "end",
};

/// The sweep of the eye behind a body.
const EYE: SweepFields = SweepFields {
    touch_time: "eye_touch_time",
    hit: "eye_hit",
    verdict: "eye_verdict",
    stop_reason: "eye_stop_reason",
    normal: "eye_normal",
    end: "eye_end",
};

/// The first field in which two outcomes differ, causes before their effects: the body, then its camera.
pub(super) fn compare_outcomes(
    a: &TickOutcome,
    b: &TickOutcome,
    tolerance: f64,
    hz: u32,
) -> Option<Difference> {
    let cell = |outcome: &TickOutcome| outcome.cells.map_or(CellId::NONE, |cells| cells.cell);
    let eye_cell = |outcome: &TickOutcome| {
        let eye = outcome.cells.and_then(|cells| cells.eye);
        eye.unwrap_or(CellId::NONE)
    };
    let compare_cells =
        |field, a: CellId, b: CellId| Difference::words(field, &words::cell(a), &words::cell(b));
    let own = || {
        compare_sweeps(&a.sweep, &b.sweep, &OWN, tolerance)
            .or_else(|| compare_cells("cell", cell(a), cell(b)))
    };
    let camera = || {
        Difference::places("pivot", a.pivot, b.pivot, tolerance)
            .or_else(|| {
                let fields = ["desired", "desired_rotation"];
                Difference::frames(fields, &a.desired, &b.desired, tolerance)
            })
            .or_else(|| {
                let fields = ["sought", "sought_rotation"];
                Difference::frames(fields, &a.sought, &b.sought, tolerance)
            })
    };
    let published = || {
        let fields = ["published", "published_rotation"];
        Difference::frames(fields, &a.published, &b.published, tolerance)
            .or_else(|| compare_cells("eye_cell", eye_cell(a), eye_cell(b)))
    };
    let (Some(body_a), Some(body_b)) = (&a.body, &b.body) else {
        return camera().or_else(own).or_else(published);
    };
    let grounded = |body: &BodyOutcome| if body.grounded { "yes" } else { "no" };
    let support = |body: &BodyOutcome| body.support.map_or("none", SupportSource::name);
    let body = own()
        .or_else(|| {
            let fields = ["feet", "feet_rotation"];
            Difference::frames(fields, &body_a.feet, &body_b.feet, tolerance)
        })
        .or_else(|| Difference::words("grounded", grounded(body_a), grounded(body_b)))
        .or_else(|| Difference::words("contact_source", support(body_a), support(body_b)))
        .or_else(|| {
            // Rounding of a place, and of the one before, within one tick.
            let feet = (body_a.feet.origin, body_b.feet.origin);
            let tolerance = if tolerance > 0.0 {
                let places = at_least_rounding(tolerance, feet.0, feet.1);
                tolerance.max(2.0 * f64::from(hz) * (places - tolerance))
            } else {
                tolerance
            };
            Difference::numbers("speed", body_a.speed, body_b.speed, tolerance)
        });
    if !a.has_eye || !b.has_eye {
        return body;
    }
    let eye = || match (&a.eye_sweep, &b.eye_sweep) {
        (Some(a), Some(b)) => compare_sweeps(a, b, &EYE, tolerance),
        _ => None,
    };
    body.or_else(camera).or_else(eye).or_else(published)
}

/// The owner of a tree by its number.
fn of_whom(surface: Surface) -> String {
    match surface {
        Surface::Part { object, part: 0 } => format!("object {object}"),
        Surface::Part { object, part } => format!("part {part} of object {object}"),
        Surface::Environment(cell) => format!("cell {cell}"),
    }
}

fn compare_sweeps(
    a: &SweepOutcome,
    b: &SweepOutcome,
    fields: &SweepFields,
    tolerance: f64,
) -> Option<Difference> {
    let found = |sweep: &SweepOutcome| match sweep.adjust {
        None => "not sought",
        Some(adjust) if adjust.success => "found",
        Some(_) => "none",
    };
    let hit = |sweep: &SweepOutcome| match sweep.hit {
        None => "none".to_owned(),
        Some(hit) => format!("polygon {} of {}", hit.polygon, of_whom(hit.surface)),
    };
    let normal = || match (a.normal, b.normal) {
        (Some(a), Some(b)) => Difference::places(fields.normal, a, b, tolerance),
        (None, None) => None,
        (a, b) => {
            let told = |normal: Option<Vec3>| normal.map_or(Told::Absent, Told::Vector);
            Some(Difference {
                field: fields.normal,
                a: told(a),
                b: told(b),
            })
        }
    };
    Difference::words(fields.touch_time, found(a), found(b))
        .or_else(|| Difference::words(fields.hit, &hit(a), &hit(b)))
        .or_else(|| Difference::words(fields.verdict, a.verdict.name(), b.verdict.name()))
        .or_else(|| Difference::words(fields.stop_reason, a.stop.name(), b.stop.name()))
        .or_else(normal)
        .or_else(|| Difference::places(fields.end, a.end.origin, b.end.origin, tolerance))
}

/// Whether an event says what came of something, and not how it was planned or sought.
pub(super) fn is_milestone(event: &Event) -> bool {
    match event {
        Event::Desired { .. }
        | Event::Sought { .. }
        | Event::AdjustEnded { .. }
        | Event::PlaneHit { .. }
        | Event::CellEntered { .. }
        | Event::NormalWritten { .. }
        | Event::ContactWritten { .. }
        | Event::WalkableFound { .. }
        | Event::CollideLatched { .. }
        | Event::StepUpEnded { .. }
        | Event::StepDownEnded { .. }
        | Event::EdgeSlide { .. }
        | Event::Reverted { .. }
        | Event::SweepEnded { .. }
        | Event::Published { .. }
        | Event::ViewerReset { .. }
        | Event::OrderTaken { .. }
        | Event::OrderRefused { .. } => true,
        Event::SweepPlanned { .. }
        | Event::StepBegan { .. }
        | Event::Attempt { .. }
        | Event::CandidateAdmitted { .. }
        | Event::CandidateRejected { .. }
        | Event::BranchTaken { .. }
        | Event::SphereAsked { .. }
        | Event::NodeVisited { .. }
        | Event::NodePruned { .. }
        | Event::PolygonTested { .. }
        | Event::AdjustRound { .. }
        | Event::PrimitiveTested { .. }
        | Event::PartAsked { .. }
        | Event::NegativeHit { .. }
        | Event::StepUpBegan { .. }
        | Event::StepDownBegan { .. }
        | Event::SlideShift { .. }
        | Event::QueryEnded { .. }
        | Event::EnvironmentAsked { .. }
        | Event::EnvironmentAnswered { .. }
        | Event::CellsListed { .. }
        | Event::StepEnded { .. } => false,
    }
}

/// What two milestones say differently.
pub(super) fn compare_events(
    world: &World,
    a: &Entry,
    b: &Entry,
    tolerance: f64,
) -> Option<Difference> {
    match (&a.event, &b.event) {
        (
            Event::Desired {
                pivot: pivot_a,
                pose: a,
            },
            Event::Desired {
                pivot: pivot_b,
                pose: b,
            },
        ) => Difference::places("pivot", *pivot_a, *pivot_b, tolerance)
            .or_else(|| Difference::frames(["desired", "desired_rotation"], a, b, tolerance)),
        (Event::Sought { pose: a, .. }, Event::Sought { pose: b, .. }) => {
            Difference::frames(["sought", "sought_rotation"], a, b, tolerance)
        }
        (Event::AdjustEnded { success: a, .. }, Event::AdjustEnded { success: b, .. }) => {
            let found = |success: bool| if success { "found" } else { "none" };
            Difference::words("touch_time", found(*a), found(*b))
        }
        (
            Event::PlaneHit {
                object: object_a,
                part: part_a,
                cell: cell_a,
                polygon: a,
                point: point_a,
                normal: normal_a,
            },
            Event::PlaneHit {
                object: object_b,
                part: part_b,
                cell: cell_b,
                polygon: b,
                point: point_b,
                normal: normal_b,
            },
        ) => {
            let name = |surface: Option<Surface>, polygon| {
                let of = surface.map_or_else(String::new, |of| words::surface_name(world, of));
                format!("polygon {polygon} of {of}")
            };
            let surface_a = Surface::new(*object_a, *part_a, *cell_a);
            let surface_b = Surface::new(*object_b, *part_b, *cell_b);
            Difference::words("hit", &name(surface_a, *a), &name(surface_b, *b))
                .or_else(|| Difference::places("contact_point", *point_a, *point_b, tolerance))
                .or_else(|| Difference::places("normal", *normal_a, *normal_b, tolerance))
        }
        (
            Event::NormalWritten {
                normal: a,
                source: source_a,
            },
            Event::NormalWritten {
                normal: b,
                source: source_b,
            },
        ) => {
            let (source_a, source_b) = (
                words::normal_source(*source_a),
                words::normal_source(*source_b),
            );
            Difference::words("normal_source", source_a, source_b)
                .or_else(|| Difference::places("normal", *a, *b, tolerance))
        }
        (Event::CellEntered { to: a, .. }, Event::CellEntered { to: b, .. }) => {
            Difference::words("cell", &words::cell(*a), &words::cell(*b))
        }
        (Event::Reverted { to: a, .. }, Event::Reverted { to: b, .. }) => {
            Difference::places("reverted_to", *a, *b, tolerance)
        }
        (
            Event::SweepEnded {
                verdict: verdict_a,
                stop: stop_a,
                end: a,
                ..
            },
            Event::SweepEnded {
                verdict: verdict_b,
                stop: stop_b,
                end: b,
                ..
            },
        ) => Difference::words("verdict", verdict_a.name(), verdict_b.name())
            .or_else(|| Difference::words("stop_reason", stop_a.name(), stop_b.name()))
            .or_else(|| Difference::places("end", *a, *b, tolerance)),
        (
            Event::Published {
                pose: a,
                rung: rung_a,
            },
            Event::Published {
                pose: b,
                rung: rung_b,
            },
        ) => Difference::words("rung", words::rung(*rung_a), words::rung(*rung_b))
            .or_else(|| Difference::frames(["published", "published_rotation"], a, b, tolerance)),
        (Event::ViewerReset { pose: a, .. }, Event::ViewerReset { pose: b, .. }) => {
            Difference::frames(["reset", "reset_rotation"], a, b, tolerance)
        }
        _ => {
            let told = |entry: &Entry| Told::Text(words::event(world, entry));
            // What reads the same says the same: the rest is rounding.
            let is_same_kind = a.event.kind() == b.event.kind();
            if is_same_kind && words::event(world, a) == words::event(world, b) {
                return None;
            }
            let (field, a, b) = match (a.step > 0, b.step > 0) {
                (true, false) => (field_of(&a.event), told(a), Told::Absent),
                (false, true) => (field_of(&b.event), Told::Absent, told(b)),
                _ => ("event", told(a), told(b)),
            };
            Some(Difference { field, a, b })
        }
    }
}

/// What a difference is called of which one side alone has this event.
fn field_of(event: &Event) -> &'static str {
    match event {
        Event::PlaneHit { .. } => "hit",
        Event::AdjustEnded { .. } => "touch_time",
        Event::NormalWritten { .. } => "normal",
        Event::CellEntered { .. } => "cell",
        other => other.kind().name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn far_out_rounding_means_nothing() {
        let at = |x: f32| Vec3::new(x, 0.0, 0.0);
        // Numbers are 2^-7 m apart at 100,000 m.
        let far = 100_000.0;
        let (near, beyond) = (at(far + 15.0 / 128.0), at(far + 17.0 / 128.0));
        assert!(Difference::places("end", at(far), near, 1e-5).is_none());
        assert!(Difference::places("end", at(far), beyond, 1e-5).is_some());
        assert!(Difference::places("end", at(far), near, 0.0).is_some());
        assert!(Difference::places("end", at(1.0), at(1.000_005), 1e-5).is_none());
        assert!(Difference::places("end", at(1.0), at(1.00002), 1e-5).is_some());
        assert!(Difference::places("end", at(1.0), at(f32::NAN), 1e-5).is_some());
    }
}
