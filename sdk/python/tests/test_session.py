"""A session from the hello to the end, in both forms of the SDK."""

from __future__ import annotations

import logging
import threading
from queue import SimpleQueue

import grpc
import pytest
from conftest import (
    PATIENCE,
    FakeReferee,
    FirstBot,
    OpenReferee,
    Play,
    card,
    game_action,
)

from pentathlon import Bot, Choice, Decline, Prompt, SessionError
from pentathlon import protocol as pb


class FixedBot(FirstBot):
    """Always answers the same."""

    def __init__(self, choice: object) -> None:
        self.choice = choice

    def act(self, prompt: Prompt) -> Choice:
        return self.choice  # type: ignore[return-value]


class SlowBot(Bot):
    """Tells when it is asked, and answers when it is told to."""

    def __init__(self) -> None:
        self.asked: SimpleQueue[Prompt] = SimpleQueue()
        self.answers: SimpleQueue[Choice] = SimpleQueue()
        self.ended = threading.Event()

    def act(self, prompt: Prompt) -> Choice:
        self.asked.put(prompt)
        return self.answers.get(timeout=PATIENCE)

    def on_end(self, end: pb.MatchEnd) -> None:
        self.ended.set()


def test_hello_names_the_bot(referee: FakeReferee, play: Play) -> None:
    play(name="me", version="7", games=("ordo",), max_matches=5)
    hello = referee.accept().hello()
    assert (hello.name, hello.version) == ("me", "7")
    assert (list(hello.plays), hello.max_matches) == ([pb.GameSupport(game="ordo")], 5)
    assert hello.language.startswith("python 3.")


def test_hello_asks_for_text_unless_told_not_to(
    referee: FakeReferee, play: Play
) -> None:
    play()
    assert list(referee.accept().hello().capabilities) == [pb.CAPABILITY_TEXT, pb.CAPABILITY_REDIRECT]
    play(text=False)
    assert list(referee.accept().hello().capabilities) == [pb.CAPABILITY_REDIRECT]


def test_hello_asks_for_events_if_the_bot_takes_them(
    referee: FakeReferee, play: Play
) -> None:
    class Watcher(FirstBot):
        def on_events(self, events: pb.Events) -> None: ...

    play(Watcher, text=False)
    assert list(referee.accept().hello().capabilities) == [pb.CAPABILITY_EVENTS, pb.CAPABILITY_REDIRECT]


def test_a_bot_without_a_name_is_called_like_its_class(
    referee: FakeReferee, play: Play
) -> None:
    play(name="")
    assert referee.accept().hello().name == "FirstBot"


def test_token_travels_as_metadata(referee: FakeReferee, play: Play) -> None:
    play(token="secret")
    assert referee.accept().metadata["authorization"] == "Bearer secret"


def test_without_a_token_there_is_no_metadata(
    referee: FakeReferee, play: Play
) -> None:
    play()
    assert "authorization" not in referee.accept().metadata


def test_tcp_works_as_well(open_referee: OpenReferee, play: Play) -> None:
    referee = open_referee("127.0.0.1:0")
    playing = play(address=referee.address)
    stream = referee.accept()
    stream.welcome()
    stream.end()
    playing.result()


def test_a_normal_end_is_no_error(referee: FakeReferee, play: Play) -> None:
    playing = play()
    stream = referee.accept()
    stream.welcome()
    stream.end()
    playing.result()


@pytest.mark.parametrize(
    ("choice", "sent"),
    [
        (2, {"index": 2}),
        ("card11", {"text": "card11"}),
        (pb.LegalAction(id=12), {"id": 12}),
        (game_action(10), {"action": game_action(10)}),
    ],
)
def test_a_choice_may_have_any_form(
    referee: FakeReferee, play: Play, choice: object, sent: dict[str, object]
) -> None:
    play(lambda: FixedBot(choice))
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(decision=4)
    act = pb.Act(match_id="m", seat=0, decision=4, **sent)  # type: ignore[arg-type]
    assert stream.act() == act


def test_a_note_goes_with_the_act(referee: FakeReferee, play: Play) -> None:
    class NotingBot(Bot):
        def act(self, prompt: Prompt) -> int:
            prompt.note = "the only card"
            return 0

    play(NotingBot)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(decision=4)
    assert stream.act().note == "the only card"


@pytest.mark.parametrize("choice", [None, 3, -1, True, 1.0])
def test_what_is_no_choice_is_a_fault_at_once(
    referee: FakeReferee, play: Play, choice: object
) -> None:
    play(lambda: FixedBot(choice))
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(decision=4)
    assert stream.act() == pb.Act(match_id="m", seat=0, decision=4)


