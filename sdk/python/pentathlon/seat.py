"""A bot at its table, with the messages that wait for it. Not for bots."""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
import time
import traceback
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from pentathlon.bot import (
    Bot,
    BotFactory,
    Choice,
    Decline,
    Prompt,
    make_bot,
    seconds,
    to_act,
    to_announce,
)
from pentathlon.protocol import (
    DECISION_KIND_MUST,
    Act,
    ActAck,
    Announce,
    AnnounceAck,
    FaultKind,
    MatchStart,
    PlayRequest,
    PlayResponse,
    Ready,
)
from pentathlon.protocol import Decline as DeclineMessage
from pentathlon.protocol import Prompt as PromptMessage
from pentathlon.referee_words import fault_word, fault_words

_log = logging.getLogger("pentathlon")


def _summary(error: BaseException) -> str:
    """Returns "ValueError: what was wrong", as the end of a traceback."""
    lines = traceback.format_exception_only(type(error), error)
    return lines[-1].strip()


def _way(error: BaseException) -> str:
    """Returns the traceback without its end, which _summary tells."""
    end = traceback.format_exception_only(type(error), error)
    return "".join(traceback.format_exception(error)[: -len(end)]).rstrip()


class Link(Protocol):
    """The connection to the referee, which may be lost and come back."""

    @property
    def stream(self) -> int:
        """Number of the current stream, from 1; 0 while there is none."""

    def send(self, request: PlayRequest) -> int:
        """Sends on the current stream and returns its number; 0 if there is none."""

    def leave(self) -> None:
        """Asks for no further matches."""


