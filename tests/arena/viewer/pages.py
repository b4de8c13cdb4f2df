"""Records of matches, and the pages that `arena` makes of them."""

from __future__ import annotations

import base64
import gzip
import json
import os
import pathlib
import re
import subprocess
from collections.abc import Callable
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[3]
BUILD = pathlib.Path(os.environ.get("BUILD_DIR", ROOT / "build"))

# The lines of `arena replay` that tell of a step: decision or blanks, two
# blanks, and a sentence.
STEP = re.compile(r"^(?:[ \d]{4}  (?=seat)|      (?=- ))(.*)$")


def write_records(folder: pathlib.Path) -> None:
    subprocess.run([BUILD / "bin/write_viewer_records", folder], check=True)


def arena(*arguments: str | pathlib.Path) -> str:
    return subprocess.run(
        [BUILD / "bin/arena", *arguments],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    ).stdout


def make_page(record: pathlib.Path, *view: str) -> pathlib.Path:
    """The page of a record, made once."""
    page = record.with_name("".join((record.stem, *view, ".html")))
    if not page.exists():
        arena("replay", record, "--html", page, *view)
    return page


def make_set(records: list[pathlib.Path], *view: str) -> pathlib.Path:
    """The page of several records, made once."""
    first = records[0]
    page = first.with_name("".join((first.stem, "-set", *view, ".html")))
    if not page.exists():
        arena("replay", *records, "--html", page, *view)
    return page


DOCUMENT = re.compile(r'(?<="application/gzip">)[^<]*')


def tampered(page: pathlib.Path, change: Callable[[Any], None]) -> pathlib.Path:
    """A copy of a page with a change in its documents."""

    def changed(packed: re.Match[str]) -> str:
        document = json.loads(gzip.decompress(base64.b64decode(packed[0])))
        change(document)
        again = gzip.compress(json.dumps(document).encode())
        return base64.b64encode(again).decode()

    copy = page.with_suffix(".tampered.html")
    text, count = DOCUMENT.subn(changed, page.read_text())
    assert count
    copy.write_text(text)
    return copy


def replay_lines(record: str | pathlib.Path, *view: str) -> list[str]:
    """The lines of `arena replay` for every step."""
    lines: list[str] = []
    # The first position is printed, and indented by two.
    position = False
    for line in arena("replay", record, "--every", "1000000", *view).splitlines():
        if line == "end":
            break
        position = (position or line.startswith("before")) and line[:6] != "   1  "
        found = STEP.match(line)
        if position:
            continue
        if found:
            lines.append(found[1])
        elif line.startswith(8 * " "):
            # A sentence that does not fit into a line goes on in the next line.
            lines[-1] += " " + line.strip()
    return lines
