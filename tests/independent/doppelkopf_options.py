"""The options of a match of Doppelkopf and their values under the presets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from doppelkopf_announcements import usual_deadlines
from doppelkopf_cards import SOLOS, CardOrder
from doppelkopf_scoring import ScoringRules, SpecialRules
from replay import Options

ON = "on off true false"
OFF = "off on true false"
DEADLINE_NAMES = ("call", "90", "60", "30", "schwarz")
OPTIONS = {
    "preset": "ddv text seed seed40 house",
    "deck": "48 40",
    "deals": "24 1..1000",
    "compulsory_solos": "1 0",
    "dulle": ON,
    "dulle_order": "first second second_except_last",
    **{"solo_" + solo: ON for solo in SOLOS},
    "solo_lead": "compulsory_only always never",
    "silent_solo": "on true",
    "marriage_trick": "any trump plain",
    "marriage_limit": "3 all",
    "marriage_shift": ON,
    "poverty": OFF,
    "poverty_fox_free": OFF,
    "poverty_tell_trumps": OFF,
    "redeal_nines": OFF,
    "redeal_kings": "off 5 6",
    "redeal_trumps": OFF,
    "redeal_low_trumps": OFF,
    "redeal_full": OFF,
    "max_redeals": "20 1..20",
    "reservation_steps": "1 1",
    "announce_windows": "trick own_turn card",
    # 0 stands for the usual value.
    **{"deadline_" + name: "0 0..12" for name in DEADLINE_NAMES},
    "reply": ON,
    "tie_both_called": "kontra none",
    "plain_call_binding": "off strict",
    "schwarz_by": "tricks augen",
    "under_without_winner": ON,
    "miss_points": "per_level highest_only every_30",
    "call_scoring": "add2 double",
    "sp_against_old": ON,
    "sp_doppelkopf": ON,
    "sp_fox": ON,
    "sp_karlchen": ON,
    "sp_karlchen_caught": OFF,
    "sp_fox_last": OFF,
    "sp_heart_trick": OFF,
    "sp_dulle": OFF,
}
SEED = {
    "reply": "off",
    "tie_both_called": "none",
    "plain_call_binding": "strict",
    "schwarz_by": "augen",
    "under_without_winner": "off",
    "miss_points": "every_30",
    "compulsory_solos": "0",
    "deals": "16",
}
# The differences of each preset from "ddv".
PRESETS: dict[str, dict[str, str]] = {
    "ddv": {},
    "text": SEED,
    "seed": SEED,
    "seed40": {**SEED, "deck": "40"},
    "house": {
        "deck": "40",
        "dulle_order": "second_except_last",
        "sp_karlchen_caught": "on",
        "solo_lead": "always",
        "compulsory_solos": "0",
        "deals": "16",
        "poverty": "on",
        "redeal_kings": "5",
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
        usual = usual_deadlines(self.hand_size)
        given = (
            self.options.number("deadline_" + name) for name in DEADLINE_NAMES
        )
        return tuple(own or rule for own, rule in zip(given, usual))

    def in_effect(self) -> dict[str, str]:
        """The options, with the values that a preset or a 0 stands for."""
        values = self.options.values()
        for name, deadline in zip(DEADLINE_NAMES, self.deadlines()):
            values["deadline_" + name] = str(deadline)
        if not self.options.flag("dulle"):
            values["dulle_order"] = "first"
        return values

    def marriage_limit(self) -> int:
        limit = self.options.text("marriage_limit")
        return self.hand_size if limit == "all" else int(limit)

    def order(self, contract: str) -> CardOrder:
        return CardOrder(
            contract,
            self.options.flag("dulle"),
            self.options.text("dulle_order"),
        )


def _with_preset(given: Mapping[str, str]) -> dict[str, str]:
    """The given options over those of the preset."""
    preset = given.get("preset", "ddv")
    left_to_preset = {"deals": "0"}
    own = {
        name: value
        for name, value in given.items()
        if value != left_to_preset.get(name, "preset")
    }
    result = {**PRESETS.get(preset, {}), **own}
    if preset == "house" and result["poverty"] == "off":
        result.setdefault("redeal_trumps", "on")
    return result


def read_rules(given: Mapping[str, str]) -> Rules:
    options = Options(_with_preset(given), OPTIONS)
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
