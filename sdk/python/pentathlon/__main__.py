"""`python -m pentathlon new FOLDER` begins a bot."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import NoReturn

from pentathlon.flags import is_name
from pentathlon.output import Parser, print_line

_TEMPLATE = Path(__file__).parent / "template"


def new(folder: Path) -> None:
    """Copies the template into `folder`, which must not be there; the bot gets its
    name. Raises ValueError with the reason if that is impossible."""
    name = folder.resolve().name
    if not is_name(name):
        raise ValueError(
            f"{name!r} is no name of a bot; it should be 1 to 64 characters of "
            f"letters, digits, '.', '_' and '-'"
        )
    try:
        shutil.copytree(
            _TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__")
        )
    except FileExistsError:
        raise ValueError(
            f"{folder} is there already; name a new folder"
        ) from None
    except OSError as error:
        raise ValueError(f"{folder} cannot be made: {error.strerror}") from None
    manifest = folder / "bot.toml"
    manifest.write_text(
        manifest.read_text().replace('name = "my_bot"', f'name = "{name}"')
    )


def main() -> NoReturn:
    """Exit status 0; 2 if the arguments are wrong."""
    parser = Parser(prog="python -m pentathlon", allow_abbrev=False)
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    command = commands.add_parser(
        "new", help="make a folder with a bot to start from", allow_abbrev=False
    )
    command.add_argument("folder", type=Path, help="a folder that is not there yet")
    arguments = parser.parse_args()
    try:
        new(arguments.folder)
    except ValueError as error:
        parser.error(str(error))
    print_line(f"made {arguments.folder}; its README.md says how to go on")
    sys.exit(0)


if __name__ == "__main__":
    main()
