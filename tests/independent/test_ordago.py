"""The worked examples and exact counts of Ordago."""

from __future__ import annotations

import unittest
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from math import comb, prod

import check
import ordago
from ordago import Hand, SetWon, Table
from ordago_bet import Accepted, Amounts, Bet, BetResult
from ordago_hands import (
    BET_NAMES,
    COPIES,
    KEYS,
    RANKS,
    best_place,
    bonus,
    game_bonus,
    is_royal,
    pair_class,
    pairs_bonus,
    points,
)
from ordago_signs import true_signs
from ordago_stock import Stock
from replay import Discrepancy, Options, Plies
from self_play import RandomPlies, empty_match, finish, scripted

# Hands, bet, winning place, bonus of its team if the bet has one.
COMPARISONS = [
    ("KKJ4 KQQQ KKJ5 KKJ5", "Big", 2, 0),
    ("AA47 AAK4 A554 AA46", "Small", 3, 0),
    ("QQQQ KKAA KKK7 KK77", "Pairs", 3, 6),
    ("KKQQ KKKK 7654 J7AA", "Pairs", 1, 4),
    ("KQ7A KQJ4 QJ76 K765", "Pairs", 1, 0),
    ("77KA 77QJ 654A K654", "Pairs", 0, 1),
    ("KK74 QQQ6 55AA J654", "Pairs", 2, 4),
    ("KKKA 777Q 654A KQJ6", "Game", 1, 5),
    ("KQJ7 KKKQ QJ66 KQ64", "Game", 2, 4),
    ("KQ54 KJ64 7654 AAAA", "Game", 1, 0),
    ("7654 KJ74 KQJA KK66", "Game", 1, 5),
]

# Actions, result; the examples 12 to 21 without the showdown.
BETTING = [
    ("0:wait 1:wait 2:wait 3:wait", BetResult("passed out")),
    ("0:bid_2 1:pass 3:pass", BetResult("declined", 1, 0)),
    ("0:wait 1:bid_2 2:raise_5 3:pass 1:pass", BetResult("declined", 2, 0)),
    (
        "0:wait 1:bid_2 2:raise_5 3:pass 1:raise_9 2:pass 0:pass",
        BetResult("declined", 5, 1),
    ),
    (
        "0:bid_2 1:pass 3:raise_6 0:pass 2:accept",
        BetResult("concluded", 6),
    ),
    (
        "0:bid_2 1:pass 3:raise_4 0:raise_8 3:pass",
        BetResult("declined", 4, 0),
    ),
    ("0:ordago 1:pass 3:pass", BetResult("declined", 1, 0)),
    ("0:bid_4 1:ordago 2:pass 0:pass", BetResult("declined", 4, 1)),
    ("0:wait 1:wait 2:wait 3:bid_2 0:accept", BetResult("concluded", 2)),
]

# Hands, winners of the four bets, score; start S0, all passed out.
EVALUATIONS = [
    ("KK74 KQ6A KJ74 Q65A", (0, 3, 0, 0), [8, 1]),
    ("KQJ7 7654 54AA KKQA", (3, 2, 3, 3), [1, 5]),
    ("KJ5A QJ5A KJ54 KJ5A", (2, 1, 2, 2), [1, 1]),
    ("K4AA QJ76 54AA KQJ7", (3, 2, 0, 3), [3, 5]),
    ("K74A K76A KQ6A K74A", (2, 0, 2, 2), [2, 0]),
    ("KKAA 654A J765 KKQJ", (3, 0, 0, 3), [4, 3]),
    ("QJ76 KKQA K4AA 654A", (1, 2, 1, 1), [1, 5]),
    ("QJ5A KK74 KJ5A K74A", (1, 3, 1, 1), [0, 6]),
    ("Q65A K76A KJ74 KJ74", (2, 0, 2, 2), [5, 0]),
]

