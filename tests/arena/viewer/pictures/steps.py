"""Matches step by step, as write_steps writes them, and a server of them."""

from __future__ import annotations

import contextlib
import json
import pathlib
import subprocess

from pages import BUILD, ROOT
from served import served


def write_steps(folder: pathlib.Path) -> None:
    subprocess.run([BUILD / "bin/write_steps", folder], check=True, stdout=subprocess.PIPE)


def serve_steps(steps: pathlib.Path) -> contextlib.AbstractContextManager[str]:
    """The address of a server of the page that draws these steps."""
    return served(
        {
            "arena": ROOT / "arena",
            "tests": ROOT / "tests",
            "steps": steps,
            "axe": ROOT / "tests/arena/viewer/node_modules/axe-core",
        }
    )


def deal_ends(steps: pathlib.Path, name: str, view: str) -> list[int]:
    """The indices of steps with which a deal ends."""
    played = json.loads((steps / f"{name}.json").read_text())
    return [
        index
        for index, step in enumerate(played["views"][view])
        if "STEP_MARK_DEAL_END" in step.get("marks", [])
    ]
