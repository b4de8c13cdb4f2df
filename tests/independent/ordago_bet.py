"""The betting of Ordago: from the first word to the result of one bet."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import Protocol

from ordago_hands import BET_NAMES
from replay import Options

ORDAGO = "ordago"


class Accepted(Exception):
    """An ordago was accepted: the bet `bet` decides the set."""

    def __init__(self, bet: int) -> None:
        super().__init__(bet)
        self.bet = bet


@dataclass(frozen=True)
class BetResult:
    """How a bet ended. `amount` is open or already paid."""

    # "passed out", "concluded" or "declined".
    status: str
    amount: int = 0
    # The team whose bid was declined; declined bets only.
    bidding_team: int = -1


class Amounts(Collection[str]):
    """The texts "bid 2" to "bid 100" without writing them all down."""

    def __init__(self, verb: str, low: int, high: int) -> None:
        self._verb = verb
        self._range = range(low, high + 1)

    def __contains__(self, text: object) -> bool:
        verb, _, amount = str(text).partition(" ")
        if verb != self._verb or not amount.isdigit():
            return False
        return str(int(amount)) == amount and int(amount) in self._range

    def __iter__(self) -> Iterator[str]:
        return (f"{self._verb} {amount}" for amount in self._range)

    def __len__(self) -> int:
        return len(self._range)


class Union(Collection[str]):
    """The members of several collections."""

    def __init__(self, *parts: Collection[str]) -> None:
        self._parts = parts

    def __contains__(self, text: object) -> bool:
        return any(text in part for part in self._parts)

    def __iter__(self) -> Iterator[str]:
        return (text for part in self._parts for text in part)

    def __len__(self) -> int:
        return sum(map(len, self._parts))


class Speaker(Protocol):
    """Asks the seat of a place for its choice."""

    def __call__(
        self,
        place: int,
        what: str,
        legal: Collection[str],
        substitutes: Collection[str],
    ) -> str: ...


class Bet:
    """One of the four bets of a hand."""

    def __init__(
        self, bet: int, start: int, ask: Speaker, options: Options
    ) -> None:
        self._bet = bet
        self._what = "word in " + BET_NAMES[bet]
        self._start = start
        self._ask = ask
        self._options = options
        # A number, or ORDAGO.
        self._current: int | str = 0
        # The amount that stood before the current one.
        self._previous = 0
        self._bidder = -1
        # Places that passed on a bid.
        self._out: set[int] = set()

    def play(self) -> BetResult:
        if not self._open():
            return BetResult("passed out")
        while True:
            answer = self._answer()
            if answer == "pass":
                return self._declined()
            if answer == "accept" and self._current == ORDAGO:
                raise Accepted(self._bet)
            if answer == "accept":
                assert isinstance(self._current, int)
                return BetResult("concluded", self._current)

    def _open(self) -> bool:
        """Whether anybody bids, in seat order from the start player."""
        high = self._options.number("max_bid")
        legal = Union(
            ["wait", ORDAGO],
            Amounts("bid", self._options.number("min_bid"), high),
        )
        for i in range(4):
            place = (self._start + i) % 4
            word = self._ask(place, self._what, legal, ["wait"])
            if word != "wait":
                self._bid(place, word)
                return True
        return False

    def _bid(self, place: int, word: str) -> None:
        if self._current:
            assert isinstance(self._current, int)
            self._previous = self._current
        self._current = ORDAGO if word == ORDAGO else int(word.split()[1])
        self._bidder = place

    def _answer(self) -> str:
        """The other team's answer; a raise becomes the current bid."""
        for place in self._answering():
            word = self._ask(place, self._what, self._answers(), ["pass"])
            if word == "pass":
                if self._options.flag("pass_is_final"):
                    self._out.add(place)
                continue
            if word != "accept":
                self._bid(place, word)
            return word
        return "pass"

    def _answering(self) -> list[int]:
        places = [(self._bidder + 1) % 4, (self._bidder + 3) % 4]
        if self._options.text("response") == "first_seat_decides":
            return places[:1]
        return [place for place in places if place not in self._out]

    def _answers(self) -> Collection[str]:
        if self._current == ORDAGO:
            return ["pass", "accept"]
        assert isinstance(self._current, int)
        low = self._current + self._options.number("min_raise")
        high = self._options.number("max_bid")
        return Union(["pass", "accept", ORDAGO], Amounts("raise", low, high))

    def _declined(self) -> BetResult:
        paid = max(1, self._previous)
        if self._options.text("decline_value") == "always_one":
            paid = 1
        return BetResult("declined", paid, self._bidder % 2)
