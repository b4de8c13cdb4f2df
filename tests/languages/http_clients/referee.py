"""A referee that serves plain HTTP, and calls of it."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import urllib.request
from collections.abc import Iterator
from typing import Any

ROOT = pathlib.Path(__file__).resolve().parents[3]
REFEREE = pathlib.Path(os.environ.get("REFEREE", ROOT / "build" / "bin" / "referee"))


class Referee:
    """A referee that runs until `stop`."""

    def __init__(self, folder: pathlib.Path, *flags: str) -> None:
        data = folder / "data"
        command = [str(REFEREE), "--data", str(data), "--log-level", "warning"]
        # The token of the admin who makes the calls below.
        self.token = subprocess.run(
            [*command, "--create-admin-token", "root"],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        ).stdout.strip()
        self._command = [*command, "--listen", f"unix:{folder}/socket", *flags]
        self.url = "http://127.0.0.1:0"
        self.start()

    def start(self) -> None:
        """Starts the referee, after a stop at the same address."""
        self._process = subprocess.Popen(
            [*self._command, "--http", self.url.removeprefix("http://")],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self._process.stdout.readline()
        self.url = self._process.stdout.readline().split()[1]

    def stop(self) -> None:
        self._process.terminate()
        assert self._process.wait(30) == 0

    def restart(self) -> None:
        """Starts the referee again with its data, at the same address."""
        self.stop()
        self.start()

    def _post(self, method: str, kind: str, request: dict[str, Any]) -> Any:
        return urllib.request.urlopen(
            urllib.request.Request(
                f"{self.url}/arena.v1.{method}",
                json.dumps(request).encode(),
                {
                    "Content-Type": f"application/{kind}",
                    "Authorization": f"Bearer {self.token}",
                },
            ),
            timeout=120,
        )

    def call(self, method: str, request: dict[str, Any]) -> Any:
        """The response of a method that has one response."""
        with self._post(method, "json", request) as answer:
            return json.load(answer)

    def stream(self, method: str, request: dict[str, Any]) -> Iterator[Any]:
        """The responses of a method that streams."""
        with self._post(method, "jsonl", request) as answer:
            for line in answer:
                yield json.loads(line)
