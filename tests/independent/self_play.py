"""Random matches made by the rules here, which test the rules without the arena."""

from __future__ import annotations

import random
from collections.abc import Collection, Mapping

from replay import CHANCE, Match, Outcome, Plies, Ply, SeatAction


class RandomPlies(Plies):
    """Draws each ply at random instead of reading it, and keeps it."""

    def __init__(self, match: Match, seed: int) -> None:
        super().__init__(match)
        self._match = match
        self._random = random.Random(seed)

    def chance(self, what: str, outcomes: Collection[str]) -> str:
        self._write("chance", {CHANCE: self._draw(outcomes)})
        return super().chance(what, outcomes)

    def choices(
        self,
        legal: Mapping[int, Collection[str]],
        what: str,
        substitutes: Mapping[int, Collection[str]],
    ) -> dict[int, str]:
        for choices in substitutes.values():
            assert choices, "no substitute: " + what
        actions = {seat: self._draw(legal[seat]) for seat in sorted(legal)}
        self._write("choice", actions)
        return super().choices(legal, what, substitutes)

    def announcement(
        self, legal: Mapping[int, Collection[str]], what: str
    ) -> SeatAction | None:
        seats = [seat for seat in legal if legal[seat]]
        if not seats or self._random.random() < 0.8:
            return None
        seat = self._random.choice(seats)
        self._write("announcement", {seat: self._draw(legal[seat])})
        return super().announcement(legal, what)

    def _draw(self, texts: Collection[str]) -> str:
        # The first ones are the quiet actions and the small amounts.
        texts = list(texts)
        if self._random.random() < 0.5:
            texts = texts[:4]
        return self._random.choice(texts)

    def _write(self, kind: str, actions: dict[int, str]) -> None:
        decision = self._decisions + (kind != "chance")
        self._match.plies.append(
            Ply(
                len(self._match.plies),
                decision,
                kind,
                tuple(SeatAction(*action) for action in actions.items()),
            )
        )


def empty_match(
    game: str, seats: int, options: Mapping[str, str] | None = None
) -> Match:
    return Match(f"test of {game}", game, seats, dict(options or {}), [], {})


def finish(match: Match, outcome: Outcome) -> None:
    """Gives a match made by RandomPlies its result."""
    match.result = {
        "termination": "normal",
        "returns": list(outcome.returns),
        "ranks": list(outcome.ranks),
        "faults": [],
        "plies": len(match.plies),
        "decisions": match.plies[-1].decision,
    }


def scripted(match: Match, *plies: str) -> Plies:
    """The plies "0:wait" (a choice), "*:SK" (chance), "0!sign s2"."""
    decisions = 0
    for number, text in enumerate(plies):
        if text.startswith("*:"):
            kind, action = "chance", SeatAction(CHANCE, text[2:])
        else:
            kind = "choice" if text[1] == ":" else "announcement"
            action = SeatAction(int(text[0]), text[2:])
        decision = decisions + (kind != "chance")
        decisions += kind == "choice"
        match.plies.append(Ply(number, decision, kind, (action,)))
    return Plies(match)
