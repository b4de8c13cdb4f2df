//! The main program of a bot.
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use tokio::task::LocalSet;

use crate::bot::{Bot, Result, Table};
use crate::error::OptionError;
use crate::flags::{help_text, read_command_line};
use crate::instances::{end_with_parent, is_instance, run_instances, REPLACED};
use crate::leaving::{leave_on_signal, Signals};
use crate::log::Level;
use crate::options::Options;
use crate::printable::printable;
use crate::replay::{read_prompts, replay};
use crate::run::{event_loop, play};
use crate::session::{name_of, Session};
use crate::settings::is_name;

/// The main program of a bot: reads the command line and the environment, logs to
/// stderr, and plays. SIGTERM and SIGINT end it after the matches under way; see
/// the README.
///
/// `factory` makes the bot for each seat of each match. Returns exit status 0: the
/// session ended normally. 1: it failed, or there is no referee. 2: an option is
/// wrong. 128 and the number of a signal: that was the second one, or the matches
/// took too long to end after the first.
pub fn program<B: Bot + 'static>(
    factory: impl Fn(&Table<'_>) -> Result<B> + Send + Sync + 'static,
) -> ExitCode {
    program_with(Options::default(), factory)
}

/// As [`program`], with options that the command line and the environment
/// override.
pub fn program_with<B: Bot + 'static>(
    defaults: Options,
    factory: impl Fn(&Table<'_>) -> Result<B> + Send + Sync + 'static,
) -> ExitCode {
    let program = program_name();
    let status = status(defaults, factory, &program).unwrap_or_else(|error| {
        eprintln!("{}", printable(&format!("{program}: {error}")));
        2
    });
    // Bots may still be busy in their threads.
    std::process::exit(i32::from(status))
}

fn program_name() -> String {
    let first = std::env::args().next().unwrap_or_default();
    let stem = Path::new(&first).file_stem().unwrap_or_default();
    let name = stem.to_string_lossy().into_owned();
    if is_name(&name) {
        name
    } else {
        "bot".to_string()
    }
}

fn status<B: Bot + 'static>(
    defaults: Options,
    factory: impl Fn(&Table<'_>) -> Result<B> + Send + Sync + 'static,
    program: &str,
) -> Result<u8, OptionError> {
    let options = defaults.with_environment()?;
    let line = read_command_line(std::env::args().skip(1), options)?;
    if line.help {
        println!("{}", help_text(program));
        return Ok(0);
    }
    let mut options = line.options;
    if options.name.is_empty() {
        options.name = name_of::<B>().unwrap_or_else(|| program.to_string());
    }
    if let Some(file) = line.prompts {
        let responses = read_prompts(Path::new(&file))?;
        let replayed = replay(factory, responses, |line| {
            // The file may come from a stranger.
            let line = printable(line);
            // Nobody reads on, or the disk is full.
            if writeln!(std::io::stdout(), "{line}").is_err() {
                std::process::exit(1);
            }
        });
        return Ok(u8::from(replayed.failed > 0));
    }
    options.check()?;
    play_as_program(options, factory)
}

fn play_as_program<B: Bot + 'static>(
    options: Options,
    factory: impl Fn(&Table<'_>) -> Result<B> + Send + Sync + 'static,
) -> Result<u8, OptionError> {
    let log = options.log();
    let within = options.leave_within;
    let failed = |error: &dyn std::fmt::Display| {
        log.say(Level::Error, error.to_string());
        1
    };
    if options.instances > 1 {
        let running = LocalSet::new();
        let all = running.run_until(run_instances(&options, &log));
        return Ok(event_loop()
            .block_on(all)
            .unwrap_or_else(|error| failed(&error)));
    }
    let mut session = Session::new(Arc::new(factory), options)?;
    let link = session.link.clone();
    Ok(event_loop().block_on(async {
        let mut signals = match Signals::new() {
            Ok(signals) => signals,
            Err(error) => return failed(&error),
        };
        // Its signal is one of these.
        end_with_parent();
        let played = tokio::select! {
            played = play(&mut session) => played,
            status = leave_on_signal(&mut signals, &link, within, &log) => {
                return u8::try_from(status).unwrap_or(1);
            }
        };
        match played {
            Err(error) => failed(&error),
            Ok(()) if session.replaced && is_instance() => REPLACED,
            Ok(()) => 0,
        }
    }))
}
