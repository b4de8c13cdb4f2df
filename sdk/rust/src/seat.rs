//! A bot at its table, with the messages that wait for it.
use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::bot::{Bot, Result, Table};
use crate::link::Link;
use crate::log::{Level, Log};
use crate::prompt::Opening;
use crate::protocol::{act_ack, play_request, play_response, ActAck, FaultKind, MatchStart};
use crate::times::{duration, milliseconds_text};
use crate::worker::Worker;

/// Makes the bot for one seat of one match.
pub(crate) type Factory<B> = Arc<dyn Fn(&Table<'_>) -> Result<B> + Send + Sync>;

/// Runs one bot in a thread of its own and sends its answers. Messages come
/// through `post`, which never waits.
#[derive(Debug)]
pub(crate) struct Seat {
    shared: Arc<Shared>,
    finished: watch::Receiver<bool>,
}

/// What the reader of the stream and the thread of the bot share.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(crate) start: Arc<MatchStart>,
    pub(crate) link: Arc<Link>,
    pub(crate) log: Log,
    pub(crate) state: Mutex<State>,
    pub(crate) changed: Condvar,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) waiting: VecDeque<(play_response::Kind, Instant)>,
    /// Ready or Decline, once the bot is set up.
    pub(crate) start_answer: Option<play_request::Kind>,
    pub(crate) opening: Opening,
    pub(crate) open_decision: u32,
    pub(crate) ended: bool,
    pub(crate) closed: bool,
    /// How the set-up failed, for the faults that follow.
    pub(crate) broken: String,
    /// The newest decision in which `act` failed, and how.
    pub(crate) failed: (u32, String),
    /// The decision that the bot is thinking about; 0: none.
    pub(crate) thinking: u32,
    pub(crate) fault_told: u32,
}

impl Seat {
    /// Makes the bot, and begins.
    pub(crate) fn new<B: Bot + 'static>(
        start: MatchStart,
        factory: Factory<B>,
        link: Arc<Link>,
        log: Log,
    ) -> Self {
        // Threads cannot have every name.
        let name = format!("{}/{}", start.match_id.replace('\0', ""), start.seat);
        let shared = Arc::new(Shared {
            start: Arc::new(start),
            link,
            log,
            changed: Condvar::new(),
            state: Mutex::default(),
        });
        let (finish, finished) = watch::channel(false);
        let own = Arc::clone(&shared);
        thread::Builder::new()
            .name(name)
            .spawn(move || {
                // The thread makes the bot itself, so bots need not be `Send`.
                Worker::new(own, factory).work();
                finish.send_replace(true);
            })
            .expect("a thread for the bot");
        Self { shared, finished }
    }

    /// Takes in one message.
    pub(crate) fn post(&self, message: play_response::Kind) {
        use play_response::Kind;
        let mut state = self.shared.lock();
        match &message {
            Kind::MatchStart(_) => {
                // The connection is back. If the bot was set up before, it may be
                // thinking right now: the referee need not wait for it.
                if let Some(answer) = state.start_answer.clone() {
                    self.shared.send(&state, answer);
                }
                return;
            }
            Kind::Prompt(prompt) => {
                // A message of its own, because the prompt may be dropped unread.
                if let Some(ack) = &prompt.ack {
                    self.take_ack(&mut state, ack);
                    let ack = Kind::ActAck(ack.clone());
                    state.waiting.push_back((ack, Instant::now()));
                }
                // A prompt is complete, so an older one is void if still unread.
                state.drop_prompt();
                if prompt.decision != state.open_decision || !state.opening.is_open() {
                    state.opening.close();
                    state.opening = Opening::default();
                    state.open_decision = prompt.decision;
                }
            }
            Kind::ActAck(ack) => self.take_ack(&mut state, ack),
            Kind::MatchEnd(_) => {
                state.ended = true;
                state.end_decision();
            }
            _ => {}
        }
        state.waiting.push_back((message, Instant::now()));
        self.shared.changed.notify_one();
    }

    /// The match is lost, or the session is over: nothing more is sent.
    pub(crate) fn close(&self) {
        let mut state = self.shared.lock();
        state.closed = true;
        state.end_decision();
        self.shared.changed.notify_one();
    }

    /// Whether the bot is at work.
    pub(crate) fn is_busy(&self) -> bool {
        !*self.finished.borrow()
    }

    /// Waits until the bot has handled all messages, which it does after the
    /// MatchEnd, at most for `patience`.
    pub(crate) async fn join(&mut self, patience: Duration) {
        let finished = self.finished.wait_for(|finished| *finished);
        if tokio::time::timeout(patience, finished).await.is_err() {
            let text = "the bot is still busy; not waiting for it";
            self.shared.say(Level::Warning, 0, text);
        }
    }

    fn take_ack(&self, state: &mut State, ack: &ActAck) {
        use act_ack::Status;
        if ack.status() == Status::Fault && ack.decision > state.fault_told {
            state.fault_told = ack.decision;
            let text = fault_text(state, ack);
            self.shared.say(Level::Warning, ack.decision, &text);
        }
        // The decision has ended without an answer of the bot.
        let over = matches!(ack.status(), Status::Fault | Status::DecisionClosed);
        if over && ack.decision == state.open_decision {
            state.end_decision();
        }
    }
}

