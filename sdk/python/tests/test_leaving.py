"""A bot that is asked to end, and one that takes the place of another."""

from __future__ import annotations

import os
import signal
import subprocess
import threading
from pathlib import Path

import grpc
import pytest
from conftest import PATIENCE, FakeReferee, FirstBot, Play, Playing, Stream
from test_program import start

from pentathlon import Bot, Choice, Options, Prompt
from pentathlon import leaving
from pentathlon import protocol as pb
from pentathlon.session import Session


def started(referee: FakeReferee, *flags: str) -> tuple[subprocess.Popen[str], Stream]:
    program = start("random_bot.py", "--address", referee.address, *flags)
    stream = referee.accept()
    stream.welcome()
    return program, stream


def leave(stream: Stream) -> None:
    request = stream.receive()
    assert request.HasField("leave"), request


# ---- SIGTERM and SIGINT ----


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_lets_the_match_under_way_end(
    referee: FakeReferee, number: signal.Signals
) -> None:
    program, stream = started(referee)
    stream.begin()
    program.send_signal(number)
    leave(stream)
    stream.prompt(1)
    stream.act()
    stream.finish()
    stream.end()
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 0


def test_after_its_matches_it_ends_at_once(referee: FakeReferee) -> None:
    program, stream = started(referee)
    program.terminate()
    leave(stream)
    stream.end()
    _, log = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0
    assert "asked to end" in log


def test_without_a_referee_it_ends_at_once() -> None:
    program = start("random_bot.py", "--address", "127.0.0.1:1")
    assert program.stderr is not None
    assert "trying for 60 s" in program.stderr.readline()
    program.terminate()
    _, log = program.communicate(timeout=PATIENCE)
    assert program.returncode == 0
    assert "ended without a connection" in log
    assert "no connection" not in log  # It is told once.


def test_a_bot_without_matches_does_not_look_for_a_lost_referee(
    referee: FakeReferee,
) -> None:
    program, stream = started(referee)
    program.terminate()
    leave(stream)
    stream.end(grpc.StatusCode.UNAVAILABLE)
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 0


def test_a_bot_with_matches_comes_back_and_leaves_again(referee: FakeReferee) -> None:
    program, stream = started(referee)
    stream.begin()
    program.terminate()
    leave(stream)
    stream.end(grpc.StatusCode.UNAVAILABLE)
    stream = referee.accept()
    assert stream.welcome(resumed=True).resume_token == "token"
    leave(stream)
    stream.start(resumed=True)
    stream.ready()
    stream.finish()
    stream.end()
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 0


def test_the_time_of_the_matches_is_limited(referee: FakeReferee) -> None:
    program, stream = started(referee, "--leave-within", "0")
    stream.begin()
    program.terminate()
    _, log = program.communicate(timeout=PATIENCE)
    assert program.returncode == 128 + signal.SIGTERM
    assert "not over after 0 s" in log


