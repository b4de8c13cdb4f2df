//! The thread of a bot: it calls the functions of the bot and sends its answers.
use std::any::Any;
use std::error::Error;
use std::panic::{catch_unwind, AssertUnwindSafe};
use std::sync::{Arc, PoisonError};
use std::time::Instant;

use crate::bot::{Bot, Decline, Result, SessionHandle, Table};
use crate::log::Level;
use crate::prompt::Prompt;
use crate::protocol::{
    self, announce_ack, play_request, play_response, Act, Announce, AnnounceAck, DecisionKind,
    MatchStart, Ready,
};
use crate::seat::{Factory, Shared};
use crate::times::milliseconds_text;

pub(crate) struct Worker<B> {
    shared: Arc<Shared>,
    factory: Factory<B>,
    bot: Option<B>,
    answer: Act,
    answer_stream: u64,
    announced: Announce,
    announced_stream: u64,
}

impl<B: Bot> Worker<B> {
    pub(crate) fn new(shared: Arc<Shared>, factory: Factory<B>) -> Self {
        Self {
            shared,
            factory,
            bot: None,
            answer: Act::default(),
            answer_stream: 0,
            announced: Announce::default(),
            announced_stream: 0,
        }
    }

    /// Makes the bot, and handles all messages until there will be none.
    pub(crate) fn work(mut self) {
        use play_response::Kind;
        self.set_up();
        while let Some((message, received)) = self.next() {
            match message {
                Kind::Prompt(prompt) => self.on_prompt(prompt, received),
                Kind::ActAck(ack) => {
                    self.guard("on_ack", ack.decision, |bot| bot.on_ack(&ack));
                }
                Kind::AnnounceAck(ack) => self.on_announce_ack(&ack),
                Kind::Events(events) => {
                    self.guard("on_events", 0, |bot| bot.on_events(&events));
                }
                Kind::MatchEnd(end) => {
                    self.guard("on_end", 0, |bot| bot.on_end(&end));
                    return;
                }
                _ => {}
            }
        }
    }

    fn next(&self) -> Option<(play_response::Kind, Instant)> {
        let mut state = self.shared.lock();
        loop {
            if let Some(message) = state.waiting.pop_front() {
                return Some(message);
            }
            if state.closed {
                return None;
            }
            let changed = self.shared.changed.wait(state);
            state = changed.unwrap_or_else(PoisonError::into_inner);
        }
    }

    fn set_up(&mut self) {
        let start = Arc::clone(&self.shared.start);
        let (match_id, seat) = (start.match_id.clone(), start.seat);
        // Sent even without a bot: its first decision then ends in a fault at once
        // rather than after the start budget.
        let mut answer = play_request::Kind::Ready(Ready {
            match_id: match_id.clone(),
            seat,
        });
        let mut broken = String::new();
        match self.make(&start) {
            Ok(bot) => self.bot = Some(bot),
            Err((hook, failure)) => match failure.declined {
                Some(reason) => {
                    let text = format!("declined: {reason}");
                    self.shared.say(Level::Warning, 0, &text);
                    answer = play_request::Kind::Decline(protocol::Decline {
                        match_id,
                        seat,
                        reason,
                    });
                }
                None => {
                    broken = format!("{hook} {}", failure.what);
                    self.report(hook, 0, &failure);
                }
            },
        }
        let mut state = self.shared.lock();
        state.broken = broken;
        state.start_answer = Some(answer.clone());
        self.shared.send(&state, answer);
    }

    /// Returns the bot when it has started, or the function that failed.
    fn make(&self, start: &MatchStart) -> Result<B, (&'static str, Failure)> {
        let session = SessionHandle(Arc::clone(&self.shared.link));
        let made = guarded(|| (self.factory)(&Table { start, session }));
        let mut bot = made.map_err(|failure| ("the making of the bot", failure))?;
        guarded(|| bot.on_start(start)).map_err(|failure| ("on_start", failure))?;
        Ok(bot)
    }

    fn on_prompt(&mut self, message: protocol::Prompt, received: Instant) {
        let must = message.kind() == DecisionKind::Must;
        let decision = message.decision;
        if must && decision == self.answer.decision {
            self.repeat();
            return;
        }
        let opening = self.shared.lock().opening.clone();
        let start = Arc::clone(&self.shared.start);
        let prompt = Prompt::received(start, message, received, opening);
        if !prompt.announcements().is_empty() {
            self.let_announce(&prompt);
        }
        if must {
            self.let_act(&prompt, received);
        }
    }

    fn let_announce(&mut self, prompt: &Prompt) {
        let chosen = self.guard("announce", prompt.decision(), |bot| {
            let choice = bot.announce(prompt)?;
            let choice = choice.map(|choice| choice.to_announce(prompt.message()));
            choice.transpose()
        });
        if let Some(announce) = chosen.flatten() {
            self.announced = announce;
            self.announced_stream = self.send(play_request::Kind::Announce(self.announced.clone()));
        }
    }

