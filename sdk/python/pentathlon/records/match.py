"""One match, as its record tells it."""

from __future__ import annotations

import dataclasses
import functools
import io
import os
from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path
from typing import Any, Literal, TypeVar

from google.protobuf.message import Message
from google.protobuf.proto import parse_length_prefixed

from pentathlon.protocol import (
    DECISION_KIND_MUST,
    Clock,
    MatchResult,
    MatchStep,
    PlayResponse,
    Prompt,
    RecordHeader,
    Termination,
)
from pentathlon.records import program as arena
from pentathlon.records.errors import RecordError
from pentathlon.records.program import StrPath
from pentathlon.records.record_file import Entry, RecordFile, fault_name, parse

_M = TypeVar("_M", bound=Message)

# More than any record has.
_MAX_FILE = 256 << 20


@dataclasses.dataclass(frozen=True)
class Seat:
    """A seat and its player."""

    seat: int
    """From 0."""
    name: str
    """The public name of the player."""
    version: str | None
    """The version that it gave in its hello; empty for built-in players, None for
    matches without a referee."""
    language: str | None
    """Its language and SDK, likewise."""
    points: int
    """At the end, in the points of the game."""
    rank: int | None
    """Its place; 1 is best, equal seats share one. None without a result."""
    faults: int


@dataclasses.dataclass(frozen=True)
class Fault:
    """What the bot of a seat did wrong."""

    seat: int
    kind: str
    """late, illegal, malformed, gone, crashed, flood or not-ready."""
    decision: int
    """0 before the first."""


@dataclasses.dataclass(frozen=True)
class Decision:
    """A choice, an announcement or a fault of a seat: a row of the table decisions.

    arena/record/README.md tells unit and range of each field."""

    match: str
    entry: int
    decision: int
    ply: int | None
    deal: int
    seat: int
    kind: Literal["choice", "announcement", "fault"]
    action: str | None
    code: int | None
    dense_index: int | None
    legal: int | None
    fault: str | None
    substitute: bool
    charged_ms: int | None
    bank_left_ms: int | None
    points: int | None


@dataclasses.dataclass(frozen=True)
class Asked:
    """What the bot of a seat was asked, and what became of it."""

    prompt: Prompt
    """As the bot was sent it, the last one of the decision."""
    action_id: int | None
    """The id of the action that was played: the bot's choice, or after a fault the
    substitute. None if none was."""
    fault: str | None
    """The fault that the bot committed instead of choosing."""


