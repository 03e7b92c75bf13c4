use super::*;

/// Judges an eye that is `distance(tick)` away on the y axis, at 240 Hz.
fn judge(ticks: usize, distance: impl Fn(usize) -> f64) -> Settles {
    let series: Vec<f64> = (0..ticks).map(&distance).collect();
    let positions: Vec<Vec3> = series
        .iter()
        .map(|y| Vec3::new(0.3, -*y as f32, 1.5))
        .collect();
    settles(&positions, &series, 240).unwrap()
}

/// Numbers in 0..1 that repeat nowhere near: a 32-bit xorshift.
fn noise(ticks: usize) -> Vec<f64> {
    let mut state = 0x1234_5678_u32;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 17;
        state ^= state << 5;
        f64::from(state) / f64::from(u32::MAX)
    };
    (0..ticks).map(|_| next()).collect()
}

#[test]
fn nothing_settles_into_nothing() {
    assert_eq!(settles(&[], &[], 240), None);
    // One tick does not show that it stands still; two do.
    assert_eq!(settles(&[Vec3::ONE], &[1.0], 240), None);
    assert_eq!(
        settles(&[Vec3::ONE; 2], &[1.0; 2], 240).map(|s| s.kind),
        Some(SettlesKind::FixedPoint)
    );
}

#[test]
fn a_micrometre_a_tick_is_standing_still_and_more_is_not() {
    let still = judge(100, |_| 1.61);
    assert_eq!(
        (still.kind, still.amplitude, still.period_ticks),
        (SettlesKind::FixedPoint, 0.0, None)
    );
    // f32 at 1.61 is spaced 1.2e-7 m.
    assert_eq!(
        judge(50, |tick| 1.61 + 0.8e-6 * tick as f64).kind,
        SettlesKind::FixedPoint
    );
    assert_eq!(
        judge(50, |tick| 1.61 + 1.3e-6 * tick as f64).kind,
        SettlesKind::Drift
    );
}

#[test]
fn whole_periods_are_found_by_repetition() {
    for period in [2, 3, 7, 256] {
        let shape = noise(period);
        let orbit = judge(period * 3, |tick| 1.5 + 0.1 * shape[tick % period]);
        assert_eq!(
            (orbit.kind, orbit.period_ticks),
            (SettlesKind::Periodic, Some(period as f64))
        );
        assert_eq!(orbit.hz, Some(240.0 / period as f64));
        let (low, high) = shape
            .iter()
            .fold((1.0, 0.0), |(l, h), v| (v.min(l), v.max(h)));
        assert!((orbit.amplitude - 0.1 * (high - low)).abs() < 1e-9);
    }
    // Two repetitions are not three.
    let shape = noise(40);
    assert_eq!(
        judge(119, |tick| shape[tick % 40]).kind,
        SettlesKind::Irregular
    );
}

/// scenes.md C3: exponential teeth whose length is no whole number of ticks.
#[test]
fn a_sawtooth_of_fractional_period_is_found_by_its_crossings() {
    for period in [12.7418_f64, 5.3719, 43.2537] {
        let tooth = judge(960, |tick| 1.342 + 0.267 * ((tick as f64 / period).fract()));
        assert_eq!(tooth.kind, SettlesKind::Periodic, "period {period}");
        let found = tooth.period_ticks.unwrap();
        // Both ends of the counted stretch are rounded to ticks.
        let teeth = 960.0 / period - 2.0;
        assert!(
            (found - period).abs() <= 1.0 / teeth,
            "period {period}: {found}"
        );
        assert!((tooth.hz.unwrap() - 240.0 / found).abs() < 1e-12);
        assert!(tooth.amplitude > 0.2);
    }
}

