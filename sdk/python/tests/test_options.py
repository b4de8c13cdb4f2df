"""Options from the program, the environment and the command line."""

from __future__ import annotations

import argparse
import dataclasses

import pytest

from pentathlon import OptionError, Options, add_flags, channel, from_flags
from pentathlon import protocol as pb

ENVIRONMENT = {
    "ARENA_ADDRESS": "unix:/run/arena",
    "ARENA_BOT_NAME": "env",
    "ARENA_TOKEN": "secret",
    "ARENA_TOKEN_FILE": "/tmp/token",
    "ARENA_MAX_MATCHES": "7",
    "ARENA_GAMES": "octrix, ordo",
    "ARENA_GIVE_UP_AFTER": "2.5",
}


def parse(*arguments: str, defaults: Options | None = None) -> Options:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    return from_flags(parser.parse_args(arguments), defaults)


def test_defaults() -> None:
    options = Options.from_environment(environment={})
    assert options == Options()
    assert (options.address, options.give_up_after) == ("127.0.0.1:5757", 60.0)


def test_every_variable_is_read() -> None:
    assert Options.from_environment(environment=ENVIRONMENT) == Options(
        address="unix:/run/arena",
        name="env",
        token="secret",
        token_file="/tmp/token",
        max_matches=7,
        games=("octrix", "ordo"),
        give_up_after=2.5,
    )


def test_an_empty_variable_counts_as_unset() -> None:
    options = Options.from_environment(environment={"ARENA_ADDRESS": ""})
    assert options.address == "127.0.0.1:5757"


def test_without_names_the_games_of_the_sdk_are_played() -> None:
    games = {entry.game for entry in Options().games_played()}
    assert games == {"doppelkopf", "octrix", "ordago", "ordo", "seconds"}


def test_of_what_the_program_plays_the_named_games_are_left() -> None:
    octrix = pb.GameSupport(game="octrix", seats=[3])
    options = Options(plays=(octrix, "ordo"))
    assert options.games_played() == [octrix, pb.GameSupport(game="ordo")]
    chosen = dataclasses.replace(options, games=("octrix", "seconds"))
    assert chosen.games_played() == [octrix]


def test_a_game_that_the_sdk_does_not_know_can_be_named() -> None:
    options = Options(games=("chess", "ordo"))
    assert {entry.game for entry in options.games_played()} == {"chess", "ordo"}


def test_several_addresses_are_taken_as_grpc_writes_them() -> None:
    several = "ipv4:10.0.0.1:5757,10.0.0.2:5757"
    options = Options.from_environment(environment={"ARENA_ADDRESS": several})
    assert options.address == several


def test_a_flag_wins_over_the_variable_and_that_over_the_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("ARENA_BOT_NAME", "env")
    monkeypatch.setenv("ARENA_MAX_MATCHES", "3")
    program = Options(name="program", max_matches=2, version="v")
    options = parse("--name", "flag", defaults=program)
    assert (options.name, options.max_matches, options.version) == ("flag", 3, "v")


@pytest.mark.parametrize(
    ("variable", "value", "message"),
    [
        ("ARENA_ADDRESS", "nowhere", "'nowhere'; it should be host:port"),
        ("ARENA_BOT_NAME", "a b", "'a b'; it should be 1 to 64 characters"),
        ("ARENA_MAX_MATCHES", "0", "0; it should be at least 1"),
        ("ARENA_MAX_MATCHES", "many", "ARENA_MAX_MATCHES is 'many'"),
        ("ARENA_GIVE_UP_AFTER", "-1", "-1.0; it should be seconds, 0 or more"),
        ("ARENA_LEAVE_WITHIN", "nan", "nan; it should be seconds, 0 or more"),
        ("ARENA_TLS_CA", "/nowhere", "'/nowhere', which cannot be read"),
        ("ARENA_TLS_CA", __file__, "which holds no certificate; it should be a PEM"),
    ],
)
def test_a_wrong_value_is_named_with_what_would_be_right(
    variable: str, value: str, message: str
) -> None:
    with pytest.raises(OptionError, match=message):
        Options.from_environment(environment={variable: value})


def test_the_token_is_not_shown() -> None:
    assert "secret" not in repr(Options(token="secret"))


def test_keepalive_pings_come_no_faster_than_servers_like() -> None:
    with pytest.raises(OptionError, match="at least 10"):
        Options(keepalive=9.0)


def test_keepalive_goes_on_while_nothing_happens() -> None:
    arguments = dict(channel.arguments(Options(), Options().address, 20.0))
    assert arguments["grpc.keepalive_time_ms"] == 20_000
    assert arguments["grpc.http2.max_pings_without_data"] == 0


def test_help_tells_the_defaults_and_the_variables() -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    told = " ".join(parser.format_help().split())
    assert "ipv4:HOST:PORT,HOST:PORT (default: 127.0.0.1:5757) [ARENA_ADDRESS]" in told
    assert "SIGINT (default: 600) [ARENA_LEAVE_WITHIN]" in told
    assert "one match, then end [ARENA_ONE_MATCH]" in told
