"""What a bot can ask a prompt."""

from __future__ import annotations

from pathlib import Path

import pytest
from google.protobuf import json_format
from google.protobuf.duration_pb2 import Duration

from pentathlon import Prompt
from pentathlon import protocol as pb
from pentathlon.chance import Chance
from pentathlon.prompt import to_act


def prompt_received_at(received: float, **limits: Duration) -> Prompt:
    message = pb.Prompt(**limits)  # type: ignore[arg-type]
    return Prompt(pb.MatchStart(), message, received)


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """The clock shows 50 seconds."""
    monkeypatch.setattr("pentathlon.prompt.time.monotonic", lambda: 50.0)


def test_time_left_is_allowance_and_bank_less_what_has_passed() -> None:
    prompt = prompt_received_at(
        49.0, allowance_left=Duration(seconds=2), bank_left=Duration(nanos=500_000_000)
    )
    assert prompt.time_left == 1.5


def test_time_left_is_never_negative() -> None:
    assert prompt_received_at(40.0, bank_left=Duration(seconds=2)).time_left == 0.0


def test_without_limits_there_is_no_time_left_to_speak_of() -> None:
    assert prompt_received_at(49.0).time_left is None


def test_a_prompt_of_two_messages_came_now_and_stays_open() -> None:
    message = pb.Prompt(seat=2, decision=7, allowance_left=Duration(seconds=3))
    prompt = Prompt(pb.MatchStart(game="octrix"), message)
    assert (prompt.match.game, prompt.seat, prompt.decision) == ("octrix", 2, 7)
    assert prompt.time_left == 3.0
    assert prompt.is_open


def test_the_round_trip_is_what_the_referee_measured() -> None:
    assert prompt_received_at(49.0).round_trip is None
    measured = prompt_received_at(49.0, round_trip=Duration(nanos=30_000_000))
    assert measured.round_trip == 0.03


def seed_of(secret: bytes, decision: int) -> int:
    match = pb.MatchStart(private_seed=secret)
    message = pb.Prompt(seat=1, decision=decision)
    return Prompt(match, message).seed


def test_the_seed_is_the_same_as_in_the_other_sdks() -> None:
    assert seed_of(b"\x01\x02", 7) == 0x4D5CC1E6D06C84B8


def test_the_seed_differs_by_secret_and_decision() -> None:
    assert len({seed_of(b"a", 7), seed_of(b"a", 8), seed_of(b"b", 7)}) == 3


def test_a_prompt_without_a_secret_has_a_seed() -> None:
    assert Prompt(pb.MatchStart(), pb.Prompt()).seed > 0


# ---- As text: the C++ SDK's prompt_test.cc checks the same files. ----

GOLDENS = sorted((Path(__file__).parents[3] / "tests/golden").glob("*/prompt.jsonl"))


def prompt_of(golden: Path) -> Prompt:
    start, asked = (
        json_format.Parse(line, pb.PlayResponse())
        for line in golden.read_text().splitlines()
    )
    return Prompt(start.match_start, asked.prompt)


for_every_game = pytest.mark.parametrize(
    "golden", GOLDENS, ids=[golden.parent.name for golden in GOLDENS]
)


def test_every_game_has_a_golden() -> None:
    games = pb.Observation.DESCRIPTOR.oneofs_by_name["game"].fields
    assert [golden.parent.name for golden in GOLDENS] == sorted(
        game.name for game in games
    )


@for_every_game
def test_a_prompt_prints_what_replay_prints(golden: Path) -> None:
    assert f"{prompt_of(golden)}\n" == golden.with_suffix(".txt").read_text()


@for_every_game
def test_what_is_printed_can_be_chosen(golden: Path) -> None:
    prompt = prompt_of(golden)
    lines = str(prompt).splitlines()
    first = lines.index(f"seat {prompt.seat} can choose:") + 1
    for index, action in enumerate(prompt.actions):
        number, text = lines[first + index].split(": ", 1)
        assert int(number) == index
        assert to_act(prompt.message, text).text == action.text


def text_of(message: pb.Prompt, game: str) -> str:
    match = pb.MatchStart(game=game, private_seed=b"secret-seed")
    return str(Prompt(match, message, 49.0))


def bare_prompt() -> pb.Prompt:
    """As it comes to a bot that wants no text."""
    card = pb.GameAction(octrix=pb.OctrixAction(card=31))
    return pb.Prompt(
        match_id="m1",
        seat=1,
        decision=5,
        kind=pb.DECISION_KIND_MUST,
        observation=pb.Observation(octrix=pb.OctrixObservation(deal=1)),
        actions=[pb.LegalAction(id=31, action=card)],
        allowance_left=Duration(),
    )


def test_without_text_a_prompt_prints_its_fields() -> None:
    assert text_of(bare_prompt(), "octrix").splitlines() == [
        "octrix, match m1, seat 1, decision 5: choose an action",
        "time left: 0.000 s",
        "  there is no text; the fields are: octrix { deal: 1 }",
        "seat 1 can choose:",
        "  0: id 31, octrix { card: 31 }",
    ]


def test_a_prompt_never_prints_the_private_seed() -> None:
    assert "secret" not in text_of(bare_prompt(), "octrix")


def test_an_announcement_may_wait() -> None:
    message = pb.Prompt(
        match_id="m1",
        decision=3,
        kind=pb.DECISION_KIND_MAY,
        position_text="deal 1\n",
        announcements=[pb.LegalAction(id=4, text="re")],
    )
    assert text_of(message, "doppelkopf").splitlines() == [
        "doppelkopf, match m1, seat 0, decision 3: announce or wait",
        "  deal 1",
        "seat 0 can announce:",
        "  0: re",
    ]


def test_the_seed_and_its_draws_are_those_of_the_contract() -> None:
    match = pb.MatchStart(private_seed=bytes(range(16)))
    prompt = Prompt(match, pb.Prompt(seat=1, decision=7))
    assert prompt.seed == 18257086097028160099
    assert [prompt.random.below(10) for _ in range(3)] == [7, 3, 2]


def test_a_draw_beyond_the_last_multiple_is_drawn_again() -> None:
    # Of 2**63 + 1 numbers every second draw is beyond.
    chance, other = Chance(0), Chance(0)
    draws = [other.draw() for _ in range(50)]
    count = 2**63 + 1
    fits = [draw for draw in draws if draw < count]
    assert [chance.below(count) for _ in fits] == fits
    assert draws[:3] == [16294208416658607535, 7960286522194355700, 487617019471545679]
    assert len(fits) < 40


def test_no_number_is_below_none() -> None:
    with pytest.raises(ValueError, match="count is 0"):
        Chance(0).below(0)
