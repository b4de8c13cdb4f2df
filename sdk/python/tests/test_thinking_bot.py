"""The sample bot that thinks while others decide."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import pytest
from google.protobuf.duration_pb2 import Duration

from pentathlon import Prompt
from pentathlon import protocol as pb

SAMPLES = Path(__file__).resolve().parents[3] / "sample_bots" / "python"
KINGS = pb.OrdagoCards(ranks=[pb.ORDAGO_RANK_KING] * 3 + [pb.ORDAGO_RANK_ACE])


@pytest.fixture
def bot(monkeypatch: pytest.MonkeyPatch) -> Any:
    """One that stops after 20 deals, however slow the machine is."""
    monkeypatch.syspath_prepend(SAMPLES)
    module = importlib.import_module("thinking_bot")
    monkeypatch.setattr(module, "ENOUGH", 20)
    monkeypatch.setattr(module, "LONGEST", 30.0)
    monkeypatch.setattr(module, "SLICE", 30.0)
    return module.ThinkingBot(pb.MatchStart(private_seed=b"secret"))


def to_bet(is_open: bool = True, seconds: int = 1000) -> Prompt:
    table = pb.OrdagoObservation(phase=pb.ORDAGO_PHASE_BET, bet=pb.ORDAGO_BET_BIG)
    table.own_hand.CopyFrom(KINGS)
    message = pb.Prompt(observation=pb.Observation(ordago=table))
    message.bank_left.CopyFrom(Duration(seconds=seconds))
    for number in range(2):
        message.actions.add(id=number)
    return Prompt(pb.MatchStart(), message, is_open=lambda: is_open)


def event(seat: int | None) -> pb.Events:
    """A seat did something, or chance if there is none."""
    return pb.Events(events=[pb.PlyEvent(actions=[pb.SeatEvent(seat=seat)])])


def test_it_bids_with_kings(bot: Any) -> None:
    prompt = to_bet()
    assert bot.act(prompt) is prompt.actions[1]
    assert bot.deals == 20


def test_it_goes_on_while_others_decide(bot: Any) -> None:
    bot.act(to_bet(is_open=False))
    assert bot.deals == 0
    bot.on_events(event(2))
    assert bot.deals == 20


def test_new_cards_make_its_thoughts_void(bot: Any) -> None:
    bot.act(to_bet())
    bot.on_events(event(None))
    assert bot.deals == 0


def test_it_stops_when_the_decision_is_over(bot: Any) -> None:
    bot.act(to_bet(is_open=False))
    assert bot.deals == 0


def test_it_does_not_think_when_there_is_no_time(bot: Any) -> None:
    bot.act(to_bet(seconds=0))
    assert bot.deals == 0
