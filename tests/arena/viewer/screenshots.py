"""Takes pictures of the page for people to look at: screenshots.py FOLDER."""

from __future__ import annotations

import base64
import pathlib
import sys
import tempfile

from browser import Browser
from pages import make_page, make_set, write_records

MATCHES = {
    "ordo": ("ordo/2-seats", "#d40"),
    "octrix": ("octrix/4-seats", "#d17"),
    "partners": ("octrix/4-seats-variant-partners", "#d12"),
    "ordago": ("ordago/4-seats", "#d30"),
    "doppelkopf": ("doppelkopf/4-seats", "#d60"),
    "seconds": ("seconds/4-seats", "#d25"),
    "faults": ("endings/substitutes", "#d25"),
    "times": ("endings/doppelkopf", "#d200"),
    "forfeit": ("endings/forfeit", "#d100000"),
    "hostile": ("endings/hostile", "#d6"),
    "set-ordo": ("sets/ordo", "#t0.9"),
    "set-octrix": ("sets/octrix", "#t1.3"),
    "set-ordago": ("sets/ordago", "#t2.1"),
    "set-doppelkopf": ("sets/doppelkopf", "?view=bot:alice#t2.4.2"),
    "set-seconds": ("sets/seconds", "#t3.4.2"),
}


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    wanted = sys.argv[2:] or list(MATCHES)
    browser = Browser()
    try:
        with tempfile.TemporaryDirectory() as records:
            write_records(pathlib.Path(records))
            for name in wanted:
                match, place = MATCHES[name]
                found_in = pathlib.Path(records)
                page = (
                    make_set(sorted(found_in.glob(f"{match}-?.record")))
                    if name.startswith("set-")
                    else make_page(found_in / f"{match}.record")
                )
                for width in (360, 768, 1280):
                    for scheme in ("light", "dark"):
                        browser.look(width, 800, scheme)
                        browser.open(page, place)
                        shot = browser.cdp("Page.captureScreenshot")
                        path = folder / f"{name}-{width}-{scheme}.png"
                        path.write_bytes(base64.b64decode(shot["data"]))
    finally:
        browser.close()


if __name__ == "__main__":
    main()
