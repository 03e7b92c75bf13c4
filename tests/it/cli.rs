//! The command line as users meet it: exit codes, JSON keys, the text of errors, what stands in written files.

mod errors;
mod export_test;
mod files;
mod help;
mod json;
mod odd;
mod program;
mod scan;
mod settles;
mod target;
mod vary;
mod window;

use std::ffi::OsString;

use sweepscope::cli::{self, Exit, Window};

/// What a command line came to.
struct Ran {
    exit: Exit,
    out: String,
    err: String,
}

impl Ran {
    /// The one line of an error.
    #[track_caller]
    fn error(&self) -> &str {
        assert!(self.out.is_empty(), "an error has no result: {}", self.out);
        let line = self.err.strip_suffix('\n').unwrap();
        assert!(!line.contains('\n'), "one line: {}", self.err);
        line.strip_prefix("error: ").unwrap()
    }

    /// The one JSON object on standard output.
    #[track_caller]
    fn json(&self) -> serde_json::Value {
        assert_eq!(self.out.matches('\n').count(), 1, "{}", self.out);
        serde_json::from_str(&self.out).unwrap()
    }
}

/// Runs a command line in a build without the viewer.
fn sweepscope<I: Into<OsString>>(args: impl IntoIterator<Item = I>) -> Ran {
    with_window(args, None)
}

fn with_window<I: Into<OsString>>(
    args: impl IntoIterator<Item = I>,
    window: Option<&dyn Window>,
) -> Ran {
    let args = std::iter::once("sweepscope".into()).chain(args.into_iter().map(Into::into));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = cli::run(args, window, &mut out, &mut err);
    Ran {
        exit,
        out: String::from_utf8(out).unwrap(),
        err: String::from_utf8(err).unwrap(),
    }
}

/// A scene of two lanes and 50 ticks; `wall` is its text of the wall's shape.
fn scene_text(wall: &str) -> String {
    format!(
        "Scene(\n    version: 1,\n    title: \"Wall\",\n    hz: 100,\n    length: Seconds(0.5),\n    objects: [\n        \
         Object(name: \"wall\", shape: {wall}),\n    ],\n    rig: Chase(feet: (0, 0, 0), viewer_offset: (0, -2.61, 0)),\n    \
         lanes: [\n        Lane(name: \"a\", policy: \"retail\"),\n        Lane(name: \"b\", policy: \"legacy\"),\n    ],\n)\n"
    )
}

/// A wall behind the camera.
const WALL: &str =
    "Polygons([[(5, -1.91, -3.5), (-5, -1.91, -3.5), (-5, -1.91, 6.5), (5, -1.91, 6.5)]])";
