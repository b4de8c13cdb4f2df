//! Plays Ordago and thinks about its hand for as long as that helps: it deals the
//! other cards at random, again and again, and counts which bets it would win.
//!
//!     thinking_bot --name my-thinker --address 127.0.0.1:5757
//!
//! Shows how to tell a partner something (`announce`), to think while others decide
//! (a thread that `on_events` starts), and to stop in time (`time_left`, `is_open`).
use std::process::ExitCode;
use std::time::{Duration, Instant};

use pentathlon::protocol::ordago_action::Kind;
use pentathlon::protocol::{
    ordago_sign, Events, GameSupport, LegalAction, MatchEnd, MatchStart, OrdagoObservation,
    OrdagoOfficialSign as Sign, OrdagoPhase as Phase, OrdagoRank as Rank, OrdagoWord as Word,
};
use pentathlon::{program_with, Bot, Choice, Options, Prompt, Result};
use samples::best::best_action;
use samples::ordago_hands::{hand_of, Hand, BETS};
use samples::ordago_messages::{kind_of, say, table_of};

use crate::ahead::Ahead;
use crate::thoughts::Thoughts;

mod ahead;
mod thoughts;

/// The time for a decision; more would change little.
const LONGEST: Duration = Duration::from_millis(200);

/// Plays one seat of one match, so its fields belong to that match.
struct ThinkingBot {
    thoughts: Thoughts,
    /// What is thought while others decide: a copy, which has gone on since.
    ahead: Option<Ahead>,
}

impl ThinkingBot {
    fn new(start: &MatchStart) -> Self {
        Self {
            thoughts: Thoughts::new(&start.private_seed),
            ahead: None,
        }
    }

    /// Takes over what was thought ahead. Nothing is thought after this.
    fn stop(&mut self) {
        if let Some(thoughts) = self.ahead.take().and_then(Ahead::stop) {
            self.thoughts = thoughts;
        }
    }

    fn decide(&self, prompt: &Prompt, table: &OrdagoObservation) -> Choice {
        if table.phase() == Phase::Ask {
            let chances = BETS.map(|bet| self.thoughts.chance(bet));
            let good = chances.iter().filter(|&&chance| chance > 0.7).count();
            return say(if good >= 2 { Word::Keep } else { Word::Swap });
        }
        let chance = self.thoughts.chance(table.bet());
        if table.bidder.is_none() {
            // Waiting is the first action, the lowest bid the second.
            return Choice::from(&prompt.actions()[usize::from(chance > 0.6)]);
        }
        let enough = if table.ordago { 0.9 } else { 0.5 };
        say(if chance > enough {
            Word::Accept
        } else {
            Word::Pass
        })
    }
}

impl Bot for ThinkingBot {
    /// A sign to the partner may be given before any decision, once for each hand.
    fn announce(&mut self, prompt: &Prompt) -> Result<Option<Choice>> {
        let signs = &table_of(prompt)?.signs;
        let told = signs.iter().any(|seen| seen.seat == prompt.seat());
        let sign = if told {
            None
        } else {
            sign_in(prompt.announcements())
        };
        Ok(sign)
    }

    fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
        self.stop();
        let table = table_of(prompt)?;
        let hand = table.own_hand.as_ref().map(hand_of);
        self.thoughts.look_at(hand.unwrap_or_default());
        match table.phase() {
            Phase::SignWindow => {
                let sign = sign_in(prompt.actions());
                return Ok(sign.unwrap_or_else(|| say(Word::NoSign)));
            }
            Phase::Discard => return best_action(prompt.actions(), gain),
            _ => {}
        }
        let before = self.thoughts.deals();
        let end = Instant::now() + time_for(prompt);
        // After MatchEnd, say, no answer counts any more.
        let in_time = || prompt.is_open() && Instant::now() < end;
        self.thoughts.think(in_time);
        let note = format!("{before} deals ahead, {} in all", self.thoughts.deals());
        Ok(self.decide(prompt, table).with_note(note))
    }

    /// Others decide: their time is free for more deals.
    fn on_events(&mut self, events: &Events) -> Result<()> {
        self.stop();
        let mut seen = events.events.iter().flat_map(|ply| &ply.actions);
        if seen.any(|done| done.seat.is_none()) {
            // Cards are dealt: the next prompt shows the hand.
            self.thoughts.look_at(Hand::new());
        }
        self.ahead = Some(Ahead::start(self.thoughts.clone()));
        Ok(())
    }

    /// Without this the referee sends no events.
    fn wants_events() -> bool {
        true
    }

    /// Leaves nothing running.
    fn on_end(&mut self, _end: &MatchEnd) -> Result<()> {
        self.stop();
        Ok(())
    }
}

/// Returns how long to think: the answer has a way to go, and other decisions will
/// follow.
fn time_for(prompt: &Prompt) -> Duration {
    let way = prompt.round_trip().unwrap_or_default() / 2;
    match prompt.time_left() {
        Some(left) => LONGEST.min(left.saturating_sub(way) / 10),
        None => LONGEST,
    }
}

fn official_sign_of(entry: &LegalAction) -> Option<i32> {
    match kind_of(entry) {
        Some(Kind::Sign(sign)) => match sign.kind {
            Some(ordago_sign::Kind::Official(official)) => Some(official),
            _ => None,
        },
        _ => None,
    }
}

/// Returns the most telling of the signs that are offered, all of which are true.
fn sign_in(offered: &[LegalAction]) -> Option<Choice> {
    let telling = |entry: &&LegalAction| official_sign_of(entry) > Some(Sign::BadCards.into());
    let signs = offered.iter().filter(telling);
    signs
        .max_by_key(|entry| official_sign_of(entry))
        .map(Choice::from)
}

/// Kings and aces are kept, all other cards are thrown away.
fn gain(entry: &LegalAction) -> i32 {
    let kept = [Rank::King as i32, Rank::Ace as i32];
    match kind_of(entry) {
        Some(Kind::Discard(cards)) => {
            let ranks = cards.ranks.iter();
            ranks
                .map(|rank| if kept.contains(rank) { -3 } else { 1 })
                .sum()
        }
        _ => 0,
    }
}

fn main() -> ExitCode {
    // With three seats one of them plays two hands, which is another story.
    let ordago = GameSupport {
        game: "ordago".into(),
        seats: vec![4],
        ..GameSupport::default()
    };
    let options = Options {
        plays: vec![ordago],
        ..Options::default()
    };
    program_with(options, |table| Ok(ThinkingBot::new(table.start())))
}
