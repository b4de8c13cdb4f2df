//! Shows a bot the prompts of a match that was played, without a referee.
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use prost::Message;

use crate::bot::{Bot, Result, SessionHandle, Table};
use crate::error::OptionError;
use crate::outcome::guarded;
use crate::prompt::Prompt;
use crate::protocol::{
    self, play_response, ActAck, DecisionKind, LegalAction, MatchStart, PlayResponse,
};

/// What came of a replay.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Replayed {
    /// Decisions that the bot was asked for.
    pub decisions: usize,
    /// How many of them were those of the match.
    pub as_played: usize,
    /// How many functions of the bot returned an error or panicked.
    pub failed: usize,
    /// What `act` chose, by decision; `None` if that is no legal action.
    pub choices: BTreeMap<u32, Option<LegalAction>>,
}

/// Reads what `arena prompts` wrote.
///
/// # Errors
///
/// If the file cannot be read, or holds something else.
pub fn read_prompts(path: &Path) -> Result<Vec<PlayResponse>, OptionError> {
    let bytes = fs::read(path).map_err(|error| {
        OptionError(format!(
            "--prompts is {path:?}, which cannot be read: {error}"
        ))
    })?;
    let mut rest = bytes.as_slice();
    let mut responses = Vec::new();
    let wrong = || {
        let right = "it should be a file that `arena prompts` wrote";
        OptionError(format!("--prompts is {path:?}; {right}"))
    };
    while !rest.is_empty() {
        let response = PlayResponse::decode_length_delimited(&mut rest);
        responses.push(response.map_err(|_| wrong())?);
    }
    if !is_whole(&responses) {
        return Err(wrong());
    }
    Ok(responses)
}

/// Whether it is one MatchStart, what came after it, and the MatchEnd.
fn is_whole(responses: &[PlayResponse]) -> bool {
    use play_response::Kind;
    let starts = |response: &PlayResponse| matches!(response.kind, Some(Kind::MatchStart(_)));
    let ends = |response: &PlayResponse| matches!(response.kind, Some(Kind::MatchEnd(_)));
    responses.first().is_some_and(starts)
        && !responses.iter().skip(1).any(starts)
        && responses.last().is_some_and(ends)
        && responses.iter().all(|response| response.kind.is_some())
}

