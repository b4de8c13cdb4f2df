//! Ordago: what was counted for a hand.
use std::collections::HashMap;
use std::iter::repeat_n;

use pentathlon::cards::ORDAGO;
use pentathlon::protocol::OrdagoBet as Bet;
use pentathlon::Random;
use samples::ordago_hands::{count_in, key_of, sorted, Hand, BETS};

/// Deals after which the counts are good enough.
const ENOUGH: u32 = 20_000;

/// Deals the cards that the bot does not see, and counts which bets it would win.
#[derive(Clone)]
pub struct Thoughts {
    random: Random,
    /// Empty: not known.
    hand: Hand,
    deals: u32,
    wins: HashMap<Bet, u32>,
}

impl Thoughts {
    /// Draws from the private seed of the seat: no other bot can guess the deals.
    pub fn new(private_seed: &[u8]) -> Self {
        let first = private_seed.iter().take(8);
        let secret = first.fold(0, |seed, &byte| seed << 8 | u64::from(byte));
        Self {
            random: Random::new(secret),
            hand: Hand::new(),
            deals: 0,
            wins: HashMap::new(),
        }
    }

    /// Returns how often the cards were dealt for this hand.
    pub fn deals(&self) -> u32 {
        self.deals
    }

    /// Changes the hand. What was counted for another one is worth nothing.
    pub fn look_at(&mut self, hand: Hand) {
        if hand != self.hand {
            self.hand = hand;
            self.deals = 0;
            self.wins.clear();
        }
    }

    /// Deals until the counts are good enough, or as long as `go_on` says.
    pub fn think(&mut self, go_on: impl Fn() -> bool) {
        if self.hand.is_empty() {
            return;
        }
        let mut others = self.other_cards();
        while self.deals < ENOUGH && go_on() {
            // The first twelve cards of a shuffled pack, four for each other seat.
            for i in 0..12 {
                let other = i + self.random.below(others.len() - i);
                others.swap(i, other);
            }
            let [partner, left, right] =
                [0, 4, 8].map(|from| sorted(others[from..from + 4].to_vec()));
            self.deals += 1;
            for bet in BETS {
                let best = |one, other| key_of(bet, one).max(key_of(bet, other));
                if best(&self.hand, &partner) >= best(&left, &right) {
                    *self.wins.entry(bet).or_default() += 1;
                }
            }
        }
    }

    /// Returns the share of the deals in which the bot's team would win the bet.
    pub fn chance(&self, bet: Bet) -> f64 {
        match self.deals {
            0 => 0.5,
            deals => f64::from(*self.wins.get(&bet).unwrap_or(&0)) / f64::from(deals),
        }
    }

    /// The pack without the bot's hand.
    fn other_cards(&self) -> Vec<i32> {
        let of_rank = |rank: i32, copies| repeat_n(rank, copies - count_in(&self.hand, rank));
        let pack = ORDAGO.cards().iter();
        pack.flat_map(|card| of_rank(card.number as i32, card.copies as usize))
            .collect()
    }
}
