"""What signals mean; sdk/conformance has how a program ends."""

from __future__ import annotations

import os
import signal
import threading

import pytest

from pentathlon import Bot, Options, leaving
from pentathlon.session import Session

# A test that has to wait longer has failed.
PATIENCE = 30.0


class Signals:
    """The handling of signals with an end that is only noted."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, again: float) -> None:
        monkeypatch.setattr(leaving, "AGAIN", again)
        self.statuses: list[int] = []
        self.ended = threading.Event()
        self.session = Session(Bot, Options())
        self.handling = leaving.leave_on_signal(self.session, PATIENCE, self.end)

    def end(self, status: int) -> None:
        self.statuses.append(status)
        self.ended.set()


def test_a_second_signal_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    signals = Signals(monkeypatch, again=0.0)
    with signals.handling:
        os.kill(os.getpid(), signal.SIGTERM)
        assert signals.session._left.wait(PATIENCE)
        os.kill(os.getpid(), signal.SIGINT)
        assert signals.ended.wait(PATIENCE)
    assert signals.statuses == [128 + signal.SIGINT]


def test_a_signal_that_comes_twice_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    signals = Signals(monkeypatch, again=PATIENCE)
    with signals.handling:
        os.kill(os.getpid(), signal.SIGTERM)
        assert signals.session._left.wait(PATIENCE)
        os.kill(os.getpid(), signal.SIGTERM)
    for thread in threading.enumerate():
        if thread.name == "signals":
            thread.join(PATIENCE)
    assert signals.statuses == []
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL
