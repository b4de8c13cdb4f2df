"""What a bot is asked, and what it may answer."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from typing import TypeAlias, Union

from google.protobuf.duration_pb2 import Duration
from google.protobuf.text_format import MessageToString

from pentathlon import protocol as pb
from pentathlon.chance import Chance, seed_of

Choice: TypeAlias = Union[int, str, pb.LegalAction, pb.GameAction]
"""An answer, in any of four forms: an index into `prompt.actions`, an action in
the game's notation, one of `prompt.actions` or `prompt.announcements` itself, or
an action as a message of its game."""


class Prompt:
    """An open decision: what the seat knows and what it may do.

    It is complete, so a bot need not remember anything. Tests make one of two
    messages, `Prompt(start, message)`: it came now, and stays open.
    """

    def __init__(
        self,
        match: pb.MatchStart,
        message: pb.Prompt,
        received: float | None = None,
        is_open: Callable[[], bool] = lambda: True,
    ) -> None:
        self.match = match
        """The game, its options, players, teams and clock."""
        self.message = message
        """The message as it came."""
        self.seat = message.seat
        """The seat that is asked, from 0."""
        self.decision = message.decision
        """Number of the decision in the match, from 1."""
        self.observation = message.observation
        """All that the seat knows; `observation.octrix` in a match of Octrix."""
        self.actions: Sequence[pb.LegalAction] = message.actions
        """The legal actions, ascending by `id`; each has `id`, `action`, `text`."""
        self.announcements: Sequence[pb.LegalAction] = message.announcements
        """What may be announced without using up the decision."""
        self.note = ""
        """What `act` may set: a note for the author of the bot, such as the moves
        that it considered. Text or JSON of up to `Limits.max_note_bytes`."""
        self._received = time.monotonic() if received is None else received
        self._is_open = is_open

    @property
    def seed(self) -> int:
        """A number for a bot that plays at random.

        It differs between decisions, and no other bot can guess it because it
        follows from the private seed of the seat. It is the same whenever this
        decision is asked again, after a restart or in a match with the same
        seed.
        """
        return seed_of(self.match.private_seed, self.seat, self.decision)

    @functools.cached_property
    def random(self) -> Chance:
        """A generator that begins with `seed`: `prompt.random.below(3)`. The SDKs of
        all languages have the same, so a bot draws the same in each of them."""
        return Chance(self.seed)

    @property
    def time_left(self) -> float | None:
        """Seconds of allowance and bank left now, never below 0; None: no limit.

        Measured from the arrival of the prompt: leave time for the answer to
        reach the referee.
        """
        message = self.message
        if not (message.HasField("allowance_left") or message.HasField("bank_left")):
            return None
        budget = seconds(message.allowance_left) + seconds(message.bank_left)
        return max(0.0, budget - (time.monotonic() - self._received))

    @property
    def round_trip(self) -> float | None:
        """Seconds to the referee and back, as the referee measured it last.

        `time_left` must cover half of it, for the way of the answer. None before
        the first measurement.
        """
        message = self.message
        return seconds(message.round_trip) if message.HasField("round_trip") else None

    @property
    def is_open(self) -> bool:
        """Whether an answer still counts, as far as the SDK knows.

        A bot that thinks for long should look at it now and then, and stop when
        the match has ended or the time for the decision has run out.
        """
        return self._is_open()

    def __str__(self) -> str:
        """What the seat knows, what it may do and the time left, for people.

        `print(prompt)` shows the position as `arena replay --seat` prints it, and
        each action in a form that `act` may return. The referee has made these
        texts from what the seat may know; without `Options.text` there are only
        the bare fields. It never shows the private seed.
        """
        message, time_left = self.message, self.time_left
        may = message.kind == pb.DECISION_KIND_MAY
        lines = [
            f"{self.match.game}, match {message.match_id}, seat {self.seat}, "
            f"decision {self.decision}: "
            + ("announce or wait" if may else "choose an action")
        ]
        if time_left is not None:
            lines.append(f"time left: {time_left:.3f} s")
        elif not may:
            lines.append("time left: no limit")
        if message.position_text:
            position = message.position_text.splitlines()
            lines += [line and f"  {line}" for line in position]
        else:
            fields = MessageToString(self.observation, as_one_line=True)
            lines.append(f"  there is no text; the fields are: {fields}")
        for verb, offered in ("choose", self.actions), ("announce", self.announcements):
            if offered:
                lines.append(f"seat {self.seat} can {verb}:")
            for index, action in enumerate(offered):
                fields = MessageToString(action.action, as_one_line=True)
                lines.append(f"  {index}: {action.text or f'id {action.id}, {fields}'}")
        return "\n".join(lines)


def seconds(duration: Duration) -> float:
    """Returns `duration` in seconds."""
    return duration.seconds + duration.nanos / 1e9


def to_act(prompt: pb.Prompt, choice: Choice) -> pb.Act:
    """Returns the message that answers `prompt` with `choice`.

    Raises TypeError or IndexError if `choice` is not a choice.
    """
    act = pb.Act(match_id=prompt.match_id, seat=prompt.seat, decision=prompt.decision)
    _choose(act, choice, prompt.actions, "actions")
    return act


def to_announce(prompt: pb.Prompt, choice: Choice) -> pb.Announce:
    """Returns the message that announces `choice`, with the same errors."""
    announce = pb.Announce(
        match_id=prompt.match_id, seat=prompt.seat, decision=prompt.decision
    )
    _choose(announce, choice, prompt.announcements, "announcements")
    return announce


def _choose(
    message: pb.Act | pb.Announce,
    choice: Choice,
    offered: Sequence[pb.LegalAction],
    name: str,
) -> None:
    """Puts `choice` into `message`."""
    if isinstance(choice, pb.LegalAction):
        message.id = choice.id
    elif isinstance(choice, pb.GameAction):
        message.action.CopyFrom(choice)
    elif isinstance(choice, str):
        message.text = choice
    elif not isinstance(choice, int) or isinstance(choice, bool):
        raise TypeError(
            f"{choice!r} is not a choice: return one of prompt.{name}, its index, "
            f"its text, or a GameAction"
        )
    elif not 0 <= choice < len(offered):
        raise IndexError(
            f"index {choice} is outside the prompt's {len(offered)} {name}, "
            f"which count from 0"
        )
    elif isinstance(message, pb.Act):
        message.index = choice
    else:
        # By id, because the list may change while the message is on its way.
        message.id = offered[choice].id
