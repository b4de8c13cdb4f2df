"""The probe: a bot whose hooks ask the director what to do."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import threading
from dataclasses import dataclass
from typing import IO, Any

from scripted.referee import Inbox

_LINE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (DEBUG|INFO|WARNING|ERROR) (.*)")


@dataclass(eq=False)
class Call:
    """A hook that waits for its reply, or the answer to a look."""

    fields: dict[str, Any]


@dataclass(eq=False)
class LogLine:
    """A line on stderr; the level is empty if the line has not the form of a log."""

    level: str
    text: str


class Probe:
    """A running probe. Its calls and log lines go into the inbox."""

    def __init__(
        self, command: list[str], environment: dict[str, str], folder: str, inbox: Inbox
    ) -> None:
        self._inbox = inbox
        self.told: list[str] = []
        """All lines of stderr."""
        own = {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("ARENA_")
        }
        self._process = subprocess.Popen(
            command,
            env=own | environment,
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            # A group of its own, so that processes which it starts can be ended.
            start_new_session=True,
        )
        assert self._process.stdin and self._process.stdout and self._process.stderr
        self._stdin = self._process.stdin
        self._readers = [
            threading.Thread(target=self._read_calls, args=[self._process.stdout]),
            threading.Thread(target=self._read_log, args=[self._process.stderr]),
        ]
        for reader in self._readers:
            reader.start()

    def _read_calls(self, stdout: IO[str]) -> None:
        for line in stdout:
            try:
                self._inbox.put(Call(json.loads(line)))
            except ValueError:
                # Such as what --help prints.
                self._inbox.put(LogLine("", line.rstrip("\n")))

    def _read_log(self, stderr: IO[str]) -> None:
        for line in stderr:
            line = line.rstrip("\n")
            self.told.append(line)
            if found := _LINE.fullmatch(line):
                self._inbox.put(LogLine(found[1], found[2]))
            else:
                self._inbox.put(LogLine("", line))

    def say(self, **fields: object) -> None:
        """Writes a line to the probe's stdin."""
        self._stdin.write(json.dumps(fields) + "\n")
        self._stdin.flush()

    def signal(self, name: str) -> None:
        self._process.send_signal(signal.Signals[f"SIG{name}"])

    def ended(self, patience: float) -> int | None:
        """The exit status, or minus the number of the signal that killed the probe;
        None if it runs on."""
        try:
            return self._process.wait(patience)
        except subprocess.TimeoutExpired:
            return None

    def kill(self) -> None:
        try:
            os.killpg(self._process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
        self._process.wait()
        for reader in self._readers:
            reader.join()
        try:
            self._stdin.close()
        except BrokenPipeError:
            pass