def test_the_bot_sees_the_prompt(referee: FakeReferee, play: Play) -> None:
    bot = SlowBot()
    play(lambda: bot)
    stream = referee.accept()
    stream.welcome()
    stream.begin(seat=3)
    stream.prompt(decision=5, seat=3)
    prompt = bot.asked.get(timeout=PATIENCE)
    bot.answers.put(0)
    assert (prompt.match.game, prompt.seat, prompt.decision) == ("octrix", 3, 5)
    assert [action.id for action in prompt.actions] == [10, 11, 12]
    assert prompt.time_left is None


def test_each_seat_of_each_match_has_a_bot_of_its_own(
    referee: FakeReferee, play: Play
) -> None:
    bots: list[SlowBot] = []

    def factory() -> SlowBot:
        bots.append(SlowBot())
        return bots[-1]

    play(factory)
    stream = referee.accept()
    stream.welcome()
    places = [("a", 0), ("a", 2), ("b", 0)]
    for match_id, seat in places:
        stream.begin(match_id, seat)
    # All think at once, and answer in another order than they were asked.
    for match_id, seat in places:
        stream.prompt(match_id=match_id, seat=seat)
    for bot in bots:
        bot.asked.get(timeout=PATIENCE)
    for index in (2, 0, 1):
        bots[index].answers.put(index)
        act = stream.act()
        assert (act.match_id, act.seat, act.index) == (*places[index], index)


def test_a_ping_is_answered_while_the_bot_thinks(
    referee: FakeReferee, play: Play
) -> None:
    bot = SlowBot()
    play(lambda: bot)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt()
    bot.asked.get(timeout=PATIENCE)
    stream.send(ping=pb.Ping(nonce=17))
    assert stream.receive() == pb.PlayRequest(pong=pb.Pong(nonce=17))
    bot.answers.put(1)
    assert stream.act().index == 1


def test_the_bot_is_asked_only_for_the_newest_prompt(
    referee: FakeReferee, play: Play
) -> None:
    bot = SlowBot()
    play(lambda: bot)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    for decision in (1, 2, 3):
        stream.prompt(decision)
        if decision == 1:
            bot.asked.get(timeout=PATIENCE)
    assert stream.is_quiet()  # All prompts have arrived.
    bot.answers.put(0)
    bot.answers.put(0)
    assert [stream.act().decision, stream.act().decision] == [1, 3]


def test_a_second_prompt_for_an_answered_decision_needs_no_second_answer(
    referee: FakeReferee, play: Play
) -> None:
    play()
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    stream.act()
    stream.prompt(1)
    stream.prompt(2)
    assert stream.act().decision == 2


def test_a_prompt_closes_when_the_clock_takes_the_decision(
    referee: FakeReferee, play: Play
) -> None:
    bot = SlowBot()
    play(lambda: bot)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    prompt = bot.asked.get(timeout=PATIENCE)
    was_open = prompt.is_open
    late = pb.ActAck(match_id="m", decision=1, status=pb.ActAck.STATUS_FAULT)
    stream.send(act_ack=late)
    assert stream.is_quiet()
    assert (was_open, prompt.is_open) == (True, False)
    bot.answers.put(0)


