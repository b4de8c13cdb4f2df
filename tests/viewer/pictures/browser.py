"""A browser and a server of this checkout, for tests of pages."""

from __future__ import annotations

import contextlib
import functools
import http.server
import pathlib
import threading
from collections.abc import Iterator
from typing import Any

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

ROOT = pathlib.Path(__file__).resolve().parents[3]
CHROMIUM = "/usr/bin/chromium"
DRIVER = "/usr/bin/chromedriver"


class Files(http.server.SimpleHTTPRequestHandler):
    """Serves the sources, the steps at /steps/ and axe-core at /axe/."""

    extensions_map = {
        **http.server.SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
    }

    def __init__(self, folders: dict[str, pathlib.Path], *args: Any) -> None:
        self.folders = folders
        super().__init__(*args)

    def translate_path(self, path: str) -> str:
        clean = pathlib.PurePosixPath(path.split("?")[0])
        first = clean.parts[1] if len(clean.parts) > 1 else ""
        if first not in self.folders or ".." in clean.parts:
            return "/nowhere"
        return str(self.folders[first].joinpath(*clean.parts[2:]))

    def do_GET(self) -> None:  # noqa: N802
        if self.path == "/favicon.ico":
            self.send_response(204)
            self.end_headers()
        else:
            super().do_GET()

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", "default-src 'self'")
        super().end_headers()

    def log_message(self, *_: Any) -> None:
        """Says nothing."""


@contextlib.contextmanager
def served(folders: dict[str, pathlib.Path]) -> Iterator[str]:
    """The address of a server of these folders, by the first part of paths."""
    handler = functools.partial(Files, folders)
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_address[1]}"
        finally:
            server.shutdown()
            thread.join()


@contextlib.contextmanager
def browser(profile: pathlib.Path) -> Iterator[webdriver.Chrome]:
    """Chromium without a window, whose requests and console are kept."""
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    for argument in (
        "--headless=new",
        "--no-sandbox",
        "--disable-dev-shm-usage",
        "--disable-gpu",
        "--no-first-run",
        f"--user-data-dir={profile}",
        "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    ):
        options.add_argument(argument)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(DRIVER))
    driver.set_script_timeout(300)
    try:
        yield driver
    finally:
        driver.quit()


def resize(driver: webdriver.Chrome, width: int, *, dark: bool = False) -> None:
    """Gives the page a width in pixels, and a light or dark scheme."""
    driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": True},
    )
    scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [scheme]})
