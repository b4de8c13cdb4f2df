"""The options of a match of Doppelkopf and what the presets make of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from doppelkopf_announcements import usual_deadlines
from doppelkopf_cards import CardOrder
from doppelkopf_scoring import ScoringRules, SpecialRules
from replay import Options

ON = "on off true false"
OFF = "off on true false"
OPTIONS = {
    "preset": "ddv seed house",
    "deck": "48 40",
    "dulle": ON,
    "dulle_order": "first second second_except_last",
    "marriage_trick": "any trump plain",
    "marriage_limit": "3 1..12",
    "marriage_shift": ON,
    "silent_solo": "on true",
    "reply": ON,
    "tie_both_called": "kontra none",
    "plain_call_binding": "off strict",
    "schwarz_by": "tricks augen",
    "under_without_winner": ON,
    "miss_points": "per_level highest_only",
    "call_scoring": "add2 double",
    "sp_against_old": ON,
    "sp_doppelkopf": ON,
    "sp_fox": ON,
    "sp_karlchen": ON,
    "sp_karlchen_caught": OFF,
    "sp_fox_last": OFF,
    "sp_heart_trick": OFF,
    "sp_dulle": OFF,
    "solo_lead": "compulsory_only always never",
    "compulsory_solos": "1 0",
    "deals": "24 1..1000",
    "poverty": OFF,
    "poverty_fox_free": OFF,
    "redeal_nines": "0 0..8",
    "redeal_kings": "0 0..8",
    "redeal_few_trumps": OFF,
    "redeal_no_high_trump": OFF,
    "redeal_tens_aces": "0 0..16",
    "announce_windows": "trick own_turn card",
    "reservation_steps": "1 1",
}
# Where a preset differs from "ddv".
PRESETS: dict[str, dict[str, str]] = {
    "ddv": {},
    "seed": {
        "reply": "off",
        "tie_both_called": "none",
        "schwarz_by": "augen",
        "compulsory_solos": "0",
        "deals": "16",
    },
    "house": {
        "deck": "40",
        "dulle_order": "second_except_last",
        "sp_karlchen_caught": "on",
        "solo_lead": "always",
        "compulsory_solos": "0",
        "deals": "16",
        "redeal_kings": "5",
        "redeal_few_trumps": "on",
    },
}


@dataclass(frozen=True)
class Rules:
    """The options as the rules need them."""

    options: Options
    scoring: ScoringRules
    special: SpecialRules

    @property
    def deck_size(self) -> int:
        return self.options.number("deck")

    @property
    def hand_size(self) -> int:
        return self.deck_size // 4

    def deadlines(self) -> tuple[int, ...]:
        return usual_deadlines(self.hand_size)

    def order(self, contract: str) -> CardOrder:
        return CardOrder(
            contract,
            self.options.flag("dulle"),
            self.options.text("dulle_order"),
        )


def read_rules(given: Mapping[str, str]) -> Rules:
    preset = PRESETS.get(given.get("preset", "ddv"), {})
    options = Options({**preset, **given}, OPTIONS)
    scoring = ScoringRules(
        options.text("tie_both_called"),
        options.text("plain_call_binding"),
        options.text("schwarz_by"),
        options.flag("under_without_winner"),
        options.text("miss_points"),
        options.text("call_scoring"),
        options.flag("sp_against_old"),
    )
    special = SpecialRules(
        doppelkopf=options.flag("sp_doppelkopf"),
        fox=options.flag("sp_fox"),
        karlchen=options.flag("sp_karlchen"),
        karlchen_caught=options.flag("sp_karlchen_caught"),
        fox_last=options.flag("sp_fox_last"),
        heart_trick=options.flag("sp_heart_trick"),
        dulle=options.flag("sp_dulle"),
    )
    return Rules(options, scoring, special)
