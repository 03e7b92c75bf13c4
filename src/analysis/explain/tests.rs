//! The autopsy of known ticks.

mod bodies;
mod cameras;

use super::*;
use crate::lane::Motion;
use crate::recording::samples::{SAWTOOTH, recorded, wall_behind, wall_of_origin};

fn story_of(setup: &Setup, policy: &str, tick: u32, sweep: Option<u32>) -> Explanation {
    let replay = recorded(setup, policy, tick + 1).replay(setup, tick);
    explain(setup, "lane", &replay, sweep)
}

fn story(policy: &str, tick: u32) -> Explanation {
    story_of(&wall_behind(240, 100, Motion::Still), policy, tick, None)
}

/// The line of `text` that begins with `label`, without it.
fn line<'a>(text: &'a str, label: &str) -> &'a str {
    let lines = text.lines().map(str::trim);
    let mut found = lines.filter_map(|line| {
        line.strip_prefix(label)
            .filter(|rest| rest.starts_with("  "))
    });
    found
        .next()
        .unwrap_or_else(|| panic!("no {label} in\n{text}"))
        .trim()
}

/// scenes.md C3: the sixth step goes through the wall and is answered by the touch time.
#[test]
fn a_hit_is_told_from_its_candidate_to_its_normal() {
    let story = story("retail", 50);
    let sweep = &story.sweeps[0];
    assert_eq!((sweep.planned_steps, sweep.steps.len()), (6, 6));
    assert!(sweep.steps[..5].iter().all(StepStory::is_clear) && !sweep.steps[5].is_clear());
    let offered: Vec<_> = sweep.steps[5].attempts[0].candidates().collect();
    let hit = &offered[0].query;
    assert_eq!(
        (offered[0].name.as_str(), hit.answer),
        ("wall", Some(Outcome::Adjusted))
    );
    assert_eq!(
        (hit.walks[0].nodes.len(), hit.walks[0].polygons.len()),
        (1, 1)
    );
    assert!(hit.walks[0].polygons[0].touched && hit.walks[0].polygons[0].approached);
    let adjust = hit.adjust.as_ref().unwrap();
    assert!(adjust.success && adjust.rounds[0].phase == 1 && adjust.rounds[0].clear);
    assert!(
        adjust
            .rounds
            .iter()
            .all(|round| round.walk.polygons.len() == 1)
    );
    assert_eq!(
        hit.hit.map(|hit| (hit.polygon, hit.normal)),
        Some((PolygonId(0), Vec3::Y))
    );
    // The sphere's depth before is what it is moved by along the normal.
    assert!((hit.walks[0].polygons[0].depth_mm - f64::from(hit.shift.y) * 1000.0).abs() < 0.01);
    assert_eq!(
        sweep.steps[5].normal.as_ref().map(|normal| normal.source),
        Some(NormalSource::Contact)
    );
    let after = &offered[1].query;
    assert!(
        after.adjust.is_none()
            && !after.walks[0].polygons[0].touched
            && after.walks[0].polygons[0].depth_mm < 0.01
    );
}

#[test]
fn the_story_is_aligned_and_folds_what_is_clear() {
    let text = story("retail", 50).to_string();
    assert!(line(&text, "steps 1-5").starts_with("clear, 5 polygons tested, nearest plane "));
    assert_eq!(
        line(&text, "normal"),
        "(0.000, 1.000, 0.000), of polygon 0 of wall"
    );
    assert!(line(&text, "desired").contains("2.610 m from the pivot"));
    assert!(!text.contains("step 5 "), "{text}");
    // All texts begin in one column.
    let columns: Vec<usize> = text
        .lines()
        .skip(1)
        .map(|line| {
            let label = line.len() - line.trim_start().len();
            let gap = line[label..].find("  ").unwrap() + label;
            gap + line[gap..].len() - line[gap..].trim_start().len()
        })
        .collect();
    assert!(columns.iter().all(|column| *column == columns[0]), "{text}");
}

#[test]
fn a_search_that_fails_is_told_with_what_it_leads_to() {
    let text = story(SAWTOOTH, 50).to_string();
    assert_eq!(
        line(&text, "touch time"),
        "none found, 0 rounds, counter 15"
    );
    assert_eq!(
        line(&text, "normal"),
        "(0.000, 0.000, 1.000), made up, since nobody wrote one"
    );
    assert!(
        line(&text, "reverted").contains("285.7 mm of way undone"),
        "{text}"
    );
    assert!(line(&text, "ended").starts_with("collided (first-hit in step 6)"));
}

