"""`python -m pentathlon.records export PATH... --tables FOLDER` writes tables."""

from __future__ import annotations

import argparse
import sys
from typing import NoReturn

from pentathlon.output import Parser
from pentathlon.printable import printable
from pentathlon.records import program as arena
from pentathlon.records.errors import RecordError
from pentathlon.records.parquet import export


def main(arguments: list[str] | None = None) -> NoReturn:
    """Ends with status 0; 1 if records were left out; 2 if nothing was written."""
    parser = Parser(
        prog="python -m pentathlon.records",
        description="Tables of matches from their records. A record has all hands and "
        "the seed, and so has what is made of it.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser(
        "export",
        help="write the tables matches, seats, decisions and deals",
        epilog="example: python -m pentathlon.records export records --tables data",
    )
    command.add_argument(
        "paths",
        nargs="+",
        metavar="PATH",
        help="record files, folders of them, and folders of referees (--data)",
    )
    command.add_argument(
        "--tables", required=True, metavar="FOLDER", help="a new or empty folder"
    )
    command.add_argument(
        "--format",
        choices=("parquet", "csv", "jsonl"),
        default="parquet",
        help="parquet (the default); csv and jsonl are written by `arena export`",
    )
    command.add_argument(
        "--arena",
        metavar="PROGRAM",
        help=f"the program arena; by default that of {arena.VARIABLE} or the PATH",
    )
    flags = parser.parse_args(arguments)
    try:
        sys.exit(_export(flags))
    except RecordError as error:
        print(printable(f"{parser.prog}: {error}"), file=sys.stderr)
        sys.exit(2)


def _export(flags: argparse.Namespace) -> int:
    if flags.format != "parquet":
        status, errors = arena.run(
            ["export", *arena.named(flags.paths), "--format", flags.format]
            + ["--tables", flags.tables],
            flags.arena,
        )
        if errors:
            print(printable(errors), file=sys.stderr)
        return status
    left_out = export(flags.paths, flags.tables, flags.arena)
    for one in left_out:
        print(printable(f"{one.record}: not exported: {one.why}"), file=sys.stderr)
    return 1 if any(one.is_loss for one in left_out) else 0


if __name__ == "__main__":
    main()
