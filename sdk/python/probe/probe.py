"""A bot whose hooks do what a conversation says; see sdk/conformance."""

from __future__ import annotations

import itertools
import json
import os
import sys
import threading
from queue import SimpleQueue
from typing import Any

from google.protobuf.message import Message

from pentathlon import Bot, Choice, Decline, Prompt, main
from pentathlon.protocol import (
    ActAck,
    AnnounceAck,
    Events,
    GameAction,
    LegalAction,
    MatchEnd,
    MatchStart,
)

_numbers = itertools.count(1)
_replies: dict[int, SimpleQueue[dict[str, Any]]] = {}
_out = threading.Lock()


def _say(**fields: object) -> None:
    with _out:
        print(json.dumps(fields), flush=True)


def read_replies() -> None:
    for line in sys.stdin:
        reply = json.loads(line)
        _replies[reply["call"]].put(reply)
    os._exit(0)


class Probe(Bot):
    def __init__(self, start: MatchStart) -> None:
        self._where = {"match": start.match_id, "seat": start.seat}
        self._ask("make", start)

    def _ask(self, hook: str, message: Message, prompt: Prompt | None = None) -> dict[str, Any]:
        number = next(_numbers)
        _replies[number] = SimpleQueue()
        fields = {**self._where, "message": message.SerializeToString().hex()}
        if prompt is not None:
            fields |= {
                "open": prompt.is_open,
                "seed": str(prompt.seed),
                "draw": prompt.random.below(1000),
                "time_left": prompt.time_left,
                "round_trip": prompt.round_trip,
            }
        _say(call=number, hook=hook, **fields)
        while "look" in (reply := _replies[number].get()):
            assert prompt is not None
            _say(call=number, hook="look", **self._where, open=prompt.is_open)
        if "leave" in reply:
            self.leave()
        if "throw" in reply:
            raise ValueError(reply["throw"])
        if "decline" in reply:
            raise Decline(reply["decline"])
        return reply

    def act(self, prompt: Prompt) -> Choice:
        choice = self._choose("act", prompt, prompt.actions)
        assert choice is not None, "act needs a choice"
        return choice

    def announce(self, prompt: Prompt) -> Choice | None:
        return self._choose("announce", prompt, prompt.announcements)

    def _choose(self, hook: str, prompt: Prompt, offered: Any) -> Choice | None:
        reply = self._ask(hook, prompt.message, prompt)
        prompt.note = reply.get("note", "")
        if "offered" in reply:
            chosen: Choice = offered[reply["offered"]]
            return chosen
        if "index" in reply:
            return int(reply["index"])
        if "id" in reply:
            return LegalAction(id=reply["id"])
        if "text" in reply:
            return str(reply["text"])
        if "action" in reply:
            return GameAction.FromString(bytes.fromhex(reply["action"]))
        return None

    def on_start(self, start: MatchStart) -> None:
        self._ask("on_start", start)

    def on_events(self, events: Events) -> None:
        self._ask("on_events", events)

    def on_ack(self, ack: ActAck) -> None:
        self._ask("on_ack", ack)

    def on_announce_ack(self, ack: AnnounceAck) -> None:
        self._ask("on_announce_ack", ack)

    def on_end(self, end: MatchEnd) -> None:
        self._ask("on_end", end)


if __name__ == "__main__":
    threading.Thread(target=read_replies, daemon=True).start()
    main(Probe)
