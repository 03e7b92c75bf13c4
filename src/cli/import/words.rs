//! `import` for the window: the words of a line in, a scene file out.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use crate::cli::{Exit, run_told};
use crate::formats::progress::Progress;
use crate::formats::text::split_words;
use crate::scene::why;

/// Makes a scene of a file of others, as `sweepscope import` does: `words` are its file and options. Gives the scene, in a
/// folder for what does not stay, and the warnings.
///
/// # Errors
/// The error of `import`, in a line.
pub fn import_words(
    words: &str,
    progress: &mut dyn Progress,
) -> Result<(PathBuf, Vec<String>), String> {
    let words = split(words);
    let folder = std::env::temp_dir().join(format!("sweepscope-{}", std::process::id()));
    std::fs::create_dir_all(&folder)
        .map_err(|error| format!("{}: {}", folder.display(), why(&error)))?;
    let stem = words
        .first()
        .and_then(|file| Path::new(file).file_stem())
        .map_or_else(|| "imported".into(), std::ffi::OsStr::to_os_string);
    let scene = folder.join(stem).with_extension("ron");
    let mut args: Vec<OsString> = ["sweepscope", "import"].map(OsString::from).into();
    args.extend(words.into_iter().map(OsString::from));
    args.extend([
        "--force".into(),
        "-o".into(),
        scene.clone().into_os_string(),
    ]);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = run_told(args, &mut out, &mut err, progress);
    let told = String::from_utf8_lossy(&err);
    let lines = |mark: &str| -> Vec<String> {
        told.lines()
            .filter_map(|line| line.strip_prefix(mark).map(str::to_owned))
            .collect()
    };
    match exit {
        Exit::Done => Ok((scene, lines("warning: "))),
        _ => Err(error_of(&told)),
    }
}

/// The error among what was told, in a line; one of usage goes on in lines of its own, up to the blank one before the usage.
fn error_of(told: &str) -> String {
    let lines = told.lines().map(str::trim);
    let lines = lines.skip_while(|line| !line.starts_with("error: "));
    let lines: Vec<&str> = lines.take_while(|line| !line.is_empty()).collect();
    let error = lines.join(" ");
    match error.strip_prefix("error: ") {
        Some(error) => error.to_owned(),
        None => told.trim().replace('\n', " "),
    }
}

/// Words of a line; quotes keep blanks together. A file that is there is one word whatever blanks it has.
fn split(line: &str) -> Vec<String> {
    if Path::new(line).exists() {
        return vec![line.to_owned()];
    }
    split_words(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_keep_blanks_together() {
        assert_eq!(
            split("\"/a/my dats\" --location  \"0xA9B40101 [1 2 3]\""),
            ["/a/my dats", "--location", "0xA9B40101 [1 2 3]"]
        );
    }

    #[test]
    fn an_error_of_usage_says_what_may_be_said() {
        let problem = import_words("/no/such.obj --up q", &mut ()).unwrap_err();
        assert!(
            ["'q'", "--up", "[possible values: y, z]"]
                .iter()
                .all(|part| problem.contains(part))
                && !problem.contains('\n')
                && !problem.contains("Usage"),
            "{problem}"
        );
    }

    #[test]
    fn an_error_is_a_line() {
        let problem = import_words("/no/such.jsonl --geometry x", &mut ()).unwrap_err();
        assert!(
            problem.contains("/no/such.jsonl") && !problem.contains('\n'),
            "{problem}"
        );
    }
}
