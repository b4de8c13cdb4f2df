"""A prompt as text that a person reads; the C++ SDK writes the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from functools import cache
from typing import Any, cast

from google.protobuf.descriptor import EnumDescriptor, FieldDescriptor
from google.protobuf.message import Message

from pentathlon.protocol import DECISION_KIND_MAY, GameAction, LegalAction, MatchStart
from pentathlon.protocol import Prompt as PromptMessage

Notation = Callable[[int], str]


def _octrix_card(card: int) -> str:
    return "HDSC"[card % 4] + str(card // 4 + 1)


def _seconds_card(card: int) -> str:
    return "CDHS"[card % 4] + "23456789TJQKA"[card // 4]


def _doppelkopf_card(card: int) -> str:
    return "CSHD"[card // 6] + "9JQKTA"[card % 6]


def _ordo_square(square: int) -> str:
    return "abcdefghij"[square % 10] + str(square // 10 + 1)


def _ordago_rank(rank: int) -> str:
    return "?A4567JQK"[rank]


_FIELDS_WITH_NOTATION: dict[str, Notation] = {
    **dict.fromkeys(
        (
            "OctrixTrick.cards",
            "OctrixHand.cards",
            "OctrixObservation.unused",
            "OctrixPlayed.card",
            "OctrixAction.card",
        ),
        _octrix_card,
    ),
    **dict.fromkeys(
        (
            "SecondsTrick.cards",
            "SecondsObservation.hand",
            "SecondsObservation.open_cards",
            "SecondsAction.card",
        ),
        _seconds_card,
    ),
    **dict.fromkeys(
        (
            "DoppelkopfTrick.cards",
            "DoppelkopfPoverty.laid",
            "DoppelkopfPoverty.returned",
            "DoppelkopfHand.cards",
            "DoppelkopfObservation.hand",
            "DoppelkopfObservation.trumps",
            "DoppelkopfAction.card",
        ),
        _doppelkopf_card,
    ),
    **dict.fromkeys(
        (
            "OrdoObservation.white",
            "OrdoObservation.black",
            "OrdoAction.from_square",
            "OrdoAction.end_square",
            "OrdoAction.to_square",
            "OrdoAction.stays_square",
        ),
        _ordo_square,
    ),
    **dict.fromkeys(("OrdagoCards.ranks", "OrdagoAction.card"), _ordago_rank),
}


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
    game = prompt.observation.WhichOneof("game")
    if game is not None:
        lines += _block(getattr(prompt.observation, game))
    lines += _offered("actions", prompt.actions)
    lines += _offered("announcements", prompt.announcements)
    return "\n".join(lines)


def _offered(title: str, offered: Sequence[LegalAction]) -> list[str]:
    if not offered:
        return []
    return [f"{title}:"] + [
        f"  {index}: {action.text or _action_words(action.action)}"
        for index, action in enumerate(offered)
    ]


def _action_words(action: GameAction) -> str:
    game = action.WhichOneof("game")
    return "" if game is None else _words(getattr(action, game))


def _block(message: Message) -> list[str]:
    """A line for each field; a list of messages has a line for each of them."""
    lines = []
    for field, value in _fields(message):
        if field.is_repeated and field.message_type is not None:
            lines.append(f"  {field.name}:")
            lines += (f"    {_words(item)}" for item in value)
        elif field.message_type is not None:
            lines.append(f"  {field.name}: {_words(value)}")
        else:
            lines.append(f"  {field.name}: {_value(field, value)}")
    return lines


def _words(message: Message) -> str:
    """The fields in one line; without its name the field of a message that has
    only one, such as a hand."""
    if len(message.DESCRIPTOR.fields) == 1:
        return ", ".join(_value(field, value) for field, value in _fields(message))
    return ", ".join(
        f"{field.name} {_value(field, value)}" for field, value in _fields(message)
    )


def _fields(message: Message) -> Iterable[tuple[FieldDescriptor, Any]]:
    """The fields that say something: none that is absent, empty, false or
    unspecified. A number may be 0."""
    for field in message.DESCRIPTOR.fields:
        if field.has_presence and not message.HasField(field.name):
            continue
        value = getattr(message, field.name)
        said = field.has_presence or field.enum_type is None
        if field.is_repeated or field.type == FieldDescriptor.TYPE_BOOL or not said:
            said = bool(value)
        if said:
            yield cast(FieldDescriptor, field), value


def _value(field: FieldDescriptor, value: Any) -> str:
    if field.is_repeated:
        return " ".join(_one(field, item) for item in value)
    return _one(field, value)


def _one(field: FieldDescriptor, value: Any) -> str:
    if field.message_type is not None:
        return f"({_words(value)})"
    containing = field.containing_type
    assert containing is not None
    notation = _FIELDS_WITH_NOTATION.get(f"{containing.name}.{field.name}")
    if notation is not None:
        return notation(value)
    if field.type == FieldDescriptor.TYPE_BOOL:
        return "yes"
    if field.enum_type is not None:
        return _enum_word(field.enum_type, value)
    return str(value)


def _enum_word(enum: EnumDescriptor, number: int) -> str:
    value = enum.values_by_number.get(number)
    if value is None:
        return str(number)
    return value.name.removeprefix(_prefix(enum.name)).lower()


@cache
def _prefix(enum_name: str) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", enum_name).upper() + "_"
