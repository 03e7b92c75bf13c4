//! The autopsy of bodies: whose sphere met what, what holds a stuck one, and the order of it all.

use super::*;

/// scenes.md M3: the head bumps, the foot does not; the two walks are not one.
#[test]
fn a_bump_of_the_head_is_the_heads() {
    let story = scene_story("head_bump", "retail", 60);
    let slab = story.sweeps[0].steps[0].attempts[0].candidates().next();
    let slab = &slab.unwrap().query;
    let [foot, head] = slab.walks.as_slice() else {
        panic!("{:?}", slab.walks);
    };
    assert_eq!(
        (foot.sphere, head.sphere),
        (Some(BodySphere::Foot), Some(BodySphere::Head))
    );
    assert!(foot.polygons.iter().all(|polygon| !polygon.touched));
    // The head's sphere stands 0.24 m above the foot's, and the ceiling polygon at 94 m: radius 0.48.
    let (low, high) = (foot.center.unwrap(), head.center.unwrap());
    let depth = (f64::from(high.z) + 0.48 - 94.0) * 1000.0;
    let touched: Vec<_> = head.polygons.iter().filter(|p| p.touched).collect();
    assert!(
        touched.len() == 1 && (touched[0].depth_mm - depth).abs() < 0.1 && depth > 1.0,
        "{touched:?} {depth}"
    );
    assert!(high.z > low.z && slab.hit.unwrap().sphere == Some(BodySphere::Head));
    let text = story.to_string();
    assert!(line(&text, "foot").ends_with(" 0 touched"), "{text}");
    assert!(line(&text, "head").ends_with(" 1 touched"), "{text}");
    assert!(line(&text, "hit").starts_with("by the head: polygon 1 "));
    let json = serde_json::to_value(&story).unwrap();
    let happened = &json["sweeps"][0]["steps"][0]["attempts"][0]["happened"];
    let mut candidates = happened.as_array().unwrap().iter();
    let last = candidates.rfind(|it| it["what"] == "candidate");
    let walks = &last.unwrap()["walks"];
    assert_eq!(
        (walks[0]["sphere"].as_str(), walks[1]["sphere"].as_str()),
        (Some("foot"), Some("head"))
    );
}

fn looked_back(scene: &str, policy: &str, tick: u32) -> Explanation {
    let source = crate::scene::shipped::find(scene).unwrap().source();
    let built = crate::scene::build(&source, None, None).unwrap();
    let lane = recorded(&built.setup, policy, tick + 1);
    explain_tick(&built.setup, "lane", &lane, tick, None)
}

/// spec/transition.md 4: a way straight into the sliding normal comes to nothing; who left it is named.
#[test]
fn a_wedged_tick_names_what_wedges_it() {
    for (scene, policy, tick, normal, of) in [
        (
            "cellar_lip",
            "legacy",
            8,
            "(0.000, 1.000, 0.000)",
            "polygon 1 of the walls of cell ",
        ),
        (
            "phantom_collider",
            "retail",
            45,
            "(0.000, -1.000, 0.000)",
            "the cylinder of stand-in",
        ),
        (
            "registration",
            "retail",
            13,
            "(-1.000, 0.000, 0.000)",
            "polygon 5 of house",
        ),
        (
            "step_down",
            "legacy",
            20,
            "(0.000, -1.000, 0.000)",
            "the slide along the edge of the floor",
        ),
    ] {
        let story = looked_back(scene, policy, tick);
        let text = story.to_string();
        let told = line(&text, "not taken");
        let begin = format!("nothing left to move: the sliding normal {normal}, left by {of}");
        assert!(
            told.starts_with(&begin) && told.ends_with(", takes all of it"),
            "{told}"
        );
        // In the tick that is named the body still came to a stop by something; in the one after it was stuck.
        let left = story.sliding.unwrap().tick.unwrap();
        let before = looked_back(scene, policy, left);
        assert!(
            before.sweeps[0]
                .steps
                .iter()
                .any(|step| step.normal.is_some()),
            "{scene} {left}"
        );
        let after = looked_back(scene, policy, left + 1);
        assert!(
            after.to_string().contains("nothing left to move"),
            "{scene} {left}"
        );
    }
    // The ceiling that stops a head leaves a normal without a horizontal part: that takes nothing.
    assert!(looked_back("head_bump", "retail", 60).sliding.is_none());
    // Without the look back it is said without the tick.
    let told = scene_story("registration", "retail", 13).to_string();
    assert_eq!(
        line(&told, "not taken"),
        "nothing left to move: the sliding normal (-1.000, 0.000, 0.000), takes all of it"
    );
}

