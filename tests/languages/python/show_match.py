"""Prints a finished or running match as tables, without the rules of any game.

    show_match.py ADDRESS MATCH [--view public|table|SEAT]

The program asks the referee for the schema and knows nothing else. It prints the
seats, a row for each step (acts, effects, points), and the last position field by
field."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any

import grpc
from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)


class Referee:
    """Calls streams of a referee by name."""

    def __init__(self, channel: grpc.Channel) -> None:
        self.channel = channel
        self.pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))

    def call(self, service: str, method: str, **fields: Any) -> Any:
        """Calls the method; returns the response, or the stream of them."""
        found = self.pool.FindServiceByName(f"arena.v1.{service}")
        descriptor = found.methods_by_name[method]
        streams = descriptor.server_streaming
        invoke = self.channel.unary_stream if streams else self.channel.unary_unary
        return invoke(
            f"/arena.v1.{service}/{method}",
            request_serializer=lambda message: message.SerializeToString(),
            response_deserializer=GetMessageClass(descriptor.output_type).FromString,
        )(GetMessageClass(descriptor.input_type)(**fields))

    def enum(self, name: str) -> dict[int, str]:
        """The names of an enum's numbers, without their common prefix."""
        values = self.pool.FindEnumTypeByName(f"arena.v1.{name}").values
        prefix = values[0].name.removesuffix("UNSPECIFIED")
        return {
            value.number: value.name.removeprefix(prefix).lower().replace("_", " ")
            for value in values
        }


def table(rows: list[list[str]]) -> str:
    """Rows as aligned columns; the first one is the head."""
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
    lines = [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip()
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(lines)


def seats_table(match: Any) -> str:
    """The players by seat, as a table."""
    rows = [["seat", "player", "version"]]
    for seat, spec in enumerate(match.seats):
        known = match.players[seat] if seat < len(match.players) else None
        name = spec.bot or f"built-in {spec.built_in}"
        rows.append([str(seat), name, known.version if known else ""])
    return table(rows)


def time_text(act: Any) -> str:
    """The charged time of an act and the bank left, if they are told."""
    if not act.HasField("charged"):
        return ""
    return f" ({act.charged.ToMilliseconds()} ms, bank {act.bank_left.ToJsonString()})"


class StepRows:
    """Steps as rows of one table, which may grow for hours."""

    ROW = "{:>4} {:>4} {:>5} {:>8}  {:>14}  {}"
    HEAD = ROW.format("step", "deal", "trick", "decision", "points", "what happens")

    def __init__(self, referee: Referee) -> None:
        self.marks = referee.enum("StepMark")
        self.faults = referee.enum("FaultKind")

    def of(self, step: Any) -> str:
        told = [
            act.sentence
            + (f" at place {act.place}" if act.HasField("place") else "")
            + time_text(act)
            + (f" FAULT: {self.faults[act.fault]}" if act.fault else "")
            for act in step.acts
        ]
        told += [f"- {effect}" for effect in step.effects]
        if step.marks:
            told.append(f"[{', '.join(self.marks[mark] for mark in step.marks)}]")
        numbers = [step.step, step.deal, step.trick, step.decision]
        points = " ".join(str(points) for points in step.returns)
        first = self.ROW.format(*numbers, points, (told or ["the position"])[0])
        return "\n".join([first, *(self.ROW.format(*[""] * 5, t) for t in told[1:])])


def value_text(field: FieldDescriptor, value: Any) -> str:
    """One value of a field that is not a message."""
    if field.enum_type is None:
        return str(value)
    prefix = field.enum_type.values[0].name.removesuffix("UNSPECIFIED")
    known = field.enum_type.values_by_number.get(value)
    return known.name.removeprefix(prefix) if known else str(value)


def field_rows(message: Message, indent: str = "") -> Iterator[list[str]]:
    """The set fields of a message: name and value, nested ones indented."""
    for field, value in message.ListFields():
        values = value if field.is_repeated else [value]
        if field.message_type is None:
            words = " ".join(value_text(field, one) for one in values)
            yield [indent + field.name, words]
            continue
        for number, one in enumerate(values):
            name = f"{field.name}[{number}]" if field.is_repeated else field.name
            yield [indent + name, ""]
            yield from field_rows(one, indent + "  ")


def parts(referee: Referee, match_id: str, view: str) -> Iterator[Any]:
    """The parts of the replay of a finished match, or of a running one's stream."""
    found = referee.call("MatchService", "GetMatch", match_id=match_id).match
    if not found.HasField("result"):
        yield from referee.call("MatchService", "WatchMatch", match_id=match_id)
        return
    seen: dict[str, Any] = {"view": f"VIEW_{view.upper()}"}
    if view.isdigit():
        seen = {"view": "VIEW_SEAT", "seat": int(view)}
    yield from referee.call(
        "ReplayService", "ReplayMatch", match_id=match_id, **seen
    )


def result_text(result: Any) -> str:
    """How the match ended."""
    ranks = " ".join(str(rank) for rank in result.ranks)
    points = " ".join(str(points) for points in result.returns)
    return f"result: {result.reason}; points {points}; ranks {ranks or 'none'}"


def show(channel: grpc.Channel, match_id: str, view: str = "public") -> Iterator[str]:
    """The match as text, part by part, as it comes."""
    referee = Referee(channel)
    rows = StepRows(referee)
    header = last = None
    for part in parts(referee, match_id, view):
        kind = part.WhichOneof("kind")
        if kind == "step":
            last = part.step
            yield rows.of(last)
        elif header is None:
            header = part.match
            yield f"{header.game}\n{seats_table(header)}\n\n{rows.HEAD}"
        else:
            yield result_text(part.match.result if kind == "match" else part.result)
    for observation in last.observations if last is not None else []:
        yield table([["field", "value"], *field_rows(observation)])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("address")
    parser.add_argument("match")
    parser.add_argument("--view", default="public")
    flags = parser.parse_args()
    with grpc.insecure_channel(flags.address) as channel:
        for text in show(channel, flags.match, flags.view):
            print(text, flush=True)


if __name__ == "__main__":
    main()
