"""What programs print on standard output, on which they cannot rely."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from _typeshed import SupportsWrite


def print_line(line: str) -> None:
    """Prints a line; ends the program if it cannot, or if nobody reads on."""
    try:
        print(line, flush=True)
    except OSError as error:
        # Python would try again at its end, and complain.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if not isinstance(error, BrokenPipeError):
            print(
                f"cannot write to standard output: {error.strerror}", file=sys.stderr
            )
        sys.exit(1)


class Parser(argparse.ArgumentParser):
    """Whose help is printed by `print_line`."""

    def _print_message(
        self, message: str, file: SupportsWrite[str] | None = None
    ) -> None:
        if file is sys.stdout:
            print_line(message.removesuffix("\n"))
        else:
            super()._print_message(message, file)
