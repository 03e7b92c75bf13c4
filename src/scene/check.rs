//! What the shape of a scene cannot refuse: names, references, and what depends on several fields.

use super::error::SceneError;
use super::expectation;
use super::game;
use super::locate::Part::{Field, Index};
use super::locate::{self, Part};
use super::map;
use super::map::model::{PartModel, Quaternion};
use super::model::{Expect, Is, Motion, Rig, Scene, Shape, Stat, Sweeps};
use super::mover::MAX_COMMANDS;
use super::number::{Degrees, MAX_TICKS};
use crate::formats::text::count;
use crate::lane::Measure;
use crate::policy::Policy;

/// Most lanes of a scene.
pub const MAX_LANES: usize = 64;

/// Most polygons of a scene, all meshes together.
pub(super) const MAX_POLYGONS: usize = 10_000_000;

/// A text and what errors call it.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) text: &'a str,
    pub(super) file: &'a str,
}

impl Place<'_> {
    /// An error at the value at `path`.
    pub(super) fn error(&self, path: &[Part<'_>], problem: impl Into<String>) -> SceneError {
        let (line, column) = locate::line_column(self.text, locate::find(self.text, path));
        SceneError::At {
            file: self.file.to_owned(),
            line,
            column,
            field: locate::text_of(path),
            problem: problem.into(),
        }
    }
}

/// Refuses what is wrong between the fields of `scene`, read from `text`.
pub(super) fn check(scene: &Scene, text: &str, file: &str) -> Result<(), SceneError> {
    let place = Place { text, file };
    if scene.version != 1 {
        let problem = format!(
            "version {} is not known; this program reads version 1",
            scene.version
        );
        return Err(place.error(&[Field("version")], problem));
    }
    objects(scene, place)?;
    map::check::check(scene, place)?;
    game::check(scene, place)?;
    rig(scene, place)?;
    run(scene, place)?;
    lanes(scene, place)?;
    for (index, expect) in scene.expect.iter().enumerate() {
        expectation(scene, index, expect, place)?;
    }
    Ok(())
}

fn name<'a>(
    what: &str,
    name: &'a str,
    seen: &mut std::collections::BTreeSet<&'a str>,
) -> Result<(), String> {
    if name.trim() != name
        || name.is_empty()
        || name == "*"
        || name.contains(',')
        || name.chars().any(char::is_control)
    {
        return Err(format!(
            "`{}` is not a name of {what}: letters, no comma, no space at its ends, not `*`",
            name.escape_debug()
        ));
    }
    if !seen.insert(name) {
        return Err(format!(
            "`{name}` stands twice; each {what} has a name of its own"
        ));
    }
    Ok(())
}

