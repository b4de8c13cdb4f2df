"""The rules of thumb of the greedy sample bot."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest

from pentathlon import Bot, Prompt
from pentathlon import protocol as pb

SAMPLES = Path(__file__).resolve().parents[3] / "sample_bots" / "python"


def greedy_bot() -> Bot:
    """Loads the script and the modules beside it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(SAMPLES)
        module = importlib.import_module("greedy_bot")
    bot = module.GreedyBot()
    assert isinstance(bot, Bot)
    return bot


def choose(match: pb.MatchStart, prompt: pb.Prompt) -> pb.GameAction:
    """Returns what the bot chooses."""
    choice = greedy_bot().act(Prompt(match, prompt))
    assert isinstance(choice, pb.LegalAction)
    return choice.action


def octrix(
    hand: list[int],
    mode: pb.OctrixMode.ValueType,
    open_cards: dict[int, int] | None = None,
    other: list[int] | None = None,
) -> int:
    """Returns the card that seat 2 plays; seats 0 and 2 are partners.

    `other` is the hand of seat 3, which chooses at the same time.
    """
    seen = pb.OctrixObservation(mode=mode, to_act=[2, 3])
    hands: list[list[int]] = [[], [], hand, other or []]
    seen.hands.extend(pb.OctrixHand(cards=cards) for cards in hands)
    for seat, card in (open_cards or {}).items():
        seen.open_cards.append(pb.OctrixPlayed(seat=seat, card=card))
    prompt = pb.Prompt(seat=2, observation=pb.Observation(octrix=seen))
    for card in hand:
        action = pb.GameAction(octrix=pb.OctrixAction(card=card))
        prompt.actions.append(pb.LegalAction(id=card, action=action))
    start = pb.MatchStart(game="octrix", seat=2, teams=[0, 1, 0, 1])
    return choose(start, prompt).octrix.card


def test_octrix_plays_the_highest_card_where_the_highest_wins() -> None:
    assert octrix([3, 17, 30], pb.OCTRIX_MODE_HIGH) == 30


def test_octrix_plays_the_lowest_card_where_the_lowest_wins() -> None:
    assert octrix([3, 17, 30], pb.OCTRIX_MODE_LOW) == 3


def test_octrix_spends_a_middle_card_on_a_trick_the_partner_has() -> None:
    opened = {0: 31, 1: 5}
    assert octrix([3, 17, 30], pb.OCTRIX_MODE_HIGH, opened, [20]) == 17


def test_octrix_wins_no_dearer_than_needed() -> None:
    opened = {0: 2, 1: 20}
    assert octrix([3, 25, 30], pb.OCTRIX_MODE_HIGH, opened, [22]) == 25


def test_octrix_wins_no_dearer_than_needed_where_the_lowest_wins() -> None:
    opened = {0: 29, 1: 20}
    assert octrix([1, 7, 30], pb.OCTRIX_MODE_LOW, opened, [9]) == 7


def test_octrix_tries_where_the_other_opponent_may_be_higher() -> None:
    opened = {0: 2, 1: 20}
    assert octrix([3, 25, 28], pb.OCTRIX_MODE_HIGH, opened, [31, 4]) == 28


def test_octrix_wastes_nothing_on_a_lost_trick() -> None:
    opened = {0: 2, 1: 31}
    assert octrix([3, 17, 30], pb.OCTRIX_MODE_HIGH, opened, [4]) == 17


def ordo(seat: int, enemies: list[int], *parts: tuple[int, int, int]) -> int:
    """Returns the index of the part (from, end, to) that is chosen."""
    seen = pb.OrdoObservation(to_act=[seat])
    (seen.black if seat == 0 else seen.white).extend(enemies)
    prompt = pb.Prompt(seat=seat, observation=pb.Observation(ordo=seen))
    for index, (start, end, to) in enumerate(parts):
        part = pb.OrdoAction(from_square=start, end_square=end, to_square=to)
        action = pb.GameAction(ordo=part)
        prompt.actions.append(pb.LegalAction(id=index, action=action))
    chosen = choose(pb.MatchStart(game="ordo", seat=seat), prompt)
    return [entry.action for entry in prompt.actions].index(chosen)


def test_ordo_wins_rather_than_takes() -> None:
    assert ordo(0, [52], (42, 42, 52), (65, 65, 75)) == 1


def test_ordo_sees_that_the_far_end_of_a_column_arrives() -> None:
    assert ordo(0, [], (43, 63, 53), (20, 20, 50)) == 0


def test_ordo_takes_rather_than_advances() -> None:
    assert ordo(0, [52], (20, 20, 50), (42, 42, 52)) == 1


def test_ordo_advances_the_longer_row() -> None:
    assert ordo(0, [], (20, 20, 30), (24, 26, 34)) == 1


def test_ordo_advances_the_longer_column() -> None:
    assert ordo(0, [], (20, 20, 30), (14, 34, 24)) == 1


def test_ordo_advances_downwards_as_black() -> None:
    assert ordo(1, [], (60, 60, 60 + 1), (64, 64, 44)) == 1


RANKS = dict(zip(" A4567JQK", pb.OrdagoRank.values(), strict=True))


def cards(ranks: str) -> pb.OrdagoCards:
    return pb.OrdagoCards(ranks=[RANKS[rank] for rank in ranks])


