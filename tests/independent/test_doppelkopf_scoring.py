"""The worked examples of announcements and scoring of Doppelkopf."""

from __future__ import annotations

import unittest
from itertools import product

from doppelkopf_announcements import (
    CALL,
    KONTRA,
    LEVEL_NAMES,
    N30,
    N60,
    N90,
    NONE,
    RE,
    SCHWARZ,
    Announced,
    Deadlines,
    legal_levels,
    usual_deadlines,
)
from doppelkopf_scoring import (
    DealResult,
    ScoringRules,
    seat_points,
    value,
    winner,
)

# Deck, own cards, own level, opponents' level, shift, legal levels.
DEADLINES = {
    "D1": (48, 12, NONE, NONE, 0, [CALL, N90, N60, N30, SCHWARZ]),
    "D2": (48, 11, NONE, NONE, 0, [CALL, N90, N60, N30, SCHWARZ]),
    "D3": (48, 10, NONE, NONE, 0, []),
    "D4": (48, 10, CALL, NONE, 0, [N90, N60, N30, SCHWARZ]),
    "D5": (48, 9, CALL, NONE, 0, []),
    "D6": (48, 9, N90, NONE, 0, [N60, N30, SCHWARZ]),
    "D7": (48, 10, NONE, CALL, 0, [CALL]),
    "D8a": (48, 9, NONE, CALL, 0, []),
    "D8b": (48, 9, NONE, N90, 0, [CALL]),
    "D9a": (48, 8, NONE, N60, 0, [CALL]),
    "D9b": (48, 8, NONE, N90, 0, []),
    "D10a": (48, 6, NONE, SCHWARZ, 0, [CALL]),
    "D10b": (48, 5, NONE, SCHWARZ, 0, []),
    "D11a": (48, 10, NONE, NONE, 1, [CALL, N90, N60, N30, SCHWARZ]),
    "D11b": (48, 9, NONE, NONE, 1, []),
    "D12a": (48, 9, NONE, NONE, 2, [CALL, N90, N60, N30, SCHWARZ]),
    "D12b": (48, 8, CALL, NONE, 2, [N90, N60, N30, SCHWARZ]),
    "D12c": (48, 5, N30, NONE, 2, [SCHWARZ]),
    "D12d": (48, 8, NONE, CALL, 2, [CALL]),
    "D14a": (40, 9, NONE, NONE, 0, [CALL, N90, N60, N30, SCHWARZ]),
    "D14b": (40, 8, NONE, NONE, 0, []),
    "D14c": (40, 8, CALL, NONE, 0, [N90, N60, N30, SCHWARZ]),
    "D14d": (40, 5, N30, NONE, 0, [SCHWARZ]),
    "D14e": (40, 4, N30, NONE, 0, []),
    "D14f": (40, 8, NONE, CALL, 0, [CALL]),
    "D14g": (40, 4, NONE, SCHWARZ, 0, [CALL]),
    "D15": (48, 11, CALL, NONE, 0, [N90, N60, N30, SCHWARZ]),
    "D18": (48, 7, N30, NONE, 0, [SCHWARZ]),
    "D19": (48, 6, N30, NONE, 0, []),
}

