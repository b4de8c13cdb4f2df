"""The signs of Ordago: the true signs of a hand, and those that the match allows."""

from __future__ import annotations

from collections.abc import Callable

from ordago_hands import TRIPLE, TWO_PAIRS, pair_class, points, sorted_hand
from replay import Options


def _holds(rank: str, count: int) -> Callable[[str, bool], bool]:
    def test(hand: str, at_least: bool) -> bool:
        held = hand.count(rank)
        return held >= count if at_least else held == count

    return test


TESTS: dict[str, Callable[[str, bool], bool]] = {
    "s2": _holds("K", 2),
    "s3": _holds("K", 3),
    "s4": _holds("A", 2),
    "s5": _holds("A", 3),
    "s6": lambda hand, _: pair_class(hand) == TWO_PAIRS,
    "s7": lambda hand, _: pair_class(hand) == TRIPLE,
    "s8": lambda hand, _: points(hand) == 31,
    "s9": lambda hand, _: sorted_hand(hand) == "KKKA",
}


def true_signs(
    hand: str, at_least: bool = False, bad_is_free: bool = False
) -> list[str]:
    """The official signs that may be given with this hand."""
    others = [sign for sign, holds in TESTS.items() if holds(hand, at_least)]
    if bad_is_free or not others:
        return ["s1", *others]
    return others


def legal_signs(hand: str, options: Options) -> list[str]:
    """The signs that the match allows with this hand, as actions."""
    signs = true_signs(
        hand,
        options.text("sign_truth") == "at_least",
        options.text("bad_sign") == "free",
    )
    if options.text("signs") == "full":
        signs += [f"p{i}" for i in range(options.number("private_codes"))]
    return ["sign " + sign for sign in signs]
