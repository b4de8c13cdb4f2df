//! The main program of a bot, and playing as a part of another program.
use std::process::ExitCode;
use std::time::{Duration, Instant};

use tokio::signal::unix::{signal, Signal, SignalKind};

use crate::bot::{Bot, Result, Table};
use crate::error::{OptionError, SessionError};
use crate::flags::{help_text, read_command_line};
use crate::link::Link;
use crate::log::{printable, Level, Log};
use crate::options::Options;
use crate::session::{program_name, Session};
use crate::stream::talk;
use crate::times::seconds_text;

/// Exit status of a process that was to play one match, and whose place another one has
/// taken.
const REPLACED: u8 = 3;

/// After this time another signal is a second one. Supervisors and terminals
/// signal a process and its group, so that it gets the same signal twice.
const AGAIN: Duration = Duration::from_millis(500);

/// The main program of a bot: reads the command line and the environment, logs to
/// stderr, and plays. SIGTERM and SIGINT end it after the matches under way; see
/// the README.
///
/// `factory` makes the bot for each seat of each match. Ends with exit status 0: the
/// session ended normally. 1: it failed, or there is no referee. 2: an option is
/// wrong. 3: another process has taken its place, and it was to play one match. 128 and
/// the number of a signal: that was the second one, or the matches took too long to end
/// after the first.
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
    let status = status(defaults, factory).unwrap_or_else(|error| {
        eprintln!("{}", printable(&format!("{}: {error}", program_name())));
        2
    });
    // Bots may still be busy in their threads.
    std::process::exit(i32::from(status))
}

/// Plays until the referee ends the session.
///
/// `factory` makes a bot for each seat of each match, in the thread of that bot.
/// For the variables of the environment use `Options::with_environment`. Bots leave
/// by [`SessionHandle::leave`](crate::SessionHandle::leave).
///
/// # Errors
///
/// If an option is wrong, no referee answers, or the referee refuses this bot.
///
/// # Panics
///
/// If the operating system gives no event loop.
pub fn run<B: Bot + 'static>(
    factory: impl Fn(&Table<'_>) -> Result<B> + Send + Sync + 'static,
    options: Options,
) -> Result<(), SessionError> {
    let mut session = Session::new(factory, options)?;
    event_loop().block_on(play(&mut session))
}

/// Does what the command line says; returns the exit status.
fn status<B: Bot + 'static>(
    defaults: Options,
    factory: impl Fn(&Table<'_>) -> Result<B> + Send + Sync + 'static,
) -> Result<u8, OptionError> {
    let mut options = defaults.with_environment()?;
    if read_command_line(&mut options, std::env::args().skip(1))? {
        println!("{}", help_text(&program_name()));
        return Ok(0);
    }
    let mut session = Session::new(factory, options)?;
    let log = session.log.clone();
    let played = event_loop().block_on(play_until_told(&mut session));
    Ok(played.unwrap_or_else(|error| {
        log.say(Level::Error, error.to_string());
        1
    }))
}

/// Plays until the session or a signal ends it; returns the exit status.
async fn play_until_told<B: Bot + 'static>(session: &mut Session<B>) -> Result<u8, SessionError> {
    let no_signals = |error: std::io::Error| SessionError::new(error.to_string());
    let mut signals = Signals::new().map_err(no_signals)?;
    let (link, log) = (session.link.clone(), session.log.clone());
    let within = session.options.leave_within;
    tokio::select! {
        played = play(session) => played?,
        number = leave_on_signal(&mut signals, &link, within, &log) => {
            return Ok(u8::try_from(128 + number).unwrap_or(1));
        }
    }
    let replaced = session.replaced && session.options.one_match;
    Ok(if replaced { REPLACED } else { 0 })
}

/// What reads the stream; bots have threads of their own.
fn event_loop() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("an event loop")
}

/// Keeps `session` on a stream until it is over.
async fn play<B: Bot + 'static>(session: &mut Session<B>) -> Result<(), SessionError> {
    let outcome = loop {
        let status = talk(session).await;
        match session.ended(&status) {
            Ok(Some(pause)) => rest(session, pause).await,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    session.close();
    if outcome.is_ok() {
        session.wait_for_bots().await;
    }
    outcome
}

/// Waits; ends at once if the bot leaves and no match is under way.
async fn rest<B: Bot + 'static>(session: &Session<B>, pause: Duration) {
    let end = tokio::time::sleep(pause);
    tokio::pin!(end);
    while !session.has_left() {
        tokio::select! {
            () = &mut end => return,
            () = session.link.left() => {}
        }
    }
}

/// At the first signal asks the session to leave: it plays its matches to their
/// end. Returns at a second signal, or at the end of `within`, with the number of the
/// signal for which the program should end at once.
async fn leave_on_signal(signals: &mut Signals, link: &Link, within: Duration, log: &Log) -> i32 {
    let number = signals.next().await;
    let first = Instant::now();
    let time = seconds_text(within);
    let text = format!(
        "asked to end: no further matches, and those under way go on for up to \
         {time}; a second signal ends at once"
    );
    log.say(Level::Info, text);
    link.leave();
    let deadline = tokio::time::sleep(within);
    tokio::pin!(deadline);
    loop {
        tokio::select! {
            again = signals.next() => if first.elapsed() >= AGAIN {
                return again;
            },
            () = &mut deadline => {
                let text = format!("the matches are not over after {time}");
                log.say(Level::Warning, text);
                return number;
            }
        }
    }
}

/// SIGTERM and SIGINT, from now on.
struct Signals {
    term: Signal,
    int: Signal,
}

impl Signals {
    /// Must be called within an event loop.
    fn new() -> std::io::Result<Self> {
        Ok(Self {
            term: signal(SignalKind::terminate())?,
            int: signal(SignalKind::interrupt())?,
        })
    }

    /// Returns the number of the next one.
    async fn next(&mut self) -> i32 {
        tokio::select! {
            _ = self.term.recv() => SignalKind::terminate().as_raw_value(),
            _ = self.int.recv() => SignalKind::interrupt().as_raw_value(),
        }
    }
}
