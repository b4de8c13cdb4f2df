"""Cards, ranks and squares by number and by name.

Made by sdk/tables/generate from the rules; do not edit.
"""

from __future__ import annotations

from collections.abc import Iterator
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

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self._by_number = {card.number: card for card in cards}
        self._by_name = {card.name: card for card in cards}

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


DOPPELKOPF = Deck(
    (
        Card(0, "C9", "clubs", "9", 0, 0, 2),
        Card(1, "CJ", "clubs", "J", 2, 1, 2),
        Card(2, "CQ", "clubs", "Q", 3, 2, 2),
        Card(3, "CK", "clubs", "K", 4, 3, 2),
        Card(4, "CT", "clubs", "T", 10, 4, 2),
        Card(5, "CA", "clubs", "A", 11, 5, 2),
        Card(6, "S9", "spades", "9", 0, 0, 2),
        Card(7, "SJ", "spades", "J", 2, 1, 2),
        Card(8, "SQ", "spades", "Q", 3, 2, 2),
        Card(9, "SK", "spades", "K", 4, 3, 2),
        Card(10, "ST", "spades", "T", 10, 4, 2),
        Card(11, "SA", "spades", "A", 11, 5, 2),
        Card(12, "H9", "hearts", "9", 0, 0, 2),
        Card(13, "HJ", "hearts", "J", 2, 1, 2),
        Card(14, "HQ", "hearts", "Q", 3, 2, 2),
        Card(15, "HK", "hearts", "K", 4, 3, 2),
        Card(16, "HT", "hearts", "T", 10, 4, 2),
        Card(17, "HA", "hearts", "A", 11, 5, 2),
        Card(18, "D9", "diamonds", "9", 0, 0, 2),
        Card(19, "DJ", "diamonds", "J", 2, 1, 2),
        Card(20, "DQ", "diamonds", "Q", 3, 2, 2),
        Card(21, "DK", "diamonds", "K", 4, 3, 2),
        Card(22, "DT", "diamonds", "T", 10, 4, 2),
        Card(23, "DA", "diamonds", "A", 11, 5, 2),
    )
)

