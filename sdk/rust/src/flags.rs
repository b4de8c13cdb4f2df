//! The flags and variables of every bot: those of sdk/tables/flags.json, as a test compares.
use std::time::Duration;

use crate::error::OptionError;
use crate::log::Level;
use crate::options::Options;
use crate::tls::certificates;
use crate::token_file::{is_token, read_token};

/// A flag, its variable, and the option that both set.
struct Flag {
    /// Empty: only the variable is there.
    flag: &'static str,
    variable: &'static str,
    /// The option, as its kind of value.
    option: fn(&mut Options) -> Value<'_>,
    /// What stands for the value in the help; empty: a switch.
    value: &'static str,
    default: &'static str,
    help: &'static str,
    /// What a value should be.
    right: &'static str,
}

/// What an option holds: all options of a kind are read and checked alike.
enum Value<'a> {
    Address(&'a mut String),
    Certificates(&'a mut String),
    Level(&'a mut Level),
    Name(&'a mut String),
    Names(&'a mut Vec<String>),
    Number(&'a mut u32),
    Path(&'a mut String),
    Seconds(&'a mut Duration),
    Switch(&'a mut bool),
    Token(&'a mut String),
}

/// In the order of the help.
#[rustfmt::skip]
const FLAGS: [Flag; 13] = [
    Flag { flag: "--address", variable: "ARENA_ADDRESS", option: |o| Value::Address(&mut o.address),
        value: "ADDRESS", default: "127.0.0.1:5757",
        help: "the referee: host:port, unix:PATH, or ipv4:HOST:PORT,HOST:PORT for several",
        right: "host:port, e.g. 127.0.0.1:5757, or unix:PATH" },
    Flag { flag: "--tls-ca", variable: "ARENA_TLS_CA", option: |o| Value::Certificates(&mut o.tls_ca),
        value: "FILE", default: "no TLS",
        help: "PEM file with certificates to trust",
        right: "a PEM file with certificates to trust" },
    Flag { flag: "--name", variable: "ARENA_BOT_NAME", option: |o| Value::Name(&mut o.name),
        value: "NAME", default: "the name of the class or program",
        help: "the bot's public name",
        right: "1 to 64 characters of letters, digits, '.', '_' and '-'" },
    Flag { flag: "", variable: "ARENA_TOKEN", option: |o| Value::Token(&mut o.token),
        value: "TOKEN", default: "none",
        help: "proves who the bot is; it has no flag, because others can read flags",
        right: "one word of ASCII letters, digits and signs" },
    Flag { flag: "--games", variable: "ARENA_GAMES", option: |o| Value::Names(&mut o.games),
        value: "GAMES", default: "all that the bot plays",
        help: "games to play, separated by commas",
        right: "names of games, separated by commas" },
    Flag { flag: "--max-matches", variable: "ARENA_MAX_MATCHES", option: |o| Value::Number(&mut o.max_matches),
        value: "N", default: "1",
        help: "most matches at once",
        right: "a whole number, at least 1" },
    Flag { flag: "--instance", variable: "ARENA_INSTANCE", option: |o| Value::Name(&mut o.instance),
        value: "NAME", default: "none",
        help: "name of this process among those of the bot",
        right: "1 to 64 characters of letters, digits, '.', '_' and '-'" },
    Flag { flag: "--one-match", variable: "ARENA_ONE_MATCH", option: |o| Value::Switch(&mut o.one_match),
        value: "", default: "off",
        help: "play one match, then end",
        right: "true or false" },
    Flag { flag: "--replace", variable: "ARENA_REPLACE", option: |o| Value::Switch(&mut o.replace),
        value: "", default: "off",
        help: "take the place of the connected process of this name and instance, which plays its matches to their end",
        right: "true or false" },
    Flag { flag: "--leave-within", variable: "ARENA_LEAVE_WITHIN", option: |o| Value::Seconds(&mut o.leave_within),
        value: "SECONDS", default: "600",
        help: "seconds that matches may take to end after SIGTERM or SIGINT",
        right: "a number of seconds, 0 or more" },
    Flag { flag: "--token-file", variable: "ARENA_TOKEN_FILE", option: |o| Value::Path(&mut o.token_file),
        value: "FILE", default: "none",
        help: "file that keeps the session, so that a restarted bot goes on",
        right: "a file with a token, or one that does not exist yet" },
    Flag { flag: "--give-up-after", variable: "ARENA_GIVE_UP_AFTER", option: |o| Value::Seconds(&mut o.give_up_after),
        value: "SECONDS", default: "60",
        help: "seconds without a connection after which to give up",
        right: "a number of seconds, 0 or more" },
    Flag { flag: "--log-level", variable: "ARENA_LOG_LEVEL", option: |o| Value::Level(&mut o.log_level),
        value: "LEVEL", default: "info",
        help: "what to log to stderr",
        right: "debug, info, warning or error" },
];

/// Flags and variables that are no more, and the command that does their work.
const GONE: [(&str, &str, &str); 2] = [
    (
        "--instances",
        "ARENA_INSTANCES",
        "arena run --instances N -- COMMAND",
    ),
    ("--prompts", "", "arena rehearse FILE -- COMMAND"),
];

/// Changes `options` by the variables that are set. An empty one counts as absent.
pub(crate) fn read_variables(
    options: &mut Options,
    variable: impl Fn(&str) -> Option<String>,
) -> Result<(), OptionError> {
    let set = |name: &str| variable(name).filter(|text| !text.is_empty());
    for (_, name, instead) in GONE {
        if set(name).is_some() {
            return Err(gone(name, instead));
        }
    }
    for flag in &FLAGS {
        if let Some(text) = set(flag.variable) {
            flag.take(options, &text, flag.variable)?;
        }
    }
    Ok(())
}

/// Changes `options` as the words of a command line say. Returns whether they ask for
/// the help.
pub(crate) fn read_command_line(
    options: &mut Options,
    words: impl IntoIterator<Item = String>,
) -> Result<bool, OptionError> {
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let (name, value) = match word.split_once('=') {
            Some((name, value)) if name.starts_with("--") => (name, Some(value.to_string())),
            _ => (word.as_str(), None),
        };
        if !name.starts_with('-') {
            let text = format!("{word} is one argument too many; --help lists the flags");
            return Err(OptionError(text));
        }
        if name == "--help" {
            return Ok(true);
        }
        if let Some((_, _, instead)) = GONE.iter().find(|gone| gone.0 == name) {
            return Err(gone(name, instead));
        }
        let flag = FLAGS.iter().find(|flag| flag.flag == name).ok_or_else(|| {
            OptionError(format!("there is no flag {name}; --help lists the flags"))
        })?;
        let next = || match flag.value {
            "" => Some("true".to_string()),
            _ => words.next(),
        };
        let value = value.or_else(next).ok_or_else(|| {
            let example = flag.value;
            OptionError(format!("{name} needs a value, e.g. {name} {example}"))
        })?;
        flag.take(options, &value, name)?;
    }
    Ok(false)
}

/// Says what is wrong with a value that the program has set.
pub(crate) fn check(options: &mut Options) -> Result<(), OptionError> {
    FLAGS.iter().try_for_each(|flag| {
        let field = match flag.flag.strip_prefix("--") {
            Some(words) => words.replace('-', "_"),
            None => "token".to_string(),
        };
        flag.check(options, &field)
    })
}

/// Returns what --help prints.
pub(crate) fn help_text(program: &str) -> String {
    let mut text = format!("usage: {program} [FLAG]...\n\n");
    for flag in &FLAGS {
        let variable = format!("[{}]", flag.variable);
        let words = match (flag.flag, flag.value) {
            ("", _) => vec![variable.as_str()],
            (name, "") => vec![name, &variable],
            (name, value) => vec![name, value, &variable],
        };
        let Flag { help, default, .. } = flag;
        text += &format!("  {}\n      {help} (default: {default})\n", words.join(" "));
    }
    text + "  --help\n      this text\n\nA flag overrides the environment variable in brackets, \
            and that the value in the program."
}

fn gone(name: &str, instead: &str) -> OptionError {
    OptionError(format!("{name} is gone; use {instead}"))
}

impl Flag {
    /// Takes over `text`, which stood in `source`.
    fn take(&self, options: &mut Options, text: &str, source: &str) -> Result<(), OptionError> {
        match (self.option)(options).take(text) {
            Some(()) => self.check(options, source),
            None => Err(self.wrong(source, text, "")),
        }
    }

    fn check(&self, options: &mut Options, source: &str) -> Result<(), OptionError> {
        match (self.option)(options).problem() {
            Some((value, why)) => Err(self.wrong(source, &value, &why)),
            None => Ok(()),
        }
    }

    fn wrong(&self, source: &str, value: &str, why: &str) -> OptionError {
        let right = self.right;
        OptionError(format!("{source} is {value:?}{why}; it should be {right}"))
    }
}

impl Value<'_> {
    /// Takes over a text; `None` if it stands for no value of this kind.
    fn take(self, text: &str) -> Option<()> {
        match self {
            Self::Address(option)
            | Self::Certificates(option)
            | Self::Name(option)
            | Self::Path(option)
            | Self::Token(option) => *option = text.to_string(),
            Self::Level(option) => *option = text.parse().ok()?,
            Self::Names(option) => {
                let names = text.split(',').map(str::trim);
                *option = names.filter(|n| !n.is_empty()).map(String::from).collect();
            }
            Self::Number(option) => *option = text.parse().ok()?,
            Self::Seconds(option) => {
                *option = Duration::try_from_secs_f64(text.parse().ok()?).ok()?;
            }
            Self::Switch(option) => {
                *option = match text.to_lowercase().as_str() {
                    "1" | "true" | "yes" | "on" => true,
                    "0" | "false" | "no" | "off" => false,
                    _ => return None,
                }
            }
        }
        Some(())
    }

    /// Returns a wrong value as text, and why it is wrong, if there is more to say than
    /// what would be right. An empty name or file stands for none.
    fn problem(self) -> Option<(String, String)> {
        let (value, problem): (&str, _) = match self {
            Self::Number(0) => ("0", unless(false)),
            Self::Address(text) => (text, unless(is_address(text))),
            Self::Certificates(path) if !path.is_empty() => (path, certificates(path).err()),
            Self::Name(text) if !text.is_empty() => (text, unless(is_name(text))),
            Self::Path(path) if !path.is_empty() => (path, read_token(path).err()),
            // Nobody else should read it.
            Self::Token(text) if !text.is_empty() => ("...", unless(is_token(text))),
            _ => return None,
        };
        problem.map(|why| (value.to_string(), why))
    }
}

fn unless(right: bool) -> Option<String> {
    (!right).then(String::new)
}

/// Whether the text can be the name of a bot, or of an instance.
pub(crate) fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    (1..=64).contains(&name.len()) && name.chars().all(fits)
}

fn is_address(address: &str) -> bool {
    if let Some(path) = address.strip_prefix("unix:") {
        return !path.is_empty();
    }
    let is_host = |host: &str| match host.rsplit_once(':') {
        Some((name, port)) => {
            let bracketed = name.starts_with('[') && name.ends_with(']');
            let bare = !name.contains([':', '/']) && !name.contains(char::is_whitespace);
            !name.is_empty() && (bracketed || bare) && port.parse::<u16>().is_ok()
        }
        None => false,
    };
    match address.strip_prefix("ipv4:") {
        Some(hosts) => hosts.split(',').all(is_host),
        None => is_host(address) && !address.contains(','),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &[&str]) -> Result<Options, OptionError> {
        let mut options = Options::default();
        let words = words.iter().map(ToString::to_string);
        read_command_line(&mut options, words).map(|_| options)
    }

    fn refused(words: &[&str]) -> String {
        read(words).unwrap_err().to_string()
    }

    /// The options after one variable.
    fn with_variable(name: &str, text: &str) -> Result<Options, OptionError> {
        let mut options = Options {
            name: "program".to_string(),
            ..Options::default()
        };
        let variable = |asked: &str| (asked == name).then(|| text.to_string());
        read_variables(&mut options, variable).map(|()| options)
    }

    fn kind(flag: &Flag) -> &'static str {
        match (flag.option)(&mut Options::default()) {
            Value::Address(_) => "address",
            Value::Certificates(_) => "certificates",
            Value::Level(_) => "level",
            Value::Name(_) => "name",
            Value::Names(_) => "names",
            Value::Number(_) => "number",
            Value::Path(_) => "path",
            Value::Seconds(_) => "seconds",
            Value::Switch(_) => "switch",
            Value::Token(_) => "token",
        }
    }

    #[test]
    fn the_flags_are_those_of_all_sdks() {
        let table = concat!(env!("CARGO_MANIFEST_DIR"), "/../tables/flags.json");
        let table = std::fs::read_to_string(table).unwrap();
        let table: serde_json::Value = serde_json::from_str(&table).unwrap();
        let rows = table["flags"].as_array().unwrap();
        assert_eq!(rows.len(), FLAGS.len());
        for (row, flag) in rows.iter().zip(&FLAGS) {
            let own = serde_json::json!({
                "flag": flag.flag, "variable": flag.variable, "kind": kind(flag),
                "value": flag.value, "default": flag.default, "help": flag.help,
                "right": flag.right,
            });
            assert_eq!(*row, own);
        }
        let gone = GONE.map(|(flag, variable, instead)| {
            serde_json::json!({"flag": flag, "variable": variable, "instead": instead})
        });
        assert_eq!(table["gone"], serde_json::json!(gone));
    }

    #[test]
    fn the_defaults_are_those_that_the_help_names() {
        for flag in &FLAGS {
            let mut options = Options::default();
            let before = format!("{options:?}");
            if matches!(
                kind(flag),
                "address" | "level" | "number" | "seconds" | "switch"
            ) {
                flag.take(&mut options, flag.default, "").unwrap();
            }
            assert_eq!(format!("{options:?}"), before, "{}", flag.flag);
        }
    }

    #[test]
    fn a_flag_can_be_written_in_two_ways() {
        let options = read(&["--instance=a", "--max-matches", "3", "--games=a, b,"]).unwrap();
        assert_eq!(options.instance, "a");
        assert_eq!(options.max_matches, 3);
        assert_eq!(options.games, ["a", "b"]);
    }

    #[test]
    fn a_switch_needs_no_value() {
        let options = read(&["--one-match", "--replace=off"]).unwrap();
        assert!(options.one_match && !options.replace);
    }

    #[test]
    fn what_is_wrong_is_named_and_what_would_be_right() {
        let number = "; it should be a whole number, at least 1";
        let seconds = "; it should be a number of seconds, 0 or more";
        let address = "; it should be host:port, e.g. 127.0.0.1:5757, or unix:PATH";
        for (flag, value, right) in [
            ("--max-matches", "x", number),
            ("--max-matches", "0", number),
            ("--name", "a b", "; it should be 1 to 64 characters"),
            ("--address", "here", address),
            ("--address", "a:1,b:2", address),
            ("--give-up-after", "-1", seconds),
            ("--leave-within", "inf", seconds),
            ("--one-match", "maybe", "; it should be true or false"),
            (
                "--log-level",
                "loud",
                "; it should be debug, info, warning or error",
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
            (
                "--token-file",
                "/dev/null",
                ", which holds no token; it should be a file",
            ),
        ] {
            let told = refused(&[&format!("{flag}={value}")]);
            let begin = format!("{flag} is {value:?}{right}");
            assert!(told.starts_with(&begin), "{told}");
        }
    }

    #[test]
    fn an_address_may_be_a_socket_or_several() {
        for address in ["unix:a", "[::1]:5757", "ipv4:127.0.0.1:1,127.0.0.1:2"] {
            assert_eq!(read(&["--address", address]).unwrap().address, address);
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
        let told = refused(&["--name"]);
        assert_eq!(told, "--name needs a value, e.g. --name NAME");
    }

    #[test]
    fn a_flag_or_variable_that_is_no_more_names_the_command() {
        let run = "use arena run --instances N -- COMMAND";
        let told = [refused(&["--instances", "2"]), refused(&["--instances=2"])];
        assert_eq!(
            told,
            [(); 2].map(|()| format!("--instances is gone; {run}"))
        );
        let told = refused(&["--prompts", "f"]);
        assert_eq!(
            told,
            "--prompts is gone; use arena rehearse FILE -- COMMAND"
        );
        let told = with_variable("ARENA_INSTANCES", "2")
            .unwrap_err()
            .to_string();
        assert_eq!(told, format!("ARENA_INSTANCES is gone; {run}"));
        with_variable("ARENA_INSTANCES", "").unwrap();
    }

    #[test]
    fn a_variable_overrides_the_program_and_an_empty_one_does_not() {
        assert_eq!(with_variable("ARENA_BOT_NAME", "a").unwrap().name, "a");
        assert_eq!(with_variable("ARENA_BOT_NAME", "").unwrap().name, "program");
        let told = with_variable("ARENA_MAX_MATCHES", "0")
            .unwrap_err()
            .to_string();
        assert!(
            told.starts_with("ARENA_MAX_MATCHES is \"0\"; it should"),
            "{told}"
        );
    }

    #[test]
    fn a_token_is_never_told() {
        let told = with_variable("ARENA_TOKEN", "two words")
            .unwrap_err()
            .to_string();
        let right =
            "ARENA_TOKEN is \"...\"; it should be one word of ASCII letters, digits and signs";
        assert_eq!(told, right);
    }

    #[test]
    fn the_help_names_every_flag_and_variable() {
        let help = help_text("my_bot");
        for words in [
            "  --address ADDRESS [ARENA_ADDRESS]\n      the referee: host:port",
            " for several (default: 127.0.0.1:5757)\n",
            "  [ARENA_TOKEN]\n",
            "  --one-match [ARENA_ONE_MATCH]\n      play one match, then end (default: off)\n",
        ] {
            assert!(help.contains(words), "{words}");
        }
    }
}
