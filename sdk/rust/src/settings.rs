//! The options that have a flag or an environment variable.
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use crate::error::OptionError;
use crate::log::Level;
use crate::options::Options;
use crate::tls::certificates;
use crate::token_file::is_token;

/// One of them.
pub(crate) struct Setting {
    pub(crate) field: &'static str,
    /// Empty: there is none.
    pub(crate) flag: &'static str,
    pub(crate) variable: &'static str,
    /// What stands for the value in the help; empty: a switch.
    pub(crate) value: &'static str,
    /// What it is for, with its default.
    pub(crate) help: &'static str,
    /// What a value should be.
    right: &'static str,
    /// Takes over a text; `None` if it has no value.
    take: fn(&mut Options, &str) -> Option<()>,
    /// The value as text.
    show: fn(&Options) -> String,
    /// Says what is wrong with the value, "" without words.
    problem: fn(&Options) -> Option<String>,
}

impl Setting {
    /// Says what is wrong with the value in `options`; `source` is where it stood.
    pub(crate) fn check(&self, options: &Options, source: &str) -> Result<(), OptionError> {
        match (self.problem)(options) {
            None => Ok(()),
            Some(problem) => Err(self.wrong(source, &(self.show)(options), &problem)),
        }
    }

    fn wrong(&self, source: &str, value: &str, problem: &str) -> OptionError {
        let comma = if problem.is_empty() { "" } else { ", " };
        let right = self.right;
        OptionError(format!(
            "{source} is {value:?}{comma}{problem}; it should be {right}"
        ))
    }
}

/// Takes over `text`, which stood in `source`.
pub(crate) fn from_text(
    setting: &Setting,
    options: &mut Options,
    text: &str,
    source: &str,
) -> Result<(), OptionError> {
    if (setting.take)(options, text).is_none() {
        return Err(setting.wrong(source, text, ""));
    }
    setting.check(options, source)
}

fn set<T>(place: &mut T, value: Option<T>) -> Option<()> {
    *place = value?;
    Some(())
}

fn text(place: &mut String, text: &str) -> Option<()> {
    set(place, Some(text.to_string()))
}

fn seconds(text: &str) -> Option<Duration> {
    let seconds = f64::from_str(text).ok()?;
    Duration::try_from_secs_f64(seconds).ok()
}

fn switch(text: &str) -> Option<bool> {
    match text.to_lowercase().as_str() {
        "1" | "true" | "yes" | "on" => Some(true),
        "0" | "false" | "no" | "off" => Some(false),
        _ => None,
    }
}

fn list(text: &str) -> Vec<String> {
    let names = text.split(',').map(str::trim);
    names
        .filter(|name| !name.is_empty())
        .map(String::from)
        .collect()
}

fn shown(value: impl Display) -> String {
    value.to_string()
}

fn unless(right: bool) -> Option<String> {
    if right {
        None
    } else {
        Some(String::new())
    }
}

pub(crate) fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    (1..=64).contains(&name.len()) && name.chars().all(fits)
}

fn is_address(address: &str) -> bool {
    if let Some(path) = address.strip_prefix("unix:") {
        return !path.is_empty();
    }
    let hosts = address.strip_prefix("ipv4:").unwrap_or(address);
    let is_host = |host: &str| match host.rsplit_once(':') {
        Some((name, port)) => {
            let bracketed = name.starts_with('[') && name.ends_with(']');
            let bare = !name.contains([':', '/']) && !name.contains(char::is_whitespace);
            !name.is_empty() && (bracketed || bare) && port.parse::<u16>().is_ok()
        }
        None => false,
    };
    let several = hosts.len() < address.len();
    hosts.split(',').all(is_host) && (several || !hosts.contains(','))
}

fn certificates_problem(path: &str) -> Option<String> {
    match path {
        "" => None,
        path => certificates(path).err(),
    }
}

const NAME: &str = "1 to 64 characters of letters, digits, '.', '_' and '-'";

