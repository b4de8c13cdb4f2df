"""Ends a bot that is asked to end: after its matches, or at once. Not for bots."""

from __future__ import annotations

import logging
import os
import select
import signal
import sys
import threading
import time
from collections.abc import Callable
from types import FrameType, TracebackType

from pentathlon.session import Session

_log = logging.getLogger("pentathlon")

AGAIN = 0.5
"""Seconds after which another signal is a second one. Supervisors and terminals
signal a process and its group, so that it gets the same signal twice."""


def _ignore(number: int, frame: FrameType | None) -> None:
    """The signal has gone through the pipe."""


class LeaveOnSignal:
    """While it is entered, SIGTERM and SIGINT ask the session to leave: it plays
    its matches to their end. A second signal, or the end of `within` seconds,
    ends the program at once. Does nothing unless entered in the main thread.
    """

    def __init__(
        self,
        session: Session,
        within: float,
        end: Callable[[int], None] = os._exit,
    ) -> None:
        self._session = session
        self._within = within
        self._end = end
        self._before: dict[int, object] = {}
        self._before_fd = -1

    def __enter__(self) -> LeaveOnSignal:
        if threading.current_thread() is not threading.main_thread():
            return self
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)
        # The number goes into the pipe at once, even while the main thread is
        # busy and runs no handler.
        self._before_fd = signal.set_wakeup_fd(
            self._write, warn_on_full_buffer=False
        )
        for number in (signal.SIGTERM, signal.SIGINT):
            self._before[number] = signal.signal(number, _ignore)
        threading.Thread(target=self._watch, name="signals", daemon=True).start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if not self._before:
            return
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]
        signal.set_wakeup_fd(self._before_fd)
        os.close(self._write)  # Ends the thread.

    def _watch(self) -> None:
        number = self._next(None)
        if number:
            _log.info(
                "asked to end: no further matches, and those under way go on for "
                "up to %g s; a second signal ends at once",
                self._within,
            )
            first = time.monotonic()
            self._session.leave()
            while number:
                number = self._next(max(0.0, first + self._within - time.monotonic()))
                if number is None:
                    _log.warning("the matches are not over after %g s", self._within)
                if number is None or (
                    number and time.monotonic() >= first + AGAIN
                ):
                    sys.stdout.flush()
                    self._end(128 + (number or signal.SIGTERM))
                    break
        os.close(self._read)

    def _next(self, patience: float | None) -> int | None:
        """Returns the number of the next signal; None if none came in time, 0 if
        the session is over."""
        while True:
            if not select.select([self._read], [], [], patience)[0]:
                return None
            number = os.read(self._read, 1)
            if not number:
                return 0
            # Others may have handlers for other signals.
            if number[0] in self._before:
                return number[0]