/// scenes.md M1: the filter measures to the object's origin, which is far from its polygons.
#[test]
fn a_rejected_object_is_told_even_where_all_is_clear() {
    let setup = wall_of_origin(Vec3::new(0.0, 60.0, 0.0));
    let story = story_of(&setup, "retail+reach_filter=from-origin", 50, None);
    let rejected = story.sweeps[0].steps[0].attempts[0].candidates().next();
    let rejected = rejected.unwrap();
    assert!(!rejected.admitted && rejected.admitted_at_center == Some(true));
    // From (0, 0, 1.5) to (0, 60, 0), against both radii, a step of 0.3 m and 2 m of slack.
    let bounds = setup.world.objects[0].bounds();
    let wanted = 0.3 + f64::from(bounds.radius) + 0.3 + 2.0 - (60.0_f64 * 60.0 + 1.5 * 1.5).sqrt();
    assert!(
        (rejected.margin_mm - wanted * 1000.0).abs() < 1.0,
        "{}",
        rejected.margin_mm
    );
    let text = story.to_string();
    assert!(
        line(&text, "steps 1-6").starts_with("clear, no polygon tested"),
        "{text}"
    );
    let told = line(&text, "wall");
    assert!(
        told.starts_with("rejected untested: ") && told.contains("its bounding sphere's centre"),
        "{told}"
    );
}

#[test]
fn only_the_chosen_sweep_is_told() {
    let setup = wall_behind(240, 100, Motion::Still);
    assert_eq!(story_of(&setup, "retail", 0, Some(1)).sweeps.len(), 1);
    assert!(story_of(&setup, "retail", 0, Some(2)).sweeps.is_empty());
}

#[test]
fn json_has_every_step() {
    let json = serde_json::to_value(story("retail", 50)).unwrap();
    assert_eq!(json["sweeps"][0]["steps"].as_array().map(Vec::len), Some(6));
    assert_eq!(json["sweeps"][0]["end"]["verdict"], "adjusted");
    assert_eq!(json["camera"]["rung"], "swept");
    assert_eq!(json["digest"].as_str().map(str::len), Some(16));
}

/// Ten thousand steps of 0.25 m add up their rounding; a story that stops early has no such excuse.
#[test]
fn only_what_went_as_planned_is_off_by_rounding() {
    let step = |step: u32| StepStory {
        step,
        from: Vec3::Y * (step as f32 - 1.0) * 0.25,
        to: Vec3::Y * step as f32 * 0.25,
        attempts: Vec::new(),
        normal: None,
        reverted_from: None,
        outcome: Some(Outcome::Ok),
        committed: Some(Vec3::Y * step as f32 * 0.25),
    };
    let told = |taken: u32, short_mm: f64| {
        let story = SweepStory {
            sweep: 1,
            from: Vec3::ZERO,
            to: Vec3::Y,
            feet: None,
            radius: 0.3,
            length: 1.0,
            planned_steps: 4,
            step_length: 0.25,
            steps: (1..=taken).map(step).collect(),
            deflections: Vec::new(),
            end: Some(EndStory {
                verdict: Verdict::Ok,
                stop_reason: StopReason::End,
                colliding_step: None,
                end: Vec3::ZERO,
                short_mm,
            }),
        };
        story.off_target()
    };
    assert_eq!(told(4, 0.05), None);
    assert_eq!(
        told(4, 2.5).as_deref(),
        Some("2.5 mm from its target by rounding")
    );
    assert_eq!(
        told(3, 250.0).as_deref(),
        Some("250.0 mm short of its target")
    );
}

fn scene_story(scene: &str, policy: &str, tick: u32) -> Explanation {
    let source = crate::scene::shipped::find(scene).unwrap().source();
    let built = crate::scene::build(&source, None, None).unwrap();
    story_of(&built.setup, policy, tick, None)
}

/// spec/transition.md 4 and 9: a body that lands is lifted by the rock, one that stands on it goes along it.
#[test]
fn the_ground_that_stops_a_body_is_named() {
    let lands = scene_story("off_centre_full", "retail", 2);
    let told = line(&lands.to_string(), "ended").to_owned();
    assert!(
        told.ends_with("165.6 mm from its target: moved by polygon 0 of rock in step 1"),
        "{told}"
    );
    let stands = scene_story("off_centre_full", "retail", 5);
    let told = line(&stands.to_string(), "ended").to_owned();
    assert!(
        told.ends_with("302.0 mm from its target: turned along polygon 0 of rock in step 1"),
        "{told}"
    );
    // What falls freely gets where it was sent.
    let falls = scene_story("off_centre_full", "legacy", 5);
    assert!(falls.sweeps[0].deflections.is_empty() && falls.sweeps[0].off_target().is_none());
}

