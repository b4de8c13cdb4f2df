"""Several processes of one bot."""

from __future__ import annotations

import os
import signal
import sys
from pathlib import Path

import pytest

from pentathlon import instances
from pentathlon.errors import OptionError
from pentathlon.options import Options

# Writes how it was called into a folder, one file for each process.
_CALLED = """
import os, sys
path = os.path.join(sys.argv[1], str(os.getpid()))
open(path, "w").write(" ".join(sys.argv[2:]))
"""


def _command(program: str, folder: Path) -> list[str]:
    return [sys.executable, "-c", program, str(folder)]


def _calls(folder: Path) -> list[str]:
    return sorted(path.read_text() for path in folder.iterdir())


def test_each_is_a_process_with_a_name(tmp_path: Path) -> None:
    options = Options(instances=2, token_file="t")
    assert instances.Instances(options, _command(_CALLED, tmp_path)).run() == 0
    assert _calls(tmp_path) == [
        "--instances=1 --instance=1 --token-file=t.1",
        "--instances=1 --instance=2 --token-file=t.2",
    ]


def test_names_stand_behind_that_of_the_program(tmp_path: Path) -> None:
    options = Options(instances=2, instance="b")
    instances.Instances(options, _command(_CALLED, tmp_path)).run()
    assert _calls(tmp_path) == [
        "--instances=1 --instance=b.1",
        "--instances=1 --instance=b.2",
    ]


def test_one_that_fails_ends_all(tmp_path: Path) -> None:
    program = """
import signal, sys
if "--instance=2" in sys.argv: sys.exit(7)
signal.pause()
"""
    options = Options(instances=2)
    assert instances.Instances(options, _command(program, tmp_path)).run() == 1


def test_one_that_has_played_its_match_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(instances, "SLOWEST_START", 0.0)
    program = _CALLED + "sys.exit(len(os.listdir(sys.argv[1])) == 5)"
    options = Options(instances=1, one_match=True)
    assert instances.Instances(options, _command(program, tmp_path)).run() == 1
    assert len(_calls(tmp_path)) == 5


def test_a_signal_ends_all(tmp_path: Path) -> None:
    program = f"""
import os, signal
os.kill({os.getpid()}, signal.SIGTERM)
signal.pause()
"""
    options = Options(instances=2)
    assert instances.Instances(options, _command(program, tmp_path)).run() == 0
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_options_come_from_the_environment() -> None:
    environment = {
        "ARENA_INSTANCE": "7",
        "ARENA_ONE_MATCH": "true",
        "ARENA_INSTANCES": "3",
    }
    options = Options.from_environment(environment=environment)
    assert options.instance == "7"
    assert options.one_match
    assert options.instances == 3


@pytest.mark.parametrize(
    "variable, value",
    [
        ("ARENA_INSTANCE", "a b"),
        ("ARENA_ONE_MATCH", "maybe"),
        ("ARENA_INSTANCES", "0"),
    ],
)
def test_wrong_values_are_named(variable: str, value: str) -> None:
    with pytest.raises(OptionError, match=value):
        Options.from_environment(environment={variable: value})
