"""The options of a bot: where, under which name, and how persistently it plays."""

from __future__ import annotations

import argparse
import dataclasses
import os
from collections.abc import Mapping

from pentathlon.errors import OptionError
from pentathlon.flags import FLAGS, GONE
from pentathlon.protocol import GameSupport, Observation

_GAMES = tuple(
    field.name for field in Observation.DESCRIPTOR.oneofs_by_name["game"].fields
)


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
        for flag in FLAGS:
            flag.check(flag.option, getattr(self, flag.option))
        if self.keepalive < 10:
            raise OptionError(
                f'keepalive is "{self.keepalive}"; it should be at least 10 seconds, '
                f"or servers take the pings for an attack"
            )

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
        return _changed(defaults, {}, environment)


def add_flags(parser: argparse.ArgumentParser) -> None:
    """Adds the flags of Options to a program that has other flags, too."""
    without = [flag for flag in FLAGS if not flag.flag]
    group = parser.add_argument_group(
        "connection",
        "the environment variables in brackets set them, too; "
        + "; ".join(f"{flag.variable} {flag.help}" for flag in without),
    )
    for flag in FLAGS:
        if flag not in without:
            flag.add_to(group)


def from_flags(flags: argparse.Namespace, defaults: Options | None = None) -> Options:
    """Returns `defaults`, changed by the environment and then by `flags`."""
    return _changed(defaults, vars(flags), os.environ)


def _changed(
    defaults: Options | None,
    flags: Mapping[str, str | None],
    environment: Mapping[str, str],
) -> Options:
    for variable, refusal in GONE.items():
        if environment.get(variable):
            raise OptionError(refusal)
    values = {flag.option: flag.value_in(flags, environment) for flag in FLAGS}
    changes = {name: value for name, value in values.items() if value is not None}
    return dataclasses.replace(defaults or Options(), **changes)
