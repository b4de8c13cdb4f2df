"""What to install for a part of this package that needs more than the others."""

from __future__ import annotations

import importlib.util
import shlex
from pathlib import Path

from pentathlon.records.errors import RecordError

_HERE = Path(__file__).resolve().parents[2]


def command(extra: str) -> str:
    """The command that installs the extra. The package is in no public registry, so
    the command names a checkout: the one that runs, if it is one."""
    if (_HERE / "pyproject.toml").is_file():
        return f"pip install -e {shlex.quote(str(_HERE))}'[{extra}]'"
    return f"pip install ~/pentathlon/sdk/python'[{extra}]' (your checkout)"


def need(package: str, extra: str, purpose: str) -> None:
    """Raises RecordError if the package of an extra is missing."""
    if importlib.util.find_spec(package) is None:
        raise RecordError(f"{purpose} needs the package {package}: {command(extra)}")
