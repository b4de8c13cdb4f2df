//! A session with the referee, without the transport of its bytes.
use std::collections::HashMap;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::UnboundedSender;
use tonic::{Code, Status};

use crate::backoff::Backoff;
use crate::bot::{Bot, Result, Table};
use crate::error::{OptionError, SessionError};
use crate::flags::is_name;
use crate::link::Link;
use crate::log::{Level, Log};
use crate::options::{may_go, Options};
use crate::protocol::{
    play_request, play_response, Capability, ErrorReason, Hello, MatchEnd, MatchStart, PlayError,
    PlayRequest, PlayResponse, Pong, Redirect, Welcome,
};
use crate::seat::{Factory, Seat};
use crate::times::{duration, seconds_text};
use crate::token_file::{is_token, read_token, write_token};

/// How long to wait for bots at a normal end.
const PATIENCE: Duration = Duration::from_secs(10);

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
    pub(crate) fn new(
        factory: impl Fn(&Table<'_>) -> Result<B> + Send + Sync + 'static,
        mut options: Options,
    ) -> Result<Self, OptionError> {
        options.check()?;
        if options.name.is_empty() {
            options.name = name_of::<B>().unwrap_or_else(program_name);
        }
        let file = &options.token_file;
        let resume_token =
            read_token(file).map_err(|why| OptionError(format!("token_file is {file:?}{why}")))?;
        Ok(Self {
            address: options.address.clone(),
            keepalive: options.keepalive,
            log: options.log(),
            backoff: Backoff::new(options.give_up_after),
            options,
            link: Arc::default(),
            replaced: false,
            factory: Arc::new(factory),
            seats: HashMap::new(),
            ending: Vec::new(),
            kept_token: resume_token.clone(),
            resume_token,
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

    /// A stream begins, with these requests.
    pub(crate) fn open(&mut self, requests: UnboundedSender<PlayRequest>) {
        self.fatal = None;
        let hello = play_request::Kind::Hello(self.hello());
        self.link.open(requests, hello);
    }

    /// Takes in a message from the referee.
    pub(crate) fn receive(&mut self, response: PlayResponse) {
        use play_response::Kind;
        match response.kind {
            Some(Kind::Ping(ping)) => {
                let pong = Pong { nonce: ping.nonce };
                self.link.send(play_request::Kind::Pong(pong));
            }
            Some(Kind::Welcome(welcome)) => self.on_welcome(welcome),
            Some(Kind::MatchStart(start)) => self.on_match_start(start),
            Some(Kind::MatchEnd(end)) => self.on_match_end(end),
            Some(Kind::Redirect(redirect)) => self.on_redirect(redirect),
            Some(Kind::Draining(draining)) => {
                let left = draining.time_left.as_ref().map(duration);
                let left = seconds_text(left.unwrap_or_default());
                let text = format!("the referee stops in {left}; matches go on when it is back");
                self.log.say(Level::Info, text);
            }
            Some(Kind::Error(error)) => self.on_error(error),
            Some(message) => self.pass_on(message),
            None => {}
        }
    }

    /// The stream is over. Returns how long to wait before the next one, or
    /// `None` after a normal end.
    pub(crate) fn ended(&mut self, status: &Status) -> Result<Option<Duration>, SessionError> {
        let welcomed = self.link.close();
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
        let (reason, why) = match &fatal {
            Some(error) => (error.reason(), error.message.as_str()),
            None => (ErrorReason::Unspecified, status.message()),
        };
        if address != self.address && !welcomed {
            // A referee that only another one named cannot end the session.
            return self.try_again(why);
        }
        let failed = |words| Err(SessionError { words, reason });
        let referee = format!("the referee at {address}");
        match (reason, status.code()) {
            (ErrorReason::UnknownToken, _) if !self.resume_token.is_empty() => {
                Ok(self.start_afresh())
            }
            // Fatal for the stream, not for the session.
            (ErrorReason::Draining | ErrorReason::PongTimeout, _) => self.try_again(why),
            _ if fatal.is_some() => failed(format!("{referee} ended the session: {why}")),
            // What comes, depending on the moment, when a connection breaks.
            (_, Code::Unavailable | Code::Cancelled | Code::Internal | Code::Unknown) => {
                self.try_again(why)
            }
            (_, Code::Ok) if welcomed => {
                let text = format!("name={name}: the session is over");
                self.log.say(Level::Info, text);
                Ok(None)
            }
            (_, Code::Ok) => failed(format!(
                "{referee} ended the session before it began; is it a Pentathlon referee?"
            )),
            (_, code) if why.is_empty() => {
                failed(format!("{referee} refused: {}", name_of_code(code)))
            }
            _ => failed(format!("{referee} refused: {why}")),
        }
    }

    /// The referee does not know the session any more.
    fn start_afresh(&mut self) -> Option<Duration> {
        if self.options.one_match && self.played {
            return None; // Another session would play another match.
        }
        let text = "the earlier session is over; starting afresh";
        self.log.say(Level::Warning, text);
        self.resume_token.clear(); // Hence only once.
        Some(Duration::ZERO)
    }

    /// Ends all seats.
    pub(crate) fn close(&mut self) {
        self.link.close();
        self.abandon();
    }

    /// Waits for bots whose match is over and that are still busy, e.g. in `on_end`.
    pub(crate) async fn wait_for_bots(&mut self) {
        let deadline = Instant::now() + PATIENCE;
        for mut seat in self.ending.drain(..).filter(Seat::is_busy) {
            let patience = deadline.saturating_duration_since(Instant::now());
            seat.join(patience).await;
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
        self.known = true;
        self.backoff.reset();
        self.resume_token = welcome.session_token;
        self.keep_token();
        let limits = welcome.limits.unwrap_or_default();
        // Takes effect with the next connection.
        let minimum = limits.min_keepalive.as_ref().map(duration);
        let minimum = minimum.unwrap_or_default().min(RAREST_KEEPALIVE);
        self.keepalive = self.keepalive.max(minimum);
        let (name, address, server) = (&self.options.name, &self.address, &welcome.server);
        let how = match welcome.resumed {
            true => "back at",
            false => "connected to",
        };
        let most = limits.max_matches;
        let text = format!("name={name}: {how} {address} ({server}), up to {most} matches at once");
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
        match write_token(file, &self.resume_token) {
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
        if let Some(seat) = self.seats.get(&place) {
            seat.post(play_response::Kind::MatchStart(start));
            return;
        }
        let (table, most) = (words_of(&place), self.options.most_seats());
        if self.seats.len() >= most {
            let why = format!("this bot plays at most {most} seats at once");
            let text = format!("{table}: ignored, because {why}");
            self.log.say(Level::Warning, text);
            return;
        }
        let how = match start.resumed {
            true => "goes on, a match",
            false => "a match",
        };
        let names = start.players.iter().map(|name| match name.as_str() {
            "" => "(hidden)",
            name => name,
        });
        let names = names.collect::<Vec<_>>().join(", ");
        let text = format!("{table}: {how} of {} with {names}", start.game);
        self.log.say(Level::Info, text);
        let (factory, link) = (Arc::clone(&self.factory), Arc::clone(&self.link));
        let seat = Seat::new(start, factory, link, self.log.clone());
        self.seats.insert(place, seat);
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
        let (table, reason, ranks) = (words_of(&place), result.reason, ranks.join(" "));
        let text = format!("{table}: over ({reason}), ranks by seat {ranks}");
        self.log.say(Level::Info, text);
        seat.post(play_response::Kind::MatchEnd(end));
        self.ending.push(seat);
    }

    /// Hands a message to the seat that it is about.
    fn pass_on(&self, message: play_response::Kind) {
        use play_response::Kind;
        let (name, match_id, seat) = match &message {
            Kind::Prompt(prompt) => ("prompt", &prompt.match_id, prompt.seat),
            Kind::ActAck(ack) => ("act_ack", &ack.match_id, ack.seat),
            Kind::AnnounceAck(ack) => ("announce_ack", &ack.match_id, ack.seat),
            Kind::Events(events) => ("events", &events.match_id, events.seat),
            _ => return,
        };
        let place = (match_id.clone(), seat);
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
        let time = seconds_text(pause);
        let text = format!("redirected again before any match; going there in {time}");
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
        let text = format!("{place}the referee says: {}", error.message);
        self.log.say(Level::Warning, text);
    }

    fn try_again(&mut self, why: &str) -> Result<Option<Duration>, SessionError> {
        let first = !self.backoff.failing();
        let options = &self.options;
        // If only one end uses TLS, each sees a broken connection.
        let tls = match options.tls_ca.as_str() {
            "" => "without",
            _ => "with",
        };
        let referee = format!("{} ({tls} TLS)", options.address);
        let time = seconds_text(options.give_up_after);
        let Some(pause) = self.backoff.failed() else {
            return Err(SessionError::new(format!(
                "no referee at {referee} for {time}: {why}. Is it running? \
                 --address or ARENA_ADDRESS sets the address, --tls-ca or \
                 ARENA_TLS_CA turns TLS on"
            )));
        };
        if first {
            let text = format!("no connection to {referee}: {why}; trying for {time}");
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
fn name_of<B>() -> Option<String> {
    let path = std::any::type_name::<B>();
    let name = path.rsplit("::").next().unwrap_or_default();
    is_name(name).then(|| name.to_string())
}

/// The name of the program, or "bot" if that cannot be the name of a bot.
pub(crate) fn program_name() -> String {
    let first = std::env::args().next().unwrap_or_default();
    let stem = Path::new(&first).file_stem().unwrap_or_default();
    let name = stem.to_string_lossy().into_owned();
    if is_name(&name) {
        name
    } else {
        "bot".to_string()
    }
}
