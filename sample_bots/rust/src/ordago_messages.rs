//! Ordago: the messages of this game, taken out of those for all games.
use pentathlon::protocol::ordago_action::Kind;
use pentathlon::protocol::{
    game_action, observation, GameAction, LegalAction, OrdagoAction, OrdagoObservation,
    OrdagoWord as Word,
};
use pentathlon::{Choice, Prompt, Result};

/// Returns all that the seat knows.
///
/// # Errors
///
/// If this is another game.
pub fn table_of(prompt: &Prompt) -> Result<&OrdagoObservation> {
    match &prompt.observation().game {
        Some(observation::Game::Ordago(table)) => Ok(table),
        _ => Err("this is no Ordago".into()),
    }
}

/// Returns the kind of an action; `None` if it is one of another game.
pub fn kind_of(entry: &LegalAction) -> Option<&Kind> {
    match entry.action.as_ref()?.game.as_ref()? {
        game_action::Game::Ordago(action) => action.kind.as_ref(),
        _ => None,
    }
}

/// Returns the choice of a word.
pub fn say(word: Word) -> Choice {
    let kind = Some(Kind::Word(word.into()));
    let action = game_action::Game::Ordago(OrdagoAction { kind });
    GameAction { game: Some(action) }.into()
}
