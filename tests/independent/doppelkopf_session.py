"""Dealers and solos that are owed, over all deals of a match of Doppelkopf."""

from __future__ import annotations


class Session:
    def __init__(self, deals: int, compulsory_solos: int) -> None:
        self.deals_left = deals
        self.dealer = 0
        # Seats that still owe a solo.
        self.owing = set(range(4)) if compulsory_solos else set()
        self.points = [0] * 4
        # Deals with a positive result, by seat.
        self.positive = [0] * 4

    @property
    def forehand(self) -> int:
        return (self.dealer + 1) % 4

    def clockwise(self, first: int) -> list[int]:
        return [(first + i) % 4 for i in range(4)]

    def forced_seat(self) -> int | None:
        """The seat that must play its solo in the deal to come."""
        if not self.owing or len(self.owing) != self.deals_left:
            return None
        return next(
            seat
            for seat in self.clockwise(self.forehand)
            if seat in self.owing
        )

    def close_deal(
        self, points: list[int], solo_declared_by: int | None
    ) -> None:
        """After a deal that counts."""
        forced = self.forced_seat() is not None
        paid = solo_declared_by in self.owing
        if solo_declared_by is not None:
            self.owing.discard(solo_declared_by)
        if forced or not paid:
            self.dealer = (self.dealer + 1) % 4
        self.deals_left -= 1
        for seat in range(4):
            self.points[seat] += points[seat]
            self.positive[seat] += points[seat] > 0

    def ranks(self) -> list[int]:
        """By points, then by deals with a positive result."""
        keys = list(zip(self.points, self.positive))
        return [1 + sum(other > key for other in keys) for key in keys]
