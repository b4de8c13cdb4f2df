"""The SDKs, and what their tests need on a machine."""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
from dataclasses import dataclass

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Where probes are built; kept between runs.
PROBES = ROOT / "build" / "probes"


@dataclass(frozen=True)
class Sdk:
    name: str
    """The name of its folder in sdk/."""
    needs: tuple[str, ...]
    """Programs without which it cannot be built."""
    build: str
    """A shell command, run in the top folder of a checkout, that builds the probe;
    $OUT is where it may put it. Empty: there is nothing to build."""
    probe: str
    """A shell command that runs it, in the same places."""

    def command(self, text: str, checkout: pathlib.Path, out: pathlib.Path) -> str:
        return text.replace("$OUT", str(out)).replace("$ROOT", str(checkout))

    def build_probe(self, checkout: pathlib.Path, out: pathlib.Path) -> str:
        """Builds the probe and returns the command that runs it."""
        out.mkdir(parents=True, exist_ok=True)
        if self.build:
            done = subprocess.run(
                ["bash", "-euc", self.command(self.build, checkout, out)],
                cwd=checkout,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                check=False,
            )
            assert done.returncode == 0, done.stdout[-3000:]
        return self.command(self.probe, checkout, out)


SDKS = (
    Sdk("cpp", (), "", "$ROOT/build/bin/sdk_cpp_probe"),
    Sdk(
        "python",
        (),
        "",
        f"env PYTHONPATH=$ROOT/sdk/python {ROOT}/build/python-test-venv/bin/python "
        "$ROOT/sdk/python/probe/probe.py",
    ),
)


def find(name: str) -> Sdk:
    return next(sdk for sdk in SDKS if sdk.name == name)


def skip_without_toolchain(sdk: Sdk) -> None:
    """Skips the test where a toolchain is missing; fails it instead on a machine for
    all languages."""
    missing = [program for program in sdk.needs if shutil.which(program) is None]
    if not missing:
        return
    why = f"{sdk.name}: {', '.join(missing)} is not installed"
    if os.environ.get("PENTATHLON_ALL_LANGUAGES"):
        pytest.fail(why)
    pytest.skip(why)
