"""Marriages, sessions and whole deals of Doppelkopf."""

from __future__ import annotations

import unittest
from collections.abc import Collection, Mapping

import check
import doppelkopf
from doppelkopf import Deal
from doppelkopf_contract import Contract, ThreeCards, may_redeal
from doppelkopf_options import read_rules
from doppelkopf_scoring import Trick
from doppelkopf_session import Session
from replay import Discrepancy, Plies, SeatAction
from self_play import RandomPlies, empty_match, finish

ONE_DEAL = {"deals": "1", "compulsory_solos": "0"}


class MarriageTest(unittest.TestCase):
    def deal(self, *winners: int, led: str = "C9", **options: str) -> Deal:
        contract = Contract("marriage", 0, 1, None)
        plies = Plies(empty_match("doppelkopf", 4))
        deal = Deal(plies, read_rules(options), contract, [[]] * 4)
        for number, winner in enumerate(winners, 1):
            deal._tricks.append(Trick(winner, [led], 0, False))
            deal._leader = winner
            deal._check_marriage(number)
        return deal

    def check(self, deal: Deal, re: Collection[int], shift: int) -> None:
        self.assertEqual(deal.re_seats, re)
        self.assertEqual(deal._shift, shift)

    def test_m1_the_first_trick(self) -> None:
        self.check(self.deal(1), {0, 1}, 0)

    def test_m2_the_second_trick(self) -> None:
        self.check(self.deal(0, 2), {0, 2}, 1)

    def test_m3_the_third_trick(self) -> None:
        self.check(self.deal(0, 0, 3), {0, 3}, 2)

    def test_m4_a_solo(self) -> None:
        self.check(self.deal(0, 0, 0), {0}, 2)

    def test_not_clarified(self) -> None:
        deal = self.deal(0, 0)
        self.assertIsNone(deal.re_seats)
        self.assertEqual(deal._legal_announcements(1), [])

    def test_only_trumps_clarify(self) -> None:
        deal = self.deal(1, 1, marriage_trick="trump")
        self.assertIsNone(deal.re_seats)
        self.check(self.deal(1, led="CJ", marriage_trick="trump"), {0, 1}, 0)

    def test_no_shift(self) -> None:
        self.check(self.deal(0, 0, 3, marriage_shift="off"), {0, 3}, 0)


class SessionTest(unittest.TestCase):
    def play(
        self, deals: int, volunteers: Mapping[int, int]
    ) -> list[tuple[int, int | None]]:
        """Dealer and forced seat of each deal; volunteers by deal number."""
        session = Session(deals, compulsory_solos=1)
        history = []
        for number in range(1, deals + 1):
            forced = session.forced_seat()
            history.append((session.dealer, forced))
            soloist = volunteers.get(number) if forced is None else forced
            session.close_deal([0] * 4, soloist)
        return history

    def test_q1_nobody_volunteers(self) -> None:
        history = self.play(24, {})
        self.assertEqual(history[19], (3, None))
        self.assertEqual(history[20:], [(0, 1), (1, 2), (2, 3), (3, 0)])

    def test_q2_some_volunteer(self) -> None:
        self.assertEqual(
            self.play(8, {2: 3, 5: 1}),
            [
                (0, None),
                (1, None),
                (1, None),
                (2, None),
                (3, None),
                (3, None),
                (0, 2),
                (1, 0),
            ],
        )

    def test_q3_all_volunteer(self) -> None:
        history = self.play(24, {2: 0, 5: 1, 9: 2, 11: 3})
        self.assertEqual(history[-1], (3, None))

    def test_a_second_solo_is_voluntary(self) -> None:
        history = self.play(8, {1: 2, 2: 2})
        self.assertEqual([dealer for dealer, _ in history[:3]], [0, 0, 1])

    def test_ranks(self) -> None:
        session = Session(4, compulsory_solos=0)
        session.points = [4, 4, 4, -12]
        session.positive = [1, 2, 1, 0]
        self.assertEqual(session.ranks(), [2, 1, 2, 4])


class SilentPlies(RandomPlies):
    """Everybody is healthy and says nothing."""

    def choices(
        self,
        legal: Mapping[int, Collection[str]],
        what: str,
        substitutes: Mapping[int, Collection[str]],
    ) -> dict[int, str]:
        first = {seat: [next(iter(texts))] for seat, texts in legal.items()}
        return super().choices(first, what, substitutes)

    def announcement(
        self, legal: Mapping[int, Collection[str]], what: str
    ) -> SeatAction | None:
        return None


class RequestTest(unittest.TestCase):
    def extra_requests(self, windows: str, deck: str) -> int:
        options = {**ONE_DEAL, "announce_windows": windows, "deck": deck}
        match = empty_match("doppelkopf", 4, options)
        doppelkopf.play(SilentPlies(match, seed=1), match)
        choices = [ply for ply in match.plies if ply.kind == "choice"]
        return len(choices) - 4 - int(deck)

    def test_q4_windows(self) -> None:
        for deck in ("48", "40"):
            for windows, extra in (("own_turn", 0), ("trick", 6), ("card", 18)):
                self.assertEqual(self.extra_requests(windows, deck), extra)


class ReservationTest(unittest.TestCase):
    def test_three_cards(self) -> None:
        lay = ThreeCards("lay", "CQ CQ SA S9 D9".split(), ["CQ", "CQ"])
        self.assertIn("lay CQ SA CQ", lay)
        self.assertNotIn("lay CQ SA S9", lay)
        self.assertNotIn("lay CQ CQ HA", lay)
        self.assertNotIn("return CQ CQ SA", lay)
        self.assertEqual(len(lay), 3)

    def test_redeal(self) -> None:
        hand = "CK CK SK SK DK CQ HT H9 H9 C9 C9 S9".split()
        self.assertTrue(may_redeal(hand, read_rules({"redeal_kings": "5"})))
        self.assertTrue(may_redeal(hand, read_rules({"redeal_nines": "on"})))
        self.assertFalse(may_redeal(hand, read_rules({"redeal_kings": "6"})))
        self.assertFalse(may_redeal(hand, read_rules({})))


class MatchTest(unittest.TestCase):
    """Random matches by these rules keep their promises."""

    def play(self, seed: int, **options: str) -> list[int]:
        match = empty_match("doppelkopf", 4, options)
        finish(match, doppelkopf.play(RandomPlies(match, seed), match))
        plies = Plies(match)
        plies.finish(check.RULES["doppelkopf"](plies, match))
        return match.result["returns"]

    def test_presets(self) -> None:
        for seed, preset in enumerate(("ddv", "seed", "house")):
            self.assertEqual(sum(self.play(seed, preset=preset)), 0)

    def test_poverty_and_redeals(self) -> None:
        for seed in range(3):
            self.play(
                seed,
                poverty="on",
                poverty_fox_free="on",
                redeal_nines="on",
                announce_windows="card",
            )

    def test_marriages(self) -> None:
        self.play(1, compulsory_solos="0", deals="40", marriage_trick="plain")


class OptionTest(unittest.TestCase):
    def test_the_preset_sets_defaults(self) -> None:
        rules = read_rules({"preset": "seed", "deals": "8"})
        self.assertEqual(rules.scoring.schwarz_by, "augen")
        self.assertEqual(rules.options.number("deals"), 8)

    def test_an_unknown_preset(self) -> None:
        with self.assertRaisesRegex(Discrepancy, "preset: pub"):
            read_rules({"preset": "pub"})


if __name__ == "__main__":
    unittest.main()
