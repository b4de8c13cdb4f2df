"""Reads exported matches and hands their plies, one by one, to a game's rules.

The rules of a game say what must come next (a chance outcome, a choice of a
certain seat) and the `Plies` of a match answer with what was recorded. The
first thing that does not fit raises `Discrepancy`.
"""

from __future__ import annotations

import itertools
import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

CHANCE = -1


class Discrepancy(Exception):
    """The record and these rules differ."""


class Stopped(Exception):
    """The match was stopped before its end; its plies so far are in order."""


@dataclass(frozen=True)
class SeatAction:
    seat: int
    text: str
    # Why the game's substitute was played; empty for a bot's own action.
    fault: str = ""


@dataclass(frozen=True)
class Ply:
    number: int
    decision: int
    kind: str
    actions: tuple[SeatAction, ...]


@dataclass
class Match:
    """One exported match."""

    name: str
    game: str
    seats: int
    options: dict[str, str]
    plies: list[Ply]
    result: dict[str, Any]
    # After this many faults a seat is played for and its team comes last.
    max_faults: int = 3
    # The options in effect, as exported; empty if the export has none.
    in_effect: Mapping[str, str] = field(default_factory=dict)
    # Ended by a cancel or abandon line, or because all bots failed.
    stopped: bool = False

    def failed_seats(self) -> set[int]:
        """The seats that were played for in the end."""
        faults = Counter(fault["seat"] for fault in self.result["faults"])
        return {seat for seat in faults if faults[seat] >= self.max_faults}


def read_matches(lines: Iterable[str], source: str) -> Iterator[Match]:
    """Yields the matches of a stream of JSON Lines, named by their place."""
    match: Match | None = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        record = json.loads(line)
        if record["type"] == "match":
            if match is not None:
                raise Discrepancy(f"{match.name}: no result")
            match = _match_of(record, f"{source}:{number}")
        elif match is None:
            raise Discrepancy(f"{source}:{number}: no match has begun")
        elif record["type"] == "ply":
            match.plies.append(_ply_of(record))
        elif record["type"] in ("cancel", "abandon"):
            match.stopped = True
        elif record["type"] == "result":
            match.result = record
            match.stopped |= len(match.failed_seats()) == match.seats
            yield match
            match = None
    if match is not None:
        raise Discrepancy(f"{match.name}: no result")


def _match_of(record: Mapping[str, Any], place: str) -> Match:
    return Match(
        name=f"{place} (seed {record['seed']}, options {record['given_options']})",
        game=record["game"],
        seats=record["seats"],
        options=dict(record["given_options"]),
        plies=[],
        result={},
        max_faults=record["max_faults"],
        in_effect=dict(record["options"]),
    )


def _ply_of(record: Mapping[str, Any]) -> Ply:
    actions = tuple(
        SeatAction(action["seat"], action["action"], action.get("fault", ""))
        for action in record["actions"]
    )
    return Ply(record["ply"], record["decision"], record["kind"], actions)


@dataclass(frozen=True)
class Outcome:
    """How a match ends by the rules of its game, by seat."""

    returns: Sequence[int]
    ranks: Sequence[int]
    # Seats with the same number share their fate.
    teams: Sequence[int] = (0, 1, 2, 3)


