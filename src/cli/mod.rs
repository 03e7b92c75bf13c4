//! The command line: every capability of the core without a window.
//!
//! [`run`] takes the arguments and two writers, so that tests read what users see: results go to `out`,
//! warnings and the one line of an error to `err`. `args` has the words, `exit` how a command ends, `text` tables and
//! wrapped lists, `table` the comparison of lanes, `grid` what `vary` varies, `dumps` finds dumps in folders, `target` what may be written where, `window` what is asked of the viewer; each subcommand has a file of its own.

mod args;
mod check;
mod diff;
mod display;
mod doctor;
mod dumps;
mod exit;
mod explain;
mod export;
mod export_dat;
mod export_test;
mod files;
mod foreign;
mod geometry;
mod grid;
mod help;
mod import;
mod inspect;
mod logs;
mod open;
mod page;
mod progress;
mod replay;
mod report;
mod run;
mod scan;
mod shot;
mod table;
mod target;
mod text;
mod vary;
mod window;

use std::ffi::OsString;
use std::io::Write;
use std::path::Path;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{CommandFactory as _, Parser as _};

pub use exit::Exit;
pub use import::import_words;
pub use window::{Shot, Ticks, View, Window};

use args::{Args, Command};
use exit::{Fault, one_line};
use text::Plain;

use crate::formats::progress::Progress;
use crate::formats::sniff::Content;
use crate::formats::text::quoted_word;
use crate::formats::what::{What, is_path};
use crate::nearest::{meant, question};

/// What a command works with.
struct Io<'a> {
    /// Results.
    out: &'a mut dyn Write,
    /// Warnings and errors.
    err: &'a mut dyn Write,
    /// The viewer, in builds that have it.
    window: Option<&'a dyn Window>,
    /// Who hears how far long readings are, and may stop them.
    progress: &'a mut dyn Progress,
    /// Whether somebody sits at a terminal that `err` goes to.
    shows_progress: bool,
    /// What has been warned of, and how many times.
    warned: &'a mut Warned,
}

/// Warnings in the order in which they came first, each with how many times it came.
type Warned = Vec<(String, u64)>;

impl Io<'_> {
    /// Tells what is odd but does not stop the work; what comes again is counted.
    fn warn(&mut self, warning: &str) {
        let warning = one_line(warning);
        if let Some((_, times)) = self.warned.iter_mut().find(|(told, _)| *told == warning) {
            *times += 1;
            return;
        }
        // A warning that cannot be told stops the work no more than the warning itself.
        let _ = writeln!(self.err, "warning: {warning}");
        self.warned.push((warning, 1));
    }

    /// Tells how often warnings came again.
    fn warn_of_repeats(&mut self) {
        for (warning, times) in self.warned.iter().filter(|(_, times)| *times > 1) {
            let _ = writeln!(self.err, "warning: {times} times in all: {warning}");
        }
    }
}

