//! How a greedy bot chooses: every candidate gets a key, and the highest wins.
use pentathlon::protocol::LegalAction;
use pentathlon::{Choice, Result};

/// Returns the candidate with the highest key; of several, the first.
pub fn best<T, K: PartialOrd>(
    candidates: impl IntoIterator<Item = T>,
    mut key_of: impl FnMut(&T) -> K,
) -> Option<T> {
    let mut highest: Option<(T, K)> = None;
    for candidate in candidates {
        let key = key_of(&candidate);
        if highest.as_ref().is_none_or(|(_, other)| key > *other) {
            highest = Some((candidate, key));
        }
    }
    highest.map(|(candidate, _)| candidate)
}

/// The same among the actions of a prompt, as the choice of a bot.
pub fn best_action<K: PartialOrd>(
    actions: &[LegalAction],
    mut key_of: impl FnMut(&LegalAction) -> K,
) -> Result<Choice> {
    let found = best(actions, |action| key_of(action));
    Ok(found.ok_or("there is no action")?.into())
}