/// scenes.md M4: the other cell is asked where the foot was before the step up, 0.3 m too low.
#[test]
fn a_stale_centre_is_told_where_it_is_used() {
    let stale = scene_story("cellar_lip", "legacy", 1).to_string();
    let fresh = scene_story("cellar_lip", "retail", 1).to_string();
    assert!(
        stale.contains("foot       ") || stale.contains("foot "),
        "{stale}"
    );
    assert!(
        stale.contains(", 300.0 mm from where the foot is, "),
        "{stale}"
    );
    assert!(!fresh.contains("from where the foot is"), "{fresh}");
    // The step up that succeeded is told before the cell that it moved to the second place.
    let up = stale.find(": stepped up").unwrap();
    assert!(
        up < stale.find("could not step up").unwrap() && up < stale.find("from where").unwrap()
    );
}

/// What is told stands in the order of the journal, whatever it belongs to.
#[test]
fn the_story_is_in_order() {
    let story = scene_story("step_down", "legacy", 9);
    let text = story.to_string();
    let down = text.find("step down ").unwrap();
    assert!(text.find("passed ").unwrap() < down && down < text.find("the floor ends: ").unwrap());
    let attempt = &story.sweeps[0].steps[0].attempts[0];
    let is_trial = |it: &Happening| matches!(it, Happening::Trial(_));
    let place = attempt.happened.iter().position(is_trial).unwrap();
    assert!(matches!(
        attempt.happened[place - 1],
        Happening::Candidate(_)
    ));
    assert!(!attempt.is_clear() && !line(&text, "attempt 1").ends_with("clear"));
}

/// Who wrote a normal is said, and no polygon is made up where none was hit.
#[test]
fn a_normal_has_an_owner() {
    let of = |scene: &str, policy: &str, tick: u32| {
        let story = scene_story(scene, policy, tick);
        let normals = story.sweeps[0].steps.iter();
        let of = normals.filter_map(|step| step.normal.clone()).next_back();
        of.and_then(|normal| normal.of).unwrap()
    };
    assert!(of("registration", "retail", 0).starts_with("the ground of cell 0x"));
    assert!(of("steep_face_45", "retail", 20).ends_with("(cliff slide)"));
    assert!(of("step_down", "legacy", 9).ends_with("(precipice slide)"));
    assert_eq!(of("head_bump", "retail", 60), "polygon 1 of floor slab");
}

/// Ground that stops a step is no clear attempt; walls are told with their branch and polygons.
#[test]
fn walls_and_ground_are_told_like_objects() {
    let text = scene_story("steep_face_45", "retail", 20).to_string();
    assert!(
        text.contains(", answers collided") && !text.contains(", clear\n"),
        "{text}"
    );
    let lip = scene_story("cellar_lip", "legacy", 1);
    let walls = lip.sweeps[0].steps[0].attempts[0].environments().next();
    let walls = &walls.unwrap().query;
    assert_eq!(walls.branch.map(|branch| branch.number()), Some(5));
    assert!(walls.polygons().any(|polygon| polygon.touched) && walls.hit.is_some());
    // What is missed is not said to reach through the plane, or only by a hair.
    let told = lip.to_string();
    let through = told
        .lines()
        .filter(|line| line.contains("through its plane by"));
    let mut missed = through.filter(|line| line.ends_with(", missed"));
    assert!(missed.all(|line| line.contains(" 0.0")), "{told}");
}

/// Of many objects that are offered and not met only the number is told.
#[test]
fn what_was_not_met_is_counted() {
    let text = scene_story("two_floors", "retail", 75).to_string();
    assert!(
        text.lines().count() < 100 && text.contains(" objects, "),
        "{text}"
    );
}

/// scenes.md M1: distance, budget and shortfall stand beside each other.
#[test]
fn a_rejection_has_its_numbers() {
    let story = scene_story("off_centre_full", "legacy", 5);
    let rejected = story.sweeps[0].steps[0].attempts[0]
        .candidates()
        .next()
        .unwrap();
    let short = (rejected.distance - rejected.reach) * 1000.0;
    assert!(short > 0.0 && (short + rejected.margin_mm).abs() < 1e-6);
    let json = serde_json::to_value(rejected).unwrap();
    assert!(json["distance"].as_f64().unwrap() > json["reach"].as_f64().unwrap());
    let text = story.to_string();
    let told = line(&text, "rock");
    assert!(
        told.contains(" m from its origin, reach ")
            && told.ends_with("; from its bounding sphere's centre it is within reach"),
        "{told}"
    );
}