/// Makes a bot and calls its functions as in the match that `responses` are of: one
/// MatchStart, then Prompts, each with the ActAck of what was played, and the
/// MatchEnd. `print` gets a line for each decision, and one at the end.
pub fn replay<B: Bot>(
    factory: impl Fn(&Table<'_>) -> Result<B>,
    responses: impl IntoIterator<Item = PlayResponse>,
    print: impl FnMut(&str),
) -> Replayed {
    use play_response::Kind;
    let mut replaying = Replaying {
        print,
        bot: None,
        start: MatchStart::default(),
        open: None,
        result: Replayed::default(),
    };
    for kind in responses.into_iter().filter_map(|response| response.kind) {
        match kind {
            Kind::MatchStart(start) => replaying.on_start(&factory, start),
            Kind::Prompt(prompt) => replaying.on_prompt(prompt),
            Kind::ActAck(ack) => replaying.on_ack(&ack),
            Kind::AnnounceAck(ack) => {
                replaying.call("on_announce_ack", "", |bot| bot.on_announce_ack(&ack));
            }
            Kind::Events(events) => {
                replaying.call("on_events", "", |bot| bot.on_events(&events));
            }
            Kind::MatchEnd(end) => {
                replaying.tell(None);
                replaying.call("on_end", "", |bot| bot.on_end(&end));
            }
            _ => {}
        }
    }
    replaying.tell(None);
    let Replayed {
        decisions,
        as_played,
        ..
    } = replaying.result;
    (replaying.print)(&format!("{decisions} decisions, {as_played} as played"));
    replaying.result
}

/// A bot in the middle of a replay.
struct Replaying<B, P> {
    print: P,
    bot: Option<B>,
    start: MatchStart,
    open: Option<Open>,
    result: Replayed,
}

/// A decision of which it is not known yet what was played.
struct Open {
    prompt: protocol::Prompt,
    /// The place of what the bot chose; `None`: it is no legal action.
    chosen: Option<usize>,
    /// What is printed of it; empty: `act` failed.
    line: String,
}

impl<B: Bot, P: FnMut(&str)> Replaying<B, P> {
    fn on_start(&mut self, factory: impl Fn(&Table<'_>) -> Result<B>, start: MatchStart) {
        let made = guarded(|| factory(&Table::new(&start, SessionHandle::default())));
        match made {
            Ok(bot) => self.bot = Some(bot),
            Err(failure) => {
                self.result.failed += 1;
                (self.print)(&format!("the making of the bot {}", failure.in_full()));
            }
        }
        self.call("on_start", "", |bot| bot.on_start(&start));
        self.start = start;
    }

    fn on_prompt(&mut self, message: protocol::Prompt) {
        if let Some(ack) = &message.ack {
            self.on_ack(ack);
        }
        self.tell(None);
        let place = format!("decision {}: ", message.decision);
        let prompt = Prompt::new(self.start.clone(), message.clone());
        if !message.announcements.is_empty() {
            let announced = self.call("announce", &place, |bot| {
                let choice = bot.announce(&prompt)?;
                choice
                    .iter()
                    .try_for_each(|choice| choice.to_announce(&message).map(drop))?;
                Ok(choice)
            });
            if let Some(choice) = announced.flatten() {
                let offered = &message.announcements;
                let words = words_of(offered, choice.place_in(offered), || choice.words());
                (self.print)(&format!("{place}announces {words}"));
            }
        }
        if message.kind() != DecisionKind::Must || self.bot.is_none() {
            return;
        }
        let choice = self.call("act", &place, |bot| {
            let choice = bot.act(&prompt)?;
            choice.to_act(&message)?;
            Ok(choice)
        });
        let offered = &message.actions;
        let chosen = choice.as_ref().and_then(|choice| choice.place_in(offered));
        let line = choice.map(|choice| {
            let words = words_of(offered, chosen, || choice.words());
            format!("{place}{words}")
        });
        self.result.decisions += 1;
        let action = chosen.map(|place| offered[place].clone());
        self.result.choices.insert(message.decision, action);
        self.open = Some(Open {
            prompt: message,
            chosen,
            line: line.unwrap_or_default(),
        });
    }

    fn on_ack(&mut self, ack: &ActAck) {
        self.tell(Some(ack));
        self.call("on_ack", "", |bot| bot.on_ack(ack));
    }

    /// Tells what the bot chose in the open decision, and what was played.
    fn tell(&mut self, ack: Option<&ActAck>) {
        let Some(open) = self.open.take() else {
            return;
        };
        let offered = &open.prompt.actions;
        let ack = ack.filter(|ack| ack.decision == open.prompt.decision);
        let id = ack.and_then(|ack| ack.action_id);
        let played = id.and_then(|id| offered.iter().position(|action| action.id == id));
        if played.is_some() && played == open.chosen {
            self.result.as_played += 1;
        }
        let mut line = open.line;
        if line.is_empty() {
            return;
        }
        if let Some(place) = played.filter(|_| played != open.chosen) {
            let words = words_of(offered, Some(place), String::new);
            line += &format!(" (played: {words})");
        }
        (self.print)(&line);
    }

    fn call<T>(
        &mut self,
        hook: &str,
        place: &str,
        call: impl FnOnce(&mut B) -> Result<T>,
    ) -> Option<T> {
        let bot = self.bot.as_mut()?;
        match guarded(|| call(bot)) {
            Ok(value) => Some(value),
            Err(failure) => {
                self.result.failed += 1;
                (self.print)(&format!("{place}{hook} {}", failure.in_full()));
                None
            }
        }
    }
}

/// The number and text of the action at `place`, or other words.
fn words_of(
    offered: &[LegalAction],
    place: Option<usize>,
    other: impl FnOnce() -> String,
) -> String {
    let Some(place) = place else {
        return format!("- {}", other());
    };
    let LegalAction { id, text, .. } = &offered[place];
    match text.as_str() {
        "" => format!("{place} id {id}"),
        text => format!("{place} {text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Choice;

    fn response(kind: play_response::Kind) -> PlayResponse {
        PlayResponse { kind: Some(kind) }
    }

    fn legal(id: u32, text: &str) -> LegalAction {
        LegalAction {
            id,
            text: text.to_string(),
            ..LegalAction::default()
        }
    }

    fn prompt(decision: u32) -> protocol::Prompt {
        let mut prompt = protocol::Prompt {
            decision,
            actions: vec![legal(100, "H1"), legal(104, "H2"), legal(108, "")],
            ..protocol::Prompt::default()
        };
        prompt.set_kind(DecisionKind::Must);
        prompt
    }

    /// Two decisions, in which H2 and H1 were played.
    fn played() -> Vec<PlayResponse> {
        use play_response::Kind;
        let ack = |decision, id| ActAck {
            decision,
            action_id: Some(id),
            ..ActAck::default()
        };
        // The second prompt brings the acknowledgement of the first.
        let mut second = prompt(2);
        second.ack = Some(ack(1, 104));
        let kinds = [
            Kind::MatchStart(MatchStart::default()),
            Kind::Prompt(prompt(1)),
            Kind::Prompt(second),
            Kind::ActAck(ack(2, 100)),
            Kind::MatchEnd(protocol::MatchEnd::default()),
        ];
        kinds.map(response).to_vec()
    }

    struct Always(fn(&Prompt) -> Result<Choice>);

    impl Bot for Always {
        fn act(&mut self, prompt: &Prompt) -> Result<Choice> {
            self.0(prompt)
        }

        fn announce(&mut self, _prompt: &Prompt) -> Result<Option<Choice>> {
            Ok(Some("re".into()))
        }
    }

    fn lines(
        responses: Vec<PlayResponse>,
        act: fn(&Prompt) -> Result<Choice>,
    ) -> (Vec<String>, Replayed) {
        let mut lines = Vec::new();
        let print = |line: &str| lines.push(line.to_string());
        let replayed = replay(|_| Ok(Always(act)), responses, print);
        (lines, replayed)
    }

    #[test]
    fn each_decision_is_told_with_what_was_played_instead() {
        let (lines, replayed) = lines(played(), |_| Ok("H2".into()));
        let right = [
            "decision 1: 1 H2",
            "decision 2: 1 H2 (played: 0 H1)",
            "2 decisions, 1 as played",
        ];
        assert_eq!(lines, right);
        assert_eq!(replayed.choices[&2], Some(legal(104, "H2")));
    }

    #[test]
    fn what_has_no_text_is_told_by_its_id_and_what_is_not_legal_without_number() {
        let (told, _) = lines(played(), |_| Ok(Choice::index(2)));
        assert_eq!(told[0], "decision 1: 2 id 108 (played: 1 H2)");
        let (told, replayed) = lines(played(), |_| Ok("H9".into()));
        assert_eq!(told[0], "decision 1: - H9 (played: 1 H2)");
        assert_eq!(replayed.choices[&1], None);
    }

    #[test]
    fn a_failure_is_told_and_the_replay_goes_on() {
        let (lines, replayed) = lines(played(), |prompt| match prompt.decision() {
            1 => Err("no card".into()),
            _ => Ok(Choice::index(0)),
        });
        let right = [
            "decision 1: act returned an error: no card",
            "decision 2: 0 H1",
            "2 decisions, 1 as played",
        ];
        assert_eq!(lines, right);
        assert_eq!(replayed.failed, 1);
    }

    #[test]
    fn announcements_are_told_also_without_a_choice_to_make() {
        let mut may = prompt(3);
        may.set_kind(DecisionKind::May);
        may.actions.clear();
        may.announcements = vec![legal(1, "kontra"), legal(2, "re")];
        let start = MatchStart::default();
        let responses = vec![
            response(play_response::Kind::MatchStart(start)),
            response(play_response::Kind::Prompt(may)),
        ];
        let (lines, _) = lines(responses, |_| Ok(Choice::index(0)));
        let right = ["decision 3: announces 1 re", "0 decisions, 0 as played"];
        assert_eq!(lines, right);
    }

    #[test]
    fn a_file_has_each_message_after_its_length() {
        let mut bytes = Vec::new();
        for response in played() {
            response.encode_length_delimited(&mut bytes).unwrap();
        }
        let path = std::env::temp_dir().join(format!("prompts-{}", std::process::id()));
        fs::write(&path, &bytes).unwrap();
        let read = read_prompts(&path);
        fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
        let cut = read_prompts(&path).unwrap_err().to_string();
        fs::remove_file(&path).unwrap();
        assert_eq!(read.unwrap(), played());
        assert!(cut.contains("it should be a file that `arena prompts` wrote"));
        let none = read_prompts(&path).unwrap_err().to_string();
        assert!(none.contains("which cannot be read"), "{none}");
    }
}
