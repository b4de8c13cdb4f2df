//! Ordago: what a hand is worth, by comparison with all possible hands.
use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use pentathlon::protocol::{OrdagoBet as Bet, OrdagoCards, OrdagoRank as Rank};

/// Ranks from 1, ace, to 8, king; ascending.
pub type Hand = Vec<i32>;

const ACE: i32 = Rank::Ace as i32;
const SEVEN: i32 = Rank::Seven as i32;
const KING: i32 = Rank::King as i32;
/// The four bets of a hand, in their order.
pub const BETS: [Bet; 4] = [Bet::Big, Bet::Small, Bet::Pairs, Bet::Game];

/// Returns the hand of a message.
pub fn hand_of(cards: &OrdagoCards) -> Hand {
    sorted(cards.ranks.clone())
}

/// Returns the hand with its ranks ascending.
pub fn sorted(mut hand: Hand) -> Hand {
    hand.sort_unstable();
    hand
}

/// Returns how many cards of the rank are in the hand.
pub fn count_in(hand: &[i32], rank: i32) -> usize {
    hand.iter().filter(|&&other| other == rank).count()
}

/// All sets of so many cards, and the ways to draw them from the pack.
fn all_draws(size: usize) -> Vec<(Hand, u64)> {
    let mut draws = vec![Hand::new()];
    for _ in 0..size {
        let longer = |cards: Hand| {
            let least = cards.last().copied().unwrap_or(ACE);
            (least..=KING).map(move |rank| [cards.as_slice(), &[rank]].concat())
        };
        draws = draws.into_iter().flat_map(longer).collect();
    }
    let with_ways = draws.into_iter().map(|cards| {
        let ways = (ACE..=KING).map(|rank| {
            let in_pack: u64 = if [ACE, KING].contains(&rank) { 8 } else { 4 };
            let count = count_in(&cards, rank) as u64;
            (0..count).fold(1, |ways, i| ways * (in_pack - i) / (i + 1))
        });
        let ways = ways.product();
        (cards, ways)
    });
    with_ways.collect()
}

static DRAWS: LazyLock<[Vec<(Hand, u64)>; 5]> = LazyLock::new(|| [0, 1, 2, 3, 4].map(all_draws));

fn pairs_key(hand: &[i32]) -> Vec<i32> {
    // Four alike are two pairs.
    let ranks = (ACE..=KING).rev();
    let pairs: Vec<i32> = ranks
        .flat_map(|rank| vec![rank; count_in(hand, rank) / 2])
        .collect();
    let reversed: Vec<i32> = hand.iter().rev().copied().collect();
    let triple = hand.iter().any(|&rank| count_in(hand, rank) == 3);
    match (pairs.len(), triple) {
        (0, _) => [vec![0], reversed].concat(),
        (2, _) => [vec![3], pairs].concat(),
        (_, true) => [vec![2], pairs].concat(),
        (_, false) => [vec![1], pairs].concat(),
    }
}

fn game_key(hand: &[i32]) -> Vec<i32> {
    if count_in(hand, SEVEN) == 3 && hand[3] > SEVEN {
        return vec![43]; // A royal game.
    }
    let points = |&rank: &i32| [0, 1, 4, 5, 6, 7, 10, 10, 10][rank as usize];
    let total: i32 = hand.iter().map(points).sum();
    vec![match total {
        31 => 42,
        32 => 41,
        total => total,
    }]
}

/// Returns a key that is higher for the better hand.
pub fn key_of(bet: Bet, hand: &[i32]) -> Vec<i32> {
    match bet {
        Bet::Big => hand.iter().rev().copied().collect(),
        Bet::Small => hand.iter().map(|rank| -rank).collect(),
        Bet::Pairs => pairs_key(hand),
        _ => game_key(hand),
    }
}

/// For every hand the share of all hands that it beats.
fn strengths(bet: Bet) -> HashMap<Hand, f64> {
    let hands = &DRAWS[4];
    let mut ways: BTreeMap<Vec<i32>, u64> = BTreeMap::new();
    for (hand, count) in hands {
        *ways.entry(key_of(bet, hand)).or_default() += count;
    }
    let total = ways.values().sum::<u64>() as f64;
    let mut worse = 0;
    let mut share = HashMap::new();
    for (key, &count) in &ways {
        // Half of the equal hands.
        share.insert(key, (worse as f64 + count as f64 / 2.0) / total);
        worse += count;
    }
    let of_hand = |(hand, _): &(Hand, u64)| (hand.clone(), share[&key_of(bet, hand)]);
    hands.iter().map(of_hand).collect()
}

static STRENGTHS: LazyLock<HashMap<i32, HashMap<Hand, f64>>> = LazyLock::new(|| {
    BETS.iter()
        .map(|&bet| (bet as i32, strengths(bet)))
        .collect()
});

/// Returns the share of all hands that the hand beats in a bet, 0 to 1.
pub fn strength_of(bet: i32, hand: &Hand) -> f64 {
    STRENGTHS[&bet][hand]
}

/// Returns what a hand is worth: one very good bet is worth more than two fair ones.
pub fn worth(hand: &Hand) -> f64 {
    let cubes = BETS
        .iter()
        .map(|&bet| strength_of(bet as i32, hand).powf(3.0));
    cubes.sum()
}

/// Returns the average worth after an exchange.
pub fn worth_after(hand: &Hand, discard: &[i32]) -> f64 {
    let mut kept = hand.clone();
    for rank in discard {
        if let Some(place) = kept.iter().position(|other| other == rank) {
            kept.remove(place);
        }
    }
    let (mut total, mut all) = (0.0, 0);
    for (cards, ways) in &DRAWS[4 - kept.len()] {
        let after = sorted([kept.as_slice(), cards].concat());
        total += *ways as f64 * worth(&after);
        all += ways;
    }
    total / all as f64
}
