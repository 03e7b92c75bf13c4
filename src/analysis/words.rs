//! Numbers and events as people read them: metres with three decimals, differences in millimetres.

use std::fmt;

use glam::Vec3;

use crate::ids::{CellId, ObjectId, Surface};
use crate::probe::{
    Entry, Environment, Event, NormalSource, Passed, Primitive, ResetCause, Rung, SupportSource,
};
use crate::world::World;

/// `value` with `decimals` places, never as minus zero.
#[must_use]
pub fn fixed(value: f64, decimals: usize) -> String {
    crate::formats::text::fixed(value, decimals)
}

/// A length: `1.610 m`.
#[must_use]
pub fn metres(value: f64) -> String {
    format!("{} m", fixed(value, 3))
}

/// A difference of lengths in metres, told in millimetres: `18.7 mm`.
#[must_use]
pub fn millimetres(value: f64) -> String {
    format!("{} mm", fixed(value * 1000.0, 1))
}

/// A point or a way: `(0.000, -1.610, 1.500)`.
#[must_use]
pub fn point(v: Vec3) -> String {
    let [x, y, z] = v.to_array().map(|c| fixed(f64::from(c), 3));
    format!("({x}, {y}, {z})")
}

/// A fraction: `85.4 %`.
#[must_use]
pub fn percent(fraction: f64) -> String {
    format!("{} %", fixed(fraction * 100.0, 1))
}

/// `1 node`, `2 nodes`.
#[must_use]
pub fn count(number: usize, noun: &str) -> String {
    crate::formats::text::count(number as u64, noun)
}

/// The object's name; its number where the world does not have it.
#[must_use]
pub fn object_name(world: &World, object: ObjectId) -> String {
    let named = world.objects.get(object.0 as usize);
    named.map_or_else(|| format!("object {object}"), |object| object.name.clone())
}

/// Whose polygons these are: `the wall`, `part 1 of stairs`, `the walls of cell 0xA9B40100`.
#[must_use]
pub fn surface_name(world: &World, surface: Surface) -> String {
    match surface {
        Surface::Part { object, part } => {
            let name = object_name(world, object);
            let several = world
                .objects
                .get(object.0 as usize)
                .is_some_and(|object| object.parts.len() > 1);
            match several {
                true => format!("part {part} of {name}"),
                false => name,
            }
        }
        Surface::Environment(cell) if cell.is_indoor() => format!("the walls of cell {cell}"),
        Surface::Environment(cell) => format!("the building in cell {cell}"),
    }
}

/// Whose ground was found.
pub(in crate::analysis) fn ground_name(
    world: &World,
    object: Option<ObjectId>,
    part: Option<u32>,
    cell: Option<CellId>,
) -> String {
    Surface::new(object, part, cell).map_or_else(
        || "the environment".to_owned(),
        |of| surface_name(world, of),
    )
}

/// `ground` and `of cell 0xA9B40001`.
pub(in crate::analysis) fn environment_parts(
    shape: Environment,
    cell: CellId,
) -> (&'static str, String) {
    (environment(shape), format!("of cell {cell}"))
}

/// `the ground of cell 0xA9B40001`.
pub(in crate::analysis) fn environment_name(shape: Environment, cell: CellId) -> String {
    format!("the {} of cell {cell}", environment(shape))
}

/// A cell; `none` off the map.
#[must_use]
pub fn cell(cell: CellId) -> String {
    match cell.is_some() {
        true => cell.to_string(),
        false => "none".to_owned(),
    }
}

/// Who wrote a contact plane, as one reads it.
#[must_use]
pub fn support_source(source: SupportSource) -> &'static str {
    match source {
        SupportSource::Query => "found by a query",
        SupportSource::Restored => "restored from the last known plane",
        SupportSource::Synthetic => "made up by the stationary-fall failsafe",
    }
}

/// Who wrote a normal.
#[must_use]
pub fn normal_source(source: NormalSource) -> &'static str {
    match source {
        NormalSource::Contact => "from what was met",
        NormalSource::Default => "made up, since nobody wrote one",
    }
}

