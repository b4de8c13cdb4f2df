"""The template of each language is submitted as it is: it is built in the sandbox,
without a network, is validated by matches of all games, and becomes active."""

from __future__ import annotations

import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
from collections.abc import Iterator

import pytest

from languages import (
    ARENA,
    LANGUAGES,
    ROOT,
    run,
    skip_if_missing,
    skip_if_slow,
)

# Kept between runs.
OFFERS = ROOT / "build" / "sdk-offers"


@pytest.fixture
def folder() -> Iterator[pathlib.Path]:
    """A folder with a short path, because paths of Unix sockets must be short."""
    made = pathlib.Path(tempfile.mkdtemp(prefix="arena-"))
    yield made
    shutil.rmtree(made)


def offer(language: str) -> pathlib.Path:
    made = OFFERS / language
    made.parent.mkdir(exist_ok=True)
    command = LANGUAGES[language].offer.format(folder=shlex.quote(str(made)))
    run(shlex.split(command), timeout=1200)
    return made


@pytest.fixture
def environment(folder: pathlib.Path, language: str) -> Iterator[dict[str, str]]:
    """The environment for programs of a referee with a runner for the language."""
    skip_if_missing(language)
    skip_if_slow(language)
    runtime = LANGUAGES[language].runtime or language
    address = f"unix:{folder}/socket"
    command = [f"{ROOT}/build/bin/referee", f"--data={folder}/data"]
    command += [f"--listen={address}", "--runners=1", "--runner-seats=4"]
    command += [f"--runner-offer={runtime}={offer(language)}"]
    command += ["--drain=0s", "--log-level=off"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as referee:
        try:
            assert referee.stdout is not None
            if not any(line.startswith("listening ") for line in referee.stdout):
                pytest.skip("a referee with a runner does not start here")
            yield os.environ | {"ARENA_ADDRESS": address}
        finally:
            referee.terminate()


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_template_is_submitted_as_it_is(
    environment: dict[str, str], language: str
) -> None:
    template = ROOT / "sdk" / language / "template"
    done = subprocess.run(
        [ARENA, "bots", "submit", template],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "is active" in done.stdout
