//! The page of the sawtooth, and pages of odd runs.

use super::*;
use crate::scene::{Source, build, shipped};

fn run(text: &str, ticks: Option<u32>) -> Recording {
    let source = Source::from_text("test", text);
    let built = build(&source, None, ticks).unwrap();
    let mut recording = Recording::of_scene(source, &built);
    recording.run_to(built.setup.ticks);
    recording
}

fn sawtooth() -> &'static str {
    shipped::find("sawtooth").unwrap().text
}

/// The cells of the row of a table that begins with `name`.
fn row(page: &str, table: &str, name: &str) -> Vec<String> {
    let table = page
        .split(&format!("id=\"{table}\""))
        .nth(1)
        .unwrap()
        .split("</table>")
        .next()
        .unwrap();
    let strip = |html: &str| {
        html.split('<')
            .map(|part| part.split_once('>').map_or(part, |p| p.1))
            .collect::<String>()
            .trim()
            .to_owned()
    };
    (table.split("<tr>").skip(1))
        .map(|row| row.split("</td>").map(strip).collect::<Vec<_>>())
        .find(|cells| cells[0] == name)
        .unwrap()
}

/// scenes.md C3 at 240 Hz, and design.md: the first difference is tick 50, step 6, the touch time.
#[test]
fn the_sawtooth_is_told() {
    let page = report(&run(sawtooth(), None));
    assert!(page.contains("<h1>Sawtooth (#180)</h1>") && page.contains("falls back 0.27 m"));
    let retail = row(&page, "lanes", "retail");
    assert_eq!(retail[2..5], ["1.6100 m", "1.0000 m", "fixed-point"]);
    assert!(retail[7].ends_with("adjusted"));
    let saw = row(&page, "lanes", "equal-slices+no-adjust");
    assert_eq!(
        saw[1],
        "retailsteps=equal-slicesadjust_to_plane=never-succeeds"
    );
    assert_eq!(saw[4], "periodic");
    let hz: f64 = saw[6].trim_end_matches(" Hz").parse().unwrap();
    assert!((hz - 18.93).abs() < 0.57, "{hz}");
    let first = row(&page, "differences", "equal-slices+no-adjust");
    assert_eq!(
        first[1..7],
        ["50", "0.208 s", "6", "touch time", "found", "none"]
    );
    // The lane that saws shows its fall besides its end, the one at rest its end alone.
    let section = |k: usize| {
        let from = page.split(&format!("id=\"lane-{k}\"")).nth(1).unwrap();
        from.split("</section>").next().unwrap()
    };
    let pictures = |k| section(k).matches(">from the side<").count();
    assert_eq!((pictures(0), pictures(3)), (1, 2));
    assert!(section(3).contains("largest jump") && section(3).contains("254 mm before wall"));
    assert!(section(0).contains("published 1.610 m") && section(0).contains(">wanted<"));
}

#[test]
fn the_page_needs_nothing_and_is_small() {
    let page = report(&run(sawtooth(), None));
    for outside in ["http:", "https:", "<script", "src=", "@import", "url("] {
        assert!(!page.contains(outside), "{outside}");
    }
    assert!(page.len() < 250_000, "{}", page.len());
    for (open, close) in [
        ("<svg ", "</svg>"),
        ("<section", "</section>"),
        ("<figure", "</figure>"),
        ("<table", "</table>"),
    ] {
        assert_eq!(
            page.matches(open).count(),
            page.matches(close).count(),
            "{open}"
        );
    }
    assert!(!page.contains("NaN") && !page.contains(">inf"));
}

#[test]
fn long_runs_make_no_longer_pages() {
    let short = report(&run(sawtooth(), None)).len();
    let long = report(&run(sawtooth(), Some(100_000))).len();
    assert!(long < short * 3 / 2, "{long} against {short}");
}

#[test]
fn names_from_the_scene_cannot_break_out() {
    let text = sawtooth()
        .replace("Sawtooth (#180)", "<script>x</script>")
        .replace("name: \"wall\"", "name: \"<img src=x>\"");
    let page = report(&run(&text, Some(300)));
    assert!(page.contains("&lt;script&gt;x&lt;/script&gt;") && page.contains("&lt;img src=x&gt;"));
    assert!(!page.contains("<script") && !page.contains("<img"));
}

