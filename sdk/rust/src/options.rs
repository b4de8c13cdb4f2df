//! The options of a bot: where, under which name, and how persistently it plays.
use std::time::Duration;

use crate::error::OptionError;
use crate::flags;
use crate::log::{Level, Log};
use crate::protocol::GameSupport;

/// The games that this SDK has messages for.
pub(crate) const GAMES: [&str; 5] = ["octrix", "ordo", "ordago", "doppelkopf", "seconds"];

/// Every option of a session.
///
/// Each names its flag and environment variable, if it has them. A flag overrides
/// the variable, and the variable the value in the program:
///
/// ```
/// use pentathlon::Options;
///
/// let options = Options {
///     version: "2".into(),
///     plays: vec!["octrix".into(), "ordo".into()],
///     ..Options::default()
/// };
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// The referee: `host:port`, `unix:PATH`, or `ipv4:HOST:PORT,HOST:PORT` for
    /// several referees. `--address`, `ARENA_ADDRESS`; 127.0.0.1:5757.
    pub address: String,
    /// PEM file with the certificates to trust; empty: no TLS. `--tls-ca`,
    /// `ARENA_TLS_CA`.
    pub tls_ca: String,
    /// The bot's public name; empty: the name of its type or program. `--name`,
    /// `ARENA_BOT_NAME`.
    pub name: String,
    /// The bot's own version, up to 64 characters.
    pub version: String,
    /// What the bot's code can play; empty: every game of this SDK.
    pub plays: Vec<GameSupport>,
    /// The games among `plays` that the bot does play; empty: all. `--games`,
    /// `ARENA_GAMES`.
    pub games: Vec<String>,
    /// Most matches at once. `--max-matches`, `ARENA_MAX_MATCHES`; 1.
    pub max_matches: u32,
    /// Name of this process among those of the bot. `--instance`,
    /// `ARENA_INSTANCE`.
    pub instance: String,
    /// Play one match, then end. `--one-match`, `ARENA_ONE_MATCH`.
    pub one_match: bool,
    /// Take the place of the connected process of the same name and instance,
    /// which plays its matches to their end. `--replace`, `ARENA_REPLACE`.
    pub replace: bool,
    /// How long the matches under way may take when [`program`](crate::program)
    /// was asked to end by SIGTERM or SIGINT. `--leave-within`,
    /// `ARENA_LEAVE_WITHIN`; 600 seconds.
    pub leave_within: Duration,
    /// Whether prompts come with text, of the position and of each action; true.
    pub text: bool,
    /// Whether the referee sends events; `None`: as `Bot::wants_events` says.
    pub events: Option<bool>,
    /// Proves the bot's identity. `ARENA_TOKEN`; no flag, because other people on
    /// the machine can read the flags of a process.
    pub token: String,
    /// File that keeps the token of the session, so that a restarted bot goes on
    /// with its matches; empty: not kept. `--token-file`, `ARENA_TOKEN_FILE`.
    pub token_file: String,
    /// The time without a connection after which to give up. `--give-up-after`,
    /// `ARENA_GIVE_UP_AFTER`; 60 seconds.
    pub give_up_after: Duration,
    /// The time between HTTP/2 keepalive pings, at least 10 seconds; raised if the
    /// referee demands more; 20 seconds.
    pub keepalive: Duration,
    /// What goes to stderr. `--log-level`, `ARENA_LOG_LEVEL`; info.
    pub log_level: Level,
    /// Takes the lines of the log in place of stderr.
    pub log: Option<Log>,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            address: "127.0.0.1:5757".to_string(),
            tls_ca: String::new(),
            name: String::new(),
            version: String::new(),
            plays: Vec::new(),
            games: Vec::new(),
            max_matches: 1,
            instance: String::new(),
            one_match: false,
            replace: false,
            leave_within: Duration::from_secs(600),
            text: true,
            events: None,
            token: String::new(),
            token_file: String::new(),
            give_up_after: Duration::from_secs(60),
            keepalive: Duration::from_secs(20),
            log_level: Level::Info,
            log: None,
        }
    }
}

impl Options {
    /// Returns these options, changed by the `ARENA_` variables that are set.
    ///
    /// # Errors
    ///
    /// If a variable has a wrong value, which the error names.
    pub fn with_environment(mut self) -> Result<Self, OptionError> {
        flags::read_variables(&mut self, |name| std::env::var(name).ok())?;
        Ok(self)
    }

