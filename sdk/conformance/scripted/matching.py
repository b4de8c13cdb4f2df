"""Whether a message has what a conversation expects of it."""

from __future__ import annotations

from typing import Any

from google.protobuf.json_format import MessageToDict, ParseDict
from google.protobuf.message import Message


def as_json(message: Message) -> dict[str, Any]:
    """The message in protobuf's JSON mapping, with the fields that hold zero."""
    found: dict[str, Any] = MessageToDict(
        message, always_print_fields_with_no_presence=True
    )
    return found


def checked(expected: Any, kind: type[Message]) -> Any:
    """Returns `expected`; raises ParseError if no `kind` can be like that."""
    ParseDict(expected, kind())
    return expected


def difference(expected: Any, found: Any, path: str = "") -> str:
    """Where `found` lacks something that is expected; empty if nowhere. What is
    not expected is free; null expects that a field is absent."""
    if isinstance(expected, dict):
        if not isinstance(found, dict):
            return f"{path or 'the message'} is {found!r}, not {expected!r}"
        for key, value in expected.items():
            if wrong := difference(value, found.get(key), f"{path}.{key}".lstrip(".")):
                return wrong
        return ""
    if isinstance(expected, list) and isinstance(found, list):
        if len(expected) != len(found):
            return f"{path} has {len(found)} entries, not {len(expected)}: {found!r}"
        for number, (value, other) in enumerate(zip(expected, found)):
            if wrong := difference(value, other, f"{path}[{number}]"):
                return wrong
        return ""
    if isinstance(expected, float) and isinstance(found, (int, float)):
        same = abs(expected - found) < 1e-6
    else:
        same = expected == found
    return "" if same else f"{path} is {found!r}, not {expected!r}"
