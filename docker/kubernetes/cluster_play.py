"""Plays in the cluster that is none: a referee, a runner with --sandbox=kubernetes,
a real API server, and a node that runs pods here (fake_node.py)."""

from __future__ import annotations

import contextlib
import json
import os
import pathlib
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any

from api_server import ApiServer
from cluster_checks import BOTS, DRY_RUN, Manifest, Result, apply_all
from fake_node import FakeNode, Image

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAMS = ROOT / "build" / "bin"
PYTHON = ROOT / "build" / "python-venv"
NEEDED = ["arena", "referee", "runner", "pod-companion", "pod-init"]
PATIENCE = 90.0
PODS = f"/api/v1/namespaces/{BOTS}/pods"
LEASES = f"/apis/coordination.k8s.io/v1/namespaces/{BOTS}/leases"

BOT = """name = "podling"
version = "{version}"
runtime = "python"
build = [{build}]
run = "python3 {run}"
games = ["ordo"]
"""


def missing() -> str:
    """What is not here of what a game in the cluster needs; empty: nothing."""
    names = [name for name in NEEDED if not (PROGRAMS / name).exists()]
    if names:
        return f"build/bin has no {', '.join(names)}"
    if not (PYTHON / "bin" / "python").exists():
        return "there is no build/python-venv, which script/demo makes"
    return ""


def images() -> dict[str, Image]:
    runner = Image({"/usr/local/bin": str(PROGRAMS)})
    # Its packages, and the SDK, to which a link of these leads.
    folders = {str(PYTHON): str(PYTHON), str(ROOT / "sdk"): str(ROOT / "sdk")}
    python = Image(folders, f"{PYTHON}/bin:/usr/bin:/bin")
    return {
        "pentathlon/runner": runner,
        "pentathlon/runtime-python": python,
        # Nothing but the system.
        "pentathlon/runtime-cpp": Image({}),
    }


class Arena:
    """A referee and a runner, as long as it is entered."""

    def __init__(self, server: ApiServer, folder: pathlib.Path) -> None:
        self._server = server
        self._folder = folder
        self._processes: list[subprocess.Popen[bytes]] = []
        self.address = f"unix:{folder}/socket"

    def __enter__(self) -> Arena:
        self._folder.mkdir()
        self.start_referee()
        self.start_runner()
        return self

    def __exit__(self, *_: object) -> None:
        for process in reversed(self._processes):
            end(process)

    def start_referee(self) -> None:
        referee = [PROGRAMS / "referee", f"--data={self._folder}/data"]
        self._start("referee", [*referee, f"--listen={self.address}", "--drain=0s"])
        wait_for("the referee listens", lambda: (self._folder / "socket").exists())

    def start_runner(self, name: str = "r1") -> subprocess.Popen[bytes]:
        token = self._folder / "api-token"
        token.write_text(self._server.runner_token)
        return self._start(
            f"runner-{name}",
            [
                PROGRAMS / "runner",
                f"--referee={self.address}",
                f"--name={name}",
                f"--work={self._folder}/work-{name}",
                "--cores=4",
                "--memory=4GiB",
                "--sandbox=kubernetes",
                f"--kubernetes-api={self._server.address}",
                f"--kubernetes-token-file={token}",
                f"--kubernetes-ca={self._server.authority}",
                "--pod-host=127.0.0.1",
                "--pod-port=0",
            ],
        )

    def _start(self, name: str, command: list[Any]) -> subprocess.Popen[bytes]:
        with (self._folder / f"{name}.log").open("ab") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )
        self._processes.append(process)
        return process

    def log(self, name: str) -> str:
        return (self._folder / f"{name}.log").read_text(errors="replace")

    def tell(self, *words: str) -> str:
        """What `arena` says to a command."""
        done = subprocess.run(
            [PROGRAMS / "arena", *words, "--address", self.address],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=PATIENCE,
            check=False,
            env={k: v for k, v in os.environ.items() if not k.startswith("ARENA_")},
        )
        return done.stdout

    def submit(self, version: str, build: str, run: str) -> None:
        folder = self._folder / f"bot-{version}"
        folder.mkdir()
        program = (ROOT / "sample_bots" / "python" / "greedy_bot.py").read_text()
        (folder / "greedy_bot.py").write_text(program)
        for extra in (ROOT / "sample_bots" / "python").glob("greedy/*.py"):
            (folder / "greedy").mkdir(exist_ok=True)
            (folder / "greedy" / extra.name).write_text(extra.read_text())
        (folder / "bot.toml").write_text(BOT.format(version=version, build=build, run=run))
        self.tell("bots", "submit", str(folder))

    def version(self, version: str) -> dict[str, Any]:
        told = self.tell("bots", "versions", "podling", "--json")
        for line in told.splitlines():
            with contextlib.suppress(ValueError):
                for one in flatten(json.loads(line)):
                    if str(one.get("version")) == version:
                        return one
        return {"state": "unknown", "told": told}

    def await_version(self, version: str) -> dict[str, Any]:
        deadline = time.monotonic() + PATIENCE
        while time.monotonic() < deadline:
            found = self.version(version)
            if found["state"] in ("active", "failed"):
                return found
            time.sleep(0.2)
        return self.version(version)


