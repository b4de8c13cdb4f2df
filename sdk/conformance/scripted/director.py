"""Plays one conversation with a probe."""

from __future__ import annotations

import json
import re
import shutil
import tempfile
from pathlib import Path
from typing import Any

import grpc
from google.protobuf.json_format import ParseDict, ParseError
from google.protobuf.message import Message

from pentathlon import protocol as pb
from scripted import certificate
from scripted.conversation import Conversation, Step
from scripted.matching import as_json, checked, difference
from scripted.probe import Call, LogLine, Probe
from scripted.referee import Closed, Inbox, Referee, Request, Stream

# By hook: its message.
_MESSAGES: dict[str, type[Message]] = {
    "make": pb.MatchStart,
    "on_start": pb.MatchStart,
    "act": pb.Prompt,
    "announce": pb.Prompt,
    "on_events": pb.Events,
    "on_ack": pb.ActAck,
    "on_announce_ack": pb.AnnounceAck,
    "on_end": pb.MatchEnd,
}
# What a seat hears; a conversation need not name its match.
_SEATED = ("matchStart", "prompt", "actAck", "announceAck", "events", "matchEnd")
# The actions of a Prompt that names none.
_ACTIONS = [
    {"id": number, "text": text, "action": {"octrix": {"card": number}}}
    for number, text in ((10, "H1"), (11, "H2"), (12, "H3"))
]
# Of Pings that only ask whether all is quiet.
_QUIET = 4_000_000_000


class Failure(Exception):
    """The probe did something else than the conversation says."""


def _about(request: dict[str, Any]) -> tuple[object, ...]:
    """What a request is about: a seat, or its kind."""
    kind = next(iter(request), "")
    body: dict[str, Any] = request.get(kind, {})
    if kind in ("ready", "act", "announce", "decline"):
        return (body.get("matchId", "m"), body.get("seat", 0))
    return (kind,)


def _complete(response: dict[str, Any]) -> dict[str, Any]:
    """The response with what a conversation may leave out."""
    kind, body = next(iter(response.items()), ("", {}))
    if kind in _SEATED:
        body = {"matchId": "m", **body}
        if kind == "prompt":
            body = {"kind": "DECISION_KIND_MUST", **body}
            if body["kind"] == "DECISION_KIND_MUST":
                body = {"actions": _ACTIONS, **body}
        return {**response, kind: body}
    return response


