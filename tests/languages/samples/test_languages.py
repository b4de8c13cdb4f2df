"""Submitted bots in several languages are built in a sandbox without a network, are
validated, and play each other, also when their runner is killed.

A test is skipped if something is not on this machine: a toolchain, libraries of a
registry, or the sandbox. The summary of pytest says so. With
PENTATHLON_ALL_LANGUAGES=1 a missing toolchain or library fails the test.
"""

from __future__ import annotations

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from typing import Any

import pytest
from absent import leave_out
from leftovers import Process, children_of, descendants_of, left_behind, running

ROOT = pathlib.Path(__file__).resolve().parents[3]
PROGRAMS = ROOT / "build" / "bin"
# Kept between runs.
OFFERS = ROOT / "build" / "offers"

# By language: the name of the sample, and the programs that its preparation needs.
LANGUAGES = {
    "python": ("python_thumb", []),
    "node": ("node_dice", ["node", "npm"]),
    "go": ("go_dice", ["go", "protoc-gen-go", "protoc-gen-go-grpc"]),
    "java": ("java_dice", ["javac", "mvn"]),
    "rust": ("rust_dice", ["cargo", "rustc", "cc"]),
    "cpp": ("cpp_dice", ["c++"]),
    # These bots play behind a bridge, which every runner of this build offers.
    "bash": ("bash_dice", ["jq"]),
    "lua": ("lua_dice", ["lua5.4"]),
    "perl": ("perl_dice", ["perl"]),
    "php": ("php_dice", ["php"]),
    "ruby": ("ruby_dice", ["ruby"]),
}
# The seats of the game in which the runner is killed.
SEATS = 4
BRIDGED = {"bash", "lua", "perl", "php", "ruby"}
RUST_NEEDED = (1, 88)
KILLS = int(os.environ.get("PENTATHLON_KILLS", "3"))
# Far more than any step takes on a busy machine.
PATIENCE = 120.0


def whats_missing(language: str) -> str:
    """Why the language cannot be tried here; empty: it can."""
    for program in LANGUAGES[language][1]:
        if shutil.which(program) is None:
            return f"{program} is not installed"
    if language == "cpp" and not os.environ.get("PENTATHLON_ALL_LANGUAGES"):
        return "it is compiled for a minute; set PENTATHLON_ALL_LANGUAGES=1"
    if language == "lua" and subprocess.run(["lua5.4", "-lcjson", "-v"], check=False).returncode:
        return "lua-cjson is not installed"
    if language in BRIDGED:
        return ""
    if language == "rust":
        told = subprocess.run(["rustc", "--version"], capture_output=True, text=True, check=True)
        version = re.search(r"(\d+)\.(\d+)", told.stdout)
        assert version is not None
        if tuple(map(int, version.groups())) < RUST_NEEDED:
            return f"rustc {version[0]} is too old for tonic"
    return prepare(language)


def offer_of(language: str) -> pathlib.Path:
    """The folder that a runner offers."""
    return ROOT / "build" / "python-venv" if language == "python" else OFFERS / language


def prepare(language: str) -> str:
    """Makes the folder of the language unless it exists; returns why that is impossible."""
    folder = offer_of(language)
    made = folder / "made"
    if language == "python" or made.exists():
        return ""
    command: list[str | pathlib.Path] = [ROOT / "sample_bots" / language / "prepare", folder]
    if language == "cpp":
        command = ["cmake", "--install", ROOT / "build", "--component", "sdk", "--prefix", folder]
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False
    )
    if done.returncode != 0:
        return f"its libraries cannot be had: {done.stdout[-300:]}"
    made.touch()
    return ""


