//! Octrix: the highest or the lowest card takes the trick, and all hands are open.
use pentathlon::protocol::{
    game_action, observation, octrix_action, LegalAction, OctrixMode, OctrixObservation,
};
use pentathlon::{Bot, Choice, Prompt, Result};

use samples::best::best;

/// Tries to take every trick. Cards are 0 (lowest) to 31 (highest).
pub struct OctrixBot;

impl Bot for OctrixBot {
    fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
        let card = card_to_play(prompt).ok_or("there is no card to play")?;
        let entry = prompt.actions().iter().find(|entry| card_of(entry) == card);
        Ok(entry.ok_or("the card cannot be played")?.into())
    }
}

fn seen(prompt: &Prompt) -> Option<&OctrixObservation> {
    match &prompt.observation().game {
        Some(observation::Game::Octrix(seen)) => Some(seen),
        _ => None,
    }
}

fn card_of(entry: &LegalAction) -> i64 {
    match entry
        .action
        .as_ref()
        .and_then(|action| action.game.as_ref())
    {
        Some(game_action::Game::Octrix(action)) => match action.kind {
            Some(octrix_action::Kind::Card(card)) => i64::from(card),
            _ => 0,
        },
        _ => 0,
    }
}

fn card_to_play(prompt: &Prompt) -> Option<i64> {
    let seen = seen(prompt)?;
    let high = seen.mode() == OctrixMode::High;
    let strength = |card: i64| if high { card } else { -card };
    let cards: Vec<i64> = prompt.actions().iter().map(card_of).collect();
    let strongest = best(cards.clone(), |&card| strength(card))?;
    if seen.open_cards.is_empty() {
        return Some(strongest);
    }
    // Partners, second half of a trick: two cards are open, the partner's and an
    // opponent's; the other opponent chooses at the same time as the bot.
    let teams = &prompt.start().teams;
    let is_ours = |seat: u32| teams[seat as usize] == teams[prompt.seat() as usize];
    let highest = |cards: Vec<u32>| {
        let strengths = cards.into_iter().map(|card| strength(card.into()));
        strengths.max().unwrap_or(-32)
    };
    let shown_by = |ours: bool| -> Vec<u32> {
        let shown = seen.open_cards.iter();
        let fitting = shown.filter(|played| is_ours(played.seat) == ours);
        fitting.map(|played| played.card).collect()
    };
    let mut opponents = shown_by(false);
    for &seat in seen.to_act.iter().filter(|&&seat| !is_ours(seat)) {
        opponents.extend(&seen.hands[seat as usize].cards);
    }
    let danger = highest(opponents);
    // Cards in the middle take neither kind of trick: spend those first.
    let spare = best(cards.clone(), |card| -(2 * card - 31).abs())?;
    if highest(shown_by(true)) > danger {
        return Some(spare);
    }
    // The cheapest card that wins for certain; if there is none, the best, if it
    // beats the open cards; if not, nothing can be won here.
    let certain = cards.into_iter().filter(|&card| strength(card) > danger);
    if let Some(card) = best(certain, |&card| -strength(card)) {
        return Some(card);
    }
    let shown = highest(seen.open_cards.iter().map(|played| played.card).collect());
    Some(if strength(strongest) > shown {
        strongest
    } else {
        spare
    })
}
