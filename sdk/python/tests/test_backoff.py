"""The pauses between attempts."""

from __future__ import annotations

from pentathlon.backoff import Backoff


class FakeClock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def longest_first(clock: FakeClock, give_up_after: float = 60.0) -> Backoff:
    """Returns a Backoff without jitter."""
    return Backoff(give_up_after, clock=clock, uniform=lambda low, high: high)


def test_pauses_double_up_to_five_seconds() -> None:
    backoff = longest_first(FakeClock())
    pauses = [backoff.failed() for _ in range(8)]
    assert pauses == [0.1, 0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]


def test_pauses_are_spread_over_their_second_half() -> None:
    asked: list[tuple[float, float]] = []

    def uniform(low: float, high: float) -> float:
        asked.append((low, high))
        return low

    backoff = Backoff(60.0, first=1.0, clock=FakeClock(), uniform=uniform)
    assert backoff.failed() == 0.5
    assert asked == [(0.5, 1.0)]


def test_it_gives_up_when_the_time_is_over() -> None:
    clock = FakeClock()
    backoff = longest_first(clock, give_up_after=10.0)
    assert backoff.failed() is not None
    clock.now += 10.0
    assert backoff.failed() is None


def test_the_last_pause_ends_with_the_time() -> None:
    clock = FakeClock()
    backoff = longest_first(clock, give_up_after=10.0)
    backoff.failed()
    clock.now += 9.875
    assert backoff.failed() == 0.125


def test_success_starts_the_time_again() -> None:
    clock = FakeClock()
    backoff = longest_first(clock, give_up_after=10.0)
    backoff.failed()
    clock.now += 9.0
    backoff.reset()
    assert backoff.failed() == 0.1
    clock.now += 9.0
    assert backoff.failed() is not None