fn objects(scene: &Scene, place: Place<'_>) -> Result<(), SceneError> {
    let mut seen = std::collections::BTreeSet::new();
    for (index, object) in scene.objects.iter().enumerate() {
        let path = |rest: &[Part<'static>]| [&[Field("objects"), Index(index)], rest].concat();
        name("object", &object.name, &mut seen)
            .map_err(|problem| place.error(&path(&[Field("name")]), problem))?;
        turn(object.rotation, object.yaw_degrees)
            .map_err(|problem| place.error(&path(&[Field("rotation")]), problem))?;
        if object.root_sphere.is_some() && matches!(object.shape, Shape::Parts(_) | Shape::Setup(_))
        {
            let problem = "beside Parts or a Setup, of which each has a sphere of its own";
            return Err(place.error(&path(&[Field("root_sphere")]), problem));
        }
        shape(&object.shape).map_err(|(rest, problem)| {
            let inside = [&[Field("shape")], rest.as_slice()].concat();
            place.error(&path(&inside), problem)
        })?;
    }
    Ok(())
}

/// Refuses two turns at once, and what is no rotation.
pub(super) fn turn(rotation: Option<Quaternion>, yaw: Option<Degrees>) -> Result<(), String> {
    let Some((w, x, y, z)) = rotation else {
        return Ok(());
    };
    if yaw.is_some() {
        return Err("beside `yaw_degrees`; an object has one or the other".to_owned());
    }
    let square: f64 = [w, x, y, z]
        .iter()
        .map(|c| f64::from(c.get()) * f64::from(c.get()))
        .sum();
    if (square - 1.0).abs() > 1e-3 {
        return Err(format!(
            "its square is {square:.6}; a unit quaternion (w, x, y, z) was expected"
        ));
    }
    Ok(())
}

/// Refuses shapes of spheres, cylinders and parts.
pub(super) fn polygons_only(shape: &Shape) -> Result<(), String> {
    match shape {
        Shape::Spheres(_) | Shape::Cylinders(_) | Shape::Parts(_) | Shape::Setup(_) => {
            Err("Polygons, Box, Prism, Mesh, Dump or GfxObj was expected: one tree".to_owned())
        }
        _ => Ok(()),
    }
}

/// What is wrong with a shape, and on which way from it.
pub(super) fn shape(shape: &Shape) -> Result<(), (Vec<Part<'static>>, String)> {
    match shape {
        Shape::Spheres(list) if list.is_empty() => {
            Err((Vec::new(), "at least one sphere was expected".to_owned()))
        }
        Shape::Cylinders(list) if list.is_empty() => {
            Err((Vec::new(), "at least one cylinder was expected".to_owned()))
        }
        Shape::Polygons(list) if list.is_empty() => {
            Err((Vec::new(), "at least one polygon was expected".to_owned()))
        }
        Shape::Spheres(_) | Shape::Cylinders(_) | Shape::GfxObj(_) | Shape::Setup(_) => Ok(()),
        Shape::Parts(parts) => self::parts(parts),
        Shape::Polygons(polygons) => {
            if polygons.len() > MAX_POLYGONS {
                return Err((Vec::new(), too_many_polygons(polygons.len())));
            }
            match polygons.iter().position(|points| points.len() < 3) {
                Some(index) => Err((
                    vec![Index(index)],
                    format!(
                        "{}; at least 3 were expected",
                        count(polygons[index].len() as u64, "corner")
                    ),
                )),
                None => Ok(()),
            }
        }
        Shape::Box { min, max } => {
            let (low, high) = (min.vector(), max.vector());
            if low.cmplt(high).all() {
                Ok(())
            } else {
                Err((
                    vec![Field("max")],
                    format!("{high} is not greater than min {low} on every axis"),
                ))
            }
        }
        Shape::Prism { outline, z } => {
            if outline.len() < 3 {
                return Err((
                    vec![Field("outline")],
                    format!(
                        "{}; at least 3 were expected",
                        count(outline.len() as u64, "corner")
                    ),
                ));
            }
            if z.0.get() < z.1.get() {
                Ok(())
            } else {
                Err((
                    vec![Field("z")],
                    "the first must be less than the second".to_owned(),
                ))
            }
        }
        Shape::Mesh { file, .. } | Shape::Dump { file } => {
            if file.is_empty() {
                Err((
                    vec![Field("file")],
                    "a path from the scene's folder was expected".to_owned(),
                ))
            } else {
                Ok(())
            }
        }
    }
}

/// Most parts of an object.
const MAX_PARTS: usize = 1000;

fn parts(parts: &[PartModel]) -> Result<(), (Vec<Part<'static>>, String)> {
    if parts.is_empty() || parts.len() > MAX_PARTS {
        let problem = format!("{} parts; 1 to {MAX_PARTS} were expected", parts.len());
        return Err((Vec::new(), problem));
    }
    for (index, part) in parts.iter().enumerate() {
        let at = |field| vec![Index(index), Field(field)];
        turn(part.rotation, part.yaw_degrees).map_err(|problem| (at("rotation"), problem))?;
        polygons_only(&part.shape).map_err(|problem| (at("shape"), problem))?;
        shape(&part.shape).map_err(|(rest, problem)| ([at("shape"), rest].concat(), problem))?;
    }
    Ok(())
}

/// The words of the limit on polygons.
pub(super) fn too_many_polygons(count: usize) -> String {
    format!("{count} polygons; at most {MAX_POLYGONS} were expected")
}

fn rig(scene: &Scene, place: Place<'_>) -> Result<(), SceneError> {
    match &scene.rig {
        Rig::Chase(chase) => {
            let times = chase.orders.windows(2);
            let mut falls = times.map(|two| two[0].0.get() > two[1].0.get());
            if let Some(index) = falls.position(|falls| falls) {
                let path = [Field("rig"), Field("orders"), Index(index + 1)];
                return Err(place.error(&path, "the times of orders must not fall"));
            }
            if let Motion::Path(points) = &chase.motion {
                let path = [Field("rig"), Field("motion")];
                if points.is_empty() {
                    return Err(place.error(&path, "a path has at least one point"));
                }
                if let Some(index) = points
                    .windows(2)
                    .position(|two| two[0].0.get() >= two[1].0.get())
                {
                    let problem = "the times of a path must increase";
                    return Err(place.error(&[path[0], path[1], Index(index + 1)], problem));
                }
            }
        }
        Rig::Mover(mover) => {
            if let Some(problem) = mover.mover.problem() {
                return Err(place.error(&[Field("rig"), Field("mover")], problem));
            }
            let count = mover.script.len();
            if count > MAX_COMMANDS {
                let problem = format!("{count} commands; at most {MAX_COMMANDS} were expected");
                return Err(place.error(&[Field("rig"), Field("script")], problem));
            }
        }
        Rig::Sweep(sweep)
            if sweep
                .mover
                .moved()
                .and_then(|moved| moved.problem())
                .is_some() =>
        {
            let problem = sweep.mover.moved().and_then(|moved| moved.problem());
            let path = [Field("rig"), Field("mover")];
            return Err(place.error(&path, problem.unwrap_or_default()));
        }
        Rig::Sweep(sweep) if sweep.grounded && sweep.mover.moved().is_none() => {
            let problem =
                "a camera's sphere stands on nothing; a body as `mover: Human` was expected";
            return Err(place.error(&[Field("rig"), Field("grounded")], problem));
        }
        Rig::Sweep(sweep) => match &sweep.sweeps {
            Sweeps::List(list) if list.is_empty() => {
                return Err(place.error(
                    &[Field("rig"), Field("sweeps")],
                    "at least one sweep was expected",
                ));
            }
            Sweeps::Rays { lengths, .. } if lengths.is_empty() => {
                let path = [Field("rig"), Field("sweeps"), Field("lengths")];
                return Err(place.error(&path, "at least one length was expected"));
            }
            Sweeps::Captured { file, .. } if file.is_empty() => {
                let path = [Field("rig"), Field("sweeps"), Field("file")];
                let problem = "a path from the scene's folder was expected";
                return Err(place.error(&path, problem));
            }
            Sweeps::Rays { direction, .. } if direction.vector() == glam::Vec3::ZERO => {
                let path = [Field("rig"), Field("sweeps"), Field("direction")];
                return Err(place.error(&path, "a direction other than (0, 0, 0) was expected"));
            }
            _ => {}
        },
    }
    Ok(())
}

fn run(scene: &Scene, place: Place<'_>) -> Result<(), SceneError> {
    match (&scene.rig, &scene.length) {
        (Rig::Chase(_) | Rig::Mover(_), None) => {
            return Err(place.error(
                &[],
                "the field `length` is missing, as `Seconds(6)` or `Ticks(360)`",
            ));
        }
        (Rig::Sweep(_), Some(_)) => {
            let problem = "a Sweep rig runs as many ticks as it has sweeps; leave `length` out";
            return Err(place.error(&[Field("length")], problem));
        }
        _ => {}
    }
    let ticks = run_ticks(scene, scene.hz.get(), place)?;
    if let Some(window) = scene.window {
        expectation::window_ticks(window, scene.hz.get(), ticks)
            .map_err(|problem| place.error(&[Field("window")], problem.text(ticks)))?;
    }
    Ok(())
}

/// The ticks of a run at `hz`, if they are within the limits.
pub(super) fn run_ticks(scene: &Scene, hz: u32, place: Place<'_>) -> Result<u32, SceneError> {
    let ticks = expectation::run_ticks(scene, hz);
    let field = if matches!(scene.rig, Rig::Sweep(_)) {
        [Field("rig")]
    } else {
        [Field("length")]
    };
    if ticks == 0 {
        return Err(place.error(&field, "a run of no tick"));
    }
    u32::try_from(ticks)
        .ok()
        .filter(|ticks| *ticks <= MAX_TICKS)
        .ok_or_else(|| {
            place.error(
                &field,
                format!("a run of {ticks} ticks at {hz} Hz; at most {MAX_TICKS} were expected"),
            )
        })
}

fn lanes(scene: &Scene, place: Place<'_>) -> Result<(), SceneError> {
    if scene.lanes.is_empty() || scene.lanes.len() > MAX_LANES {
        let problem = format!(
            "{} lanes; 1 to {MAX_LANES} were expected",
            scene.lanes.len()
        );
        return Err(place.error(&[Field("lanes")], problem));
    }
    let mut seen = std::collections::BTreeSet::new();
    for (index, lane) in scene.lanes.iter().enumerate() {
        let path = |field| [Field("lanes"), Index(index), Field(field)];
        name("lane", &lane.name, &mut seen)
            .map_err(|problem| place.error(&path("name"), problem))?;
        policy(&lane.policy).map_err(|problem| place.error(&path("policy"), problem))?;
    }
    Ok(())
}

/// The policy of this text, if a lane can run it.
///
/// # Errors
/// What is wrong with it, in words.
pub fn policy(text: &str) -> Result<Policy, String> {
    text.parse()
        .map_err(|error: crate::policy::PolicyError| error.to_string())
}

fn expectation(
    scene: &Scene,
    index: usize,
    expect: &Expect,
    place: Place<'_>,
) -> Result<(), SceneError> {
    let path = |field| [Field("expect"), Index(index), Field(field)];
    if expect.lane != "*" && !scene.lanes.iter().any(|lane| lane.name == expect.lane) {
        let known: Vec<&str> = scene.lanes.iter().map(|lane| lane.name.as_str()).collect();
        let problem = format!(
            "unknown lane `{}`; known: *, {}",
            expect.lane,
            known.join(", ")
        );
        return Err(place.error(&path("lane"), problem));
    }
    let Some(measure) = Measure::from_name(&expect.measure) else {
        let known =
            crate::nearest::nearest_first(&expect.measure, Measure::ALL.iter().map(|m| m.name()));
        let problem = format!(
            "unknown measure `{}`; known: {}",
            expect.measure,
            known.join(", ")
        );
        return Err(place.error(&path("measure"), problem));
    };
    let hz = expect.hz.unwrap_or(scene.hz).get();
    let ticks = run_ticks(scene, hz, place)?;
    let field = match (&expect.at, &expect.over) {
        (Some(_), None) => "at",
        (None, Some(_)) => "over",
        (None, None) => {
            let problem = "a place is missing: `at: First | Last | Tick(n) | Second(s)` or `over: All | Ticks(a, b) | Seconds(a, b)`";
            return Err(place.error(&path("lane")[..2], problem));
        }
        (Some(_), Some(_)) => {
            return Err(place.error(
                &path("over"),
                "beside `at`; an expectation has one or the other",
            ));
        }
    };
    expectation::ticks_of(expect, hz, ticks)
        .map_err(|problem| place.error(&path(field), problem.text(ticks)))?;
    if expect.at.is_some() && expect.stat != Stat::Every {
        return Err(place.error(
            &path("stat"),
            "a statistic of one tick; a window was expected, as `over: All`",
        ));
    }
    if measure.is_of_run() && expect.at != Some(super::model::At::Last) {
        let problem = format!(
            "{} describes the whole run; `at: Last` was expected",
            measure.name()
        );
        return Err(place.error(&path(field), problem));
    }
    if measure.is_text() && !matches!(expect.stat, Stat::Every | Stat::Last | Stat::Changes) {
        let problem = format!(
            "{} is a word; Every, Last or Changes was expected",
            measure.name()
        );
        return Err(place.error(&path("stat"), problem));
    }
    let of_word = measure.is_text() && expect.stat != Stat::Changes;
    match (&expect.is, of_word) {
        (Is::Absent, _) | (Is::Text(_), true) => Ok(()),
        (Is::Text(_), false) => Err(place.error(
            &path("is"),
            format!("a word, but {} is a number", measure.name()),
        )),
        (_, true) => Err(place.error(
            &path("is"),
            format!(
                "a number, but {} is a word: `Text(\"..\")` was expected",
                measure.name()
            ),
        )),
        (Is::Between(low, high), _) if low.get() > high.get() => {
            Err(place.error(&path("is"), "the first must not be greater than the second"))
        }
        (Is::Near(_, tolerance), _) if tolerance.get() < 0.0 => {
            Err(place.error(&path("is"), "a tolerance of at least 0 was expected"))
        }
        _ => Ok(()),
    }
}
