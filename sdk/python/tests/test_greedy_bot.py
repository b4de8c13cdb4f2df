"""The rules of thumb of the greedy sample bot."""

from __future__ import annotations

import importlib.util
from pathlib import Path

from pentathlon import Bot, Prompt
from pentathlon import protocol as pb

SAMPLES = Path(__file__).resolve().parents[3] / "sample_bots" / "python"


def greedy_bot() -> Bot:
    """Loads the script."""
    spec = importlib.util.spec_from_file_location(
        "greedy_bot", SAMPLES / "greedy_bot.py"
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    bot = module.GreedyBot()
    assert isinstance(bot, Bot)
    return bot


def choose(match: pb.MatchStart, prompt: pb.Prompt) -> pb.GameAction:
    """Returns what the bot chooses."""
    choice = greedy_bot().act(Prompt(match, prompt, 0.0, lambda: True))
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
    seen = pb.OrdoObservation(to_act=seat)
    (seen.black if seat == 0 else seen.white).extend(enemies)
    prompt = pb.Prompt(seat=seat, observation=pb.Observation(ordo=seen))
    for index, (start, end, to) in enumerate(parts):
        part = pb.OrdoAction(end=end, to=to, **{"from": start})
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
