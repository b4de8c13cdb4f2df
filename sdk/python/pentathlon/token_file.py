"""Keeps the token of a session, so that a restarted bot goes on with it."""

import os
import re
import tempfile
from pathlib import Path

from pentathlon.errors import OptionError

_LONGEST = 4096
_TOKEN = re.compile(r"[!-~]{1,%d}" % _LONGEST)


def is_token(text: str) -> bool:
    """Whether the text can be a token: a word of ASCII. Anything else cannot be
    sent, or is, for example, a key of the author."""
    return _TOKEN.fullmatch(text) is not None


def read_token(path: Path) -> str:
    """Returns the token in the file, or "" if there is none yet. Raises OptionError
    if the file holds something else: it may be named by mistake, and would go to
    the referee, and be replaced."""
    if path.exists() and not path.is_file():
        raise OptionError(f"{path} is no file")  # A device would be replaced, too.
    try:
        with open(path, "rb") as file:
            # One byte more than the longest token with its line feed.
            token = file.read(_LONGEST + 2).decode("latin-1").strip(" \t\r\n")
    except FileNotFoundError:
        return ""
    if token and not is_token(token):
        raise OptionError(f"{path} holds no token")
    return token


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