class Seat:
    """Runs one bot in a separate thread and sends its answers.

    The reader of the stream calls `post` and `close`, which never wait.
    """

    def __init__(
        self,
        start: MatchStart,
        factory: BotFactory,
        link: Link,
        loop: asyncio.AbstractEventLoop | None,
    ) -> None:
        self._start = start
        self._factory = factory
        self._link = link
        self._loop = loop

        # Used by the thread at work only.
        self._bot: Bot | None = None
        self._declined: str | None = None
        self._answer = Act()
        self._answer_stream = 0
        self._announce = Announce()
        self._announce_stream = 0
        # What of the bot raised what, for the fault that follows: its set-up,
        # and the newest decision in which anything did.
        self._broken = ""
        self._raised = (0, "")
        # The decision that the bot is thinking about, or was last.
        self._thinking = 0

        # Used by the reader of the stream only.
        self._fault_told = 0

        # Guarded by the condition.
        self._changed = threading.Condition()
        self._messages: deque[tuple[PlayResponse, float]] = deque()
        self._open_decision = 0
        self._set_up_done = False
        self._ended = False
        self._closed = False

        # A daemon: a bot that thinks forever cannot keep the program alive.
        self._thread = threading.Thread(
            target=self._work,
            name=f"{start.match_id}/{start.seat}",
            daemon=True,
        )
        self._thread.start()

    def post(self, response: PlayResponse) -> None:
        """Takes in one message."""
        kind = response.WhichOneof("kind")
        fault = ""
        if kind == "prompt" and response.prompt.HasField("ack"):
            # Posted separately, because the prompt may be dropped unread.
            self.post(PlayResponse(act_ack=response.prompt.ack))
        if kind == "match_start" and self._is_set_up():
            # The connection is back. The bot may be thinking right now: the
            # referee need not wait for it.
            self._answer_start()
            return
        with self._changed:
            if kind == "prompt":
                # A prompt is complete, so an older one is void if still unread.
                self._drop("prompt")
                self._open_decision = response.prompt.decision
            elif kind == "act_ack":
                fault = self._fault_to_tell(response.act_ack)
                self._note(response.act_ack)
            elif kind == "match_end":
                self._drop("prompt")
                self._ended = True
            self._messages.append((response, time.monotonic()))
            self._changed.notify()
        if fault:  # When it is told, the decision is closed.
            self._say(logging.WARNING, response.act_ack.decision, fault)

    def close(self) -> None:
        """The match is lost or the session is over: nothing more is sent, and the
        thread ends when it has handled the messages that it has."""
        with self._changed:
            self._closed = True
            self._changed.notify()

    @property
    def busy(self) -> bool:
        """Whether the thread is still at work."""
        return self._thread.is_alive()

    def join(self, timeout: float) -> None:
        """Waits for the thread, which ends after `match_end`."""
        self._thread.join(timeout)
        if self.busy:
            self._say(logging.WARNING, 0, "the bot is still busy; not waiting for it")

    def _fault_to_tell(self, ack: ActAck) -> str:
        """What to log of a fault: once, and even while the bot is still thinking.
        Empty: nothing."""
        if ack.status != ActAck.STATUS_FAULT or ack.decision <= self._fault_told:
            return ""
        self._fault_told = ack.decision
        text = f"fault {fault_word(ack)}"
        if ack.HasField("charged"):
            text += f" after {seconds(ack.charged):.3f} s"
        decision, raised = self._raised
        raised = raised if decision == ack.decision else self._broken
        if ack.fault == FaultKind.FAULT_KIND_MALFORMED and raised:
            text += f", because {raised}"
        else:
            text += f": {fault_words(ack)}"
        thinking = self._thinking
        if ack.fault == FaultKind.FAULT_KIND_LATE and 0 < thinking < ack.decision:
            text += f"; the bot is still thinking about decision {thinking}"
        return text

    def _note(self, ack: ActAck) -> None:
        """Closes the decision if it has ended without an answer of the bot."""
        over = (ActAck.STATUS_FAULT, ActAck.STATUS_DECISION_CLOSED)
        if ack.status in over and ack.decision == self._open_decision:
            self._drop("prompt")
            self._open_decision = 0

    def _drop(self, kind: str) -> None:
        """Forgets the waiting messages of this kind."""
        self._messages = deque(
            entry for entry in self._messages if entry[0].WhichOneof("kind") != kind
        )

    def _next(self) -> tuple[PlayResponse, float] | None:
        """Waits for a message; returns None when there will be none."""
        with self._changed:
            self._changed.wait_for(lambda: self._messages or self._closed)
            return self._messages.popleft() if self._messages else None

    def _work(self) -> None:
        while (entry := self._next()) is not None:
            response, received = entry
            kind = response.WhichOneof("kind")
            if kind == "match_start":
                self._on_start()
            elif kind == "prompt":
                self._on_prompt(response.prompt, received)
            elif kind == "act_ack":
                self._on_ack(response.act_ack)
            elif kind == "announce_ack":
                self._on_announce_ack(response.announce_ack)
            elif kind == "events":
                events = response.events
                self._guard("on_events", 0, lambda bot: bot.on_events(events))
            elif kind == "match_end":
                end = response.match_end
                self._guard("on_end", 0, lambda bot: bot.on_end(end))
                return

    def _is_set_up(self) -> bool:
        with self._changed:
            return self._set_up_done

    def _on_start(self) -> None:
        self._set_up()
        with self._changed:
            # The message below also answers starts that have come meanwhile.
            self._drop("match_start")
            self._set_up_done = True
        self._answer_start()

    def _answer_start(self) -> None:
        match_id, seat = self._start.match_id, self._start.seat
        if self._declined is not None:
            decline = DeclineMessage(match_id=match_id, seat=seat)
            decline.reason = self._declined
            self._send(PlayRequest(decline=decline))
            return
        # Sent even without a bot: its first decision then ends in a fault at
        # once rather than after the start budget.
        self._send(PlayRequest(ready=Ready(match_id=match_id, seat=seat)))

    def _set_up(self) -> None:
        at_work = "the making of the bot"
        try:
            bot = make_bot(self._factory, self._start)
            bot._leave = self._link.leave
            at_work = "on_start"
            self._resolve(bot.on_start(self._start))
            self._bot = bot
        except Decline as refusal:
            self._declined = refusal.reason
            self._say(logging.WARNING, 0, f"declined: {self._declined}")
        except BaseException as error:
            self._broken = f"{at_work} raised {type(error).__name__}"
            self._report(at_work, 0, error)

    def _on_prompt(self, message: PromptMessage, received: float) -> None:
        must = message.kind == DECISION_KIND_MUST
        if must and message.decision == self._answer.decision:
            self._repeat()
            return
        decision = message.decision
        prompt = Prompt(
            self._start, message, received, lambda: self._is_open(decision)
        )
        if message.announcements:
            self._guard(
                "announce", decision, lambda bot: self._let_announce(bot, prompt)
            )
        if not must:
            return
        # If the bot raises, this act without a choice is sent. It is a fault at
        # once, so that the other players need not wait for the clock.
        self._answer = Act(
            match_id=message.match_id, seat=message.seat, decision=decision
        )
        self._thinking = decision
        error = self._guard("act", decision, lambda bot: self._act(bot, prompt))
        self._thinking = 0
        if error is not None:
            self._raised = (decision, f"act raised {type(error).__name__}")
        if self._fault_told >= decision:
            took = time.monotonic() - received
            text = f"act took {took:.3f} s, too long: the decision was over before"
            self._say(logging.WARNING, decision, text)
        self._answer_stream = self._send(PlayRequest(act=self._answer))

    def _let_announce(self, bot: Bot, prompt: Prompt) -> None:
        choice: Choice | None = self._resolve(bot.announce(prompt))
        if choice is not None:
            self._announce = to_announce(prompt.message, choice)
            self._announce_stream = self._send(PlayRequest(announce=self._announce))

    def _act(self, bot: Bot, prompt: Prompt) -> None:
        choice: Choice = self._resolve(bot.act(prompt))
        self._answer = to_act(prompt.message, choice)
        self._answer.note = prompt.note

    def _repeat(self) -> None:
        """A newer prompt does not make an answer void, but a lost stream may
        have taken the answer with it, and what was announced before it;
        repeating them is harmless."""
        stream = self._link.stream
        if self._answer_stream != stream:
            announced = self._announce.decision == self._answer.decision
            if announced and self._announce_stream != stream:
                self._announce_stream = self._send(
                    PlayRequest(announce=self._announce)
                )
            self._answer_stream = self._send(PlayRequest(act=self._answer))

    def _on_ack(self, ack: ActAck) -> None:
        self._guard("on_ack", ack.decision, lambda bot: bot.on_ack(ack))

    def _on_announce_ack(self, ack: AnnounceAck) -> None:
        if ack.status == AnnounceAck.STATUS_REFUSED:
            text = f"announcement refused: {ack.message}"
            self._say(logging.WARNING, ack.decision, text)
        self._guard(
            "on_announce_ack", ack.decision, lambda bot: bot.on_announce_ack(ack)
        )

    def _is_open(self, decision: int) -> bool:
        with self._changed:
            return not (self._ended or self._closed) and (
                decision == self._open_decision
            )

    def _send(self, request: PlayRequest) -> int:
        with self._changed:
            if self._ended or self._closed:
                return 0
        return self._link.send(request)

    def _guard(
        self,
        method: str,
        decision: int,
        call: Callable[[Bot], None | Awaitable[None]],
    ) -> BaseException | None:
        """Runs a method of the bot, if there is one; logs what it raises, and
        returns it."""
        if self._bot is None:
            return None
        try:
            self._resolve(call(self._bot))
        except BaseException as error:
            # Even SystemExit, which would end this thread only.
            self._report(method, decision, error)
            return error
        return None

    def _resolve(self, value: Any) -> Any:
        """Returns what a method of the bot returned, awaited if necessary."""
        if not inspect.isawaitable(value):
            return value
        if self._loop is None:
            if inspect.iscoroutine(value):
                value.close()
            raise TypeError("async methods need run_async, not run")

        async def outcome() -> Any:
            return await value

        return asyncio.run_coroutine_threadsafe(outcome(), self._loop).result()

    def _report(self, method: str, decision: int, error: BaseException) -> None:
        """Logs what the code of the bot raised, and where."""
        text = f"{method} raised {_summary(error)}\n{_way(error)}"
        self._say(logging.ERROR, decision, text)

    def _say(self, level: int, decision: int, text: str) -> None:
        where = f"match={self._start.match_id} seat={self._start.seat}"
        if decision:
            where += f" decision={decision}"
        _log.log(level, "%s: %s", where, text)
