//! Seconds: finds out for each card which player would take the trick, and how the
//! totals would then stand. Counts the cards that are still out and knows which
//! players are out of a suit.
use std::collections::{BTreeSet, HashSet};

use pentathlon::protocol::{
    game_action, observation, seconds_action, LegalAction, SecondsObservation, SecondsScoring,
};
use pentathlon::{Bot, Choice, Prompt, Result};

use samples::best::best_action;

const SEATS: usize = 4;

fn suit_of(card: u32) -> u32 {
    card % 4
}

fn card_of(entry: &LegalAction) -> u32 {
    match entry
        .action
        .as_ref()
        .and_then(|action| action.game.as_ref())
    {
        Some(game_action::Game::Seconds(action)) => match action.kind {
            Some(seconds_action::Kind::Card(card)) => card,
            _ => 0,
        },
        _ => 0,
    }
}

/// The cards that no player has shown, and the suits that each player is out of.
struct Memory {
    hidden: BTreeSet<u32>,
    void: HashSet<(usize, u32)>,
}

impl Memory {
    fn new(table: &SecondsObservation) -> Self {
        let mut memory = Self {
            hidden: (0..52).filter(|card| !table.hand.contains(card)).collect(),
            void: HashSet::new(),
        };
        for trick in &table.tricks {
            memory.remember(trick.leader, &trick.cards);
        }
        memory.remember(table.leader(), &table.open_cards);
        memory
    }

    fn remember(&mut self, leader: u32, cards: &[u32]) {
        for (i, &card) in cards.iter().enumerate() {
            self.hidden.remove(&card);
            if suit_of(card) != suit_of(cards[0]) {
                let seat = (leader as usize + i) % SEATS;
                self.void.insert((seat, suit_of(cards[0])));
            }
        }
    }

    /// Returns the chance that `seat` plays a higher card of the suit.
    fn chance_of_higher(&self, seat: usize, card: u32) -> f64 {
        let suit = self
            .hidden
            .iter()
            .filter(|&&other| suit_of(other) == suit_of(card));
        let suit: Vec<u32> = suit.copied().collect();
        if suit.is_empty() || self.void.contains(&(seat, suit_of(card))) {
            return 0.0;
        }
        let higher = suit.iter().filter(|&&other| other > card).count();
        higher as f64 / suit.len() as f64
    }
}

/// Returns for each seat the chance to take the trick.
///
/// `cards` were played so far, by `leader` and the seats after it. The
/// second-highest card takes: exactly one must be higher. Ignores that all others
/// may be out of the suit: too rare.
fn chances_to_take(memory: &Memory, leader: usize, cards: &[u32]) -> [f64; SEATS] {
    let later: Vec<usize> = (cards.len()..SEATS).map(|i| (leader + i) % SEATS).collect();
    let mut chances = [0.0; SEATS];
    let suit = cards
        .iter()
        .filter(|&&card| suit_of(card) == suit_of(cards[0]));
    let suit: Vec<u32> = suit.copied().collect();
    for (i, &card) in cards.iter().enumerate() {
        if !suit.contains(&card) {
            continue;
        }
        let shown = suit.iter().map(|&other| f64::from(u8::from(other > card)));
        let hidden = later
            .iter()
            .map(|&seat| memory.chance_of_higher(seat, card));
        let (mut none, mut one) = (1.0, 0.0);
        for higher in shown.chain(hidden) {
            one = one * (1.0 - higher) + none * higher;
            none *= 1.0 - higher;
        }
        chances[(leader + i) % SEATS] = one;
    }
    let rest = f64::max(0.0, 1.0 - chances.iter().sum::<f64>());
    for &seat in &later {
        chances[seat] = rest / later.len() as f64;
    }
    chances
}

/// Returns how well the bot's seat stands if `taker` gets one more trick.
fn standing_after(prompt: &Prompt, table: &SecondsObservation, taker: usize) -> f64 {
    let signed = |list: &[u32]| -> Vec<i64> { list.iter().map(|&n| i64::from(n)).collect() };
    let mut taken = signed(&table.taken);
    taken[taker] += 1;
    let mut totals: Vec<i64> = table.totals.iter().map(|&total| i64::from(total)).collect();
    for seat in 0..SEATS {
        totals[seat] += match table.scoring() {
            SecondsScoring::ManyTricks => 3 * taken[seat],
            SecondsScoring::FewTricks => 13 - taken[seat],
            SecondsScoring::ThreeTricks => 12 - 4 * (taken[seat] - 3).abs(),
            // The product, with one more of each because 0 * 0 would say little.
            _ => (taken[seat] + 1) * (taken[table.counts_with[seat] as usize] + 1),
        };
    }
    let own = totals.remove(prompt.seat() as usize);
    totals.sort_unstable_by(|a, b| b.cmp(a));
    let highest = prompt.start().options.get("winner").map(String::as_str) == Some("highest");
    let standing = if highest {
        own - totals[0]
    } else {
        // The second total wins: as far from the first as from the third.
        (totals[0] - own).min(own - totals[1])
    };
    standing as f64
}

/// Takes or leaves tricks, depending on which leads to second place.
pub struct SecondsBot;

impl Bot for SecondsBot {
    fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
        let Some(observation::Game::Seconds(table)) = &prompt.observation().game else {
            return Err("this is no Seconds".into());
        };
        let memory = Memory::new(table);
        let seat = prompt.seat() as usize;
        let standing = [0, 1, 2, 3].map(|taker| standing_after(prompt, table, taker));
        let wants = SEATS as f64 * standing[seat] > standing.iter().sum();
        best_action(prompt.actions(), |entry| {
            let card = card_of(entry);
            let cards = [table.open_cards.as_slice(), &[card]].concat();
            let chances = chances_to_take(&memory, table.leader() as usize, &cards);
            let expected: f64 = (0..SEATS).map(|i| chances[i] * standing[i]).sum();
            // Of equal cards, plays the one that will be of less use later.
            let later = chances_to_take(&memory, seat, &[card])[seat];
            expected + 0.01 * if wants { -later } else { later }
        })
    }
}
