"""A prompt as text that a person reads; the C++ SDK writes the same."""

from __future__ import annotations

from collections.abc import Sequence

from google.protobuf.text_format import MessageToString

from pentathlon.protocol import DECISION_KIND_MAY, LegalAction, MatchStart
from pentathlon.protocol import Prompt as PromptMessage


def prompt_text(
    match: MatchStart, prompt: PromptMessage, time_left: float | None
) -> str:
    """Returns what the seat knows, what it may do, and the time it has."""
    may = prompt.kind == DECISION_KIND_MAY
    lines = [
        f"{match.game}, match {prompt.match_id}, seat {prompt.seat}, "
        f"decision {prompt.decision}: "
        + ("announce or wait" if may else "choose an action")
    ]
    if time_left is not None:
        lines.append(f"time left: {time_left:.3f} s")
    elif not may:
        lines.append("time left: no limit")
    lines += _position(prompt)
    lines += _offered(prompt.seat, "choose", prompt.actions)
    lines += _offered(prompt.seat, "announce", prompt.announcements)
    return "\n".join(lines)


def _position(prompt: PromptMessage) -> list[str]:
    """The position in the words of the referee, which `arena replay` prints."""
    if not prompt.position_text:
        fields = MessageToString(prompt.observation, as_one_line=True)
        return [f"  there is no text; the fields are: {fields}"]
    return [line and f"  {line}" for line in prompt.position_text.splitlines()]


def _offered(seat: int, may: str, offered: Sequence[LegalAction]) -> list[str]:
    if not offered:
        return []
    return [f"seat {seat} can {may}:"] + [
        f"  {index}: {action.text or _without_text(action)}"
        for index, action in enumerate(offered)
    ]


def _without_text(action: LegalAction) -> str:
    return f"id {action.id}, {MessageToString(action.action, as_one_line=True)}"
