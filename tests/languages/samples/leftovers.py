"""Finds leftovers of a runner on the machine."""

from __future__ import annotations

import os
import pathlib
from typing import NamedTuple


class Process(NamedTuple):
    """A process. Its number may be used again, but not with its start time."""

    pid: int
    started: str


def _all_processes() -> dict[Process, int]:
    """All processes, with the number of their parent."""
    parents = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            text = (folder / "stat").read_text(errors="replace")
        except OSError:
            continue  # The process has ended.
        # The name in parentheses may hold anything.
        fields = text.rpartition(")")[2].split()
        if fields[0] != "Z":
            parents[Process(int(folder.name), fields[19])] = int(fields[1])
    return parents


def running(processes: set[Process]) -> set[Process]:
    """The processes that have not ended."""
    return processes & _all_processes().keys()


def children_of(pid: int) -> set[Process]:
    return {process for process, parent in _all_processes().items() if parent == pid}


def descendants_of(pid: int) -> set[Process]:
    """The children of a process, their children, and so on."""
    parents = _all_processes()
    found: set[Process] = set()
    above = {pid}
    while above:
        below = {process for process, parent in parents.items() if parent in above}
        found |= below
        above = {process.pid for process in below}
    return found


def _commands_with(word: str) -> list[str]:
    commands = []
    for process in _all_processes():
        try:
            command = pathlib.Path(f"/proc/{process.pid}/cmdline").read_text(errors="replace")
        except OSError:
            continue
        if word in command and process.pid != os.getpid():
            commands.append(f"{process.pid} {command}".replace("\0", " "))
    return commands


def _mounts_with(word: str) -> list[str]:
    lines = pathlib.Path("/proc/self/mountinfo").read_text().splitlines()
    return [line for line in lines if word in line]


def _cgroups_of(sandbox: pathlib.Path) -> list[str]:
    """The control groups of a sandbox, anywhere on the machine."""
    place = sandbox.stat()
    name = f"arena-sandbox-{place.st_dev:x}-{place.st_ino}"
    return [
        os.path.join(folder, group)
        for folder, groups, _ in os.walk("/sys/fs/cgroup")
        if os.path.basename(folder) == name
        for group in groups
    ]


def _folders_in(sandbox: pathlib.Path) -> list[str]:
    return [str(path) for path in sandbox.glob("scratch/*")]


def left_behind(data: pathlib.Path, temporary: pathlib.Path) -> list[str]:
    """The leftovers of the runner 1 of a referee that has ended: processes, mounts,
    groups of processes, folders of programs, temporary files. The referee had these
    folders for its data and as TMPDIR."""
    sandbox = data / "runners" / "1" / "sandbox"
    word = str(data)
    left = _commands_with(word) + _mounts_with(word)
    left += _cgroups_of(sandbox) + _folders_in(sandbox)
    return left + [str(path) for path in temporary.iterdir()]