impl State {
    /// No answer counts any more.
    fn end_decision(&mut self) {
        self.drop_prompt();
        self.opening.close();
    }

    fn drop_prompt(&mut self) {
        let is_prompt = |kind: &play_response::Kind| matches!(kind, play_response::Kind::Prompt(_));
        self.waiting.retain(|(message, _)| !is_prompt(message));
    }
}

impl Shared {
    pub(crate) fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn send(&self, state: &State, kind: play_request::Kind) -> u64 {
        if state.ended || state.closed {
            return 0;
        }
        self.link.send(kind)
    }

    pub(crate) fn say(&self, level: Level, decision: u32, text: &str) {
        let MatchStart { match_id, seat, .. } = &*self.start;
        let decision = match decision {
            0 => String::new(),
            _ => format!(" decision={decision}"),
        };
        let line = format!("match={match_id} seat={seat}{decision}: {text}");
        self.log.say(level, line);
    }
}

/// Says what a fault was, even while the bot is still thinking.
fn fault_text(state: &State, ack: &ActAck) -> String {
    let fault = fault_word(ack);
    let mut text = format!("fault {fault}");
    if let Some(charged) = &ack.charged {
        text += &format!(" after {}", milliseconds_text(duration(charged)));
    }
    let (decision, failure) = &state.failed;
    let here = *decision == ack.decision;
    let why = if here { failure } else { &state.broken };
    if ack.fault() == FaultKind::Malformed && !why.is_empty() {
        text += &format!(", because {why}");
    } else {
        // The referee's words may begin with the fault, too.
        let words = ack.message.strip_prefix(&format!("{fault}: "));
        text += &format!(": {}", words.unwrap_or(&ack.message));
    }
    let thinking = state.thinking;
    if ack.fault() == FaultKind::Late && thinking > 0 && thinking < ack.decision {
        text += &format!("; the bot is still thinking about decision {thinking}");
    }
    text
}

/// Returns "late" of FAULT_KIND_LATE, as it stands in results; the number of a
/// kind that only a newer referee knows.
fn fault_word(ack: &ActAck) -> String {
    let Ok(kind) = FaultKind::try_from(ack.fault) else {
        return format!("of kind {}", ack.fault);
    };
    let name = kind.as_str_name();
    let name = name.strip_prefix("FAULT_KIND_").unwrap_or(name);
    name.to_lowercase().replace('_', "-")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_once() {
        let mut ack = ActAck {
            message: "not-ready: no Ready".to_string(),
            ..ActAck::default()
        };
        ack.set_fault(FaultKind::NotReady);
        let state = State::default();
        assert_eq!(fault_text(&state, &ack), "fault not-ready: no Ready");
        ack.fault = 99;
        ack.message = "new".to_string();
        assert_eq!(fault_text(&state, &ack), "fault of kind 99: new");
    }
}