class Match:
    """A finished match.

    Header, result and entries are read from the file alone. `decisions`, `rows`,
    `steps`, `messages` and `prompts` ask the program `arena`, which plays the
    match again, and raise RecordError for a record that the rules contradict.
    """

    def __init__(
        self, path: StrPath, data: bytes, program: StrPath | None = None
    ) -> None:
        self.path = Path(path)
        self._program = program
        self._file: RecordFile = parse(data)

    def __repr__(self) -> str:
        return f"<Match {self.key} of {self.game}: {self.path}>"

    # ---- From the file ----

    @property
    def header(self) -> RecordHeader:
        return self._file.header

    @property
    def result(self) -> MatchResult:
        return self._file.result

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The inputs as the file spells them; `decisions` tells what they mean."""
        return self._file.entries

    @property
    def sha256(self) -> str:
        """The hash of the record, in hexadecimal, as the bots were told it."""
        return self._file.sha256

    @property
    def key(self) -> str:
        """The match id; of a match without one the name of its file."""
        return self.header.match_id or self.path.name

    @property
    def game(self) -> str:
        return self.header.game

    @property
    def label(self) -> str:
        return self.header.label

    @property
    def seed(self) -> str:
        """64 hexadecimal digits."""
        return self.header.seed.hex()

    @property
    def options(self) -> dict[str, str]:
        """All options in effect; in older records those that were set."""
        options = self.header.options or self.header.given_options
        return {option.name: option.value for option in options}

    @property
    def clock(self) -> Clock | None:
        """The time control; None for matches without a referee."""
        return self.header.clock if self.header.HasField("clock") else None

    @property
    def termination(self) -> str:
        """normal, forfeit, cancelled or infrastructure."""
        name = Termination.Name(self.result.termination)
        return name.removeprefix("TERMINATION_").lower()

    @property
    def faults(self) -> list[Fault]:
        return [
            Fault(fault.seat, fault_name(fault.kind), fault.decision)
            for fault in self.result.faults
        ]

    @property
    def seats(self) -> list[Seat]:
        header, result = self.header, self.result
        infos = header.player_infos
        return [
            Seat(
                seat=seat,
                name=name,
                version=infos[seat].version if infos else None,
                language=infos[seat].language if infos else None,
                points=result.returns[seat],
                rank=result.ranks[seat] if result.ranks else None,
                faults=sum(fault.seat == seat for fault in result.faults),
            )
            for seat, name in enumerate(header.players)
        ]

    # ---- From the program ----

    @functools.cached_property
    def _tables(self) -> dict[str, list[dict[str, Any]]]:
        with arena.exported([self.path], self._program) as tables:
            return {
                name: list(chain.from_iterable(tables.rows(name)))
                for name in tables.names
            }

    def rows(self, table: str) -> list[dict[str, Any]]:
        """The rows of this match in one of the tables matches, seats, decisions and
        deals, by the names of the columns."""
        if table not in self._tables:
            raise ValueError(f"no table {table!r}; expected {', '.join(self._tables)}")
        return self._tables[table]

    @functools.cached_property
    def decisions(self) -> list[Decision]:
        """What the seats chose, announced and did wrong, in its order."""
        names = [field.name for field in dataclasses.fields(Decision)]
        return [
            Decision(**{name: row[name] for name in names})
            for row in self.rows("decisions")
        ]

    def steps(
        self, view: int | Literal["table", "public"] = "table"
    ) -> list[MatchStep]:
        """The match step by step, with all positions, as the whole table, everybody
        ("public") or one seat saw it."""
        arguments = ["replay", *arena.named([self.path]), "--format", "binary"]
        if view == "public":
            arguments.append("--spectator")
        elif view != "table":
            arguments += ["--seat", str(int(view))]
        return _messages(arena.output(arguments, self._program), MatchStep)

    def messages(self, seat: int, events: bool = False) -> list[PlayResponse]:
        """All that the bot of a seat was sent: MatchStart, prompts and what came of
        them, MatchEnd; with `events` what bots with CAPABILITY_EVENTS get, too."""
        arguments = ["prompts", *arena.named([self.path]), "--seat", str(int(seat))]
        if events:
            arguments.append("--events")
        return _messages(arena.output(arguments, self._program), PlayResponse)

    def prompts(self, seat: int) -> list[Asked]:
        """What the bot of a seat was asked to choose, with what was played then:
        one for each decision."""
        asked: dict[int, Asked] = {}
        for message in self.messages(seat):
            kind = message.WhichOneof("kind")
            if kind == "prompt" and message.prompt.kind == DECISION_KIND_MUST:
                old = asked.get(message.prompt.decision)
                asked[message.prompt.decision] = Asked(
                    message.prompt,
                    old.action_id if old else None,
                    old.fault if old else None,
                )
            elif kind == "act_ack" and message.act_ack.decision in asked:
                ack = message.act_ack
                asked[ack.decision] = Asked(
                    asked[ack.decision].prompt,
                    ack.action_id if ack.HasField("action_id") else None,
                    fault_name(ack.fault) if ack.fault else None,
                )
        return list(asked.values())


def _messages(data: bytes, kind: type[_M]) -> list[_M]:
    stream = io.BytesIO(data)
    messages = []
    while stream.tell() < len(data):
        messages.append(parse_length_prefixed(kind, stream))
    return messages


def read_one(path: StrPath, program: StrPath | None = None) -> Match:
    """Reads a record file. Raises RecordError with the path and what is wrong."""
    try:
        with open(path, "rb") as file:
            data = file.read(_MAX_FILE + 1)
    except OSError as error:
        raise RecordError(f"{path} cannot be read: {error.strerror}") from None
    if len(data) > _MAX_FILE:
        raise RecordError(f"{path} has more than {_MAX_FILE} bytes")
    try:
        return Match(path, data, program)
    except RecordError as error:
        raise RecordError(f"{path}: {error}") from None


def read(
    *paths: StrPath,
    bad: Callable[[RecordError], object] | None = None,
    program: StrPath | None = None,
) -> Iterator[Match]:
    """Reads records: files, and folders with all folders in them, in which files that
    end in .record or .rec are taken.

    A file that cannot be read raises RecordError, or is handed to `bad`, and the
    next one follows:

        errors: list[records.RecordError] = []
        for match in records.read("records", bad=errors.append): ...

    Checksums are checked; whether a match follows the rules is told by whatever
    asks the program.
    """
    for path in arena.named(paths):
        for file in _files(path):
            try:
                yield read_one(file, program)
            except RecordError as error:
                if bad is None:
                    raise
                bad(error)


def _files(path: str) -> list[str]:
    if not os.path.isdir(path):
        return [path]
    files: list[str] = []
    for folder, _, names in os.walk(path):
        for name in names:
            file = os.path.join(folder, name)
            if name.endswith((".record", ".rec")) and os.path.isfile(file):
                files.append(file)
    if os.path.isfile(os.path.join(path, "referee.sqlite")):
        raise RecordError(
            f"{path} is the folder of a referee, whose records are in a database; "
            "records.frames reads it, and `referee --copy-records` makes files of it"
        )
    if not files:
        raise RecordError(
            f"the folder {path} has no records; expected files that end in .record "
            "or .rec"
        )
    return sorted(files)
