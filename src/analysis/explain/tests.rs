//! The autopsy of known ticks.

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
    let hit = &sweep.steps[5].attempts[0].candidates[0];
    assert_eq!(
        (hit.name.as_str(), hit.answer),
        ("wall", Some(Outcome::Adjusted))
    );
    assert_eq!((hit.walk.nodes.len(), hit.walk.polygons.len()), (1, 1));
    assert!(hit.walk.polygons[0].touched && hit.walk.polygons[0].approached);
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
    assert!((hit.walk.polygons[0].depth_mm - f64::from(hit.shift.y) * 1000.0).abs() < 0.01);
    assert_eq!(
        sweep.steps[5].normal.map(|normal| normal.source),
        Some(NormalSource::Contact)
    );
    let after = &sweep.steps[5].attempts[0].candidates[1];
    assert!(
        after.adjust.is_none()
            && !after.walk.polygons[0].touched
            && after.walk.polygons[0].depth_mm < 0.01
    );
}

#[test]
fn the_story_is_aligned_and_folds_what_is_clear() {
    let text = story("retail", 50).to_string();
    assert!(line(&text, "steps 1-5").starts_with("clear, 5 polygons tested, nearest plane "));
    assert_eq!(
        line(&text, "normal"),
        "(0.000, 1.000, 0.000), from the polygon that was hit"
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
    assert!(line(&text, "reverted").contains("285.7 mm back"), "{text}");
    assert!(line(&text, "ended").starts_with("collided (first-hit in step 6)"));
}

/// scenes.md M1: the filter measures to the object's origin, which is far from its polygons.
#[test]
fn a_rejected_object_is_told_even_where_all_is_clear() {
    let setup = wall_of_origin(Vec3::new(0.0, 60.0, 0.0));
    let story = story_of(&setup, "retail+reach_filter=from-origin", 50, None);
    let rejected = &story.sweeps[0].steps[0].attempts[0].candidates[0];
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

#[test]
fn a_clear_sweep_tells_what_rounding_took() {
    let end = |short_mm| EndStory {
        verdict: Verdict::Ok,
        stop_reason: StopReason::End,
        colliding_step: None,
        end: Vec3::ZERO,
        short_mm,
    };
    let told = |short_mm| text::short_of_target(&end(short_mm));
    assert_eq!(told(0.05), "");
    assert!(told(2.5).contains("2.5") && told(2.5).contains("rounding"));
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
