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
    """It is 50 seconds past."""
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