# One set in which nobody exchanges or bids: hands, score after the hand.
WHOLE_SET = [
    ("KKQJ QJ76 654A KKAA", [3, 4]),
    ("KKQA KKQJ J765 54AA", [6, 8]),
    ("K4AA KKQA KQJ7 7654", [7, 13]),
    ("654A K4AA KKQJ QJ76", [11, 14]),
    ("J765 654A KKAA KQJ7", [16, 16]),
    ("QJ76 J765 54AA KKQA", [17, 21]),
    ("KKQJ QJ76 7654 K4AA", [21, 22]),
    ("KKAA KKQJ J765 654A", [25, 25]),
    ("54AA KKAA KQJ7 7654", [28, 29]),
    ("654A 54AA KKQA QJ76", [29, 30]),
]

SUMS = {
    4: 70, 7: 224, 8: 224, 9: 224, 10: 392, 11: 448, 12: 616, 13: 1824,
    14: 808, 15: 832, 16: 2697, 17: 2704, 18: 2740, 19: 3424, 20: 2661,
    21: 3312, 22: 7912, 23: 3504, 24: 3045, 25: 6208, 26: 5684, 27: 5648,
    28: 6033, 29: 2688, 30: 3024, 31: 8384, 32: 2640, 33: 1920, 34: 2960,
    35: 2240, 36: 2240, 37: 2240, 40: 1820,
}  # fmt: skip

QUIET = {"signs": "off"}


def all_hands() -> Iterator[tuple[str, int]]:
    """Every hand, with the number of ways to draw it from a fresh pack."""
    for cards in combinations_with_replacement(RANKS, 4):
        ways = prod(comb(COPIES[r], n) for r, n in Counter(cards).items())
        yield "".join(cards), ways


def waits(*starts: int) -> list[str]:
    return [f"{(s + i) % 4}:wait" for s in starts for i in range(4)]


def dealt(hands: str, start: int) -> list[str]:
    """The chance plies that deal these hands, and nobody exchanges."""
    order = [(start + i) % 4 for i in range(4)]
    cards = [f"*:{hands.split()[p][i]}" for i in range(4) for p in order]
    return [*cards, f"{start}:keep"]


def words(text: str) -> list[str]:
    return [word.replace("_", " ") for word in text.split()]


def table(
    plies: Sequence[str],
    options: dict[str, str] | None = None,
    score: tuple[int, int] = (0, 0),
    seats: int = 4,
) -> Table:
    match = empty_match("ordago", seats, QUIET | (options or {}))
    result = Table(scripted(match, *plies), match)
    result.score = list(score)
    return result


class CountTest(unittest.TestCase):
    def test_hands(self) -> None:
        self.assertEqual(len(list(all_hands())), 330)
        self.assertEqual(sum(ways for _, ways in all_hands()), 91390)

    def test_sums(self) -> None:
        sums: Counter[int] = Counter()
        for hand, ways in all_hands():
            sums[points(hand)] += ways
        self.assertEqual(dict(sums), SUMS)

    def test_royal_games(self) -> None:
        royal = sum(ways for hand, ways in all_hands() if is_royal(hand))
        self.assertEqual(royal, 64)

    def test_distinct_keys(self) -> None:
        counts = [len({key(h) for h, _ in all_hands()}) for key in KEYS]
        self.assertEqual(counts, [330, 330, 122, 34])

    def test_pair_classes(self) -> None:
        classes: Counter[int] = Counter()
        for hand, ways in all_hands():
            classes[pair_class(hand)] += ways
        self.assertEqual(
            [classes[kind] for kind in range(4)], [39680, 43776, 4448, 3486]
        )

    def test_bonuses(self) -> None:
        table: Counter[tuple[int, int]] = Counter()
        for hand, ways in all_hands():
            table[pairs_bonus(hand), game_bonus(hand)] += ways
        self.assertEqual(
            [[table[p, g] for g in (0, 2, 3)] for p in range(4)],
            [
                [31488, 4608, 3584],
                [30592, 8960, 4224],
                [2304, 1568, 576],
                [2562, 924, 0],
            ],
        )

    def test_hands_with_31(self) -> None:
        ways = dict(all_hands())
        self.assertEqual(
            [ways[hand] for hand in ("KKKA", "KQJA", "KK74", "J777")],
            [448, 1024, 448, 16],
        )
        self.assertEqual(
            len([hand for hand in ways if points(hand) == 31]), 25
        )

    def test_game_order(self) -> None:
        best = {points(h): KEYS[3](h) for h, _ in all_hands()}
        order = sorted(best, key=best.__getitem__, reverse=True)
        order.remove(31)
        self.assertEqual(
            order[:9], [32, 40, 37, 36, 35, 34, 33, 30, 29]
        )


