"""Keeps the token of a session, so that a restarted bot goes on with it."""

import os
import tempfile
from pathlib import Path


def read_token(path: Path) -> str:
    """Returns the token in the file, or "" if there is no file yet."""
    try:
        return path.read_text(encoding="ascii").strip()
    except FileNotFoundError:
        return ""


def write_token(path: Path, token: str) -> None:
    """Replaces the file in one step, readable by its owner only."""
    # A new file of mode 600 beside it: readers see the old token or the new
    # one, never half of it.
    handle, draft = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(token + "\n")
        os.replace(draft, path)
    except BaseException:
        os.unlink(draft)
        raise