/// All of them, in the order of the help.
pub(crate) const SETTINGS: [Setting; 14] = [
    Setting {
        field: "address",
        flag: "--address",
        variable: "ARENA_ADDRESS",
        value: "ADDRESS",
        help: "the referee: host:port, unix:PATH, or ipv4:HOST:PORT,HOST:PORT for several (default: 127.0.0.1:5757)",
        right: "host:port, e.g. 127.0.0.1:5757, or unix:PATH",
        take: |options, word| text(&mut options.address, word),
        show: |options| shown(&options.address),
        problem: |options| unless(is_address(&options.address)),
    },
    Setting {
        field: "tls_ca",
        flag: "--tls-ca",
        variable: "ARENA_TLS_CA",
        value: "FILE",
        help: "PEM file with certificates to trust (default: no TLS)",
        right: "a PEM file with certificates to trust",
        take: |options, word| text(&mut options.tls_ca, word),
        show: |options| shown(&options.tls_ca),
        problem: |options| certificates_problem(&options.tls_ca),
    },
    Setting {
        field: "name",
        flag: "--name",
        variable: "ARENA_BOT_NAME",
        value: "NAME",
        help: "the bot's public name (default: the name of its type or program)",
        right: NAME,
        take: |options, word| text(&mut options.name, word),
        show: |options| shown(&options.name),
        problem: |options| unless(options.name.is_empty() || is_name(&options.name)),
    },
    Setting {
        field: "token",
        flag: "",
        variable: "ARENA_TOKEN",
        value: "TOKEN",
        help: "proves who the bot is; has no flag, because others can read flags",
        right: "one word of ASCII letters, digits and signs",
        take: |options, word| text(&mut options.token, word),
        // Nobody else should read it.
        show: |_| shown("..."),
        problem: |options| unless(options.token.is_empty() || is_token(&options.token)),
    },
    Setting {
        field: "games",
        flag: "--games",
        variable: "ARENA_GAMES",
        value: "GAMES",
        help: "games to play, separated by commas (default: all that the bot plays)",
        right: "names of games",
        take: |options, word| set(&mut options.games, Some(list(word))),
        show: |options| options.games.join(","),
        problem: |_| None,
    },
    Setting {
        field: "max_matches",
        flag: "--max-matches",
        variable: "ARENA_MAX_MATCHES",
        value: "N",
        help: "most matches at once (default: 1)",
        right: "a whole number, at least 1",
        take: |options, word| set(&mut options.max_matches, word.parse().ok()),
        show: |options| shown(options.max_matches),
        problem: |options| unless(options.max_matches >= 1),
    },
    Setting {
        field: "instance",
        flag: "--instance",
        variable: "ARENA_INSTANCE",
        value: "NAME",
        help: "name of this process among those of the bot (default: none)",
        right: NAME,
        take: |options, word| text(&mut options.instance, word),
        show: |options| shown(&options.instance),
        problem: |options| unless(options.instance.is_empty() || is_name(&options.instance)),
    },
    Setting {
        field: "one_match",
        flag: "--one-match",
        variable: "ARENA_ONE_MATCH",
        value: "",
        help: "play one match, then end (default: off)",
        right: "true or false",
        take: |options, word| set(&mut options.one_match, switch(word)),
        show: |options| shown(options.one_match),
        problem: |_| None,
    },
    Setting {
        field: "instances",
        flag: "--instances",
        variable: "ARENA_INSTANCES",
        value: "N",
        help: "number of processes to run; with --one-match each is replaced when it ends (default: 1)",
        right: "a whole number, 1 to 1000",
        take: |options, word| set(&mut options.instances, word.parse().ok()),
        show: |options| shown(options.instances),
        problem: |options| unless((1..=1000).contains(&options.instances)),
    },
    Setting {
        field: "replace",
        flag: "--replace",
        variable: "ARENA_REPLACE",
        value: "",
        help: "take the place of the connected process of this name and instance (default: off)",
        right: "true or false",
        take: |options, word| set(&mut options.replace, switch(word)),
        show: |options| shown(options.replace),
        problem: |_| None,
    },
    Setting {
        field: "leave_within",
        flag: "--leave-within",
        variable: "ARENA_LEAVE_WITHIN",
        value: "SECONDS",
        help: "seconds that matches may take to end after SIGTERM or SIGINT (default: 600)",
        right: "a number of seconds, 0 or more",
        take: |options, word| set(&mut options.leave_within, seconds(word)),
        show: |options| shown(options.leave_within.as_secs_f64()),
        problem: |_| None,
    },
    Setting {
        field: "token_file",
        flag: "--token-file",
        variable: "ARENA_TOKEN_FILE",
        value: "FILE",
        help: "file that keeps the session, so that a restarted bot goes on (default: none)",
        right: "a path",
        take: |options, word| text(&mut options.token_file, word),
        show: |options| shown(&options.token_file),
        problem: |_| None,
    },
    Setting {
        field: "give_up_after",
        flag: "--give-up-after",
        variable: "ARENA_GIVE_UP_AFTER",
        value: "SECONDS",
        help: "seconds without a connection after which to give up (default: 60)",
        right: "a number of seconds, 0 or more",
        take: |options, word| set(&mut options.give_up_after, seconds(word)),
        show: |options| shown(options.give_up_after.as_secs_f64()),
        problem: |_| None,
    },
    Setting {
        field: "log_level",
        flag: "--log-level",
        variable: "ARENA_LOG_LEVEL",
        value: "LEVEL",
        help: "what to log to stderr: debug, info, warning, error (default: info)",
        right: "debug, info, warning, error",
        take: |options, word| set(&mut options.log_level, Level::from_str(word).ok()),
        show: |options| shown(options.log_level.name()),
        problem: |_| None,
    },
];
