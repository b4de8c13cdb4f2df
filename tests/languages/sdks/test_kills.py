"""A bot of every language plays on when the referee or the bot itself is killed."""

from __future__ import annotations

import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator

import pytest
from languages import ARENA, LANGUAGES, ROOT, command_of

KILLS = int(os.environ.get("PENTATHLON_KILLS", "3"))
# Far more than any step takes on a busy machine.
PATIENCE = 120.0


class Arena:
    """A referee with a bot and a store, each of which can be killed."""

    def __init__(self, bot: list[str]) -> None:
        # Short, because paths of Unix sockets are.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="kill-"))
        address = f"unix:{self.folder}/socket"
        self._referee_command = [
            ROOT / "build" / "bin" / "referee",
            f"--data={self.folder}/data",
            f"--listen={address}",
            "--log-level=off",
            "--drain=0s",
        ]
        own = {name: value for name, value in os.environ.items() if not name.startswith("ARENA_")}
        self._environment = own | {
            "ARENA_ADDRESS": address,
            "ARENA_BOT_NAME": "bot",
            "ARENA_TOKEN_FILE": f"{self.folder}/session",
            "ARENA_GIVE_UP_AFTER": "60",
        }
        self._bot_command = bot
        self._log = open(self.folder / "log", "w")
        self.start_referee()
        self.start_bot()

    def start_referee(self) -> None:
        self.referee = subprocess.Popen(
            self._referee_command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
        )
        assert self.referee.stdout is not None
        assert any(line.startswith("listening ") for line in self.referee.stdout)

    def start_bot(self) -> None:
        self.bot = subprocess.Popen(
            self._bot_command,
            env=self._environment,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=self._log,
            stderr=self._log,
            # A session, so that a kill reaches all that the bot has started.
            start_new_session=True,
        )

    def kill_referee(self) -> None:
        self.referee.kill()
        self.referee.wait()
        self.start_referee()

    def kill_bot(self) -> None:
        os.killpg(self.bot.pid, signal.SIGKILL)
        self.bot.wait()
        self.start_bot()

    def ask(self, *arguments: str) -> str:
        done = subprocess.run(
            [ARENA, *arguments],
            env=self._environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def create_match(self, number: int) -> str:
        """Creates a match of some hundred decisions, and returns its id."""
        created = self.ask(
            "match", "create", "--game=doppelkopf", "--options=deals=8", "--json",
            "--players=bot,built-in:random,built-in:random,built-in:random",
            f"--seed=kill{number}",
        )
        match_id: str = json.loads(created)["match"]["matchId"]
        return match_id

    def finished(self) -> dict[str, dict[str, object]]:
        """The matches that are over, by id."""
        listed = json.loads(self.ask("match", "list", "--state=finished", "--json"))
        return {match["matchId"]: match for match in listed.get("matches", [])}

    def await_finished(self, count: int) -> dict[str, dict[str, object]]:
        deadline = time.monotonic() + PATIENCE
        while len(finished := self.finished()) < count:
            assert time.monotonic() < deadline, f"{len(finished)} of {count} matches are over"
        return finished

    def close(self) -> None:
        os.killpg(self.bot.pid, signal.SIGKILL)
        self.bot.wait()
        self.referee.kill()
        self.referee.wait()
        self._log.close()
        shutil.rmtree(self.folder)


@pytest.fixture(params=list(LANGUAGES))
def arena(request: pytest.FixtureRequest) -> Iterator[Arena]:
    arena = Arena(command_of(request.param, "random_bot"))
    yield arena
    arena.close()


def test_no_kill_costs_a_fault(arena: Arena) -> None:
    ids = [arena.create_match(number) for number in range(2 * KILLS + 1)]
    for number in range(KILLS):
        # The next match has begun, or begins soon.
        arena.await_finished(2 * number + 1)
        arena.kill_referee()
        arena.await_finished(2 * number + 2)
        arena.kill_bot()
    finished = arena.await_finished(len(ids))
    assert sorted(finished) == sorted(ids)
    for match in finished.values():
        result = match["result"]
        assert isinstance(result, dict)
        assert result["termination"] == "TERMINATION_NORMAL", match
        assert "faults" not in result, match
    arena.ask("verify", *ids)
