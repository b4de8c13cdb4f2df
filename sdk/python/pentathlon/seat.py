"""A bot at its table, with the messages that wait for it. Not for bots."""

from __future__ import annotations

import asyncio
import inspect
import logging
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pentathlon import protocol as pb
from pentathlon.bot import Bot, BotFactory, Decline, make_bot
from pentathlon.prompt import Choice, Prompt, seconds, to_act, to_announce

if TYPE_CHECKING:
    from pentathlon.session import Session

_log = logging.getLogger("pentathlon")

# The decision has ended without an answer of the bot.
_CLOSED = (pb.ActAck.STATUS_FAULT, pb.ActAck.STATUS_DECISION_CLOSED)

# By kind of a message: the method of the bot that gets it.
_HOOKS = {
    "events": "on_events",
    "act_ack": "on_ack",
    "announce_ack": "on_announce_ack",
    "match_end": "on_end",
}


class Seat:
    """Runs one bot in a separate thread and sends its answers.

    The reader of the stream calls `post` and `close`, which never wait.
    """

    def __init__(
        self,
        start: pb.MatchStart,
        factory: BotFactory,
        session: Session,
        loop: asyncio.AbstractEventLoop | None,
    ) -> None:
        self._start = start
        self._factory = factory
        self._session = session
        self._loop = loop

        # Used by the thread at work only.
        self._bot: Bot | None = None
        self._declined: str | None = None
        self._answer = pb.Act()
        self._answer_stream = 0
        self._announce = pb.Announce()
        self._announce_stream = 0
        # What of the bot raised what, for the fault that follows: its set-up,
        # and the newest decision in which `act` did.
        self._broken = ""
        self._raised = (0, "")
        # The decision that the bot is thinking about.
        self._thinking = 0

        # Used by the reader of the stream only.
        self._fault_told = 0

        # Guarded by the condition.
        self._changed = threading.Condition()
        self._messages: deque[tuple[str, Any, float]] = deque()
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

    # ---- The reader of the stream. ----

    def post(self, kind: str, message: Any) -> None:
        """Takes in one message of PlayResponse, of this kind."""
        fault = ""
        if kind == "prompt" and message.HasField("ack"):
            # Posted separately, because the prompt may be dropped unread.
            self.post("act_ack", message.ack)
        if kind == "match_start" and self._is_set_up():
            # The connection is back. The bot may be thinking right now: the
            # referee need not wait for it.
            self._answer_start()
            return
        with self._changed:
            if kind == "prompt":
                # A prompt is complete, so an older one is void if still unread.
                self._drop("prompt")
                self._open_decision = message.decision
            elif kind == "act_ack":
                fault = self._fault_to_tell(message)
                if message.status in _CLOSED and message.decision == self._open_decision:
                    self._drop("prompt")
                    self._open_decision = 0
            elif kind == "match_end":
                self._drop("prompt")
                self._ended = True
            self._messages.append((kind, message, time.monotonic()))
            self._changed.notify()
        if fault:  # When it is told, the decision is closed.
            self._say(logging.WARNING, message.decision, fault)

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

    def _fault_to_tell(self, ack: pb.ActAck) -> str:
        """What to log of a fault: once, and even while the bot is still thinking.
        Empty: nothing."""
        if ack.status != pb.ActAck.STATUS_FAULT or ack.decision <= self._fault_told:
            return ""
        self._fault_told = ack.decision
        kind = f"of kind {ack.fault}"  # Only a newer referee knows it.
        if ack.fault in pb.FaultKind.values():
            name = pb.FaultKind.Name(ack.fault).removeprefix("FAULT_KIND_")
            kind = name.lower().replace("_", "-")
        text = f"fault {kind}"
        if ack.HasField("charged"):
            text += f" after {seconds(ack.charged):.3f} s"
        decision, raised = self._raised
        raised = raised if decision == ack.decision else self._broken
        if ack.fault == pb.FaultKind.FAULT_KIND_MALFORMED and raised:
            text += f", because {raised}"
        else:
            text += f": {ack.message.removeprefix(f'{kind}: ')}"
        thinking = self._thinking
        if ack.fault == pb.FaultKind.FAULT_KIND_LATE and 0 < thinking < ack.decision:
            text += f"; the bot is still thinking about decision {thinking}"
        return text

    # ---- The thread at work. ----

    def _work(self) -> None:
        while (entry := self._next()) is not None:
            kind, message, received = entry
            if kind == "match_start":
                self._on_start()
            elif kind == "prompt":
                self._on_prompt(message, received)
            else:
                self._on_news(kind, message)
            if kind == "match_end":
                return

    def _next(self) -> tuple[str, Any, float] | None:
        """Waits for a message; returns None when there will be none."""
        with self._changed:
            self._changed.wait_for(lambda: self._messages or self._closed)
            return self._messages.popleft() if self._messages else None

    def _on_start(self) -> None:
        self._set_up()
        with self._changed:
            # The message below also answers starts that have come meanwhile.
            self._drop("match_start")
            self._set_up_done = True
        self._answer_start()

    def _set_up(self) -> None:
        at_work = "the making of the bot"
        try:
            bot = make_bot(self._factory, self._start)
            bot._leave = self._session.leave
            at_work = "on_start"
            self._resolve(bot.on_start(self._start))
            self._bot = bot
        except Decline as refusal:
            self._declined = refusal.reason
            self._say(logging.WARNING, 0, f"declined: {self._declined}")
        except BaseException as error:
            self._broken = f"{at_work} raised {type(error).__name__}"
            self._report(at_work, 0, error)

    def _on_prompt(self, message: pb.Prompt, received: float) -> None:
        must = message.kind == pb.DECISION_KIND_MUST
        decision = message.decision
        if must and decision == self._answer.decision:
            self._repeat()
            return
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
        self._answer = pb.Act(
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
        self._answer_stream = self._send(pb.PlayRequest(act=self._answer))

    def _let_announce(self, bot: Bot, prompt: Prompt) -> None:
        choice: Choice | None = self._resolve(bot.announce(prompt))
        if choice is not None:
            self._announce = to_announce(prompt.message, choice)
            self._announce_stream = self._send(pb.PlayRequest(announce=self._announce))

    def _act(self, bot: Bot, prompt: Prompt) -> None:
        choice: Choice = self._resolve(bot.act(prompt))
        self._answer = to_act(prompt.message, choice)
        self._answer.note = prompt.note

    def _repeat(self) -> None:
        """A newer prompt does not make an answer void, but a lost stream may
        have taken the answer with it, and what was announced before it;
        repeating them is harmless."""
        stream = self._session.stream
        if self._answer_stream == stream:
            return
        announced = self._announce.decision == self._answer.decision
        if announced and self._announce_stream != stream:
            self._announce_stream = self._send(pb.PlayRequest(announce=self._announce))
        self._answer_stream = self._send(pb.PlayRequest(act=self._answer))

    def _on_news(self, kind: str, message: Any) -> None:
        """Tells the bot what asks for no answer."""
        hook, decision = _HOOKS[kind], getattr(message, "decision", 0)
        if kind == "announce_ack" and message.status == pb.AnnounceAck.STATUS_REFUSED:
            text = f"announcement refused: {message.message}"
            self._say(logging.WARNING, decision, text)
        self._guard(
            hook, decision, lambda bot: self._resolve(getattr(bot, hook)(message))
        )

    def _guard(
        self, hook: str, decision: int, call: Callable[[Bot], None]
    ) -> BaseException | None:
        """Runs a method of the bot, if there is one; logs what it raises, and
        returns it."""
        if self._bot is None:
            return None
        try:
            call(self._bot)
        except BaseException as error:
            # Even SystemExit, which would end this thread only.
            self._report(hook, decision, error)
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

    # ---- Any thread. ----

    def _is_set_up(self) -> bool:
        with self._changed:
            return self._set_up_done

    def _is_open(self, decision: int) -> bool:
        with self._changed:
            return not (self._ended or self._closed) and (
                decision == self._open_decision
            )

    def _drop(self, kind: str) -> None:
        """Forgets the waiting messages of this kind; the condition is held."""
        self._messages = deque(entry for entry in self._messages if entry[0] != kind)

    def _answer_start(self) -> None:
        match_id, seat = self._start.match_id, self._start.seat
        if self._declined is not None:
            decline = pb.Decline(match_id=match_id, seat=seat)
            decline.reason = self._declined
            self._send(pb.PlayRequest(decline=decline))
            return
        # Sent even without a bot: its first decision then ends in a fault at
        # once rather than after the start budget.
        self._send(pb.PlayRequest(ready=pb.Ready(match_id=match_id, seat=seat)))

    def _send(self, request: pb.PlayRequest) -> int:
        """Returns the number of the stream that the request went to; 0: none."""
        with self._changed:
            if self._ended or self._closed:
                return 0
        return self._session.send(request)

    def _report(self, hook: str, decision: int, error: BaseException) -> None:
        """Logs what the code of the bot raised, and where."""
        trace = traceback.format_exception(error)
        # The end of a traceback, such as "ValueError: what was wrong".
        end = traceback.format_exception_only(type(error), error)
        way = "".join(trace[: -len(end)]).rstrip()
        text = f"{hook} raised {end[-1].strip()}\n{way}"
        self._say(logging.ERROR, decision, text)

    def _say(self, level: int, decision: int, text: str) -> None:
        _log.log(level, "%s: %s", where(self._start, decision), text)


def where(message: Any, decision: int = 0) -> str:
    """Returns which seat a message is about, as the log names it."""
    place = f"match={message.match_id} seat={message.seat}"
    return f"{place} decision={decision}" if decision else place
