//! The stream to the referee, as the seats see it: it may be lost and come back.
use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::UnboundedSender;
use tokio::sync::Notify;

use crate::protocol::{play_request, Leave, PlayRequest};

/// Sends requests on the current stream, from any thread, and never waits.
#[derive(Debug, Default)]
pub(crate) struct Link {
    state: Mutex<State>,
    left: Notify,
}

#[derive(Debug, Default)]
struct State {
    requests: Option<UnboundedSender<PlayRequest>>,
    streams: u64,
    welcomed: bool,
    leaving: bool,
}

impl State {
    fn send(&self, kind: play_request::Kind) -> u64 {
        let Some(requests) = &self.requests else {
            return 0;
        };
        // The other end is dropped when the stream is lost; what the seats said is
        // then repeated on the next one.
        let _ = requests.send(PlayRequest { kind: Some(kind) });
        self.streams
    }
}

impl Link {
    /// Number of the current stream, from 1; 0 while there is none.
    pub(crate) fn stream(&self) -> u64 {
        let state = self.lock();
        state.requests.as_ref().map_or(0, |_| state.streams)
    }

    /// Sends on the current stream and returns its number; 0 if there is none.
    pub(crate) fn send(&self, kind: play_request::Kind) -> u64 {
        self.lock().send(kind)
    }

    /// Asks for no further matches, now and after each Welcome.
    pub(crate) fn leave(&self) {
        let mut state = self.lock();
        state.leaving = true;
        if state.welcomed {
            state.send(play_request::Kind::Leave(Leave::default()));
        }
        self.left.notify_one();
    }

    pub(crate) fn is_leaving(&self) -> bool {
        self.lock().leaving
    }

    /// Waits for the next call of `leave`.
    pub(crate) async fn left(&self) {
        self.left.notified().await;
    }

    /// A stream begins, with this request.
    pub(crate) fn open(&self, requests: UnboundedSender<PlayRequest>, hello: play_request::Kind) {
        let mut state = self.lock();
        state.requests = Some(requests);
        state.streams += 1;
        state.welcomed = false;
        state.send(hello);
    }

    /// The referee has welcomed the bot.
    pub(crate) fn welcome(&self) {
        let mut state = self.lock();
        state.welcomed = true;
        if state.leaving {
            state.send(play_request::Kind::Leave(Leave::default()));
        }
    }

    /// Whether the referee has welcomed the bot on the current stream.
    pub(crate) fn is_welcomed(&self) -> bool {
        self.lock().welcomed
    }

    /// The stream is over. Returns whether the bot was welcome.
    pub(crate) fn close(&self) -> bool {
        let mut state = self.lock();
        state.requests = None;
        std::mem::take(&mut state.welcomed)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
