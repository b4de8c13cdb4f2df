"""Plays a match without a cluster: a referee, a runner with --sandbox=kubernetes, a
real API server, and a node that runs pods on this machine (fake_node.py)."""

from __future__ import annotations

import os
import pathlib
import re
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from typing import Any

from api_server import ApiServer
from cluster_checks import BOTS, Manifest, Result, apply_all, check_pod_security
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

# A build that looks for the key of its companion, and leaves a link to files outside.
SPY = """
import os, pathlib
seen = [os.environb.get(b"ARENA_POD_KEY", b"")]
for process in pathlib.Path("/proc").glob("[0-9]*"):
    try:
        seen.append((process / "environ").read_bytes())
    except OSError:
        pass
print("keys seen:", sum(b"ptln_" in one for one in seen))
try:
    pathlib.Path("/run/arena/r").write_text("")
    print("beside the sockets: written")
except OSError:
    print("beside the sockets: refused")
os.symlink("/proc/self/environ", "mine")
"""


def missing() -> str:
    """The programs that are missing for a match in pods; empty if all are here."""
    names = [name for name in NEEDED if not (PROGRAMS / name).exists()]
    if names:
        return f"build/bin has no {', '.join(names)}"
    if not (PYTHON / "bin" / "python").exists():
        return "there is no build/python-venv, which script/demo makes"
    return ""


def images() -> dict[str, Image]:
    runner = Image({"/usr/local/bin": str(PROGRAMS)})
    # The packages of Python, and the SDK, to which a link among them leads.
    folders = {str(PYTHON): str(PYTHON), str(ROOT / "sdk"): str(ROOT / "sdk")}
    python = Image(folders, f"{PYTHON}/bin:/usr/bin:/bin")
    return {
        "pentathlon/runner": runner,
        "pentathlon/runtime-python": python,
        # Nothing but the system.
        "pentathlon/runtime-cpp": Image({}),
    }


class Arena:
    """A referee and a runner inside a `with` block."""

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

    def kill_runner(self) -> None:
        runner = self._processes.pop()
        runner.kill()
        runner.wait()

    def log(self, name: str) -> str:
        return (self._folder / f"{name}.log").read_text(errors="replace")

    def tell(self, *words: str) -> str:
        """The output of a command of `arena`."""
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

    def create_match(self) -> str:
        """The id of a new match of the bot; empty if there is none."""
        players = "podling,built-in:random"
        told = self.tell("match", "create", "--game", "ordo", "--players", players)
        return next(iter(re.findall(r"\b[0-9a-f]{32}\b", told)), "")

    def submit(self, version: str, build: str, run: str, *flags: str) -> str:
        """Submits a version, and returns the output of the submission."""
        folder = self._folder / f"bot-{version}"
        shutil.copytree(ROOT / "sample_bots" / "python", folder)
        text = BOT.format(version=version, build=build, run=run)
        (folder / "bot.toml").write_text(text)
        (folder / "spy.py").write_text(SPY)
        return self.tell("bots", "submit", str(folder), *flags)


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


def items(server: ApiServer, path: str) -> list[Manifest]:
    return list(server.get(path).body.get("items", []))


def names(server: ApiServer, path: str) -> list[str]:
    return [item["metadata"]["name"] for item in items(server, path)]


def play(
    server: ApiServer, folder: pathlib.Path, manifests: list[Manifest]
) -> Iterator[Result]:
    """Builds, validates and plays a bot whose every process is a pod."""
    apply_all(server, manifests, {"Namespace", "LimitRange", "Role", "RoleBinding"})
    with FakeNode(server, folder / "node", BOTS, images()) as node:
        with Arena(server, folder / "arena") as arena:
            yield from play_in(server, node, arena)
        pods, leases = names(server, PODS), names(server, LEASES)
        yield Result(
            not pods and not leases and wait_for("files", lambda: not node.pods()),
            f"after the end of the runner: {len(pods)} pods, {len(leases)} leases",
        )