class Arena:
    """A referee with a runner that offers all languages that are here."""

    def __init__(self) -> None:
        self.missing = {language: whats_missing(language) for language in LANGUAGES}
        # Short, because paths of Unix sockets are.
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="arena-"))
        address = f"unix:{self.folder}/socket"
        command: list[str | pathlib.Path] = [PROGRAMS / "referee"]
        command += [f"--data={self.folder}/data", f"--listen={address}"]
        command += ["--runners=1", "--runner-seats=4", "--drain=0s", "--log-level=off"]
        command += [
            f"--runner-offer={language}={offer_of(language)}"
            for language, missing in self.missing.items()
            if not missing and language not in BRIDGED
        ]
        self.environment = os.environ | {"ARENA_ADDRESS": address}
        self.temporary = self.folder / "tmp"
        self.temporary.mkdir()
        own = os.environ | {"TMPDIR": str(self.temporary)}
        self.referee = subprocess.Popen(command, env=own, stdout=subprocess.PIPE, text=True)
        assert self.referee.stdout is not None
        self.runs = any(line.startswith("listening ") for line in self.referee.stdout)
        self.active: list[str] = []

    def ask(self, *arguments: str | pathlib.Path) -> str:
        """Runs `arena`; fails with what it printed."""
        done = subprocess.run(
            [PROGRAMS / "arena", *arguments],
            env=self.environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout
        return done.stdout

    def start_ladder(self, name: str, event: str) -> None:
        """Starts the ladder `club.NAME` of all bots that are active."""
        ladder = ['name = "club"']
        ladder += [f'[[bot]]\nname = "{bot}"' for bot in self.active]
        ladder += [f'[[event]]\nname = "{name}"\nformat = "ladder"\n{event}']
        file = self.folder / f"{name}.toml"
        file.write_text("\n".join(ladder) + "\n")
        self.ask("ladder", "start", file)

    def matches(self, competition: str, *flags: str) -> list[dict[str, Any]]:
        """Matches of a competition, the newest first; up to a thousand."""
        asked = ["match", "list", "--competition", competition, "--limit=1000", "--json"]
        matches: list[dict[str, Any]] = json.loads(self.ask(*asked, *flags)).get("matches", [])
        return matches

    def check_matches(self, competition: str) -> None:
        """All matches of a competition that is over ended well, and their records are
        right."""
        matches = self.matches(competition)
        for match in matches:
            assert match["state"] == "STATE_FINISHED", match
            assert match["result"]["termination"] == "TERMINATION_NORMAL", match
            assert "faults" not in match["result"], match
        self.ask("verify", *(match["matchId"] for match in matches))

    def under_way(self, competition: str) -> list[dict[str, Any]]:
        """The matches of a competition under way, with their plies so far."""
        listed = self.matches(competition, "--state=running")
        shown = (self.ask("match", "show", match["matchId"], "--json") for match in listed)
        return [json.loads(match)["match"] for match in shown]

    def await_runner(self) -> Process:
        """The runner, as soon as there is one."""
        deadline = time.monotonic() + PATIENCE
        while not (children := children_of(self.referee.pid)):
            assert time.monotonic() < deadline, "no runner was started again"
        (runner,) = children
        return runner

    def end(self) -> None:
        self.referee.terminate()
        self.referee.wait()

    def close(self) -> None:
        self.end()
        shutil.rmtree(self.folder)


@pytest.fixture(scope="module")
def arena() -> Iterator[Arena]:
    one = Arena()
    if not one.runs:
        one.close()
        pytest.skip("a referee with a runner does not start here")
    yield one
    one.close()


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_is_built_validated_and_active(arena: Arena, language: str) -> None:
    if arena.missing[language]:
        leave_out(arena.missing[language])
    said = arena.ask("bots", "submit", ROOT / "sample_bots" / language)
    assert "is active" in said
    name = LANGUAGES[language][0]
    assert "No process is reported" in arena.ask("bots", "log", name, "--failures")
    arena.active.append(name)


@pytest.mark.timeout(600)
def test_they_play_a_ladder(arena: Arena) -> None:
    if len(arena.active) < 2:
        pytest.skip("one language alone plays no ladder")
    arena.start_ladder("ordo", f'game = "ordo"\nmax_sets = {3 * len(arena.active)}')
    arena.ask("ladder", "watch", "club.ordo")
    arena.check_matches("club.ordo")
    standings = json.loads(arena.ask("standings", "club.ordo", "--json"))["standings"]
    assert "faults" not in standings
    played = {entrant["name"]: entrant["sets"] for entrant in standings["entrants"]}
    assert set(played) == set(arena.active)
    assert min(played.values()) > 0


def kill_runner(arena: Arena) -> None:
    """Kills the runner, and waits until all that it has started is gone."""
    runner = arena.await_runner()
    below = descendants_of(runner.pid)
    os.kill(runner.pid, signal.SIGKILL)
    deadline = time.monotonic() + PATIENCE
    while left := running(below):
        assert time.monotonic() < deadline, f"{len(left)} processes have outlived their runner"


@pytest.mark.timeout(1200)
def test_no_kill_of_the_runner_costs_a_fault(arena: Arena) -> None:
    """The runner is killed PENTATHLON_KILLS times, and more often until each bot was
    playing at a kill."""
    if len(arena.active) < SEATS:
        pytest.skip(f"it takes {SEATS} languages to fill a table")
    name = "club.doppelkopf"
    # One table at a time, at which each bot has some fifty decisions.
    event = 'game = "doppelkopf"\noptions = { deals = 4 }\nconcurrent_sets = 1'
    arena.start_ladder("doppelkopf", f'{event}\ndeals = "independent"')
    kills = 0
    hit: set[str] = set()
    last, plies = "", 0
    deadline = time.monotonic() + PATIENCE
    while kills < KILLS or hit != set(arena.active):
        assert time.monotonic() < deadline, f"{kills} kills, which have hit only {hit}"
        for match in arena.under_way(name):
            players = {player["name"] for player in match.get("players", [])}
            # The match has begun, or gone on since the last kill.
            moved = match.get("plies", 0) - (plies if match["matchId"] == last else 0)
            if moved < 20 or (kills >= KILLS and players <= hit):
                continue
            kill_runner(arena)
            if all(match["matchId"] != each["matchId"] for each in arena.under_way(name)):
                continue  # The match was over just before.
            kills += 1
            hit |= players
            last, plies = match["matchId"], match.get("plies", 0)
            deadline = time.monotonic() + PATIENCE
    arena.ask("ladder", "stop", name)
    arena.ask("ladder", "watch", name)
    arena.check_matches(name)


def test_nothing_is_left_behind(arena: Arena) -> None:
    """This test comes last, because it looks at all that the others left."""
    arena.end()
    assert left_behind(arena.folder / "data", arena.temporary) == []
