"""Serves the modules and the steps to the page that draws them."""

from __future__ import annotations

import contextlib
import functools
import http.server
import pathlib
import threading
from collections.abc import Iterator
from typing import Any


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
