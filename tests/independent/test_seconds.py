"""The worked examples and exact counts of Seconds."""

from __future__ import annotations

import unittest
from collections import Counter
from itertools import product

import seconds

# Cards, taker by position, taker in the reading "distinct".
TRICKS = [
    ("SK S9 SA S4", 0, 0),
    ("CQ CJ CK CA", 2, 2),
    ("D5 D9 CA SK", 0, 0),
    ("C8 CJ HA C3", 0, 0),
    ("H7 CQ ST D2", 2, 2),
    ("H4 CK SQ DQ", 3, 3),
    ("HQ CA SQ DQ", 2, 2),
    ("HK CK S9 D3", 1, 2),
    ("H9 CA SA D5", 2, 0),
    ("H8 C8 S8 D8", 1, 1),
]

# Tricks of N, E, S, W, then the points of deals 1 to 8.
SCORES = """
4 3 5 1 | 20 3 20 3 | 12 12 5 5 | 4 15 15 4 | 12 15 5 4 | 4 12 15 5 | 12 9 15 3 | 9 10 8 12 | 0 12 0 0
3 3 3 4 | 9 12 9 12 | 9 9 12 12 | 12 9 9 12 | 9 9 12 12 | 12 9 9 12 | 9 9 9 12 | 10 10 10 9 | 4 4 4 0
3 3 5 2 | 15 6 15 6 | 9 9 10 10 | 6 15 15 6 | 9 15 10 6 | 6 9 15 10 | 9 9 15 6 | 10 10 8 11 | 6 6 0 0
3 6 4 0 | 12 0 12 0 | 18 18 0 0 | 0 24 24 0 | 18 24 0 0 | 0 18 24 0 | 9 18 12 0 | 10 7 9 13 | 12 0 0 0
1 5 2 5 | 2 25 2 25 | 5 5 10 10 | 5 10 10 5 | 5 10 10 5 | 5 5 10 10 | 3 15 6 15 | 12 8 11 8 | 0 0 0 0
0 7 6 0 | 0 0 0 0 | 0 0 0 0 | 0 42 42 0 | 0 42 0 0 | 0 0 42 0 | 0 21 18 0 | 13 6 7 13 | 0 0 0 0
"""

HANDS = """
CK C9 C6 C4 C3 DA DJ D6 HQ H7 SA S7 S6
C5 C2 DK DT HT H9 H3 H2 SK SQ SJ ST S4
CQ CJ CT C8 DQ D8 D7 HA HJ H6 H4 S8 S2
CA C7 D9 D5 D4 D3 D2 HK H8 H5 S9 S5 S3
"""

HIGHEST = """
SK S8 S9 SA > E
DK DQ D9 DA > E
SQ S2 S5 S7 > N
CK C5 CQ CA > N
HQ HT HA HK > W
H8 H7 H9 HJ > E
SJ CJ S3 S6 > N
DJ DT D8 D5 > E
ST CT C7 C9 > S
C8 H5 C6 C2 > N
D6 S4 D7 D4 > N
C4 H3 H6 D3 > N
C3 H2 H4 D2 > N
"""

LOWEST = """
C2 C8 C7 C3 > W
D2 D6 DT D7 > S
S2 S3 S6 S4 > E
H2 H4 H5 H7 > W
D3 DJ DK D8 > N
C4 C5 CT CA > S
H6 H8 HQ H3 > W
D4 DA H9 DQ > S
S8 S5 S7 ST > S
CJ D5 C6 HT > N
C9 SJ CQ D9 > N
CK SQ HJ S9 > E
SK HA HK SA > E
"""


def numbers(text: str) -> list[int]:
    return [int(word) for word in text.split()]


def rows(text: str) -> list[str]:
    return text.strip().splitlines()


class TrickTest(unittest.TestCase):
    def test_worked_examples(self) -> None:
        for number, (cards, position, distinct) in enumerate(TRICKS, 1):
            with self.subTest(number):
                self.assertEqual(seconds.taker(cards.split()), position)
                self.assertEqual(
                    seconds.taker(cards.split(), "distinct"), distinct
                )


