"""What to install for a part of this package that needs more than the others."""

from __future__ import annotations

import shlex
from pathlib import Path

_HERE = Path(__file__).resolve().parents[2]


def command(extra: str) -> str:
    """The command that installs the extra. The package is in no public registry, so
    the command names a checkout: the one that runs, if it is one."""
    if (_HERE / "pyproject.toml").is_file():
        return f"pip install -e {shlex.quote(str(_HERE))}'[{extra}]'"
    return f"pip install ~/pentathlon/sdk/python'[{extra}]' (your checkout)"