/// How an eye was published.
#[must_use]
pub fn rung(rung: Rung) -> &'static str {
    match rung {
        Rung::Swept => "where the sweep ended",
        Rung::SoughtSeated => "the sought position, since the sweep failed",
        Rung::Player => "the player's position, since nothing else was usable",
        Rung::SweptNoCell => "where the sweep ended, although it is in no cell",
        Rung::Unswept => "the sought position, since the sweep is switched off",
    }
}

/// Why a camera was put to the player.
#[must_use]
pub fn reset_cause(cause: ResetCause) -> &'static str {
    match cause {
        ResetCause::Teleport => "the player was teleported",
        ResetCause::Order => "an order said so",
        ResetCause::NoPlayerCell => "the player is in no cell",
        ResetCause::NoEyeCell => "neither the sweep nor the sought eye ended in a cell",
    }
}

/// Why a camera took no step.
#[must_use]
pub fn passed(passed: Passed) -> &'static str {
    match passed {
        Passed::Disabled => "the camera is switched off",
        Passed::Detached => "the camera follows nobody",
        Passed::NoPivotPart => "the part that its pivot hangs from is not there",
    }
}

/// A recorded event in one line, without its place.
#[must_use]
pub fn event(world: &World, entry: &Entry) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = write_event(&mut text, world, entry);
    text
}

