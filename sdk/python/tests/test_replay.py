"""A bot that is asked again what it was asked in a match."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pentathlon import Bot, Choice, Decline, OptionError, Prompt, main, replay
from pentathlon import protocol as pb
from pentathlon.prompts_file import read_prompts


def start() -> pb.PlayResponse:
    return pb.PlayResponse(match_start=pb.MatchStart(match_id="m", seat=1))


def asked(decision: int, **more: object) -> pb.PlayResponse:
    """Actions 10, 11, 12 with the texts H1, H2 and none."""
    prompt = pb.Prompt(
        match_id="m", seat=1, decision=decision, kind=pb.DECISION_KIND_MUST
    )
    for number, text in ((10, "H1"), (11, "H2"), (12, "")):
        action = pb.GameAction(octrix=pb.OctrixAction(card=number))
        prompt.actions.add(id=number, text=text, action=action)
    prompt.MergeFrom(pb.Prompt(**more))  # type: ignore[arg-type]
    return pb.PlayResponse(prompt=prompt)


def played(decision: int, action_id: int | None = None) -> pb.PlayResponse:
    ack = pb.ActAck(match_id="m", seat=1, decision=decision)
    ack.status = pb.ActAck.STATUS_ACCEPTED
    if action_id is not None:
        ack.action_id = action_id
    return pb.PlayResponse(act_ack=ack)


def end() -> pb.PlayResponse:
    return pb.PlayResponse(match_end=pb.MatchEnd(match_id="m", seat=1))


RE = pb.LegalAction(id=70, text="re")


class Chooser(Bot):
    """Does what a function says."""

    def __init__(self, choose: Callable[[Prompt], Choice]) -> None:
        self.choose = choose

    def act(self, prompt: Prompt) -> Choice:
        return self.choose(prompt)


def lines(
    choose: Callable[[Prompt], Choice], *messages: pb.PlayResponse
) -> list[str]:
    return replay(lambda: Chooser(choose), [start(), *messages, end()]).lines


def test_a_choice_is_told_with_its_index_and_text() -> None:
    told = lines(lambda prompt: prompt.actions[1], asked(4), played(4, 11))
    assert told == ["decision 4: 1 H2", "1 decisions, 1 as played"]


def test_what_was_played_in_its_place_is_told() -> None:
    told = lines(lambda prompt: 0, asked(4), played(4, 12))
    assert told[0] == "decision 4: 0 H1 (played: 2 id 12)"
    assert told[-1] == "1 decisions, 0 as played"


@pytest.mark.parametrize(
    "choice",
    [
        1,
        "H2",
        pb.LegalAction(id=11),
        pb.GameAction(octrix=pb.OctrixAction(card=11)),
    ],
)
def test_every_form_of_a_choice_is_found_in_the_list(choice: Choice) -> None:
    assert lines(lambda prompt: choice, asked(4), played(4, 11))[0] == (
        "decision 4: 1 H2"
    )


@pytest.mark.parametrize(
    ("choice", "told"),
    [
        ("H9", "- H9"),
        (pb.LegalAction(id=99), "- id 99"),
        (pb.GameAction(octrix=pb.OctrixAction(card=1)), "- not offered"),
    ],
)
def test_a_choice_outside_the_list_has_no_index(choice: Choice, told: str) -> None:
    assert lines(lambda prompt: choice, asked(4))[0] == f"decision 4: {told}"


def test_what_act_raises_is_told_and_the_next_decision_follows() -> None:
    def choose(prompt: Prompt) -> Choice:
        if prompt.decision == 4:
            raise ValueError("no card")
        return 0

    messages = [start(), asked(4), played(4, 10), asked(5), played(5, 10), end()]
    result = replay(lambda: Chooser(choose), messages)
    assert result.threw
    assert result.lines == [
        "decision 4: act threw ValueError: no card",
        "decision 5: 0 H1",
        "2 decisions, 1 as played",
    ]
    assert result.choices == {5: "0 H1"}


def test_an_index_outside_the_list_counts_as_raised() -> None:
    assert lines(lambda prompt: 7, asked(4))[0].startswith(
        "decision 4: act threw IndexError: index 7 is outside"
    )


def test_a_prompt_of_the_decision_that_was_answered_is_not_shown() -> None:
    told = lines(lambda prompt: 0, asked(4), asked(4), played(4, 10))
    assert told == ["decision 4: 0 H1", "1 decisions, 1 as played"]


class Caller(Bot):
    """Announces what it can, and remembers what it is told."""

    told: list[str] = []

    def act(self, prompt: Prompt) -> Choice:
        return 0

    def announce(self, prompt: Prompt) -> Choice | None:
        return 0

    def on_start(self, start: pb.MatchStart) -> None:
        self.told.append(f"start {start.seat}")

    def on_events(self, events: pb.Events) -> None:
        self.told.append("events")

    def on_ack(self, ack: pb.ActAck) -> None:
        self.told.append(f"ack {ack.decision}")

    def on_announce_ack(self, ack: pb.AnnounceAck) -> None:
        self.told.append(f"announce ack {ack.decision}")

    def on_end(self, end: pb.MatchEnd) -> None:
        self.told.append("end")


def test_announcements_are_told_and_a_prompt_of_kind_may_asks_for_no_act() -> None:
    may = asked(3, kind=pb.DECISION_KIND_MAY, announcements=[RE])
    result = replay(Caller, [start(), may, asked(4, announcements=[RE]), end()])
    assert result.lines[:3] == [
        "decision 3: announces 0 re",
        "decision 4: announces 0 re",
        "decision 4: 0 H1",
    ]
    assert result.announced == {3: "0 re", 4: "0 re"}
    assert result.decisions == 1


def test_the_other_methods_are_called_as_in_the_match() -> None:
    Caller.told = []
    made = pb.AnnounceAck(match_id="m", seat=1, decision=4)
    messages = [asked(4), pb.PlayResponse(announce_ack=made), played(4)]
    messages.append(pb.PlayResponse(events=pb.Events(match_id="m", seat=1)))
    replay(Caller, [start(), *messages, end()])
    assert Caller.told == ["start 1", "announce ack 4", "ack 4", "events", "end"]


def test_a_bot_that_declines_is_asked_nothing() -> None:
    def decline() -> Bot:
        raise Decline("not today")

    result = replay(decline, [start(), asked(4), end()])
    assert result.lines == ["declined: not today", "0 decisions, 0 as played"]
    assert not result.threw


def test_a_bot_that_cannot_be_made_is_told() -> None:
    def broken() -> Bot:
        raise RuntimeError("no model")

    result = replay(broken, [start(), asked(4), end()])
    assert result.lines[0] == "the making of the bot threw RuntimeError: no model"
    assert result.threw


def test_a_decision_is_open_until_it_is_over() -> None:
    prompts: list[Prompt] = []

    def choose(prompt: Prompt) -> Choice:
        prompts.append(prompt)
        return 0 if prompt.is_open else 1

    assert lines(choose, asked(4), asked(5))[:2] == [
        "decision 4: 0 H1",
        "decision 5: 0 H1",
    ]
    assert not prompts[0].is_open


def test_methods_may_be_async_and_share_a_loop() -> None:
    class Later(Bot):
        async def on_start(self, start: pb.MatchStart) -> None:
            self.loop = asyncio.get_running_loop()

        async def act(self, prompt: Prompt) -> Choice:
            return 2 if self.loop is asyncio.get_running_loop() else 0

    assert replay(Later, [start(), asked(4), end()]).choices == {4: "2 id 12"}


# ---- Files. ----


def delimited(*messages: pb.PlayResponse) -> bytes:
    data = b""
    for message in messages:
        one = message.SerializeToString()
        size = len(one)
        while size > 127:
            data += bytes([size & 127 | 128])
            size >>= 7
        data += bytes([size]) + one
    return data


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    messages = [start(), asked(4, position_text="x" * 300), played(4, 10), end()]
    path = tmp_path / "seat1.prompts"
    path.write_bytes(delimited(*messages))
    assert read_prompts(path) == messages


WHOLE = delimited(start(), asked(4), end())


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        (b"", "is empty; expected the binary form"),
        (b'{"matchStart": {}}\n' * 20, "holds no prompts; expected"),
        (b"\xff" * 20, "holds no prompts"),
        (delimited(asked(4), end()), "holds no prompts"),
        (WHOLE[:20], "is broken at byte"),
        (delimited(start()) + b"\x05\xff\xff\xff\xff\xff", "is broken at byte"),
        (delimited(start(), start(), end()), "is broken at byte"),
        (delimited(start(), asked(4)), "is cut off: it has no MatchEnd"),
    ],
)
def test_a_file_of_another_kind_is_refused(
    tmp_path: Path, data: bytes, problem: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(OptionError, match=problem):
        read_prompts(path)


def exit_status(monkeypatch: pytest.MonkeyPatch, *flags: str) -> int:
    monkeypatch.setattr(sys, "argv", ["bot", *flags])
    with pytest.raises(SystemExit) as raised:
        main(lambda: Chooser(lambda prompt: "H2" if prompt.decision == 4 else 9))
    assert isinstance(raised.value.code, int)
    return raised.value.code


def test_the_program_prints_what_its_bot_chooses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "p"
    path.write_bytes(delimited(start(), asked(4), played(4, 10), end()))
    assert exit_status(monkeypatch, "--prompts", str(path)) == 0
    assert capsys.readouterr().out == (
        "decision 4: 1 H2 (played: 0 H1)\n1 decisions, 0 as played\n"
    )


def test_the_program_ends_with_1_if_the_bot_raised(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p"
    path.write_bytes(delimited(start(), asked(5), end()))
    assert exit_status(monkeypatch, f"--prompts={path}") == 1


def test_the_program_ends_with_2_without_the_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_status(monkeypatch, "--prompts", "/nowhere") == 2
    assert "/nowhere cannot be read: No such file" in capsys.readouterr().err


def test_a_bot_in_place_of_its_class_is_an_error_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["my_bot.py"])
    with pytest.raises(SystemExit) as ended:
        main(Bot())  # type: ignore[arg-type]
    assert ended.value.code == 2
    assert "an object of the class Bot; it should be a class" in capsys.readouterr().err


def test_help_tells_of_the_token(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert exit_status(monkeypatch, "--help") == 0
    assert "ARENA_TOKEN holds the" in " ".join(capsys.readouterr().out.split())
