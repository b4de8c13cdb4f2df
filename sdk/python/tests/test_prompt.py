"""What a bot can ask a prompt."""

from __future__ import annotations

import pytest
from google.protobuf.duration_pb2 import Duration

from pentathlon import Prompt
from pentathlon import protocol as pb


def prompt_received_at(received: float, **limits: Duration) -> Prompt:
    message = pb.Prompt(**limits)  # type: ignore[arg-type]
    return Prompt(pb.MatchStart(), message, received, lambda: True)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock shows 50 seconds."""
    monkeypatch.setattr("pentathlon.bot.time.monotonic", lambda: 50.0)


def test_time_left_is_allowance_and_bank_less_what_has_passed() -> None:
    prompt = prompt_received_at(
        49.0, allowance_left=Duration(seconds=2), bank_left=Duration(nanos=500_000_000)
    )
    assert prompt.time_left == 1.5


def test_time_left_is_never_negative() -> None:
    assert prompt_received_at(40.0, bank_left=Duration(seconds=2)).time_left == 0.0


def test_without_limits_there_is_no_time_left_to_speak_of() -> None:
    assert prompt_received_at(49.0).time_left is None


def test_the_round_trip_is_what_the_referee_measured() -> None:
    assert prompt_received_at(49.0).round_trip is None
    measured = prompt_received_at(49.0, round_trip=Duration(nanos=30_000_000))
    assert measured.round_trip == 0.03


def seed_of(secret: bytes, decision: int) -> int:
    match = pb.MatchStart(private_seed=secret)
    message = pb.Prompt(seat=1, decision=decision)
    return Prompt(match, message, 0.0, lambda: True).seed


def test_the_seed_is_the_same_as_in_the_other_sdks() -> None:
    assert seed_of(b"\x01\x02", 7) == 0x4D5CC1E6D06C84B8


def test_the_seed_differs_by_secret_and_decision() -> None:
    assert len({seed_of(b"a", 7), seed_of(b"a", 8), seed_of(b"b", 7)}) == 3


def test_a_prompt_without_a_secret_has_a_seed() -> None:
    assert Prompt(pb.MatchStart(), pb.Prompt(), 0.0, lambda: True).seed > 0


# The C++ SDK's prompt_test.cc expects the same text.
OCTRIX_TEXT = """\
octrix, match m1, seat 1, decision 5: choose an action
time left: 0.000 s
  deal: 1
  trick: 2
  dealer: 0
  mode: high
  hands:
    H1 C8
    D7
  tricks:
    cards C1 S2, taker 0, mode low
  deal_scores: 1 0
  totals: 0 0
  to_act: 0 1
  rotation: 0
actions:
  0: H1
  1: card C8"""


def octrix_prompt() -> pb.Prompt:
    observation = pb.OctrixObservation(
        deal=1,
        trick=2,
        dealer=0,
        mode=pb.OCTRIX_MODE_HIGH,
        hands=[pb.OctrixHand(cards=[0, 31]), pb.OctrixHand(cards=[25])],
        tricks=[pb.OctrixTrick(cards=[3, 6], taker=0, mode=pb.OCTRIX_MODE_LOW)],
        deal_scores=[1, 0],
        totals=[0, 0],
        to_act=[0, 1],
    )
    return pb.Prompt(
        match_id="m1",
        seat=1,
        decision=5,
        kind=pb.DECISION_KIND_MUST,
        observation=pb.Observation(octrix=observation),
        actions=[
            pb.LegalAction(id=0, text="H1"),
            pb.LegalAction(
                id=31, action=pb.GameAction(octrix=pb.OctrixAction(card=31))
            ),
        ],
        allowance_left=Duration(),
        bank_left=Duration(),
    )


def text_of(message: pb.Prompt, game: str) -> str:
    match = pb.MatchStart(game=game, private_seed=b"secret-seed")
    return str(Prompt(match, message, 49.0, lambda: True))


def test_a_prompt_prints_what_a_person_reads() -> None:
    assert text_of(octrix_prompt(), "octrix") == OCTRIX_TEXT


def test_a_prompt_never_prints_the_private_seed() -> None:
    assert "secret" not in text_of(octrix_prompt(), "octrix")


def printed(observation: pb.Observation) -> list[str]:
    return text_of(pb.Prompt(observation=observation), "game").splitlines()[2:]


def test_cards_are_printed_in_the_notation_of_their_game() -> None:
    seconds = pb.SecondsObservation(hand=[0, 47, 51])
    assert "  hand: C2 SK SA" in printed(pb.Observation(seconds=seconds))
    doppelkopf = pb.DoppelkopfObservation(hand=[2, 16, 23])
    assert "  hand: CQ HT DA" in printed(pb.Observation(doppelkopf=doppelkopf))
    cards = pb.OrdagoCards(ranks=[pb.ORDAGO_RANK_KING, pb.ORDAGO_RANK_ACE])
    ordago = pb.OrdagoObservation(own_hand=cards)
    assert "  own_hand: K A" in printed(pb.Observation(ordago=ordago))
    ordo = pb.OrdoObservation(white=[0, 79])
    assert "  white: a1 j8" in printed(pb.Observation(ordo=ordo))


def test_counts_of_cards_are_no_cards() -> None:
    announcement = pb.DoppelkopfAnnouncement(cards=2, level=pb.DOPPELKOPF_LEVEL_NO_90)
    observation = pb.DoppelkopfObservation(announcements=[announcement])
    lines = printed(pb.Observation(doppelkopf=observation))
    assert any("level no_90" in line and "cards 2" in line for line in lines)


def test_an_announcement_may_wait() -> None:
    message = pb.Prompt(
        match_id="m1",
        decision=3,
        kind=pb.DECISION_KIND_MAY,
        announcements=[pb.LegalAction(id=4, text="re")],
    )
    assert text_of(message, "doppelkopf").splitlines() == [
        "doppelkopf, match m1, seat 0, decision 3: announce or wait",
        "announcements:",
        "  0: re",
    ]


def test_an_empty_prompt_prints_its_first_lines() -> None:
    assert text_of(pb.Prompt(), "octrix").endswith("time left: no limit")
