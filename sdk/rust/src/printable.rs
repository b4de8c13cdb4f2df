//! Texts of others for a log or a terminal.
use std::fmt::Write;

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
    fn what_a_terminal_would_obey_is_escaped() {
        assert_eq!(
            printable("a\u{1b}[2J\r\u{202e}é\tb"),
            "a\\u001b[2J\\u000d\\u202eé\tb"
        );
        assert_eq!(printable("a\nb"), "a\n    b");
    }
}
