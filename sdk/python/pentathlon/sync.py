"""The plain form of the SDK: one stream, threads, no event loop."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Callable
from queue import SimpleQueue
from typing import NoReturn

import grpc

from pentathlon import channel
from pentathlon.bot import BotFactory, check_factory
from pentathlon.errors import OptionError, SessionError
from pentathlon.instances import (
    REPLACED,
    Instances,
    end_with_parent,
    is_instance,
    own_command,
)
from pentathlon.leaving import LeaveOnSignal
from pentathlon.options import Options, add_flags, from_flags
from pentathlon.output import Parser, print_line
from pentathlon.printable import LineFormatter
from pentathlon.protocol import PlayRequest, PlayServiceStub
from pentathlon.replay import replay
from pentathlon.session import PATIENCE, Session


_log = logging.getLogger("pentathlon")


def run(factory: BotFactory, options: Options | None = None) -> None:
    """Plays until the referee ends the session.

    `factory` makes a bot for each seat of each match; it may be a class.
    `options` default to those of the environment. Raises SessionError if no
    referee answers, or the referee refuses this bot, and OptionError if an option
    is wrong, or `factory` makes no bots.
    """
    play(Session(factory, options or Options.from_environment()))


def main(factory: BotFactory, defaults: Options | None = None) -> NoReturn:
    """The main program of a bot: reads the command line and the environment,
    logs to stderr, plays, and exits.

    SIGTERM and SIGINT end it after the matches under way; see the README.

    Exit status 0: the session ended normally. 1: it failed, or there is no
    referee, or the bot raised with --prompts. 2: an option is wrong. 128 and the
    number of a signal: that was the second one, or the matches took too long to
    end after the first.
    """
    parser = Parser(description=factory.__doc__, allow_abbrev=False)
    add_flags(parser)
    parser.add_argument(
        "--log-level",
        help="debug, info, warning or error: what to log to stderr "
        "(default: info) [ARENA_LOG_LEVEL]",
    )
    parser.add_argument(
        "--prompts",
        metavar="FILE",
        help="ask the bot what is in this file of `arena prompts`, without a "
        "referee, and print what it chooses",
    )
    flags = parser.parse_args()
    try:
        log = logging.StreamHandler()
        log.setFormatter(LineFormatter())
        logging.basicConfig(level=_log_level(flags.log_level), handlers=[log])
        options = from_flags(flags, defaults)
        check_factory(factory)
        if flags.prompts is not None:
            sys.exit(_replay(factory, flags.prompts))
        if options.instances > 1:
            sys.exit(Instances(options, own_command()).run())
        session = Session(factory, options)
        instance = is_instance()
        with LeaveOnSignal(session, options.leave_within):
            if instance:
                end_with_parent()
            play(session)
        if session.replaced and instance:
            sys.exit(REPLACED)
    except OptionError as error:
        parser.error(str(error))
    except SessionError as error:
        _log.error("%s", error)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(0)


def _replay(factory: BotFactory, path: str) -> int:
    """Prints what the bot does with the prompts; returns the exit status."""
    return 1 if replay(factory, path, print_line).threw else 0


def _log_level(flag: str | None) -> str:
    """Returns the level that logging knows; `flag` is absent if it is None."""
    source = "ARENA_LOG_LEVEL" if flag is None else "--log-level"
    level = (os.environ.get(source) or "info") if flag is None else flag
    if level not in ("debug", "info", "warning", "error"):
        raise OptionError(
            f"{source} is {level!r}; it should be debug, info, warning or error"
        )
    return level.upper()


def play(
    session: Session, sleep: Callable[[float], None] | None = None
) -> None:
    """Keeps `session` on a stream until it is over."""
    sleep = sleep or session.rest
    patience = 0.0
    try:
        while (pause := _stream(session)) is not None:
            sleep(pause)
        patience = PATIENCE
    finally:
        session.close(patience)


def _stream(session: Session) -> float | None:
    """Runs one stream; returns the result of Session.ended."""
    options = session.options
    requests: SimpleQueue[PlayRequest | None] = SimpleQueue()
    # Each stream has a new channel: Backoff decides the pauses between
    # attempts, not a channel that failed before.
    with _connect(session) as connection:
        call = PlayServiceStub(connection).Play(
            iter(requests.get, None), metadata=channel.metadata(options)
        )
        session.open(requests.put, call.cancel)
        try:
            for response in call:
                session.receive(response)
        except grpc.RpcError:
            pass  # The status says everything.
        finally:
            call.cancel()
            requests.put(None)
        return session.ended(call.code(), call.details() or "")


def _connect(session: Session) -> grpc.Channel:
    options = session.options
    arguments = channel.arguments(options, session.address, session.keepalive)
    credentials = channel.credentials(options)
    if credentials is None:
        return grpc.insecure_channel(session.address, arguments)
    return grpc.secure_channel(session.address, credentials, arguments)
