#!/usr/bin/env python3
"""Prints winner and value of every level pair and split of the Augen as CSV.

    python3 tests/independent/doppelkopf_table.py

doppelkopf_table.cc prints the same table from the arena's rules. Cells are
separated by commas, without spaces or quotes, and lines end in \\n: first the
names of the columns, then a line for every combination, the last column changing
fastest. Kontra has the Augen that Re lacks. There are no special points, and
"against the old" is on. The value is the points of Re minus those of Kontra,
before they are given to seats. There are 1 679 616 lines (127 MB) after the first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import product

from doppelkopf_announcements import LEVEL_NAMES, PARTY_NAMES
from doppelkopf_scoring import DealResult, ScoringRules, value, winner

HEADER = (
    "tie_both_called,plain_call_binding,schwarz_by,under_without_winner,"
    "miss_points,call_scoring,class,level_re,level_kontra,augen_re,tricks_re,"
    "tricks_kontra,winner,value"
)
OPTIONS = (
    ("kontra", "none"),
    ("off", "strict"),
    ("tricks", "augen"),
    ("on", "off"),
    ("per_level", "highest_only", "every_30"),
    ("add2", "double"),
)
CLASSES = ("normal", "solo")


def splits() -> Iterator[tuple[int, str, str]]:
    """Augen of Re, tricks of Re and of Kontra: none, some or all.

    Without Augen a party may have taken no trick or one of four nines.
    """
    for augen in range(241):
        if augen == 0:
            yield augen, "none", "all"
        yield augen, "some", "some"
        if augen == 240:
            yield augen, "all", "none"


def lines() -> Iterator[str]:
    yield HEADER
    for options in product(*OPTIONS):
        tie, binding, schwarz, under, miss, calls = options
        rules = ScoringRules(tie, binding, schwarz, under == "on", miss, calls)
        for deal_class, re, kontra in product(CLASSES, range(6), range(6)):
            start = ",".join(
                (*options, deal_class, LEVEL_NAMES[re], LEVEL_NAMES[kontra])
            )
            for split in splits():
                end = line_end(rules, deal_class, re, kontra, split)
                yield f"{start},{end}"


def line_end(
    rules: ScoringRules,
    deal_class: str,
    re: int,
    kontra: int,
    split: tuple[int, str, str],
) -> str:
    augen, tricks_re, tricks_kontra = split
    result = DealResult(
        levels=(re, kontra),
        augen=(augen, 240 - augen),
        tricks=(tricks_re != "none", tricks_kontra != "none"),
        solo=deal_class == "solo",
    )
    won = winner(result, rules)
    name = "none" if won is None else PARTY_NAMES[won]
    net = value(result, rules)
    return f"{augen},{tricks_re},{tricks_kontra},{name},{net}"


def main() -> None:
    for line in lines():
        sys.stdout.write(line + "\n")


if __name__ == "__main__":
    main()
