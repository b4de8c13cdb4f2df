"""The sample bots that need nothing but HTTP play every game."""

from __future__ import annotations

import os
import pathlib
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from typing import Any

import pytest
from absent import leave_out
from referee import ROOT, Referee

# By file: the programs that the bot needs.
SAMPLES = {
    "bash/http_bot.sh": ["bash", "curl", "jq"],
    "perl/http_bot.pl": ["perl"],
}
# The games, with options that make matches short.
GAMES: dict[str, tuple[int, dict[str, str]]] = {
    "doppelkopf": (4, {"deals": "4"}),
    "octrix": (3, {}),
    "ordago": (4, {"sets_to_win": "1"}),
    "ordo": (2, {}),
    "seconds": (4, {"deals": "7"}),
}
MOST_LINES = {"bash/http_bot.sh": 90, "perl/http_bot.pl": 110}


@pytest.fixture
def referee(tmp_path: pathlib.Path) -> Iterator[Referee]:
    referee = Referee(tmp_path)
    yield referee
    referee.stop()


@pytest.fixture(params=SAMPLES)
def sample(request: pytest.FixtureRequest) -> str:
    """The path of a bot; skips the test if a program is missing."""
    for program in SAMPLES[request.param]:
        if shutil.which(program) is None:
            leave_out(f"{program} is not installed")
    return str(ROOT / "sample_bots" / request.param)


@pytest.fixture
def bot(sample: str, referee: Referee) -> Iterator[str]:
    """The name of a bot that is being started."""
    command = [sample, "dice", referee.url]
    # A session, so that a kill reaches all that the bot has started.
    process = subprocess.Popen(command, start_new_session=True)
    yield "dice"
    # The bot never ends by itself: it always connects again.
    assert process.poll() is None
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def play(referee: Referee, bot: str, game: str) -> Any:
    """The match at its end; the bot has all seats but the last."""
    seats, options = GAMES[game]
    created = referee.call(
        "MatchService/CreateMatch",
        {
            "game": game,
            "options": options,
            "seats": [{"bot": bot}] + [{"builtIn": "random"}] * (seats - 1),
            "seed": "MDEyMzQ1Njc4OWFiY2RlZjAxMjM0NTY3ODlhYmNkZWY=",
            "clock": {"untimed": True},
        },
    )
    match = {"matchId": created["match"]["matchId"]}
    for _ in referee.stream("MatchService/WatchMatch", match):
        pass
    return referee.call("MatchService/GetMatch", match)["match"]


@pytest.mark.timeout(300)
def test_it_plays_every_game(referee: Referee, bot: str) -> None:
    for game in GAMES:
        match = play(referee, bot, game)
        assert match["result"]["termination"] == "TERMINATION_NORMAL", match
        assert "faults" not in match["result"], match


@pytest.mark.timeout(300)
def test_it_comes_back_to_a_referee_that_was_away(referee: Referee, bot: str) -> None:
    for _ in range(2):
        match = play(referee, bot, "octrix")
        assert match["result"]["termination"] == "TERMINATION_NORMAL", match
        referee.restart()


@pytest.mark.timeout(300)
def test_it_plays_the_same_match_again(referee: Referee, bot: str) -> None:
    first, second = (play(referee, bot, "octrix")["result"] for _ in range(2))
    assert first["returns"] == second["returns"]


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [""],
        ["dice", ""],
        ["dice", "127.0.0.1:8080"],
        ["dice", "http://"],
        ["dice", "http://127.0.0.1:8080", "more"],
    ],
)
def test_a_wrong_command_line_is_told_its_usage(sample: str, arguments: list[str]) -> None:
    done = subprocess.run(
        [sample, *arguments], capture_output=True, text=True, check=False, timeout=20
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("usage: http_bot.")
    assert done.stderr.count("\n") == 1


@pytest.mark.timeout(300)
def test_it_says_once_that_it_waits_for_a_referee(
    referee: Referee, sample: str, tmp_path: pathlib.Path
) -> None:
    referee.stop()
    told = tmp_path / "told"
    with told.open("w") as file:
        process = subprocess.Popen(
            [sample, "dice", f"{referee.url}/"], stderr=file, start_new_session=True
        )
    try:
        while not told.read_text():
            assert process.poll() is None
            time.sleep(0.1)
        # The bot tries again meanwhile.
        time.sleep(4)
        assert process.poll() is None
        referee.start()
        match = play(referee, "dice", "octrix")
    finally:
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
    assert match["result"]["termination"] == "TERMINATION_NORMAL", match
    (line,) = told.read_text().splitlines()
    assert line.startswith(f"no referee at {referee.url}: ")
    assert line.endswith("; trying again")


@pytest.mark.parametrize("file", SAMPLES)
def test_it_is_short(file: str) -> None:
    lines = (ROOT / "sample_bots" / file).read_text().splitlines()
    assert len(lines) < MOST_LINES[file]
