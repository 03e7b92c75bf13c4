//! What a lane did as the source of a test: geometry, every sweep and every eye of some ticks, and checks that hold another
//! implementation to them.
//!
//! The source stands by itself and asks nothing of the engine under test but one function: a sweep in, its end out; a player in, an
//! eye out.

mod csharp;
mod rust;
mod scene;

pub use scene::{Judged, judged};

use std::ops::Range;

use glam::Vec3;

use super::solid::{Solid, solids};
use crate::camera::ChaseSettings;
use crate::formats::text::shell_word;
use crate::geometry::{Cylinder, Frame, Plane, Sphere};
use crate::lane::{Rig, RigState, Setup, SweepMover};
use crate::outcome::Verdict;
use crate::recording::{LaneRecording, Replay};
use crate::world::{Kind, Object, ObjectState, World};

/// How the first line of a source begins, after the marks of a comment.
pub const MARK: &str = "What was recorded of ";

/// Most ticks of one source.
pub const MOST_TICKS: u32 = 10_000;

/// Most polygons of one source.
pub const MOST_POLYGONS: usize = 100_000;

/// How far an answer may be off where nothing is said, metres.
pub const TOLERANCE: f64 = 1e-4;

/// What a source is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// Rust, of its standard library alone.
    Rust,
    /// C#, for xUnit.
    CSharp,
}

impl Language {
    /// Its name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Rust => "rust",
            Self::CSharp => "csharp",
        }
    }
}

/// What a test says of itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Head {
    /// Name of the scene.
    pub scene: String,
    /// How the command line calls it, without the folders of the writer's machine.
    pub file: String,
    /// Name of the lane.
    pub lane: String,
    /// Its policy, as text.
    pub policy: String,
    /// The ticks that were asked for, where not all were.
    pub ticks: Option<Range<u32>>,
    /// How far an answer may be off, metres, above 0.
    pub tolerance: f64,
}

/// The source of a test, ending with a line break.
///
/// # Errors
/// More ticks or polygons than a source holds, in a line.
pub fn source(
    language: Language,
    head: &Head,
    setup: &Setup,
    lane: &LaneRecording,
) -> Result<(String, Recorded), String> {
    let ticks = head.ticks.clone().unwrap_or(0..lane.len());
    let asked = ticks.end.saturating_sub(ticks.start);
    if asked > MOST_TICKS {
        return Err(format!(
            "{asked} ticks; a source holds at most {MOST_TICKS}"
        ));
    }
    let recorded = recorded(setup, lane, ticks);
    let polygons = recorded.polygon_count();
    if polygons > MOST_POLYGONS {
        return Err(format!(
            "{polygons} polygons; a source holds at most {MOST_POLYGONS}"
        ));
    }
    let text = match language {
        Language::Rust => rust::rust(language, head, &recorded),
        Language::CSharp => csharp::csharp(language, head, &recorded),
    };
    Ok((text, recorded))
}

/// What was recorded; lengths in metres, places in the scene.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorded {
    /// Ticks per second.
    pub hz: u32,
    /// Which ticks.
    pub ticks: Range<u32>,
    /// Everything of polygons.
    pub solids: Vec<Solid>,
    /// Objects that are spheres, with their names.
    pub spheres: Vec<(String, Sphere)>,
    /// Objects that are upright cylinders, with their names.
    pub cylinders: Vec<(String, Cylinder)>,
    /// Objects that are left out, as movers pass them.
    pub passed: Vec<String>,
    /// Objects that are creatures, which a camera passes.
    pub creatures: Vec<String>,
    /// Whether rooms or landscape, which have rules of their own, are part of the world.
    pub is_map: bool,
    /// The body, where there is one.
    pub body: Option<BodyFacts>,
    /// The camera, where there is one.
    pub camera: Option<ChaseSettings>,
    /// The flags of its sweeps, as in the original.
    pub camera_flags: u32,
    /// Every sweep, in the order in which they ran.
    pub sweeps: Vec<SweepRow>,
    /// The camera of every tick.
    pub eyes: Vec<EyeRow>,
}

/// What decides how a body moves, beside its spheres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BodyFacts {
    /// Highest step that it climbs, metres.
    pub step_up: f32,
    /// Deepest step that it follows, metres.
    pub step_down: f32,
    /// The flags of its mover but those of contact, as in the original.
    pub flags: u32,
}

impl Recorded {
    /// Number of polygons.
    #[must_use]
    pub fn polygon_count(&self) -> usize {
        self.solids.iter().map(|solid| solid.polygons.len()).sum()
    }
}

/// A sweep.
#[derive(Clone, Debug, PartialEq)]
pub struct SweepRow {
    /// The tick.
    pub tick: u32,
    /// Whether it is the camera's.
    pub is_eye: bool,
    /// Where each sphere's centre is seen from that of the first, and its radius.
    pub spheres: Vec<(Vec3, f32)>,
    /// Where the first sphere's centre begins.
    pub from: Vec3,
    /// Where it wants to go.
    pub to: Vec3,
    /// What a body stood on before the tick, and whether it may be walked on.
    pub ground: Option<(Plane, bool)>,
    /// Its velocity before the tick, metres per second.
    pub velocity: Vec3,
    /// Where it was committed.
    pub end: Vec3,
    /// In one word.
    pub verdict: Verdict,
    /// The collision normal.
    pub normal: Option<Vec3>,
}

