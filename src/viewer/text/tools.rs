//! Texts about pointing, measuring and what is picked.

use crate::analysis::StepRuler;
use crate::analysis::words::fixed;
use crate::viewer::autopsy::Round;

macro_rules! texts {
    ($($name:ident $text:literal)*) => { $(pub(crate) const $name: &str = $text;)* };
}

texts! {
    SELECTION "Selection"
    STEP_RULER "Step ruler"
    LIMIT_NEAR "near"
    LIMIT_NEAR_HINT "How far from the path the edges of a large mesh are drawn"
    LIMIT_MOST "most"
    LIMIT_MOST_HINT "Most steps, nodes and cells that are drawn; the status line counts what is left out"
    ANOTHER_LOG "the file began anew after the scene was made"
    LOG_AGAIN "Make it anew"
    PLOT_TIME "over time"
    PLOT_DIFFERENCE "A − B"
    PLOT_PHASE "phase"
    PLOT_OTHER "other measure"
    PLOT_CHANGE "change per tick"
    PLOT_TICK "tick"
    MEASURING "running the lanes again for this measure …"
    COPY_FIGURES "Copy figures"
    COPY_BITS "Copy bits"
    COPY_RUST "Copy as Rust"
    COPY_CSHARP "Copy as C#"
    COPY_ROW "Copy row"
    COPY_STORY "Copy whole tick"
    LOG_LINES "lines of the log"
    LOG_EVENTS "events of the tick"
    UNPICK "Pick nothing"
    FRAME_IT "Frame"
    ISOLATE_IT "Alone"
    HIDE_IT "Hide"
    SHOW_IT "Show"
    MEASURE_FIRST "measuring: click a point"
    MEASURE_NEXT "measuring: click the next point"
    MEASURE_AGAIN "measuring: a further click begins anew · Esc ends"
}

/// Where the policy of a lane was changed on the way.
pub(crate) fn forked_at(letter: &str, tick: u32, policy: &str) -> String {
    format!("{letter} goes on from tick {tick} under {policy}")
}

/// A measured length with its parts along the axes.
pub(crate) fn ruler_length(length: f64, by: glam::Vec3) -> String {
    let [x, y, z] = by.to_array().map(|c| fixed(f64::from(c), 4));
    format!("{} m  ({x}, {y}, {z})", fixed(length, 4))
}

/// A measured angle.
pub(crate) fn ruler_angle(degrees: f64) -> String {
    format!("{}°", fixed(degrees, 2))
}

/// Where the cursor within a tick is: `14 of 37 · step 6`.
pub(crate) fn moment_place(number: usize, count: usize, step: u32) -> String {
    let place = format!("{} of {count}", number + 1);
    if step > 0 {
        format!("{place} · step {step}")
    } else {
        place
    }
}

/// How many objects are not drawn.
pub(crate) fn objects_unseen(count: usize) -> String {
    match count {
        1 => "1 object is hidden".to_owned(),
        _ => format!("{count} objects are hidden"),
    }
}

/// What the chart of a search shows.
pub(crate) fn rounds_chart(rounds: &[Round]) -> String {
    let planes = rounds.iter().filter(|round| round.phase == 1).count();
    let bisected = rounds.len() - planes;
    let last = rounds.last().map_or(0.0, |round| round.time);
    format!(
        "{planes} rounds along planes' touch times, {bisected} halvings, each at the fraction of the step that it tried; \
         filled: clear. Last: {}",
        fixed(last, 6)
    )
}

/// A length in radii.
pub(crate) fn radii(ratio: f64) -> String {
    format!("{} r", fixed(ratio, 4))
}

/// What the step ruler shows, in words.
pub(crate) fn ruler_told(ruler: &StepRuler) -> String {
    format!(
        "viewer-grid: {}\nequal-slices: {}",
        ruler.line(&ruler.grid),
        ruler.line(&ruler.slices)
    )
}

/// All entries of a log.
pub(crate) fn all_tags(count: usize) -> String {
    format!("all tags · {count}")
}

/// A tag of a log.
pub(crate) fn tag_row(tag: &str, count: u64, known: bool) -> String {
    let unknown = if known { "" } else { " · unknown" };
    format!("[{tag}] {count}{unknown}")
}

/// The fields of a tag.
pub(crate) fn tag_fields(fields: &[String]) -> String {
    format!("fields: {}", fields.join(" "))
}

/// How many tags are not known.
pub(crate) fn unknown_tags(count: usize) -> String {
    match count {
        1 => "1 unknown tag".to_owned(),
        _ => format!("{count} unknown tags"),
    }
}

/// Lines of a log that came after its scene was made.
pub(crate) fn late_lines(count: usize) -> String {
    format!(
        "{} after the scene was made",
        super::counted(count as u64, "line")
    )
}

/// The row of how far records are off.
pub(crate) fn row_error(letter: &str) -> String {
    format!("error {letter}")
}

/// How far a record is off.
pub(crate) fn error_at(letter: &str, tick: u32, line: Option<u32>, off: Option<f32>) -> String {
    let line = line.map_or_else(String::new, |line| format!(", line {line} of the capture"));
    match off {
        Some(off) => {
            let millimetres = fixed(f64::from(off) * 1e3, 3);
            format!("{letter}, tick {tick}{line}: {millimetres} mm from the record")
        }
        None => format!("{letter}, tick {tick}{line}: no recorded result"),
    }
}

/// The row of what was touched.
pub(crate) fn row_contacts(letter: &str) -> String {
    format!("contacts {letter}")
}

/// The row of who wrote the ground.
pub(crate) fn row_support(letter: &str) -> String {
    format!("support {letter}")
}

/// The row of changes of cell.
pub(crate) fn row_cells(letter: &str) -> String {
    format!("cells {letter}")
}
