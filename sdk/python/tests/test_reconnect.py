"""What happens when the connection, the referee or the bot goes and comes back."""

from __future__ import annotations

import stat
import threading
from pathlib import Path

import grpc
import pytest
from conftest import PATIENCE, FakeReferee, FirstBot, OpenReferee, Play
from test_session import SlowBot

from pentathlon import Bot, Choice, Prompt, SessionError
from pentathlon import protocol as pb
from pentathlon.referee_words import plain_reason

LOST = grpc.StatusCode.UNAVAILABLE


def test_a_lost_stream_is_resumed_with_the_token(
    referee: FakeReferee, play: Play
) -> None:
    play()
    stream = referee.accept()
    assert stream.welcome(token="t1").resume_token == ""
    stream.end(LOST)
    stream = referee.accept()
    assert stream.welcome(token="t2", resumed=True).resume_token == "t1"
    stream.end(LOST)
    assert referee.accept().hello().resume_token == "t2"


@pytest.mark.parametrize("code", ["CANCELLED", "INTERNAL", "UNKNOWN"])
def test_every_kind_of_loss_is_survived(
    referee: FakeReferee, play: Play, code: str
) -> None:
    play()
    stream = referee.accept()
    stream.welcome(token="t1")
    stream.end(grpc.StatusCode[code])
    assert referee.accept().hello().resume_token == "t1"


@pytest.mark.parametrize("reason", ["DRAINING", "PONG_TIMEOUT"])
def test_a_bot_comes_back_to_a_referee_that_closed_on_it(
    referee: FakeReferee, play: Play, reason: str
) -> None:
    play()
    stream = referee.accept()
    stream.welcome(token="t1")
    stream.send(draining=pb.Draining())
    stream.refuse(reason, grpc.StatusCode.ABORTED)
    assert referee.accept().hello().resume_token == "t1"


def test_a_bot_waits_for_a_referee_that_is_not_there_yet(
    open_referee: OpenReferee, play: Play
) -> None:
    playing = play()
    assert playing.tried.wait(PATIENCE)  # In vain.
    referee = open_referee()
    stream = referee.accept()
    stream.welcome()
    stream.end()
    playing.result()


def test_a_restarted_referee_gets_the_same_bots_back(
    open_referee: OpenReferee, play: Play
) -> None:
    made: list[SlowBot] = []

    def factory() -> SlowBot:
        made.append(SlowBot())
        return made[-1]

    playing = play(factory)
    referee = open_referee()
    stream = referee.accept()
    stream.welcome(token="t1")
    stream.begin()
    referee.stop()

    referee = open_referee()
    stream = referee.accept()
    assert stream.welcome(resumed=True).resume_token == "t1"
    stream.start(resumed=True)
    stream.ready()
    stream.prompt(1)
    made[0].answers.put(2)
    assert stream.act().index == 2
    assert len(made) == 1
    stream.end()
    playing.result()


def test_an_answer_that_a_lost_stream_took_with_it_is_repeated(
    referee: FakeReferee, play: Play
) -> None:
    asked: list[int] = []

    class Counting(Bot):
        def act(self, prompt: Prompt) -> Choice:
            asked.append(prompt.decision)
            return 1

    play(Counting)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    first = stream.act()
    stream.end(LOST)
    stream = referee.accept()
    stream.welcome(resumed=True)
    stream.start(resumed=True)
    stream.ready()
    stream.prompt(1)
    assert stream.act() == first
    assert asked == [1]


def test_an_announcement_before_a_lost_answer_is_repeated_with_it(
    referee: FakeReferee, play: Play
) -> None:
    class Loud(Bot):
        def announce(self, prompt: Prompt) -> Choice | None:
            return 0

        def act(self, prompt: Prompt) -> Choice:
            return 1

    play(Loud)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1, announcements=(20,))
    announced, first = stream.announce(), stream.act()
    stream.end(LOST)
    stream = referee.accept()
    stream.welcome(resumed=True)
    stream.start(resumed=True)
    stream.ready()
    stream.prompt(1)
    assert (stream.announce(), stream.act()) == (announced, first)


def test_a_bot_that_thinks_while_the_stream_is_lost_answers_on_the_next(
    referee: FakeReferee, play: Play
) -> None:
    bot = SlowBot()
    play(lambda: bot)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    bot.asked.get(timeout=PATIENCE)
    stream.end(LOST)
    stream = referee.accept()
    stream.welcome(resumed=True)
    stream.start(resumed=True)
    stream.prompt(1)
    assert stream.is_quiet()  # Both have arrived, and the bot still thinks.
    bot.answers.put(2)
    assert stream.act().index == 2
    stream.ready()
    stream.prompt(2)
    assert bot.asked.get(timeout=PATIENCE).decision == 2
    bot.answers.put(0)


