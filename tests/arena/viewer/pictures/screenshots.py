"""Takes screenshots of interesting moments, to be looked at:

    screenshots.py FOLDER [NAME:VIEW:STEP...]
"""

from __future__ import annotations

import base64
import json
import pathlib
import sys
import tempfile

sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))

from browser import Browser  # noqa: E402
from steps import deal_ends, serve_steps, write_steps  # noqa: E402
from test_pictures import show  # noqa: E402


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
    browser = Browser()
    try:
        with tempfile.TemporaryDirectory() as scratch:
            steps = pathlib.Path(scratch)
            write_steps(steps)
            wanted = [
                (name, view, int(step))
                for name, view, step in (word.split(":") for word in sys.argv[2:])
            ] or moments(steps)
            with serve_steps(steps) as address:
                for name, view, step in wanted:
                    for width in (360, 768, 1280):
                        for scheme in ("light", "dark"):
                            browser.look(width, scheme=scheme)
                            show(browser, address, name, view, step)
                            taken = browser.cdp(
                                "Page.captureScreenshot", captureBeyondViewport=True
                            )
                            path = folder / f"{name}-{view}-{step}-{width}-{scheme}.png"
                            path.write_bytes(base64.b64decode(taken["data"]))
    finally:
        browser.close()


if __name__ == "__main__":
    main()
