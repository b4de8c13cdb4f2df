"""What may be wrong with records."""

from __future__ import annotations

import dataclasses

from pentathlon.errors import PentathlonError


class RecordError(PentathlonError):
    """A record cannot be read, or the program `arena` cannot; the text names it."""


class LeftOutWarning(UserWarning):
    """Some records are not in the tables; `Frames.left_out` names them."""


@dataclasses.dataclass(frozen=True)
class LeftOut:
    """A record that is not in the tables."""

    record: str
    """Its file, or the id of its match."""
    kind: str
    """damaged, other-rules, unreadable, same-id, sealed, unfinished or quarantined;
    of those that are no loss copy, removed and none (the match left no record)."""
    why: str
    """The same as a sentence."""

    @property
    def is_loss(self) -> bool:
        return self.kind not in ("copy", "removed", "none")