OCTRIX = Deck(
    (
        Card(0, "H1", "hearts", "1", 0, 0, 1),
        Card(1, "D1", "diamonds", "1", 0, 1, 1),
        Card(2, "S1", "spades", "1", 0, 2, 1),
        Card(3, "C1", "clubs", "1", 0, 3, 1),
        Card(4, "H2", "hearts", "2", 0, 4, 1),
        Card(5, "D2", "diamonds", "2", 0, 5, 1),
        Card(6, "S2", "spades", "2", 0, 6, 1),
        Card(7, "C2", "clubs", "2", 0, 7, 1),
        Card(8, "H3", "hearts", "3", 0, 8, 1),
        Card(9, "D3", "diamonds", "3", 0, 9, 1),
        Card(10, "S3", "spades", "3", 0, 10, 1),
        Card(11, "C3", "clubs", "3", 0, 11, 1),
        Card(12, "H4", "hearts", "4", 0, 12, 1),
        Card(13, "D4", "diamonds", "4", 0, 13, 1),
        Card(14, "S4", "spades", "4", 0, 14, 1),
        Card(15, "C4", "clubs", "4", 0, 15, 1),
        Card(16, "H5", "hearts", "5", 0, 16, 1),
        Card(17, "D5", "diamonds", "5", 0, 17, 1),
        Card(18, "S5", "spades", "5", 0, 18, 1),
        Card(19, "C5", "clubs", "5", 0, 19, 1),
        Card(20, "H6", "hearts", "6", 0, 20, 1),
        Card(21, "D6", "diamonds", "6", 0, 21, 1),
        Card(22, "S6", "spades", "6", 0, 22, 1),
        Card(23, "C6", "clubs", "6", 0, 23, 1),
        Card(24, "H7", "hearts", "7", 0, 24, 1),
        Card(25, "D7", "diamonds", "7", 0, 25, 1),
        Card(26, "S7", "spades", "7", 0, 26, 1),
        Card(27, "C7", "clubs", "7", 0, 27, 1),
        Card(28, "H8", "hearts", "8", 0, 28, 1),
        Card(29, "D8", "diamonds", "8", 0, 29, 1),
        Card(30, "S8", "spades", "8", 0, 30, 1),
        Card(31, "C8", "clubs", "8", 0, 31, 1),
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
    (
        Card(0, "C2", "clubs", "2", 0, 0, 1),
        Card(1, "D2", "diamonds", "2", 0, 0, 1),
        Card(2, "H2", "hearts", "2", 0, 0, 1),
        Card(3, "S2", "spades", "2", 0, 0, 1),
        Card(4, "C3", "clubs", "3", 0, 1, 1),
        Card(5, "D3", "diamonds", "3", 0, 1, 1),
        Card(6, "H3", "hearts", "3", 0, 1, 1),
        Card(7, "S3", "spades", "3", 0, 1, 1),
        Card(8, "C4", "clubs", "4", 0, 2, 1),
        Card(9, "D4", "diamonds", "4", 0, 2, 1),
        Card(10, "H4", "hearts", "4", 0, 2, 1),
        Card(11, "S4", "spades", "4", 0, 2, 1),
        Card(12, "C5", "clubs", "5", 0, 3, 1),
        Card(13, "D5", "diamonds", "5", 0, 3, 1),
        Card(14, "H5", "hearts", "5", 0, 3, 1),
        Card(15, "S5", "spades", "5", 0, 3, 1),
        Card(16, "C6", "clubs", "6", 0, 4, 1),
        Card(17, "D6", "diamonds", "6", 0, 4, 1),
        Card(18, "H6", "hearts", "6", 0, 4, 1),
        Card(19, "S6", "spades", "6", 0, 4, 1),
        Card(20, "C7", "clubs", "7", 0, 5, 1),
        Card(21, "D7", "diamonds", "7", 0, 5, 1),
        Card(22, "H7", "hearts", "7", 0, 5, 1),
        Card(23, "S7", "spades", "7", 0, 5, 1),
        Card(24, "C8", "clubs", "8", 0, 6, 1),
        Card(25, "D8", "diamonds", "8", 0, 6, 1),
        Card(26, "H8", "hearts", "8", 0, 6, 1),
        Card(27, "S8", "spades", "8", 0, 6, 1),
        Card(28, "C9", "clubs", "9", 0, 7, 1),
        Card(29, "D9", "diamonds", "9", 0, 7, 1),
        Card(30, "H9", "hearts", "9", 0, 7, 1),
        Card(31, "S9", "spades", "9", 0, 7, 1),
        Card(32, "CT", "clubs", "T", 0, 8, 1),
        Card(33, "DT", "diamonds", "T", 0, 8, 1),
        Card(34, "HT", "hearts", "T", 0, 8, 1),
        Card(35, "ST", "spades", "T", 0, 8, 1),
        Card(36, "CJ", "clubs", "J", 0, 9, 1),
        Card(37, "DJ", "diamonds", "J", 0, 9, 1),
        Card(38, "HJ", "hearts", "J", 0, 9, 1),
        Card(39, "SJ", "spades", "J", 0, 9, 1),
        Card(40, "CQ", "clubs", "Q", 0, 10, 1),
        Card(41, "DQ", "diamonds", "Q", 0, 10, 1),
        Card(42, "HQ", "hearts", "Q", 0, 10, 1),
        Card(43, "SQ", "spades", "Q", 0, 10, 1),
        Card(44, "CK", "clubs", "K", 0, 11, 1),
        Card(45, "DK", "diamonds", "K", 0, 11, 1),
        Card(46, "HK", "hearts", "K", 0, 11, 1),
        Card(47, "SK", "spades", "K", 0, 11, 1),
        Card(48, "CA", "clubs", "A", 0, 12, 1),
        Card(49, "DA", "diamonds", "A", 0, 12, 1),
        Card(50, "HA", "hearts", "A", 0, 12, 1),
        Card(51, "SA", "spades", "A", 0, 12, 1),
    )
)

# By DoppelkopfContract, with the option dulle on and off.
_TRUMPS: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {
    1: (
        (16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
        (2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
    ),
    2: (
        (16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
        (2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
    ),
    3: (
        (16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
        (2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
    ),
    4: (
        (2, 8, 14, 20),
        (2, 8, 14, 20),
    ),
    5: (
        (1, 7, 13, 19),
        (1, 7, 13, 19),
    ),
    6: (
        (),
        (),
    ),
    7: (
        (16, 2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0),
        (2, 8, 14, 20, 1, 7, 13, 19, 5, 4, 3, 0),
    ),
    8: (
        (16, 2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6),
        (2, 8, 14, 20, 1, 7, 13, 19, 11, 10, 9, 6),
    ),
    9: (
        (16, 2, 8, 14, 20, 1, 7, 13, 19, 17, 15, 12),
        (2, 8, 14, 20, 1, 7, 13, 19, 17, 16, 15, 12),
    ),
    10: (
        (16, 2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
        (2, 8, 14, 20, 1, 7, 13, 19, 23, 22, 21, 18),
    ),
}
_COLUMNS = "abcdefghij"


def doppelkopf_trumps(contract: int, dulle: bool = True) -> tuple[int, ...]:
    """The numbers of the trumps of a DoppelkopfContract, the highest first; none if
    the contract is not known yet. `dulle` is the option of that name."""
    return _TRUMPS.get(contract, ((), ()))[0 if dulle else 1]


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