def test_a_fault_of_a_kind_that_is_not_known_yet_is_survived(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    play(FirstBot)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    assert stream.act().decision == 1
    strange = pb.ActAck.FromString(
        pb.ActAck(
            match_id="m", decision=1, status=pb.ActAck.STATUS_FAULT, message="new"
        ).SerializeToString()
        + bytes([pb.ActAck.FAULT_FIELD_NUMBER << 3, 99])
    )
    stream.send(act_ack=strange)
    stream.prompt(2)
    assert stream.act().decision == 2
    assert "decision=1: fault of kind 99: new" in caplog.text


def test_nothing_is_sent_for_a_match_that_is_over(
    referee: FakeReferee, play: Play
) -> None:
    bot = SlowBot()
    play(lambda: bot)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt()
    bot.asked.get(timeout=PATIENCE)
    stream.finish()
    assert stream.is_quiet()  # The end has arrived.
    bot.answers.put(0)
    assert bot.ended.wait(PATIENCE)
    assert stream.is_quiet()


def test_an_exception_costs_the_decision_only(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    class Clumsy(FirstBot):
        def act(self, prompt: Prompt) -> Choice:
            if prompt.decision == 1:
                raise ValueError("oh dear")
            return super().act(prompt)

    play(Clumsy)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    assert stream.act() == pb.Act(match_id="m", seat=0, decision=1)
    stream.prompt(2)
    assert stream.act().id == 10
    told = "match=m seat=0 decision=1: act raised ValueError: oh dear\nTraceback"
    assert told in caplog.text


def test_a_bot_that_cannot_be_made_faults_at_once(
    referee: FakeReferee, play: Play
) -> None:
    def factory() -> Bot:
        raise RuntimeError("no model")

    play(factory)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    assert stream.act() == pb.Act(match_id="m", seat=0, decision=1)


def test_the_bot_is_told_of_everything_in_order(
    referee: FakeReferee, play: Play
) -> None:
    told: list[str] = []

    class Diary(Bot):
        def on_start(self, start: pb.MatchStart) -> None:
            told.append(f"start {start.match_id}")

        def on_events(self, events: pb.Events) -> None:
            told.append(f"events {events.events[0].ply}")

        def act(self, prompt: Prompt) -> Choice:
            told.append(f"act {prompt.decision}")
            return 0

        def on_ack(self, ack: pb.ActAck) -> None:
            told.append(f"ack {ack.decision}")

        def on_end(self, end: pb.MatchEnd) -> None:
            told.append(f"end {end.match_id}")

    playing = play(Diary)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.send(events=pb.Events(match_id="m", events=[pb.PlyEvent(ply=8)]))
    stream.prompt(1)
    stream.act()
    accepted = pb.ActAck.STATUS_ACCEPTED
    stream.send(act_ack=pb.ActAck(match_id="m", decision=1, status=accepted))
    stream.send(match_end=pb.MatchEnd(match_id="m"))
    stream.end()
    playing.result()
    assert told == ["start m", "events 8", "act 1", "ack 1", "end m"]


def test_an_ack_inside_a_prompt_reaches_the_bot_before_the_prompt(
    referee: FakeReferee, play: Play
) -> None:
    told: list[str] = []

    class Diary(Bot):
        def act(self, prompt: Prompt) -> Choice:
            told.append(f"act {prompt.decision}")
            return 0

        def on_ack(self, ack: pb.ActAck) -> None:
            told.append(f"ack {ack.decision}")

    playing = play(Diary)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1)
    stream.act()
    prompt = pb.Prompt(match_id="m", decision=2, kind=pb.DECISION_KIND_MUST)
    prompt.actions.append(card(10))
    prompt.ack.decision = 1
    prompt.ack.status = pb.ActAck.STATUS_ACCEPTED
    stream.send(prompt=prompt)
    stream.act()
    stream.finish()
    stream.end()
    playing.result()
    assert told == ["act 1", "ack 1", "act 2"]


class Announcer(FirstBot):
    """Announces the second of several possibilities."""

    def announce(self, prompt: Prompt) -> Choice | None:
        return 1 if len(prompt.announcements) > 1 else None


def test_an_announcement_goes_by_id_and_before_the_action(
    referee: FakeReferee, play: Play
) -> None:
    play(Announcer)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1, announcements=(20, 21))
    assert stream.announce() == pb.Announce(match_id="m", decision=1, id=21)
    assert stream.act().id == 10


