"""The thinking sample bots announce, think while others decide, and stop in time."""

from __future__ import annotations

import json
import pathlib
import shlex

import pytest

from languages import ARENA, LANGUAGES, command_of, run


@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_thinking_bot_announces_and_commits_no_fault(
    language: str, tmp_path: pathlib.Path
) -> None:
    bot = shlex.join(command_of(language, "thinking_bot"))
    record = tmp_path / "a.record"
    flags = ["--game", "ordago", "--options", "sign_window=none,sets_to_win=2"]
    # Seat 0 is dealt a hand to tell its partner about, so that the test needs no luck.
    flags += ["--bots", f"{bot},greedy,{bot},random", "--seed", "1", "--json"]
    told = run([f"{ARENA}", "play", *flags, "--record", f"{record}"], timeout=240)
    (match,) = json.loads(told)["matches"]
    assert match["result"]["termination"] == "TERMINATION_NORMAL"
    assert "faults" not in match["result"]
    asked = run([f"{ARENA}", "prompts", f"{record}", "--seat=0", "--format=json"])
    messages = [json.loads(line) for line in asked.splitlines()]
    acks = [message["announceAck"] for message in messages if "announceAck" in message]
    assert acks, "it announced nothing"
    assert {ack["status"] for ack in acks} == {"STATUS_MADE"}
