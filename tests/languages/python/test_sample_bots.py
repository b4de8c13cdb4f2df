"""The sample bots in Python: the greedy ones play as their C++ twins do."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys
from typing import Any

import pytest

ROOT = pathlib.Path(__file__).parents[3]
ARENA = os.environ.get("ARENA", str(ROOT / "build" / "bin" / "arena"))
CPP_GREEDY = str(ROOT / "build" / "bin" / "greedy_bot")
GREEDY = f"{sys.executable} {ROOT / 'sample_bots' / 'python' / 'greedy_bot.py'}"
RANDOM = f"{sys.executable} {ROOT / 'sample_bots' / 'python' / 'random_bot.py'}"


def play(game: str, options: str, bot: str, seed: str = "7") -> dict[str, Any]:
    """Returns the result of a match with `bot` in all seats."""
    command = [ARENA, "play", "--json", "--seed", seed, "--game", game]
    command += ["--options", options] if options else []
    outcome = subprocess.run(
        [*command, "--bots", bot], capture_output=True, text=True, timeout=60
    )
    assert outcome.returncode == 0, outcome.stderr
    result: dict[str, Any] = json.loads(outcome.stdout)["matches"][0]["result"]
    return result


@pytest.mark.parametrize(
    ("game", "options"),
    [
        ("octrix", ""),
        ("ordo", ""),
        ("ordago", "sets_to_win=1,sign_window=none"),
        ("doppelkopf", "deals=4"),
        ("seconds", "deals=7"),
    ],
)
def test_a_match_ends_without_faults(game: str, options: str) -> None:
    result = play(game, options, GREEDY)
    assert result["termination"] == "TERMINATION_NORMAL"
    assert "faults" not in result


@pytest.mark.parametrize(
    ("game", "options"),
    [("ordago", "sets_to_win=1"), ("doppelkopf", "deals=4"), ("seconds", "deals=7")],
)
def test_both_languages_play_alike(game: str, options: str) -> None:
    assert play(game, options, GREEDY) == play(game, options, CPP_GREEDY)


def test_what_a_random_bot_chooses_follows_from_the_seed() -> None:
    """Only the seed decides the choices: the commitment differs each time."""
    match = play("ordo", "", RANDOM)
    assert play("ordo", "", RANDOM) == match
    other = play("ordo", "", RANDOM, seed="8")
    assert other["plies"] != match["plies"]
