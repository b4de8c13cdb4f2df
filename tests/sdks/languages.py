"""The languages that have an SDK, and how their sample bots are started."""

from __future__ import annotations

import dataclasses
import functools
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
    build: str = ""
    """Builds the sample bots, if they need it."""
    needs: tuple[str, ...] = ()
    """Programs without which the language is skipped."""


LANGUAGES = {
    "python": Language(bot=f"{sys.executable} sample_bots/python/{{bot}}.py"),
    "cpp": Language(bot="build/bin/{bot}"),
}


def command_of(language: str, bot: str) -> list[str]:
    """Returns the command that starts a sample bot; skips the test if the
    language's toolchain is not on this machine."""
    entry = LANGUAGES[language]
    for program in entry.needs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")
    build(language)
    return shlex.split(entry.bot.format(bot=bot))


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
