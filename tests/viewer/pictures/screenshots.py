"""Takes screenshots of interesting moments: screenshots.py FOLDER [NAME:VIEW:STEP...].

Run it with the Python of `tests/viewer/pictures/test`, from this folder.
"""

from __future__ import annotations

import base64
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from browser import ROOT, browser, resize, served
from test_pictures import deal_ends, shown

BUILD = pathlib.Path(os.environ.get("PENTATHLON_BUILD", ROOT / "build"))
WIDTHS = [360, 768, 1280]


def moments(steps: pathlib.Path) -> list[tuple[str, str, int]]:
    """Match, view and step."""
    found = []
    for name in ("seconds", "doppelkopf", "doppelkopf-poverty", "ordago", "ordago-three"):
        found.append((name, "table", deal_ends(steps, name, "table")[0]))
        played = json.loads((steps / f"{name}.json").read_text())
        middle = len(played["views"]["table"]) // 3
        found += [(name, "table", middle), (name, "1", middle), (name, "public", 2)]
        found.append((name, "table", len(played["views"]["table"]) - 1))
    return found


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as scratch:
        steps = pathlib.Path(os.environ.get("STEPS", scratch + "/steps"))
        if not steps.exists():
            subprocess.run([BUILD / "bin" / "write_steps", steps], check=True, stdout=subprocess.PIPE)
        wanted = [
            (name, view, int(step))
            for name, view, step in (word.split(":") for word in sys.argv[2:])
        ] or moments(steps)
        folders = {"arena": ROOT / "arena", "tests": ROOT / "tests", "steps": steps}
        with served(folders) as address, browser(pathlib.Path(scratch) / "profile") as driver:
            for name, view, step in wanted:
                for width in WIDTHS:
                    for dark in (False, True):
                        resize(driver, width, dark=dark)
                        shown(driver, address, name, view, step)
                        taken = driver.execute_cdp_cmd(
                            "Page.captureScreenshot", {"captureBeyondViewport": True}
                        )
                        scheme = "dark" if dark else "light"
                        path = folder / f"{name}-{view}-{step}-{width}-{scheme}.png"
                        path.write_bytes(base64.b64decode(taken["data"]))


if __name__ == "__main__":
    main()
