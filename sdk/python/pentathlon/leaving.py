"""Ends a bot that is asked to end: after its matches, or at once. Not for bots."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from queue import Empty, SimpleQueue

from pentathlon.session import Session

_log = logging.getLogger("pentathlon")

AGAIN = 0.5
"""Seconds after which another signal is a second one. Supervisors and terminals
signal a process and its group, so that it gets the same signal twice."""

_OVER = 0  # In place of a signal: the session is over.


@contextmanager
def leave_on_signal(
    session: Session, within: float, end: Callable[[int], object] = os._exit
) -> Iterator[None]:
    """While it is entered, SIGTERM and SIGINT ask the session to leave: it plays
    its matches to their end. A second signal, or the end of `within` seconds,
    ends the program at once. Does nothing unless entered in the main thread.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    # A handler interrupts the main thread, which may hold a lock of the session:
    # so another thread does the work.
    came: SimpleQueue[int] = SimpleQueue()
    before = {
        number: signal.signal(number, lambda number, _: came.put(number))
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    watcher = threading.Thread(
        target=_watch, args=(came, session, within, end), name="signals", daemon=True
    )
    watcher.start()
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        came.put(_OVER)


def _watch(
    came: SimpleQueue[int],
    session: Session,
    within: float,
    end: Callable[[int], object],
) -> None:
    if came.get() == _OVER:
        return
    _log.info(
        "asked to end: no further matches, and those under way go on for up to %g s; "
        "a second signal ends at once",
        within,
    )
    first = time.monotonic()
    session.leave()
    while True:
        try:
            number = came.get(timeout=max(0.0, first + within - time.monotonic()))
        except Empty:
            _log.warning("the matches are not over after %g s", within)
            number = signal.SIGTERM
            break
        if number == _OVER:
            return
        if time.monotonic() >= first + AGAIN:
            break
    sys.stdout.flush()
    end(128 + number)
