"""Asks a bot again what it was asked in a match, without a referee."""

from __future__ import annotations

import asyncio
import dataclasses
import inspect
import logging
import os
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from pentathlon.bot import (
    Bot,
    BotFactory,
    Choice,
    Decline,
    Prompt,
    make_bot,
    to_act,
    to_announce,
)
from pentathlon.printable import printable
from pentathlon.prompts_file import read_prompts
from pentathlon.protocol import (
    DECISION_KIND_MUST,
    Act,
    ActAck,
    Announce,
    LegalAction,
    MatchStart,
    PlayResponse,
)
from pentathlon.protocol import Prompt as PromptMessage

_log = logging.getLogger("pentathlon")


@dataclasses.dataclass
class Replay:
    """What a bot did with the prompts of a match."""

    decisions: int = 0
    """How often it was asked to act."""
    as_played: int = 0
    """How often it chose what was played in the match."""
    threw: bool = False
    """Whether any of its methods, or its making, raised."""
    choices: dict[int, str] = dataclasses.field(default_factory=dict)
    """By decision what `act` chose: index and text, such as "3 H1". A decision in
    which it raised is missing."""
    announced: dict[int, str] = dataclasses.field(default_factory=dict)
    """By decision what `announce` chose, in the same form."""
    lines: list[str] = dataclasses.field(default_factory=list)
    """What `--prompts` prints."""


def replay(
    factory: BotFactory,
    prompts: str | os.PathLike[str] | Iterable[PlayResponse],
    tell: Callable[[str], object] | None = None,
) -> Replay:
    """Makes a bot and calls its methods as in the match that `prompts` is about.

    `prompts` is a file that `arena prompts RECORD --seat N --out FILE` wrote, or
    its messages. `tell` gets each line as soon as it is known. Methods may be
    `async def`; `replay` then has an event loop of its own. What a method raises
    is logged with its traceback, and the next prompt follows. Raises
    OptionError if the file is none of this kind, or broken.

        assert replay(MyBot, "seat1.prompts").choices[12] == "3 H1"
    """
    if isinstance(prompts, (str, os.PathLike)):
        prompts = read_prompts(prompts)
    loop = asyncio.new_event_loop()
    try:
        table = _Table(factory, tell or (lambda line: None), loop)
        for response in prompts:
            table.take(response)
        table.close()
    finally:
        loop.close()
    return table.result


