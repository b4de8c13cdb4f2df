"""Records of finished matches, for people who compute with them.

    from pentathlon import records

    for match in records.read("records"):
        print(match.game, [seat.name for seat in match.seats], match.result.reason)

    tables = records.frames("records")  # pandas; polars_frames for polars
    tables.decisions.groupby("seat").charged_ms.quantile(0.99)

Header, result and the spelling of the entries are read here
(arena/record/FORMAT.md). Whatever needs the rules of a game comes from the
program `arena`: decisions, steps, prompts, tables. A record has all hands and
the seed: it is for whoever has the records.
"""

from pentathlon.records.errors import LeftOut, LeftOutWarning, RecordError
from pentathlon.records.frames import Frames, frames, polars_frames
from pentathlon.records.match import (
    Asked,
    Decision,
    Fault,
    Match,
    Seat,
    read,
    read_one,
)
from pentathlon.records.record_file import Entry

__all__ = [
    "Asked",
    "Decision",
    "Entry",
    "Fault",
    "Frames",
    "LeftOut",
    "LeftOutWarning",
    "Match",
    "RecordError",
    "Seat",
    "frames",
    "polars_frames",
    "read",
    "read_one",
]