fn write_event(f: &mut impl fmt::Write, world: &World, entry: &Entry) -> fmt::Result {
    let name = |object: ObjectId| object_name(world, object);
    match &entry.event {
        Event::Desired { pivot, pose } => write!(
            f,
            "desired {} from pivot {}",
            point(pose.origin),
            point(*pivot)
        ),
        Event::Sought {
            pose,
            origin_fraction,
            parked,
            passed: why,
            ..
        } => {
            let way = match why {
                Some(why) => format!("as it was, since {}", passed(*why)),
                None if *parked => "parked".to_owned(),
                None => format!("{} of the way", percent(*origin_fraction)),
            };
            write!(f, "sought {}, {way}", point(pose.origin))
        }
        Event::SweepPlanned {
            from,
            to,
            length,
            steps,
            step_length,
            ..
        } => {
            let (length, step_length) = (metres(*length), metres(*step_length));
            write!(
                f,
                "sweep from {} to {}, {length} in {} of {step_length}",
                point(*from),
                point(*to),
                crate::formats::text::count(u64::from(*steps), "step")
            )
        }
        Event::StepBegan { step, from, to } => {
            write!(f, "step {step} from {} to {}", point(*from), point(*to))
        }
        Event::Attempt { attempt, center } => write!(f, "attempt {attempt} at {}", point(*center)),
        Event::CandidateAdmitted {
            object,
            distance,
            reach,
        } => {
            write!(
                f,
                "{} admitted, {}",
                name(*object),
                margin(reach - distance)
            )
        }
        Event::CandidateRejected {
            object,
            distance,
            reach,
            ..
        } => {
            let (apart, most) = (metres(*distance), metres(*reach));
            let beyond = millimetres(distance - reach);
            let name = name(*object);
            write!(
                f,
                "{name} rejected: distance {apart}, reach {most}, {beyond} beyond it"
            )
        }
        Event::SphereAsked { sphere, center } => {
            write!(f, "{} at {} asked", sphere.name(), point(*center))
        }
        Event::BranchTaken { branch } => write!(f, "branch {}", branch.number()),
        Event::NodeVisited { node, gap } => {
            write!(f, "node {node} visited, overlaps by {}", millimetres(-gap))
        }
        Event::NodePruned { node, gap } => {
            write!(f, "node {node} pruned, missed by {}", millimetres(*gap))
        }
        Event::PolygonTested {
            polygon,
            height,
            touched,
            approach,
        } => {
            let answer = touch(*touched, *approach);
            write!(
                f,
                "polygon {polygon} {answer}, centre {} from its plane",
                metres(*height)
            )
        }
        Event::AdjustRound {
            phase,
            round,
            time,
            clear,
            polygon,
        } => {
            let answer = if *clear {
                "clear".to_owned()
            } else {
                format!("polygon {polygon} in the way")
            };
            write!(
                f,
                "{} at {}, counter {round}: {answer}",
                phase_name(*phase),
                fixed(*time, 4)
            )
        }
        Event::AdjustEnded {
            success: true,
            time,
            rounds,
        } => {
            write!(
                f,
                "touch time found at {} of the step, counter {rounds}",
                fixed(*time, 4)
            )
        }
        Event::AdjustEnded {
            success: false,
            rounds,
            ..
        } => write!(f, "no touch time found, counter {rounds}"),
        Event::PlaneHit {
            object,
            part,
            cell,
            polygon,
            point: at,
            normal,
        } => {
            let of = Surface::new(*object, *part, *cell)
                .map_or_else(|| "nobody".to_owned(), |of| surface_name(world, of));
            write!(
                f,
                "hit polygon {polygon} of {} at {}, normal {}",
                of,
                point(*at),
                point(*normal)
            )
        }
        Event::QueryEnded {
            object,
            outcome,
            shift,
        } => {
            write!(f, "{} answers {}", name(*object), outcome.name())?;
            if *shift == Vec3::ZERO {
                Ok(())
            } else {
                write!(f, ", moved by {}", point(*shift))
            }
        }
        Event::EnvironmentAsked { cell, shape } => {
            write!(f, "{} of cell {cell} asked", environment(*shape))
        }
        Event::EnvironmentAnswered {
            cell,
            shape,
            outcome,
            shift,
        } => {
            let (shape, answer) = (environment(*shape), outcome.name());
            write!(f, "{shape} of cell {cell}: {answer}")?;
            if *shift == Vec3::ZERO {
                Ok(())
            } else {
                write!(f, ", moved by {}", point(*shift))
            }
        }
        Event::CellsListed { cells, containing } => {
            f.write_str("in cells")?;
            for cell in cells {
                write!(f, " {cell}")?;
            }
            match containing {
                Some(cell) => write!(f, ", centre in {cell}"),
                None => Ok(()),
            }
        }
        Event::CellEntered { from, to, portal } => {
            match from {
                Some(from) => write!(f, "from cell {from} into {to}")?,
                None => write!(f, "into cell {to}")?,
            }
            match portal {
                Some(portal) => write!(f, " through portal {portal}"),
                None => Ok(()),
            }
        }
        Event::PartAsked { object, part } => write!(f, "part {part} of {} asked", name(*object)),
        Event::PrimitiveTested {
            primitive,
            center,
            touched,
            ..
        } => {
            let shape = match primitive {
                Primitive::Sphere => "sphere",
                Primitive::Cylinder => "cylinder",
            };
            let answer = if *touched { "touched" } else { "missed" };
            write!(f, "{shape} at {} {answer}", point(*center))
        }
        Event::ContactWritten {
            normal,
            water,
            source,
            ..
        } => {
            let source = support_source(*source);
            let water = if *water { ", water" } else { "" };
            write!(
                f,
                "contact plane with normal {}{water}, {source}",
                point(*normal)
            )
        }
        Event::WalkableFound {
            object,
            part,
            cell,
            polygon,
            normal,
        } => {
            let of = ground_name(world, *object, *part, *cell);
            write!(
                f,
                "ground: polygon {polygon} of {of}, normal {}",
                point(*normal)
            )
        }
        Event::NegativeHit { normal, step_up } => {
            let answer = if *step_up {
                "stepped up on"
            } else {
                "slid along"
            };
            write!(
                f,
                "touched without approach, {answer} with normal {}",
                point(*normal)
            )
        }
        Event::CollideLatched { normal } => {
            write!(
                f,
                "touched in the air with normal {}, may land",
                point(*normal)
            )
        }
        Event::StepUpBegan { normal, height } => {
            let height = metres(f64::from(*height));
            write!(
                f,
                "step up of at most {height} on normal {}",
                point(*normal)
            )
        }
        Event::StepUpEnded { success: true } => f.write_str("stepped up"),
        Event::StepUpEnded { success: false } => f.write_str("could not step up"),
        Event::StepDownBegan { height } => {
            write!(f, "looks for ground {} below", metres(f64::from(*height)))
        }
        Event::StepDownEnded { success: true } => f.write_str("stands on ground"),
        Event::StepDownEnded { success: false } => f.write_str("found no ground to stand on"),
        Event::EdgeSlide { rule, outcome } => {
            let (rule, answer) = (edge_rule(*rule), outcome.name());
            write!(f, "the floor ends: {rule}, answers {answer}")
        }
        Event::SlideShift { offset } => write!(f, "slid by {}", point(*offset)),
        Event::NormalWritten { normal, source } => {
            write!(
                f,
                "collision normal {}, {}",
                point(*normal),
                normal_source(*source)
            )
        }
        Event::Reverted { from, to, .. } => {
            write!(f, "reverted from {} to {}", point(*from), point(*to))
        }
        Event::StepEnded {
            step,
            outcome,
            committed,
        } => {
            write!(
                f,
                "step {step} ends {}, committed {}",
                outcome.name(),
                point(*committed)
            )
        }
        Event::SweepEnded {
            verdict,
            stop,
            end,
            colliding_step,
        } => {
            write!(f, "sweep ends {}, {}", verdict.name(), stop.name())?;
            match colliding_step {
                Some(step) => write!(f, " in step {step}, at {}", point(*end)),
                None => write!(f, ", at {}", point(*end)),
            }
        }
        Event::Published { pose, rung: by } => {
            write!(f, "published {}, {}", point(pose.origin), rung(*by))
        }
        Event::ViewerReset { pose, cause } => {
            let (to, why) = (point(pose.origin), reset_cause(*cause));
            write!(f, "camera reset to {to}, since {why}")
        }
        Event::OrderTaken { order: told } => write!(f, "camera told: {}", told),
        Event::OrderRefused { order: told, why } => {
            write!(f, "camera told: {}; refused, since {}", told, why.meaning())
        }
    }
}

