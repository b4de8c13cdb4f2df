"""A session with the referee, without the transport of its bytes. Not for bots.

`sync` and `aio` move messages between a Session and gRPC:

    while True:
        session.open(send, cancel)
        for response in stream: session.receive(response)
        pause = session.ended(code, details)
        if pause is None: break
        sleep(pause)
    session.close(PATIENCE)
"""

from __future__ import annotations

import asyncio
import logging
import platform
import threading
import time
from collections.abc import Callable
from pathlib import Path

import grpc

from pentathlon.backoff import Backoff
from pentathlon.bot import Bot, BotFactory, check_factory, seconds
from pentathlon.errors import SessionError
from pentathlon.options import Options, may_go
from pentathlon.protocol import (
    CAPABILITY_EVENTS,
    CAPABILITY_REDIRECT,
    CAPABILITY_TEXT,
    ErrorReason,
    Hello,
    Leave,
    MatchEnd,
    MatchStart,
    PlayError,
    PlayRequest,
    PlayResponse,
    Pong,
    Redirect,
    Welcome,
)
from pentathlon.proxies import proxy_variable
from pentathlon.referee_words import in_options, plain_reason
from pentathlon.seat import Seat
from pentathlon.token_file import is_token, read_token, write_token

_log = logging.getLogger("pentathlon")

PATIENCE = 10.0
"""Seconds to wait for bots at a normal end."""

# Seconds; a referee cannot demand more between two keepalive pings.
_RAREST_KEEPALIVE = 24.0 * 60 * 60

# The codes that gRPC gives, depending on the moment, when a connection breaks.
_LOST = (
    grpc.StatusCode.UNAVAILABLE,
    grpc.StatusCode.CANCELLED,
    grpc.StatusCode.INTERNAL,
    grpc.StatusCode.UNKNOWN,
)
# Fatal for the stream, not for the session.
_COME_BACK = (
    ErrorReason.ERROR_REASON_DRAINING,
    ErrorReason.ERROR_REASON_PONG_TIMEOUT,
)


