"""A referee that says what a test tells it to, and bots that play there."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import NoReturn

import grpc
import pytest

from pentathlon import Bot, BotFactory, Choice, Options, Prompt, aio, sync
from pentathlon import protocol as pb
from pentathlon.session import Session

# A test that has to wait longer has failed.
PATIENCE = 30.0


@dataclass
class End:
    """Ends a stream with a status."""

    code: grpc.StatusCode = grpc.StatusCode.OK
    details: str = ""


class Stream:
    """One stream of a bot, seen by the referee."""

    def __init__(self, metadata: dict[str, str]) -> None:
        self.metadata = metadata
        self.requests: SimpleQueue[pb.PlayRequest] = SimpleQueue()
        self.responses: SimpleQueue[pb.PlayResponse | End] = SimpleQueue()

    def send(self, **kind: object) -> None:
        """Sends a response, e.g. send(ping=pb.Ping(nonce=1))."""
        self.responses.put(pb.PlayResponse(**kind))  # type: ignore[arg-type]

    def end(self, code: grpc.StatusCode = grpc.StatusCode.OK, text: str = "") -> None:
        self.responses.put(End(code, text))

    def refuse(self, reason: str, code: grpc.StatusCode, text: str = "no") -> None:
        """Sends a fatal error and ends the stream."""
        number = pb.ErrorReason.Value(f"ERROR_REASON_{reason}")
        self.send(error=pb.PlayError(reason=number, message=text, fatal=True))
        self.end(code, text)

    def receive(self) -> pb.PlayRequest:
        """Returns the next request."""
        return self.requests.get(timeout=PATIENCE)

    def hello(self) -> pb.Hello:
        request = self.receive()
        assert request.HasField("hello"), request
        return request.hello

    def ready(self) -> pb.Ready:
        request = self.receive()
        assert request.HasField("ready"), request
        return request.ready

    def act(self) -> pb.Act:
        request = self.receive()
        assert request.HasField("act"), request
        return request.act

    def announce(self) -> pb.Announce:
        request = self.receive()
        assert request.HasField("announce"), request
        return request.announce

    def is_quiet(self) -> bool:
        """Whether the bot has sent nothing before it answers a ping."""
        self.send(ping=pb.Ping(nonce=99))
        return self.receive() == pb.PlayRequest(pong=pb.Pong(nonce=99))

    def welcome(self, token: str = "token", resumed: bool = False) -> pb.Hello:
        """Takes the hello and accepts it."""
        hello = self.hello()
        self.send(welcome=pb.Welcome(session_token=token, resumed=resumed))
        return hello

    def start(self, match_id: str = "m", seat: int = 0, resumed: bool = False) -> None:
        """Starts a match, without waiting for the ready."""
        start = pb.MatchStart(match_id=match_id, seat=seat, game="octrix")
        start.resumed = resumed
        self.send(match_start=start)

    def begin(self, match_id: str = "m", seat: int = 0) -> None:
        """Starts a match and takes the ready."""
        self.start(match_id, seat)
        assert self.ready() == pb.Ready(match_id=match_id, seat=seat)

    def prompt(
        self,
        decision: int = 1,
        match_id: str = "m",
        seat: int = 0,
        announcements: tuple[int, ...] = (),
        kind: pb.DecisionKind.ValueType = pb.DECISION_KIND_MUST,
    ) -> None:
        """Asks for a card: 10, 11 or 12."""
        prompt = pb.Prompt(match_id=match_id, seat=seat, decision=decision, kind=kind)
        if kind == pb.DECISION_KIND_MUST:
            prompt.actions.extend(card(number) for number in (10, 11, 12))
        prompt.announcements.extend(card(number) for number in announcements)
        self.send(prompt=prompt)

    def finish(self, match_id: str = "m", seat: int = 0) -> None:
        self.send(match_end=pb.MatchEnd(match_id=match_id, seat=seat))


def card(number: int) -> pb.LegalAction:
    """Returns a legal action with this card."""
    return pb.LegalAction(id=number, text=f"card{number}", action=game_action(number))


def game_action(number: int) -> pb.GameAction:
    return pb.GameAction(octrix=pb.OctrixAction(card=number))


class Stop(Exception):
    """Ends the bots that a test leaves behind."""


class FakeReferee(pb.PlayServiceServicer):
    """Hands every stream to the test."""

    def __init__(self, address: str) -> None:
        self._streams: SimpleQueue[Stream] = SimpleQueue()
        self._open: list[Stream] = []
        self._server = grpc.server(ThreadPoolExecutor(max_workers=16))
        pb.add_PlayServiceServicer_to_server(self, self._server)
        port = self._server.add_insecure_port(address)
        self.address = address if address.startswith("unix:") else f"127.0.0.1:{port}"
        self._server.start()

    def Play(
        self, requests: Iterator[pb.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[pb.PlayResponse]:
        stream = Stream({key: str(value) for key, value in context.invocation_metadata()})

        def read() -> None:
            try:
                for request in requests:
                    stream.requests.put(request)
            except grpc.RpcError:
                pass  # The stream is over.

        threading.Thread(target=read, daemon=True).start()
        self._open.append(stream)
        self._streams.put(stream)
        while isinstance(item := stream.responses.get(), pb.PlayResponse):
            yield item
        if item.code is not grpc.StatusCode.OK:
            context.abort(item.code, item.details)

    def Receive(self, request: object, context: object) -> NoReturn:
        raise NotImplementedError

    def Submit(self, request: object, context: object) -> NoReturn:
        raise NotImplementedError

    def accept(self) -> Stream:
        """Waits for the next stream."""
        return self._streams.get(timeout=PATIENCE)

    def stop(self) -> None:
        """Breaks all connections and frees the address."""
        stopped = self._server.stop(grace=None)
        for stream in self._open:
            stream.end()
        stopped.wait(PATIENCE)


class Playing:
    """A bot that plays in a thread of this process."""

    def __init__(self, form: str, factory: BotFactory, options: Options) -> None:
        self.pauses: list[float] = []
        self.tried = threading.Event()
        self._stopping = False
        self._error: BaseException | None = None
        self._form = form
        self._factory = factory
        self._options = options
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        try:
            if self._form == "plain":
                session = Session(self._factory, self._options)
                sync.play(session, self._pause)
            else:
                asyncio.run(self._run_async())
        except BaseException as error:
            self._error = error

    async def _run_async(self) -> None:
        async def pause(seconds: float) -> None:
            self._pause(seconds)

        loop = asyncio.get_running_loop()
        await aio.play(Session(self._factory, self._options, loop), pause)

    def _pause(self, seconds: float) -> None:
        """Stands for the pauses between attempts, which take no time here."""
        self.pauses.append(seconds)
        self.tried.set()
        if self._stopping:
            raise Stop

    def stop(self) -> None:
        """Ends a session whose referee is gone."""
        self._stopping = True
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the session goes on"

    def result(self) -> None:
        """Waits for the end of the session; raises what the SDK raised."""
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the session goes on"
        if self._error is not None:
            raise self._error


class FirstBot(Bot):
    """Chooses the first action."""

    def act(self, prompt: Prompt) -> Choice:
        return prompt.actions[0]


Play = Callable[..., Playing]
OpenReferee = Callable[..., FakeReferee]


@pytest.fixture(autouse=True)
def playings() -> Iterator[list[Playing]]:
    """All bots of the test. Set up first, so torn down after the referee."""
    playings: list[Playing] = []
    yield playings
    for playing in playings:
        playing.stop()


@pytest.fixture
def address(tmp_path: Path) -> str:
    return f"unix:{tmp_path}/referee"


@pytest.fixture
def open_referee(address: str) -> Iterator[OpenReferee]:
    """Starts a fake referee, at `address` or elsewhere; stopped with the test."""
    referees: list[FakeReferee] = []

    def start(elsewhere: str = "") -> FakeReferee:
        referees.append(FakeReferee(elsewhere or address))
        return referees[-1]

    yield start
    for referee in referees:
        referee.stop()


@pytest.fixture
def referee(open_referee: OpenReferee) -> FakeReferee:
    return open_referee()


@pytest.fixture(params=["plain", "async"])
def form(request: pytest.FixtureRequest) -> str:
    """Every test of a session runs in both forms of the SDK."""
    return str(request.param)


@pytest.fixture
def play(form: str, address: str, playings: list[Playing]) -> Play:
    """Starts a bot that plays at the fake referee's address."""

    def start(factory: BotFactory = FirstBot, **options: object) -> Playing:
        fields = {"address": address, "name": "first", **options}
        all_options = Options(**fields)  # type: ignore[arg-type]
        playings.append(Playing(form, factory, all_options))
        return playings[-1]

    return start
