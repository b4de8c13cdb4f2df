"""What only the asyncio form does, and what only the plain form refuses."""

from __future__ import annotations

import asyncio
import threading

import pytest
from conftest import PATIENCE, FakeReferee, FirstBot, Playing

from pentathlon import Bot, Choice, Options, Prompt, run_async
from pentathlon import protocol as pb


class AsyncBot(Bot):
    """Has async methods only."""

    async def on_start(self, start: pb.MatchStart) -> None:
        self.match_id = start.match_id

    async def announce(self, prompt: Prompt) -> Choice | None:
        return prompt.announcements[0]

    async def act(self, prompt: Prompt) -> Choice:
        await asyncio.sleep(0)
        assert self.match_id == prompt.match.match_id
        return 2


def test_methods_may_be_async(referee: FakeReferee, playings: list[Playing]) -> None:
    playings.append(Playing("async", AsyncBot, Options(address=referee.address)))
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1, announcements=(20,))
    assert stream.announce().id == 20
    assert stream.act().index == 2


def test_async_methods_run_on_the_event_loop(referee: FakeReferee) -> None:
    threads: list[threading.Thread] = []

    class Curious(Bot):
        async def act(self, prompt: Prompt) -> Choice:
            threads.append(threading.current_thread())
            return 0

    def talk() -> None:
        stream = referee.accept()
        stream.welcome()
        stream.begin()
        stream.prompt(1)
        stream.act()
        stream.end()

    talker = threading.Thread(target=talk)
    talker.start()
    asyncio.run(run_async(Curious, Options(address=referee.address)))
    talker.join(PATIENCE)
    assert threads == [threading.current_thread()]


def test_cancelling_ends_the_session(referee: FakeReferee) -> None:
    async def cancelled() -> None:
        options = Options(address=referee.address)
        task = asyncio.create_task(run_async(FirstBot, options))
        stream = await asyncio.to_thread(referee.accept)
        await asyncio.to_thread(stream.welcome)
        task.cancel()
        await task

    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())


def test_the_plain_form_says_that_it_cannot_await(
    referee: FakeReferee, playings: list[Playing], caplog: pytest.LogCaptureFixture
) -> None:
    class Misplaced(Bot):
        async def act(self, prompt: Prompt) -> Choice:
            return 0

    playings.append(Playing("plain", Misplaced, Options(address=referee.address)))
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    assert stream.act().WhichOneof("choice") is None
    assert "async methods need run_async, not run" in caplog.text
