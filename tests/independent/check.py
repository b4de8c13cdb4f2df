#!/usr/bin/env python3
"""Checks exported matches (JSON Lines) against the rules written here.

    python3 tests/independent/check.py FILE...      (- is standard input)

Prints how many matches of which game were checked. Exit status 1 at the first
discrepancy, 2 if a file cannot be read or a game has no rules here.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Iterable

import doppelkopf
import ordago
import seconds
from replay import Discrepancy, Match, Outcome, Plies, Stopped, read_matches

# By game: the function that plays a match again.
Rules = Callable[[Plies, Match], Outcome]

RULES: dict[str, Rules] = {
    "doppelkopf": doppelkopf.play,
    "ordago": ordago.play,
    "seconds": seconds.play,
}


class NoRules(Exception):
    """A game that has no rules here."""


def check_stream(lines: Iterable[str], source: str) -> Counter[str]:
    """Counts the matches in order, by game."""
    checked: Counter[str] = Counter()
    for match in read_matches(lines, source):
        if match.game not in RULES:
            raise NoRules(f"{match.name}: no rules here for {match.game}")
        try:
            plies = Plies(match)
            plies.finish(RULES[match.game](plies, match))
            checked[match.game] += 1
        except Stopped:
            checked[match.game + " (stopped)"] += 1
    return checked


def check_file(name: str) -> Counter[str]:
    if name == "-":
        return check_stream(sys.stdin, "standard input")
    with open(name, encoding="utf-8") as lines:
        return check_stream(lines, name)


def main(names: list[str]) -> int:
    if not names:
        print(__doc__, file=sys.stderr)
        return 2
    checked: Counter[str] = Counter()
    try:
        for name in names:
            checked += check_file(name)
    except Discrepancy as discrepancy:
        print(discrepancy, file=sys.stderr)
        return 1
    except (NoRules, OSError, ValueError, KeyError) as error:
        print(repr(error), file=sys.stderr)
        return 2
    for game, count in sorted(checked.items()):
        print(f"{game}: {count} matches in order")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
