"""Conversations as they stand in files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parents[1]

Step = dict[str, Any]

# What a step may say beside its first word.
STEPS = {
    "accept": {"metadata", "instance", "as"},
    "on": set(),
    "closed": set(),
    "expect": set(),
    "send": set(),
    "call": {"reply", "later"},
    "reply": {"to"},
    "look": {"open"},
    "quiet": set(),
    "log": {"level"},
    "unlogged": set(),
    "end": set(),
    "break": set(),
    "listen": set(),
    "signal": set(),
    "exit": set(),
    "run": set(),
    "file": {"holds"},
    "write": {"text"},
}
FIELDS = {"name", "flags", "environment", "begin", "steps", "tcp", "tls", "absent"}


class ConversationError(Exception):
    """A file of conversations is wrong."""


@dataclass
class Conversation:
    """What a referee says, what the bot must answer, what its hooks must see."""

    file: str
    name: str
    flags: list[str]
    environment: dict[str, str]
    steps: list[Step]
    tcp: bool
    """Whether the referees listen on TCP rather than on Unix sockets."""
    tls: bool
    """Whether they want TLS, on TCP."""
    absent: bool
    """Whether no referee listens at first."""


def load(words: list[str]) -> list[Conversation]:
    """The conversations of the files whose name has one of `words` in it, and those
    whose own name has; all if there are no words."""
    beginnings = json.loads((HERE / "beginnings.json").read_text())
    found = []
    for path in sorted((HERE / "conversations").glob("*.json")):
        for entry in json.loads(path.read_text()):
            name = entry.get("name", "")
            if words and not any(word in path.stem or word in name for word in words):
                continue
            found.append(_conversation(path.stem, entry, beginnings))
    return found


def _expanded(steps: list[Step]) -> list[Step]:
    """The steps, with those that are to be repeated as often as they shall be."""
    expanded = []
    for step in steps:
        if "repeat" not in step:
            expanded.append(step)
            continue
        for number in range(step["repeat"]):
            text = json.dumps(step["steps"]).replace("$I", str(number))
            expanded += json.loads(text)
    return expanded


def _conversation(
    file: str, entry: dict[str, Any], beginnings: dict[str, list[Step]]
) -> Conversation:
    where = f"{file}: {entry.get('name', 'a conversation without a name')}"
    if unknown := entry.keys() - FIELDS:
        raise ConversationError(f"{where}: there is no field {', '.join(unknown)}")
    begin = entry.get("begin")
    if begin is not None and begin not in beginnings:
        raise ConversationError(
            f"{where}: begin is {begin!r}; it should be one of {', '.join(beginnings)}"
        )
    steps = (beginnings[begin] if begin else []) + _expanded(entry["steps"])
    for number, step in enumerate(steps, 1):
        word = next(iter(step), "")
        if word not in STEPS or step.keys() - {word} - STEPS[word]:
            raise ConversationError(f"{where}: step {number} is none: {step}")
    tls = entry.get("tls", False)
    return Conversation(
        file=file,
        name=entry["name"],
        flags=entry.get("flags", []),
        environment=entry.get("environment", {}),
        steps=steps,
        tcp=entry.get("tcp", False) or tls,
        tls=tls,
        absent=entry.get("absent", False),
    )
