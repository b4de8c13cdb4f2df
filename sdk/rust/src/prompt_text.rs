//! A prompt as text that a person reads; all SDKs write the same.
use std::time::Duration;

use crate::protocol::{DecisionKind, LegalAction, MatchStart, Prompt};
use crate::times::milliseconds_text;

/// Returns what the seat knows, what it may do, and the time it has.
pub(crate) fn prompt_text(
    start: &MatchStart,
    prompt: &Prompt,
    time_left: Option<Duration>,
) -> String {
    let may = prompt.kind() == DecisionKind::May;
    let mut lines = vec![format!(
        "{}, match {}, seat {}, decision {}: {}",
        start.game,
        prompt.match_id,
        prompt.seat,
        prompt.decision,
        if may {
            "announce or wait"
        } else {
            "choose an action"
        },
    )];
    match time_left {
        Some(left) => lines.push(format!("time left: {}", milliseconds_text(left))),
        None if !may => lines.push("time left: no limit".to_string()),
        None => {}
    }
    lines.extend(position(prompt));
    lines.extend(offered(prompt.seat, "choose", &prompt.actions));
    lines.extend(offered(prompt.seat, "announce", &prompt.announcements));
    lines.join("\n")
}

/// The position in the words of the referee, which `arena replay` prints.
fn position(prompt: &Prompt) -> Vec<String> {
    if prompt.position_text.is_empty() {
        let fields = &prompt.observation;
        return vec![format!("  there is no text; the fields are: {fields:?}")];
    }
    let indented = |line: &str| match line {
        "" => String::new(),
        _ => format!("  {line}"),
    };
    prompt.position_text.lines().map(indented).collect()
}

fn offered(seat: u32, may: &str, actions: &[LegalAction]) -> Vec<String> {
    if actions.is_empty() {
        return Vec::new();
    }
    let line = |(index, action): (usize, &LegalAction)| match action.text.as_str() {
        "" => format!("  {index}: id {}, {:?}", action.id, action.action),
        text => format!("  {index}: {text}"),
    };
    let mut lines = vec![format!("seat {seat} can {may}:")];
    lines.extend(actions.iter().enumerate().map(line));
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal(text: &str) -> LegalAction {
        LegalAction {
            text: text.to_string(),
            id: 8,
            ..LegalAction::default()
        }
    }

    fn prompt() -> Prompt {
        Prompt {
            match_id: "m".to_string(),
            seat: 1,
            decision: 7,
            position_text: "trick 1\n\nH1 H2\n".to_string(),
            actions: vec![legal("H1"), legal("")],
            announcements: vec![legal("re")],
            ..Prompt::default()
        }
    }

    fn start() -> MatchStart {
        MatchStart {
            game: "octrix".to_string(),
            private_seed: vec![77; 16],
            ..MatchStart::default()
        }
    }

    #[test]
    fn a_prompt_shows_what_the_seat_knows_and_may_do() {
        let right = "octrix, match m, seat 1, decision 7: choose an action\n\
                     time left: no limit\n  trick 1\n\n  H1 H2\nseat 1 can choose:\n  \
                     0: H1\n  1: id 8, None\nseat 1 can announce:\n  0: re";
        assert_eq!(prompt_text(&start(), &prompt(), None), right);
    }

    #[test]
    fn who_may_only_announce_has_no_limit() {
        let mut may = prompt();
        may.set_kind(DecisionKind::May);
        let text = prompt_text(&start(), &may, None);
        assert!(text.starts_with("octrix, match m, seat 1, decision 7: announce or wait\n  trick"));
    }

    #[test]
    fn without_text_it_shows_the_fields() {
        let mut bare = prompt();
        bare.position_text.clear();
        bare.observation = Some(Default::default());
        let text = prompt_text(&start(), &bare, Some(Duration::from_millis(1250)));
        assert!(text.contains("time left: 1.250 s\n  there is no text; the fields are: Some(Obs"));
        assert!(!text.contains("77"));
    }
}
