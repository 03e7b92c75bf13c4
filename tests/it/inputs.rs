//! Files of others, from the file to what a user sees: dumps, captures, logs and meshes, whole and damaged.

pub(crate) mod captures;
mod damage;
mod dumps;
mod folders;
mod game;
mod held;
mod lacking;
mod large;
mod logs;
mod meshes;
mod odd;
mod pages;
#[cfg(unix)]
mod permission;
mod wrong;

use std::path::Path;

use sweepscope::cli::{self, Exit};

/// What a command line came to: its exit, standard output and standard error.
struct Ran {
    exit: Exit,
    out: String,
    err: String,
}

/// Runs a command line in `folder`; each word that is there as a file below it stands for that file, and so does one after `-o`.
fn run(folder: &Path, line: &str) -> Ran {
    let mut args = vec!["sweepscope".into()];
    let mut written = false;
    for word in line.split_whitespace() {
        let path = folder.join(word);
        args.push(if written || path.exists() {
            path.into_os_string()
        } else {
            word.into()
        });
        written = matches!(word, "-o" | "--csv" | "--record");
    }
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = cli::run(args, None, &mut out, &mut err);
    Ran {
        exit,
        out: String::from_utf8(out).unwrap(),
        err: String::from_utf8(err).unwrap(),
    }
}
