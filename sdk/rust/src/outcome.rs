//! What came of a call of a bot's function.
use std::any::Any;
use std::panic::{catch_unwind, AssertUnwindSafe};

use crate::bot::{BotError, Decline, Result};

/// How a function of a bot failed.
pub(crate) enum Failure {
    /// It returned this.
    Returned(BotError),
    /// It panicked with these words.
    Panicked(String),
}

impl Failure {
    /// "returned an error", for the sentence that begins with the function.
    pub(crate) fn what(&self) -> &'static str {
        match self {
            Self::Returned(_) => "returned an error",
            Self::Panicked(_) => "panicked",
        }
    }

    /// The same, with the words of the error and of its causes.
    pub(crate) fn in_full(&self) -> String {
        let mut text = self.what().to_string();
        match self {
            Self::Panicked(words) => text += &format!(": {words}"),
            Self::Returned(error) => {
                let mut next = Some(&**error as &dyn std::error::Error);
                while let Some(cause) = next {
                    text += &format!(": {cause}");
                    next = cause.source();
                }
            }
        }
        text
    }

    /// The reason, if the bot declines the match.
    pub(crate) fn declined(&self) -> Option<String> {
        match self {
            Self::Returned(error) => error.downcast_ref::<Decline>().map(Decline::reason),
            Self::Panicked(_) => None,
        }
    }
}

/// Calls a function of a bot.
pub(crate) fn guarded<T>(call: impl FnOnce() -> Result<T>) -> Result<T, Failure> {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(value)) => Ok(value),
        Ok(Err(error)) => Err(Failure::Returned(error)),
        Err(payload) => Err(Failure::Panicked(words_of(&*payload))),
    }
}

fn words_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().map(ToString::to_string);
    text.or_else(|| payload.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "without words".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_error_is_told_with_its_causes() {
        let call = || -> Result<i32> { Ok("x".parse::<i32>()?) };
        let failure = guarded(call).unwrap_err();
        assert_eq!(failure.what(), "returned an error");
        let right = "returned an error: invalid digit found in string";
        assert_eq!(failure.in_full(), right);
        assert_eq!(failure.declined(), None);
    }

    #[test]
    fn a_panic_is_told_with_its_words() {
        let failure = guarded(|| -> Result<()> { panic!("card {}", 99) }).unwrap_err();
        assert_eq!(failure.in_full(), "panicked: card 99");
    }

    #[test]
    fn a_decline_has_its_reason() {
        let call = || -> Result<()> { Err(Decline::new("too long").into()) };
        let reason = guarded(call).unwrap_err().declined();
        assert_eq!(reason.as_deref(), Some("too long"));
    }
}