# Levels, Augen of Re, options, winner, points of the seats. Re is seats 0 and
# 2, in a solo seat 0. Options: "solo", "no_trick" (the party without Augen
# took no trick), "special=R,K".
SCORES = """
S1   none/none       121                          re      1 -1 1 -1
S2   none/none       120                          kontra  -2 2 -2 2
S3   call/none       120                          kontra  -4 4 -4 4
S4   none/call       120                          re      3 -3 3 -3
S5   call/call       120                          kontra  -6 6 -6 6
S5s  call/call       120 tie_both_called=none     none    0 0 0 0
S6   n90/none        155                          re      5 -5 5 -5
S7   none/n60        90                           re      6 -6 6 -6
S8   n90/n90         110                          none    -1 1 -1 1
S8x  n90/n60         110                          none    0 0 0 0
S9   n90/none        150                          kontra  -5 5 -5 5
S9b  n90/none        151                          re      5 -5 5 -5
S10  n60/none        165                          kontra  -6 6 -6 6
S11  n60/none        130                          kontra  -7 7 -7 7
S12  none/call       80                           kontra  -5 5 -5 5
S13  schwarz/none    240 no_trick                 re      11 -11 11 -11
S14  schwarz/none    240                          kontra  -8 8 -8 8
S14s schwarz/none    240 schwarz_by=augen         re      11 -11 11 -11
S15  call/n90        100                          re      6 -6 6 -6
S15x call/n90        100 plain_call_binding=strict none   0 0 0 0
S16  n60/n90         155                          none    2 -2 2 -2
S16x n60/n90         155 under_without_winner=off none    1 -1 1 -1
S17  none/n30        111                          re      8 -8 8 -8
S17x none/n30        111 miss_points=highest_only re      7 -7 7 -7
S18  none/none       130 special=1,2              re      0 0 0 0
S19  none/none       121 special=0,3              re      -2 2 -2 2
S20  call/none       140 solo                     re      9 -3 -3 -3
S21  none/none       119 solo                     kontra  -3 1 1 1
S22  none/none       120 solo                     kontra  -3 1 1 1
S22b none/call       120 solo                     re      9 -3 -3 -3
S23  none/none       151 solo;special=1,0         re      6 -2 -2 -2
S24  n90/n90         110 solo                     none    -3 1 1 1
S25  schwarz/schwarz 240 solo;no_trick            re      63 -21 -21 -21
S26  schwarz/schwarz 0   no_trick                 kontra  -22 22 -22 22
S27  n90/call        155                          re      7 -7 7 -7
S27x n90/call        155 call_scoring=double      re      12 -12 12 -12
S16d n60/n90         155 call_scoring=double      none    2 -2 2 -2
S8d  n90/n90         110 call_scoring=double      none    -1 1 -1 1
S28d call/call       89  special=0,1;call_scoring=double kontra -10 10 -10 10
S17d none/n30        111 call_scoring=double      re      12 -12 12 -12
S20d call/none       140 solo;call_scoring=double re      6 -2 -2 -2
S24d n90/n90         110 solo;call_scoring=double none    -3 1 1 1
S15d call/n90        100 call_scoring=double      re      8 -8 8 -8
S7e  none/n90        180 miss_points=every_30     re      8 -8 8 -8
S17e none/n30        155 miss_points=every_30     re      11 -11 11 -11
S28  call/call       89  special=0,1              kontra  -8 8 -8 8
S29  n60/n90         59                           kontra  -13 13 -13 13
S30  none/none       0   no_trick                 kontra  -6 6 -6 6
S31  none/none       29                           kontra  -5 5 -5 5
S32  n30/none        211                          re      9 -9 9 -9
S33  n30/none        210                          kontra  -7 7 -7 7
"""

# The lowest number of Augen with which Re wins, by the levels of Re and Kontra; with
# fewer Kontra wins. Schwarz is tested apart.
RE_WINS_FROM = {
    (NONE, NONE): 121, (NONE, CALL): 120, (NONE, N90): 90, (NONE, N60): 60,
    (NONE, N30): 30, (CALL, NONE): 121, (CALL, CALL): 121, (CALL, N90): 90,
    (CALL, N60): 60, (CALL, N30): 30, (N90, NONE): 151, (N90, CALL): 151,
    (N60, NONE): 181, (N60, CALL): 181, (N30, NONE): 211, (N30, CALL): 211,
}  # fmt: skip


