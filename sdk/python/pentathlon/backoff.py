"""How long to wait before the next attempt to connect, and when to give up."""

import random
import time

_FIRST = 0.1
_LONGEST = 5.0


class Backoff:
    """Pauses that double from failure to failure, until the time is up."""

    def __init__(self, give_up_after: float) -> None:
        self._give_up_after = give_up_after
        self.reset()

    def reset(self) -> None:
        """Begins again: an attempt succeeded."""
        self._pause = _FIRST
        self._failing_since: float | None = None

    @property
    def failing(self) -> bool:
        """Whether the last attempt failed."""
        return self._failing_since is not None

    def failed(self) -> float | None:
        """An attempt failed: returns the seconds to wait, or None to give up."""
        now = time.monotonic()
        if self._failing_since is None:
            self._failing_since = now
        left = self._failing_since + self._give_up_after - now
        if left <= 0:
            return None
        # Between half the pause and all of it, so that the bots of a restarted
        # referee do not all come back at the same moment.
        pause = random.uniform(self._pause / 2, self._pause)
        self._pause = min(2 * self._pause, _LONGEST)
        return min(pause, left)
