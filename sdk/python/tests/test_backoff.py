"""The pauses between attempts."""

from __future__ import annotations

import pytest

from pentathlon.backoff import Backoff


class Chance:
    """A clock that stands still, and draws that are the longest."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 100.0
        self.asked: list[tuple[float, float]] = []
        monkeypatch.setattr("pentathlon.backoff.time.monotonic", lambda: self.now)
        monkeypatch.setattr("pentathlon.backoff.random.uniform", self.uniform)

    def uniform(self, low: float, high: float) -> float:
        self.asked.append((low, high))
        return high


@pytest.fixture
def chance(monkeypatch: pytest.MonkeyPatch) -> Chance:
    return Chance(monkeypatch)


def test_pauses_double_up_to_five_seconds(chance: Chance) -> None:
    backoff = Backoff(60.0)
    pauses = [backoff.failed() for _ in range(8)]
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


def test_pauses_are_spread_over_their_second_half(chance: Chance) -> None:
    Backoff(60.0).failed()
    assert chance.asked == [(0.05, 0.1)]


def test_it_gives_up_when_the_time_is_over(chance: Chance) -> None:
    backoff = Backoff(10.0)
    assert backoff.failed() is not None
    chance.now += 10.0
    assert backoff.failed() is None


def test_the_last_pause_ends_with_the_time(chance: Chance) -> None:
    backoff = Backoff(10.0)
    backoff.failed()
    chance.now += 9.875
    assert backoff.failed() == 0.125


def test_success_starts_the_time_again(chance: Chance) -> None:
    backoff = Backoff(10.0)
    backoff.failed()
    chance.now += 9.0
    backoff.reset()
    assert backoff.failed() == 0.1
    chance.now += 9.0
    assert backoff.failed() is not None
