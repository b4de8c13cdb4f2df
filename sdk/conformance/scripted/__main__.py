"""The program `run`."""

from __future__ import annotations

import argparse
import os
import shlex
import signal
import sys
from concurrent.futures import ThreadPoolExecutor

from scripted.conversation import Conversation, ConversationError, load
from scripted.director import Director


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="run", description="Plays the conversations of sdk/conformance with a probe.",
        allow_abbrev=False,
    )
    parser.add_argument("--probe", required=True, metavar="COMMAND", help="the probe of an SDK")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="conversations at a time"
    )
    parser.add_argument(
        "--patience", type=float, default=20.0, metavar="SECONDS",
        help="how long a step waits (default: %(default)s)",
    )
    parser.add_argument("--quiet", action="store_true", help="tells only what fails")
    parser.add_argument(
        "words", nargs="*", metavar="NAME", help="part of a file or conversation; default: all"
    )
    flags = parser.parse_args()
    # A script's background job ignores SIGINT, and its children inherit that. They
    # start with the default action if this program handles the signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    command = shlex.split(flags.probe)
    # The probe runs in another folder.
    if os.sep in command[0]:
        command[0] = os.path.abspath(command[0])
    command[1:] = [os.path.abspath(word) if os.path.isfile(word) else word for word in command[1:]]
    try:
        conversations = load(flags.words)
    except (ConversationError, ValueError) as error:
        parser.error(str(error))
    if not conversations:
        parser.error(f"no conversation has {' or '.join(flags.words)} in its name")

    def play(conversation: Conversation) -> str:
        return Director(conversation, command, flags.patience).play()

    failed = 0
    with ThreadPoolExecutor(max_workers=flags.jobs) as pool:
        for conversation, wrong in zip(conversations, pool.map(play, conversations)):
            failed += bool(wrong)
            if wrong or not flags.quiet:
                print(f"{'FAILED' if wrong else 'passed'}  {conversation.file}: {conversation.name}")
            if wrong:
                print(f"    {wrong}", flush=True)
    print(f"{len(conversations) - failed} of {len(conversations)} conversations passed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