class AllPlaysTest(unittest.TestCase):
    """Counts over all ordered plays of four cards, led in one suit.

    The suits are alike, so each count is a quarter of the count of all plays.
    """

    @classmethod
    def setUpClass(cls) -> None:
        cls.counts: dict[str, Counter[tuple[str, int]]] = {}
        for reading in ("position", "distinct"):
            cls.counts[reading] = Counter()
        cls.differing = 0
        # By patterns: suits are only "led" or one of three others, so plays
        # with the same ranks and the same followers have the same taker.
        for followers in product((False, True), repeat=3):
            cls.count_plays((True, *followers))

    @classmethod
    def count_plays(cls, follows: tuple[bool, ...]) -> None:
        voids = follows.count(False)
        for ranks in product(seconds.RANKS, repeat=4):
            suits = cls.ways(follows, ranks)
            if suits == 0:
                continue
            cards = cls.example(follows, ranks)
            takers = {}
            for reading, counts in cls.counts.items():
                takers[reading] = seconds.taker(cards, reading)
                case = "led " + str(4 - voids)
                if voids == 3:
                    case = cls.tie_case(ranks, takers[reading])
                counts[case, takers[reading]] += suits
            if takers["position"] != takers["distinct"]:
                cls.differing += suits

    @staticmethod
    def ways(follows: tuple[bool, ...], ranks: tuple[str, ...]) -> int:
        """The number of ways to give suits to these ranks."""
        led = [r for f, r in zip(follows, ranks) if f]
        if len(set(led)) < len(led):
            return 0
        count = 4
        others = Counter(r for f, r in zip(follows, ranks) if not f)
        for same in others.values():
            for i in range(same):
                count *= 3 - i
        return count

    @staticmethod
    def example(
        follows: tuple[bool, ...], ranks: tuple[str, ...]
    ) -> list[str]:
        return [("S" if f else "H") + r for f, r in zip(follows, ranks)]

    @staticmethod
    def tie_case(ranks: tuple[str, ...], position: int) -> str:
        return "alike " + str(ranks.count(ranks[position]))

    def check(
        self, reading: str, case: str, expected: tuple[int, ...]
    ) -> None:
        counts = self.counts[reading]
        self.assertEqual(
            tuple(counts[case, position] for position in range(4)), expected
        )

    def test_four_of_the_led_suit(self) -> None:
        self.check("position", "led 4", (17160, 17160, 17160, 17160))

    def test_three_of_the_led_suit(self) -> None:
        self.check("position", "led 3", (267696, 178464, 178464, 178464))

    def test_two_of_the_led_suit(self) -> None:
        self.check("position", "led 2", (1387152, 462384, 462384, 462384))

    def test_nobody_follows(self) -> None:
        self.check("position", "alike 1", (525096, 545688, 545688, 545688))
        self.check("position", "alike 2", (0, 129168, 217152, 305136))
        self.check("position", "alike 3", (0, 22464, 14976, 0))
        self.check("position", "alike 4", (0, 312, 0, 0))

    def test_nobody_follows_distinct(self) -> None:
        self.check("distinct", "alike 1", (588744, 633672, 633672, 633672))
        self.check("distinct", "alike 2", (0, 67392, 114192, 160992))
        self.check("distinct", "alike 3", (0, 11232, 7488, 0))
        self.check("distinct", "alike 4", (0, 312, 0, 0))

    def test_sum(self) -> None:
        self.assertEqual(self.counts["position"].total(), 52 * 51 * 50 * 49)

    def test_the_readings_differ(self) -> None:
        self.assertEqual(self.differing, 361296)


