"""Cards and tricks of Doppelkopf: trumps, legal cards, who takes a trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

SUITS = "CSHD"
# High to low. Cards of a suit or rank that is trump drop out of this order.
PLAIN_RANKS = "ATKQJ9"
AUGEN = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
SUIT_SOLOS = {"clubs": "C", "spades": "S", "hearts": "H", "diamonds": "D"}
SOLOS = ("queens", "jacks", "fleshless", *SUIT_SOLOS)
NORMAL = "normal"
DULLE = "HT"
FOX = "DA"
KARLCHEN = "CJ"
OLD = "CQ"


def deck(size: int) -> dict[str, int]:
    """The card types of a deck of 48 or 40 cards, two copies each."""
    ranks = PLAIN_RANKS if size == 48 else PLAIN_RANKS[:-1]
    return {suit + rank: 2 for suit in SUITS for rank in ranks}


def augen(cards: Sequence[str]) -> int:
    return sum(AUGEN[card[1]] for card in cards)


def _of_rank(rank: str) -> list[str]:
    return [suit + rank for suit in SUITS]


@cache
def _trumps(contract: str, dulle: bool) -> tuple[str, ...]:
    if contract == "fleshless":
        return ()
    if contract == "queens":
        return tuple(_of_rank("Q"))
    if contract == "jacks":
        return tuple(_of_rank("J"))
    suit = SUIT_SOLOS.get(contract, "D")
    own = [suit + rank for rank in "ATK9"]
    top = [DULLE] if dulle else []
    own = [card for card in own if card not in top]
    return (*top, *_of_rank("Q"), *_of_rank("J"), *own)


@dataclass(frozen=True)
class CardOrder:
    """Which cards are trumps in a contract, and which card is higher."""

    contract: str = NORMAL
    dulle: bool = True
    dulle_order: str = "first"

    def trumps(self) -> Sequence[str]:
        """High to low."""
        return _trumps(self.contract, self.dulle)

    def is_trump(self, card: str) -> bool:
        return card in self.trumps()

    def demand(self, card: str) -> str:
        """The suit that a card demands when it is led, or "trump"."""
        return "trump" if self.is_trump(card) else card[0]

    def legal(self, hand: Sequence[str], led: str | None) -> list[str]:
        """The cards that may be played, each type once."""
        types = list(dict.fromkeys(hand))
        if led is None:
            return types
        demand = self.demand(led)
        following = [card for card in types if self.demand(card) == demand]
        return following or types

    def beats(self, card: str, best: str, last_trick: bool) -> bool:
        """Whether `card` beats `best`, which was played before it."""
        trump, best_trump = self.is_trump(card), self.is_trump(best)
        if trump != best_trump:
            return trump
        if trump and card == best:
            return card == DULLE and self._second_dulle_wins(last_trick)
        if trump:
            order = self.trumps()
            return order.index(card) < order.index(best)
        if card[0] != best[0]:
            return False
        return PLAIN_RANKS.index(card[1]) < PLAIN_RANKS.index(best[1])

    def _second_dulle_wins(self, last_trick: bool) -> bool:
        if self.dulle_order == "second_except_last":
            return not last_trick
        return self.dulle_order == "second"

    def winner(self, cards: Sequence[str], last_trick: bool = False) -> int:
        """The position that takes the trick, in playing order."""
        best = 0
        for position in range(1, len(cards)):
            if self.beats(cards[position], cards[best], last_trick):
                best = position
        return best
