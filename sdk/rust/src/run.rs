//! Plays, as a part of a program.
use std::sync::Arc;
use std::time::Duration;

use crate::bot::{Bot, Result, Table};
use crate::error::SessionError;
use crate::options::Options;
use crate::session::{Session, PATIENCE};
use crate::stream::run_stream;

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
    let mut session = Session::new(Arc::new(factory), options)?;
    event_loop().block_on(play(&mut session))
}

/// What reads the stream; bots have threads of their own.
pub(crate) fn event_loop() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("an event loop")
}

/// Keeps `session` on a stream until it is over.
pub(crate) async fn play<B: Bot + 'static>(session: &mut Session<B>) -> Result<(), SessionError> {
    let outcome = loop {
        match run_stream(session).await {
            Ok(Some(pause)) => rest(session, pause).await,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        }
    };
    let patience = if outcome.is_ok() {
        PATIENCE
    } else {
        Duration::ZERO
    };
    session.close(patience).await;
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
