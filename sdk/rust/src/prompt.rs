//! An open decision, as a bot sees it.
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use crate::chance::{seed_of, Random};
use crate::prompt_text::prompt_text;
use crate::protocol::{self, LegalAction, MatchStart, Observation};
use crate::times::duration;

/// Whether an answer to a decision still counts.
#[derive(Clone, Debug)]
pub(crate) struct Opening(Arc<AtomicBool>);

impl Opening {
    pub(crate) fn new() -> Self {
        Self(Arc::new(AtomicBool::new(true)))
    }

    pub(crate) fn is_open(&self) -> bool {
        self.0.load(Ordering::Acquire)
    }

    pub(crate) fn close(&self) {
        self.0.store(false, Ordering::Release);
    }
}

/// An open decision: what the seat knows and what it may do. It is complete, so a
/// bot need not remember anything.
///
/// As text (`println!("{prompt}")`) it is what the seat knows, what it may do and
/// the time left, for people: the position as `arena replay --seat` prints it,
/// and each action in a form that `act` may return. The referee makes these texts;
/// without the option `text` there are only the bare fields. It never shows the
/// private seed.
#[derive(Debug)]
pub struct Prompt {
    start: Arc<MatchStart>,
    message: protocol::Prompt,
    observation: Observation,
    received: Instant,
    opening: Opening,
    random: Random,
}

impl Prompt {
    /// A prompt for the test of a bot, which came just now and stays open.
    pub fn new(start: MatchStart, message: protocol::Prompt) -> Self {
        Self::received(Arc::new(start), message, Instant::now(), Opening::new())
    }

    pub(crate) fn received(
        start: Arc<MatchStart>,
        message: protocol::Prompt,
        received: Instant,
        opening: Opening,
    ) -> Self {
        let seed = seed_of(&start.private_seed, message.seat, message.decision);
        Self {
            observation: message.observation.clone().unwrap_or_default(),
            random: Random::new(seed),
            start,
            message,
            received,
            opening,
        }
    }

    /// The match: the game, its options, players, teams and clock.
    pub fn start(&self) -> &MatchStart {
        &self.start
    }

    /// The message as it came.
    pub fn message(&self) -> &protocol::Prompt {
        &self.message
    }

    /// The seat that is asked, from 0.
    pub fn seat(&self) -> u32 {
        self.message.seat
    }

    /// Number of the decision in the match, from 1.
    pub fn decision(&self) -> u32 {
        self.message.decision
    }

    /// All that the seat knows; in a match of Octrix its `game` is
    /// `Some(observation::Game::Octrix(...))`.
    pub fn observation(&self) -> &Observation {
        &self.observation
    }

    /// The legal actions, ascending by `id`.
    pub fn actions(&self) -> &[LegalAction] {
        &self.message.actions
    }

    /// What may be announced without using up the decision.
    pub fn announcements(&self) -> &[LegalAction] {
        &self.message.announcements
    }

    /// A number for a bot that plays at random.
    ///
    /// It differs between decisions, and no other bot can guess it because it
    /// follows from the private seed of the seat. It is the same whenever this
    /// decision is asked again, after a restart or in a match with the same seed.
    pub fn seed(&self) -> u64 {
        seed_of(&self.start.private_seed, self.seat(), self.decision())
    }

    /// A generator of random numbers that begins with `seed`, and goes on whenever
    /// it is used: `Choice::index(prompt.random().below(prompt.actions().len()))`.
    pub fn random(&self) -> &Random {
        &self.random
    }

    /// Allowance and bank left now; `None`: no limit. Measured from the arrival of
    /// the prompt: leave time for the answer to reach the referee.
    pub fn time_left(&self) -> Option<Duration> {
        let parts = [&self.message.allowance_left, &self.message.bank_left];
        if parts.iter().all(|part| part.is_none()) {
            return None;
        }
        let budget: Duration = parts.into_iter().flatten().map(duration).sum();
        Some(budget.saturating_sub(self.received.elapsed()))
    }

    /// The time to the referee and back, as the referee measured it last.
    /// `time_left` must cover half of it, for the way of the answer. `None` before
    /// the first measurement.
    pub fn round_trip(&self) -> Option<Duration> {
        self.message.round_trip.as_ref().map(duration)
    }

    /// Whether an answer still counts, as far as the SDK knows.
    ///
    /// A bot that thinks for long should look at it now and then, and stop when
    /// the match has ended or the time for the decision has run out.
    pub fn is_open(&self) -> bool {
        self.opening.is_open()
    }
}

impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&prompt_text(&self.start, &self.message, self.time_left()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(message: protocol::Prompt, received: Instant) -> Prompt {
        let start = MatchStart {
            private_seed: (0..16).collect(),
            ..MatchStart::default()
        };
        Prompt::received(Arc::new(start), message, received, Opening::new())
    }

    fn seconds(seconds: i64) -> Option<prost_types::Duration> {
        Some(prost_types::Duration { seconds, nanos: 0 })
    }

    #[test]
    fn the_time_left_is_counted_from_the_arrival() {
        let message = protocol::Prompt {
            allowance_left: seconds(1),
            bank_left: seconds(5),
            ..protocol::Prompt::default()
        };
        let ago = |seconds| Instant::now() - Duration::from_secs(seconds);
        let left = prompt(message.clone(), ago(2)).time_left().unwrap();
        assert!(left <= Duration::from_secs(4) && left > Duration::from_secs(3));
        assert_eq!(prompt(message, ago(9)).time_left(), Some(Duration::ZERO));
        let untimed = protocol::Prompt::default();
        assert_eq!(prompt(untimed, ago(0)).time_left(), None);
    }

    #[test]
    fn the_round_trip_is_that_of_the_referee() {
        let mut message = protocol::Prompt::default();
        assert_eq!(prompt(message.clone(), Instant::now()).round_trip(), None);
        message.round_trip = seconds(2);
        let asked = prompt(message, Instant::now());
        assert_eq!(asked.round_trip(), Some(Duration::from_secs(2)));
    }

    #[test]
    fn the_generator_of_a_prompt_goes_on() {
        let message = protocol::Prompt {
            seat: 1,
            decision: 7,
            ..protocol::Prompt::default()
        };
        let asked = prompt(message, Instant::now());
        assert_eq!(asked.seed(), 18_257_086_097_028_160_099);
        assert_eq!([0; 3].map(|_| asked.random().below(10)), [7, 3, 2]);
    }

    #[test]
    fn a_prompt_is_open_until_it_is_closed() {
        let opening = Opening::new();
        let (start, message) = Default::default();
        let asked = Prompt::received(start, message, Instant::now(), opening.clone());
        assert!(asked.is_open());
        opening.close();
        assert!(!asked.is_open());
    }
}
