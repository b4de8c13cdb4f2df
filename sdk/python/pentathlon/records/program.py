"""The program `arena`, which knows the rules of the games. Not for bots."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Any

from pentathlon.records.errors import LeftOut, RecordError

StrPath = str | os.PathLike[str]

VARIABLE = "PENTATHLON_ARENA"
# The build of the checkout that this package is a link to.
_BUILT = Path(__file__).resolve().parents[4] / "build" / "bin" / "arena"


def find(program: StrPath | None = None) -> str:
    """Returns the path of the program: the one that is named, that of the variable,
    the one on the PATH, or the one that was built beside this package."""
    named = os.fspath(program) if program else os.environ.get(VARIABLE)
    found = shutil.which(named or "arena")
    if found is None and not named and os.access(_BUILT, os.X_OK):
        found = str(_BUILT)
    if found is None:
        raise RecordError(
            f"the program {named or 'arena'} is not there; this needs the rules of "
            f"the games: put arena on the PATH, or name it with {VARIABLE}"
        )
    return found


def run(arguments: Sequence[str], program: StrPath | None = None) -> tuple[int, str]:
    """Runs the program; returns its exit status and what it wrote to stderr. Raises
    RecordError if it cannot be run."""
    path = find(program)
    # Messages in one line, however long; names that are files, and no ids.
    environment = {
        name: value for name, value in os.environ.items() if name != "ARENA_ADDRESS"
    }
    environment["COLUMNS"] = "100000"
    try:
        ended = subprocess.run(
            [path, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            env=environment,
            check=False,
        )
    except OSError as error:
        raise RecordError(f"{path} cannot be run: {error.strerror}") from None
    return ended.returncode, ended.stderr.decode(errors="replace").strip()


def output(arguments: Sequence[str], program: StrPath | None = None) -> bytes:
    """Runs the program with `--out FILE`, and returns what it wrote there. Raises
    RecordError with its message if it fails."""
    with tempfile.TemporaryDirectory(prefix="pentathlon-") as folder:
        file = Path(folder) / "out"
        status, errors = run([*arguments, "--out", str(file)], program)
        if status != 0:
            raise RecordError(_without_name(errors) or f"arena ended with {status}")
        return file.read_bytes()


def _without_name(errors: str) -> str:
    return errors.removeprefix("arena: ")


def named(paths: Sequence[StrPath]) -> list[str]:
    """Paths as arguments: none of them is taken for a flag."""
    names = [os.fspath(path) for path in paths]
    if not names:
        raise RecordError("no records are named; name files or folders")
    return [os.path.join(".", name) if name.startswith("-") else name for name in names]


class Tables:
    """A folder that `arena export --tables` wrote."""

    def __init__(self, folder: StrPath) -> None:
        self.folder = Path(folder)
        path = self.folder / "export.json"
        try:
            self.about: dict[str, Any] = json.loads(path.read_text())
        except OSError as error:
            raise RecordError(f"{path} cannot be read: {error.strerror}") from None
        except ValueError as error:
            raise RecordError(f"{path} is broken: {error}") from None
        version = self.about.get("format_version")
        if version != 1:
            raise RecordError(
                f"{path} has the format version {version}, expected 1; a newer "
                "program made it"
            )

    @staticmethod
    def is_one(folder: StrPath) -> bool:
        return (Path(folder) / "export.json").is_file()

    @property
    def format(self) -> str:
        return str(self.about["format"])

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        return tuple(LeftOut(**one) for one in self.about["left_out"])

    @property
    def names(self) -> list[str]:
        return list(self.about["tables"])

    def table(self, name: str) -> dict[str, Any]:
        table: dict[str, Any] = self.about["tables"][name]
        return table

    def file(self, name: str) -> Path:
        return self.folder / str(self.table(name)["file"])

    def rows(self, name: str) -> Iterator[list[dict[str, Any]]]:
        """The rows of a table in the format jsonl, some thousand at a time: that is
        twice as fast as one by one."""
        with open(self.file(name), encoding="utf-8", newline="\n") as lines:
            while chunk := list(islice(lines, 4096)):
                yield json.loads(f"[{','.join(chunk)}]")


@contextmanager
def exported(
    paths: Sequence[StrPath], program: StrPath | None = None
) -> Iterator[Tables]:
    """The tables of these records, in a folder that is there for a while. Raises
    RecordError if none can be read."""
    with tempfile.TemporaryDirectory(prefix="pentathlon-") as folder:
        target = Path(folder) / "tables"
        arguments = ["export", *named(paths), "--tables", str(target)]
        status, errors = run([*arguments, "--format", "jsonl"], program)
        # With status 1 some records may be left out.
        if not Tables.is_one(target):
            raise RecordError(_without_name(errors) or f"arena ended with {status}")
        yield Tables(target)