/// A room with a way out into a block that is not there.
const ROOM: &str = r#"Scene(
    version: 1,
    title: "A room",
    hz: 30,
    length: Ticks(60),
    landblock: 0xA9B4,
    cells: [
        Cell(
            id: 0xA9B40170,
            at: (156, 7, 0),
            walls: Polygons([[(-5, -5, 0), (5, -5, 0), (5, 5, 0), (-5, 5, 0)]]),
            volume: Box(min: (-5, -5, 0), max: (5, 5, 5)),
            portals: [Portal(polygon: [(5, 5, 0), (-5, 5, 0), (-5, 5, 5), (5, 5, 5)], to: Outside)],
        ),
    ],
    terrain: Blocks(blocks: [Block(id: 0xA9B4)]),
    rig: Mover(START grounded: true, heading_degrees: 90, script: [Run(2)]),
    lanes: [Lane(name: "retail", policy: "retail")],
)"#;

/// A body that leaves every cell stands nowhere: neither on steep ground nor on any.
#[test]
fn a_body_in_no_cell_is_said_to_be_in_none() {
    for (start, is_warned) in [
        ("feet: (156, 10, 0.005),", false),
        ("cell: 0xA9B40170, feet: (20, 20, 0.005),", true),
    ] {
        let source = crate::scene::Source::from_text("a", &ROOM.replace("START", start));
        let built = crate::scene::build(&source, None, None).unwrap();
        let warned = built
            .warnings
            .iter()
            .any(|w| w.contains("outside of the room 0xA9B40170"));
        assert_eq!(warned, is_warned, "{:?}", built.warnings);
        let lane = recorded(&built.setup, "retail", 60);
        let told = |tick| explain_tick(&built.setup, "lane", &lane, tick, None).to_string();
        let last = told(59);
        assert!(
            line(&last, "body").ends_with(", left every cell: the move is not committed"),
            "{last}"
        );
        assert!(
            !last.contains("steep") && last.contains("no path: outside of every cell"),
            "{last}"
        );
        assert_eq!(told(0).contains("left every cell"), is_warned);
    }
}

/// A sweep of a body is one of its foot's sphere; the feet stand beside it. The eye's has none.
#[test]
fn feet_stand_beside_the_centre_of_their_sphere() {
    let text = scene_story("head_bump", "retail", 60).to_string();
    assert!(
        line(&text, "sweep 1").ends_with(", the foot sphere's centre"),
        "{text}"
    );
    // The human's foot sphere has its centre 0.475 m above its feet.
    let story = scene_story("off_centre_full", "retail", 5);
    let sweep = &story.sweeps[0];
    let feet = sweep.feet.unwrap();
    assert!(
        (sweep.from - feet[0] - Vec3::Z * 0.475).length() < 1e-4,
        "{feet:?}"
    );
    assert!(
        (sweep.to - feet[1] - Vec3::Z * 0.475).length() < 1e-4,
        "{feet:?}"
    );
    let eye = super::story("retail", 50);
    assert!(eye.sweeps[0].feet.is_none() && !eye.to_string().contains("foot"));
}

/// Under the gate of 30 Hz a body at 60 Hz rests in every second tick, and the eye is swept all the same.
#[test]
fn an_eye_that_is_swept_alone_is_not_taken_for_feet() {
    let source = crate::scene::shipped::find("cell_ping_pong")
        .unwrap()
        .source();
    let built = crate::scene::build(&source, Some(60), Some(12)).unwrap();
    let policy: crate::policy::Policy = "retail+camera_gate=hz30".parse().unwrap();
    let mut lane = crate::lane::Lane::new(&built.setup, policy);
    let mut alone = 0;
    for tick in 0..12 {
        let replay = Replay::run(&mut lane, &built.setup, built.setup.input(tick));
        let story = explain(&built.setup, "lane", &replay, None);
        let eye = story.sweeps.last().unwrap();
        assert_eq!(eye.feet, None, "tick {tick}");
        assert!((eye.radius - 0.3).abs() < 1e-6, "tick {tick}");
        alone += usize::from(story.sweeps.len() == 1);
    }
    assert!(alone > 0);
}
