"""The main program of a bot."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from typing import NoReturn

from pentathlon.bot import BotFactory
from pentathlon.errors import OptionError, SessionError
from pentathlon.flags import GONE, LOG_LEVEL
from pentathlon.leaving import leave_on_signal
from pentathlon.options import Options, add_flags, from_flags
from pentathlon.output import Parser
from pentathlon.printable import LineFormatter
from pentathlon.session import Session
from pentathlon.stream import play

_log = logging.getLogger("pentathlon")

_REPLACED = 3


def main(factory: BotFactory, defaults: Options | None = None) -> NoReturn:
    """The main program of a bot: reads the command line and the environment,
    logs to stderr, plays, and exits.

    SIGTERM and SIGINT end it after the matches under way; see the README.

    Exit status 0: the session ended normally. 1: it failed, or there is no
    referee. 2: an option is wrong. 3: with `one_match`, another process took its
    place. 128 and the number of a signal: that was the second one, or the matches
    took too long to end after the first.
    """
    parser = Parser(description=factory.__doc__, allow_abbrev=False)
    add_flags(parser)
    LOG_LEVEL.add_to(parser)
    gone = {flag[2:]: refusal for flag, refusal in GONE.items() if flag[:2] == "--"}
    for name in gone:
        parser.add_argument(f"--{name}", nargs="?", const="", help=argparse.SUPPRESS)
    flags = parser.parse_args()
    try:
        for name, refusal in gone.items():
            if getattr(flags, name) is not None:
                raise OptionError(refusal)
        level = LOG_LEVEL.value_in(vars(flags), os.environ) or LOG_LEVEL.default
        log = logging.StreamHandler()
        log.setFormatter(LineFormatter())
        logging.basicConfig(level=level.upper(), handlers=[log])
        session = Session(factory, from_flags(flags, defaults))
        with leave_on_signal(session, session.options.leave_within):
            play(session)
    except OptionError as error:
        parser.error(str(error))
    except SessionError as error:
        _log.error("%s", error)
        sys.exit(1)
    except KeyboardInterrupt:
        sys.exit(130)
    sys.exit(_REPLACED if session.replaced and session.options.one_match else 0)
