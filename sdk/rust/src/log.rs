//! Log lines, as all SDKs write them.
use std::fmt;
use std::io::Write;
use std::str::FromStr;
use std::sync::Arc;

use crate::printable::printable;

/// How much a line of the log matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// What helps to find a mistake.
    Debug,
    /// What happens.
    Info,
    /// What should not happen often.
    Warning,
    /// What costs something.
    Error,
}

impl Level {
    /// All levels, from the least to the most important.
    pub const ALL: [Self; 4] = [Self::Debug, Self::Info, Self::Warning, Self::Error];

    /// "debug", "info", "warning" or "error".
    pub fn name(self) -> &'static str {
        match self {
            Self::Debug => "debug",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl FromStr for Level {
    type Err = ();

    fn from_str(name: &str) -> Result<Self, ()> {
        let found = Self::ALL.into_iter().find(|level| level.name() == name);
        found.ok_or(())
    }
}

type Take = dyn Fn(Level, &str) + Send + Sync;

/// Takes the lines of the log, which have no line break at their end.
#[derive(Clone)]
pub struct Log(Arc<Take>);

impl Log {
    /// A log that calls this, from any thread.
    pub fn new(take: impl Fn(Level, &str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(take))
    }

    /// Writes lines of at least this level to stderr.
    pub fn to_stderr(least: Level) -> Self {
        Self::new(move |level, text| {
            if level < least {
                return;
            }
            let now = chrono::Utc::now().format("%Y-%m-%dT%H:%M:%S%.3fZ");
            let line = format!("{now} {} {text}", level.name().to_uppercase());
            let line = printable(&line) + "\n";
            // In one piece; nobody can be told that stderr is closed.
            let _ = std::io::stderr().write_all(line.as_bytes());
        })
    }

    pub(crate) fn say(&self, level: Level, text: impl AsRef<str>) {
        (self.0)(level, text.as_ref());
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Log")
    }
}