/// The step down is part of the attempt that lost the ground: its attempts stand below it, not beside it.
#[test]
fn steps_down_have_their_attempts_inside() {
    let story = scene_story("off_centre_full", "retail", 5);
    let step = &story.sweeps[0].steps[0];
    assert_eq!((step.attempts.len(), step.all_attempts().len()), (1, 3));
    let trials = step.attempts[0].trials();
    let [trial] = trials.as_slice() else {
        panic!("{trials:?}");
    };
    assert_eq!(
        (trial.kind, trial.success, trial.attempts.len()),
        (TrialKind::StepDown, Some(true), 2)
    );
    let first = step.attempts[0].candidates().next().unwrap();
    assert_eq!(first.query.answer, Some(Outcome::Ok));
    let text = story.to_string();
    assert_eq!(
        line(&text, "step down"),
        "looks for ground 0.750 m below: stands on ground"
    );
    let indents = text
        .lines()
        .filter(|line| line.trim().starts_with("attempt"));
    let indents: Vec<usize> = indents.map(|l| l.len() - l.trim_start().len()).collect();
    assert_eq!(indents, [6, 10, 10]);
    assert!(text.contains("attempt 2 "), "{text}");
}

/// What a step up answers belongs to the object that asked for it, not to the last one met on the way up.
#[test]
fn a_step_up_belongs_to_the_object_that_it_climbs() {
    let mut climbed = 0;
    for scene in ["cylinder_stairs", "cellar_lip"] {
        let source = crate::scene::shipped::find(scene).unwrap().source();
        let built = crate::scene::build(&source, None, None).unwrap();
        let lane = recorded(&built.setup, "retail", built.setup.ticks);
        for tick in 0..built.setup.ticks {
            let replay = lane.replay(&built.setup, tick);
            let story = explain(&built.setup, "lane", &replay, None);
            let steps = story.sweeps.iter().flat_map(|sweep| &sweep.steps);
            for attempt in steps.flat_map(StepStory::all_attempts) {
                // Every object that was admitted has answered: nothing is lost between the levels.
                let mut admitted = attempt.candidates().filter(|c| c.admitted);
                assert!(admitted.all(|c| c.query.answer.is_some()), "{scene} {tick}");
                for trial in attempt.trials() {
                    assert!(trial.success.is_some() && !trial.attempts.is_empty());
                    climbed += usize::from(trial.kind == TrialKind::StepUp);
                }
            }
        }
    }
    assert!(climbed > 0);
}

/// Of 60 ticks among cylinders hardly one touches; the rest is a number.
#[test]
fn cylinders_that_are_missed_are_counted() {
    let story = scene_story("cylinder_stairs", "retail", 0);
    let text = story.to_string();
    assert!(!text.contains("cylinder at "), "{text}");
    assert!(text.contains(" spheres and cylinders missed"), "{text}");
    // Cylinders have no tree whose root sphere could be missed; what they answer is told.
    assert!(!text.contains("root sphere"), "{text}");
    let slides = scene_story("cylinder_stairs", "retail", 20).to_string();
    assert!(line(&slides, "stair").ends_with("answers slid"), "{slides}");
}

#[test]
fn a_body_at_rest_says_where_and_why() {
    let source = crate::scene::shipped::find("corpus/q5").unwrap().source();
    let built = crate::scene::build(&source, None, None).unwrap();
    let told = |tick| story_of(&built.setup, "retail", tick, None);
    // It is kicked at first and rests in the end.
    let (kicked, rests) = (told(0), told(88));
    assert!(kicked.body.unwrap().ran && kicked.body.unwrap().moved > 0.9);
    let body = rests.body.unwrap();
    assert!(!body.ran && body.grounded && rests.sweeps.is_empty());
    assert_eq!(body.support, Some(SupportSource::Query));
    let text = rests.to_string();
    let line = line(&text, "body");
    assert!(
        line.contains("moved 0.0 mm") && line.ends_with("stands on a plane found by a query"),
        "{text}"
    );
    assert!(text.contains("no path: nothing moves it"), "{text}");
    assert!(!kicked.to_string().contains("no path"));
}

/// spec/transition.md 4: a body on a steep face goes along the wall that its last move made of it; the step is not clear.
#[test]
fn a_way_along_a_wall_is_no_clear_step() {
    let told = scene_story("steep_face_30", "retail", 3).to_string();
    let ended = line(&told, "ended");
    assert!(
        ended.contains("from its target: turned along the wall that it slides along, normal "),
        "{told}"
    );
    assert!(!told.contains("clear, no polygon"), "{told}");
}

/// `sought=full-boom` takes the whole way in one tick, whatever the stiffness.
#[test]
fn a_full_boom_goes_all_of_the_way() {
    let text = scene_story("feedback", "retail+sought=full-boom", 5).to_string();
    assert!(line(&text, "sought").ends_with(" all of the way"), "{text}");
}
