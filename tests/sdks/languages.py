"""The languages that have an SDK, and how their sample bots are started."""

from __future__ import annotations

import dataclasses
import functools
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARENA = ROOT / "build" / "bin" / "arena"


@dataclasses.dataclass(frozen=True)
class Language:
    """Commands are run in the project's top folder."""

    bot: str
    """Starts a sample bot; {bot} stands for random_bot, greedy_bot or
    thinking_bot."""
    bots: tuple[str, ...] = ("random_bot", "greedy_bot", "thinking_bot")
    """The sample bots that there are; tests of others are skipped."""
    build: str = ""
    """Builds the sample bots, if they need it."""
    needs: tuple[str, ...] = ()
    """Programs without which the language is skipped."""
    runtime: str = ""
    """The runtime in bot.toml, if it is not called as the language."""
    offer: str = ""
    """Makes the folder {folder} that a runner offers to bots of the language."""
    slow: bool = False
    """Whether it takes a minute to compile a program: tests that do so run only
    with PENTATHLON_ALL_LANGUAGES=1."""


LANGUAGES = {
    "python": Language(
        bot=f"{sys.executable} sample_bots/python/{{bot}}.py",
        offer="sdk/python/install {folder}",
    ),
    "cpp": Language(
        bot="build/bin/{bot}",
        needs=("c++", "cmake"),
        offer="cmake --install build --component sdk --prefix {folder}",
        slow=True,
    ),
}


def skip_if_missing(language: str) -> None:
    """Skips the test if the language's toolchain is not on this machine."""
    for program in LANGUAGES[language].needs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")


def skip_if_slow(language: str) -> None:
    if LANGUAGES[language].slow and not os.environ.get("PENTATHLON_ALL_LANGUAGES"):
        pytest.skip("it is compiled for a minute; set PENTATHLON_ALL_LANGUAGES=1")


def command_of(language: str, bot: str) -> list[str]:
    """Returns the command that starts a sample bot, which is built if need be."""
    if bot not in LANGUAGES[language].bots:
        pytest.skip(f"there is no {bot} in {language}")
    skip_if_missing(language)
    build(language)
    return shlex.split(LANGUAGES[language].bot.format(bot=bot))


@functools.cache
def build(language: str) -> None:
    """Builds the sample bots of a language, once."""
    if command := LANGUAGES[language].build:
        run(shlex.split(command), timeout=1200)


def run(
    command: list[str], folder: pathlib.Path = ROOT, timeout: float = 120
) -> str:
    """Returns what a program printed to stdout; it must end with status 0."""
    done = subprocess.run(
        command,
        cwd=folder,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
    )
    told = f"{shlex.join(command)} ended with {done.returncode}\n{done.stderr}"
    assert done.returncode == 0, f"{told}{done.stdout[-2000:]}"
    return done.stdout
