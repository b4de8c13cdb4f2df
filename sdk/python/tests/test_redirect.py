"""What a bot does when a referee sends it to another one."""

from __future__ import annotations

from pathlib import Path

import grpc
import pytest
from conftest import FakeReferee, OpenReferee, Play, Stream

from pentathlon import protocol as pb
from pentathlon.options import may_go

LOST = grpc.StatusCode.UNAVAILABLE


def redirect(stream: Stream, address: str) -> None:
    stream.send(redirect=pb.Redirect(address=address, referee="other"))
    stream.end(LOST, "wanted elsewhere")


@pytest.fixture
def elsewhere(tmp_path: Path) -> str:
    return f"unix:{tmp_path}/other"


def test_it_goes_there_at_once_with_its_token(
    referee: FakeReferee, open_referee: OpenReferee, elsewhere: str, play: Play
) -> None:
    playing = play()
    other = open_referee(elsewhere)
    stream = referee.accept()
    stream.welcome(token="t1")
    redirect(stream, elsewhere)
    assert other.accept().welcome(resumed=True).resume_token == "t1"
    assert playing.pauses == [0.0]


def test_a_hello_says_that_it_would(referee: FakeReferee, play: Play) -> None:
    play()
    assert pb.CAPABILITY_REDIRECT in referee.accept().hello().capabilities


def test_when_that_stream_is_lost_it_is_back_at_its_own_address(
    referee: FakeReferee, open_referee: OpenReferee, elsewhere: str, play: Play
) -> None:
    play()
    other = open_referee(elsewhere)
    stream = referee.accept()
    stream.welcome(token="t1")
    redirect(stream, elsewhere)
    stream = other.accept()
    stream.welcome(token="t2", resumed=True)
    stream.end(LOST)
    assert referee.accept().hello().resume_token == "t2"


def test_where_nobody_answers_it_comes_back(
    referee: FakeReferee, elsewhere: str, play: Play
) -> None:
    play()
    stream = referee.accept()
    stream.welcome(token="t1")
    redirect(stream, elsewhere)
    assert referee.accept().hello().resume_token == "t1"


@pytest.mark.parametrize("reason", ["NAME_IN_USE", "UNKNOWN_TOKEN"])
def test_one_that_was_only_named_cannot_end_the_session(
    referee: FakeReferee,
    open_referee: OpenReferee,
    elsewhere: str,
    play: Play,
    reason: str,
) -> None:
    play()
    other = open_referee(elsewhere)
    stream = referee.accept()
    stream.welcome(token="t1")
    redirect(stream, elsewhere)
    other.accept().refuse(reason, grpc.StatusCode.ALREADY_EXISTS)
    assert referee.accept().hello().resume_token == "t1"


def test_redirects_without_a_match_in_between_come_later_and_later(
    referee: FakeReferee, open_referee: OpenReferee, elsewhere: str, play: Play, address: str
) -> None:
    playing = play()
    other = open_referee(elsewhere)
    for _ in range(2):
        for here, there in ((referee, elsewhere), (other, address)):
            stream = here.accept()
            stream.welcome(resumed=True)
            redirect(stream, there)
    stream = referee.accept()
    stream.welcome(resumed=True)
    assert playing.pauses == [0.0, 0.4, 0.8, 1.6]
    stream.begin()
    redirect(stream, elsewhere)
    other.accept()
    assert playing.pauses[-1] == 0.0


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nowhere",
        "dns:///evil/10.0.0.1:5757",
        "ipv4:10.0.0.1:5757",
        "10.0.0.1:5757,10.0.0.2:5757",
        "xds:10.0.0.1:5757",
        "unix:/tmp/referee",
    ],
)
def test_it_goes_to_no_other_kinds_of_address(address: str) -> None:
    assert not may_go(address, "127.0.0.1:5757")


@pytest.mark.parametrize("address", ["10.0.0.1:5757", "arena.example.org:1", "[::1]:5757"])
def test_it_goes_to_a_host_and_port(address: str) -> None:
    assert may_go(address, "127.0.0.1:5757")


def test_what_it_may_not_follow_it_ignores(referee: FakeReferee, play: Play) -> None:
    play()
    stream = referee.accept()
    stream.welcome(token="t1")
    redirect(stream, "dns:///evil/10.0.0.1:5757")
    assert referee.accept().hello().resume_token == "t1"


def test_an_error_whose_reason_it_does_not_know_is_told(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    play()
    stream = referee.accept()
    stream.welcome()
    error = pb.PlayError(message="something new")
    error.MergeFromString(b"\x08\xe7\x07")  # reason: 999
    stream.send(error=error)
    assert stream.is_quiet()
    assert "the referee says: something new" in caplog.text
