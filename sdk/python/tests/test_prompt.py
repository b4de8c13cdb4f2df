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
