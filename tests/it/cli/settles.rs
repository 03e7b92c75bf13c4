//! What lanes settle into, as JSON has it: a camera behind a player that moves as it is told.

use super::sweepscope;

/// Runs a camera whose eye is always at full length behind a player that moves as `motion` says; its `settles`.
fn settles(motion: &str, hz: u32) -> Vec<serde_json::Value> {
    let text = format!(
        r#"Scene(version: 1, title: "t", hz: {hz}, length: Ticks(900), window: Ticks(300, 900),
            rig: Chase(feet: (0, 0, 0), viewer_offset: (0, -2, 0), status: 0x0, motion: {motion}),
            lanes: [
                Lane(name: "a", policy: "retail+sought=full-boom"),
                Lane(name: "b", policy: "legacy+sought=full-boom"),
            ])"#
    );
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("t.ron");
    std::fs::write(&path, text).unwrap();
    let json = sweepscope(["run", path.to_str().unwrap(), "--json"]).json();
    let lanes = json["lanes"].as_array().unwrap().iter();
    lanes.map(|lane| lane["settles"].clone()).collect()
}

#[test]
fn every_lane_says_what_it_settles_into() {
    // Sines whose period is a whole number of ticks; at phases 0 and pi a period of two ticks would stand still.
    for (motion, hz, kind, period) in [
        ("Still", 60, "fixed-point", None),
        ("Velocity((0, 0.03, 0))", 60, "drift", None),
        (
            "Sine(amplitude: (0.1, 0, 0), hz: 20)",
            60,
            "periodic",
            Some(3.0),
        ),
        (
            "Sine(amplitude: (0.1, 0, 0), hz: 20)",
            140,
            "periodic",
            Some(7.0),
        ),
        (
            "Sine(amplitude: (0.0000003, 0, 0), hz: 20)",
            140,
            "fixed-point",
            None,
        ),
    ] {
        let lanes = settles(motion, hz);
        assert_eq!(lanes.len(), 2);
        for lane in &lanes {
            let keys: Vec<&String> = lane.as_object().unwrap().keys().collect();
            assert_eq!(
                keys,
                [
                    "amplitude",
                    "hz",
                    "kind",
                    "period_ticks",
                    "returns_after_ticks",
                    "spread"
                ]
            );
            assert_eq!(lane["kind"], kind, "{motion}: {lane}");
            assert_eq!(lane["period_ticks"].as_f64(), period, "{motion}: {lane}");
            let wanted = period.map(|ticks| f64::from(hz) / ticks);
            assert_eq!(lane["hz"].as_f64(), wanted, "{motion}: {lane}");
            assert!(lane["amplitude"].as_f64().unwrap() >= 0.0);
        }
    }
}
