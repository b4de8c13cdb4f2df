"""The worth of hands of Ordago: the four comparisons and the bonuses."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

# High to low.
RANKS = "KQJ7654A"
COPIES = {rank: 8 if rank in "KA" else 4 for rank in RANKS}
VALUES = {"K": 10, "Q": 10, "J": 10, "7": 7, "6": 6, "5": 5, "4": 4, "A": 1}
BIG, SMALL, PAIRS, GAME = range(4)
BET_NAMES = ("Big", "Small", "Pairs", "Game")

NO_PAIR, ONE_PAIR, TRIPLE, TWO_PAIRS = range(4)

# A hand is a text of ranks, such as "KK74".
Key = tuple[int, ...]


def order(rank: str) -> int:
    """0 for the ace to 7 for the king."""
    return len(RANKS) - 1 - RANKS.index(rank)


def sorted_hand(cards: Sequence[str]) -> str:
    """The cards high to low."""
    return "".join(sorted(cards, key=RANKS.index))


def points(hand: str) -> int:
    return sum(VALUES[card] for card in hand)


def pair_class(hand: str) -> int:
    counts = sorted(Counter(hand).values(), reverse=True)
    if counts[0] == 4 or counts[:2] == [2, 2]:
        return TWO_PAIRS
    return {3: TRIPLE, 2: ONE_PAIR, 1: NO_PAIR}[counts[0]]


def big_key(hand: str) -> Key:
    return tuple(sorted(map(order, hand), reverse=True))


def small_key(hand: str) -> Key:
    return tuple(-card for card in sorted(map(order, hand)))


def pairs_key(hand: str) -> Key:
    kind = pair_class(hand)
    if kind == NO_PAIR:
        return (kind, *big_key(hand))
    counts = Counter(hand)
    paired = [order(rank) for rank in counts if counts[rank] >= 2]
    if kind == TWO_PAIRS:
        return (kind, max(paired), min(paired))
    return (kind, paired[0])


def is_royal(hand: str) -> bool:
    return hand.count("7") == 3 and points(hand) == 31


def game_key(hand: str) -> Key:
    if is_royal(hand):
        return (1000,)
    total = points(hand)
    return ({31: 100, 32: 99, 40: 98}.get(total, total),)


KEYS = (big_key, small_key, pairs_key, game_key)


def pairs_bonus(hand: str) -> int:
    return pair_class(hand)


def game_bonus(hand: str, points_31: int = 3) -> int:
    total = points(hand)
    if total == 31:
        return points_31
    return 2 if total > 31 else 0


def bonus(bet: int, hand: str, points_31: int = 3) -> int:
    if bet == PAIRS:
        return pairs_bonus(hand)
    return game_bonus(hand, points_31) if bet == GAME else 0


def best_place(bet: int, hands: Sequence[str], start: int) -> int:
    """The place with the best hand; of equal hands the first from the start place."""
    places = [(start + i) % 4 for i in range(4)]
    return max(places, key=lambda place: KEYS[bet](hands[place]))
