"""Runs README.md: its commands in their order, in a fresh clone in which nothing
is built but what `script/demo` builds.

The clone has its own network, in which the ports that the README names are
free. A referee goes on in the background, as in a terminal of its own, until
the next one starts.
"""

from __future__ import annotations

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import pytest

ROOT = pathlib.Path(__file__).parents[3]
BUILD = pathlib.Path(os.environ.get("BUILD", ROOT / "build"))
REFEREE = "build/bin/referee "
BACKGROUND = "my_bot.py --name"
# By command that would go on: the words in front that end it. With --foreground,
# one signal is sent, as Ctrl-C sends one.
ENDLESS = {
    "ladder watch": "timeout --foreground --preserve-status --signal INT 5"
}
# These commands fetch packages, so they run in the network of the machine.
FETCHING = ("sdk/python/install", "sample_bots/node/prepare")
# Files that `script/demo` leaves in the build, beside those of CMake.
BUILT_BY_DEMO = ("arena", "referee", "runner", "greedy_bot", "random_bot")


def commands_of(text: str) -> list[str]:
    """The commands of the README in their order: the lines of its blocks, and code in
    the text that begins with a program that is built. Commands with a word in capital
    letters are left out, because the word is a placeholder."""
    outside = re.sub(r"^```.*?^```$", "", text, flags=re.M | re.S)
    # The map of the folders is no block of commands.
    outside = re.sub(r"^## Map$.*?^## ", "## ", outside, flags=re.M | re.S)
    joined = re.sub(r"\\\n\s+", "", outside)
    found = re.findall(r"^    (\S.*)$|`(build/bin/[^`]+)`", joined, flags=re.M)
    commands = [block or inline for block, inline in found]
    return [one for one in commands if not re.search(r"\b[A-Z]{2,}\b", one)]


def my_bot_of(text: str) -> str:
    """The Python bot in ten lines."""
    found = re.search(r"my_bot\.py:\n\n```python\n(.*?)```", text, flags=re.S)
    assert found is not None
    return found[1]


def last_words_of(demo: str) -> list[str]:
    """The lines with which the demo ends."""
    found = re.search(r"<<'LINES'\n(.*?)\nLINES", demo, flags=re.S)
    assert found is not None
    return [line.strip() for line in found[1].splitlines()]


class Shell:
    """Runs commands in a folder and a network of its own."""

    def __init__(self, folder: pathlib.Path) -> None:
        self._folder = folder
        self._background: list[subprocess.Popen[bytes]] = []
        # Brings up the loopback device: SIOCSIFFLAGS with IFF_UP.
        up = (
            "import fcntl, socket, struct, sys; fcntl.ioctl(socket.socket(), 0x8914,"
            " struct.pack('16sh', b'lo', 1)); print(flush=True); sys.stdin.read()"
        )
        user = [] if os.geteuid() == 0 else ["--map-root-user"]
        self._network = subprocess.Popen(
            ["unshare", *user, "--net", sys.executable, "-c", up],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        assert self._network.stdout is not None
        if not self._network.stdout.readline():
            pytest.skip("this machine allows no networks of programs")

    def close(self) -> None:
        self.end_background()
        self._network.kill()
        self._network.wait()

    def end_background(self) -> None:
        for process in reversed(self._background):
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
            process.wait(60)
        self._background.clear()

    def run(self, command: str) -> None:
        """Runs a line of the README; fails if it does."""
        for endless, how in ENDLESS.items():
            command = f"{how} {command}" if endless in command else command
        fetches = any(word in command for word in FETCHING)
        done = subprocess.run(
            self._words(command, fetches),
            cwd=self._folder,
            env=self._environment(),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=900,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"

    def start(self, command: str, ready: str) -> None:
        """Starts a line of the README that goes on, and waits until `ready` succeeds."""
        self._background.append(
            subprocess.Popen(
                self._words(command, False),
                cwd=self._folder,
                env=self._environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,
            )
        )
        deadline = time.monotonic() + 60
        while subprocess.run(
            self._words(ready, False),
            cwd=self._folder,
            env=self._environment(),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        ).returncode:
            assert self._background[-1].poll() is None, f"{command} has ended"
            assert time.monotonic() < deadline, f"{command} does not begin"

    def _words(self, command: str, fetches: bool) -> list[str]:
        inside = ["nsenter", f"--net=/proc/{self._network.pid}/ns/net"]
        if os.geteuid() != 0:
            inside += [f"--user=/proc/{self._network.pid}/ns/user", "--preserve-credentials"]
        return [*([] if fetches else inside), "bash", "-c", f"exec {command}"]

    @staticmethod
    def _environment() -> dict[str, str]:
        return {k: v for k, v in os.environ.items() if not k.startswith("ARENA_")}


@pytest.fixture
def clone() -> Iterator[pathlib.Path]:
    """A fresh clone with the build of the demo. Additions of the README to the build
    go into the clone. Its path is short, because sockets are below it."""
    with tempfile.TemporaryDirectory(prefix="readme-") as above:
        yield clone_in(pathlib.Path(above))


def clone_in(above: pathlib.Path) -> pathlib.Path:
    folder = above / "pentathlon"
    subprocess.run(["git", "clone", "-q", "--no-local", ROOT, folder], check=True)
    (folder / "build" / "bin").mkdir(parents=True)
    for entry in BUILD.iterdir():
        if entry.is_file() or entry.name in ("arena", "proto", "referee", "sdk"):
            (folder / "build" / entry.name).symlink_to(entry)
    for program in BUILT_BY_DEMO:
        (folder / "build" / "bin" / program).symlink_to(BUILD / "bin" / program)
    (folder / "my_bot.py").write_text(my_bot_of((folder / "README.md").read_text()))
    return folder


@pytest.fixture
def shell(clone: pathlib.Path) -> Iterator[Shell]:
    opened = Shell(clone)
    yield opened
    opened.close()


def test_the_demo_builds_what_the_readme_needs() -> None:
    demo = (ROOT / "script" / "demo").read_text()
    assert f"build release {' '.join(BUILT_BY_DEMO)}\n" in demo


def test_every_command_of_the_readme_runs(clone: pathlib.Path, shell: Shell) -> None:
    commands = commands_of((clone / "README.md").read_text())
    assert len(commands) > 20
    commands += last_words_of((clone / "script" / "demo").read_text())
    for command in commands:
        print(command, flush=True)
        if command.startswith(REFEREE):
            shell.end_background()
        if command.startswith(REFEREE) and "--create-admin-token" not in command:
            health = f"{REFEREE} --check-health 127.0.0.1:5757"
            shell.start(command, health)
        elif BACKGROUND in command:
            sessions = "build/bin/arena bots sessions | grep my-bot"
            shell.start(command, f"bash -c '{sessions}'")
        else:
            shell.run(command)