/// How far within reach of the mover's foot an object's bounding sphere is, metres.
pub(in crate::analysis) fn margin(metres: f64) -> String {
    match metres < 0.0 {
        true => format!("its bounds {} from the foot", millimetres(-metres)),
        false => format!("{} within reach", millimetres(metres)),
    }
}

/// What a mover does where the floor ends.
///
/// # Source
/// spec/transition.md 10.4, rules 1 to 5; 1 stands for 4 as well.
pub(in crate::analysis) fn edge_rule(rule: u32) -> &'static str {
    match rule {
        2 => "the slide along the too steep ground below (cliff slide)",
        3 => "the slide along the edge of the floor (precipice slide)",
        5 => "the slide along the edge of the floor underfoot (precipice slide)",
        _ => "it leaves the floor",
    }
}

/// What a polygon test came to.
pub(in crate::analysis) fn touch(touched: bool, approach: f64) -> &'static str {
    match (touched, approach < 0.0) {
        (true, true) => "touched",
        (true, false) => "touched, not approached",
        (false, _) => "missed",
    }
}

/// The two phases of the touch-time search.
fn environment(shape: Environment) -> &'static str {
    match shape {
        Environment::Ground => "ground",
        Environment::Building => "building",
        Environment::Walls => "walls",
    }
}

fn phase_name(phase: u32) -> &'static str {
    if phase == 1 {
        "touch of the plane"
    } else {
        "halving"
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_minus_zero() {
        assert_eq!(fixed(-0.0004, 3), "0.000");
        assert_eq!(fixed(-0.0006, 3), "-0.001");
        assert_eq!(point(Vec3::new(-0.0, -1.61, 1.5)), "(0.000, -1.610, 1.500)");
        assert_eq!(millimetres(0.018_66), "18.7 mm");
        assert_eq!(
            (count(1, "node"), count(0, "node")),
            ("1 node".into(), "0 nodes".into())
        );
    }

    /// What is beyond reach is not within it by less than nothing.
    #[test]
    fn margins_have_a_side() {
        assert_eq!(margin(-0.5425), "its bounds 542.5 mm from the foot");
        assert_eq!(margin(0.6882), "688.2 mm within reach");
    }
}
