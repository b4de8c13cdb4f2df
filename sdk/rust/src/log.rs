//! Log lines, as all SDKs write them.
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::str::FromStr;
use std::sync::Arc;
use std::time::SystemTime;

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
        ["debug", "info", "warning", "error"][self as usize]
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
            let now = time_text(SystemTime::now().into());
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

/// Returns "2026-01-31T18:00:00.123Z".
fn time_text(mut time: prost_types::Timestamp) -> String {
    // The text of a message has as many digits as it needs: then nine, of which three stay.
    time.nanos |= 1;
    let text = time.to_string();
    format!("{}Z", &text[..text.len() - "456789Z".len()])
}

/// Writes escapes such as `\u001b` for what a terminal would obey instead of show:
/// control characters except tab and line feed, and the signs that turn the
/// direction of writing. What follows a line feed is indented, so that no text
/// passes for a line of its own.
pub(crate) fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '\n' => out.push_str("\n    "),
            '\t' => out.push('\t'),
            '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{200e}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2066}'..='\u{2069}' => {
                // A String takes everything.
                let _ = write!(out, "\\u{:04x}", u32::from(sign));
            }
            _ => out.push(sign),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_has_milliseconds() {
        let of = |nanos| {
            time_text(prost_types::Timestamp {
                seconds: 1_769_882_400,
                nanos,
            })
        };
        assert_eq!(of(123_456_789), "2026-01-31T18:00:00.123Z");
        assert_eq!(of(0), "2026-01-31T18:00:00.000Z");
        assert_eq!(of(999_999_999), "2026-01-31T18:00:00.999Z");
    }

    #[test]
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(
            printable("a\u{1b}[2J\r\u{202e}é\tb"),
            "a\\u001b[2J\\u000d\\u202eé\tb"
        );
        assert_eq!(printable("a\nb"), "a\n    b");
    }
}
