"""The files that `arena prompts RECORD --seat N --out FILE` writes."""

from __future__ import annotations

import io
import os
from pathlib import Path

from google.protobuf.message import DecodeError
from google.protobuf.proto import parse_length_prefixed

from pentathlon.errors import OptionError
from pentathlon.protocol import PlayResponse

_EXPECTED = (
    "expected the binary form of what "
    "`arena prompts RECORD --seat N --out FILE` writes"
)


def read_prompts(path: str | os.PathLike[str]) -> list[PlayResponse]:
    """Returns the messages: a MatchStart, what came after it, the MatchEnd.

    With them a test asks a bot again; see the README. Raises OptionError with the
    path and what is wrong if it is no such file, or a broken one.
    """
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise OptionError(f"{path} cannot be read: {error.strerror}") from None
    if not data:
        raise OptionError(f"{path} is empty; {_EXPECTED}")
    stream = io.BytesIO(data)
    messages: list[PlayResponse] = []
    kind = None
    while (at := stream.tell()) < len(data):
        try:
            message = parse_length_prefixed(PlayResponse, stream)
            kind = message.WhichOneof("kind")
        except (DecodeError, OverflowError, ValueError):
            kind = None
        if not messages and kind != "match_start":
            raise OptionError(f"{path} holds no prompts; {_EXPECTED}")
        if kind is None or (messages and kind == "match_start"):
            raise OptionError(f"{path} is broken at byte {at}; {_EXPECTED}")
        messages.append(message)
    if kind != "match_end":
        raise OptionError(f"{path} is cut off: it has no MatchEnd; {_EXPECTED}")
    return messages