#[test]
fn too_few_or_uneven_teeth_are_no_period() {
    let sine = |period: f64| {
        move |tick: usize| crate::ops::cos(std::f64::consts::TAU * tick as f64 / period)
    };
    // 3 upward crossings, then 4.
    assert_eq!(judge(400, sine(120.3)).kind, SettlesKind::Irregular);
    assert_eq!(judge(500, sine(120.3)).kind, SettlesKind::Periodic);
    // Gaps of 20 and 30 ticks: 20 % off their mean.
    let uneven = judge(1000, |tick| {
        if matches!(tick % 50, 0..10 | 20..35) {
            1.0
        } else {
            tick as f64 * 1e-4
        }
    });
    assert_eq!(uneven.kind, SettlesKind::Irregular);
}

#[test]
fn half_a_millimetre_a_tick_is_drift() {
    let drift = judge(300, |tick| 0.0005 * tick as f64);
    assert_eq!(
        (drift.kind, drift.period_ticks, drift.hz),
        (SettlesKind::Drift, None, None)
    );
    assert!((drift.amplitude - 0.1495).abs() < 1e-9);
    // With a shake of the same size on top it still drifts, there and back it does not.
    let shake = noise(300);
    assert_eq!(
        judge(300, |tick| 0.0005 * (tick as f64 + shake[tick])).kind,
        SettlesKind::Drift
    );
    assert_eq!(
        judge(300, |tick| 0.0005 * (150.0 - tick as f64).abs()).kind,
        SettlesKind::Irregular
    );
}

#[test]
fn feet_are_judged_by_the_axis_on_which_they_move_most() {
    let hop = |tick: usize| [0.0, 0.3, 0.4, 0.3, 0.0][tick % 5];
    let feet = |tick: usize| Vec3::new(4.0, 1e-3 * hop(tick), hop(tick));
    let positions: Vec<Vec3> = (0..60).map(feet).collect();
    let hopping = settles_feet(&positions, 30).unwrap();
    assert_eq!(
        (hopping.kind, hopping.hz),
        (SettlesKind::Periodic, Some(6.0))
    );
    assert!((hopping.amplitude - 0.4).abs() < 1e-6);
    assert_eq!(settles_feet(&[], 30), None);
}

/// design.md, "Settles": a body in scripted sweeps has no camera. Each sweep of 0.308 m is as long as the last; the
/// feet fall all the same: three moves between the last four ends.
#[test]
fn a_body_that_falls_in_scripted_sweeps_drifts() {
    let source = crate::scene::shipped::find("off_centre_full")
        .unwrap()
        .source();
    let built = crate::scene::build(&source, None, None).unwrap();
    let mut recording = Recording::of_scene(source, &built);
    recording.run_to(built.setup.ticks);
    let legacy = run_settles(&recording)[1].unwrap();
    assert_eq!(legacy.kind, SettlesKind::Drift);
    assert!((legacy.amplitude - 3.0 * 0.308).abs() < 1e-4, "{legacy}");
}

/// scenes.md C15: the eye of the turning player goes round at one distance, once in as many ticks as the window has.
#[test]
fn an_orbit_as_long_as_the_window_is_told() {
    let source = crate::scene::shipped::find("closet").unwrap().source();
    let built = crate::scene::build(&source, None, None).unwrap();
    let mut recording = Recording::of_scene(source, &built);
    recording.run_to(built.setup.ticks);
    let settled = run_settles(&recording);
    let legacy = settled[4].unwrap();
    assert_eq!(legacy.kind, SettlesKind::Irregular);
    // 90 degrees a second at 60 Hz: 240 ticks round, of which the last is the first of the next round.
    assert_eq!(legacy.returns_after_ticks, Some(239));
    // A circle whose radius is one of nine slices of the damped boom's level part. An eye that goes 0.075 of the way each tick
    // after a target that turns by 1.5 degrees goes round on a circle that is smaller by 0.075 / |1 - 0.925 e^(i 1.5)|.
    let cos = crate::ops::cos(1.5_f64.to_radians());
    let side = 2.0 * 2.5 / 9.0 * 0.075 / (1.0 - 2.0 * 0.925 * cos + 0.925 * 0.925_f64).sqrt();
    let Size::Place(place) = legacy.size() else {
        panic!("{legacy}");
    };
    assert!((place - side * 2.0_f64.sqrt()).abs() < 1e-3, "{legacy}");
    assert!(
        legacy.to_string().starts_with("irregular, place 7"),
        "{legacy}"
    );
    assert!(legacy.to_string().ends_with(" mm, back after 239 ticks"));
    let hops = settled[3].unwrap();
    assert!(
        hops.to_string().starts_with("irregular, 225.6 mm"),
        "{hops}"
    );
}

