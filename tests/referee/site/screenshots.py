"""Takes pictures of all pages for people to look at: screenshots.py FOLDER [PAGE...]."""

from __future__ import annotations

import base64
import pathlib
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parents[1] / "arena/viewer"))

# pylint: disable=wrong-import-position
from arena_pages import Pages  # noqa: E402
from browser import Browser  # noqa: E402


def main() -> None:
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    browser = Browser()
    with tempfile.TemporaryDirectory() as data:
        pages = Pages(pathlib.Path(data) / "data")
        try:
            for name, address in pages.addresses().items():
                if sys.argv[2:] and name not in sys.argv[2:]:
                    continue
                for width, scheme in ((360, "light"), (768, "dark"), (1280, "light")):
                    browser.look(width, 900, scheme)
                    browser.visit(pages.url + address)
                    browser.wait("document.querySelector('main, [role=alert]')")
                    shot = browser.cdp(
                        "Page.captureScreenshot", captureBeyondViewport=True
                    )
                    path = folder / f"{name}-{width}-{scheme}.png"
                    path.write_bytes(base64.b64decode(shot["data"]))
        finally:
            pages.close()
            browser.close()


if __name__ == "__main__":
    main()
