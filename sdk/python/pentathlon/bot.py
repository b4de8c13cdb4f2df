"""What a bot is: a class that answers a Prompt with a Choice."""

from __future__ import annotations

import inspect
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import TypeAlias, Union, cast

from google.protobuf.duration_pb2 import Duration

from pentathlon.chance import Chance, seed_of
from pentathlon.errors import OptionError
from pentathlon.protocol import (
    Act,
    ActAck,
    Announce,
    AnnounceAck,
    Events,
    GameAction,
    LegalAction,
    MatchEnd,
    MatchStart,
    Observation,
)
from pentathlon.prompt_text import prompt_text
from pentathlon.protocol import Prompt as PromptMessage

Choice: TypeAlias = Union[int, str, LegalAction, GameAction]
"""An answer, in any of four forms: an index into `prompt.actions`, an action in
the game's notation, one of `prompt.actions` or `prompt.announcements` itself, or
an action as a message of its game."""


class Prompt:
    """An open decision: what the seat knows and what it may do.

    It is complete, so a bot need not remember anything.
    """

    def __init__(
        self,
        match: MatchStart,
        message: PromptMessage,
        received: float,
        is_open: Callable[[], bool],
    ) -> None:
        self.match = match
        """The game, its options, players, teams and clock."""
        self.message = message
        """The message as it came."""
        self.note = ""
        """What `act` may set: a note for the author of the bot, such as the moves
        that it considered. Text or JSON of up to `Limits.max_note_bytes`."""
        self._received = received
        self._is_open = is_open
        self._random: Chance | None = None

    @property
    def seat(self) -> int:
        """The seat that is asked, from 0."""
        return self.message.seat

    @property
    def decision(self) -> int:
        """Number of the decision in the match, from 1."""
        return self.message.decision

    @property
    def observation(self) -> Observation:
        """All that the seat knows; `observation.octrix` in a match of Octrix."""
        return self.message.observation

    @property
    def actions(self) -> Sequence[LegalAction]:
        """The legal actions, ascending by `id`; each has `id`, `action`, `text`."""
        return self.message.actions

    @property
    def announcements(self) -> Sequence[LegalAction]:
        """What may be announced without using up the decision."""
        return self.message.announcements

    @property
    def seed(self) -> int:
        """A number for a bot that plays at random.

        It differs between decisions, and no other bot can guess it because it
        follows from the private seed of the seat. It is the same whenever this
        decision is asked again, after a restart or in a match with the same
        seed.
        """
        return seed_of(self.match.private_seed, self.seat, self.decision)

    @property
    def random(self) -> Chance:
        """A generator that begins with `seed`: `prompt.random.below(3)`. The SDKs of
        all languages have the same, so a bot draws the same in each of them."""
        if self._random is None:
            self._random = Chance(self.seed)
        return self._random

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
        return prompt_text(self.match, self.message, self.time_left)


class Decline(Exception):
    """Raised when a bot is made, or by `on_start`: it cannot play this match.

    The match ends without a result. A bot may do so a few times only
    (`Limits.max_declines`): it should rather say what it plays, in
    `Options.plays`. The reason is shown to people: one line of up to 200 bytes.
    """

    @property
    def reason(self) -> str:
        """The reason as the referee takes it."""
        line = "".join(c if c.isprintable() else " " for c in str(self))
        return line.encode()[:200].decode(errors="ignore")


