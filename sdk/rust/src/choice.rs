//! The answers of a bot, and the messages that they become.
use crate::bot::Result;
use crate::protocol::{act, announce, Act, Announce, GameAction, LegalAction, Prompt};

/// An answer, in any of five forms, with an optional note.
///
/// An action of the prompt, a [`GameAction`] and a text convert by `into()`.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    form: act::Choice,
    note: String,
}

impl Choice {
    /// The action with this index in `prompt.actions()`; from `announce`, in
    /// `prompt.announcements()`. One beyond the list is an error of the bot.
    pub fn index(index: usize) -> Self {
        act::Choice::Index(u32::try_from(index).unwrap_or(u32::MAX)).into()
    }

    /// The action with this id in the prompt.
    pub fn id(id: u32) -> Self {
        act::Choice::Id(id).into()
    }

    /// The action with this text in the game's notation.
    pub fn text(text: impl Into<String>) -> Self {
        act::Choice::Text(text.into()).into()
    }

    /// The same choice with a note for the author of the bot, such as the actions
    /// that it considered: text or JSON of up to `Limits.max_note_bytes`.
    pub fn with_note(mut self, note: impl Into<String>) -> Self {
        self.note = note.into();
        self
    }

    /// Returns the message that answers `prompt` with this choice.
    pub(crate) fn to_act(&self, prompt: &Prompt) -> Result<Act> {
        if let act::Choice::Index(index) = self.form {
            checked(index, &prompt.actions, "actions")?;
        }
        Ok(Act {
            match_id: prompt.match_id.clone(),
            seat: prompt.seat,
            decision: prompt.decision,
            choice: Some(self.form.clone()),
            note: self.note.clone(),
        })
    }

    /// Returns the message that announces this choice.
    pub(crate) fn to_announce(&self, prompt: &Prompt) -> Result<Announce> {
        let choice = match self.form.clone() {
            // As the id, because the list may change while the message is on its
            // way.
            act::Choice::Index(index) => {
                let offered = checked(index, &prompt.announcements, "announcements")?;
                announce::Choice::Id(offered.id)
            }
            act::Choice::Id(id) => announce::Choice::Id(id),
            act::Choice::Action(action) => announce::Choice::Action(action),
            act::Choice::Text(text) => announce::Choice::Text(text),
        };
        Ok(Announce {
            match_id: prompt.match_id.clone(),
            seat: prompt.seat,
            decision: prompt.decision,
            choice: Some(choice),
        })
    }
}

fn checked<'a>(index: u32, offered: &'a [LegalAction], name: &str) -> Result<&'a LegalAction> {
    offered.get(index as usize).ok_or_else(|| {
        let count = offered.len();
        format!("index {index} is outside the prompt's {count} {name}, which count from 0").into()
    })
}

impl From<act::Choice> for Choice {
    fn from(form: act::Choice) -> Self {
        let note = String::new();
        Self { form, note }
    }
}

/// Sent as its id.
impl From<&LegalAction> for Choice {
    fn from(action: &LegalAction) -> Self {
        Self::id(action.id)
    }
}

impl From<GameAction> for Choice {
    fn from(action: GameAction) -> Self {
        act::Choice::Action(action).into()
    }
}

impl From<&str> for Choice {
    fn from(text: &str) -> Self {
        Self::text(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::{game_action, octrix_action, OctrixAction};

    fn card(number: u32) -> GameAction {
        let kind = Some(octrix_action::Kind::Card(number));
        GameAction {
            game: Some(game_action::Game::Octrix(OctrixAction { kind })),
        }
    }

    fn offered(numbers: &[u32]) -> Vec<LegalAction> {
        let legal = |&number| LegalAction {
            id: 100 + number,
            action: Some(card(number)),
            text: format!("H{number}"),
            ..LegalAction::default()
        };
        numbers.iter().map(legal).collect()
    }

    fn prompt() -> Prompt {
        Prompt {
            match_id: "m".to_string(),
            seat: 1,
            decision: 7,
            actions: offered(&[1, 2, 3]),
            announcements: offered(&[9]),
            ..Prompt::default()
        }
    }

    fn sent(choice: Choice) -> act::Choice {
        choice.to_act(&prompt()).unwrap().choice.unwrap()
    }

    #[test]
    fn each_form_is_sent_as_it_is() {
        assert_eq!(sent(Choice::index(2)), act::Choice::Index(2));
        assert_eq!(sent((&prompt().actions[1]).into()), act::Choice::Id(102));
        assert_eq!(sent(card(3).into()), act::Choice::Action(card(3)));
        assert_eq!(sent("H9".into()), act::Choice::Text("H9".to_string()));
    }

    #[test]
    fn an_act_quotes_the_decision_and_has_the_note() {
        let act = Choice::id(5).with_note("why").to_act(&prompt()).unwrap();
        assert_eq!((act.match_id.as_str(), act.seat, act.decision), ("m", 1, 7));
        assert_eq!(act.note, "why");
    }

    #[test]
    fn an_index_outside_the_list_is_no_choice() {
        let error = Choice::index(3).to_act(&prompt()).unwrap_err();
        let right = "index 3 is outside the prompt's 3 actions, which count from 0";
        assert_eq!(error.to_string(), right);
        let error = Choice::index(1).to_announce(&prompt()).unwrap_err();
        assert!(error.to_string().contains("1 announcements"));
    }

    #[test]
    fn an_announcement_by_index_is_sent_as_its_id() {
        let announce = Choice::index(0).to_announce(&prompt()).unwrap();
        assert_eq!(announce.choice, Some(announce::Choice::Id(109)));
    }
}
