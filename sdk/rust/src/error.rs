//! The errors of the SDK. Their words are meant for people.
use std::error::Error;
use std::fmt;

use crate::protocol::ErrorReason;

/// An option has an invalid value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionError(pub(crate) String);

impl fmt::Display for OptionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for OptionError {}

/// The session with the referee is over and cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SessionError {
    pub(crate) words: String,
    pub(crate) reason: ErrorReason,
}

impl SessionError {
    pub(crate) fn new(words: String) -> Self {
        Self {
            words,
            reason: ErrorReason::Unspecified,
        }
    }

    /// The reason that the referee gave, if any; it is stable between versions.
    pub fn reason(&self) -> ErrorReason {
        self.reason
    }
}

impl fmt::Display for SessionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

impl Error for SessionError {}

impl From<OptionError> for SessionError {
    fn from(error: OptionError) -> Self {
        Self::new(error.0)
    }
}