def ordago(hand: str, *actions: pb.OrdagoAction, **table: Any) -> pb.OrdagoAction:
    """Returns what seat 2 chooses; `hand` as in KKKA, `table` as observed."""
    seen = pb.OrdagoObservation(own_place=2, places_to_act=[2], score=[0, 0], **table)
    seen.own_hand.CopyFrom(cards(hand))
    prompt = pb.Prompt(seat=2, observation=pb.Observation(ordago=seen))
    for index, action in enumerate(actions):
        entry = pb.GameAction(ordago=action)
        prompt.actions.append(pb.LegalAction(id=index, action=entry))
    options = {"set_target": "30"}
    start = pb.MatchStart(game="ordago", seat=2, teams=[0, 1, 0, 1], options=options)
    return choose(start, prompt).ordago


WAIT = pb.OrdagoAction(word=pb.ORDAGO_WORD_WAIT)
BID = pb.OrdagoAction(bid=2)
PASS = pb.OrdagoAction(word=pb.ORDAGO_WORD_PASS)
ACCEPT = pb.OrdagoAction(word=pb.ORDAGO_WORD_ACCEPT)
BET: dict[str, Any] = {"phase": pb.ORDAGO_PHASE_BET, "bet": pb.ORDAGO_BET_BIG}


def test_ordago_bids_on_a_good_hand() -> None:
    assert ordago("KKKA", WAIT, BID, **BET) == BID


def test_ordago_waits_with_a_bad_hand() -> None:
    assert ordago("7654", WAIT, BID, **BET) == WAIT


def test_ordago_accepts_an_ordago_with_four_kings() -> None:
    bid = {"bidder": 1, "ordago": True}
    assert ordago("KKKK", PASS, ACCEPT, **BET, **bid) == ACCEPT


def test_ordago_believes_the_sign_of_the_partner() -> None:
    three_kings = pb.OrdagoSign(official=pb.ORDAGO_OFFICIAL_SIGN_THREE_KINGS)
    signs = [pb.OrdagoSignSeen(seat=0, sign=three_kings)]
    assert ordago("7654", WAIT, BID, **BET, signs=signs) == BID


def test_ordago_keeps_what_is_good_when_it_exchanges() -> None:
    discards = [
        pb.OrdagoAction(discard=cards(ranks)) for ranks in ("K", "4", "K4", "KKK")
    ]
    phase = pb.ORDAGO_PHASE_DISCARD
    assert ordago("KKK4", *discards, phase=phase) == discards[1]


def seconds(hand: list[int], open_cards: list[int], **table: Any) -> int:
    """Returns the card that seat 3 plays; seat 0 has led `open_cards`."""
    seen = pb.SecondsObservation(leader=0, hand=hand, open_cards=open_cards, **table)
    prompt = pb.Prompt(seat=3, observation=pb.Observation(seconds=seen))
    for card in hand:
        action = pb.GameAction(seconds=pb.SecondsAction(card=card))
        prompt.actions.append(pb.LegalAction(id=card, action=action))
    start = pb.MatchStart(game="seconds", seat=3, options={"winner": "second"})
    return choose(start, prompt).seconds.card


# Clubs: the two is 0, the ace 48.
MANY: dict[str, Any] = {
    "scoring": pb.SECONDS_SCORING_MANY_TRICKS,
    "taken": [0, 0, 0, 0],
}


def test_seconds_takes_with_the_second_highest_card() -> None:
    behind = [40, 40, 20, 30]
    assert seconds([4, 28, 48], [8, 44, 12], **MANY, totals=behind) == 28


def test_seconds_leaves_the_trick_when_it_leads_too_far() -> None:
    ahead = [40, 40, 20, 60]
    assert seconds([4, 28], [8, 44, 12], **MANY, totals=ahead) == 4


def doppelkopf(
    hand: list[int], trick: list[int], friends: list[int] | None = None
) -> int:
    """Returns the card that seat 3, of Kontra, plays; seat 0 has led `trick`,
    and seat 1 holds it."""
    seen = pb.DoppelkopfObservation(
        phase=pb.DOPPELKOPF_PHASE_PLAY,
        contract=pb.DOPPELKOPF_CONTRACT_NORMAL,
        hand=hand,
        party=pb.DOPPELKOPF_PARTY_KONTRA,
        public_parties=[
            pb.DOPPELKOPF_PARTY_KONTRA
            if seat in (friends or [])
            else pb.DOPPELKOPF_PARTY_UNSPECIFIED
            for seat in range(4)
        ],
    )
    if trick:
        seen.tricks.append(pb.DoppelkopfTrick(leader=0, cards=trick, augen=9))
        seen.trick_holder = 1
    prompt = pb.Prompt(seat=3, observation=pb.Observation(doppelkopf=seen))
    for card in hand:
        action = pb.GameAction(doppelkopf=pb.DoppelkopfAction(card=card))
        prompt.actions.append(pb.LegalAction(id=card, action=action))
    start = pb.MatchStart(game="doppelkopf", seat=3, options={"dulle": "on"})
    return choose(start, prompt).doppelkopf.card


# Ace and nine of spades, queen and jack of hearts, fox and nine of diamonds.
SA, S9, HQ, HJ, FOX, D9 = 11, 6, 14, 13, 23, 18


def test_doppelkopf_leads_a_fresh_ace() -> None:
    assert doppelkopf([S9, SA, HQ, D9], []) == SA


def test_doppelkopf_gives_the_fox_to_a_friend() -> None:
    assert doppelkopf([FOX, D9], [D9, HQ, HJ], friends=[1]) == FOX


def test_doppelkopf_keeps_the_fox_from_a_stranger() -> None:
    assert doppelkopf([FOX, D9], [D9, HQ, HJ]) == D9