class ThirtyOneTest(unittest.TestCase):
    def test_31_may_count_as_more_than_30_too(self) -> None:
        self.assertEqual(game_bonus("KQ74"), 3)
        self.assertEqual(game_bonus("KQ74", 5), 5)
        self.assertEqual(game_bonus("KQJ7", 5), 2)


class ComparisonTest(unittest.TestCase):
    def test_worked_examples(self) -> None:
        for number, (text, name, place, extra) in enumerate(COMPARISONS, 1):
            hands, bet = text.split(), BET_NAMES.index(name)
            with self.subTest(number):
                winner = best_place(bet, hands, 0)
                self.assertEqual(winner, place)
                partners = (winner, (winner + 2) % 4)
                self.assertEqual(
                    sum(bonus(bet, hands[p]) for p in partners), extra
                )

    def test_winning_places_in_evaluations(self) -> None:
        for number, (text, places, _) in enumerate(EVALUATIONS, 1):
            with self.subTest(number):
                self.assertEqual(
                    tuple(best_place(b, text.split(), 0) for b in range(4)),
                    places,
                )


class BetTest(unittest.TestCase):
    def bet(self, text: str, **options: str) -> BetResult:
        match = empty_match("ordago", 4, options)
        plies = scripted(match, *words(text))

        def ask(place: int, *rest: object) -> str:
            return plies.choice(place, *rest)  # type: ignore[arg-type]

        return Bet(2, 0, ask, Options(options, ordago.OPTIONS)).play()

    def test_worked_examples(self) -> None:
        for text, result in BETTING:
            with self.subTest(text):
                self.assertEqual(self.bet(text), result)

    def test_an_accepted_ordago(self) -> None:
        with self.assertRaises(Accepted):
            self.bet("0:bid_4 1:raise_10 2:ordago 3:accept")

    def test_a_raise_by_too_little(self) -> None:
        with self.assertRaisesRegex(Discrepancy, "raise 3"):
            self.bet("0:bid_2 1:raise_3")

    def test_an_ordago_cannot_be_raised(self) -> None:
        with self.assertRaisesRegex(Discrepancy, "raise 200"):
            self.bet("0:ordago 1:raise_200")

    def test_always_one(self) -> None:
        self.assertEqual(
            self.bet("0:bid_4 1:raise_9 2:pass 0:pass",
                     decline_value="always_one"),
            BetResult("declined", 1, 1),
        )

    def test_the_first_seat_decides(self) -> None:
        self.assertEqual(
            self.bet("0:bid_4 1:pass", response="first_seat_decides"),
            BetResult("declined", 1, 0),
        )

    def test_a_pass_that_is_not_final(self) -> None:
        text = "0:bid_2 1:pass 3:raise_4 0:raise_8 1:pass 3:pass"
        self.assertEqual(
            self.bet(text, pass_is_final="false"), BetResult("declined", 4, 0)
        )

    def test_amounts(self) -> None:
        amounts = Amounts("bid", 2, 4)
        self.assertEqual(list(amounts), ["bid 2", "bid 3", "bid 4"])
        for text in ("bid 1", "bid 5", "bid 02", "raise 3", "bid x"):
            self.assertNotIn(text, amounts)


