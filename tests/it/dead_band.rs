//! Where the camera parks, at every rate: scenes.md C11 and T12, in the scene `dead_band`.

use sweepscope::lane::{Measure, run_lane};
use sweepscope::policy::Policy;
use sweepscope::scene::{Source, build, shipped};

/// Least way that a tick must move the eye, metres (spec/camera.md 5.5).
const DEAD_BAND: f64 = 0.0004;

/// Share of the rest that a tick goes: stiffness 0.45, ten times a second.
fn share(hz: u32) -> f64 {
    4.5 / f64::from(hz)
}

/// What stands between the eye and its place 10 ticks after it parked, metres, and the longest move in those ticks.
struct Parked {
    tick: u32,
    gap: f64,
    moved: f64,
}

fn park(source: &Source, policy: &str, hz: u32) -> Option<Parked> {
    let built = build(source, Some(hz), None).unwrap();
    let policy: Policy = policy.parse().unwrap();
    let mut parked: Option<Parked> = None;
    run_lane(
        &built.setup,
        policy,
        built.setup.ticks,
        |outcome, counters| {
            let of = |measure: Measure| measure.of(outcome, counters).number().unwrap();
            let (gap, moved) = (of(Measure::Gap), of(Measure::EyeMove));
            assert!(gap.is_finite() && moved.is_finite());
            match &mut parked {
                None if of(Measure::Parked) > 0.0 => {
                    parked = Some(Parked {
                        tick: outcome.tick,
                        gap,
                        moved: 0.0,
                    });
                }
                Some(parked) if outcome.tick <= parked.tick + 10 => {
                    (parked.gap, parked.moved) = (gap, parked.moved.max(moved));
                }
                _ => {}
            }
        },
    );
    parked
}

/// Rates from 30 to 1700 Hz: round ones, those of screens, and those between.
fn rates() -> impl Iterator<Item = u32> {
    let odd = [31, 47, 75, 85, 97, 144, 165, 241, 333, 499, 997];
    (30..=300)
        .step_by(30)
        .chain((400..=1700).step_by(100))
        .chain(odd)
}

/// A tick goes alpha times the rest; one that would go less than 0.4 mm parks. So the rest is at most 0.4 mm / alpha, and before
/// the last tick it was at least that, of which alpha is then gone.
#[test]
fn the_rest_is_the_dead_band_over_alpha() {
    let source = shipped::find("dead_band").unwrap().source();
    for hz in rates() {
        let longest = DEAD_BAND / share(hz);
        for policy in ["retail", "retail+steps=equal-slices"] {
            let parked = park(&source, policy, hz).unwrap();
            let Parked { tick, gap, moved } = parked;
            // A tick's move is taken between f32 places up to 4 m out, each off by half a spacing on three axes at most.
            let slack = 3.0_f64.sqrt() * f64::from(f32::EPSILON) / share(hz);
            assert!(
                gap <= longest + slack && gap >= longest * (1.0 - share(hz)) - slack,
                "{policy}, {hz} Hz: parked in tick {tick}, {gap} m short, at most {longest}"
            );
            assert!(
                moved <= 1e-6,
                "{policy}, {hz} Hz: moves {moved} after tick {tick}"
            );
        }
    }
}

/// With stiffness 1 a tick goes all of the way: nothing is left, and nothing parks.
#[test]
fn a_stiff_camera_leaves_no_rest() {
    let source = shipped::find("dead_band_control").unwrap().source();
    for hz in rates() {
        let built = build(&source, Some(hz), Some(50)).unwrap();
        run_lane(&built.setup, Policy::RETAIL, 50, |outcome, counters| {
            let gap = Measure::Gap.of(outcome, counters).number().unwrap();
            assert!(gap <= 1e-6, "{hz} Hz, tick {}: {gap}", outcome.tick);
        });
    }
}

/// A time step of nothing, less than nothing, or no number is refused where it comes in.
#[test]
fn rates_that_are_none_are_refused() {
    let source = shipped::find("dead_band").unwrap().source();
    for hz in [0, 10_001, u32::MAX] {
        let error = build(&source, Some(hz), None).unwrap_err().to_string();
        assert!(error.contains("from 1 to 10000"), "{error}");
    }
    for hz in ["0", "-60", "0.5", "NaN", "inf", "1e9"] {
        let text = source
            .text
            .replace("hz: 60,\n    length", &format!("hz: {hz},\n    length"));
        assert_ne!(text, source.text);
        let error = sweepscope::scene::read(&text, "t.ron")
            .unwrap_err()
            .to_string();
        assert!(
            error.starts_with("t.ron:") && error.contains("hz"),
            "{hz}: {error}"
        );
    }
    // The slowest and the fastest rate that there is.
    for hz in [1, 2, 4, 5, 10_000] {
        park(&source, "retail", hz);
    }
}
