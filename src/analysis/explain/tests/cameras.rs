//! The autopsy of cameras: what they were told, why they were reset, and where the eye was looked for.

use super::*;

/// The scene `portal_plane` with the player's rig replaced by `rig`: two rooms without walls, together 10 m long.
fn in_rooms(rig: &str, policy: &str, tick: u32) -> (Explanation, String) {
    let source = crate::scene::shipped::find("portal_plane")
        .unwrap()
        .source();
    let start = source.text.find("    rig: ").unwrap();
    let end = source.text.find("    lanes: ").unwrap();
    let text = source.text.replace(&source.text[start..end], rig);
    let source = crate::scene::Source::from_text("rooms", &text);
    let built = crate::scene::build(&source, None, None).unwrap();
    let story = story_of(&built.setup, policy, tick, None);
    let text = story.to_string();
    (story, text)
}

/// spec/camera.md 7 step 6 and 11 C8: an eye 8 m behind is beyond both rooms. Retail goes to the player and says why, and sought is
/// what was swept to; the others show the swept eye.
#[test]
fn an_eye_beyond_all_rooms() {
    let rig = "rig: Chase(feet: (60, 61, 0), viewer_offset: (0, -8, 0), stiffness: (1, 1), motion: Still),\n";
    let (story, text) = in_rooms(rig, "retail", 3);
    let camera = story.camera.unwrap();
    assert_eq!(camera.resets.len(), 1);
    assert_eq!(camera.resets[0].cause, ResetCause::NoEyeCell);
    assert!((camera.sought_distance - 8.0).abs() < 1e-3, "{text}");
    assert!(line(&text, "sought").starts_with("(60.000, 53.000, 1.500), 8.000 m from the pivot,"));
    assert_eq!(
        line(&text, "reset"),
        "to (60.000, 61.000, 0.000), since neither the sweep nor the sought eye ended in a cell"
    );
    assert!(text.contains("the player's position, since nothing else"));
    let at = |label: &str| text.find(label).unwrap();
    assert!(at("  sweep 1") < at("  reset") && at("  reset") < at("  published"));

    let (story, text) = in_rooms(rig, "retail+lost_cell=follow-eye", 3);
    let camera = story.camera.unwrap();
    assert!(camera.resets.is_empty() && camera.rung == Some(Rung::SweptNoCell));
    assert!(
        text.contains("where the sweep ended, although it is in no cell")
            && !text.contains("nothing else was usable"),
        "{text}"
    );
}

/// spec/camera.md 7 step 1: a player beyond the map has no eye to sweep.
#[test]
fn a_player_in_no_cell() {
    let rig = "rig: Chase(feet: (-500000, 61, 0), motion: Still),\n";
    let (story, text) = in_rooms(rig, "retail", 2);
    assert_eq!(
        story.camera.unwrap().resets[0].cause,
        ResetCause::NoPlayerCell
    );
    assert!(line(&text, "reset").ends_with("since the player is in no cell"));
}

/// The teleport of a body comes before its eye is sought.
#[test]
fn a_teleport_is_told_before_the_eye_is_sought() {
    let text = scene_story("teleport", "retail", 60).to_string();
    let reset = line(&text, "reset");
    assert_eq!(
        reset,
        "to (20.000, 0.000, 0.005), since the player was teleported"
    );
    assert!(text.find("  reset").unwrap() < text.find("  pivot").unwrap());
    let kept = scene_story("teleport", "retail+teleport=keep", 60);
    assert!(kept.camera.unwrap().resets.is_empty());
}

/// Orders are told with their answers; a camera that is switched off or follows nobody is not parked.
#[test]
fn orders_and_their_answers() {
    let rig = "rig: Chase(feet: (60, 61, 0), motion: Still, orders: [(0, Raise(10)), (0, Closer(1)), (0, Disable),
        (0.5, Enable), (0.5, Detach), (1, Attach), (1, Reset)]),\n";
    let (story, text) = in_rooms(rig, "retail", 0);
    let camera = story.camera.unwrap();
    let refused: Vec<_> = camera.orders.iter().map(|told| told.refused).collect();
    assert_eq!(refused, [Some(Refusal::TooSteep), None, None]);
    assert_eq!(
        line(&text, "order"),
        "raise by 10: refused, since the boom would stand steeper than 89 degrees"
    );
    assert!(text.contains(" closer by 1\n") && text.contains(" switch off\n"));
    let sought = line(&text, "sought");
    assert!(sought.ends_with("as it was: the camera is switched off"));
    let json = serde_json::to_value(&camera).unwrap();
    assert_eq!(json["orders"][0]["order"]["raise"], 10.0);
    assert_eq!(json["orders"][0]["refused"], "too-steep");
    assert_eq!(json["seek"]["passed"], "disabled");

    let (_, text) = in_rooms(rig, "retail", 40);
    let sought = line(&text, "sought");
    assert!(
        sought.ends_with("as it was: the camera follows nobody"),
        "{text}"
    );
    let (story, text) = in_rooms(rig, "retail", 60);
    let camera = story.camera.unwrap();
    assert_eq!(camera.resets[0].cause, ResetCause::Order);
    assert!(line(&text, "sought").ends_with(" of the turn"), "{text}");
    // A policy without resets says so.
    let (story, text) = in_rooms(rig, "legacy", 60);
    let last = story.camera.unwrap().orders[1];
    assert_eq!(last.refused, Some(Refusal::KeepsEye));
    assert!(text.contains("reset to the player: refused, since the policy does not reset eyes"));
}