#[test]
fn lanes_that_do_the_same_share_a_section() {
    let text = sawtooth().replace(
        "lanes: [",
        "lanes: [Lane(name: \"first\", policy: \"retail\"), Lane(name: \"twin\", policy: \"retail+cliff_slide=removing\"),",
    );
    let page = report(&run(&text, Some(300)));
    assert_eq!(
        row(&page, "differences", "twin")[1],
        "none: bit for bit the same"
    );
    assert!(page.contains("Bit for bit the same: twin, retail."));
    assert!(page.contains("id=\"lane-0\"") && !page.contains("id=\"lane-1\""));
}

#[test]
fn an_empty_run_and_a_lost_scene_are_pages_too() {
    let source = Source::from_text("test", sawtooth());
    let built = build(&source, None, None).unwrap();
    let mut recording = Recording::of_scene(source, &built);
    let page = report(&recording);
    assert!(page.contains("0 ticks") && page.ends_with("</html>\n"));
    recording.source.text = "nonsense".to_owned();
    recording.run_to(3);
    let page = report(&recording);
    assert!(page.contains("<h1>test</h1>") && page.contains("3 ticks"));
}

/// A body that the ground turns aside has no collision, but something was in its way all the same.
#[test]
fn the_ground_in_a_bodys_way_is_named() {
    let page = report(&run(shipped::find("off_centre_full").unwrap().text, None));
    let section = |k: usize| {
        let from = page.split(&format!("id=\"lane-{k}\"")).nth(1).unwrap();
        from.split("</section>").next().unwrap().to_owned()
    };
    let retail = section(0);
    assert!(
        retail.contains("turned along polygon 0 of rock"),
        "{retail}"
    );
    assert!(!retail.contains("nothing in the way"));
    assert!(section(1).contains("nothing in the way"));
}

/// A body has no eye: its plots are the height of its feet, its speed and when it stood.
#[test]
fn bodies_are_told_by_their_feet() {
    for (scene, second) in [("corpus/q5", "speed, m/s"), ("off_centre_full", "moved, m")] {
        let page = report(&run(shipped::find(scene).unwrap().text, None));
        for axis in [">feet z, m<", &format!(">{second}<"), ">grounded<"] {
            assert!(page.contains(axis), "{scene}: {axis}");
        }
        for eye in ["eye distance", ">from the pivot, m<", ">from the begin, m<"] {
            assert!(!page.contains(eye), "{scene}: {eye}");
        }
        assert!(page.contains("Height of the feet of all lanes"));
    }
    let page = report(&run(shipped::find("off_centre_full").unwrap().text, None));
    let legacy = row(&page, "lanes", "legacy");
    assert_eq!(legacy[2..5], ["131.130 51.610 50.052", "air", "drift"]);
    assert_eq!(legacy[5], "924.0 mm");
}

/// A body that is stuck is told with what holds it, and one that is stopped by a slide has hit nothing.
#[test]
fn what_was_not_hit_is_not_said_to_be() {
    let page = |scene: &str| report(&run(shipped::find(scene).unwrap().text, None));
    let stuck = page("registration");
    assert!(
        stuck.contains("nothing left to move: the sliding normal (-1.000, 0.000, 0.000), left by polygon 5 of house in tick 12"),
        "{stuck}"
    );
    let steep = page("steep_face_45");
    assert!(!steep.contains(" hit and went back"), "{steep}");
    assert!(
        steep.contains(" was stopped by the slide along "),
        "{steep}"
    );
}

/// A body that begins outside of its room leaves every cell: it stands on nothing.
#[test]
fn a_body_in_no_cell_has_no_ground() {
    let scene = |feet: &str| {
        format!(
            "Scene(version: 1, title: \"a\", hz: 30, length: Ticks(30), landblock: 0xA9B4,
            cells: [Cell(id: 0xA9B40170, at: (156, 7, 0),
                walls: Polygons([[(-5, -5, 0), (5, -5, 0), (5, 5, 0), (-5, 5, 0)]]),
                volume: Box(min: (-5, -5, 0), max: (5, 5, 5)),
                portals: [Portal(polygon: [(5, 5, 0), (-5, 5, 0), (-5, 5, 5), (5, 5, 5)], to: Outside)])],
            terrain: Blocks(blocks: [Block(id: 0xA9B4)]),
            rig: Mover(cell: 0xA9B40170, feet: {feet}, grounded: true, script: [Run(1)]),
            lanes: [Lane(name: \"retail\", policy: \"retail\")])"
        )
    };
    let ground = |feet: &str| row(&report(&run(&scene(feet), None)), "lanes", "retail")[3].clone();
    assert_eq!(ground("(20, 20, 0.005)"), "none");
    assert_eq!(ground("(156, 4, 0.005)"), "query");
}