def play_in(server: ApiServer, node: FakeNode, arena: Arena) -> Iterator[Result]:
    said = arena.submit("1", '"cp greedy_bot.py built_bot.py"', "built_bot.py")
    good = "active" in said
    yield Result(good, f"a bot is built and validated in pods: {last_line(said)}")
    if not good:
        print(said, arena.log("runner-r1")[-3000:], arena.tell("bots", "log", "podling"))
    yield from check_manifests(server, node)

    match = arena.create_match()
    shown = wait_for("its end", lambda: "finished" in arena.tell("match", "show", match))
    said = arena.tell("match", "show", match)
    yield Result(shown and "fault" not in said, f"it plays a match to its end: {match}")
    log = arena.tell("bots", "log", "podling")
    yield Result("not measured" in log, "its unmeasured use is not told as zero")

    build = "'sh -c \"echo said in the pod; exit 3\"'"
    said = arena.submit("2", build, "greedy_bot.py")
    yield Result(
        "exit status 3" in said, f"a build that fails says how: {last_line(said)}"
    )
    log = arena.tell("bots", "log", "podling", "--version", "2", "--build")
    yield Result("said in the pod" in log, "its output comes from its pod to its author")

    said = arena.submit("3", '"python3 spy.py"', "greedy_bot.py")
    log = arena.tell("bots", "log", "podling", "--version", "3", "--build")
    for outcome in ("keys seen: 0", "beside the sockets: refused", "is not kept"):
        yield Result(outcome in log, f"a build that spies: {outcome}")
    if "keys seen: 0" not in log:
        print(said, log)

    yield from check_full_quota(server, arena)
    yield from check_ends(server, node, arena)


def check_full_quota(server: ApiServer, arena: Arena) -> Iterator[Result]:
    """Without room there is no pod, and the author learns why."""
    path = f"/api/v1/namespaces/{BOTS}/resourcequotas"
    quota = {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "full"}}
    server.post(path, {**quota, "spec": {"hard": {"pods": "0"}}})
    # A controller of a real cluster would write this status.
    status = {"hard": {"pods": "0"}, "used": {"pods": "0"}}
    server.merge(f"{path}/full/status", {"status": status})
    match = arena.create_match()
    told = wait_for(
        "the refusal", lambda: "exceeded quota" in arena.tell("bots", "log", "podling")
    )
    yield Result(told, "with a full quota nothing is started, and the log says why")
    arena.tell("match", "cancel", match)
    server.delete(f"{path}/full")


def last_line(text: str) -> str:
    return " ".join(text.strip().splitlines()[-1:])


def check_ends(server: ApiServer, node: FakeNode, arena: Arena) -> Iterator[Result]:
    """The next runner removes all that a killed runner leaves behind."""
    wait_for("nothing else to run", lambda: not names(server, PODS))
    arena.submit("4", '"sleep 1000"', "greedy_bot.py", "--no-wait")
    builds = wait_for("a build", lambda: any(is_running(one) for one in items(server, PODS)))
    arena.kill_runner()
    before = names(server, PODS)
    yield Result(builds and len(before) == 1, f"a killed runner leaves {len(before)} pod")
    arena.start_runner()
    gone = wait_for("it goes", lambda: not {*before} & {*names(server, PODS)})
    yield Result(gone, "its successor of the same name removes it")
    again = wait_for("the build", lambda: any(is_running(one) for one in items(server, PODS)))
    yield Result(again, "and builds again, until it is asked to end")


def is_running(pod: Manifest) -> bool:
    statuses = pod.get("status", {}).get("containerStatuses", [])
    return any("running" in one["state"] for one in statuses)


def check_manifests(server: ApiServer, node: FakeNode) -> Iterator[Result]:
    """Pod Security accepts the pods that the launcher made."""
    for kind, writes in (("build", True), ("process", False)):
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
            for result in check_pod_security(server, pod):
                yield result.of(kind)
            break
        else:
            yield Result(False, f"no pod of a {kind} was made")