def test_a_start_that_is_repeated_while_the_bot_loads_gets_one_ready(
    referee: FakeReferee, play: Play
) -> None:
    loaded = threading.Event()

    class Loading(FirstBot):
        def on_start(self, start: pb.MatchStart) -> None:
            assert loaded.wait(PATIENCE)

    play(Loading)
    stream = referee.accept()
    stream.welcome()
    stream.start()
    stream.end(LOST)
    stream = referee.accept()
    stream.welcome(resumed=True)
    stream.start(resumed=True)
    assert stream.is_quiet()  # The start has arrived.
    loaded.set()
    stream.ready()
    stream.prompt(1)
    assert stream.act().id == 10


def test_leave_is_repeated_on_a_new_stream(referee: FakeReferee, play: Play) -> None:
    class OneMatch(SlowBot):
        def on_start(self, start: pb.MatchStart) -> None:
            self.leave()

    play(OneMatch)
    stream = referee.accept()
    stream.welcome()
    stream.start()
    assert stream.receive() == pb.PlayRequest(leave=pb.Leave())
    stream.ready()
    stream.end(LOST)
    stream = referee.accept()
    stream.welcome(resumed=True)
    assert stream.receive() == pb.PlayRequest(leave=pb.Leave())


def test_an_unknown_token_means_to_start_afresh(
    referee: FakeReferee, play: Play, tmp_path: Path
) -> None:
    token_file = tmp_path / "token"
    token_file.write_text("old\n")
    play(token_file=str(token_file))
    stream = referee.accept()
    assert stream.hello().resume_token == "old"
    stream.refuse("UNKNOWN_TOKEN", grpc.StatusCode.NOT_FOUND)
    assert referee.accept().hello().resume_token == ""


def test_an_unknown_token_is_fatal_where_none_was_sent(
    referee: FakeReferee, play: Play
) -> None:
    playing = play()
    stream = referee.accept()
    assert stream.hello().resume_token == ""
    stream.refuse("UNKNOWN_TOKEN", grpc.StatusCode.NOT_FOUND)
    with pytest.raises(SessionError) as raised:
        playing.result()
    assert raised.value.reason == pb.ERROR_REASON_UNKNOWN_TOKEN


def test_matches_of_a_session_that_is_over_get_new_bots(
    referee: FakeReferee, play: Play
) -> None:
    made: list[SlowBot] = []

    def factory() -> SlowBot:
        made.append(SlowBot())
        return made[-1]

    play(factory)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.end(LOST)
    stream = referee.accept()
    stream.welcome(resumed=False)
    stream.begin()
    assert len(made) == 2


def test_the_token_file_follows_every_welcome(
    referee: FakeReferee, play: Play, tmp_path: Path
) -> None:
    token_file = tmp_path / "token"
    play(token_file=str(token_file))
    stream = referee.accept()
    stream.welcome(token="t1")
    assert stream.is_quiet()  # The welcome has been handled.
    assert token_file.read_text() == "t1\n"
    assert stat.S_IMODE(token_file.stat().st_mode) == 0o600
    stream.end(LOST)
    stream = referee.accept()
    stream.welcome(token="t2", resumed=True)
    assert stream.is_quiet()
    assert token_file.read_text() == "t2\n"
    assert [path.name for path in tmp_path.glob("*token*")] == ["token"]


def test_a_restarted_bot_reads_the_token_file(
    referee: FakeReferee, play: Play, tmp_path: Path
) -> None:
    token_file = tmp_path / "token"
    token_file.write_text("t7\n")
    play(token_file=str(token_file))
    assert referee.accept().hello().resume_token == "t7"


def test_a_token_file_that_cannot_be_written_does_not_stop_play(
    referee: FakeReferee,
    play: Play,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
) -> None:
    playing = play(token_file=str(tmp_path / "missing" / "token"))
    stream = referee.accept()
    stream.welcome()
    stream.end()
    playing.result()
    assert "the session is not kept" in caplog.text


def test_a_game_that_the_referee_does_not_have_is_told(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    playing = play(games=("octrix", "octirx"))
    stream = referee.accept()
    stream.hello()
    plays = [pb.GameSupport(game="octrix")]
    stream.send(welcome=pb.Welcome(session_token="t", plays=plays))
    stream.end()
    playing.result()
    assert "none of: octirx" in caplog.text


def test_giving_up_says_where_the_referee_should_be(play: Play, address: str) -> None:
    playing = play(give_up_after=0.0)
    with pytest.raises(SessionError, match=rf"no referee at {address} \(without TLS\) for 0 s"):
        playing.result()
    assert playing.pauses == []


def test_a_server_that_ends_without_a_welcome_is_no_referee(
    referee: FakeReferee, play: Play
) -> None:
    playing = play()
    stream = referee.accept()
    stream.hello()
    stream.end()
    with pytest.raises(SessionError, match="is it a Pentathlon referee"):
        playing.result()


@pytest.mark.parametrize(
    "details",
    [
        "DNS resolution failed for nowhere:1: C-ares status is not ARES_SUCCESS",
        "errors resolving nowhere:1: [field:hostname lookup error: Domain name]",
    ],
)
def test_a_host_that_is_not_known_is_told_in_plain_words(details: str) -> None:
    assert plain_reason(details) == "this host name is not known"
    assert plain_reason("Connection refused") == "Connection refused"