def test_what_became_of_an_announcement_is_told(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[int] = []

    class Listener(FirstBot):
        def on_announce_ack(self, ack: pb.AnnounceAck) -> None:
            told.append(ack.status)

    playing = play(Listener)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    made = pb.AnnounceAck.STATUS_MADE
    refused = pb.AnnounceAck.STATUS_REFUSED
    stream.send(announce_ack=pb.AnnounceAck(match_id="m", decision=1, status=made))
    stream.send(
        announce_ack=pb.AnnounceAck(
            match_id="m", decision=1, status=refused, message="no such word"
        )
    )
    stream.finish()
    stream.end()
    playing.result()
    assert told == [made, refused]
    assert "announcement refused: no such word" in caplog.text


def test_an_index_beyond_the_announcements_is_reported_and_not_sent(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    class Wrong(FirstBot):
        def announce(self, prompt: Prompt) -> Choice | None:
            return 2

    play(Wrong)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1, announcements=(20, 21))
    assert stream.act().id == 10
    assert "index 2 is outside the prompt's 2 announcements" in caplog.text


def test_an_announcement_may_be_made_while_others_decide(
    referee: FakeReferee, play: Play
) -> None:
    play(Announcer)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt(1, announcements=(20, 21), kind=pb.DECISION_KIND_MAY)
    assert stream.announce().id == 21
    stream.prompt(1, announcements=(20,), kind=pb.DECISION_KIND_MAY)
    assert stream.is_quiet()


def test_a_bot_may_decline_instead_of_being_ready(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    class Picky(FirstBot):
        def on_start(self, start: pb.MatchStart) -> None:
            raise Decline("not\nwith me" + "é" * 200)

    play(Picky)
    stream = referee.accept()
    stream.welcome()
    stream.start()
    decline = stream.receive().decline
    assert (decline.match_id, decline.seat) == ("m", 0)
    assert decline.reason == "not with me" + "é" * 94
    stream.start(resumed=True)
    assert stream.receive().decline == decline
    assert "declined: not with me" in caplog.text


def test_leave_is_sent(referee: FakeReferee, play: Play) -> None:
    class OneMatch(FirstBot):
        def on_start(self, start: pb.MatchStart) -> None:
            self.leave()

    play(OneMatch)
    stream = referee.accept()
    stream.welcome()
    stream.start()
    assert stream.receive() == pb.PlayRequest(leave=pb.Leave())


def test_an_error_that_is_not_fatal_is_logged(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    playing = play()
    stream = referee.accept()
    stream.welcome()
    reason = pb.ERROR_REASON_UNKNOWN_MATCH
    stream.send(error=pb.PlayError(reason=reason, message="match x", match_id="x"))
    assert stream.is_quiet()
    stream.end()
    playing.result()
    assert "match=x: the referee says: match x" in caplog.text


@pytest.mark.parametrize(
    ("reason", "code"),
    [
        ("NAME_IN_USE", grpc.StatusCode.ALREADY_EXISTS),
        ("BAD_HELLO", grpc.StatusCode.INVALID_ARGUMENT),
        ("SESSION_REPLACED", grpc.StatusCode.ABORTED),
        ("FLOOD", grpc.StatusCode.RESOURCE_EXHAUSTED),
    ],
)
def test_a_fatal_error_ends_the_session(
    referee: FakeReferee, play: Play, reason: str, code: grpc.StatusCode
) -> None:
    playing = play()
    stream = referee.accept()
    stream.hello()
    stream.refuse(reason, code, "because")
    with pytest.raises(SessionError, match="session: because") as raised:
        playing.result()
    assert raised.value.reason == pb.ErrorReason.Value(f"ERROR_REASON_{reason}")


def test_the_referee_is_told_of_in_flags_and_options(
    referee: FakeReferee, play: Play
) -> None:
    playing = play()
    stream = referee.accept()
    stream.hello()
    words = "choose another hello.name or hello.instance; hello.plays[0] is hello.new"
    stream.refuse("BAD_HELLO", grpc.StatusCode.INVALID_ARGUMENT, words)
    with pytest.raises(SessionError) as raised:
        playing.result()
    told = "choose another --name or --instance; Options.plays[0] is hello.new"
    assert str(raised.value).endswith(told)


def test_a_status_without_an_error_is_told(referee: FakeReferee, play: Play) -> None:
    playing = play()
    stream = referee.accept()
    stream.hello()
    stream.end(grpc.StatusCode.UNAUTHENTICATED, "no such token")
    with pytest.raises(SessionError, match="refused: no such token"):
        playing.result()


def test_tokens_are_never_logged(
    referee: FakeReferee, play: Play, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    playing = play(token="secret1")
    stream = referee.accept()
    stream.welcome(token="secret2")
    stream.end()
    playing.result()
    assert caplog.text and "secret" not in caplog.text


def test_a_busy_bot_does_not_keep_a_lost_match_alive(
    referee: FakeReferee, play: Play
) -> None:
    bot = SlowBot()
    playing = play(lambda: bot)
    stream = referee.accept()
    stream.welcome()
    stream.begin()
    stream.prompt()
    prompt = bot.asked.get(timeout=PATIENCE)
    stream.end()
    playing.result()
    assert not prompt.is_open
    bot.answers.put(0)


def test_bots_run_in_threads_of_their_own(referee: FakeReferee, play: Play) -> None:
    names: SimpleQueue[str] = SimpleQueue()

    class Curious(FirstBot):
        def act(self, prompt: Prompt) -> Choice:
            names.put(threading.current_thread().name)
            return 0

    play(Curious)
    stream = referee.accept()
    stream.welcome()
    stream.begin("m7", 3)
    stream.prompt(match_id="m7", seat=3)
    assert names.get(timeout=PATIENCE) == "m7/3"
