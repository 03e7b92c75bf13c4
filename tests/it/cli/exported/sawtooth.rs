// What was recorded of sawtooth: lane retail, ticks 40..52 at 240 Hz, as Sweepscope 0.1.0 ran it.
// Again: sweepscope export-test sawtooth --as rust --lane retail --ticks 40..52
// Metres; right-handed, +X east, +Y north, +Z up.
//
//     mod sawtooth; // this file
//
//     #[test]
//     fn sweeps_end_where_they_were_recorded() {
//         let world = MyWorld::of(sawtooth::POLYGONS);
//         sawtooth::check_sweeps(|sweep| world.sweep(sweep.spheres, sweep.from, sweep.to));
//     }

#![allow(
    dead_code,
    unreachable_pub,
    reason = "a test asks for what it needs, from where it stands"
)]

/// Ticks per second.
pub const HZ: u32 = 240;

/// How far an answer may be off, metres.
pub const TOLERANCE: f64 = 0.0001;

/// Corners of every polygon, counter-clockwise seen from the front, metres.
#[rustfmt::skip]
pub const POLYGONS: &[&[[f32; 3]]] = &[
    // wall
    &[[5.0, -1.91, -3.5], [-5.0, -1.91, -3.5], [-5.0, -1.91, 6.5], [5.0, -1.91, 6.5]],
];

/// Objects that are spheres: centre and radius, metres.
#[rustfmt::skip]
pub const SPHERES: &[([f32; 3], f32)] = &[];

/// Objects that are upright cylinders: middle of the base, height and radius, metres.
#[rustfmt::skip]
pub const CYLINDERS: &[([f32; 3], f32, f32)] = &[];

/// The body, where there is one.
#[rustfmt::skip]
pub const BODY: Option<Body> = None;

/// The chase camera, where there is one.
#[rustfmt::skip]
pub const CAMERA: Option<Camera> = Some(Camera { pivot_offset: [0.0, 0.0, 1.5], viewer_offset: [0.0, -2.61, 0.0], stiffness: [0.45, 0.45], radius: 0.3, flags: 0x5c });

/// Every sweep, in the order in which they ran.
#[rustfmt::skip]
pub const SWEEPS: &[Sweep] = &[
    Sweep { tick: 40, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.4088228, 0.80966884], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.4088228, 0.80966884], verdict: "ok", normal: None },
    Sweep { tick: 41, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.4313449, 0.8226125], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.431345, 0.82261264], verdict: "ok", normal: None },
    Sweep { tick: 42, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.4534447, 0.8353136], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.4534447, 0.83531374], verdict: "ok", normal: None },
    Sweep { tick: 43, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.4751301, 0.8477766], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.4751301, 0.8477767], verdict: "ok", normal: None },
    Sweep { tick: 44, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.4964088, 0.8600059], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.4964089, 0.86000574], verdict: "ok", normal: None },
    Sweep { tick: 45, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.5172888, 0.87200564], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.5172888, 0.87200564], verdict: "ok", normal: None },
    Sweep { tick: 46, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.5377771, 0.88378054], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.5377771, 0.8837805], verdict: "ok", normal: None },
    Sweep { tick: 47, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.5578812, 0.8953346], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.5578812, 0.8953345], verdict: "ok", normal: None },
    Sweep { tick: 48, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.5776085, 0.90667194], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.5776085, 0.90667176], verdict: "ok", normal: None },
    Sweep { tick: 49, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.5969658, 0.9177967], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.5969658, 0.91779655], verdict: "ok", normal: None },
    Sweep { tick: 50, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.6159601, 0.92871284], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.6099999, 0.93082017], verdict: "adjusted", normal: Some([0.0, 1.0, 0.0]) },
    Sweep { tick: 51, is_eye: true, spheres: &[([0.0, 0.0, 0.0], 0.3)], from: [0.0, 0.0, 1.5], to: [0.0, -1.6287498, 0.94149226], ground: None, velocity: [0.0, 0.0, 0.0], end: [0.0, -1.6099999, 0.947922], verdict: "adjusted", normal: Some([0.0, 1.0, 0.0]) },
];

/// The chase camera in every tick.
#[rustfmt::skip]
pub const EYES: &[Eye] = &[
    Eye { tick: 40, previous: [0.0, -1.3858703, 0.7964778], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.4088228, 0.80966884], published: [0.0, -1.4088228, 0.80966884] },
    Eye { tick: 41, previous: [0.0, -1.4088228, 0.80966884], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.4313449, 0.8226125], published: [0.0, -1.431345, 0.82261264] },
    Eye { tick: 42, previous: [0.0, -1.431345, 0.82261264], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.4534447, 0.8353136], published: [0.0, -1.4534447, 0.83531374] },
    Eye { tick: 43, previous: [0.0, -1.4534447, 0.83531374], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.4751301, 0.8477766], published: [0.0, -1.4751301, 0.8477767] },
    Eye { tick: 44, previous: [0.0, -1.4751301, 0.8477767], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.4964088, 0.8600059], published: [0.0, -1.4964089, 0.86000574] },
    Eye { tick: 45, previous: [0.0, -1.4964089, 0.86000574], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.5172888, 0.87200564], published: [0.0, -1.5172888, 0.87200564] },
    Eye { tick: 46, previous: [0.0, -1.5172888, 0.87200564], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.5377771, 0.88378054], published: [0.0, -1.5377771, 0.8837805] },
    Eye { tick: 47, previous: [0.0, -1.5377771, 0.8837805], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.5578812, 0.8953346], published: [0.0, -1.5578812, 0.8953345] },
    Eye { tick: 48, previous: [0.0, -1.5578812, 0.8953345], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.5776085, 0.90667194], published: [0.0, -1.5776085, 0.90667176] },
    Eye { tick: 49, previous: [0.0, -1.5776085, 0.90667176], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.5969658, 0.9177967], published: [0.0, -1.5969658, 0.91779655] },
    Eye { tick: 50, previous: [0.0, -1.5969658, 0.91779655], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.6159601, 0.92871284], published: [0.0, -1.6099999, 0.93082017] },
    Eye { tick: 51, previous: [0.0, -1.6099999, 0.93082017], feet: [0.0, 0.0, 0.0], rotation: [1.0, 0.0, -0.0, -0.0], pivot: [0.0, 0.0, 1.5], desired: [0.0, -2.61, 1.5], sought: [0.0, -1.6287498, 0.94149226], published: [0.0, -1.6099999, 0.947922] },
];

