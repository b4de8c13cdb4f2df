"""Files of prompts, for tests of bots."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from google.protobuf.proto import serialize_length_prefixed

from pentathlon import Bot, Choice, OptionError, Prompt, read_prompts
from pentathlon import protocol as pb


def start() -> pb.PlayResponse:
    return pb.PlayResponse(match_start=pb.MatchStart(match_id="m", seat=1))


def asked(decision: int, **more: object) -> pb.PlayResponse:
    """Actions 10 and 11."""
    prompt = pb.Prompt(
        match_id="m", seat=1, decision=decision, kind=pb.DECISION_KIND_MUST
    )
    for number in (10, 11):
        prompt.actions.add(id=number)
    prompt.MergeFrom(pb.Prompt(**more))  # type: ignore[arg-type]
    return pb.PlayResponse(prompt=prompt)


def end() -> pb.PlayResponse:
    return pb.PlayResponse(match_end=pb.MatchEnd(match_id="m", seat=1))


def delimited(*messages: pb.PlayResponse) -> bytes:
    data = io.BytesIO()
    for message in messages:
        serialize_length_prefixed(message, data)
    return data.getvalue()


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    messages = [start(), asked(4, position_text="x" * 300), end()]
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
        (b"\x00\x00\x00", "holds no prompts"),
        (WHOLE[:20], "is broken at byte"),
        (delimited(start()) + b"\x80", "is broken at byte"),
        (delimited(start()) + b"\xff" * 9 + b"\x01", "is broken at byte"),
        (delimited(start(), pb.PlayResponse(), end()), "is broken at byte"),
        (delimited(start()) + b"\x05\xff\xff\xff\xff\xff", "is broken at byte"),
        (delimited(start(), start(), end()), "is broken at byte"),
        (delimited(start(), asked(4)), "is cut off: it has no MatchEnd"),
    ],
)
def test_a_file_that_is_none_of_prompts_is_refused(
    tmp_path: Path, data: bytes, problem: str
) -> None:
    path = tmp_path / "file"
    path.write_bytes(data)
    with pytest.raises(OptionError, match=problem):
        read_prompts(path)


def test_a_file_that_is_not_there_is_refused() -> None:
    with pytest.raises(OptionError, match="/nowhere cannot be read: No such file"):
        read_prompts("/nowhere")


class LastBot(Bot):
    def act(self, prompt: Prompt) -> Choice:
        return len(prompt.actions) - 1


def test_a_bot_is_asked_again_as_the_readme_shows(tmp_path: Path) -> None:
    readme = (Path(__file__).parents[1] / "README.md").read_text()
    _, _, example = readme.partition("```python test_my_bot.py\n")
    path = tmp_path / "seat0.prompts"
    may = asked(4, kind=pb.DECISION_KIND_MAY)
    path.write_bytes(delimited(start(), may, asked(5), asked(6), end()))
    lines = example.partition("```")[0].replace('"seat0.prompts"', repr(str(path)))
    lines = lines.replace("from my_bot import MyBot\n", "")
    names: dict[str, object] = {"MyBot": LastBot}
    exec(lines, names)
    test = names["test_every_decision"]
    assert callable(test)
    test()