#[test]
fn what_rounds_to_nothing_is_told_in_micrometres() {
    let shake = noise(600);
    let shaken = judge(600, |tick| 1.5 + 20e-6 * shake[tick]);
    assert_eq!(shaken.returns_after_ticks, None, "noise goes nowhere");
    let text = shaken.to_string();
    assert!(
        text.starts_with("irregular, ") && text.ends_with(" µm"),
        "{text}"
    );
    // Three long waves are no period, but the place comes back.
    let wave = judge(400, |tick| {
        crate::ops::cos(std::f64::consts::TAU * tick as f64 / 120.3)
    });
    let back = wave.returns_after_ticks.unwrap();
    assert!(back.abs_diff(120) <= 8, "{back}");
}

#[test]
fn noise_is_irregular() {
    let values = noise(600);
    assert_eq!(
        judge(600, |tick| 1.5 + 0.001 * values[tick]).kind,
        SettlesKind::Irregular
    );
}

/// What shakes by less than a micrometre is the same place; what shakes by more has no period of its own, but the
/// orbit under it is still found by its crossings.
#[test]
fn a_shake_hides_neither_rest_nor_orbit() {
    let shake = noise(600);
    assert_eq!(
        judge(600, |tick| 1.5 + 0.4e-6 * shake[tick]).kind,
        SettlesKind::FixedPoint
    );
    for period in [2, 3, 7] {
        for (size, exact) in [(0.3e-6, true), (50e-6, false)] {
            let orbit = judge(600, |tick| {
                1.5 + 0.01 * f64::from(u8::from(tick % period == 0)) + size * shake[tick]
            });
            assert_eq!(orbit.kind, SettlesKind::Periodic, "{period}, {size}");
            let found = orbit.period_ticks.unwrap();
            assert!(if exact {
                found == period as f64
            } else {
                (found - period as f64).abs() < 1e-9
            });
            assert!((orbit.amplitude - 0.01).abs() < 1e-4);
        }
    }
}

/// An eye that circles its pivot, or goes round it, has one distance all the time: its place says what it does.
#[test]
fn places_count_where_the_distance_is_constant() {
    let round = |degrees: f64| {
        let angle = degrees.to_radians();
        Vec3::new(
            (2.0 * crate::ops::sin(angle)) as f32,
            (2.0 * crate::ops::cos(angle)) as f32,
            1.5,
        )
    };
    let distances = [2.0; 630];
    let circling: Vec<Vec3> = (0..630)
        .map(|tick| round(f64::from(tick % 7) * 360.0 / 7.0))
        .collect();
    let circle = settles(&circling, &distances, 1500).unwrap();
    assert_eq!(
        (circle.kind, circle.period_ticks, circle.amplitude),
        (SettlesKind::Periodic, Some(7.0), 0.0)
    );
    assert_eq!(circle.hz, Some(1500.0 / 7.0));
    // A hundredth of a degree a tick: 0.35 mm.
    let drifting: Vec<Vec3> = (0..630).map(|tick| round(f64::from(tick) * 0.01)).collect();
    let drift = settles(&drifting, &distances, 1500).unwrap();
    assert_eq!((drift.kind, drift.period_ticks), (SettlesKind::Drift, None));
    // The distance is rounded, and to and fro evenly: that is no orbit.
    let rounded: Vec<f64> = (0..630)
        .map(|tick| 2.0 + 2e-7 * f64::from(tick % 4 / 2))
        .collect();
    let drift = settles(&drifting, &rounded, 1500).unwrap();
    assert_eq!((drift.kind, drift.period_ticks), (SettlesKind::Drift, None));
}