/// What a chase camera did in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EyeRow {
    /// The tick.
    pub tick: u32,
    /// The eye before the tick.
    pub previous: Vec3,
    /// The player in this tick: feet and turn.
    pub player: Frame,
    /// Where the boom hangs from.
    pub pivot: Vec3,
    /// The ideal pose.
    pub desired: Vec3,
    /// The target of the sweep.
    pub sought: Vec3,
    /// The eye.
    pub published: Vec3,
}

/// What `lane` did in `ticks`, which it ran.
fn recorded(setup: &Setup, lane: &LaneRecording, ticks: Range<u32>) -> Recorded {
    let objects = &setup.world.objects;
    let names = |is: fn(&Object) -> bool| -> Vec<String> {
        let chosen = objects.iter().filter(|object| is(object));
        chosen.map(|object| object.name.clone()).collect()
    };
    let passed = names(is_passed);
    let (mut solids, _) = solids(&setup.world);
    solids.retain(|solid| !passed.contains(&solid.name));
    let (spheres, cylinders) = round(&setup.world);
    let camera = match &setup.rig {
        Rig::Chase(rig) => Some(rig.settings),
        Rig::Mover(rig) => rig.camera,
        Rig::Sweep(_) => None,
    };
    let mut recorded = Recorded {
        hz: setup.hz,
        ticks: ticks.clone(),
        solids,
        spheres,
        cylinders,
        creatures: names(|object| object.kind.has(Kind::CREATURE) && !is_passed(object)),
        passed,
        is_map: setup.world.cells().is_some() || setup.world.ground().is_some(),
        body: None,
        camera,
        camera_flags: lane.policy_at(ticks.start).viewer_flags.bits(),
        sweeps: Vec::new(),
        eyes: Vec::new(),
    };
    for replay in lane.replays(setup, ticks) {
        let body = replay.before.rig.body();
        if let Some(body) = body.filter(|_| recorded.body.is_none()) {
            let mover = body.mover(&replay.policy);
            recorded.body = Some(BodyFacts {
                step_up: mover.step_up_height,
                step_down: mover.step_down_height,
                flags: mover.flags.0,
            });
        }
        recorded.sweeps.extend(sweeps(setup, &replay));
        if let Some(player) = player(&replay).filter(|_| camera.is_some()) {
            let outcome = &replay.outcome;
            recorded.eyes.push(EyeRow {
                tick: outcome.tick,
                previous: outcome.previous.origin,
                player,
                pivot: outcome.pivot,
                desired: outcome.desired.origin,
                sought: outcome.sought.origin,
                published: outcome.published.origin,
            });
        }
    }
    recorded
}

/// Whether movers pass the object.
fn is_passed(object: &Object) -> bool {
    object.state.has(ObjectState::ETHEREAL)
}

/// Objects of spheres and of cylinders that are met, each where it stands.
fn round(world: &World) -> (Vec<(String, Sphere)>, Vec<(String, Cylinder)>) {
    let (mut spheres, mut cylinders) = (Vec::new(), Vec::new());
    let is_round = |object: &&Object| object.parts.is_empty() && !is_passed(object);
    for object in world.objects.iter().filter(is_round) {
        let cell = object.position.cell;
        let place = |local: Vec3| {
            let at = object.position.frame.to_global(local * object.scale);
            world.to_scene(cell, at)
        };
        for cylinder in &object.cylinders {
            let placed = Cylinder {
                low: place(cylinder.low),
                height: cylinder.height * object.scale,
                radius: cylinder.radius * object.scale,
            };
            cylinders.push((object.name.clone(), placed));
        }
        // An object of cylinders is not asked for its spheres.
        let asked = match object.cylinders.is_empty() {
            true => object.spheres.as_slice(),
            false => &[],
        };
        for sphere in asked {
            let placed = Sphere {
                center: place(sphere.center),
                radius: sphere.radius * object.scale,
            };
            spheres.push((object.name.clone(), placed));
        }
    }
    (spheres, cylinders)
}

/// Where the player of a camera is after its tick; none without one.
fn player(replay: &Replay) -> Option<Frame> {
    match &replay.after.rig {
        RigState::Chase(chase) => Some(chase.player),
        RigState::Mover(_) => replay.outcome.body.map(|body| body.feet),
        RigState::Sweep { .. } | RigState::Moves(_) => None,
    }
}

