//! Ordo: reach the enemy's home row, take pieces, stay connected.
use pentathlon::protocol::{game_action, observation, LegalAction, OrdoAction};
use pentathlon::{Bot, Choice, Prompt, Result};

use samples::best::best_action;

/// Wins if it can; if not, captures; if it cannot capture, advances.
///
/// Squares are 10 * row + column, counted from 0. Legal actions keep the pieces
/// connected.
pub struct OrdoBot;

impl Bot for OrdoBot {
    fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
        let Some(observation::Game::Ordo(seen)) = &prompt.observation().game else {
            return Err("this is no Ordo".into());
        };
        let white = prompt.seat() == 0;
        let goal = if white { 7 } else { 0 };
        let enemies = if white { &seen.black } else { &seen.white };
        best_action(prompt.actions(), |entry| {
            let part = part_of(entry);
            // A single piece is both ends of its ordo; an ordo moves as a whole.
            let length = part.end_square - part.from_square;
            let pieces = 1 + if length < 10 { length } else { length / 10 };
            let to = part.to_square;
            let wins = [to / 10, (to + length) / 10].contains(&goal);
            let takes = enemies.contains(&to);
            let rows = i64::from(to / 10) - i64::from(part.from_square / 10);
            let gain = i64::from(pieces) * if white { rows } else { -rows };
            // Chance decides between equals, or two greedy bots could shuttle back
            // and forth until the draw.
            (wins, takes, gain, prompt.random().draw())
        })
    }
}

fn part_of(entry: &LegalAction) -> OrdoAction {
    match entry
        .action
        .as_ref()
        .and_then(|action| action.game.as_ref())
    {
        Some(game_action::Game::Ordo(part)) => *part,
        _ => OrdoAction::default(),
    }
}