class HandTest(unittest.TestCase):
    def play(self, table: Table, dealer: int = 3) -> list[int]:
        Hand(table, dealer).play()
        return table.score

    def assert_won(self, table: Table, team: int, dealer: int = 3) -> None:
        with self.assertRaises(SetWon) as caught:
            Hand(table, dealer).play()
        self.assertEqual(caught.exception.team, team)

    def test_evaluations(self) -> None:
        for number, (hands, _, score) in enumerate(EVALUATIONS, 1):
            with self.subTest(number):
                plies = dealt(hands, 0) + waits(0, 0, 0, 0)
                self.assertEqual(self.play(table(plies)), score)

    def test_a_whole_set(self) -> None:
        score = (0, 0)
        for number, (hands, expected) in enumerate(WHOLE_SET):
            start = number % 4
            plies = dealt(hands, start) + waits(*[start] * 4)
            hand_table = table(plies, score=score)
            with self.subTest(number + 1):
                if number < 9:
                    self.play(hand_table, (start + 3) % 4)
                else:
                    self.assert_won(hand_table, 1, (start + 3) % 4)
                self.assertEqual(hand_table.score, expected)
            score = (expected[0], expected[1])

    def test_a_complete_hand(self) -> None:
        plies = dealt("KKAA 654A J765 KKQJ", 0) + words(
            "0:wait 1:wait 2:wait 3:bid_2 0:pass 2:accept "
            "0:bid_2 1:raise_4 2:pass 0:accept "
            "0:bid_5 1:pass 3:pass "
            "0:wait 1:wait 2:wait 3:bid_2 0:pass 2:pass"
        )
        self.assertEqual(self.play(table(plies)), [8, 5])

    def test_22_a_declined_raise_wins_the_set(self) -> None:
        plies = dealt("KKAA 654A J765 KKQJ", 0) + words(
            "0:wait 1:bid_2 2:raise_5 3:pass 1:pass"
        )
        self.assert_won(table(plies, score=(28, 12)), 0)

    def test_23_bets_are_paid_in_order(self) -> None:
        # Big S2, Small S1, Pairs S2, Game S2.
        hands = "K765 54AA KKQA QJ76"
        plies = dealt(hands, 0) + waits(0, 0, 0, 0)
        hand_table = table(plies, score=(28, 29))
        self.assert_won(hand_table, 1)
        self.assertEqual(hand_table.score, [29, 30])

    def test_24_an_accepted_ordago_decides(self) -> None:
        plies = (
            dealt("KK74 54AA KQJ7 64AA", 0)
            + waits(0)
            + words("0:ordago 1:pass 3:accept")
        )
        self.assert_won(table(plies, score=(3, 27)), 1)

    def test_25_open_stakes_lapse(self) -> None:
        plies = dealt("KKKK 54AA KQJ7 64AA", 0) + words(
            "0:bid_40 1:accept 0:wait 1:ordago 2:accept"
        )
        hand_table = table(plies, score=(10, 20))
        self.assert_won(hand_table, 1)
        self.assertEqual(hand_table.score, [10, 20])

    def test_26_the_soloist_wins_by_the_deal(self) -> None:
        plies = dealt("KKKK 54AA KQJ7 64AA", 0)[:-1]
        self.assert_won(table(plies, score=(29, 10), seats=3), 0)

    def test_27_the_soloist_gains_by_redraws(self) -> None:
        swaps = ["0:swap", "1:swap", "0:swap", "2:swap"]
        throw = ["0:discard A", "1:discard A", "0:discard A", "2:discard A"]
        plies = [
            *dealt("KKJA KKQA QQJA JJQA", 0)[:-1],
            *(swaps + throw + ["*:4"] * 4),
            *swaps,
            *[text.replace("A", "4") for text in throw],
            *["*:5"] * 4,
            "0:keep",
            *words("0:bid_9 1:pass 2:ordago 0:accept"),
        ]
        hand_table = table(plies, score=(12, 0), seats=3)
        self.assert_won(hand_table, 1)
        self.assertEqual(hand_table.score, [15, 0])

    def test_the_bonus_that_does_not_win(self) -> None:
        plies = dealt("KKKK 54AA KQJ7 64AA", 0)
        hand_table = table(
            plies, {"solo_bonus_wins": "false"}, (29, 10), seats=3
        )
        with self.assertRaisesRegex(Discrepancy, "Big"):
            Hand(hand_table, 3).play()
        self.assertEqual(hand_table.score, [30, 10])