/// The sweeps of a tick; those that lead nowhere are left out.
fn sweeps(setup: &Setup, replay: &Replay) -> Vec<SweepRow> {
    let outcome = &replay.outcome;
    let body = replay.before.rig.body();
    let radius = match &setup.rig {
        Rig::Chase(rig) => Some(rig.settings.radius),
        Rig::Mover(rig) => rig.camera.map(|camera| camera.radius),
        Rig::Sweep(rig) => match rig.mover {
            SweepMover::Viewer { radius } => Some(radius),
            SweepMover::Body(_) => None,
        },
    };
    let body_sweep = body.map(|_| outcome.sweep);
    let eye_sweep = match body {
        Some(_) => outcome.eye_sweep,
        None => Some(outcome.sweep),
    };
    let mut rows = Vec::new();
    for (sweep, is_eye) in [(body_sweep, false), (eye_sweep, true)] {
        let Some(sweep) = sweep.filter(|sweep| sweep.steps > 0) else {
            continue;
        };
        let mover = body.filter(|_| !is_eye);
        let spheres = match mover {
            Some(body) => body.spheres_apart(&replay.policy),
            None => radius
                .map(|radius| (Vec3::ZERO, radius))
                .into_iter()
                .collect(),
        };
        rows.push(SweepRow {
            tick: outcome.tick,
            is_eye,
            spheres,
            from: sweep.from,
            to: sweep.to,
            ground: mover.and_then(|body| body.ground(&setup.world)),
            velocity: mover.map_or(Vec3::ZERO, |body| body.velocity),
            end: sweep.reached,
            verdict: sweep.verdict,
            normal: sweep.normal,
        });
    }
    rows
}

/// What a source says of itself, line by line.
fn preface(language: Language, head: &Head, recorded: &Recorded) -> Vec<String> {
    let Head {
        scene,
        file,
        lane,
        policy,
        ticks,
        tolerance,
    } = head;
    let ticks = ticks.as_ref();
    let mut again = format!(
        "export-test {} --as {} --lane {}",
        shell_word(file),
        language.name(),
        shell_word(lane)
    );
    if let Some(ticks) = ticks {
        again.push_str(&format!(" --ticks {}..{}", ticks.start, ticks.end));
    }
    if *tolerance != TOLERANCE {
        again.push_str(&format!(" --tolerance {tolerance}"));
    }
    let Range { start, end } = recorded.ticks;
    // One line, whatever names hold.
    let clean = |text: &str| -> String {
        let letter = |c: char| if c.is_control() { ' ' } else { c };
        text.chars().map(letter).collect()
    };
    let policy = match policy == lane {
        true => String::new(),
        false => format!(" ({policy})"),
    };
    let mut lines = vec![
        format!(
            "{MARK}{}: lane {}{policy}, ticks {start}..{end} at {} Hz, as Sweepscope {} ran it.",
            clean(scene),
            clean(lane),
            recorded.hz,
            env!("CARGO_PKG_VERSION")
        ),
        format!("Again: sweepscope {}", clean(&again)),
        "Metres; right-handed, +X east, +Y north, +Z up.".to_owned(),
    ];
    for (names, words) in [
        (&recorded.passed, "Left out, as movers pass them"),
        (&recorded.creatures, "Creatures, which a camera passes"),
    ] {
        if !names.is_empty() {
            lines.push(format!("{words}: {}.", clean(&names.join(", "))));
        }
    }
    if recorded.is_map {
        let told = "Rooms and landscape have rules of their own, which polygons alone do not tell.";
        lines.push(told.to_owned());
    }
    lines
}

/// A line for each polygon, under the name of what it is of; `point` writes a corner and `face` a list of them.
fn polygons(
    recorded: &Recorded,
    point: fn(Vec3) -> String,
    face: fn(&str) -> String,
) -> impl Iterator<Item = String> {
    recorded.solids.iter().flat_map(move |solid| {
        let faces = solid.polygons.iter().map(move |corners| {
            let corners: Vec<String> = corners.iter().copied().map(point).collect();
            face(&corners.join(", "))
        });
        let name: String = solid.name.escape_debug().collect();
        std::iter::once(format!("// {name}")).chain(faces)
    })
}

/// Words that no module of Rust can be called.
const KEYWORDS: [&str; 50] = [
    "abstract", "as", "async", "await", "become", "box", "break", "const", "continue", "crate",
    "do", "dyn", "else", "enum", "extern", "false", "final", "fn", "for", "gen", "if", "impl",
    "in", "let", "loop", "macro", "match", "mod", "move", "mut", "override", "priv", "pub", "ref",
    "return", "self", "static", "struct", "super", "trait", "true", "try", "type", "typeof",
    "unsafe", "unsized", "use", "virtual", "where", "while",
];

/// `name` as words of letters and digits, lower case.
fn words(name: &str) -> Vec<String> {
    let parts = name.split(|c: char| !c.is_alphanumeric());
    let mut words: Vec<String> = parts
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
        .collect();
    if let [word] = &words[..]
        && KEYWORDS.contains(&word.as_str())
    {
        words.push("scene".to_owned());
    }
    if words
        .first()
        .is_none_or(|word| word.starts_with(|c: char| c.is_ascii_digit()))
    {
        words.insert(0, "scene".to_owned());
    }
    words
}