/// Spheres that move together from one place to another.
#[derive(Clone, Copy, Debug)]
pub struct Sweep {
    /// The tick that it ran in.
    pub tick: u32,
    /// Whether it is the camera's.
    pub is_eye: bool,
    /// Where each sphere's centre is seen from that of the first, and its radius, metres.
    pub spheres: &'static [([f32; 3], f32)],
    /// Where the first sphere's centre begins, metres.
    pub from: [f32; 3],
    /// Where it wants to go.
    pub to: [f32; 3],
    /// What a body stood on before the tick.
    pub ground: Option<Ground>,
    /// Its velocity before the tick, metres per second.
    pub velocity: [f32; 3],
    /// Where the first sphere's centre was committed.
    pub end: [f32; 3],
    /// ok, adjusted, slid, collided or failed.
    pub verdict: &'static str,
    /// The collision normal.
    pub normal: Option<[f32; 3]>,
}

/// A plane that a body stands on: points p with normal * p + offset = 0.
#[derive(Clone, Copy, Debug)]
pub struct Ground {
    /// Unit normal.
    pub normal: [f32; 3],
    /// Negative distance from the origin along the normal, metres.
    pub offset: f32,
    /// Whether it may be walked on.
    pub is_walkable: bool,
}

/// What decides how a body moves, beside its spheres.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// Highest step that it climbs, metres.
    pub step_up: f32,
    /// Deepest step that it follows, metres.
    pub step_down: f32,
    /// Flags of its mover but those of contact: 0x8 path-clipped, 0x10 free to turn, 0x40 perfect clip, 0x100 player,
    /// 0x200 edge slide.
    pub flags: u32,
}

/// A chase camera.
#[derive(Clone, Copy, Debug)]
pub struct Camera {
    /// Pivot in the player's frame, metres.
    pub pivot_offset: [f32; 3],
    /// Boom from the pivot to the eye in the heading frame, metres.
    pub viewer_offset: [f32; 3],
    /// Stiffness of the origin and of the rotation, 0 to 1.
    pub stiffness: [f32; 2],
    /// Radius of the eye's sphere, metres.
    pub radius: f32,
    /// Flags of its sweeps: 0x4 viewer, 0x8 path-clipped, 0x10 free to turn, 0x40 perfect clip.
    pub flags: u32,
}

/// What a chase camera did in a tick.
#[derive(Clone, Copy, Debug)]
pub struct Eye {
    /// The tick.
    pub tick: u32,
    /// The eye before the tick, metres; where a camera starts in the first one.
    pub previous: [f32; 3],
    /// The player's feet in this tick, metres.
    pub feet: [f32; 3],
    /// The player's turn as a quaternion: w, x, y, z; without one it looks along +Y.
    pub rotation: [f32; 4],
    /// Where the boom hangs from.
    pub pivot: [f32; 3],
    /// The ideal pose.
    pub desired: [f32; 3],
    /// The target of the camera's sweep.
    pub sought: [f32; 3],
    /// The eye.
    pub published: [f32; 3],
}

/// Sweeps all, each for itself; `end_of` says where the first sphere's centre ends.
///
/// # Panics
/// Where an end is off by more than [`TOLERANCE`]: names every tick of them.
pub fn check_sweeps(mut end_of: impl FnMut(&Sweep) -> [f32; 3]) {
    let off = SWEEPS.iter().filter_map(|sweep| {
        let whose = if sweep.is_eye { "the camera's" } else { "the" };
        wrong(
            sweep.tick,
            &format!("{whose} sweep ends"),
            end_of(sweep),
            sweep.end,
        )
    });
    report(off.collect(), SWEEPS.len());
}

/// Runs the camera through all ticks, in order, from [`Eye::previous`] of the first; `eye_of` says where the eye is.
///
/// # Panics
/// Where an eye is off by more than [`TOLERANCE`]: names every tick of them.
pub fn check_eyes(mut eye_of: impl FnMut(&Eye) -> [f32; 3]) {
    let off = EYES
        .iter()
        .filter_map(|eye| wrong(eye.tick, "the eye is", eye_of(eye), eye.published));
    report(off.collect(), EYES.len());
}

fn wrong(tick: u32, what: &str, found: [f32; 3], wanted: [f32; 3]) -> Option<String> {
    let along = |axis: usize| f64::from(found[axis]) - f64::from(wanted[axis]);
    let (x, y, z) = (along(0), along(1), along(2));
    let off = (x * x + y * y + z * z).sqrt();
    // What is no number is off, too.
    let is_right = off <= TOLERANCE;
    let millimetres = off * 1000.0;
    (!is_right)
        .then(|| format!("tick {tick}: {what} at {found:?}, {millimetres:.3} mm off {wanted:?}"))
}

fn report(off: Vec<String>, all: usize) {
    let shown: Vec<&str> = off.iter().take(20).map(String::as_str).collect();
    assert!(
        off.is_empty(),
        "{} of {all} are off:\n{}",
        off.len(),
        shown.join("\n")
    );
}