#[test]
fn noise_of_any_size_is_irregular() {
    let values = noise(900);
    for size in [1e-5, 1e-3, 0.1] {
        for start in [0, 100, 300] {
            let shaken = judge(600, |tick| 1.5 + size * values[start + tick]);
            assert_eq!(shaken.kind, SettlesKind::Irregular, "{size}, {start}");
            assert_eq!((shaken.period_ticks, shaken.hz), (None, None));
        }
    }
}

/// scenes.md C3 at 240 Hz: the formula of its 2.2 says 18.93 Hz.
#[test]
fn the_lanes_of_the_sawtooth_settle_as_its_table_says() {
    let source = crate::scene::shipped::find("sawtooth").unwrap().source();
    let built = crate::scene::build(&source, None, None).unwrap();
    let mut recording = Recording::of_scene(source, &built);
    recording.run_to(built.setup.ticks);
    let settled: Vec<Settles> = run_settles(&recording).into_iter().flatten().collect();
    let kinds: Vec<SettlesKind> = settled.iter().map(|settles| settles.kind).collect();
    let (fixed, periodic) = (SettlesKind::FixedPoint, SettlesKind::Periodic);
    assert_eq!(kinds, [fixed, fixed, periodic, periodic]);
    // The table: 160 drops in 4 s, between 1.5000 and 1.6002; 75 to 76 drops between 1.3425 and 1.6088.
    assert_eq!(
        (settled[2].period_ticks, settled[2].hz),
        (Some(6.0), Some(40.0))
    );
    assert!((settled[2].amplitude - 0.1002).abs() < 1e-4);
    assert!((settled[3].hz.unwrap() - 18.93).abs() < 0.03 * 18.93);
    assert!((settled[3].amplitude - 0.2663).abs() < 1e-4);
    assert_eq!(settled[3].to_string(), "periodic, 266.3 mm, 18.83 Hz");
}

/// The sawtooth of the last lane stops once its steps are retail's: what it did before, and how it came to rest, is not judged.
#[test]
fn a_lane_with_another_policy_is_judged_by_what_follows_the_change() {
    let source = crate::scene::shipped::find("sawtooth").unwrap().source();
    let built = crate::scene::build(&source, None, None).unwrap();
    let mut recording = Recording::of_scene(source, &built);
    recording.run_to(built.setup.ticks);
    let window = recording.settle_window();
    assert!(window.contains(&699));
    let before = run_settles(&recording);
    let _ = recording.lanes[3].fork(&built.setup, 700, crate::policy::Policy::RETAIL);
    recording.run_to(built.setup.ticks);
    let after = run_settles(&recording);
    assert_eq!(after[..3], before[..3], "the others are as they were");
    assert_eq!(before[3].unwrap().kind, SettlesKind::Periodic);
    assert_eq!(after[3].unwrap().kind, SettlesKind::FixedPoint);
    let result = crate::export::LaneResult::of(&recording.lanes[3], &built.setup, window.clone());
    assert_eq!(result.settles, after[3]);

    let lane = &recording.lanes[3];
    let end = lane.len();
    // A third is left to come to rest.
    assert_eq!(
        judged_window(lane, window).len() as u32,
        (end - 700) * 2 / 3
    );
    for asked in [700..end, 710..900, 100..700, 0..1] {
        assert_eq!(judged_window(lane, asked.clone()), asked);
    }
    assert_eq!(judged_window(lane, 600..730), 710..730);
    assert_eq!(judged_window(lane, end + 5..end + 9), end..end);
    // One tick after the change says nothing.
    assert_eq!(lane_settles(lane, 300..701, 240), None);
}