class Bot:
    """A bot at one table: one instance plays one seat of one match.

    The SDK calls the methods of an instance one at a time, in a thread for this
    instance; instances of different matches run at the same time. An exception
    is logged with a traceback and costs only this decision.

    With `run_async` each method may be `async def`.
    """

    _leave: Callable[[], None] | None = None

    def act(self, prompt: Prompt) -> Choice | Awaitable[Choice]:
        """Chooses one of `prompt.actions`. May take as long as the clock allows."""
        raise NotImplementedError(f"{type(self).__name__} has no method act")

    def announce(
        self, prompt: Prompt
    ) -> Choice | None | Awaitable[Choice | None]:
        """Chooses one of `prompt.announcements` (an index counts in this list), or
        None.

        Called whenever there are any: before `act`, and while others decide.
        """
        return None

    def on_start(self, start: MatchStart) -> None | Awaitable[None]:
        """The match begins; no clock of a decision runs until this returns.

        Not called again when a lost connection comes back.
        """

    def on_events(self, events: Events) -> None | Awaitable[None]:
        """The seat has seen something. The referee sends events only to bots
        that have this method."""

    def on_ack(self, ack: ActAck) -> None | Awaitable[None]:
        """An answer was accepted or refused, or a decision has ended without one."""

    def on_announce_ack(self, ack: AnnounceAck) -> None | Awaitable[None]:
        """What became of an announcement. The SDK logs it if it was refused."""

    def on_end(self, end: MatchEnd) -> None | Awaitable[None]:
        """The match is over; nothing is called after this."""

    def leave(self) -> None:
        """Tells the referee to give this program no further matches.

        Matches under way go on; the session ends when they are over.
        """
        if self._leave is not None:
            self._leave()


BotFactory: TypeAlias = Callable[[], Bot] | Callable[[MatchStart], Bot]
"""Makes the bot for one seat of one match; the class itself is one. A factory that
takes an argument gets the MatchStart."""


def check_factory(factory: object) -> None:
    """Raises OptionError if `factory` cannot be called, but is a bot, for example."""
    if not callable(factory):
        kind = type(factory).__name__
        raise OptionError(
            f"the bots are to be made by an object of the class {kind}; it should be "
            "a class itself, or a function, because each seat has a bot of its own"
        )


def make_bot(factory: BotFactory, start: MatchStart) -> Bot:
    """Returns the bot for this seat."""
    if _wants_start(factory):
        return cast(Callable[[MatchStart], Bot], factory)(start)
    return cast(Callable[[], Bot], factory)()


def _wants_start(factory: BotFactory) -> bool:
    try:
        parameters = inspect.signature(factory).parameters.values()
    except ValueError:  # Python does not know it for some functions of C.
        return False
    return any(
        parameter.default is parameter.empty
        and parameter.kind
        in (parameter.POSITIONAL_ONLY, parameter.POSITIONAL_OR_KEYWORD)
        for parameter in parameters
    )


def seconds(duration: Duration) -> float:
    """Returns `duration` in seconds."""
    return duration.seconds + duration.nanos / 1e9


def to_act(prompt: PromptMessage, choice: Choice) -> Act:
    """Returns the message that answers `prompt` with `choice`.

    Raises TypeError or IndexError if `choice` is not a choice.
    """
    act = Act(match_id=prompt.match_id, seat=prompt.seat, decision=prompt.decision)
    if (index := _index(choice, prompt.actions, "actions")) is not None:
        act.index = index
    else:
        _name(act, choice, "actions")
    return act


def to_announce(prompt: PromptMessage, choice: Choice) -> Announce:
    """Returns the message that announces `choice`, with the same errors."""
    announce = Announce(
        match_id=prompt.match_id, seat=prompt.seat, decision=prompt.decision
    )
    offered = prompt.announcements
    if (index := _index(choice, offered, "announcements")) is not None:
        # By id, because the list may change while the message is on its way.
        announce.id = offered[index].id
    else:
        _name(announce, choice, "announcements")
    return announce


def _index(choice: Choice, offered: Sequence[LegalAction], name: str) -> int | None:
    """Returns `choice` if it is an index, which must be one into `offered`."""
    if not isinstance(choice, int) or isinstance(choice, bool):
        return None
    if not 0 <= choice < len(offered):
        raise IndexError(
            f"index {choice} is outside the prompt's {len(offered)} {name}, "
            f"which count from 0"
        )
    return choice


def _name(message: Act | Announce, choice: Choice, name: str) -> None:
    """Puts a choice that is not an index into `message`."""
    if isinstance(choice, LegalAction):
        message.id = choice.id
    elif isinstance(choice, GameAction):
        message.action.CopyFrom(choice)
    elif isinstance(choice, str):
        message.text = choice
    else:
        raise TypeError(
            f"{choice!r} is not a choice: return one of prompt.{name}, its index, "
            f"its text, or a GameAction"
        )
