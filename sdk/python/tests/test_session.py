"""What is Python's own in a session; sdk/conformance has what all SDKs do.

A Session has no transport: these tests hear what it sends, and tell it what the
referee says.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from queue import SimpleQueue

import grpc
import pytest

from pentathlon import Bot, Choice, Options, Prompt, SessionError, run_async
from pentathlon import protocol as pb
from pentathlon.bot import BotFactory
from pentathlon.session import Session, plain_reason

# A test that has to wait longer has failed.
PATIENCE = 30.0


class Talk:
    """A session on a stream."""

    def __init__(
        self,
        factory: BotFactory,
        options: Options | None = None,
        loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self.session = Session(factory, options or Options(), loop)
        self._said: SimpleQueue[pb.PlayRequest] = SimpleQueue()
        self.session.open(self._said.put, lambda: None)

    def heard(self) -> pb.PlayRequest:
        return self._said.get(timeout=PATIENCE)

    def say(self, **kind: object) -> None:
        self.session.receive(pb.PlayResponse(**kind))  # type: ignore[arg-type]

    def ask(self) -> pb.Act:
        """Begins a match and returns the answer to its first prompt."""
        self.heard()
        self.say(welcome=pb.Welcome(session_token="t"))
        self.say(match_start=pb.MatchStart(match_id="m", game="octrix"))
        assert self.heard().HasField("ready")
        self.say(
            prompt=pb.Prompt(
                match_id="m",
                decision=4,
                kind=pb.DECISION_KIND_MUST,
                actions=[pb.LegalAction(id=number) for number in (10, 11, 12)],
            )
        )
        return self.heard().act


class FirstBot(Bot):
    def act(self, prompt: Prompt) -> Choice:
        return 0


class Watcher(FirstBot):
    def on_events(self, events: pb.Events) -> None:
        pass


def capabilities(factory: BotFactory, options: Options) -> list[int]:
    return list(Talk(factory, options).heard().hello.capabilities)


def test_a_bot_that_takes_events_gets_them_unless_told_otherwise() -> None:
    events = pb.CAPABILITY_EVENTS
    assert events in capabilities(Watcher, Options())
    assert events not in capabilities(FirstBot, Options())
    assert events not in capabilities(Watcher, Options(events=False))
    assert events in capabilities(FirstBot, Options(events=True))


def test_text_is_asked_for_unless_told_otherwise() -> None:
    assert pb.CAPABILITY_TEXT in capabilities(FirstBot, Options())
    assert pb.CAPABILITY_TEXT not in capabilities(FirstBot, Options(text=False))


def test_a_bot_without_a_name_is_called_like_its_class() -> None:
    hello = Talk(FirstBot, Options(version="7")).heard().hello
    assert (hello.name, hello.version) == ("FirstBot", "7")
    assert hello.language.startswith("python 3.")


def test_a_factory_may_take_the_start() -> None:
    games: list[str] = []

    def make(start: pb.MatchStart) -> Bot:
        games.append(start.game)
        return FirstBot()

    assert Talk(make).ask().index == 0
    assert games == ["octrix"]


def test_a_default_of_a_factory_is_kept() -> None:
    kept: list[str] = []

    def make(book: str = "openings") -> Bot:
        kept.append(book)
        return FirstBot()

    Talk(make).ask()
    assert kept == ["openings"]


@pytest.mark.parametrize("choice", [None, 3, -1, True, 1.0])
def test_what_is_no_choice_is_a_fault_at_once(choice: object) -> None:
    class Wrong(Bot):
        def act(self, prompt: Prompt) -> Choice:
            return choice  # type: ignore[return-value]

    assert Talk(Wrong).ask() == pb.Act(match_id="m", seat=0, decision=4)


def test_each_bot_has_a_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    names: list[str] = []

    class Curious(FirstBot):
        def on_start(self, start: pb.MatchStart) -> None:
            names.append(threading.current_thread().name)

    Talk(Curious).ask()
    assert names == ["m/0"]


def test_the_plain_form_says_that_it_cannot_await(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Misplaced(Bot):
        async def act(self, prompt: Prompt) -> Choice:
            return 0

    assert Talk(Misplaced).ask().WhichOneof("choice") is None
    assert "async methods need run_async, not run" in caplog.text


def with_loop(work: Callable[[asyncio.AbstractEventLoop], None]) -> None:
    """Runs `work` in a thread beside an event loop."""

    async def run() -> None:
        loop = asyncio.get_running_loop()
        await asyncio.to_thread(work, loop)

    asyncio.run(run())


def test_async_methods_run_on_the_event_loop() -> None:
    threads: list[threading.Thread] = []

    class Curious(Bot):
        async def act(self, prompt: Prompt) -> Choice:
            await asyncio.sleep(0)
            threads.append(threading.current_thread())
            return 2

    with_loop(lambda loop: print(Talk(Curious, loop=loop).ask()))
    assert threads == [threading.main_thread()]


def test_cancelling_ends_the_session() -> None:
    async def cancelled() -> None:
        playing: Awaitable[None] = asyncio.create_task(
            run_async(FirstBot, Options(address="127.0.0.1:1"))
        )
        await asyncio.sleep(0)
        playing.cancel()  # type: ignore[attr-defined]
        await playing

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


def test_the_asyncio_form_says_why_the_session_failed() -> None:
    nobody = Options(address="127.0.0.1:1", give_up_after=0.0)
    with pytest.raises(SessionError, match="no referee at 127.0.0.1:1"):
        asyncio.run(run_async(FirstBot, nobody))


def test_a_bot_that_leaves_does_not_wait_for_the_next_attempt() -> None:
    session = Session(FirstBot, Options())
    session.leave()
    session.rest(1000.0)


def test_a_session_with_matches_that_is_stopped_ends_at_once() -> None:
    talk = Talk(FirstBot)
    talk.ask()
    talk.session.stop()
    talk.session.rest(1000.0)
    with pytest.raises(SessionError, match="stopped"):
        talk.session.ended(grpc.StatusCode.CANCELLED, "")


def test_a_lost_stream_is_tried_again_after_a_short_pause() -> None:
    talk = Talk(FirstBot)
    pause = talk.session.ended(grpc.StatusCode.UNAVAILABLE, "gone")
    assert pause is not None and 0.05 <= pause <= 0.1


@pytest.mark.parametrize(
    "details",
    [
        "DNS resolution failed for nowhere:1: C-ares status is not ARES_SUCCESS",
        "errors resolving nowhere:1: [field:hostname lookup error: Domain name]",
    ],
)
def test_a_host_that_is_not_known_is_told_in_plain_words(details: str) -> None:
    assert plain_reason(details) == "this host name is not known"
    assert plain_reason("Connection refused") == "Connection refused"
