"""Several processes of one bot. Not for bots."""

from __future__ import annotations

import ctypes
import dataclasses
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from types import FrameType

from pentathlon.options import Options

_log = logging.getLogger("pentathlon")

REPLACED = 3
"""Exit status of a process whose place another one has taken."""

_PARENT = "_PENTATHLON_PARENT"

SLOWEST_START = 1.0
"""Seconds after which a process may be replaced."""


@dataclasses.dataclass
class _Instance:
    number: int
    process: subprocess.Popen[bytes]
    started: float


class Instances:
    """Runs `options.instances` processes of a program until all have ended.

    Flags at the end of its command line tell each process which one it is: its
    instance is "1", "2" and so on, after options.instance and a dot if that is
    set; the name of its token file ends with the same number.

    With options.one_match a process that ends well is replaced by a new one, at
    most once a second for each instance, unless a process of another program has
    taken its place. If one fails, the others end after their matches.
    """

    def __init__(self, options: Options, command: Sequence[str]) -> None:
        self._options = options
        self._command = list(command)
        self._running: dict[int, _Instance] = {}
        self._stopping = False
        self._failed = False

    def run(self) -> int:
        """Returns the exit status of the program: 0, or 1 if a process has
        failed. Passes SIGTERM, SIGINT and SIGHUP on to all processes."""
        signals = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
        before = {number: signal.signal(number, self._stop) for number in signals}
        try:
            for number in range(1, self._options.instances + 1):
                self._start(number)
            while self._running:
                self._reap()
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
        return 1 if self._failed else 0

    def _start(self, number: int) -> None:
        if self._stops():
            return
        options = self._options
        name = f"{options.instance}.{number}" if options.instance else f"{number}"
        flags = ["--instances=1", f"--instance={name}"]
        if options.token_file:
            flags.append(f"--token-file={options.token_file}.{number}")
        environment = {**os.environ, _PARENT: str(os.getpid())}
        process = subprocess.Popen([*self._command, *flags], env=environment)
        self._running[process.pid] = _Instance(number, process, time.monotonic())
        # A signal that came meanwhile has not reached the new process.
        if self._stops():
            process.send_signal(signal.SIGTERM)

    def _reap(self) -> None:
        pid, status = os.wait()
        instance = self._running.pop(pid, None)
        if instance is None:
            return
        # os.wait() has its exit status, so Popen must not wait for it.
        instance.process.returncode = os.waitstatus_to_exitcode(status)
        if self._stopping:
            return
        if instance.process.returncode == REPLACED:
            return
        if instance.process.returncode != 0:
            _log.error(
                "instance %d has failed; stopping the others", instance.number
            )
            self._failed = True
            self._stop(signal.SIGTERM, None)
        elif self._options.one_match:
            pause = instance.started + SLOWEST_START - time.monotonic()
            time.sleep(max(0.0, pause))
            self._start(instance.number)

    def _stops(self) -> bool:
        return self._stopping

    def _stop(self, number: int, _: FrameType | None) -> None:
        self._stopping = True
        for instance in list(self._running.values()):
            instance.process.send_signal(number)


def is_instance() -> bool:
    """Whether this process was started by Instances."""
    return os.environ.get(_PARENT) == str(os.getppid())


def end_with_parent() -> None:
    """Lets the system send SIGTERM to this process when its parent is killed. Call
    it when the signal is handled."""
    if not sys.platform.startswith("linux"):
        return
    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGTERM)
    if not is_instance():  # The parent was killed before.
        os.kill(os.getpid(), signal.SIGTERM)


def own_command() -> list[str]:
    """Returns how this program was started."""
    return [sys.executable, *sys.orig_argv[1:]]
