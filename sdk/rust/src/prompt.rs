//! An open decision, as a bot sees it.
use std::fmt;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::Arc;
use std::time::{Duration, Instant};

use prost::Message;

use crate::chance::{seed_of, Random};
use crate::error::OptionError;
use crate::protocol::{
    self, play_response, DecisionKind, LegalAction, MatchStart, Observation, PlayResponse,
};
use crate::times::{duration, milliseconds_text};

/// Whether an answer to a decision still counts: until `close`.
#[derive(Clone, Debug, Default)]
pub(crate) struct Opening {
    closed: Arc<AtomicBool>,
}

impl Opening {
    pub(crate) fn is_open(&self) -> bool {
        !self.closed.load(Ordering::Acquire)
    }

    pub(crate) fn close(&self) {
        self.closed.store(true, Ordering::Release);
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
    /// A prompt for the test of a bot, without a session: it came just now and stays
    /// open. [`read_prompts`] has what it is made of.
    pub fn new(start: MatchStart, message: protocol::Prompt) -> Self {
        Self::received(Arc::new(start), message, Instant::now(), Opening::default())
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

/// All SDKs write the same.
impl fmt::Display for Prompt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (game, match_id) = (&self.start.game, &self.message.match_id);
        let (seat, decision) = (self.seat(), self.decision());
        let may = self.message.kind() == DecisionKind::May;
        let asked = if may {
            "announce or wait"
        } else {
            "choose an action"
        };
        write!(
            f,
            "{game}, match {match_id}, seat {seat}, decision {decision}: {asked}"
        )?;
        match self.time_left() {
            Some(left) => write!(f, "\ntime left: {}", milliseconds_text(left))?,
            None if !may => write!(f, "\ntime left: no limit")?,
            None => {}
        }
        // In the words of the referee, which `arena replay` prints.
        for line in self.message.position_text.lines() {
            let indent = if line.is_empty() { "" } else { "  " };
            write!(f, "\n{indent}{line}")?;
        }
        if self.message.position_text.is_empty() {
            let fields = &self.message.observation;
            write!(f, "\n  there is no text; the fields are: {fields:?}")?;
        }
        let lists = [
            ("choose", self.actions()),
            ("announce", self.announcements()),
        ];
        for (verb, offered) in lists.into_iter().filter(|list| !list.1.is_empty()) {
            write!(f, "\nseat {seat} can {verb}:")?;
            for (
                index,
                LegalAction {
                    id, text, action, ..
                },
            ) in offered.iter().enumerate()
            {
                match text.as_str() {
                    "" => write!(f, "\n  {index}: id {id}, {action:?}")?,
                    text => write!(f, "\n  {index}: {text}")?,
                }
            }
        }
        Ok(())
    }
}

/// Reads what `arena prompts` wrote of a seat: its MatchStart, the messages that came
/// after it, each Prompt before the ActAck of what was played, and its MatchEnd.
///
/// # Errors
///
/// If the file cannot be read, or holds something else.
pub fn read_prompts(path: impl AsRef<Path>) -> Result<Vec<PlayResponse>, OptionError> {
    let path = path.as_ref();
    let bytes = std::fs::read(path)
        .map_err(|error| OptionError(format!("{path:?} cannot be read: {error}")))?;
    whole_file(&bytes)
        .ok_or_else(|| OptionError(format!("{path:?} is no file that `arena prompts` wrote")))
}

/// Returns the messages of a file, each behind its length, unless it is broken or cut off.
fn whole_file(mut bytes: &[u8]) -> Option<Vec<PlayResponse>> {
    use play_response::Kind;
    let mut messages = Vec::new();
    while !bytes.is_empty() {
        messages.push(PlayResponse::decode_length_delimited(&mut bytes).ok()?);
    }
    let starts = |message: &PlayResponse| matches!(message.kind, Some(Kind::MatchStart(_)));
    let ends = |message: &PlayResponse| matches!(message.kind, Some(Kind::MatchEnd(_)));
    let whole = starts(messages.first()?)
        && !messages[1..].iter().any(starts)
        && messages.iter().all(|message| message.kind.is_some())
        && ends(messages.last()?);
    whole.then_some(messages)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn prompt(message: protocol::Prompt, received: Instant) -> Prompt {
        let start = MatchStart {
            private_seed: (0..16).collect(),
            ..MatchStart::default()
        };
        Prompt::received(Arc::new(start), message, received, Opening::default())
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
        let opening = Opening::default();
        let (start, message) = Default::default();
        let asked = Prompt::received(start, message, Instant::now(), opening.clone());
        assert!(asked.is_open());
        opening.close();
        assert!(!asked.is_open());
    }
    fn legal(text: &str) -> LegalAction {
        LegalAction {
            text: text.to_string(),
            id: 8,
            ..LegalAction::default()
        }
    }

    /// The text of a prompt with actions, after a change.
    fn text_of(change: impl FnOnce(&mut protocol::Prompt)) -> String {
        let start = MatchStart {
            game: "octrix".to_string(),
            private_seed: vec![77; 16],
            ..MatchStart::default()
        };
        let mut message = protocol::Prompt {
            match_id: "m".to_string(),
            seat: 1,
            decision: 7,
            position_text: "trick 1\n\nH1 H2\n".to_string(),
            actions: vec![legal("H1"), legal("")],
            announcements: vec![legal("re")],
            ..protocol::Prompt::default()
        };
        change(&mut message);
        Prompt::new(start, message).to_string()
    }

    #[test]
    fn a_prompt_shows_what_the_seat_knows_and_may_do() {
        let right = "octrix, match m, seat 1, decision 7: choose an action\n\
                     time left: no limit\n  trick 1\n\n  H1 H2\nseat 1 can choose:\n  \
                     0: H1\n  1: id 8, None\nseat 1 can announce:\n  0: re";
        assert_eq!(text_of(|_| {}), right);
    }

    #[test]
    fn who_may_only_announce_has_no_limit() {
        let text = text_of(|message| message.set_kind(DecisionKind::May));
        assert!(text.starts_with("octrix, match m, seat 1, decision 7: announce or wait\n  trick"));
    }

    #[test]
    fn without_text_it_shows_the_fields() {
        let text = text_of(|message| {
            message.position_text.clear();
            message.observation = Some(Observation::default());
            message.bank_left = seconds(0);
        });
        assert!(text.contains("time left: 0.000 s\n  there is no text; the fields are: Some(Obs"));
        assert!(!text.contains("77"));
    }

    #[test]
    fn a_prompt_without_a_session_came_now_and_stays_open() {
        let message = protocol::Prompt {
            bank_left: seconds(60),
            ..protocol::Prompt::default()
        };
        let asked = Prompt::new(MatchStart::default(), message);
        assert!(asked.is_open());
        assert!(asked.time_left() > Some(Duration::from_secs(55)));
    }

    /// What reading a file of these bytes gives.
    fn read(name: &str, bytes: &[u8]) -> Result<Vec<PlayResponse>, String> {
        let path = std::env::temp_dir().join(format!("prompts-{}-{name}", std::process::id()));
        std::fs::write(&path, bytes).unwrap();
        let read = read_prompts(&path);
        std::fs::remove_file(&path).unwrap();
        read.map_err(|error| error.to_string())
    }

    // A MatchStart, a Prompt and a MatchEnd without fields.
    const START: &[u8] = b"\x02\x12\x00";
    const PROMPT: &[u8] = b"\x02\x1a\x00";
    const END: &[u8] = b"\x022\x00";

    #[test]
    fn a_file_of_prompts_has_all_messages_of_a_seat() {
        use play_response::Kind;
        let messages = read("whole", &[START, PROMPT, END].concat()).unwrap();
        let kinds: Vec<_> = messages
            .into_iter()
            .filter_map(|message| message.kind)
            .collect();
        let right = [
            Kind::MatchStart(MatchStart::default()),
            Kind::Prompt(protocol::Prompt::default()),
            Kind::MatchEnd(protocol::MatchEnd::default()),
        ];
        assert_eq!(kinds, right);
    }

    #[test]
    fn a_file_that_is_broken_or_cut_off_is_refused() {
        for (name, bytes) in [
            ("empty", vec![]),
            ("nonsense", b"nonsense".to_vec()),
            ("of no kind", vec![0, 0, 0]),
            ("without a start", [PROMPT, END].concat()),
            ("without an end", [START, PROMPT].concat()),
            ("of two matches", [START, END, START, END].concat()),
            ("cut off", [START, PROMPT, &END[..2]].concat()),
            ("cut in a message", [START, b"\x7f", END].concat()),
        ] {
            let told = read(name, &bytes).unwrap_err();
            assert!(
                told.ends_with("is no file that `arena prompts` wrote"),
                "{name}: {told}"
            );
        }
    }

    #[test]
    fn a_file_that_is_not_there_is_named() {
        let told = read_prompts("/no/where").unwrap_err().to_string();
        assert!(
            told.starts_with("\"/no/where\" cannot be read: No such file"),
            "{told}"
        );
    }
}