def flatten(value: Any) -> list[dict[str, Any]]:
    """All objects in a value."""
    if isinstance(value, list):
        return [one for item in value for one in flatten(item)]
    if not isinstance(value, dict):
        return []
    return [value, *flatten(list(value.values()))]


def end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(timeout=30)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_for(what: str, is_so: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + PATIENCE
    while not is_so():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.05)
    return True


def names(server: ApiServer, path: str) -> list[str]:
    items = server.get(path).body.get("items", [])
    return [item["metadata"]["name"] for item in items]


def play(
    server: ApiServer, folder: pathlib.Path, manifests: list[Manifest]
) -> Iterator[Result]:
    """Builds, validates and plays a bot whose every process is a pod."""
    apply_all(server, manifests, {"Namespace", "LimitRange", "Role", "RoleBinding"})
    with FakeNode(server, folder / "node", BOTS, images()) as node:
        with Arena(server, folder / "arena") as arena:
            yield from play_in(server, node, arena)
        yield Result(
            wait_for("no pods", lambda: not names(server, PODS) and not node.pods()),
            f"after the end of the runner: {len(names(server, PODS))} pods,"
            f" {len(names(server, LEASES))} leases",
        )


def play_in(server: ApiServer, node: FakeNode, arena: Arena) -> Iterator[Result]:
    arena.submit("1", '"cp greedy_bot.py built_bot.py"', "built_bot.py")
    version = arena.await_version("1")
    good = version["state"] == "active"
    yield Result(good, f"a bot that was built and validated in pods is {version['state']}")
    if not good:
        print(json.dumps(version, indent=1), arena.log("runner-r1")[-3000:])
        print(arena.tell("bots", "log", "podling")[-3000:])
    yield from check_manifests(server, node)

    arena.submit("2", '"false"', "greedy_bot.py")
    failed = arena.await_version("2")
    reason = json.dumps(failed)
    yield Result(
        failed["state"] == "failed" and "exit status 1" in reason,
        f"a build that fails is {failed['state']}, with its status",
    )
    arena.submit("3", '"sh -c \'echo in-the-pod; exit 3\'"', "greedy_bot.py")
    arena.await_version("3")
    log = arena.tell("bots", "log", "podling", "--version", "3")
    yield Result("in-the-pod" in log, "what a build prints in its pod reaches its author")

    told = arena.tell("match", "--game", "ordo", "--bots", "podling,random")
    yield Result("podling" in told, f"a match: {told.strip().splitlines()[-1:]}")


def check_manifests(server: ApiServer, node: FakeNode) -> Iterator[Result]:
    """The pods that the launcher made are what a cluster should see."""
    for kind, writes in (("of a build", True), ("of a process", False)):
        for manifest in node.seen.values():
            (bot,) = manifest["spec"]["containers"]
            mounts = {one["name"]: one for one in bot["volumeMounts"]}
            if mounts["folder"].get("readOnly", False) == writes:
                continue
            pod = {
                "apiVersion": "v1",
                "kind": "Pod",
                "metadata": {"name": "again", "namespace": BOTS},
                "spec": {k: v for k, v in manifest["spec"].items() if k != "nodeName"},
            }
            answer = server.post(PODS + DRY_RUN, pod)
            good = answer.status == 201 and not answer.warnings
            yield Result(good, f"the pod {kind}: {answer.status} {answer.message}".rstrip())
            break
        else:
            yield Result(False, f"no pod {kind} was made")