class ScoreTest(unittest.TestCase):
    def test_worked_examples(self) -> None:
        for row in rows(SCORES):
            tricks, *deals = (numbers(part) for part in row.split("|"))
            for deal, points in enumerate(deals, 1):
                with self.subTest(tricks=tricks, deal=deal):
                    self.assertEqual(seconds.deal_scores(deal, tricks), points)

    def test_square(self) -> None:
        self.assertEqual(
            seconds.deal_scores(6, [4, 3, 5, 1], deal6_score="square"),
            [16, 9, 25, 1],
        )

    def test_literal(self) -> None:
        for tricks, points in (
            ([3, 3, 3, 4], [3, 3, 3, 0]),
            ([3, 3, 5, 2], [4, 4, 0, 0]),
        ):
            self.assertEqual(
                seconds.deal_scores(8, tricks, deal8_score="literal_12_4_3"),
                points,
            )

    def north_sum(self, deal: int, **options: str) -> int:
        return sum(
            seconds.deal_scores(deal, tricks, **options)[0]
            for tricks in product(range(14), repeat=4)
            if sum(tricks) == 13
        )

    def test_sums_over_all_trick_counts(self) -> None:
        self.assertEqual(
            [self.north_sum(deal) for deal in range(1, 9)],
            [4368] * 5 + [5460, 5460, 660],
        )
        self.assertEqual(self.north_sum(6, deal6_score="square"), 10556)
        self.assertEqual(
            self.north_sum(8, deal8_score="literal_12_4_3"), 621
        )


class RankTest(unittest.TestCase):
    def check(self, totals: str, ranks: str, **options: str) -> None:
        self.assertEqual(
            seconds.final_ranks(numbers(totals), **options), numbers(ranks)
        )

    def test_second_highest_wins(self) -> None:
        self.check("95 87 75 41", "2 1 3 4")

    def test_two_share_the_top(self) -> None:
        self.check("80 80 60 50", "1 1 3 4")
        self.check("80 80 60 50", "2 2 1 4", final_tie="distinct_totals")

    def test_two_share_second_place(self) -> None:
        self.check("90 70 70 50", "3 1 1 4")

    def test_three_share_second_place(self) -> None:
        self.check("90 80 80 80", "4 1 1 1")

    def test_all_share(self) -> None:
        self.check("60 60 60 60", "1 1 1 1")
        self.check("60 60 60 60", "1 1 1 1", final_tie="distinct_totals")

    def test_highest(self) -> None:
        self.check("95 87 95 41", "1 3 1 4", winner="highest")


class FullDealTest(unittest.TestCase):
    def play(self, order: str, best: int) -> tuple[list[str], list[int]]:
        """Plays HANDS, always the first (0) or last (-1) legal card."""

        def key(card: str) -> tuple[int, int]:
            return seconds.strength(card), order.index(card[0])

        hands = [row.split() for row in rows(HANDS)]
        leader, tricks, history = 1, [0] * 4, []
        for _ in range(13):
            cards: list[str] = []
            for i in range(4):
                hand = hands[(leader + i) % 4]
                led = cards[0] if cards else None
                legal = sorted(seconds.legal_cards(hand, led), key=key)
                cards.append(legal[best])
                hand.remove(legal[best])
            leader = (leader + seconds.taker(cards)) % 4
            tricks[leader] += 1
            history.append(" ".join(cards) + " > " + "NESW"[leader])
        return history, tricks

    def test_highest_legal_card(self) -> None:
        history, tricks = self.play("CDHS", -1)
        self.assertEqual(history, rows(HIGHEST))
        self.assertEqual(
            [seconds.deal_scores(deal, tricks) for deal in range(1, 9)],
            [
                [7, 4, 7, 4],
                [28, 28, 1, 1],
                [7, 4, 4, 7],
                [28, 4, 1, 7],
                [7, 28, 4, 1],
                [21, 12, 3, 3],
                [6, 9, 12, 12],
                [0, 0, 0, 0],
            ],
        )

    def test_lowest_legal_card(self) -> None:
        history, tricks = self.play("CDHS", 0)
        self.assertEqual(history, rows(LOWEST))
        self.assertEqual(seconds.deal_scores(8, tricks), [4, 4, 0, 4])


if __name__ == "__main__":
    unittest.main()
