"""Scoring of Doppelkopf: the winner of a deal and its value."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from doppelkopf_announcements import (
    CALL,
    KONTRA,
    N30,
    N60,
    N90,
    RE,
    SCHWARZ,
)
from doppelkopf_cards import DULLE, FOX, KARLCHEN, augen

# The opponents must stay below this number; the index is the level.
LIMITS = {N90: 90, N60: 60, N30: 30, SCHWARZ: 0}


@dataclass(frozen=True)
class ScoringRules:
    tie_both_called: str = "kontra"
    plain_call_binding: str = "off"
    schwarz_by: str = "tricks"
    under_without_winner: bool = True
    miss_points: str = "per_level"
    call_scoring: str = "add2"
    against_old: bool = True


@dataclass(frozen=True)
class DealResult:
    """The result of the tricks of a deal; the index is the party."""

    levels: tuple[int, int]
    augen: tuple[int, int]
    # Whether the party took at least one trick.
    tricks: tuple[bool, bool]
    solo: bool


def _took_nothing(result: DealResult, party: int, rules: ScoringRules) -> bool:
    if rules.schwarz_by == "augen":
        return result.augen[party] == 0
    return not result.tricks[party]


def _has_absage(result: DealResult, party: int) -> bool:
    return result.levels[party] >= N90


def _fulfilled(result: DealResult, party: int, rules: ScoringRules) -> bool:
    level = result.levels[party]
    if level == SCHWARZ:
        return _took_nothing(result, 1 - party, rules)
    return result.augen[1 - party] < LIMITS[level]


def winner(result: DealResult, rules: ScoringRules) -> int | None:
    """RE, KONTRA or nobody."""
    promised = [p for p in (RE, KONTRA) if _has_absage(result, p)]
    if not promised:
        return _winner_by_majority(result, rules)
    kept = [p for p in promised if _fulfilled(result, p, rules)]
    if kept:
        return kept[0]
    if len(promised) == 2:
        return None
    other = 1 - promised[0]
    bound = rules.plain_call_binding == "strict"
    if bound and result.levels[other] == CALL and result.augen[other] < 121:
        return None
    return other


def _winner_by_majority(result: DealResult, rules: ScoringRules) -> int | None:
    if result.augen[RE] != result.augen[KONTRA]:
        return RE if result.augen[RE] > 120 else KONTRA
    called = (result.levels[RE] == CALL, result.levels[KONTRA] == CALL)
    if called == (True, True) and rules.tie_both_called == "none":
        return None
    return RE if called == (False, True) else KONTRA


def _under_points(result: DealResult, party: int, rules: ScoringRules) -> int:
    """Points for keeping the other party below 90, 60, 30, or without a trick."""
    other = 1 - party
    below = sum(result.augen[other] < limit for limit in (90, 60, 30))
    return below + _took_nothing(result, other, rules)


def _miss_points(result: DealResult, party: int, rules: ScoringRules) -> int:
    """Points for reaching 30 more than the other party's Absagen allow."""
    highest = result.levels[1 - party]
    levels = list(range(N90, highest + 1))
    if rules.miss_points == "every_30":
        beyond = result.augen[party] - LIMITS[highest] if levels else 0
        return max(0, beyond // 30)
    if rules.miss_points == "highest_only":
        levels = levels[-1:]
    return sum(result.augen[party] >= LIMITS[lev] + 30 for lev in levels)


def _party_points(
    result: DealResult, party: int, won: int | None, rules: ScoringRules
) -> int:
    """Groups a, c, d, e and f: all but the calls and special points."""
    points = _miss_points(result, party, rules)
    if won == party or (won is None and rules.under_without_winner):
        points += _under_points(result, party, rules)
    if won == party:
        points += 1 + sum(max(0, level - CALL) for level in result.levels)
    return points


def value(
    result: DealResult,
    rules: ScoringRules,
    special: tuple[int, int] = (0, 0),
) -> int:
    """Points of Re minus points of Kontra."""
    won = winner(result, rules)
    points = [_party_points(result, p, won, rules) for p in (RE, KONTRA)]
    calls = sum(level >= CALL for level in result.levels)
    net = points[RE] - points[KONTRA]
    if won is not None:
        if rules.call_scoring == "double":
            net *= 2**calls
        else:
            net += 2 * calls if won == RE else -2 * calls
    if result.solo:
        return net
    net += special[RE] - special[KONTRA]
    return net - (rules.against_old and won == KONTRA)


def seat_points(
    net: int, re_seats: Collection[int], solo: bool
) -> list[int]:
    """The points of a deal by seat."""
    stake = 3 * net if solo else net
    return [stake if seat in re_seats else -net for seat in range(4)]


@dataclass(frozen=True)
class SpecialRules:
    doppelkopf: bool = True
    fox: bool = True
    karlchen: bool = True
    karlchen_caught: bool = False
    fox_last: bool = False
    heart_trick: bool = False
    dulle: bool = False


@dataclass(frozen=True)
class Trick:
    """A finished trick of a normal game; cards in playing order."""

    leader: int
    cards: Sequence[str]
    # By position.
    winner: int
    last: bool

    def seat(self, position: int) -> int:
        return (self.leader + position) % 4

    def winner_seat(self) -> int:
        return self.seat(self.winner)


def special_points(
    trick: Trick, re_seats: Collection[int], rules: SpecialRules
) -> tuple[int, int]:
    """The special points of Re and Kontra; no trick gives points to both."""
    to_re = trick.winner_seat() in re_seats
    lost = [
        card
        for position, card in enumerate(trick.cards)
        if (trick.seat(position) in re_seats) != to_re
    ]
    best = trick.cards[trick.winner]
    points = rules.doppelkopf and augen(trick.cards) >= 40
    points += rules.fox * lost.count(FOX)
    if trick.last:
        points += _last_trick_points(best, lost, rules)
    hearts = all(c[0] == "H" and c[1] in "AK9" for c in trick.cards)
    points += rules.heart_trick and hearts
    points += rules.dulle and best == DULLE and DULLE in lost
    return (points, 0) if to_re else (0, points)


def _last_trick_points(
    best: str, lost: Sequence[str], rules: SpecialRules
) -> int:
    points = int(rules.fox_last and best == FOX)
    if best == KARLCHEN:
        return points + rules.karlchen
    return points + (rules.karlchen_caught and KARLCHEN in lost)
