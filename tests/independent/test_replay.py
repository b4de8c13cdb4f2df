"""Reading exported matches, and finding mistakes in them."""

from __future__ import annotations

import json
import unittest
from dataclasses import replace

import check
import seconds
from replay import Discrepancy, Match, Options, Plies, SeatAction, read_matches
from self_play import RandomPlies, empty_match, finish


def exported(match: Match) -> list[str]:
    lines: list[dict[str, object]] = [
        {
            "type": "match",
            "game": match.game,
            "seats": match.seats,
            "options": {},
            "given_options": match.options,
            "seed": "07",
            "max_faults": match.max_faults,
        }
    ]
    for ply in match.plies:
        actions = [{"seat": a.seat, "action": a.text} for a in ply.actions]
        lines.append(
            {
                "type": "ply",
                "ply": ply.number,
                "decision": ply.decision,
                "kind": ply.kind,
                "actions": actions,
            }
        )
    lines.append({"type": "result", **match.result})
    return [json.dumps(line) for line in lines]


def seconds_match() -> Match:
    match = empty_match("seconds", 4)
    finish(match, seconds.play(RandomPlies(match, seed=1), match))
    return match


class ReplayTest(unittest.TestCase):
    def setUp(self) -> None:
        self.match = seconds_match()

    def check(self) -> int:
        return check.check_stream(exported(self.match), "test")["seconds"]

    def assert_found(self, what: str) -> None:
        with self.assertRaisesRegex(Discrepancy, what):
            self.check()

    def alter(self, number: int, seat: int, text: str) -> None:
        ply = self.match.plies[number]
        self.match.plies[number] = replace(
            ply, actions=(SeatAction(seat, text),)
        )

    def test_a_match_in_order(self) -> None:
        self.assertEqual(self.check(), 1)

    def test_a_card_dealt_twice(self) -> None:
        first, second = self.match.plies[1:3]
        self.alter(second.number, -1, first.actions[0].text)
        self.assert_found("ply 2, card dealt: recorded")

    def test_a_card_of_another_hand(self) -> None:
        # Ply 0 is the dealer; card 1 went to eldest hand, card 2 to the next.
        self.alter(53, self.match.plies[53].actions[0].seat, self.text(2))
        self.assert_found("ply 53, card played: recorded")

    def test_another_seat(self) -> None:
        seat = (self.match.plies[53].actions[0].seat + 1) % 4
        self.alter(53, seat, self.text(53))
        self.assert_found("ply 53, to act: card played: recorded")

    def text(self, number: int) -> str:
        return self.match.plies[number].actions[0].text

    def test_returns(self) -> None:
        self.match.result["returns"][2] += 1
        self.assert_found("returns")

    def test_ranks(self) -> None:
        self.match.result["ranks"].reverse()
        self.assert_found("ranks")

    def test_who_was_played_for_comes_last(self) -> None:
        winner = self.match.result["ranks"].index(1)
        self.match.result["faults"] = [{"seat": winner}] * 3
        self.assert_found("ranks")
        ranks = self.match.result["ranks"]
        ranks[:] = [4 if rank == 1 else rank - 1 for rank in ranks]
        self.assertEqual(self.check(), 1)

    def test_a_ply_too_many(self) -> None:
        last = self.match.plies[-1]
        self.match.plies.append(replace(last, number=last.number + 1))
        self.assert_found("end of the match")

    def test_a_ply_too_few(self) -> None:
        self.match.plies.pop()
        self.assert_found("next ply: recorded the end")

    def test_a_stopped_match_is_checked_as_far_as_it_went(self) -> None:
        self.match.plies = self.match.plies[:100]
        lines = exported(self.match)
        lines.insert(-1, '{"type":"cancel"}')
        checked = check.check_stream(lines, "test")
        self.assertEqual(checked["seconds (stopped)"], 1)

    def test_a_match_whose_bots_all_failed(self) -> None:
        self.match.plies = self.match.plies[:100]
        faults = [{"seat": seat} for seat in range(4) for _ in range(3)]
        self.match.result["faults"] = faults
        checked = check.check_stream(exported(self.match), "test")
        self.assertEqual(checked["seconds (stopped)"], 1)

    def test_no_result(self) -> None:
        with self.assertRaisesRegex(Discrepancy, "no result"):
            list(read_matches(exported(self.match)[:-1], "test"))

    def test_a_substitute(self) -> None:
        match = empty_match("seconds", 4)
        plies = Plies(match)
        match.plies = [
            replace(
                self.match.plies[53],
                number=0,
                actions=(SeatAction(1, "SA", "late"),),
            )
        ]
        with self.assertRaisesRegex(Discrepancy, "substitute card"):
            plies.choice(1, "card", ["SA", "S2"], ["S2"])


class OptionsTest(unittest.TestCase):
    ALLOWED = {"deals": "8 7", "target": "30 1..1000"}

    def test_default(self) -> None:
        self.assertEqual(Options({}, self.ALLOWED).number("target"), 30)

    def test_bounds(self) -> None:
        with self.assertRaisesRegex(Discrepancy, "target: 0"):
            Options({"target": "0"}, self.ALLOWED)

    def test_value(self) -> None:
        with self.assertRaisesRegex(Discrepancy, "deals: 6"):
            Options({"deals": "6"}, self.ALLOWED)

    def test_unknown_name(self) -> None:
        with self.assertRaisesRegex(Discrepancy, "speed"):
            Options({"speed": "6"}, self.ALLOWED)


if __name__ == "__main__":
    unittest.main()