class _Table:
    """The seat of one bot, with nobody at the other end."""

    def __init__(
        self,
        factory: BotFactory,
        tell: Callable[[str], object],
        loop: asyncio.AbstractEventLoop,
    ) -> None:
        self._loop = loop
        self.result = Replay()
        self._factory = factory
        self._tell = tell
        self._start = MatchStart()
        self._bot: Bot | None = None
        self._open_decision = 0
        self._answered = 0
        # The prompt whose line waits for the ActAck, and what was chosen.
        self._pending: tuple[PromptMessage, Act] | None = None

    def take(self, response: PlayResponse) -> None:
        kind = response.WhichOneof("kind")
        if kind == "match_start":
            self._on_start(response.match_start)
        elif kind == "prompt":
            if response.prompt.HasField("ack"):
                self._on_ack(response.prompt.ack)
            self._on_prompt(response.prompt)
        elif kind == "act_ack":
            self._on_ack(response.act_ack)
        elif kind == "announce_ack":
            ack = response.announce_ack
            self._guard(
                "on_announce_ack", ack.decision, lambda bot: bot.on_announce_ack(ack)
            )
        elif kind == "events":
            events = response.events
            self._guard("on_events", 0, lambda bot: bot.on_events(events))
        elif kind == "match_end":
            self._finish(None)
            self._open_decision = 0
            end = response.match_end
            self._guard("on_end", 0, lambda bot: bot.on_end(end))

    def close(self) -> None:
        self._finish(None)
        result = self.result
        self._say(f"{result.decisions} decisions, {result.as_played} as played")

    def _on_start(self, start: MatchStart) -> None:
        self._start = start
        at_work = "the making of the bot"
        try:
            bot = make_bot(self._factory, start)
            at_work = "on_start"
            self._resolve(bot.on_start(start))
            self._bot = bot
        except Decline as refusal:
            self._say(f"declined: {refusal.reason}")
        except (Exception, SystemExit) as error:
            self._report(at_work, 0, error)

    def _on_prompt(self, message: PromptMessage) -> None:
        decision = message.decision
        must = message.kind == DECISION_KIND_MUST
        if must and decision == self._answered:
            return  # In the match the answer was on its way.
        self._finish(None)
        self._open_decision = decision
        prompt = Prompt(
            self._start,
            message,
            time.monotonic(),
            lambda: decision == self._open_decision,
        )
        if message.announcements:
            self._guard(
                "announce", decision, lambda bot: self._announce(bot, prompt)
            )
        if must and self._bot is not None:
            self._answered = decision
            self.result.decisions += 1
            self._guard("act", decision, lambda bot: self._act(bot, prompt))

    def _announce(self, bot: Bot, prompt: Prompt) -> None:
        choice: Choice | None = self._resolve(bot.announce(prompt))
        if choice is None:
            return
        announce = to_announce(prompt.message, choice)
        chosen, _ = _described(announce, prompt.announcements)
        self.result.announced[prompt.decision] = chosen
        self._say(f"decision {prompt.decision}: announces {chosen}")

    def _act(self, bot: Bot, prompt: Prompt) -> None:
        choice: Choice = self._resolve(bot.act(prompt))
        self._pending = prompt.message, to_act(prompt.message, choice)

    def _on_ack(self, ack: ActAck) -> None:
        if self._pending is not None and self._pending[0].decision == ack.decision:
            self._finish(ack.action_id if ack.HasField("action_id") else None)
        over = (ActAck.STATUS_FAULT, ActAck.STATUS_DECISION_CLOSED)
        if ack.status in over and ack.decision == self._open_decision:
            self._open_decision = 0
        self._guard("on_ack", ack.decision, lambda bot: bot.on_ack(ack))

    def _finish(self, played: int | None) -> None:
        """Tells what the bot chose, now that it is known what was played."""
        if self._pending is None:
            return
        prompt, act = self._pending
        self._pending = None
        chosen, action_id = _described(act, prompt.actions)
        self.result.choices[prompt.decision] = chosen
        line = f"decision {prompt.decision}: {chosen}"
        if played is not None and played == action_id:
            self.result.as_played += 1
        elif played is not None:
            other, _ = _described(Act(id=played), prompt.actions)
            line += f" (played: {other})"
        self._say(line)

    def _guard(
        self, method: str, decision: int, call: Callable[[Bot], object]
    ) -> None:
        """Runs a method of the bot, if there is one."""
        if self._bot is None:
            return
        try:
            self._resolve(call(self._bot))
        except (Exception, SystemExit) as error:
            self._report(method, decision, error)

    def _report(self, method: str, decision: int, error: BaseException) -> None:
        self.result.threw = True
        where = f"match={self._start.match_id} seat={self._start.seat}"
        if decision:
            where += f" decision={decision}"
        trace = "".join(traceback.format_exception(error)).rstrip()
        _log.error("%s: %s raised\n%s", where, method, trace)
        summary = traceback.format_exception_only(type(error), error)[-1].strip()
        line = f"{method} threw {summary}"
        self._say(f"decision {decision}: {line}" if decision else line)

    def _resolve(self, value: Any) -> Any:
        """Returns what a method of the bot returned, awaited if necessary."""
        if not inspect.isawaitable(value):
            return value

        async def outcome() -> Any:
            return await value

        return self._loop.run_until_complete(outcome())

    def _say(self, line: str) -> None:
        # The file may come from a stranger.
        self.result.lines.append(printable(line))
        self._tell(self.result.lines[-1])


def _described(
    message: Act | Announce, offered: Sequence[LegalAction]
) -> tuple[str, int | None]:
    """Returns index and text of a choice, and its id if it is one of `offered`."""
    way = message.WhichOneof("choice")
    for index, entry in enumerate(offered):
        if way is not None and (
            getattr(message, way) == (index if way == "index" else getattr(entry, way))
        ):
            return f"{index} {entry.text or f'id {entry.id}'}", entry.id
    if way == "text":
        return f"- {message.text}", None
    return (f"- id {message.id}" if way == "id" else "- not offered"), None
