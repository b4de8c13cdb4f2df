"""The sample bots that read and write lines of JSON play behind `arena bridge`."""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
from typing import Any

import pytest
from absent import leave_out

ROOT = pathlib.Path(__file__).resolve().parents[3]
ARENA = ROOT / "build" / "bin" / "arena"

# By file: the command of the bot, and a command that fails if something is missing.
SAMPLES = {
    "bash/random_bot.sh": ("bash", ["jq", "--version"]),
    "lua/random_bot.lua": ("lua5.4", ["lua5.4", "-lcjson", "-v"]),
    "perl/random_bot.pl": ("perl", ["perl", "-MJSON::PP", "-e", "1"]),
    "php/random_bot.php": ("php", ["php", "--version"]),
    "ruby/random_bot.rb": ("ruby", ["ruby", "--version"]),
}
GAMES = {"doppelkopf": 4, "octrix": 3, "ordago": 4, "ordo": 2, "seconds": 4}
MOST_LINES = 40


def command_of(sample: str) -> str:
    """The bot's command; leaves the test out if its language is not here."""
    interpreter, check = SAMPLES[sample]
    if shutil.which(check[0]) is None or shutil.which(interpreter) is None:
        leave_out(f"{check[0]} is not installed")
    if subprocess.run(check, capture_output=True, check=False).returncode != 0:
        leave_out(f"{' '.join(check)} fails")
    return f"{ARENA} bridge -- {interpreter} {ROOT / 'sample_bots' / sample}"


def play(bot: str, game: str, others: int) -> dict[str, Any]:
    """The only match of a series, with a fixed seed; fails if there was a fault."""
    done = subprocess.run(
        [str(ARENA), "play", "--game", game, "--bot", bot, "--bots", ",".join(["first"] * others)]
        + ["--seed", "7", "--json"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    played: dict[str, Any] = json.loads(done.stdout)
    (match,) = played["matches"]
    result: dict[str, Any] = match["result"]
    assert result["termination"] == "TERMINATION_NORMAL"
    assert "faults" not in result
    return result


@pytest.mark.timeout(300)
@pytest.mark.parametrize("sample", SAMPLES)
def test_it_plays_every_game(sample: str) -> None:
    bot = command_of(sample)
    for game, seats in GAMES.items():
        play(bot, game, seats - 1)


@pytest.mark.timeout(300)
@pytest.mark.parametrize("sample", SAMPLES)
def test_it_plays_the_same_match_again(sample: str) -> None:
    bot = command_of(sample)
    first, second = (play(bot, "octrix", 1) for _ in range(2))
    assert (first["returns"], first["plies"]) == (second["returns"], second["plies"])


@pytest.mark.parametrize("sample", SAMPLES)
def test_it_is_short(sample: str) -> None:
    lines = (ROOT / "sample_bots" / sample).read_text().splitlines()
    assert len(lines) < MOST_LINES