    fn let_act(&mut self, prompt: &Prompt, received: Instant) {
        let decision = prompt.decision();
        self.shared.lock().thinking = decision;
        let act = self.guard("act", decision, |bot| {
            bot.act(prompt)?.to_act(prompt.message())
        });
        let told = {
            let mut state = self.shared.lock();
            state.thinking = 0;
            state.fault_told
        };
        if self.bot.is_some() && told >= decision {
            let took = milliseconds_text(received.elapsed());
            let text = format!("act took {took}, too long: the decision was over before");
            self.shared.say(Level::Warning, decision, &text);
        }
        // Without a choice it is a fault at once, so that the other players need
        // not wait for the clock.
        self.answer = act.unwrap_or_else(|| Act {
            match_id: prompt.message().match_id.clone(),
            seat: prompt.seat(),
            decision,
            ..Act::default()
        });
        self.answer_stream = self.send(play_request::Kind::Act(self.answer.clone()));
    }

    /// A newer prompt does not make an answer void, but a lost stream may have
    /// taken the answer with it, and what was announced before it; repeating them
    /// is harmless.
    fn repeat(&mut self) {
        let stream = self.shared.link.stream();
        if self.answer_stream == stream {
            return;
        }
        let announced = self.announced.decision == self.answer.decision;
        if announced && self.announced_stream != stream {
            self.announced_stream = self.send(play_request::Kind::Announce(self.announced.clone()));
        }
        self.answer_stream = self.send(play_request::Kind::Act(self.answer.clone()));
    }

    fn on_announce_ack(&mut self, ack: &AnnounceAck) {
        if ack.status() == announce_ack::Status::Refused {
            let text = format!("announcement refused: {}", ack.message);
            self.shared.say(Level::Warning, ack.decision, &text);
        }
        self.guard("on_announce_ack", ack.decision, |bot| {
            bot.on_announce_ack(ack)
        });
    }

    fn send(&self, kind: play_request::Kind) -> u64 {
        self.shared.send(&self.shared.lock(), kind)
    }

    /// Calls a function of the bot, if there is a bot; logs its failure.
    fn guard<T>(
        &mut self,
        hook: &str,
        decision: u32,
        call: impl FnOnce(&mut B) -> Result<T>,
    ) -> Option<T> {
        let bot = self.bot.as_mut()?;
        match guarded(|| call(bot)) {
            Ok(value) => Some(value),
            Err(failure) => {
                if hook == "act" {
                    let what = format!("act {}", failure.what);
                    self.shared.lock().failed = (decision, what);
                }
                self.report(hook, decision, &failure);
                None
            }
        }
    }

    fn report(&self, hook: &str, decision: u32, failure: &Failure) {
        let text = format!("{hook} {}: {}", failure.what, failure.words);
        self.shared.say(Level::Error, decision, &text);
    }
}

/// How a function of a bot failed.
struct Failure {
    /// "returned an error" or "panicked", for the sentence that begins with the function.
    what: &'static str,
    /// Of the error and its causes, or of the panic.
    words: String,
    /// The reason, if the bot declines the match.
    declined: Option<String>,
}

/// Calls a function of a bot.
fn guarded<T>(call: impl FnOnce() -> Result<T>) -> Result<T, Failure> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(returned) => returned.map_err(|error| {
            let first: &(dyn Error + 'static) = &*error;
            let causes = std::iter::successors(Some(first), |&error| error.source());
            let words: Vec<String> = causes.map(ToString::to_string).collect();
            Failure {
                what: "returned an error",
                words: words.join(": "),
                declined: error.downcast_ref::<Decline>().map(Decline::reason),
            }
        }),
        Err(payload) => Err(Failure {
            what: "panicked",
            words: words_of(&*payload),
            declined: None,
        }),
    }
}

fn words_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without words".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An error with a cause.
    #[derive(Debug)]
    struct NoCard(std::num::ParseIntError);

    impl std::fmt::Display for NoCard {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("no card")
        }
    }

    impl Error for NoCard {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            Some(&self.0)
        }
    }

    #[test]
    fn an_error_is_told_with_its_causes() {
        let call = || -> Result<i32> { Ok("x".parse().map_err(NoCard)?) };
        let failure = guarded(call).unwrap_err();
        assert_eq!(failure.what, "returned an error");
        assert_eq!(failure.words, "no card: invalid digit found in string");
        assert_eq!(failure.declined, None);
    }

    #[test]
    fn a_panic_is_told_with_its_words() {
        let failure = guarded(|| -> Result<()> { panic!("card {}", 99) }).unwrap_err();
        assert_eq!(
            (failure.what, failure.words.as_str()),
            ("panicked", "card 99")
        );
    }

    #[test]
    fn a_decline_has_its_reason() {
        let call = || -> Result<()> { Err(Decline::new("too long").into()) };
        let reason = guarded(call).unwrap_err().declined;
        assert_eq!(reason.as_deref(), Some("too long"));
    }
}
