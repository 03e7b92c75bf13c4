//! Arguments in, exit code out.

use std::io::{BufWriter, IsTerminal as _};
use std::process::ExitCode;

use sweepscope::cli;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    // Logs go to stderr; `RUST_LOG=sweepscope=debug` shows more of them.
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(std::io::stderr)
        .with_ansi(std::io::stderr().is_terminal())
        .init();
    let mut out = BufWriter::new(std::io::stdout().lock());
    cli::run(
        std::env::args_os(),
        window(),
        &mut out,
        &mut std::io::stderr(),
    )
    .into()
}

fn window() -> Option<&'static dyn cli::Window> {
    None
}
