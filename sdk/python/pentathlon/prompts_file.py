"""The files that `arena prompts RECORD --seat N --out FILE` writes. Not for bots."""

from __future__ import annotations

import os
from pathlib import Path

from google.protobuf.message import DecodeError

from pentathlon.errors import OptionError
from pentathlon.protocol import PlayResponse

_EXPECTED = (
    "expected the binary form of what "
    "`arena prompts RECORD --seat N --out FILE` writes"
)


def read_prompts(path: str | os.PathLike[str]) -> list[PlayResponse]:
    """Returns the messages: a MatchStart, what came after it, the MatchEnd.

    Raises OptionError with the path and what is wrong if it is no such file, or
    a broken one.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise OptionError(f"{path} cannot be read: {error.strerror}") from None
    if not data:
        raise OptionError(f"{path} is empty; {_EXPECTED}")
    messages: list[PlayResponse] = []
    at = 0
    while at < len(data):
        message, after = _message(data, at)
        kind = message.WhichOneof("kind") if message else None
        if not messages and kind != "match_start":
            raise OptionError(f"{path} holds no prompts; {_EXPECTED}")
        if message is None or kind is None or (messages and kind == "match_start"):
            raise OptionError(f"{path} is broken at byte {at}; {_EXPECTED}")
        messages.append(message)
        at = after
    if messages[-1].WhichOneof("kind") != "match_end":
        raise OptionError(f"{path} is cut off: it has no MatchEnd; {_EXPECTED}")
    return messages


def _message(data: bytes, at: int) -> tuple[PlayResponse | None, int]:
    """Returns the message at byte `at`, None if it is broken, and where the next
    one begins."""
    size = shift = 0
    while at < len(data) and shift < 32:
        byte = data[at]
        at += 1
        size |= (byte & 0x7F) << shift
        shift += 7
        if byte < 0x80:
            break
    else:
        return None, at
    if at + size > len(data):
        return None, at
    try:
        return PlayResponse.FromString(data[at : at + size]), at + size
    except DecodeError:
        return None, at
