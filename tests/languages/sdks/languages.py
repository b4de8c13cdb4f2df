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

ROOT = pathlib.Path(__file__).resolve().parents[3]
ARENA = ROOT / "build" / "bin" / "arena"
# Where probes are built; kept between runs.
PROBES = ROOT / "build" / "probes"


@dataclasses.dataclass(frozen=True)
class Language:
    """Commands are run in the project's top folder."""

    bot: str
    """Starts a sample bot; {bot} stands for random_bot, greedy_bot or
    thinking_bot."""
    probe: str
    """Starts the probe of the SDK; $ROOT stands for a checkout, and $OUT for the
    folder where build_probe has put it."""
    build_probe: str = ""
    """Builds the probe, as bash runs it in a checkout."""
    build: str = ""
    """The name of the language for sample_bots/build, if its bots need to be built."""
    needs: tuple[str, ...] = ()
    """Programs without which the language is skipped."""
    runtime: str = ""
    """The runtime in bot.toml, if its name differs from the language's."""
    offer: str = ""
    """Makes the folder {folder} that a runner offers to bots of the language."""
    slow: bool = False
    """Whether compiling a program takes a minute: tests that compile run only
    with PENTATHLON_ALL_LANGUAGES=1."""


LANGUAGES = {
    "python": Language(
        bot=f"{sys.executable} sample_bots/python/{{bot}}.py",
        probe=f"env PYTHONPATH=$ROOT/sdk/python {sys.executable} "
        "$ROOT/sdk/python/probe/probe.py",
        offer="sdk/python/install {folder}",
    ),
    "cpp": Language(
        bot="build/bin/{bot}",
        probe="$ROOT/build/bin/sdk_cpp_probe",
        needs=("c++", "cmake"),
        offer="cmake --install build --component sdk --prefix {folder}",
        slow=True,
    ),
    "typescript": Language(
        bot="build/sample_bots/node/{bot}",
        build="node",
        probe="node $ROOT/sdk/typescript/probe/probe.js",
        build_probe="sdk/typescript/pack $OUT",
        needs=("node", "npm"),
        runtime="node",
        offer="sample_bots/node/prepare {folder}",
    ),
    "go": Language(
        bot="build/sample_bots/go/{bot}",
        build="go",
        probe="$OUT/probe",
        build_probe="cd sdk/go && go build -buildvcs=false -o $OUT/probe ./probe",
        needs=("go",),
        offer="sample_bots/go/prepare {folder}",
    ),
    "java": Language(
        bot="build/sample_bots/java/{bot}",
        build="java",
        probe="$OUT/probe",
        build_probe="mvn -q -B -f sdk/java -Dmaven.test.skip=true package && "
        "sdk/java/probe/prepare $OUT",
        needs=("javac", "mvn"),
        offer="sample_bots/java/prepare {folder}",
    ),
    "rust": Language(
        bot="build/sample_bots/rust/{bot}",
        build="rust",
        probe="$OUT/debug/pentathlon-probe",
        build_probe="cd sdk/rust && CARGO_TARGET_DIR=$OUT "
        "cargo build --quiet --locked -p pentathlon-probe",
        needs=("cargo", "rustc", "cc"),
        offer="sample_bots/rust/prepare {folder}",
    ),
}


def skip_if_missing(language: str) -> None:
    """Skips the test if the language's toolchain is not on this machine; fails it
    on a machine for all languages."""
    needs = LANGUAGES[language].needs
    missing = [program for program in needs if shutil.which(program) is None]
    if not missing:
        return
    why = f"{language}: {', '.join(missing)} is not installed"
    if os.environ.get("PENTATHLON_ALL_LANGUAGES"):
        pytest.fail(why)
    pytest.skip(why)


def skip_if_slow(language: str) -> None:
    if LANGUAGES[language].slow and not os.environ.get("PENTATHLON_ALL_LANGUAGES"):
        pytest.skip("it is compiled for a minute; set PENTATHLON_ALL_LANGUAGES=1")


def command_of(language: str, bot: str) -> list[str]:
    """Returns the command that starts a sample bot, which is built if need be."""
    skip_if_missing(language)
    build(language)
    return shlex.split(LANGUAGES[language].bot.format(bot=bot))


def build_probe(language: str, checkout: pathlib.Path, out: pathlib.Path) -> str:
    """Builds the probe of an SDK and returns the command that starts it."""
    entry = LANGUAGES[language]

    def filled(text: str) -> str:
        return text.replace("$OUT", str(out)).replace("$ROOT", str(checkout))

    out.mkdir(parents=True, exist_ok=True)
    if entry.build_probe:
        run(["bash", "-euc", filled(entry.build_probe)], checkout, timeout=1200)
    return filled(entry.probe)


@functools.cache
def build(language: str) -> None:
    """Builds the sample bots of a language, once."""
    if name := LANGUAGES[language].build:
        run(["sample_bots/build", "build/sample_bots", name], timeout=1200)


def run(
    command: list[str], folder: pathlib.Path = ROOT, timeout: float = 120
) -> str:
    """Returns the output of a program, which must end with status 0."""
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
