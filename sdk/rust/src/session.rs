//! A session with the referee, without the transport of its bytes.
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;
use tonic::{Code, Status};

use crate::backoff::Backoff;
use crate::bot::Bot;
use crate::error::{OptionError, SessionError};
use crate::link::Link;
use crate::log::{Level, Log};
use crate::options::{may_go, Options};
use crate::protocol::{
    play_request, play_response, Capability, ErrorReason, Hello, MatchEnd, MatchStart, PlayError,
    PlayRequest, PlayResponse, Pong, Redirect, Welcome,
};
use crate::referee_words::in_options;
use crate::seat::{Factory, Seat};
use crate::times::{duration, seconds_text};
use crate::token_file::{is_token, read_token, write_token};

/// How long to wait for bots at a normal end.
pub(crate) const PATIENCE: Duration = Duration::from_secs(10);

/// A referee cannot demand more between two keepalive pings.
const RAREST_KEEPALIVE: Duration = Duration::from_secs(24 * 60 * 60);

/// A seat of a match.
type Place = (String, u32);

/// The seats of one bot, and the stream that they share.
pub(crate) struct Session<B> {
    pub(crate) options: Options,
    /// Where the next connection goes.
    pub(crate) address: String,
    /// The time between the keepalive pings of the next connection.
    pub(crate) keepalive: Duration,
    pub(crate) link: Arc<Link>,
    pub(crate) log: Log,
    /// Whether another process has taken the place of this one.
    pub(crate) replaced: bool,
    factory: Factory<B>,
    seats: HashMap<Place, Seat>,
    ending: Vec<Seat>,
    backoff: Backoff,
    resume_token: String,
    /// In the file.
    kept_token: String,
    welcomed: bool,
    fatal: Option<PlayError>,
    /// Where a redirect sends the bot.
    next_address: Option<String>,
    /// Since the last match.
    redirects: u32,
    /// Whether any match has begun.
    played: bool,
    /// Whether there was any Welcome.
    known: bool,
}

