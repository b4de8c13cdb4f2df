"""A bot as a program: exit status, output, the sample bots."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import grpc
import pytest
from conftest import PATIENCE, FakeReferee

SAMPLES = Path(__file__).resolve().parents[3] / "sample_bots" / "python"


def start(script: str, *arguments: str, **environment: str) -> subprocess.Popen[str]:
    """Starts a sample bot without the environment of the test run."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith("ARENA_")}
    return subprocess.Popen(
        [sys.executable, str(SAMPLES / script), *arguments],
        env={**clean, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.parametrize("script", ["random_bot.py", "greedy_bot.py", "raw_bot.py"])
def test_a_sample_bot_plays(referee: FakeReferee, script: str) -> None:
    program = start(script, "--name", "me", "--address", referee.address)
    stream = referee.accept()
    assert stream.welcome().name == "me"
    stream.begin()
    stream.prompt(1)
    assert stream.act().WhichOneof("choice") is not None
    stream.finish()
    stream.end()
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 0


def test_logs_go_to_stderr(referee: FakeReferee) -> None:
    program = start("random_bot.py", ARENA_ADDRESS=referee.address)
    stream = referee.accept()
    stream.welcome()
    stream.end()
    output, log = program.communicate(timeout=PATIENCE)
    assert (output, "connected to" in log) == ("", True)


def test_a_fatal_error_is_exit_status_1(referee: FakeReferee) -> None:
    program = start("random_bot.py", ARENA_ADDRESS=referee.address)
    code = grpc.StatusCode.ALREADY_EXISTS
    referee.accept().refuse("NAME_IN_USE", code, "RandomBot is here already")
    _, log = program.communicate(timeout=PATIENCE)
    assert program.returncode == 1
    assert "RandomBot is here already" in log.splitlines()[-1]
    assert "Traceback" not in log


def test_a_wrong_option_is_exit_status_2() -> None:
    program = start("random_bot.py", "--max-matches", "0")
    _, log = program.communicate(timeout=PATIENCE)
    assert (program.returncode, "at least 1" in log) == (2, True)
