//! What the referee says, in the words of this SDK. The referee's messages go to
//! bots of every language and name fields of the protocol; an author of a bot has
//! flags and options instead.
use crate::protocol::{ActAck, FaultKind};

const OPTIONS: [(&str, &str); 8] = [
    ("name", "--name"),
    ("version", "Options::version"),
    ("max_matches", "--max-matches"),
    ("resume_token", "--token-file"),
    ("instance", "--instance"),
    ("one_match", "--one-match"),
    ("plays", "Options::plays"),
    ("replace", "--replace"),
];

/// Names the option of the SDK for each field of the hello.
pub(crate) fn in_options(message: &str) -> String {
    let mut parts = message.split("hello.");
    let mut told = parts.next().unwrap_or_default().to_string();
    for part in parts {
        let end = part
            .find(|c: char| !c.is_ascii_lowercase() && c != '_')
            .unwrap_or(part.len());
        let (field, rest) = part.split_at(end);
        match OPTIONS.iter().find(|(name, _)| *name == field) {
            Some((_, option)) => told.push_str(option),
            None => told.push_str(&format!("hello.{field}")),
        }
        told.push_str(rest);
    }
    told
}

/// Returns "late" of FAULT_KIND_LATE, as it stands in results; the number of a
/// kind that only a newer referee knows.
pub(crate) fn fault_word(ack: &ActAck) -> String {
    let Ok(kind) = FaultKind::try_from(ack.fault) else {
        return format!("of kind {}", ack.fault);
    };
    let name = kind.as_str_name();
    let name = name.strip_prefix("FAULT_KIND_").unwrap_or(name);
    name.to_lowercase().replace('_', "-")
}

/// Returns the referee's words of a fault without its name in front.
pub(crate) fn fault_words(ack: &ActAck) -> &str {
    let name = format!("{}: ", fault_word(ack));
    ack.message.strip_prefix(&name).unwrap_or(&ack.message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_of_the_hello_are_named_as_options() {
        let told = in_options("hello.name is \"\", hello.plays is empty, hello.new is 1");
        let right = "--name is \"\", Options::plays is empty, hello.new is 1";
        assert_eq!(told, right);
    }

    #[test]
    fn a_fault_is_told_once() {
        let mut ack = ActAck {
            message: "not-ready: no Ready".to_string(),
            ..ActAck::default()
        };
        ack.set_fault(FaultKind::NotReady);
        assert_eq!(fault_word(&ack), "not-ready");
        assert_eq!(fault_words(&ack), "no Ready");
        ack.fault = 99;
        assert_eq!(fault_word(&ack), "of kind 99");
    }
}
