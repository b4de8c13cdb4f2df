//! Ends a bot that is asked to end: after its matches, or at once.
use std::time::{Duration, Instant};

use tokio::signal::unix::{signal, Signal, SignalKind};

use crate::link::Link;
use crate::log::{Level, Log};
use crate::times::seconds_text;

/// After this time another signal is a second one. Supervisors and terminals
/// signal a process and its group, so that it gets the same signal twice.
const AGAIN: Duration = Duration::from_millis(500);

/// SIGTERM and SIGINT, from now on.
pub(crate) struct Signals {
    term: Signal,
    int: Signal,
}

impl Signals {
    /// Must be called within an event loop.
    pub(crate) fn new() -> std::io::Result<Self> {
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

/// At the first signal asks the session to leave: it plays its matches to their
/// end. Returns at a second signal, or at the end of `within`, with the exit status
/// with which the program should end at once.
pub(crate) async fn leave_on_signal(
    signals: &mut Signals,
    link: &Link,
    within: Duration,
    log: &Log,
) -> i32 {
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
                return 128 + again;
            },
            () = &mut deadline => {
                let text = format!("the matches are not over after {time}");
                log.say(Level::Warning, text);
                return 128 + number;
            }
        }
    }
}
