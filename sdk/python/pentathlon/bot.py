"""What a bot is: a class that answers a Prompt with a Choice."""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable
from typing import TypeAlias, cast

from pentathlon.errors import OptionError
from pentathlon.prompt import Choice, Prompt
from pentathlon.protocol import ActAck, AnnounceAck, Events, MatchEnd, MatchStart


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
