"""The stock of Ordago: dealing, and shuffling old discards again."""

from __future__ import annotations

from collections import Counter

from ordago_hands import COPIES
from replay import Pack, Plies


class Stock:
    """The cards that are in no hand, during one hand of Ordago."""

    def __init__(self, plies: Plies) -> None:
        self._plies = plies
        self.pack = Pack(COPIES)
        # The cards discarded in earlier rounds, and in this round.
        self.old_discards: list[str] = []
        self.new_discards: list[str] = []

    def draw(self) -> str:
        """Draws a card. If the stock is empty, the old discards become the stock."""
        if len(self.pack) == 0:
            self.pack = Pack(Counter(self.old_discards))
            self.old_discards = []
        return self.pack.deal(self._plies)

    def discard(self, cards: str) -> None:
        self.new_discards += cards

    def close_round(self) -> None:
        """After the redraw, the cards that were thrown away may come back."""
        self.old_discards += self.new_discards
        self.new_discards = []
