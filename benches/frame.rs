//! How long a frame of the window takes, in a scene of 100,000 polygons with more than 100,000 overlay segments.
//!
//! `cargo bench --profile release --bench frame` prints milliseconds a frame: of the program's own work on the CPU, and of the whole frame, which on a
//! software adapter is mostly the drawing. Lines are made anew only when something changed; what that costs is a row of its own.

use std::path::Path;
use std::time::{Duration, Instant};

use bevy::prelude::*;
use sweepscope::overlay::Layer;
use sweepscope::viewer::command::{Asked, Command};
use sweepscope::viewer::{Arrangement, Drawn, Picture, Rebuilt, adapter, offscreen};

/// Polygons of a side of the ground.
const SIDE: usize = 224;

/// Frames that are measured of each.
const FRAMES: usize = 40;

fn main() {
    // `cargo test --benches` only wants to know that it starts.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    let mut out = std::io::stdout();
    if let Err(why) = run(&mut out) {
        let _ = std::io::Write::write_fmt(&mut out, format_args!("not measured: {why}\n"));
    }
}

fn run(out: &mut dyn std::io::Write) -> Result<(), String> {
    let adapter = adapter()?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let scene = scene(folder.path()).map_err(|error| error.to_string())?;
    let _ = writeln!(out, "adapter: {adapter}");
    let _ = writeln!(
        out,
        "{:<28} {:>8} {:>8} {:>9} {:>9}",
        "", "CPU ms", "all ms", "segments", "rebuilds"
    );
    for (name, arrangement) in [
        ("two views", Arrangement::Split),
        ("four views", Arrangement::Quad),
    ] {
        let (mut app, _) = offscreen(Picture {
            scene: Some(scene.clone()),
            tick: 3,
            size: (1920, 1080),
            view: None,
            commands: vec![
                Command::Arrange(arrangement),
                Command::Layer(Layer::BspSpheres),
                Command::Limits(60.0, 20_000),
            ],
        })?;
        measure(&mut app, &format!("{name}, at rest"), None, out);
        measure(&mut app, &format!("{name}, tick by tick"), Some(()), out);
    }
    Ok(())
}

/// Runs frames; with `steps` the cursor goes to another tick before each.
fn measure(app: &mut App, name: &str, steps: Option<()>, out: &mut dyn std::io::Write) {
    let rebuilt = |app: &App| app.world().resource::<Rebuilt>().0;
    let before = rebuilt(app);
    let (mut cpu, mut all) = (Vec::new(), Vec::new());
    for frame in 0..FRAMES {
        if steps.is_some() {
            let tick = (frame % 8) as u32;
            let asked = &mut app.world_mut().resource_mut::<Asked>().0;
            asked.push(Command::Seek(tick));
        }
        let begun = Instant::now();
        // The program's own schedules alone; drawing happens in the other half of an update.
        app.main_mut().run_default_schedule();
        cpu.push(begun.elapsed());
        let begun = Instant::now();
        app.update();
        all.push(begun.elapsed());
    }
    let segments: usize = app
        .world()
        .resource::<Drawn>()
        .0
        .iter()
        .flat_map(|overlay| &overlay.items)
        .map(|item| {
            let strips = sweepscope::overlay::wire::strips(&item.shape, None);
            strips
                .iter()
                .map(|strip| strip.len().saturating_sub(1))
                .sum::<usize>()
        })
        .sum();
    let _ = writeln!(
        out,
        "{name:<28} {:>8.2} {:>8.2} {segments:>9} {:>9}",
        median(cpu),
        median(all),
        rebuilt(app) - before
    );
}

fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times[times.len() / 2].as_secs_f64() * 1e3
}

/// A hilly ground of 100,352 triangles with a few long sweeps close over it.
fn scene(folder: &Path) -> std::io::Result<String> {
    use std::fmt::Write as _;
    let mut mesh = String::new();
    for y in 0..=SIDE {
        for x in 0..=SIDE {
            let height = ((x * 7 + y * 13) % 17) as f32 * 0.02;
            let _ = writeln!(mesh, "v {} {} {height}", x as f32 * 0.5, y as f32 * 0.5);
        }
    }
    let corner = |x: usize, y: usize| y * (SIDE + 1) + x + 1;
    for y in 0..SIDE {
        for x in 0..SIDE {
            let (a, b) = (corner(x, y), corner(x + 1, y));
            let (c, d) = (corner(x + 1, y + 1), corner(x, y + 1));
            let _ = writeln!(mesh, "f {a} {b} {c}\nf {a} {c} {d}");
        }
    }
    std::fs::write(folder.join("ground.obj"), mesh)?;
    let sweeps: String = (0..8)
        .map(|k| format!("(({k}, 2, 0.62), ({}, 100, 0.62)), ", 20 + k))
        .collect();
    let text = format!(
        r#"Scene(
    version: 1,
    title: "Frames",
    look_for: "How long a frame takes.",
    objects: [Object(name: "ground", shape: Mesh(file: "ground.obj", up: Z))],
    rig: Sweep(sweeps: List([{sweeps}])),
    lanes: [Lane(name: "retail", policy: "retail"), Lane(name: "legacy", policy: "legacy")],
)
"#
    );
    let path = folder.join("frames.ron");
    std::fs::write(&path, text)?;
    Ok(path.display().to_string())
}