impl<B: Bot + 'static> Session<B> {
    pub(crate) fn new(factory: Factory<B>, mut options: Options) -> Result<Self, OptionError> {
        options.check()?;
        if options.name.is_empty() {
            options.name = name_of::<B>().unwrap_or_else(|| "bot".to_string());
        }
        let resume_token = match options.token_file.as_str() {
            "" => String::new(),
            path => read_token(Path::new(path)).map_err(|error| {
                let why = match error.kind() {
                    ErrorKind::InvalidData => error.to_string(),
                    _ => format!("cannot be read: {error}"),
                };
                OptionError(format!(
                    "--token-file or ARENA_TOKEN_FILE is {path:?}, which {why}"
                ))
            })?,
        };
        Ok(Self {
            address: options.address.clone(),
            keepalive: options.keepalive,
            log: options.log(),
            backoff: Backoff::new(options.give_up_after),
            options,
            link: Arc::default(),
            replaced: false,
            factory,
            seats: HashMap::new(),
            ending: Vec::new(),
            kept_token: resume_token.clone(),
            resume_token,
            welcomed: false,
            fatal: None,
            next_address: None,
            redirects: 0,
            played: false,
            known: false,
        })
    }

    /// Whether the bot has left, and no match is under way.
    pub(crate) fn has_left(&self) -> bool {
        self.link.is_leaving() && self.seats.is_empty()
    }

    /// Whether the referee knows that the bot is there.
    pub(crate) fn is_welcomed(&self) -> bool {
        self.welcomed
    }

    /// A stream begins, with these requests.
    pub(crate) fn open(&mut self, requests: UnboundedSender<PlayRequest>) {
        self.welcomed = false;
        self.fatal = None;
        let hello = play_request::Kind::Hello(self.hello());
        self.link.open(requests, hello);
    }

    /// Takes in a message from the referee.
    pub(crate) fn receive(&mut self, response: PlayResponse) {
        use play_response::Kind;
        let Some(kind) = response.kind else {
            return;
        };
        match kind {
            Kind::Ping(ping) => {
                let pong = Pong { nonce: ping.nonce };
                self.link.send(play_request::Kind::Pong(pong));
            }
            Kind::Welcome(welcome) => self.on_welcome(welcome),
            Kind::MatchStart(start) => self.on_match_start(start),
            Kind::MatchEnd(end) => self.on_match_end(end),
            Kind::Prompt(ref prompt) => {
                let place = (prompt.match_id.clone(), prompt.seat);
                self.post(place, "prompt", kind);
            }
            Kind::ActAck(ref ack) => {
                let place = (ack.match_id.clone(), ack.seat);
                self.post(place, "act_ack", kind);
            }
            Kind::AnnounceAck(ref ack) => {
                let place = (ack.match_id.clone(), ack.seat);
                self.post(place, "announce_ack", kind);
            }
            Kind::Events(ref events) => {
                let place = (events.match_id.clone(), events.seat);
                self.post(place, "events", kind);
            }
            Kind::Redirect(redirect) => self.on_redirect(redirect),
            Kind::Draining(draining) => {
                let left = draining.time_left.as_ref().map(duration);
                let left = seconds_text(left.unwrap_or_default());
                let text = format!("the referee stops in {left}; matches go on when it is back");
                self.log.say(Level::Info, text);
            }
            Kind::Error(error) => self.on_error(error),
            Kind::Pong(_) => {}
        }
    }

    /// The stream is over. Returns how long to wait before the next one, or
    /// `None` after a normal end.
    pub(crate) fn ended(&mut self, status: &Status) -> Result<Option<Duration>, SessionError> {
        self.link.close();
        let name = &self.options.name;
        if self.has_left() {
            let how = match self.known {
                true => "the bot has left",
                false => "ended without a connection",
            };
            self.log.say(Level::Info, format!("name={name}: {how}"));
            return Ok(None);
        }
        if let Some(address) = self.next_address.take() {
            return Ok(Some(self.go_to(address)));
        }
        // A redirect is for one stream only.
        let own = self.options.address.clone();
        let address = std::mem::replace(&mut self.address, own);
        let fatal = self.fatal.take();
        let why = match &fatal {
            Some(error) => error.message.clone(),
            None => status.message().to_string(),
        };
        if address != self.address && !self.welcomed {
            // A referee that only another one named cannot end the session.
            return self.try_again(&why);
        }
        let reason = fatal
            .as_ref()
            .map_or(ErrorReason::Unspecified, PlayError::reason);
        match reason {
            ErrorReason::UnknownToken if !self.resume_token.is_empty() => {
                if self.options.one_match && self.played {
                    return Ok(None); // Another session would play another match.
                }
                let text = "the earlier session is over; starting afresh";
                self.log.say(Level::Warning, text);
                self.resume_token.clear(); // Hence only once.
                return Ok(Some(Duration::ZERO));
            }
            // Fatal for the stream, not for the session.
            ErrorReason::Draining | ErrorReason::PongTimeout => return self.try_again(&why),
            _ => {}
        }
        if fatal.is_some() {
            return Err(SessionError {
                words: format!(
                    "the referee at {address} ended the session: {}",
                    in_options(&why)
                ),
                reason,
            });
        }
        match status.code() {
            // What comes, depending on the moment, when a connection breaks.
            Code::Unavailable | Code::Cancelled | Code::Internal | Code::Unknown => {
                self.try_again(&why)
            }
            Code::Ok if !self.welcomed => Err(SessionError::new(format!(
                "the referee at {address} ended the session before it began; \
                 is it a Pentathlon referee?"
            ))),
            Code::Ok => {
                let text = format!("name={name}: the session is over");
                self.log.say(Level::Info, text);
                Ok(None)
            }
            code => {
                let words = match why.as_str() {
                    "" => name_of_code(code),
                    words => in_options(words),
                };
                let words = format!("the referee at {address} refused: {words}");
                Err(SessionError::new(words))
            }
        }
    }

    /// Ends all seats. Waits at most `patience` for bots whose match is over and
    /// that are still busy, e.g. in `on_end`.
    pub(crate) async fn close(&mut self, patience: Duration) {
        self.link.close();
        self.abandon();
        let deadline = Instant::now() + patience;
        for mut seat in self.ending.drain(..).filter(Seat::is_busy) {
            if !patience.is_zero() {
                seat.join(deadline.saturating_duration_since(Instant::now()))
                    .await;
            }
        }
    }

    fn hello(&self) -> Hello {
        let options = &self.options;
        let mut hello = Hello {
            name: options.name.clone(),
            version: options.version.clone(),
            language: format!("rust {}", env!("CARGO_PKG_RUST_VERSION")),
            plays: options.games_played(),
            max_matches: options.max_matches,
            instance: options.instance.clone(),
            one_match: options.one_match,
            // Later it comes back to its own session.
            replace: options.replace && !self.known,
            resume_token: self.resume_token.clone(),
            ..Hello::default()
        };
        if options.events.unwrap_or_else(B::wants_events) {
            hello.capabilities.push(Capability::Events.into());
        }
        if options.text {
            hello.capabilities.push(Capability::Text.into());
        }
        hello.capabilities.push(Capability::Redirect.into());
        hello
    }

    fn on_welcome(&mut self, welcome: Welcome) {
        self.welcomed = true;
        self.known = true;
        self.backoff.reset();
        self.resume_token = welcome.session_token;
        self.keep_token();
        let limits = welcome.limits.unwrap_or_default();
        // Takes effect with the next connection.
        let minimum = limits.min_keepalive.as_ref().map(duration);
        let minimum = minimum.unwrap_or_default().min(RAREST_KEEPALIVE);
        self.keepalive = self.keepalive.max(minimum);
        let text = format!(
            "name={}: {} {} ({}), up to {} matches at once",
            self.options.name,
            if welcome.resumed {
                "back at"
            } else {
                "connected to"
            },
            self.address,
            welcome.server,
            limits.max_matches
        );
        self.log.say(Level::Info, text);
        let accepts = |game: &String| welcome.plays.iter().any(|entry| entry.game == *game);
        let games = self.options.games.iter().cloned();
        let missing: Vec<String> = games.filter(|game| !accepts(game)).collect();
        // A referee that is older than the list says nothing.
        if !welcome.plays.is_empty() && !missing.is_empty() {
            let text = "this referee has not all games of --games; it plays none of";
            let text = format!("{text}: {}", missing.join(", "));
            self.log.say(Level::Warning, text);
        }
        if !welcome.resumed {
            self.abandon();
        }
        self.link.welcome();
    }

    fn keep_token(&mut self) {
        let file = &self.options.token_file;
        // Only a new one: a process that has taken the place of this one may have
        // written to the file since.
        if file.is_empty() || self.kept_token == self.resume_token {
            return;
        }
        if !is_token(&self.resume_token) {
            let text = "the session is not kept: the referee's is no token";
            self.log.say(Level::Error, text);
            return;
        }
        match write_token(Path::new(file), &self.resume_token) {
            Ok(()) => self.kept_token.clone_from(&self.resume_token),
            Err(error) => {
                let text = format!("the session is not kept: {error}");
                self.log.say(Level::Error, text);
            }
        }
    }

    /// Closes all seats: their matches are over or lost.
    fn abandon(&mut self) {
        for (place, seat) in self.seats.drain() {
            seat.close();
            let text = format!("{}: left unfinished", words_of(&place));
            self.log.say(Level::Warning, text);
        }
    }

    fn on_match_start(&mut self, start: MatchStart) {
        self.redirects = 0;
        self.played = true;
        self.ending.retain(Seat::is_busy);
        let place = (start.match_id.clone(), start.seat);
        if !self.seats.contains_key(&place) {
            let most = self.options.most_seats();
            if self.seats.len() >= most {
                let why = format!("this bot plays at most {most} seats at once");
                let text = format!("{}: ignored, because {why}", words_of(&place));
                self.log.say(Level::Warning, text);
                return;
            }
            let names = start.players.iter().map(|name| match name.as_str() {
                "" => "(hidden)",
                name => name,
            });
            let text = format!(
                "{}: {} of {} with {}",
                words_of(&place),
                if start.resumed {
                    "goes on, a match"
                } else {
                    "a match"
                },
                start.game,
                names.collect::<Vec<_>>().join(", ")
            );
            self.log.say(Level::Info, text);
            let (factory, link) = (Arc::clone(&self.factory), Arc::clone(&self.link));
            let seat = Seat::new(start.clone(), factory, link, self.log.clone());
            self.seats.insert(place.clone(), seat);
        }
        self.post(place, "match_start", play_response::Kind::MatchStart(start));
    }

    fn on_match_end(&mut self, end: MatchEnd) {
        let place = (end.match_id.clone(), end.seat);
        let Some(seat) = self.seats.remove(&place) else {
            // The process before this one played it.
            let text = format!("{}: was over before", words_of(&place));
            self.log.say(Level::Info, text);
            return;
        };
        let result = end.result.clone().unwrap_or_default();
        let ranks: Vec<String> = result.ranks.iter().map(ToString::to_string).collect();
        let text = format!(
            "{}: over ({}), ranks by seat {}",
            words_of(&place),
            result.reason,
            ranks.join(" ")
        );
        self.log.say(Level::Info, text);
        seat.post(play_response::Kind::MatchEnd(end));
        self.ending.push(seat);
    }

    fn post(&self, place: Place, name: &str, message: play_response::Kind) {
        if let Some(seat) = self.seats.get(&place) {
            seat.post(message);
            return;
        }
        let place = words_of(&place);
        let text = format!("{place}: ignored {name}, because the match never started here");
        self.log.say(Level::Debug, text);
    }

    fn on_redirect(&mut self, redirect: Redirect) {
        let Redirect { address, referee } = redirect;
        let from = format!("the referee at {} sends this bot to", self.address);
        if !may_go(&address, &self.options.address) {
            let text = format!("{from} \"{address}\"; ignored, expected host:port");
            self.log.say(Level::Warning, text);
            return;
        }
        self.log
            .say(Level::Info, format!("{from} {referee} at {address}"));
        self.next_address = Some(address);
    }

    /// Follows a redirect: the first at once, each further one after a longer
    /// pause, until there is a match.
    fn go_to(&mut self, address: String) -> Duration {
        self.address = address;
        self.redirects += 1;
        if self.redirects == 1 {
            return Duration::ZERO;
        }
        let pause = Duration::from_millis(100 << self.redirects.min(10));
        let pause = pause.min(Duration::from_secs(5));
        let text = format!(
            "redirected again before any match; going there in {}",
            seconds_text(pause)
        );
        self.log.say(Level::Info, text);
        pause
    }

    fn on_error(&mut self, error: PlayError) {
        if error.fatal {
            self.fatal = Some(error);
            return;
        }
        if error.reason() == ErrorReason::SessionReplaced {
            self.replaced = true;
        }
        let place = match error.match_id.as_str() {
            "" => String::new(),
            id => format!("match={id}: "),
        };
        let words = in_options(&error.message);
        let text = format!("{place}the referee says: {words}");
        self.log.say(Level::Warning, text);
    }

    fn try_again(&mut self, why: &str) -> Result<Option<Duration>, SessionError> {
        let first = !self.backoff.failing();
        let Options {
            address, tls_ca, ..
        } = &self.options;
        // If only one end uses TLS, each sees a broken connection.
        let tls = if tls_ca.is_empty() { "without" } else { "with" };
        let referee = format!("{address} ({tls} TLS)");
        let time = seconds_text(self.options.give_up_after);
        let reason = in_options(why);
        let Some(pause) = self.backoff.failed() else {
            return Err(SessionError::new(format!(
                "no referee at {referee} for {time}: {reason}. Is it running? \
                 --address or ARENA_ADDRESS sets the address, --tls-ca or \
                 ARENA_TLS_CA turns TLS on"
            )));
        };
        if first {
            let text = format!("no connection to {referee}: {reason}; trying for {time}");
            self.log.say(Level::Info, text);
        }
        Ok(Some(pause))
    }
}

fn words_of((match_id, seat): &Place) -> String {
    format!("match={match_id} seat={seat}")
}

/// "PERMISSION_DENIED", as gRPC spells it.
fn name_of_code(code: Code) -> String {
    let mut name = String::new();
    for letter in format!("{code:?}").chars() {
        if letter.is_uppercase() && !name.is_empty() {
            name.push('_');
        }
        name.push(letter.to_ascii_uppercase());
    }
    name
}

/// The name of a type, if it can be the name of a bot.
pub(crate) fn name_of<B>() -> Option<String> {
    let path = std::any::type_name::<B>();
    let name = path.rsplit("::").next().unwrap_or_default();
    crate::settings::is_name(name).then(|| name.to_string())
}
