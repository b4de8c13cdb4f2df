"""A program that knows no rules shows every game, finished and under way."""

from __future__ import annotations

import os
import pathlib
import subprocess
import sys
import uuid
from collections.abc import Iterator

import grpc
import pytest

from show_match import Referee, show

ROOT = pathlib.Path(__file__).parents[3]
REFEREE = os.environ.get("REFEREE", str(ROOT / "build" / "bin" / "referee"))
BOT = str(ROOT / "sample_bots" / "python" / "greedy_bot.py")

# For each game: the seats, options that make it short, and a text that a viewer reads.
GAMES = {
    "octrix": (3, {"target": "20"}, "seat 2 plays the "),
    "ordo": (2, {}, " goes from "),
    "ordago": (4, {"set_target": "8", "sets_to_win": "1"}, "hand 1 is over: "),
    "doppelkopf": (4, {"deals": "4"}, " Augen"),
    "seconds": (4, {"deals": "7"}, " takes trick 13"),
}


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a new referee."""
    folder = tmp_path_factory.mktemp("referee")
    command = [REFEREE, "--data", str(folder / "data"), "--log-level", "off"]
    command += ["--listen", f"unix:{folder}/socket"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[1]
        process.terminate()
        assert process.wait(30) == 0


def create(referee: Referee, game: str, bot: str = "") -> str:
    """Creates a match of built-in players, with a bot in seat 0 if one is named."""
    seats, options, _ = GAMES[game]
    players = [{"built_in": "random"}] * seats
    if bot:
        players[0] = {"bot": bot}
    response = referee.call(
        "MatchService", "CreateMatch", game=game, options=options, seats=players
    )
    return str(response.match.match_id)


def wait_for(referee: Referee, match_id: str) -> None:
    """Returns when the match is over."""
    for _ in referee.call("MatchService", "WatchMatch", match_id=match_id):
        pass


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("view", ["public", "table", "1"])
def test_a_finished_match_is_shown(address: str, game: str, view: str) -> None:
    with grpc.insecure_channel(address) as channel:
        referee = Referee(channel)
        match_id = create(referee, game)
        wait_for(referee, match_id)
        text = "\n".join(show(channel, match_id, view))
    assert text.startswith(f"{game}\nseat  player")
    assert GAMES[game][2] in text
    assert "- the match ends: " in text
    assert "\nresult: " in text
    assert text.count("field  ") == 0 or "value" in text


@pytest.mark.parametrize("game", GAMES)
def test_a_running_match_is_shown(address: str, game: str) -> None:
    with grpc.insecure_channel(address) as channel:
        referee = Referee(channel)
        name = f"bot-{uuid.uuid4().hex[:8]}"
        shown = show(channel, create(referee, game, name))
        # Before the bot is there, only the header is shown.
        parts = [next(shown)]
        command = [sys.executable, BOT, "--address", address, "--name", name]
        with subprocess.Popen(command, env=os.environ | PATH) as bot:
            parts += shown
            bot.terminate()
    text = "\n".join(parts)
    assert name in parts[0]
    assert GAMES[game][2] in text
    assert "- the match ends: " in text
    assert parts[-2].startswith("result: ")


PATH = {"PYTHONPATH": str(ROOT / "sdk" / "python")}
