"""Options from the program, the environment and the command line."""

from __future__ import annotations

import argparse
import dataclasses
from pathlib import Path

import pytest

from pentathlon import OptionError, Options, add_flags, from_flags
from pentathlon import protocol as pb
from pentathlon.flags import FLAGS
from pentathlon.stream import channel_arguments

ENVIRONMENT = {
    "ARENA_ADDRESS": "unix:/run/arena",
    "ARENA_BOT_NAME": "env",
    "ARENA_TOKEN": "secret",
    "ARENA_TOKEN_FILE": "/nowhere/token",
    "ARENA_MAX_MATCHES": "7",
    "ARENA_GAMES": "octrix, ordo",
    "ARENA_GIVE_UP_AFTER": "2.5",
    "ARENA_INSTANCE": "7",
    "ARENA_ONE_MATCH": "Yes",
    "ARENA_REPLACE": "on",
    "ARENA_LEAVE_WITHIN": "30",
    "ARENA_TLS_CA": "",
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
        token_file="/nowhere/token",
        max_matches=7,
        games=("octrix", "ordo"),
        give_up_after=2.5,
        instance="7",
        one_match=True,
        replace=True,
        leave_within=30.0,
    )
    assert {flag.variable for flag in FLAGS} == set(ENVIRONMENT)


def test_the_table_is_that_of_all_sdks_and_each_flag_an_option() -> None:
    sdk = Path(__file__).parents[1]
    copy = (sdk / "pentathlon" / "flags.json").read_bytes()
    assert copy == (sdk.parent / "tables" / "flags.json").read_bytes()
    program_only = {"version", "plays", "text", "events", "keepalive"}
    options = {field.name for field in dataclasses.fields(Options)}
    assert {flag.option for flag in FLAGS} == options - program_only


def test_the_defaults_are_those_of_the_table() -> None:
    for flag in FLAGS:
        default = getattr(Options(), flag.option)
        if flag.kind in ("address", "number", "seconds"):
            told = f"{default:g}" if flag.kind == "seconds" else str(default)
            assert told == flag.default
        else:
            assert not default


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
    ("variable", "value", "right"),
    [
        ("ARENA_ADDRESS", "nowhere", "host:port, e.g. 127.0.0.1:5757, or unix:PATH"),
        ("ARENA_BOT_NAME", "a b", "1 to 64 characters of letters, digits"),
        ("ARENA_INSTANCE", "a b", "1 to 64 characters of letters, digits"),
        ("ARENA_MAX_MATCHES", "0", "a whole number, at least 1"),
        ("ARENA_MAX_MATCHES", "many", "a whole number, at least 1"),
        ("ARENA_MAX_MATCHES", "99999999999", "a whole number, at least 1"),
        ("ARENA_ONE_MATCH", "maybe", "true or false"),
        ("ARENA_GIVE_UP_AFTER", "-1", "a number of seconds, 0 or more"),
        ("ARENA_LEAVE_WITHIN", "nan", "a number of seconds, 0 or more"),
        ("ARENA_TLS_CA", "/nowhere", r"a PEM file with .* \(No such file or directory\)"),
        ("ARENA_TLS_CA", __file__, "a PEM file with certificates to trust$"),
        ("ARENA_TOKEN_FILE", "/dev/null", "a file with a token, or one that does not"),
        ("ARENA_TOKEN_FILE", __file__, "a file with a token, or one that does not"),
    ],
)
def test_a_wrong_value_is_named_with_what_would_be_right(
    variable: str, value: str, right: str
) -> None:
    with pytest.raises(OptionError, match=f'^{variable} is "{value}"; it should be {right}'):
        Options.from_environment(environment={variable: value})


def test_an_error_names_the_flag_the_variable_or_the_option(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = 'is "0"; it should be a whole number, at least 1'
    with pytest.raises(OptionError, match=f"^max_matches {problem}"):
        Options(max_matches=0)
    monkeypatch.setenv("ARENA_MAX_MATCHES", "0")
    with pytest.raises(OptionError, match=f"^ARENA_MAX_MATCHES {problem}"):
        parse()
    with pytest.raises(OptionError, match=f"^--max-matches {problem}"):
        parse("--max-matches=0")
    assert parse("--max-matches", "2").max_matches == 2


def test_a_flag_of_the_program_is_no_token() -> None:
    options = from_flags(argparse.Namespace(token="of something else", name="flag"))
    assert (options.token, options.name) == ("", "flag")


def test_a_wrong_token_is_not_shown() -> None:
    with pytest.raises(OptionError) as refused:
        Options.from_environment(environment={"ARENA_TOKEN": "my secret"})
    assert str(refused.value) == (
        "ARENA_TOKEN is no token; it should be one word of ASCII letters, digits and signs"
    )


def test_several_processes_are_no_option_any_more() -> None:
    with pytest.raises(OptionError, match="ARENA_INSTANCES.* arena run --instances N"):
        Options.from_environment(environment={"ARENA_INSTANCES": "1"})


def test_the_token_is_not_shown() -> None:
    assert "secret" not in repr(Options(token="secret"))


def test_keepalive_pings_come_no_faster_than_servers_like() -> None:
    with pytest.raises(OptionError, match="at least 10"):
        Options(keepalive=9.0)


def test_keepalive_goes_on_while_nothing_happens() -> None:
    arguments = dict(channel_arguments(Options(), Options().address, 20.0))
    assert arguments["grpc.keepalive_time_ms"] == 20_000
    assert arguments["grpc.http2.max_pings_without_data"] == 0


def test_help_tells_the_defaults_and_the_variables() -> None:
    parser = argparse.ArgumentParser()
    add_flags(parser)
    told = " ".join(parser.format_help().split())
    assert "ARENA_TOKEN proves who the bot is" in told
    for flag in FLAGS:
        line = f"{flag.flag} {flag.value}".rstrip()
        line += f" [{flag.variable}] {flag.help} (default: {flag.default})"
        assert not flag.flag or line in told
