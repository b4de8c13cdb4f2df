//! The command line of a bot.
use std::collections::VecDeque;

use crate::error::OptionError;
use crate::options::Options;
use crate::settings::{from_text, SETTINGS};

/// What a command line asks for.
#[derive(Debug)]
pub(crate) struct CommandLine {
    pub(crate) options: Options,
    /// The file of --prompts.
    pub(crate) prompts: Option<String>,
    /// Whether it asks for the help.
    pub(crate) help: bool,
}

/// Returns what `words` ask for; what they do not name is as in `options`.
pub(crate) fn read_command_line(
    words: impl IntoIterator<Item = String>,
    mut options: Options,
) -> Result<CommandLine, OptionError> {
    let mut prompts = None;
    let mut words: VecDeque<String> = words.into_iter().collect();
    while let Some(word) = words.pop_front() {
        let (flag, own) = match word.split_once('=') {
            Some((flag, value)) if flag.starts_with("--") => (flag, Some(value.to_string())),
            _ => (word.as_str(), None),
        };
        if flag == "--help" {
            return Ok(CommandLine {
                options,
                prompts,
                help: true,
            });
        }
        let setting = SETTINGS
            .iter()
            .find(|one| one.flag == flag && !flag.is_empty());
        if setting.is_none() && flag != "--prompts" {
            return Err(unknown(&word, flag));
        }
        let is_switch = setting.is_some_and(|one| one.value.is_empty());
        let next = own.or_else(|| match is_switch {
            true => Some("true".to_string()),
            false => words.pop_front(),
        });
        let Some(value) = next else {
            let example = setting.map_or("FILE", |one| one.value);
            let words = format!("{flag} needs a value, e.g. {flag} {example}");
            return Err(OptionError(words));
        };
        match setting {
            Some(setting) => from_text(setting, &mut options, &value, flag)?,
            None => prompts = Some(value),
        }
    }
    Ok(CommandLine {
        options,
        prompts,
        help: false,
    })
}

fn unknown(word: &str, flag: &str) -> OptionError {
    OptionError(if word.starts_with('-') {
        format!("there is no flag {flag}; --help lists the flags")
    } else {
        format!("{word} is one argument too many; --help lists the flags")
    })
}

/// Returns what --help prints.
pub(crate) fn help_text(program: &str) -> String {
    let mut lines = vec![format!("usage: {program} [FLAG]..."), String::new()];
    for setting in &SETTINGS {
        let head = format!("{} {} [{}]", setting.flag, setting.value, setting.variable);
        let head = head.split_whitespace();
        let head = head.skip(usize::from(setting.flag.is_empty()));
        lines.push(format!("  {}", head.collect::<Vec<_>>().join(" ")));
        lines.push(format!("      {}", setting.help));
    }
    lines.extend(
        [
            "  --prompts FILE",
            "      show the bot the prompts that `arena prompts` wrote, without a referee",
            "  --help",
            "      this text",
            "",
            "A flag overrides the environment variable in brackets, and that the value in the program.",
        ]
        .map(String::from),
    );
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<CommandLine, OptionError> {
        let words = words.iter().map(ToString::to_string);
        read_command_line(words, Options::default())
    }

    fn refused(words: &[&str]) -> String {
        read(words).unwrap_err().to_string()
    }

    #[test]
    fn a_flag_can_be_written_in_two_ways() {
        let line = read(&["--token-file=a=b", "--max-matches", "3"]).unwrap();
        assert_eq!(line.options.token_file, "a=b");
        assert_eq!(line.options.max_matches, 3);
    }

    #[test]
    fn a_switch_needs_no_value() {
        let line = read(&["--one-match", "--replace=off", "--prompts", "f"]).unwrap();
        assert!(line.options.one_match && !line.options.replace);
        assert_eq!(line.prompts.as_deref(), Some("f"));
    }

    #[test]
    fn what_is_wrong_is_named_and_what_would_be_right() {
        let number = "; it should be a whole number, at least 1";
        let seconds = "; it should be a number of seconds, 0 or more";
        for (flag, value, right) in [
            ("--max-matches", "x", number),
            ("--max-matches", "0", number),
            ("--name", "a b", "; it should be 1 to 64 characters"),
            ("--address", "here", "; it should be host:port"),
            ("--address", "a:1,b:2", "; it should be host:port"),
            (
                "--instances",
                "1001",
                "; it should be a whole number, 1 to 1000",
            ),
            ("--give-up-after", "-1", seconds),
            ("--leave-within", "inf", seconds),
            (
                "--log-level",
                "loud",
                "; it should be debug, info, warning, error",
            ),
            (
                "--tls-ca",
                "/no/where",
                ", which cannot be read (No such file",
            ),
            (
                "--tls-ca",
                "/dev/null",
                ", which holds no certificate; it should be",
            ),
        ] {
            let told = refused(&[flag, value]);
            let begin = format!("{flag} is {value:?}{right}");
            assert!(told.starts_with(&begin), "{told}");
        }
    }

    #[test]
    fn an_address_may_be_a_socket_or_several() {
        for address in ["unix:a", "[::1]:5757", "ipv4:127.0.0.1:1,127.0.0.1:2"] {
            assert_eq!(
                read(&["--address", address]).unwrap().options.address,
                address
            );
        }
    }

    #[test]
    fn an_unknown_word_is_named() {
        let told = refused(&["--gmae=ordo"]);
        assert_eq!(told, "there is no flag --gmae; --help lists the flags");
        let told = refused(&["ordo"]);
        assert_eq!(
            told,
            "ordo is one argument too many; --help lists the flags"
        );
        assert_eq!(
            refused(&["--name"]),
            "--name needs a value, e.g. --name NAME"
        );
    }

    #[test]
    fn the_help_names_every_flag_and_variable() {
        assert!(read(&["--help"]).unwrap().help);
        let help = help_text("my_bot");
        for word in [
            "  --address ADDRESS [ARENA_ADDRESS]\n",
            "  [ARENA_TOKEN]\n",
            "--prompts FILE",
        ] {
            assert!(help.contains(word), "{word}");
        }
    }
}