class Signals:
    """The handling of signals with an end that is only noted, and without
    signals: numbers are written to the pipe."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, again: float) -> None:
        monkeypatch.setattr(leaving, "AGAIN", again)
        self.statuses: list[int] = []
        self.ended = threading.Event()
        self.session = Session(FirstBot, Options())
        self.handling = leaving.LeaveOnSignal(self.session, PATIENCE, self.end)

    def end(self, status: int) -> None:
        self.statuses.append(status)
        self.ended.set()


def test_a_second_signal_ends_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    signals = Signals(monkeypatch, again=0.0)
    with signals.handling:
        os.kill(os.getpid(), signal.SIGTERM)
        assert signals.session._left.wait(PATIENCE)
        os.kill(os.getpid(), signal.SIGINT)
        assert signals.ended.wait(PATIENCE)
    assert signals.statuses == [128 + signal.SIGINT]


def test_a_signal_that_comes_twice_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    signals = Signals(monkeypatch, again=PATIENCE)
    with signals.handling:
        os.kill(os.getpid(), signal.SIGTERM)
        assert signals.session._left.wait(PATIENCE)
        os.kill(os.getpid(), signal.SIGTERM)
    for thread in threading.enumerate():
        if thread.name == "signals":
            thread.join(PATIENCE)
    assert signals.statuses == []
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_DFL


def test_a_parent_passes_it_on_and_ends_well(referee: FakeReferee) -> None:
    program = start(
        "random_bot.py", "--address", referee.address, "--instances", "2"
    )
    streams = [referee.accept(), referee.accept()]
    for stream in streams:
        stream.welcome()
    program.terminate()
    for stream in streams:
        leave(stream)
        stream.end()
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 0


# ---- Taking the place of another process ----


def test_only_the_first_hello_replaces(referee: FakeReferee, play: Play) -> None:
    play(replace=True)
    stream = referee.accept()
    assert stream.welcome().replace
    stream.end(grpc.StatusCode.UNAVAILABLE)
    hello = referee.accept().hello()
    assert not hello.replace
    assert hello.resume_token == "token"


def test_it_shows_the_token_of_the_process_before(
    referee: FakeReferee, play: Play, tmp_path: Path
) -> None:
    token_file = tmp_path / "token"
    token_file.write_text("old\n")
    play(replace=True, token_file=str(token_file))
    stream = referee.accept()
    assert stream.welcome("new").resume_token == "old"
    stream.begin()
    assert token_file.read_text() == "new\n"


def test_a_replaced_process_leaves_the_file_alone(
    referee: FakeReferee, play: Play, tmp_path: Path
) -> None:
    token_file = tmp_path / "token"
    play(token_file=str(token_file))
    stream = referee.accept()
    stream.welcome("old")
    stream.begin()
    token_file.write_text("new\n")
    stream.end(grpc.StatusCode.UNAVAILABLE)
    stream = referee.accept()
    stream.welcome("old", resumed=True)
    stream.start(resumed=True)
    stream.ready()
    assert token_file.read_text() == "new\n"


def replaced(stream: Stream) -> None:
    reason = pb.ErrorReason.ERROR_REASON_SESSION_REPLACED
    stream.send(error=pb.PlayError(reason=reason, message="another process"))
    stream.end()


def test_a_replaced_process_ends_well(referee: FakeReferee) -> None:
    program, stream = started(referee)
    replaced(stream)
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 0


def test_a_replaced_instance_is_not_started_again(referee: FakeReferee) -> None:
    program = start(
        "random_bot.py", "--address", referee.address, "--instances=2", "--one-match"
    )
    for stream in [referee.accept(), referee.accept()]:
        stream.welcome()
        replaced(stream)
    program.communicate(timeout=PATIENCE)
    assert program.returncode == 0


def test_the_variable_is_read() -> None:
    options = Options.from_environment(
        environment={"ARENA_REPLACE": "true", "ARENA_LEAVE_WITHIN": "2.5"}
    )
    assert (options.replace, options.leave_within) == (True, 2.5)


# ---- What is told of faults ----


class Raiser(Bot):
    def act(self, prompt: Prompt) -> Choice:
        raise ValueError("no idea")


def fault(stream: Stream, kind: pb.FaultKind.ValueType, decision: int = 1) -> None:
    ack = pb.ActAck(match_id="m", decision=decision, fault=kind, message="why")
    ack.status = pb.ActAck.STATUS_FAULT
    ack.charged.FromMilliseconds(1250)
    stream.send(act_ack=ack)


def be_late(
    referee: FakeReferee, play: Play
) -> tuple[Playing, Stream, threading.Event]:
    """A bot that is late with its first decision, and thinks until the event."""
    thinks = threading.Event()
    go_on = threading.Event()

    class Thinker(Bot):
        def act(self, prompt: Prompt) -> Choice:
            thinks.set()
            go_on.wait(PATIENCE)
            return 0

    playing = play(Thinker)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    assert thinks.wait(PATIENCE)
    fault(stream, pb.FAULT_KIND_LATE)
    return playing, stream, go_on


def test_an_exception_is_told_as_the_reason_of_the_fault(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    playing = play(Raiser)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    stream.act()
    fault(stream, pb.FAULT_KIND_MALFORMED)
    stream.finish()
    stream.end()
    playing.result()
    assert (
        "match=m seat=0 decision=1: fault malformed after 1.250 s, because "
        "act raised ValueError" in caplog.text
    )
    assert "Traceback" in caplog.text
    assert caplog.text.count("no idea") == 2  # The other is the line of code.


def test_lateness_is_told_once_with_its_time_while_the_bot_thinks(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    playing, stream, go_on = be_late(referee, play)
    stream.is_quiet()
    told = "decision=1: fault late after 1.250 s: why"
    assert caplog.text.count(told) == 1
    go_on.set()
    stream.act()
    # To the late act.
    fault(stream, pb.FAULT_KIND_LATE)
    stream.finish()
    stream.end()
    playing.result()
    assert caplog.text.count(told) == 1


def test_lateness_of_an_earlier_decision_is_told_with_its_cause(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    playing, stream, go_on = be_late(referee, play)
    stream.prompt(2)
    fault(stream, pb.FAULT_KIND_LATE, decision=2)
    stream.is_quiet()
    assert (
        "decision=2: fault late after 1.250 s: why; the bot is still thinking "
        "about decision 1" in caplog.text
    )
    assert "act took" not in caplog.text
    go_on.set()
    stream.act()
    stream.finish()
    stream.end()
    playing.result()
    assert caplog.text.count(" s, too long: the decision was over before") == 1
