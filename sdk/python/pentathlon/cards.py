"""Cards, ranks and squares by number and by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a game, or a rank of Ordago."""

    number: int
    """The card in observations and actions; in Ordago the number of its OrdagoRank."""
    name: str
    """As in texts of the game: HT is the ten of hearts."""
    suit: str
    """clubs, spades, hearts or diamonds; empty in Ordago, which has no suits."""
    rank: str
    """A, K, Q, J, T or a digit."""
    points: int
    """What it counts: Augen in Doppelkopf, points of Game in Ordago; else 0."""
    strength: int
    """The order of cards from below: of all cards in Octrix and Ordago, of a suit in
    Seconds and among the plain cards of Doppelkopf."""
    copies: int
    """How many of it there are in the pack."""


class Deck:
    """The different cards of a game."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._by_number = {card.number: card for card in cards}
        self._by_name = {card.name: card for card in self}

    def __getitem__(self, number: int) -> Card:
        """The card of this number; KeyError if there is none."""
        return self._by_number[number]

    def named(self, name: str) -> Card:
        """The card of this name, such as HT; KeyError if there is none."""
        return self._by_name[name]

    def __iter__(self) -> Iterator[Card]:
        """The cards, ascending by number."""
        return iter(self._by_number.values())

    def __len__(self) -> int:
        return len(self._by_number)


_SUITS = {"C": "clubs", "S": "spades", "H": "hearts", "D": "diamonds"}


# Cards by number. Ranks ascend, and have the points at the same place; without
# ranks each card is stronger than those before it.
def _cards(
    names: str, ranks: str = "", points: tuple[int, ...] = (), copies: int = 1
) -> Iterator[Card]:
    for number, name in enumerate(names.split()):
        rank = name[1]
        strength = ranks.index(rank) if ranks else number
        worth = points[strength] if points else 0
        yield Card(number, name, _SUITS[name[0]], rank, worth, strength, copies)


DOPPELKOPF = Deck(
    _cards(
        "C9 CJ CQ CK CT CA S9 SJ SQ SK ST SA "
        "H9 HJ HQ HK HT HA D9 DJ DQ DK DT DA",
        ranks="9JQKTA",
        points=(0, 2, 3, 4, 10, 11),
        copies=2,
    )
)

OCTRIX = Deck(
    _cards(
        "H1 D1 S1 C1 H2 D2 S2 C2 H3 D3 S3 C3 H4 D4 S4 C4 "
        "H5 D5 S5 C5 H6 D6 S6 C6 H7 D7 S7 C7 H8 D8 S8 C8"
    )
)

ORDAGO = Deck(
    (
        Card(1, "A", "", "A", 1, 0, 8),
        Card(2, "4", "", "4", 4, 1, 4),
        Card(3, "5", "", "5", 5, 2, 4),
        Card(4, "6", "", "6", 6, 3, 4),
        Card(5, "7", "", "7", 7, 4, 4),
        Card(6, "J", "", "J", 10, 5, 4),
        Card(7, "Q", "", "Q", 10, 6, 4),
        Card(8, "K", "", "K", 10, 7, 8),
    )
)

SECONDS = Deck(
    _cards(
        "C2 D2 H2 S2 C3 D3 H3 S3 C4 D4 H4 S4 C5 D5 H5 S5 C6 D6 H6 S6 "
        "C7 D7 H7 S7 C8 D8 H8 S8 C9 D9 H9 S9 CT DT HT ST "
        "CJ DJ HJ SJ CQ DQ HQ SQ CK DK HK SK CA DA HA SA",
        ranks="23456789TJQKA",
    )
)

_QUEENS = (2, 8, 14, 20)
_JACKS = (1, 7, 13, 19)
_COLUMNS = "abcdefghij"


def doppelkopf_trumps(contract: int, dulle: bool = True) -> tuple[int, ...]:
    """The numbers of the trumps of a DoppelkopfContract, the highest first; none if
    the contract is not known yet. `dulle` is the option of that name."""
    if contract in (4, 5):
        return _QUEENS if contract == 4 else _JACKS
    if not 1 <= contract <= 10 or contract == 6:
        return ()
    # The nine of the suit: of diamonds, but in a solo of another suit.
    nine = 6 * (contract - 7) if contract >= 7 else 18
    dulles = (16,) if dulle else ()
    suit = (nine + rank for rank in (5, 4, 3, 0))
    return dulles + _QUEENS + _JACKS + tuple(card for card in suit if card not in dulles)


def ordo_square_name(number: int) -> str:
    """The name of a square of Ordo, such as d3; ValueError if there is none."""
    if not 0 <= number < 80:
        raise ValueError(f"{number} is no square; expected 0 to 79")
    return f"{_COLUMNS[number % 10]}{number // 10 + 1}"


def ordo_square_number(name: str) -> int:
    """The number of a square of Ordo; ValueError if there is none of this name."""
    if len(name) == 2 and name[0] in _COLUMNS and name[1] in "12345678":
        return (int(name[1]) - 1) * 10 + _COLUMNS.index(name[0])
    raise ValueError(f"{name!r} is no square; expected a1 to j8")
