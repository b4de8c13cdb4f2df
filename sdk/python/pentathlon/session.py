"""A session with the referee, without the transport of its bytes. Not for bots.

`stream` moves messages between a Session and gRPC:

    while True:
        session.open(send, cancel)
        for response in stream: session.receive(response)
        pause = session.ended(code, details)
        if pause is None: break
        session.rest(pause)
    session.close(patience)
"""

from __future__ import annotations

import asyncio
import logging
import platform
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc

from pentathlon import protocol as pb
from pentathlon.addresses import may_go, proxy_variable
from pentathlon.backoff import Backoff
from pentathlon.bot import Bot, BotFactory, check_factory
from pentathlon.errors import SessionError
from pentathlon.options import Options
from pentathlon.prompt import seconds
from pentathlon.seat import Seat, where
from pentathlon.token_file import is_token, read_token, write_token

_log = logging.getLogger("pentathlon")

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
    pb.ERROR_REASON_DRAINING,
    pb.ERROR_REASON_PONG_TIMEOUT,
)


class Session:
    """The seats of one bot, and the stream that they share.

    Only one thread at a time may call `open`, `receive`, `ended`, `rest` and
    `close`; any thread may call `send`, `leave` and `stop`.
    """

    def __init__(
        self,
        factory: BotFactory,
        options: Options,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        check_factory(factory)
        self.options = options
        self.keepalive = options.keepalive
        """Seconds between the keepalive pings of the next connection."""
        self.address = options.address
        """Where the next connection goes."""
        self.replaced = False
        """Whether another process has taken the place of this one."""
        self._factory = factory
        self._loop = loop
        self._backoff = Backoff(options.give_up_after)
        self._name = options.name or getattr(factory, "__name__", "bot")
        self._seats: dict[tuple[str, int], Seat] = {}
        self._ending: list[Seat] = []
        self._resume_token = ""
        if options.token_file:
            self._resume_token = read_token(Path(options.token_file))
        self._kept_token = self._resume_token  # In the file.
        self._welcomed = False  # On this stream.
        self._known = False  # Whether there was any Welcome.
        self._fatal: pb.PlayError | None = None
        self._next_address = ""  # Where a redirect sends the bot.
        self._redirects = 0  # Since the last match.
        self._played = False  # Whether any match has begun.
        self._left = threading.Event()
        self._stopped = threading.Event()

        self._lock = threading.Lock()  # Guards what follows.
        self._send: Callable[[pb.PlayRequest], None] | None = None
        self._cancel: Callable[[], object] | None = None
        self._streams = 0

    @property
    def stream(self) -> int:
        """Number of the current stream, from 1; 0 while there is none."""
        with self._lock:
            return self._streams if self._send is not None else 0

    def send(self, request: pb.PlayRequest) -> int:
        """Sends on the current stream and returns its number; 0 if there is none."""
        with self._lock:
            send, stream = self._send, self._streams
        if send is None:
            return 0
        send(request)
        return stream

    def leave(self) -> None:
        """Asks for no further matches; the session ends when all are over."""
        with self._lock:
            self._left.set()
            cancel = None if self._seats or self._welcomed else self._cancel
        if cancel is not None:
            cancel()  # Nobody has taken up the bot yet, so nobody must be told.
        self.send(pb.PlayRequest(leave=pb.Leave()))

    def stop(self) -> None:
        """Ends the session at once; its reader gets a SessionError."""
        with self._lock:
            self._stopped.set()
            self._left.set()  # Hence `rest` ends.
            cancel = self._cancel
        if cancel is not None:
            cancel()

    def rest(self, pause: float) -> None:
        """Sleeps; without matches, only until the bot leaves."""
        (self._stopped if self._seats else self._left).wait(pause)

    def open(
        self, send: Callable[[pb.PlayRequest], None], cancel: Callable[[], object]
    ) -> None:
        """A stream begins. Its requests go to `send`, which must never wait;
        `cancel`, which any thread may call, ends it."""
        self._fatal = None
        send(pb.PlayRequest(hello=self._hello()))
        with self._lock:
            self._welcomed = False
            self._send, self._cancel = send, cancel
            self._streams += 1
            gone = self._left.is_set() and not self._seats
        if gone or self._stopped.is_set():
            cancel()

    def receive(self, response: pb.PlayResponse) -> None:
        """Takes in a message from the referee."""
        kind = response.WhichOneof("kind")
        if kind is None:
            return  # Only a newer referee has it.
        message = getattr(response, kind)
        if kind == "ping":
            self.send(pb.PlayRequest(pong=pb.Pong(nonce=message.nonce)))
        elif kind == "welcome":
            self._on_welcome(message)
        elif kind == "match_start":
            self._on_match_start(message)
        elif kind == "match_end":
            self._on_match_end(message)
        elif kind == "redirect":
            self._on_redirect(message)
        elif kind == "draining":
            left = seconds(message.time_left)
            _log.info(
                "the referee stops in %g s; matches go on when it is back", left
            )
        elif kind == "error":
            self._on_error(message)
        else:
            self._post(kind, message)

    def ended(self, code: grpc.StatusCode, details: str) -> float | None:
        """The stream is over. Returns the seconds to wait before the next one,
        or None after a normal end; raises SessionError if the session failed."""
        with self._lock:
            self._send = self._cancel = None
        if self._stopped.is_set():
            raise SessionError("the session was stopped")
        if self._left.is_set() and not self._seats:
            known = "the bot has left" if self._known else "ended without a connection"
            _log.info("name=%s: %s", self._name, known)
            return None
        if self._next_address:
            return self._go_there()
        why = self._fatal.message if self._fatal else details
        # A redirect is for one stream only.
        address, self.address = self.address, self.options.address
        if address != self.address and not self._welcomed:
            # A referee that only another one named cannot end the session.
            return self._try_again(why)
        reason = self._fatal.reason if self._fatal else 0
        if reason == pb.ERROR_REASON_UNKNOWN_TOKEN and self._resume_token:
            if self.options.one_match and self._played:
                return None  # Another session would play another match.
            _log.warning("the earlier session is over; starting afresh")
            self._resume_token = ""  # Hence only once.
            return 0.0
        if reason in _COME_BACK or (self._fatal is None and code in _LOST):
            return self._try_again(why)
        referee = f"the referee at {address}"
        if self._fatal is not None:
            raise SessionError(f"{referee} ended the session: {why}", self._fatal.reason)
        if code is not grpc.StatusCode.OK:
            raise SessionError(f"{referee} refused: {why or code.name}")
        if not self._welcomed:
            raise SessionError(
                f"{referee} ended the session before it began; "
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

    def _hello(self) -> pb.Hello:
        options = self.options
        hook = getattr(self._factory, "on_events", Bot.on_events)
        wants_events = options.events
        if wants_events is None:
            wants_events = hook is not Bot.on_events
        capabilities = [pb.CAPABILITY_EVENTS] if wants_events else []
        if options.text:
            capabilities.append(pb.CAPABILITY_TEXT)
        capabilities.append(pb.CAPABILITY_REDIRECT)
        return pb.Hello(
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
            capabilities=capabilities,
        )

    def _on_welcome(self, welcome: pb.Welcome) -> None:
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
        if self._left.is_set():
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

    def _on_match_start(self, start: pb.MatchStart) -> None:
        self._redirects = 0
        self._played = True
        self._ending = [seat for seat in self._ending if seat.busy]
        key = (start.match_id, start.seat)
        if key not in self._seats:
            # Whatever a referee wants: four of each match, and those of a process
            # before this one, which may have allowed more.
            most = 4 * (self.options.max_matches + 32)
            if len(self._seats) >= most:
                _log.warning(
                    "%s: ignored, because this bot plays at most %d seats at once",
                    where(start),
                    most,
                )
                return
            _log.info(
                "%s: %s of %s with %s",
                where(start),
                "goes on, a match" if start.resumed else "a match",
                start.game,
                ", ".join(name or "(hidden)" for name in start.players),
            )
            self._seats[key] = Seat(start, self._factory, self, self._loop)
        self._seats[key].post("match_start", start)

    def _on_match_end(self, end: pb.MatchEnd) -> None:
        seat = self._seats.pop((end.match_id, end.seat), None)
        if seat is None:
            # The process before this one played it, or another session.
            _log.info("%s: was over before", where(end))
            return
        ranks = " ".join(str(rank) for rank in end.result.ranks)
        by_seat = f", ranks by seat {ranks}" if ranks else ""
        _log.info("%s: over (%s)%s", where(end), end.result.reason, by_seat)
        seat.post("match_end", end)
        self._ending.append(seat)

    def _post(self, kind: str, message: Any) -> None:
        """Passes on what is about one seat."""
        seat = self._seats.get((message.match_id, message.seat))
        if seat is not None:
            seat.post(kind, message)
        else:
            _log.debug(
                "%s: ignored %s, because the match never started here",
                where(message),
                kind,
            )

    def _on_redirect(self, redirect: pb.Redirect) -> None:
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

    def _on_error(self, error: pb.PlayError) -> None:
        if error.fatal:
            self._fatal = error
            return
        if error.reason == pb.ERROR_REASON_SESSION_REPLACED:
            self.replaced = True
        about = f"match={error.match_id}: " if error.match_id else ""
        _log.warning("%sthe referee says: %s", about, error.message)

    def _try_again(self, reason: str) -> float:
        first = not self._backoff.failing
        pause = self._backoff.failed()
        if pause is not None and not first:
            return pause
        # If only one end uses TLS, each sees a broken connection, and nothing else
        # says that there is a proxy.
        options = self.options
        tls = "with TLS" if options.tls_ca else "without TLS"
        proxy = proxy_variable(options.address)
        by = f", by the HTTP proxy of {proxy}" if proxy else ""
        referee = f"{options.address} ({tls}{by})"
        patience = f"{options.give_up_after:g} s"
        reason = plain_reason(reason)
        if pause is None:
            raise SessionError(
                f"no referee at {referee} for {patience}: {reason}. Is it running? "
                f"--address or ARENA_ADDRESS sets the address, "
                f"--tls-ca or ARENA_TLS_CA turns TLS on"
            )
        _log.info("no connection to %s: %s; trying for %s", referee, reason, patience)
        return pause


def plain_reason(details: str) -> str:
    """Says why there is no connection, as far as gRPC words it for experts only."""
    if any(words in details for words in ("ARES", "DNS", "errors resolving")):
        return "this host name is not known"
    return details