/// Runs one command line (`args` begins with the program's name) and says how it ended.
///
/// Results go to `out`, warnings and errors to `err`; `window` is the viewer, in builds that have it.
pub fn run(
    args: impl IntoIterator<Item = OsString>,
    window: Option<&dyn Window>,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Exit {
    run_at(args, window, out, err, false)
}

/// As [`run`]; at a terminal (`err` is one) long runs also say how far they are.
pub fn run_at(
    args: impl IntoIterator<Item = OsString>,
    window: Option<&dyn Window>,
    out: &mut dyn Write,
    err: &mut dyn Write,
    is_terminal: bool,
) -> Exit {
    run_all(args, window, (out, err), is_terminal, &mut ())
}

/// As [`run`] without a window; `progress` hears how far long readings are, and may stop them.
pub fn run_told(
    args: impl IntoIterator<Item = OsString>,
    out: &mut dyn Write,
    err: &mut dyn Write,
    progress: &mut dyn Progress,
) -> Exit {
    run_all(args, None, (out, err), false, progress)
}

fn run_all(
    args: impl IntoIterator<Item = OsString>,
    window: Option<&dyn Window>,
    (out, err): (&mut dyn Write, &mut dyn Write),
    is_terminal: bool,
    progress: &mut dyn Progress,
) -> Exit {
    let (mut out, mut err) = (Plain(out), Plain(err));
    let mut io = Io {
        out: &mut out,
        err: &mut err,
        window,
        progress,
        shows_progress: is_terminal,
        warned: &mut Vec::new(),
    };
    let args: Vec<OsString> = args.into_iter().collect();
    let result = match Args::try_parse_from(&args) {
        Ok(args) => command(args, &mut io),
        Err(error) => usage(&args, &error, &mut io),
    };
    io.warn_of_repeats();
    // What is still buffered meets a closed pipe or a full disk here.
    let result = result.and_then(|exit| io.out.flush().map(|()| exit).map_err(Fault::from));
    result.unwrap_or_else(|fault| {
        if !matches!(fault, Fault::PipeClosed) {
            // There is no third place to complain to.
            let _ = writeln!(io.err, "error: {fault}");
        }
        fault.exit()
    })
}

fn command(args: Args, io: &mut Io<'_>) -> Result<Exit, Fault> {
    match args.command {
        Some(Command::Run(args)) => run::run(&args, io),
        Some(Command::Check(args)) => check::run(&args, io),
        Some(Command::Diff(args)) => diff::run(&args, io),
        Some(Command::Explain(args)) => explain::run(&args, io),
        Some(Command::Vary(args)) => vary::run(&args, io),
        Some(Command::Import(args)) => import::run(&args, io),
        Some(Command::Inspect(args)) => inspect::run(&args, io),
        Some(Command::Export(args)) => export::run(&args, io),
        Some(Command::ExportTest(args)) => export_test::run(&args, io),
        Some(Command::ExportDat(args)) => export_dat::run(&args, io),
        Some(Command::Replay(args)) => replay::run(&args, io),
        Some(Command::Scan(args)) => scan::run(&args, io),
        Some(Command::Report(args)) => report::run(&args, io),
        Some(Command::Shot(args)) => shot::run(args, io),
        Some(Command::Doctor) => doctor::run(io),
        Some(Command::Help(args)) => help::run(&args, io),
        None => window::run(args.scene.as_deref(), args.follow, io),
    }
}

/// Help and version are results; everything else that clap says is an error of usage.
fn usage(args: &[OsString], error: &clap::Error, io: &mut Io<'_>) -> Result<Exit, Fault> {
    if !error.use_stderr() {
        write!(io.out, "{}", error.render())?;
        return Ok(Exit::Done);
    }
    if let Some((words, follow)) = import_line(args) {
        return window::run(Some(Path::new(&words)), follow, io);
    }
    if let Some(word) = args.get(1).map(|word| word.to_string_lossy())
        && !word.starts_with('-')
        && args.len() > 2
        && !subcommands().iter().any(|name| *name == word)
    {
        let path = Path::new(&*word);
        let names = subcommands();
        let near = meant(&word, names.iter().map(|name| (&**name, [&**name])));
        let (word, known, near) = (one_line(&word), names.join(", "), question(&near));
        match (is_path(path) || path.is_file(), path.exists()) {
            (true, false) => return Err(Fault::input(format!("{word}: there is no such file"))),
            (true, true) => {}
            (false, _) => {
                return Err(Fault::input(format!(
                    "`{word}` is no subcommand{near} known: {known}"
                )));
            }
        }
    }
    if let Some(fault) = swallowed(args, error) {
        return Err(fault);
    }
    let _ = write!(io.err, "{}", shortened(&error.render().to_string()));
    Ok(Exit::BadInput)
}

/// The line that opens a file of others with options of `import`, as the window takes it, and whether it is followed.
fn import_line(args: &[OsString]) -> Option<(String, bool)> {
    let (follow, words): (Vec<&OsString>, Vec<&OsString>) =
        args.get(1..)?.iter().partition(|word| *word == "--follow");
    let is_followed = !follow.is_empty();
    let file = Path::new(words.first()?);
    // What is followed may come later.
    let is_there = file.exists() || is_followed && file.extension().is_some();
    let has_option = words.get(1)?.to_string_lossy().starts_with("--");
    if window::is_own(file) || !is_there || !has_option {
        return None;
    }
    let words = words.iter().map(|word| word.to_str().map(quoted_word));
    let words: Vec<String> = words.collect::<Option<_>>()?;
    Some((words.join(" "), is_followed))
}

/// That the capture which is missing stands behind --geometry, which takes all that follows it.
fn swallowed(args: &[OsString], error: &clap::Error) -> Option<Fault> {
    let missing = error.get(ContextKind::InvalidArg);
    let Some(ContextValue::Strings(missing)) = missing else {
        return None;
    };
    if error.kind() != ErrorKind::MissingRequiredArgument
        || !matches!(missing.as_slice(), [only] if only == "<CAPTURE>" || only == "<FILE>...")
    {
        return None;
    }
    let option = args.iter().position(|word| word == "--geometry")?;
    let behind = args.get(option + 1..)?.iter();
    let taken = behind.take_while(|word| !word.to_string_lossy().starts_with('-'));
    let last = Path::new(taken.last()?);
    (files::what(last).ok()? == What::Foreign(Content::Capture)).then(|| {
        let file = exit::shown(last);
        Fault::input(format!(
            "{file}: a capture behind --geometry, which takes all paths that follow it; it has to stand before --geometry"
        ))
    })
}

/// A message with its longest words cut: it repeats what it was given, of any length.
fn shortened(message: &str) -> String {
    const LONGEST: usize = 80;
    let word = |word: &str| match word.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}..", word.get(..end).unwrap_or(word)),
        None => word.to_owned(),
    };
    let words: Vec<String> = message.split(' ').map(word).collect();
    words.join(" ")
}

/// The names of all subcommands.
fn subcommands() -> Vec<String> {
    let command = Args::command();
    let names = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned());
    names.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_warned_of_again_is_counted() {
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let mut io = Io {
            out: &mut out,
            err: &mut err,
            window: None,
            progress: &mut (),
            shows_progress: false,
            warned: &mut Vec::new(),
        };
        for warning in ["a\nb", "c", "a b", "d", "a\nb"] {
            io.warn(warning);
        }
        io.warn_of_repeats();
        assert_eq!(
            String::from_utf8(err).unwrap(),
            "warning: a b\nwarning: c\nwarning: d\nwarning: 3 times in all: a b\n"
        );
    }
}
