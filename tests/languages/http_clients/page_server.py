"""Serves the page of the client for browsers, and waits for its report."""

from __future__ import annotations

import http.server
import json
import pathlib
import queue
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class PageServer(http.server.ThreadingHTTPServer):
    """Serves a folder. The page reads `settings` and sends `results`."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.settings: dict[str, Any] = {}
        self.results: queue.Queue[Any] = queue.Queue()
        super().__init__(("127.0.0.1", 0), _Handler)

    @contextmanager
    def serving(self) -> Iterator[PageServer]:
        thread = threading.Thread(target=self.serve_forever)
        thread.start()
        yield self
        self.shutdown()
        thread.join()
        self.server_close()


class _Handler(http.server.SimpleHTTPRequestHandler):
    server: PageServer

    def __init__(self, request: Any, address: Any, server: PageServer) -> None:
        super().__init__(request, address, server, directory=str(server.folder))

    def do_GET(self) -> None:
        if self.path != "/settings":
            return super().do_GET()
        self._answer(json.dumps(self.server.settings).encode())

    def do_POST(self) -> None:
        size = int(self.headers["Content-Length"])
        self.server.results.put(json.loads(self.rfile.read(size)))
        self._answer(b"")

    def _answer(self, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        pass
