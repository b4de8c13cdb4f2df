"""The options of a bot: where, under which name, and how persistently it plays."""

from __future__ import annotations

import argparse
import dataclasses
import os
import re
import ssl
from collections.abc import Mapping
from typing import Any

from pentathlon.errors import OptionError
from pentathlon.protocol import GameSupport, Observation
from pentathlon.token_file import is_token

_GAMES = tuple(
    field.name for field in Observation.DESCRIPTOR.oneofs_by_name["game"].fields
)
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
_HOST_AND_PORT = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253}):[0-9]{1,5}")
_LONGEST = 1e9  # Seconds.
_ADDRESS = re.compile(r"(unix|ipv4|ipv6|dns):.+|(\[[^\]]+\]|[^:/\s]+):[0-9]+")


@dataclasses.dataclass(frozen=True)
class Options:
    """Every option of a session.

    Each option names its flag and environment variable, if it has them. A flag
    overrides the variable, and the variable the value in the program.
    """

    address: str = "127.0.0.1:5757"
    """The referee: host:port, unix:PATH, or another gRPC target, e.g.
    ipv4:HOST:PORT,HOST:PORT for several referees. --address, ARENA_ADDRESS."""
    tls_ca: str = ""
    """PEM file with the certificates to trust; empty: no TLS. --tls-ca,
    ARENA_TLS_CA."""
    name: str = ""
    """The bot's public name; empty: the name of its class. --name,
    ARENA_BOT_NAME."""
    version: str = ""
    """The bot's own version, up to 64 characters."""
    plays: tuple[str | GameSupport, ...] = ()
    """What the bot's code can play: names of games, or `protocol.GameSupport`
    where it is limited to some seats or options. Empty: every game of this SDK."""
    games: tuple[str, ...] = ()
    """The games among `plays` that the bot does play; empty: all. --games,
    ARENA_GAMES (separated by commas)."""
    max_matches: int = 1
    """Most matches at once. --max-matches, ARENA_MAX_MATCHES."""
    instance: str = ""
    """Name of this process among those of the bot. --instance, ARENA_INSTANCE."""
    one_match: bool = False
    """Play one match, then end. --one-match, ARENA_ONE_MATCH."""
    instances: int = 1
    """How many processes of the program `main` runs, each with its own instance
    name; with one_match each is replaced when it ends. --instances,
    ARENA_INSTANCES."""
    replace: bool = False
    """Take the place of the connected process of the same name and instance,
    which plays its matches to their end. --replace, ARENA_REPLACE."""
    leave_within: float = 600.0
    """Seconds that the matches under way may take when `main` was asked to end
    by SIGTERM or SIGINT. --leave-within, ARENA_LEAVE_WITHIN."""
    text: bool = True
    """Whether prompts come with text, of the position and of each action: it is
    what `print(prompt)` shows. Without it prompts are smaller."""
    events: bool | None = None
    """Whether the referee sends events; None: if the bot has `on_events`."""
    token: str = dataclasses.field(default="", repr=False)
    """Proves the bot's identity. ARENA_TOKEN; no flag, because other people on
    the machine can read the flags of a process."""
    token_file: str = ""
    """File that keeps the token of the session, so that a restarted bot goes on
    with its matches; empty: not kept. --token-file, ARENA_TOKEN_FILE."""
    give_up_after: float = 60.0
    """Seconds without a connection after which to give up. --give-up-after,
    ARENA_GIVE_UP_AFTER."""
    keepalive: float = 20.0
    """Seconds between HTTP/2 keepalive pings; raised if the referee demands
    more."""

    def __post_init__(self) -> None:
        if not _ADDRESS.fullmatch(self.address):
            raise OptionError(
                f"address is {self.address!r}; it should be host:port, "
                f"e.g. 127.0.0.1:5757, or unix:PATH"
            )
        if self.name and not _NAME.fullmatch(self.name):
            raise OptionError(
                f"name is {self.name!r}; it should be 1 to 64 characters of "
                f"letters, digits, '.', '_' and '-'"
            )
        if self.instance and not _NAME.fullmatch(self.instance):
            raise OptionError(
                f"instance is {self.instance!r}; it should be 1 to 64 characters "
                f"of letters, digits, '.', '_' and '-'"
            )
        if not 1 <= self.instances <= 1000:
            raise OptionError(
                f"instances is {self.instances}; it should be 1 to 1000"
            )
        if self.max_matches < 1:
            raise OptionError(
                f"max_matches is {self.max_matches}; it should be at least 1"
            )
        if not 0 <= self.give_up_after <= _LONGEST:
            raise OptionError(
                f"give_up_after is {self.give_up_after}; it should be seconds, 0 or more"
            )
        if not 0 <= self.leave_within <= _LONGEST:
            raise OptionError(
                f"leave_within is {self.leave_within}; it should be seconds, 0 or more"
            )
        if self.keepalive < 10:
            raise OptionError(
                f"keepalive is {self.keepalive}; it should be at least 10 "
                f"seconds, or servers take the pings for an attack"
            )
        if self.token and not is_token(self.token):
            # Without the value: it is a secret, even if it is wrong.
            raise OptionError(
                "token (ARENA_TOKEN) is no token; it should be one word of ASCII "
                "letters, digits and signs"
            )
        if self.tls_ca:
            _check_certificates(self.tls_ca)

    def games_played(self) -> list[GameSupport]:
        """Returns what the bot says that it plays: `plays`, as far as `games`
        names it."""
        plays = [
            GameSupport(game=entry) if isinstance(entry, str) else entry
            # Without `plays`, all games for which this SDK has messages.
            for entry in self.plays or _GAMES
        ]
        if not self.games:
            return plays
        chosen = [entry for entry in plays if entry.game in self.games]
        if not self.plays:
            # The bot may know a game that this SDK has no messages for.
            new = [game for game in self.games if game not in _GAMES]
            chosen += [GameSupport(game=game) for game in new]
        return chosen

    @classmethod
    def from_environment(
        cls,
        defaults: Options | None = None,
        environment: Mapping[str, str] = os.environ,
    ) -> Options:
        """Returns `defaults`, changed by the ARENA_ variables that are set."""
        changes = {
            field: _parse(field, environment[variable], variable)
            for field, (variable, _, _) in _SETTINGS.items()
            if environment.get(variable)
        }
        return dataclasses.replace(defaults or cls(), **changes)