class Plies:
    """The plies of one match, read in order by the rules of its game."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._next = 0
        self._decisions = 0
        # The beginning of chance outcomes that these rules ignore.
        self.ignored_outcomes = ""

    def chance(self, what: str, outcomes: Collection[str]) -> str:
        """The chance outcome that must come next."""
        ply = self._take("chance", what)
        self.expect("decision number", ply.decision, self._decisions)
        self.expect("seats of " + what, _seats(ply), [CHANCE])
        self.expect_in(what, ply.actions[0].text, outcomes)
        return ply.actions[0].text

    def expect_in_effect(self, options: Mapping[str, str]) -> None:
        """The options in effect must be those that follow by these rules."""
        if self._match.in_effect:
            self.expect("options in effect", self._match.in_effect, options)

    def next_choice(self) -> tuple[int, str] | None:
        """Seat and text of the next ply, if that is a choice of one seat."""
        if self._next_kind() != "choice":
            return None
        action = self._match.plies[self._next].actions[0]
        return action.seat, action.text

    def choice(
        self,
        seat: int,
        what: str,
        legal: Collection[str],
        substitutes: Collection[str],
    ) -> str:
        """The choice that `seat` alone must make next."""
        return self.choices({seat: legal}, what, {seat: substitutes})[seat]

    def choices(
        self,
        legal: Mapping[int, Collection[str]],
        what: str,
        substitutes: Mapping[int, Collection[str]],
    ) -> dict[int, str]:
        """The choices that these seats must make at once, by seat.

        `substitutes` are what may be played for a bot that failed.
        """
        ply = self._take("choice", what)
        self._decisions += 1
        self.expect("decision number", ply.decision, self._decisions)
        self.expect("to act: " + what, _seats(ply), sorted(legal))
        for action in ply.actions:
            self.expect_in(what, action.text, legal[action.seat])
            if action.fault:
                self.expect_in(
                    "substitute " + what,
                    action.text,
                    substitutes[action.seat],
                )
        return {action.seat: action.text for action in ply.actions}

    def announcement(
        self, legal: Mapping[int, Collection[str]], what: str
    ) -> SeatAction | None:
        """The announcement that comes before the next decision, if one does.

        `legal` has the seats that may announce.
        """
        if self._next_kind() != "announcement":
            return None
        ply = self._take("announcement", what)
        self.expect("decision number", ply.decision, self._decisions + 1)
        self.expect("announcements in a ply", len(ply.actions), 1)
        action = ply.actions[0]
        self.expect_in("announcing seat", str(action.seat), _texts(legal))
        self.expect_in(what, action.text, legal[action.seat])
        return action

    def finish(self, outcome: Outcome) -> None:
        """The match must end here, with this outcome."""
        self._skip_ignored()
        if self._next < len(self._match.plies):
            ply = self._match.plies[self._next]
            self._next += 1
            raise self.failure("end of the match", _described(ply), "no ply")
        result = self._match.result
        self.expect("termination", result["termination"], "normal")
        self.expect("plies", result["plies"], len(self._match.plies))
        self.expect("decisions", result["decisions"], self._decisions)
        self.expect("returns", result["returns"], list(outcome.returns))
        self.expect("ranks", result["ranks"], self._ranks(outcome))

    def _ranks(self, outcome: Outcome) -> list[int]:
        """The ranks; teams with a seat that was played for come last."""
        gone = {outcome.teams[seat] for seat in self._match.failed_seats()}
        keys = [
            (team in gone, rank)
            for team, rank in zip(outcome.teams, outcome.ranks)
        ]
        return [1 + sum(other < key for other in keys) for key in keys]

    def expect(self, what: str, recorded: object, expected: object) -> None:
        if recorded != expected:
            raise self.failure(what, recorded, expected)

    def expect_in(
        self, what: str, recorded: str, legal: Collection[str]
    ) -> None:
        if recorded not in legal:
            first = ", ".join(itertools.islice(legal, 20))
            more = ", ..." if len(legal) > 20 else ""
            raise self.failure(what, recorded, f"one of {first}{more}")

    def failure(
        self, what: str, recorded: object, expected: object
    ) -> Discrepancy:
        """The discrepancy at the ply that was taken last."""
        return Discrepancy(
            f"{self._match.name}\n  ply {self._next - 1}, {what}: "
            f"recorded {recorded}, by these rules {expected}"
        )

    def _next_kind(self) -> str:
        self._skip_ignored()
        if self._next == len(self._match.plies):
            return ""
        return self._match.plies[self._next].kind

    def _skip_ignored(self) -> None:
        while self._next < len(self._match.plies):
            ply = self._match.plies[self._next]
            if ply.kind != "chance" or not self.ignored_outcomes:
                return
            if not ply.actions[0].text.startswith(self.ignored_outcomes):
                return
            self._next += 1

    def _take(self, kind: str, what: str) -> Ply:
        self._skip_ignored()
        if self._next == len(self._match.plies):
            if self._match.stopped:
                raise Stopped
            self._next += 1
            raise self.failure("next ply", "the end", f"{kind}: {what}")
        ply = self._match.plies[self._next]
        self._next += 1
        self.expect("ply number", ply.number, self._next - 1)
        if ply.kind != kind:
            raise self.failure("next ply", _described(ply), f"{kind}: {what}")
        return ply


class Pack:
    """The cards that are still to be dealt, with how many of each."""

    def __init__(self, copies: Mapping[str, int]) -> None:
        self.copies = dict(copies)

    def __len__(self) -> int:
        return sum(self.copies.values())

    def deal(self, plies: Plies) -> str:
        """The next card, which must still be in the pack."""
        left = [card for card, count in self.copies.items() if count > 0]
        card = plies.chance("card dealt", left)
        self.copies[card] -= 1
        return card


class Options:
    """The options of a match; every one given must be known and valid."""

    def __init__(
        self, given: Mapping[str, str], allowed: Mapping[str, str]
    ) -> None:
        """`allowed` names for each option its values, the default first.

        "30 1..1000" is a number with default and bounds.
        """
        for name in given:
            if name not in allowed:
                raise Discrepancy(f"option {name} is not known to these rules")
        self._values = {
            name: _option_value(name, given.get(name), values)
            for name, values in allowed.items()
        }

    def values(self) -> dict[str, str]:
        return dict(self._values)

    def text(self, name: str) -> str:
        return self._values[name]

    def number(self, name: str) -> int:
        return int(self._values[name])

    def flag(self, name: str) -> bool:
        return self._values[name] in ("true", "on")


def with_text_preset(
    given: Mapping[str, str], text: Mapping[str, str]
) -> dict[str, str]:
    """The given options, over those of `text` with preset=text."""
    if given.get("preset") == "text":
        return {**text, **given}
    return dict(given)


def _option_value(name: str, given: str | None, values: str) -> str:
    default, *rest = values.split()
    value = default if given is None else given
    if rest and ".." in rest[0]:
        low, high = map(int, rest[0].split(".."))
        valid = value.lstrip("-").isdigit() and low <= int(value) <= high
    else:
        valid = value in (default, *rest)
    if not valid:
        raise Discrepancy(f"option {name}: {value} is none of {values}")
    return value


def _texts(items: Iterable[object]) -> list[str]:
    return [str(item) for item in items]


def _seats(ply: Ply) -> list[int]:
    return [action.seat for action in ply.actions]


def _described(ply: Ply) -> str:
    actions = ", ".join(f"{a.seat}:{a.text}" for a in ply.actions)
    return f"{ply.kind} {actions}"