class Director:
    """Plays one conversation; `play` returns what went wrong, or nothing."""

    def __init__(self, conversation: Conversation, command: list[str], patience: float) -> None:
        self._conversation = conversation
        self._command = command
        self._patience = patience
        self._inbox = Inbox()
        # Short, because paths of Unix sockets are.
        self._folder = Path(tempfile.mkdtemp(prefix="talk-"))
        self._credentials: grpc.ServerCredentials | None = None
        self._referees: dict[str, Referee] = {}
        self._addresses: dict[str, str] = {}
        self._probe: Probe | None = None
        self._stream: Stream | None = None
        self._streams: dict[str, Stream] = {}
        self._pending: dict[str, dict[str, Any]] = {}
        self._asked_quiet = 0

    def play(self) -> str:
        number = 0
        step: Step = {}
        try:
            if self._conversation.tls:
                self._credentials = certificate.make(self._folder)
            for name in ("a", "b"):
                self._listen(name)
            if self._conversation.absent:
                self._break("a")
            self._run({"flags": self._conversation.flags})
            for number, step in enumerate(self._conversation.steps, 1):
                self._do(step)
            self._nothing_left()
        except (Failure, ParseError) as failure:
            return f"step {number}, {json.dumps(step)[:200]}: {failure}{self._log_end()}"
        finally:
            self._close()
        return ""

    def _close(self) -> None:
        if self._probe is not None:
            self._probe.kill()
        for referee in self._referees.values():
            referee.kill()
        shutil.rmtree(self._folder)

    def _do(self, step: Step) -> None:
        word = next(iter(step))
        value = step[word]
        if word == "accept":
            self._accept(value, step)
        elif word == "on":
            self._stream = self._streams[value]
        elif word == "closed":
            self._closed()
        elif word == "expect":
            self._expect(value)
        elif word == "send":
            self._send(value)
        elif word == "call":
            self._call(value, step)
        elif word == "reply":
            self._reply(self._waiting(step["to"]), value)
        elif word == "look":
            self._look(value, step["open"])
        elif word == "quiet":
            self._quiet()
        elif word == "log":
            self._log(value, step.get("level", ""))
        elif word == "unlogged":
            self._unlogged(value)
        elif word == "end":
            code = grpc.StatusCode[value["code"]]
            self._present().end(code, value.get("message", ""))
        elif word == "break":
            self._break(value)
        elif word == "listen":
            self._listen(value)
        elif word == "signal":
            self._running().signal(value)
        elif word == "exit":
            self._exit(value)
        elif word == "file":
            self._file(value, step["holds"])
        elif word == "write":
            path = Path(self._filled(value))
            path.write_text(step["text"])
            path.chmod(0o600)
        else:
            self._run(value)

    # The referees.

    def _listen(self, name: str) -> None:
        address = self._addresses.get(name)
        if address is None:
            tcp = self._conversation.tcp
            address = "127.0.0.1:0" if tcp else f"unix:{self._folder}/{name}"
        self._referees[name] = Referee(name, address, self._inbox, self._credentials)
        self._addresses[name] = self._referees[name].address

    def _break(self, name: str) -> None:
        self._referees.pop(name).kill()

    def _accept(self, name: str, step: Step) -> None:
        wanted = self._stream_of(step["instance"]) if "instance" in step else None

        def fits(item: object) -> Stream | None:
            if not isinstance(item, Stream) or item.referee != name:
                return None
            return item if wanted in (None, item) else None

        stream = self._inbox.take(fits, self._patience)
        if stream is None:
            raise Failure(f"no stream was opened at {name}{self._instead()}")
        if wrong := difference(step.get("metadata", {}), stream.metadata, "metadata"):
            raise Failure(wrong)
        self._stream = stream
        self._streams[step.get("as", "")] = stream

    def _stream_of(self, instance: str) -> Stream:
        """The stream on which a process with this instance says hello."""

        def fits(item: object) -> Request | None:
            says = isinstance(item, Request) and item.message.hello.instance == instance
            return item if says else None  # type: ignore[return-value]

        request = self._inbox.take(fits, self._patience)
        if request is None:
            raise Failure(f"no instance {instance} says hello{self._instead()}")
        # For the step that expects it.
        self._inbox.put(request)
        return request.stream

    def _closed(self) -> None:
        stream = self._present()

        def fits(item: object) -> Closed | None:
            return item if isinstance(item, Closed) and item.stream is stream else None

        if self._inbox.take(fits, self._patience) is None:
            raise Failure("the bot is still there")

    def _file(self, name: str, expected: str) -> None:
        path = Path(self._filled(name))
        if not path.exists():
            raise Failure(f"there is no {path.name}")
        if (text := path.read_text().strip()) != expected:
            raise Failure(f"{path.name} holds {text!r}")
        if path.stat().st_mode & 0o777 != 0o600:
            raise Failure(f"{path.name} has mode {path.stat().st_mode & 0o777:o}")
        drafts = [entry.name for entry in path.parent.iterdir() if entry.name != path.name and path.name in entry.name]
        if drafts:
            raise Failure(f"beside it there is {drafts[0]}")

    def _present(self) -> Stream:
        assert self._stream is not None, "a conversation begins with accept"
        return self._stream

    def _send(self, response: dict[str, Any]) -> None:
        filled = self._filled(_complete(response))
        # A field that no release has stands for what a newer referee says.
        unknown = bytes.fromhex(filled.pop("unknownFields", ""))
        message = ParseDict(filled, pb.PlayResponse())
        if unknown:
            message.MergeFromString(unknown)
        self._present().send(message)

    def _filled(self, value: Any) -> Any:
        """`value` with the folder and addresses in place of their names."""
        if isinstance(value, dict):
            return {key: self._filled(entry) for key, entry in value.items()}
        if isinstance(value, list):
            return [self._filled(entry) for entry in value]
        if not isinstance(value, str):
            return value
        for name, address in self._addresses.items():
            value = value.replace(f"$ADDRESS_{name.upper()}", address)
        return value.replace("$DIR", str(self._folder))

    def _expect(self, expected: dict[str, Any]) -> None:
        checked(expected, pb.PlayRequest)
        request = self._next_request(_about(expected))
        if request is None:
            raise Failure(f"nothing like that came{self._instead()}")
        if wrong := difference(expected, request):
            raise Failure(wrong)

    def _next_request(self, about: tuple[object, ...]) -> dict[str, Any] | None:
        stream = self._present()

        def fits(item: object) -> dict[str, Any] | None:
            if not isinstance(item, Request) or item.stream is not stream:
                return None
            request = as_json(item.message)
            return request if _about(request) == about else None

        return self._inbox.take(fits, self._patience)

    def _quiet(self) -> None:
        self._asked_quiet += 1
        nonce = _QUIET + self._asked_quiet
        self._present().send(pb.PlayResponse(ping=pb.Ping(nonce=nonce)))
        pong = self._next_request(("pong",))
        if pong != {"pong": {"nonce": nonce}}:
            raise Failure(f"the ping was answered with {pong}")
        self._nothing_left()

    def _nothing_left(self) -> None:
        for item in self._inbox.left():
            if isinstance(item, Request):
                raise Failure(f"the bot says {as_json(item.message)}, too")
            if isinstance(item, Call):
                raise Failure(f"the hook {item.fields} is called, too")
            if isinstance(item, Stream):
                raise Failure(f"the bot opens a stream at {item.referee}, too")

    def _instead(self) -> str:
        instead = [
            f"the bot says {as_json(item.message)}"
            if isinstance(item, Request)
            else f"the hook {item.fields} is called"
            for item in self._inbox.left()
            if isinstance(item, (Request, Call))
        ]
        return "; but " + "; ".join(instead) if instead else ""

    # The probe.

    def _run(self, how: dict[str, Any]) -> None:
        if self._probe is not None:
            self._probe.kill()
        flags = [self._filled(flag) for flag in how.get("flags", self._conversation.flags)]
        environment = {"ARENA_ADDRESS": self._addresses["a"], "ARENA_BOT_NAME": "probe"}
        environment |= self._filled(self._conversation.environment)
        self._probe = Probe([*self._command, *flags], environment, str(self._folder), self._inbox)
        self._pending.clear()

    def _running(self) -> Probe:
        assert self._probe is not None
        return self._probe

    def _call(self, expected: dict[str, Any], step: Step) -> None:
        seat = (expected.get("match", "m"), expected.get("seat", 0))
        hook = expected["hook"]
        kind = _MESSAGES[hook]
        if "message" in expected:
            checked(expected["message"], kind)

        def fits(item: object) -> dict[str, Any] | None:
            if not isinstance(item, Call) or item.fields.get("hook") == "look":
                return None
            about = (item.fields.get("match"), item.fields.get("seat"))
            return item.fields if about == seat else None

        call = self._inbox.take(fits, self._patience)
        if call is None:
            raise Failure(f"the hook was not called{self._instead()}")
        if call.get("hook") != hook:
            raise Failure(f"the hook {call} was called instead")
        if "message" in expected:
            call["message"] = as_json(kind.FromString(bytes.fromhex(call["message"])))
        if wrong := difference(expected, call):
            raise Failure(wrong)
        if "later" in step:
            self._pending[step["later"]] = call
        else:
            self._reply(call, step.get("reply", {}))

    def _waiting(self, name: str) -> dict[str, Any]:
        return self._pending[name]

    def _reply(self, call: dict[str, Any], reply: dict[str, Any]) -> None:
        self._running().say(call=call["call"], **reply)

    def _look(self, name: str, expected: bool) -> None:
        """Looks again until it is as expected: the probe may not have read yet
        what the referee has said."""
        call = self._waiting(name)
        number = call["call"]

        def fits(item: object) -> dict[str, Any] | None:
            look = isinstance(item, Call) and item.fields.get("hook") == "look"
            return item.fields if look and item.fields["call"] == number else None  # type: ignore[attr-defined]

        for _ in range(1000):
            self._running().say(call=number, look=True)
            told = self._inbox.take(fits, self._patience)
            if told is None:
                raise Failure("the probe did not answer the look")
            if told["open"] == expected:
                return
        raise Failure(f"open is {not expected}, and remains so")

    def _log(self, text: str, level: str) -> None:
        pattern = re.compile(
            ".*".join(re.escape(part) for part in self._filled(text).split("*"))
        )

        def fits(item: object) -> LogLine | None:
            found = isinstance(item, LogLine) and pattern.search(item.text)
            return item if found else None  # type: ignore[return-value]

        line = self._inbox.take(fits, self._patience)
        if line is None:
            raise Failure("the log has no such line")
        if level and line.level != level:
            raise Failure(f"the line is one of {line.level or 'no level'}: {line.text}")

    def _unlogged(self, text: str) -> None:
        for line in self._running().told:
            if text in line:
                raise Failure(f"the log says: {line}")

    def _exit(self, expected: int) -> None:
        status = self._running().ended(self._patience)
        if status is None:
            raise Failure(f"the probe runs on{self._instead()}")
        if status != expected:
            raise Failure(f"the exit status is {status}")

    def _log_end(self) -> str:
        told = self._probe.told[-12:] if self._probe else []
        return "".join(f"\n      | {line}" for line in told)
