//! Ordago: compares its hand with all possible hands. Bets where few of them beat
//! it, and tells its partner with a sign. Shows announcements, and how the
//! observation repeats those of the partner.
use pentathlon::protocol::ordago_action::Kind;
use pentathlon::protocol::{
    ordago_sign, LegalAction, OrdagoBet as Bet, OrdagoObservation, OrdagoOfficialSign as Sign,
    OrdagoPhase as Phase, OrdagoSign, OrdagoSignSeen, OrdagoWord as Word,
};
use pentathlon::{Bot, Choice, Prompt, Result};

use samples::best::best_action;
use samples::ordago_hands::{hand_of, strength_of, worth, worth_after, Hand};
use samples::ordago_messages::{kind_of, say, table_of};

// ---- Signs ----

/// The most useful sign first, with the bet and strength that it promises. Bad
/// cards and two of a kind are kept secret.
const PROMISES: [(Sign, Bet, f64); 6] = [
    (Sign::ThreeKingsAndAce, Bet::Game, 0.95),
    (Sign::ThirtyOne, Bet::Game, 0.95),
    (Sign::TwoPairs, Bet::Pairs, 0.95),
    (Sign::ThreeKings, Bet::Big, 0.97),
    (Sign::ThreeAces, Bet::Small, 0.97),
    (Sign::Triple, Bet::Pairs, 0.85),
];

fn is_official(sign: Option<&OrdagoSign>, official: Sign) -> bool {
    match sign.and_then(|sign| sign.kind.as_ref()) {
        Some(ordago_sign::Kind::Official(number)) => *number == official as i32,
        _ => false,
    }
}

/// Returns the best sign offered; only true ones are offered.
fn useful_sign(offered: &[LegalAction]) -> Option<Choice> {
    let offers = |official: Sign| {
        offered.iter().find(|entry| match kind_of(entry) {
            Some(Kind::Sign(sign)) => is_official(Some(sign), official),
            _ => false,
        })
    };
    let found = PROMISES
        .iter()
        .find_map(|(official, _, _)| offers(*official));
    found.map(Choice::from)
}

/// Returns the signs that were given with the current cards.
fn fresh_signs(table: &OrdagoObservation) -> impl Iterator<Item = &OrdagoSignSeen> {
    let now = table.completed_exchanges;
    let is_fresh = move |seen: &&OrdagoSignSeen| !seen.last_hand && seen.completed_exchanges == now;
    table.signs.iter().filter(is_fresh)
}

/// A bot's view of one decision.
struct Seen<'a> {
    prompt: &'a Prompt,
    table: &'a OrdagoObservation,
}

impl<'a> Seen<'a> {
    fn of(prompt: &'a Prompt) -> Result<Self> {
        let table = table_of(prompt)?;
        Ok(Self { prompt, table })
    }

    /// Returns what the partner's signs say about the current bet.
    fn promised_strength(&self) -> f64 {
        let (teams, own) = (&self.prompt.start().teams, self.prompt.seat());
        let is_partner = |seat: u32| seat != own && teams[seat as usize] == teams[own as usize];
        let partners = fresh_signs(self.table).filter(|seen| is_partner(seen.seat));
        let promises = partners.flat_map(|seen| {
            let sign = seen.sign.as_ref();
            let mut promises = PROMISES.iter();
            promises.find(|(official, _, _)| is_official(sign, *official))
        });
        let fitting = promises.filter(|(_, bet, _)| *bet as i32 == self.table.bet);
        fitting
            .map(|(_, _, strength)| *strength)
            .fold(0.0, f64::max)
    }

    /// Returns the best strength in the bet that the bot's team is known to have.
    fn team_strength(&self, hand: &Hand) -> f64 {
        let bet = self.table.bet;
        let own = strength_of(bet, hand).max(self.promised_strength());
        let Some(dummy) = &self.table.dummy_hand else {
            return own;
        };
        // Three seats: one hand of the soloist, seat 0, is open.
        let dummy = strength_of(bet, &hand_of(dummy));
        if self.prompt.seat() == 0 {
            let hidden = self.table.own_hand.clone().unwrap_or_default();
            return dummy.max(strength_of(bet, &hand_of(&hidden)));
        }
        if own > dummy {
            own
        } else {
            0.0
        }
    }

    /// With three seats the soloist acts for the open hand of place 2, too.
    fn acting_hand(&self) -> Hand {
        let own = self.table.places_to_act.contains(&self.table.own_place());
        let hand = if own {
            &self.table.own_hand
        } else {
            &self.table.dummy_hand
        };
        hand.as_ref().map(hand_of).unwrap_or_default()
    }

    fn bet(&self, strength: f64) -> Result<Choice> {
        let (prompt, table) = (self.prompt, self.table);
        // The referee sends every option, even those with default values.
        let target = prompt.start().options.get("set_target");
        let target: i64 = target.ok_or("there is no set_target")?.parse()?;
        let team = prompt.start().teams[prompt.seat() as usize] as usize;
        let missing = |team: usize| target - i64::from(table.score[team]);
        let (to_win, to_lose) = (missing(team), missing(1 - team));
        if table.bidder.is_none() {
            let desperate = to_lose <= 2 && to_win > 10;
            if desperate && strength > 0.7 {
                return Ok(say(Word::Ordago));
            }
            // The lowest bid follows after waiting.
            return Ok(nth(prompt, usize::from(strength > 0.75)));
        }
        // Passing gives away what was bid before, and at least a point.
        if i64::from(table.previous.max(1)) >= to_lose {
            return Ok(say(Word::Accept));
        }
        let stake = if table.ordago { 30 } else { table.amount };
        if strength < f64::min(0.97, 0.8 + 0.01 * f64::from(stake)) {
            return Ok(say(Word::Pass));
        }
        // After passing and accepting comes the lowest raise, or else ordago.
        Ok(nth(
            prompt,
            if strength > 0.95 && stake < 8 { 2 } else { 1 },
        ))
    }
}

// ---- The bot ----

fn nth(prompt: &Prompt, place: usize) -> Choice {
    (&prompt.actions()[place]).into()
}

/// Bets on a good hand, exchanges a bad one, tells the partner.
pub struct OrdagoBot;

impl Bot for OrdagoBot {
    fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
        let seen = Seen::of(prompt)?;
        let hand = seen.acting_hand();
        match seen.table.phase() {
            Phase::SignWindow => {
                let sign = useful_sign(prompt.actions());
                Ok(sign.unwrap_or_else(|| say(Word::NoSign)))
            }
            // Roughly what a common hand is worth after an exchange.
            Phase::Ask if worth(&hand) > 1.6 => Ok(say(Word::Keep)),
            Phase::Ask => Ok(say(Word::Swap)),
            Phase::Discard => best_action(prompt.actions(), |entry| match kind_of(entry) {
                Some(Kind::Discard(cards)) => worth_after(&hand, &cards.ranks),
                _ => worth_after(&hand, &[]),
            }),
            _ => seen.bet(seen.team_strength(&hand)),
        }
    }

    fn announce(&mut self, prompt: &Prompt) -> Result<Option<Choice>> {
        // Signs can also be given before a decision, for tables without a sign
        // window. Called before each decision, and again after every announcement.
        let table = Seen::of(prompt)?.table;
        let given = fresh_signs(table).any(|seen| seen.seat == prompt.seat());
        if table.pending_sign.is_some() || given {
            return Ok(None);
        }
        Ok(useful_sign(prompt.announcements()))
    }
}
