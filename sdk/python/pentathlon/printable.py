"""Texts of others for a log or a terminal. Not for bots."""

from __future__ import annotations

import logging
import re
import time

# Control characters except tab and line feed, the signs that turn the direction
# of writing, and halves of surrogates, which no stream takes.
_OBEYED = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"
)


def printable(text: str) -> str:
    r"""Returns the text with escapes such as \u001b for what a terminal would obey
    instead of show. What follows a line feed is indented, so that no text passes
    for a line of its own."""
    escaped = _OBEYED.sub(lambda sign: f"\\u{ord(sign[0]):04x}", text)
    return escaped.replace("\n", "\n    ")


class LineFormatter(logging.Formatter):
    """Writes lines such as "2026-01-31T18:00:00.123Z INFO text"."""

    converter = staticmethod(time.gmtime)
    default_time_format = "%Y-%m-%dT%H:%M:%S"
    default_msec_format = "%s.%03dZ"

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        return printable(super().format(record))