    /// Says what is wrong with a value of the program.
    pub(crate) fn check(&mut self) -> Result<(), OptionError> {
        flags::check(self)?;
        if self.keepalive < Duration::from_secs(10) {
            let right = "at least 10 seconds, or servers take the pings for an attack";
            let text = format!("keepalive is {:?}; it should be {right}", self.keepalive);
            return Err(OptionError(text));
        }
        Ok(())
    }

    /// What the bot says that it plays: `plays`, as far as `games` names it.
    pub(crate) fn games_played(&self) -> Vec<GameSupport> {
        let mut plays = self.plays.clone();
        if plays.is_empty() {
            plays.extend(GAMES.map(GameSupport::from));
        }
        if self.games.is_empty() {
            return plays;
        }
        plays.retain(|entry| self.games.contains(&entry.game));
        if self.plays.is_empty() {
            // The bot may know a game that this SDK has no messages for.
            let others = self.games.iter().map(String::as_str);
            let others = others.filter(|game| !GAMES.contains(game));
            plays.extend(others.map(GameSupport::from));
        }
        plays
    }

    /// How many seats the bot plays at once, whatever a referee wants of it: four
    /// of each match, and those of a process before this one, which may have
    /// allowed more.
    pub(crate) fn most_seats(&self) -> usize {
        4 * (self.max_matches as usize + 32)
    }

    pub(crate) fn log(&self) -> Log {
        let log = self.log.clone();
        log.unwrap_or_else(|| Log::to_stderr(self.log_level))
    }
}

/// Whether a redirect may send a bot to `address`: to a host and port, or to a
/// socket on this machine if the bot's address (`own`) is one, too.
pub(crate) fn may_go(address: &str, own: &str) -> bool {
    if address.starts_with("unix:") {
        return own.starts_with("unix:");
    }
    let Some((host, port)) = address.rsplit_once(':') else {
        return false;
    };
    let digits = port.chars().all(|c| c.is_ascii_digit());
    let bare = match host.strip_prefix('[').and_then(|h| h.strip_suffix(']')) {
        Some(inner) => inner.parse::<std::net::Ipv6Addr>().is_ok(),
        None => {
            let of_host = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
            // The latter is how others of gRPC name sockets of this machine.
            (1..=253).contains(&host.len()) && host.chars().all(of_host) && host != "unix-abstract"
        }
    };
    bare && digits && (1..=5).contains(&port.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn games(options: &Options) -> Vec<String> {
        let played = options.games_played();
        played.into_iter().map(|entry| entry.game).collect()
    }

    #[test]
    fn a_bot_plays_all_games_unless_the_program_or_a_flag_says_otherwise() {
        let mut options = Options::default();
        assert_eq!(games(&options), GAMES);
        options.games = vec!["ordo".to_string(), "chess".to_string()];
        assert_eq!(games(&options), ["ordo", "chess"]);
        options.plays = vec!["octrix".into(), "ordo".into()];
        assert_eq!(games(&options), ["ordo"]);
    }

    #[test]
    fn a_redirect_leads_to_a_host_and_port_or_from_a_socket_to_another() {
        assert!(may_go("[::1]:5757", "127.0.0.1:1"));
        assert!(may_go("north:5757", "127.0.0.1:1"));
        assert!(may_go("unix:/b", "unix:/a"));
        for wrong in ["unix:/b", "dns:evil:1", "a:1,b:2", "http://a:1", "a:", ":1"] {
            assert!(!may_go(wrong, "127.0.0.1:1"), "{wrong}");
        }
    }

    #[test]
    fn a_wrong_value_of_the_program_is_named() {
        let mut wrong = Options {
            max_matches: 0,
            ..Options::default()
        };
        let right = "max_matches is \"0\"; it should be a whole number, at least 1";
        assert_eq!(wrong.check().unwrap_err().to_string(), right);
        let mut fast = Options {
            keepalive: Duration::from_secs(5),
            ..Options::default()
        };
        assert!(fast
            .check()
            .unwrap_err()
            .to_string()
            .contains("at least 10 seconds"));
    }
}
