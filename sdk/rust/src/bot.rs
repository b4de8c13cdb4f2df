//! What a bot is: something that answers a [`Prompt`] with a [`Choice`].
use std::error::Error;
use std::fmt;
use std::sync::Arc;

use crate::link::Link;
use crate::protocol::{ActAck, AnnounceAck, Events, MatchEnd, MatchStart};
use crate::{Choice, Prompt};

/// Any error of a bot; `?` makes one of whatever a function returns.
pub type BotError = Box<dyn Error + Send + Sync>;

/// What the functions of a bot return.
pub type Result<T, E = BotError> = std::result::Result<T, E>;

/// A bot at one table: it plays one seat of one match.
///
/// Each bot has a thread of its own, in which it is made and its functions are
/// called one at a time, so it need be neither `Send` nor `Sync`. Bots of
/// different matches run at the same time. An error or a panic is logged, and
/// costs only the decision that the function was called for.
pub trait Bot {
    /// Chooses one of `prompt.actions()`. May take as long as the clock allows.
    fn act(&mut self, prompt: &Prompt) -> Result<Choice>;

    /// Chooses one of `prompt.announcements()` (an index counts in this list), or
    /// nothing. Called whenever there are any: before `act`, and while others
    /// decide.
    fn announce(&mut self, _prompt: &Prompt) -> Result<Option<Choice>> {
        Ok(None)
    }

    /// The match begins; no clock of a decision runs until this returns. Not
    /// called again when a lost connection comes back. May return [`Decline`].
    fn on_start(&mut self, _start: &MatchStart) -> Result<()> {
        Ok(())
    }

    /// The seat has seen something. The referee sends events only if
    /// `wants_events` says so, or the option `events`.
    fn on_events(&mut self, _events: &Events) -> Result<()> {
        Ok(())
    }

    /// An answer was accepted or refused, or a decision has ended without one.
    fn on_ack(&mut self, _ack: &ActAck) -> Result<()> {
        Ok(())
    }

    /// What became of an announcement. The SDK logs those that were refused.
    fn on_announce_ack(&mut self, _ack: &AnnounceAck) -> Result<()> {
        Ok(())
    }

    /// The match is over; nothing is called after this.
    fn on_end(&mut self, _end: &MatchEnd) -> Result<()> {
        Ok(())
    }

    /// Whether bots of this type have the function `on_events`.
    fn wants_events() -> bool
    where
        Self: Sized,
    {
        false
    }
}

/// For programs with several kinds of bots.
impl Bot for Box<dyn Bot> {
    fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
        (**self).act(prompt)
    }
    fn announce(&mut self, prompt: &Prompt) -> Result<Option<Choice>> {
        (**self).announce(prompt)
    }
    fn on_start(&mut self, start: &MatchStart) -> Result<()> {
        (**self).on_start(start)
    }
    fn on_events(&mut self, events: &Events) -> Result<()> {
        (**self).on_events(events)
    }
    fn on_ack(&mut self, ack: &ActAck) -> Result<()> {
        (**self).on_ack(ack)
    }
    fn on_announce_ack(&mut self, ack: &AnnounceAck) -> Result<()> {
        (**self).on_announce_ack(ack)
    }
    fn on_end(&mut self, end: &MatchEnd) -> Result<()> {
        (**self).on_end(end)
    }
}

/// What the function that makes a bot may look at.
#[derive(Debug)]
pub struct Table<'a> {
    pub(crate) start: &'a MatchStart,
    pub(crate) session: SessionHandle,
}

impl<'a> Table<'a> {
    /// The game, its options, players, teams and clock, and the bot's seat.
    pub fn start(&self) -> &'a MatchStart {
        self.start
    }

    /// What the bot can ask of its session; clone it to keep it.
    pub fn session(&self) -> &SessionHandle {
        &self.session
    }
}

/// What a bot can ask of its session.
#[derive(Clone, Debug, Default)]
pub struct SessionHandle(pub(crate) Arc<Link>);

impl SessionHandle {
    /// Tells the referee to give this program no further matches. Matches under
    /// way go on; the session ends when they are over.
    pub fn leave(&self) {
        self.0.leave();
    }
}

/// An error of the function that makes a bot, or of `on_start`: the bot cannot
/// play this match.
///
/// The match ends without a result. A bot may do so a few times only
/// (`Limits.max_declines`): it should rather say what it plays, in
/// [`Options::plays`](crate::Options::plays). The reason is shown to people: one
/// line of up to 200 bytes.
#[derive(Clone, Debug)]
pub struct Decline(String);

impl Decline {
    /// Declines for this reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self(reason.into())
    }

    /// The reason as the referee takes it.
    pub fn reason(&self) -> String {
        let mut line: String = self
            .0
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        let end = (0..=line.len().min(200))
            .rev()
            .find(|&end| line.is_char_boundary(end));
        line.truncate(end.unwrap_or(0));
        line
    }
}

impl fmt::Display for Decline {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for Decline {}

#[cfg(test)]
mod tests {
    use super::Decline;

    #[test]
    fn a_reason_to_decline_is_one_line_of_up_to_200_bytes() {
        assert_eq!(Decline::new("no\nbots\x07").reason(), "no bots ");
        assert_eq!(Decline::new("é".repeat(150)).reason(), "é".repeat(100));
        let odd = format!("x{}", "é".repeat(150));
        assert_eq!(Decline::new(odd).reason(), format!("x{}", "é".repeat(99)));
    }
}
