"""The greedy bot in Python plays every game to its end, in all seats."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
ARENA = os.environ.get("ARENA", str(ROOT / "build" / "bin" / "arena"))
GREEDY = f"{sys.executable} {ROOT / 'sample_bots' / 'python' / 'greedy_bot.py'}"


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
    command = [ARENA, "play", "--json", "--seed", "7", "--game", game]
    command += ["--options", options] if options else []
    outcome = subprocess.run(
        [*command, "--bots", GREEDY], capture_output=True, text=True, timeout=60
    )
    assert outcome.returncode == 0, outcome.stderr
    (match,) = json.loads(outcome.stdout)["matches"]
    assert (match["termination"], match["faults"]) == ("normal", [])