def _check_certificates(path: str) -> None:
    """gRPC would only complain again and again that it cannot connect."""
    try:
        ssl.create_default_context().load_verify_locations(path)
    except ssl.SSLError:
        problem = "which holds no certificate"
    except OSError as error:
        problem = f"which cannot be read ({error.strerror})"
    else:
        return
    raise OptionError(
        f"tls_ca is {path!r}, {problem}; it should be a PEM file with "
        f"certificates to trust"
    )


def may_go(address: str, own: str) -> bool:
    """Whether a redirect may send a bot to `address`: to a host and port, or to
    a socket on this machine if the bot's address (`own`) is one, too. Other
    targets of gRPC are refused: they could name a resolver, or several places."""
    if address.startswith("unix:"):
        return own.startswith("unix:")
    if address.startswith("unix-abstract:"):
        return False  # gRPC would take it for sockets of this machine.
    return _HOST_AND_PORT.fullmatch(address) is not None


# Field: variable, flag, help. The token has no flag.
_SETTINGS = {
    "address": (
        "ARENA_ADDRESS",
        "--address",
        "the referee: host:port, unix:PATH, or for several ipv4:HOST:PORT,HOST:PORT",
    ),
    "tls_ca": ("ARENA_TLS_CA", "--tls-ca", "PEM file with certificates to trust"),
    "name": ("ARENA_BOT_NAME", "--name", "the bot's public name"),
    "games": ("ARENA_GAMES", "--games", "games to play, separated by commas"),
    "max_matches": ("ARENA_MAX_MATCHES", "--max-matches", "most matches at once"),
    "instance": (
        "ARENA_INSTANCE",
        "--instance",
        "name of this process among those of the bot",
    ),
    "one_match": ("ARENA_ONE_MATCH", "--one-match", "play one match, then end"),
    "instances": (
        "ARENA_INSTANCES",
        "--instances",
        "number of processes to run; with --one-match each is replaced "
        "when it ends",
    ),
    "replace": (
        "ARENA_REPLACE",
        "--replace",
        "take the place of the connected process of this name",
    ),
    "leave_within": (
        "ARENA_LEAVE_WITHIN",
        "--leave-within",
        "seconds that matches may take to end after SIGTERM or SIGINT",
    ),
    "token": ("ARENA_TOKEN", "", ""),
    "token_file": ("ARENA_TOKEN_FILE", "--token-file", "file that keeps the session"),
    "give_up_after": (
        "ARENA_GIVE_UP_AFTER",
        "--give-up-after",
        "seconds without a connection after which to give up",
    ),
}


_SWITCHES = ("one_match", "replace")


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Adds the flags of Options to a program that has other flags, too."""
    group = parser.add_argument_group(
        "connection",
        "the environment variables in brackets set them, too; ARENA_TOKEN holds the "
        "token that proves who the bot is, and has no flag",
    )
    own = Options()
    for field, (variable, flag, meaning) in _SETTINGS.items():
        if isinstance(default := getattr(own, field), float):
            default = f"{default:g}"
        if field not in _SWITCHES and default:
            meaning += f" (default: {default})"
        if field in _SWITCHES:
            group.add_argument(
                flag,
                dest=field,
                default=None,
                action="store_const",
                const="true",
                help=f"{meaning} [{variable}]",
            )
        elif flag:
            group.add_argument(
                flag, dest=field, default=None, help=f"{meaning} [{variable}]"
            )


def from_flags(flags: argparse.Namespace, defaults: Options | None = None) -> Options:
    """Returns `defaults`, changed by the environment and then by `flags`."""
    changes = {
        field: _parse(field, text, flag)
        for field, (_, flag, _) in _SETTINGS.items()
        if (text := getattr(flags, field, None)) is not None
    }
    return dataclasses.replace(Options.from_environment(defaults), **changes)


def _truth(text: str, source: str) -> bool:
    if text.lower() in ("1", "true", "yes", "on"):
        return True
    if text.lower() in ("0", "false", "no", "off"):
        return False
    raise OptionError(f"{source} is {text!r}; it should be true or false")


def _parse(field: str, text: str, source: str) -> Any:
    """Returns the value of `field` that `text` stands for."""
    try:
        if field == "games":
            return tuple(game.strip() for game in text.split(",") if game.strip())
        if field in ("max_matches", "instances"):
            return int(text)
        if field in _SWITCHES:
            return _truth(text, source)
        if field in ("give_up_after", "leave_within"):
            return float(text)
    except ValueError:
        raise OptionError(f"{source} is {text!r}; it should be a number") from None
    return text
