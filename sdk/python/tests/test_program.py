"""The main program of a bot; sdk/conformance has what all SDKs do."""

from __future__ import annotations

import sys

import pytest

from pentathlon import Bot, main


class Ended:
    """How a program of a bot ended at once."""

    def __init__(
        self,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
        *flags: str,
        factory: object = Bot,
    ) -> None:
        monkeypatch.setattr(sys, "argv", ["my_bot.py", *flags])
        with pytest.raises(SystemExit) as ended:
            main(factory)  # type: ignore[arg-type]
        self.status = ended.value.code
        self.out, self.err = (" ".join(text.split()) for text in capsys.readouterr())


def test_a_bot_in_place_of_its_class_is_an_error_at_once(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = Ended(monkeypatch, capsys, factory=Bot())
    assert ended.status == 2
    assert "an object of the class Bot; it should be a class" in ended.err


def test_help_tells_of_the_log_but_not_of_what_is_gone(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = Ended(monkeypatch, capsys, "--help")
    assert ended.status == 0
    assert "--log-level LEVEL [ARENA_LOG_LEVEL] what to log" in ended.out
    assert "--instances" not in ended.out and "--prompts" not in ended.out


@pytest.mark.parametrize(
    ("flags", "instead"),
    [
        (("--instances", "2"), "--instances is gone; use arena run --instances N -- COMMAND"),
        (("--instances=2",), "--instances is gone; use arena run --instances N -- COMMAND"),
        (("--prompts", "x"), "--prompts is gone; use arena rehearse FILE -- COMMAND"),
        (("--prompts",), "--prompts is gone; use arena rehearse FILE -- COMMAND"),
    ],
)
def test_a_flag_that_is_gone_names_the_command_instead(
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    flags: tuple[str, ...],
    instead: str,
) -> None:
    ended = Ended(monkeypatch, capsys, *flags)
    assert (ended.status, ended.err.endswith(instead)) == (2, True)


def test_a_wrong_level_of_the_log_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("ARENA_LOG_LEVEL", "loud")
    ended = Ended(monkeypatch, capsys)
    right = 'ARENA_LOG_LEVEL is "loud"; it should be debug, info, warning or error'
    assert (ended.status, ended.err.endswith(right)) == (2, True)
