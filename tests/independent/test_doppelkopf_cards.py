"""The worked examples of tricks, legal cards and special points."""

from __future__ import annotations

import unittest

from doppelkopf_cards import SOLOS, CardOrder, augen, deck
from doppelkopf_scoring import SpecialRules, Trick, special_points

# Contract, dulle order ("off": without Dulle), last trick, cards, winner,
# Augen.
TRICKS = {
    "T1": ("normal", "first", False, "CA C9 CT CK", 0, 25),
    "T2": ("normal", "first", False, "CK CA C9 CA", 1, 26),
    "T3": ("normal", "first", False, "SA S9 DK SK", 2, 19),
    "T4": ("normal", "first", False, "SA D9 CJ DA", 2, 24),
    "T5": ("normal", "first", False, "HA HT HK H9", 1, 25),
    "T6a": ("normal", "first", False, "HT CQ HT DA", 0, 34),
    "T6b": ("normal", "second", False, "HT CQ HT DA", 2, 34),
    "T6c": ("normal", "second_except_last", True, "HT CQ HT DA", 0, 34),
    "T6d": ("normal", "second", True, "HT CQ HT DA", 2, 34),
    "T6e": ("normal", "second_except_last", False, "HT CQ HT DA", 2, 34),
    "T7": ("normal", "first", False, "SQ SQ HQ CQ", 3, 12),
    "T8": ("normal", "first", False, "SQ SQ HQ DQ", 0, 12),
    "T9": ("normal", "first", False, "DK SA CT DT", 3, 35),
    "T10": ("normal", "first", False, "C9 SA HA C9", 0, 22),
    "T11": ("queens", "first", False, "HQ HT DQ CQ", 3, 19),
    "T12": ("queens", "first", False, "HK HT HA HJ", 2, 27),
    "T13": ("jacks", "first", False, "DA DT DQ CJ", 3, 26),
    "T14": ("fleshless", "first", False, "CQ CK SA C9", 1, 18),
    "T15": ("hearts", "first", False, "HA DA H9 HT", 3, 32),
    "T16": ("clubs", "first", False, "DA DK C9 DT", 2, 25),
    "T17": ("normal", "first", False, "SA ST SA HA", 0, 43),
    "T18": ("normal", "off", False, "HT HA H9 HK", 1, 25),
    "T19": ("normal", "first", False, "C9 S9 H9 C9", 0, 0),
    "T20": ("fleshless", "first", False, "HT HK HQ HA", 3, 28),
    "T21": ("normal", "first", False, "DJ HJ CJ CJ", 2, 8),
    "T22": ("normal", "second", False, "SK HT CQ HT", 3, 27),
    "T23": ("queens", "first", False, "CQ CJ HT CQ", 0, 18),
}

# Contract, led card, hand, legal cards.
LEGAL = {
    "L1": ("normal", "SA", "S9 SQ HK", "S9"),
    "L2": ("normal", "D9", "HT CA", "HT"),
    "L3": ("normal", "HK", "HT HA", "HA"),
    "L4": ("normal", "HK", "HT CA", "HT CA"),
    "L5": ("fleshless", "HK", "HT CA", "HT"),
    "L6": ("normal", "CQ", "CA SK H9", "CA SK H9"),
    "L7": ("queens", "CT", "CQ CA C9", "CA C9"),
    "L8": ("clubs", "D9", "DA HK", "DA"),
}

# Cards, leader, Re, last trick, dulle order, karlchen_caught, winning seat,
# points of Re and Kontra.
SPECIAL = {
    "P1": ("SA ST SA HA", 0, {0, 2}, False, "first", False, 0, (1, 0)),
    "P2": ("SA D9 CJ DA", 0, {0, 2}, False, "first", False, 2, (1, 0)),
    "P3": ("SA D9 CJ DA", 0, {2, 3}, False, "first", False, 2, (0, 0)),
    "P4": ("CJ SJ DA D9", 0, {0, 2}, True, "first", False, 0, (1, 0)),
    "P4b": ("CJ SJ DA D9", 0, {0, 1}, True, "first", False, 0, (2, 0)),
    "P5": ("CJ CQ D9 DK", 0, {0, 2}, True, "first", False, 1, (0, 0)),
    "P5b": ("CJ CQ D9 DK", 0, {0, 2}, True, "first", True, 1, (0, 1)),
    "P5c": ("CJ CQ D9 DK", 0, {0, 1}, True, "first", True, 1, (0, 0)),
    "P6": ("CJ CJ DT D9", 0, {0, 2}, True, "first", False, 0, (1, 0)),
    "P7": ("HT DA DT DA", 0, {0, 2}, False, "first", False, 0, (3, 0)),
    "P8": ("DA DT DK D9", 0, {0, 2}, False, "first", False, 0, (0, 0)),
    "P9": ("DA DA SK DT", 1, {0, 2}, False, "first", False, 1, (0, 1)),
    "P10": ("CJ SJ DA D9", 0, {0, 2}, False, "first", False, 0, (0, 0)),
    "P11": ("HT DA HT DA", 3, {0, 3}, False, "second", False, 1, (0, 2)),
}


class TrickTest(unittest.TestCase):
    def test_worked_examples(self) -> None:
        for name, row in TRICKS.items():
            contract, dulle, last, text, winner, expected_augen = row
            cards = text.split()
            order = CardOrder(contract, dulle != "off", dulle)
            with self.subTest(name):
                self.assertEqual(order.winner(cards, last), winner)
                self.assertEqual(augen(cards), expected_augen)

    def test_legal_cards(self) -> None:
        for name, (contract, led, hand, legal) in LEGAL.items():
            with self.subTest(name):
                self.assertEqual(
                    CardOrder(contract).legal(hand.split(), led), legal.split()
                )

    def count(self, size: int, contract: str, dulle: bool = True) -> int:
        order = CardOrder(contract, dulle)
        return sum(2 for card in deck(size) if order.is_trump(card))

    def test_numbers_of_trumps(self) -> None:
        for size, counts in ((48, "26 8 8 0 26 26 24 26"),
                             (40, "24 8 8 0 24 24 22 24")):
            self.assertEqual(
                [self.count(size, c) for c in ("normal", *SOLOS)],
                [int(count) for count in counts.split()],
            )

    def test_numbers_of_trumps_without_dulle(self) -> None:
        self.assertEqual(self.count(48, "normal", dulle=False), 24)
        self.assertEqual(self.count(40, "normal", dulle=False), 22)

    def test_augen_of_a_deck(self) -> None:
        for size in (48, 40):
            self.assertEqual(2 * augen(list(deck(size))), 240)

    def test_augen_of_the_trumps(self) -> None:
        self.assertEqual(2 * augen(CardOrder().trumps()), 110)


class SpecialPointsTest(unittest.TestCase):
    def test_worked_examples(self) -> None:
        for name, row in SPECIAL.items():
            text, leader, re, last, dulle, caught, seat, points = row
            cards = text.split()
            position = CardOrder(dulle_order=dulle).winner(cards, last)
            trick = Trick(leader, cards, position, last)
            rules = SpecialRules(karlchen_caught=caught)
            with self.subTest(name):
                self.assertEqual(trick.winner_seat(), seat)
                self.assertEqual(special_points(trick, re, rules), points)


if __name__ == "__main__":
    unittest.main()