class DeadlineTest(unittest.TestCase):
    def legal(
        self,
        row: tuple[int, int, int, int, int],
        reply: bool = True,
        own_is_reply: bool = False,
    ) -> list[int]:
        size, cards, own, opponents, shift = row
        deadlines = Deadlines(usual_deadlines(size // 4), shift, reply)
        return legal_levels(cards, own, opponents, deadlines, own_is_reply)

    def test_worked_examples(self) -> None:
        for name, (*row, levels) in DEADLINES.items():
            with self.subTest(name):
                self.assertEqual(self.legal(tuple(row)), levels)

    def test_d16_nothing_after_a_reply(self) -> None:
        row = (48, 11, CALL, CALL, 0)
        self.assertEqual(self.legal(row, own_is_reply=True), [])

    def test_d17_no_replies(self) -> None:
        self.assertEqual(self.legal((48, 10, NONE, CALL, 0), reply=False), [])

    def test_a_late_call_is_a_reply(self) -> None:
        deadlines = Deadlines(usual_deadlines(12))
        announced = Announced()
        announced.say("keine 90", RE, 11, deadlines)
        announced.say("kontra", KONTRA, 10, deadlines)
        self.assertEqual(announced.levels, [N90, CALL])
        self.assertEqual(announced.legal(KONTRA, 10, deadlines), [])

    def test_words(self) -> None:
        deadlines = Deadlines(usual_deadlines(12))
        announced = Announced()
        announced.say("re", RE, 11, deadlines)
        self.assertEqual(
            announced.legal(RE, 10, deadlines),
            ["keine 90", "keine 60", "keine 30", "schwarz"],
        )
        self.assertEqual(announced.legal(KONTRA, 10, deadlines), ["kontra"])


class ScoringTest(unittest.TestCase):
    def check(self, row: str) -> None:
        name, levels, augen_text, *words = row.split()
        options = words[0].split(";") if len(words) == 6 else []
        won, *points = words[-5:]
        augen = int(augen_text)
        re, kontra = levels.split("/")
        given = dict(o.split("=") for o in options if "=" in o)
        special = given.pop("special", "0,0").split(",")
        under = given.pop("under_without_winner", "on") == "on"
        rules = ScoringRules(under_without_winner=under, **given)
        nothing = "no_trick" in options
        result = DealResult(
            levels=(LEVEL_NAMES.index(re), LEVEL_NAMES.index(kontra)),
            augen=(augen, 240 - augen),
            tricks=(
                not (nothing and augen == 0),
                not (nothing and augen == 240),
            ),
            solo="solo" in options,
        )
        seats = {0} if result.solo else {0, 2}
        net = value(result, rules, (int(special[0]), int(special[1])))
        party = {RE: "re", KONTRA: "kontra", None: "none"}
        self.assertEqual(party[winner(result, rules)], won)
        self.assertEqual(
            seat_points(net, seats, result.solo), [int(p) for p in points]
        )

    def test_worked_examples(self) -> None:
        for row in SCORES.strip().splitlines():
            with self.subTest(row.split()[0]):
                self.check(row)

    def winner(self, re: int, kontra: int, augen: int) -> int | None:
        result = DealResult(
            (re, kontra), (augen, 240 - augen), (True, True), False
        )
        return winner(result, ScoringRules())

    def test_one_party_wins(self) -> None:
        for (re, kontra), least in RE_WINS_FROM.items():
            for augen in range(241):
                expected = RE if augen >= least else KONTRA
                self.assertEqual(self.winner(re, kontra, augen), expected)

    def test_both_have_an_absage(self) -> None:
        least = {N90: 151, N60: 181, N30: 211}
        most = {N90: 89, N60: 59, N30: 29}
        for re, kontra, augen in product(least, most, range(241)):
            expected = RE if augen >= least[re] else None
            if augen <= most[kontra]:
                expected = KONTRA
            self.assertEqual(self.winner(re, kontra, augen), expected)

    def test_points_are_bounded(self) -> None:
        values = {
            value(
                DealResult((re, kontra), (augen, 240 - augen), tricks, solo),
                ScoringRules(),
            )
            for re, kontra in product(range(6), repeat=2)
            for augen, tricks in (
                (0, (False, True)),
                (240, (True, False)),
                *((a, (True, True)) for a in range(241)),
            )
            for solo in (False, True)
        }
        self.assertEqual((min(values), max(values)), (-22, 21))


if __name__ == "__main__":
    unittest.main()
