"""What the referee says, in the words of this SDK. Not for bots.

The referee's messages go to bots of every language and name fields of the
protocol; an author of a Python bot has flags and options instead.
"""

from __future__ import annotations

import re

from pentathlon.protocol import ActAck, FaultKind

_OPTIONS = {
    "name": "--name",
    "version": "Options.version",
    "max_matches": "--max-matches",
    "resume_token": "--token-file",
    "instance": "--instance",
    "one_match": "--one-match",
    "plays": "Options.plays",
    "replace": "--replace",
}
_FIELD = re.compile(r"\bhello\.([a-z_]+)")


def in_options(message: str) -> str:
    """Names the option of the SDK for each field of the hello."""
    return _FIELD.sub(lambda field: _OPTIONS.get(field[1], field[0]), message)


def plain_reason(details: str) -> str:
    """Says why there is no connection, as far as gRPC words it for experts only."""
    if any(words in details for words in ("ARES", "DNS", "errors resolving")):
        return "this host name is not known"
    return details


def fault_word(ack: ActAck) -> str:
    """Returns "late" of FAULT_KIND_LATE, as it stands in results; the number of a
    kind that only a newer referee knows."""
    if ack.fault not in FaultKind.values():
        return f"of kind {ack.fault}"
    name = FaultKind.Name(ack.fault).removeprefix("FAULT_KIND_")
    return name.lower().replace("_", "-")


def fault_words(ack: ActAck) -> str:
    """Returns the referee's words of a fault without its name in front."""
    return ack.message.removeprefix(f"{fault_word(ack)}: ")
