//! Where known runs part.

use super::*;
use crate::camera::ChaseSettings;
use crate::lane::Motion;
use crate::recording::samples::{SAWTOOTH, falling, recorded, wall_behind};

fn between(a: &str, b: &str, ticks: u32) -> Diff {
    let setup = wall_behind(240, ticks, Motion::Still);
    let (a, b) = (recorded(&setup, a, ticks), recorded(&setup, b, ticks));
    diff(&setup, &a, &b, TOLERANCE)
}

/// design.md, `diff`: for C3 the first difference that means something is in tick 50, step 6.
#[test]
fn the_sawtooth_begins_where_the_touch_time_is_not_found() {
    let diff = between("retail", SAWTOOTH, 400);
    // Another step rule may round otherwise, and does before it matters.
    assert!(diff.first_bit.as_ref().unwrap().tick <= 50);
    let first = diff.first.as_ref().unwrap();
    assert_eq!(
        (first.tick, first.sweep, first.step, first.field),
        (50, 1, 6, "touch_time")
    );
    assert_eq!(
        (first.a.to_string(), first.b.to_string()),
        ("found".into(), "none".into())
    );
    for links in [&first.chain.a, &first.chain.b] {
        let marked: Vec<&Link> = links.iter().filter(|link| link.differs).collect();
        assert_eq!(marked.len(), 1);
        assert!(matches!(marked[0].entry.event, Event::AdjustEnded { .. }));
        assert!(links.len() > AROUND);
    }
    let text = diff.to_string();
    assert!(
        text.contains("tick 50, sweep 1, step 6: touch_time"),
        "{text}"
    );
    let json = serde_json::to_value(&diff).unwrap();
    assert_eq!(json["first"]["tick"], 50);
    assert_eq!(
        (&json["first"]["a"], &json["first"]["b"]),
        (&"found".into(), &"none".into())
    );
    assert_eq!(json["first"]["chain"]["b"][0]["sweep"], 1);
}

#[test]
fn rounding_alone_means_nothing() {
    let diff = between("retail", "retail+steps=equal-slices", 400);
    let first_bit = diff.first_bit.unwrap();
    assert_eq!(diff.first, None, "{first_bit:?}");
    assert_ne!(first_bit.a, first_bit.b);
}

#[test]
fn equal_lanes_do_not_differ() {
    let diff = between("retail", "retail", 100);
    assert_eq!((&diff.first_bit, &diff.first), (&None, &None));
    assert!(diff.to_string().contains("equal bit for bit"));
}

#[test]
fn another_beginning_is_a_difference_of_tick_0() {
    let diff = between("retail", "retail+first_frame=full-length", 5);
    let first = diff.first.unwrap();
    assert_eq!(
        (first.tick, first.sweep, first.step, first.field),
        (0, 0, 0, "sought")
    );
    assert!(first.distance.unwrap() > 1.0);
}

/// scenes.md M1: with the filter the body falls through a floor that it lands on without.
#[test]
fn a_body_that_falls_through_differs_where_the_other_one_lands() {
    for camera in [None, Some(ChaseSettings::default())] {
        let setup = falling(camera);
        let [a, b] = ["retail", "retail+reach_filter=from-origin"]
            .map(|text| recorded(&setup, text, setup.ticks));
        let diff = diff(&setup, &a, &b, TOLERANCE);
        let first = diff.first.as_ref().unwrap();
        // Falling 2 m takes 0.64 s.
        assert!((18..=20).contains(&first.tick), "{diff}");
        assert_eq!((first.sweep, first.step, first.field), (1, 1, "hit"));
        assert!(first.a.to_string().starts_with("hit polygon 0 of floor"));
        assert_eq!(first.b, Told::Absent);
        // The reason stands in the chain.
        assert!(diff.to_string().contains("floor rejected"), "{diff}");
        let replay = a.replay(&setup, first.tick);
        assert!(replay.outcome.body.unwrap().grounded, "{diff}");
        let height = |lane: &LaneRecording| {
            lane.replay(&setup, setup.ticks - 1)
                .outcome
                .body
                .unwrap()
                .feet
                .origin
                .z
        };
        assert!(height(&a).abs() < 0.01 && height(&b) < -3.0, "{diff}");
    }
}

/// scenes.md M2: both stand on the same ground; what differs is the wall that one of them does not know of.
#[test]
fn a_wall_that_one_cell_list_lacks() {
    let source = crate::scene::shipped::find("registration")
        .unwrap()
        .source();
    let setup = crate::scene::build(&source, None, None).unwrap().setup;
    let (a, b) = (
        recorded(&setup, "retail", 30),
        recorded(&setup, "legacy", 30),
    );
    let diff = diff(&setup, &a, &b, TOLERANCE);
    let first = diff.first.unwrap();
    assert_eq!(first.field, "hit");
    assert!(first.a.to_string().contains("house"), "{}", first.a);
}