class ExchangeTest(unittest.TestCase):
    def stock(self) -> Stock:
        stock = Stock(RandomPlies(empty_match("ordago", 4), seed=3))
        for _ in range(16):
            stock.draw()
        return stock

    def exchange(self, stock: Stock, cards: int) -> int:
        stock.discard("".join("K" for _ in range(cards)))
        for _ in range(cards):
            stock.draw()
        stock.close_round()
        return len(stock.pack)

    def test_everybody_discards_four_three_times(self) -> None:
        stock = self.stock()
        self.assertEqual([self.exchange(stock, 16) for _ in range(3)], [8] * 3)

    def test_everybody_discards_one_seven_times(self) -> None:
        stock = self.stock()
        left = [self.exchange(stock, 4) for _ in range(7)]
        self.assertEqual(left, [20, 16, 12, 8, 4, 0, 20])

    def test_this_rounds_discards_stay_out(self) -> None:
        stock = self.stock()
        self.exchange(stock, 16)
        stock.discard("A" * 16)
        for _ in range(16):
            stock.draw()
        self.assertEqual(set(stock.new_discards), {"A"})
        self.assertEqual(stock.pack.copies, {"K": 8})

    def test_the_third_seat_keeps(self) -> None:
        plies = dealt("KK74 KQ6A KJ74 Q65A", 0)[:-1]
        plies += ["0:swap", "1:swap", "2:keep"] + waits(0, 0, 0, 0)
        hand_table = table(plies)
        Hand(hand_table, 3).play()
        self.assertEqual(hand_table.score, [8, 1])

    def test_discards_are_sets_of_ranks(self) -> None:
        self.assertEqual(
            sorted(ordago.discards("KKA4")),
            sorted(
                "discard " + cards
                for cards in
                "K 4 A KK K4 KA 4A KK4 KKA K4A KK4A".split()
            ),
        )

    def test_the_lowest_card(self) -> None:
        self.assertEqual(ordago.lowest_discard("4KA7"), "discard A")


class SignTest(unittest.TestCase):
    def count(self, at_least: bool) -> list[int]:
        counts: Counter[str] = Counter()
        for hand, ways in all_hands():
            for sign in true_signs(hand, at_least):
                counts[sign] += ways
        return [counts[f"s{i}"] for i in range(1, 10)]

    def test_exact(self) -> None:
        self.assertEqual(
            self.count(at_least=False),
            [54144, 13888, 1792, 13888, 1792, 3486, 4448, 8384, 448],
        )

    def test_at_least(self) -> None:
        self.assertEqual(
            self.count(at_least=True),
            [54144, 15750, 1862, 15750, 1862, 3486, 4448, 8384, 448],
        )

    def test_several_signs(self) -> None:
        self.assertEqual(true_signs("KKKA"), ["s3", "s7", "s8", "s9"])

    def test_free_bad_cards(self) -> None:
        self.assertEqual(true_signs("KK76", bad_is_free=True), ["s1", "s2"])


class MatchTest(unittest.TestCase):
    """Random matches by these rules keep their promises."""

    def play(self, seats: int, seed: int, **options: str) -> list[int]:
        match = empty_match("ordago", seats, options)
        finish(match, ordago.play(RandomPlies(match, seed), match))
        plies = Plies(match)
        plies.finish(check.RULES["ordago"](plies, match))
        return match.result["returns"]

    def test_four_seats(self) -> None:
        for seed in range(5):
            returns = self.play(4, seed, sets_to_win="2")
            self.assertEqual(returns[:2], returns[2:])
            self.assertIn(abs(returns[0]), (1, 2))

    def test_three_seats(self) -> None:
        for seed in range(5):
            returns = self.play(3, seed, dealer_after_set="random")
            self.assertEqual(returns, [returns[0], *[-returns[0]] * 2])

    def test_all_signs(self) -> None:
        self.play(
            4,
            1,
            signs="full",
            table_talk="public_codes",
            sign_budget="3",
            discard_order="simultaneous",
        )

    def test_three_seats_discard_at_once(self) -> None:
        self.play(3, 1, discard_order="simultaneous", sign_window="none")


if __name__ == "__main__":
    unittest.main()