class Session:
    """The seats of one bot, and the stream that they share.

    Only one thread at a time may call `open`, `receive`, `ended` and `close`;
    any thread may call `send` and `leave`.
    """

    def __init__(
        self,
        factory: BotFactory,
        options: Options,
        loop: asyncio.AbstractEventLoop | None = None,
        backoff: Backoff | None = None,
    ) -> None:
        check_factory(factory)
        self.options = options
        self.keepalive = options.keepalive
        """Seconds between the keepalive pings of the next connection."""
        self.address = options.address
        """Where the next connection goes."""
        self._factory = factory
        self._loop = loop
        self._backoff = backoff or Backoff(options.give_up_after)
        self._name = options.name or getattr(factory, "__name__", "bot")
        self._seats: dict[tuple[str, int], Seat] = {}
        self._ending: list[Seat] = []
        self._resume_token = ""
        if options.token_file:
            self._resume_token = read_token(Path(options.token_file))
        self._welcomed = False
        self._fatal: PlayError | None = None
        self._next_address = ""  # Where a redirect sends the bot.
        self._redirects = 0  # Since the last match.
        self._played = False  # Whether any match has begun.
        self._known = False  # Whether there was any Welcome.
        self._kept_token = self._resume_token  # In the file.
        self.replaced = False
        """Whether another process has taken the place of this one."""
        self._left = threading.Event()

        self._lock = threading.Lock()  # Guards what follows.
        self._send: Callable[[PlayRequest], None] | None = None
        self._cancel: Callable[[], object] | None = None
        self._streams = 0
        self._leaving = False

    @property
    def stream(self) -> int:
        with self._lock:
            return self._streams if self._send is not None else 0

    def send(self, request: PlayRequest) -> int:
        with self._lock:
            send, stream = self._send, self._streams
        if send is None:
            return 0
        send(request)
        return stream

    def leave(self) -> None:
        with self._lock:
            self._leaving = True
            cancel = None if self._seats or self._welcomed else self._cancel
        self._left.set()
        if cancel is not None:
            cancel()  # Nobody has taken up the bot yet, so nobody must be told.
        self.send(PlayRequest(leave=Leave()))

    def rest(self, pause: float) -> None:
        """Sleeps; without matches, only until the bot leaves."""
        if self._seats:
            time.sleep(pause)
        else:
            self._left.wait(pause)

    def open(
        self, send: Callable[[PlayRequest], None], cancel: Callable[[], object]
    ) -> None:
        """A stream begins. Its requests go to `send`, which must never wait;
        `cancel`, which any thread may call, ends it."""
        self._fatal = None
        send(PlayRequest(hello=self._hello()))
        with self._lock:
            self._welcomed = False
            self._send, self._cancel = send, cancel
            self._streams += 1
            gone = self._leaving and not self._seats
        if gone:
            cancel()

    def receive(self, response: PlayResponse) -> None:
        """Takes in a message from the referee."""
        kind = response.WhichOneof("kind")
        if kind == "ping":
            self.send(PlayRequest(pong=Pong(nonce=response.ping.nonce)))
        elif kind == "welcome":
            self._on_welcome(response.welcome)
        elif kind == "match_start":
            self._on_match_start(response.match_start, response)
        elif kind == "prompt":
            self._post(response.prompt.match_id, response.prompt.seat, response)
        elif kind == "act_ack":
            self._post(response.act_ack.match_id, response.act_ack.seat, response)
        elif kind == "announce_ack":
            ack = response.announce_ack
            self._post(ack.match_id, ack.seat, response)
        elif kind == "events":
            self._post(response.events.match_id, response.events.seat, response)
        elif kind == "match_end":
            self._on_match_end(response.match_end, response)
        elif kind == "redirect":
            self._on_redirect(response.redirect)
        elif kind == "draining":
            left = seconds(response.draining.time_left)
            _log.info(
                "the referee stops in %g s; matches go on when it is back", left
            )
        elif kind == "error":
            self._on_error(response.error)

    def ended(self, code: grpc.StatusCode, details: str) -> float | None:
        """The stream is over. Returns the seconds to wait before the next one,
        or None after a normal end; raises SessionError if the session failed."""
        with self._lock:
            self._send = self._cancel = None
            leaving = self._leaving
        if leaving and not self._seats:
            known = "the bot has left" if self._known else "ended without a connection"
            _log.info("name=%s: %s", self._name, known)
            return None
        if self._next_address:
            return self._go_there()
        # A redirect is for one stream only.
        address, self.address = self.address, self.options.address
        if address != self.address and not self._welcomed:
            # A referee that only another one named cannot end the session.
            return self._try_again(self._fatal.message if self._fatal else details)
        reason = self._fatal.reason if self._fatal else 0
        if reason == ErrorReason.ERROR_REASON_UNKNOWN_TOKEN and self._resume_token:
            if self.options.one_match and self._played:
                return None  # Another session would play another match.
            _log.warning("the earlier session is over; starting afresh")
            self._resume_token = ""  # Hence only once.
            return 0.0
        if reason in _COME_BACK or (self._fatal is None and code in _LOST):
            return self._try_again(self._fatal.message if self._fatal else details)
        where = f"the referee at {address}"
        if self._fatal is not None:
            raise SessionError(
                f"{where} ended the session: {in_options(self._fatal.message)}",
                self._fatal.reason,
            )
        if code is not grpc.StatusCode.OK:
            why = in_options(details) or code.name
            raise SessionError(f"{where} refused: {why}")
        if not self._welcomed:
            raise SessionError(
                f"{where} ended the session before it began; "
                f"is it a Pentathlon referee?"
            )
        _log.info("name=%s: the session is over", self._name)
        return None

    def close(self, patience: float = 0.0) -> None:
        """Ends all seats. Waits at most `patience` seconds for bots whose match
        is over and that are still busy, e.g. in on_end."""
        with self._lock:
            self._send = None
        self._abandon()
        deadline = time.monotonic() + patience
        for seat in self._ending:
            seat.join(max(0.0, deadline - time.monotonic()))

    def _hello(self) -> Hello:
        options = self.options
        events = options.events
        if events is None:
            hook = getattr(self._factory, "on_events", Bot.on_events)
            events = hook is not Bot.on_events
        hello = Hello(
            name=self._name,
            version=options.version,
            language=f"python {platform.python_version()}",
            plays=options.games_played(),
            max_matches=options.max_matches,
            instance=options.instance,
            one_match=options.one_match,
            # Later it comes back to its own session.
            replace=options.replace and not self._known,
            resume_token=self._resume_token,
        )
        if events:
            hello.capabilities.append(CAPABILITY_EVENTS)
        if options.text:
            hello.capabilities.append(CAPABILITY_TEXT)
        hello.capabilities.append(CAPABILITY_REDIRECT)
        return hello

    def _on_welcome(self, welcome: Welcome) -> None:
        with self._lock:
            self._welcomed = True
        self._known = True
        self._backoff.reset()
        self._resume_token = welcome.session_token
        self._keep_token()
        # Takes effect with the next connection. A referee that permits fewer
        # pings than the default says so in its first Welcome.
        permitted = seconds(welcome.limits.min_keepalive)
        self.keepalive = max(self.keepalive, min(permitted, _RAREST_KEEPALIVE))
        _log.info(
            "name=%s: %s %s (%s), up to %d matches at once",
            self._name,
            "back at" if welcome.resumed else "connected to",
            self.address,
            welcome.server,
            welcome.limits.max_matches,
        )
        accepted = {entry.game for entry in welcome.plays}
        missing = [game for game in self.options.games if game not in accepted]
        # A referee that is older than the list says nothing.
        if accepted and missing:
            _log.warning(
                "this referee has not all games of --games; it plays none of: %s",
                ", ".join(missing),
            )
        if not welcome.resumed:
            self._abandon()
        with self._lock:
            leaving = self._leaving
        if leaving:
            self.leave()

    def _keep_token(self) -> None:
        # Only a new one: a process that has taken the place of this one may have
        # written to the file since.
        if not self.options.token_file or self._kept_token == self._resume_token:
            return
        if not is_token(self._resume_token):
            _log.error("the session is not kept: the referee's is no token")
            return
        try:
            write_token(Path(self.options.token_file), self._resume_token)
            self._kept_token = self._resume_token
        except OSError as error:
            _log.error("the session is not kept: %s", error)

    def _abandon(self) -> None:
        """Closes all seats: their matches are over or lost."""
        for (match_id, number), seat in self._seats.items():
            seat.close()
            _log.warning("match=%s seat=%d: left unfinished", match_id, number)
        self._seats.clear()

    def _on_match_start(self, start: MatchStart, response: PlayResponse) -> None:
        self._redirects = 0
        self._played = True
        self._ending = [seat for seat in self._ending if seat.busy]
        key = (start.match_id, start.seat)
        most = 4 * (self.options.max_matches + 32)
        if key not in self._seats and len(self._seats) >= most:
            # Whatever a referee wants: four of each match, and those of a process
            # before this one, which may have allowed more.
            _log.warning(
                "match=%s seat=%d: ignored, because this bot plays at most %d "
                "seats at once",
                start.match_id,
                start.seat,
                most,
            )
            return
        if key not in self._seats:
            _log.info(
                "match=%s seat=%d: %s of %s with %s",
                start.match_id,
                start.seat,
                "goes on, a match" if start.resumed else "a match",
                start.game,
                ", ".join(name or "(hidden)" for name in start.players),
            )
            self._seats[key] = Seat(start, self._factory, self, self._loop)
        self._seats[key].post(response)

    def _on_match_end(self, end: MatchEnd, response: PlayResponse) -> None:
        seat = self._seats.pop((end.match_id, end.seat), None)
        if seat is None:
            # The process before this one played it, or another session.
            _log.info("match=%s seat=%d: was over before", end.match_id, end.seat)
            return
        ranks = " ".join(str(rank) for rank in end.result.ranks)
        _log.info(
            "match=%s seat=%d: over (%s)%s",
            end.match_id,
            end.seat,
            end.result.reason,
            f", ranks by seat {ranks}" if ranks else "",
        )
        seat.post(response)
        self._ending.append(seat)

    def _post(self, match_id: str, number: int, response: PlayResponse) -> None:
        seat = self._seats.get((match_id, number))
        if seat is not None:
            seat.post(response)
        else:
            _log.debug(
                "match=%s seat=%d: ignored %s, because the match never started here",
                match_id,
                number,
                response.WhichOneof("kind"),
            )

    def _on_redirect(self, redirect: Redirect) -> None:
        if not may_go(redirect.address, self.options.address):
            _log.warning(
                'the referee at %s sends this bot to "%s"; ignored, '
                "expected host:port",
                self.address,
                redirect.address,
            )
            return
        _log.info(
            "the referee at %s sends this bot to %s at %s",
            self.address,
            redirect.referee,
            redirect.address,
        )
        self._next_address = redirect.address

    def _go_there(self) -> float:
        """Follows a redirect: the first at once, each further one after a longer
        pause, until there is a match."""
        self.address, self._next_address = self._next_address, ""
        self._redirects += 1
        if self._redirects == 1:
            return 0.0
        pause = min(0.1 * float(2 ** min(self._redirects, 10)), 5.0)
        _log.info("redirected again before any match; going there in %g s", pause)
        return pause

    def _on_error(self, error: PlayError) -> None:
        if error.fatal:
            self._fatal = error
            return
        if error.reason == ErrorReason.ERROR_REASON_SESSION_REPLACED:
            self.replaced = True
        where = f"match={error.match_id}: " if error.match_id else ""
        _log.warning("%sthe referee says: %s", where, in_options(error.message))

    def _referee(self) -> str:
        # If only one end uses TLS, each sees a broken connection, and nothing else
        # says that there is a proxy.
        tls = "with TLS" if self.options.tls_ca else "without TLS"
        proxy = proxy_variable(self.options.address)
        by = f", by the HTTP proxy of {proxy}" if proxy else ""
        return f"{self.options.address} ({tls}{by})"

    def _try_again(self, reason: str) -> float:
        first = not self._backoff.failing
        pause = self._backoff.failed()
        reason = plain_reason(reason)
        if pause is None:
            raise SessionError(
                f"no referee at {self._referee()} for "
                f"{self.options.give_up_after:g} s: {reason}. "
                f"Is it running? --address or ARENA_ADDRESS sets the address, "
                f"--tls-ca or ARENA_TLS_CA turns TLS on"
            )
        if first:
            _log.info(
                "no connection to %s: %s; trying for %g s",
                self._referee(),
                reason,
                self.options.give_up_after,
            )
        return pause
