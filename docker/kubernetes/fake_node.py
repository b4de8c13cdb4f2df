"""A node without a cluster. The node takes the pods of a namespace from a real API
server, as a scheduler and a kubelet do. It runs the containers as processes of this
machine in bubblewrap, with the pod's volumes at their places. It reports the status of
the pods to the server, serves their logs, and ends pods that are deleted. Images are
names for folders of this machine.

The node has no limits of memory and processor time, no network for each pod, and no
network policies.
"""

from __future__ import annotations

import contextlib
import datetime
import http.server
import os
import pathlib
import shutil
import signal
import ssl
import subprocess
import threading
import time
import urllib.parse
from collections.abc import Mapping
from typing import Any, NamedTuple

from api_server import ApiServer

Manifest = dict[str, Any]
NAME = "fake-node"
USER = "65532"
LOOK = 0.05
# The folders of this machine's system that every image has.
SYSTEM = ["/usr", "/etc"]
LINKS = ["bin", "lib", "lib64", "sbin"]


class Image(NamedTuple):
    """Folders of this machine by their places in the image, and its PATH."""

    folders: Mapping[str, str]
    path: str = "/usr/local/bin:/usr/bin:/bin"


def now() -> str:
    return datetime.datetime.now(datetime.timezone.utc).isoformat(timespec="seconds").replace(
        "+00:00", "Z"
    )


def stamp() -> str:
    """The time as nodes write it before each line of a log."""
    moment = datetime.datetime.now(datetime.timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.%f") + "000Z"


class Log:
    """The output of a container."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.changed = threading.Condition()
        self.ended = False

    def read(self, stream: Any) -> None:
        for line in stream:
            with self.changed:
                self.lines.append(stamp().encode() + b" " + line.rstrip(b"\n") + b"\n")
                self.changed.notify_all()
        with self.changed:
            self.ended = True
            self.changed.notify_all()


class Container:
    """A container that was started."""

    def __init__(self, pod: Pod, spec: Manifest) -> None:
        self.spec = spec
        self.log = Log()
        self.started = now()
        self.process = subprocess.Popen(
            pod.command(spec, spec.get("command", []) + spec.get("args", [])),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        self._reader = threading.Thread(
            target=self.log.read, args=(self.process.stdout,), daemon=True
        )
        self._reader.start()

    def signal(self, number: int) -> None:
        """Signals the program, which is the child of bubblewrap's own first process."""
        for child in children(self.process.pid):
            for program in children(child):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(program, number)

    def end(self, grace: float) -> None:
        self.signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=grace)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self._reader.join()

    @property
    def exit_code(self) -> int | None:
        code = self.process.poll()
        return code if code is None or code >= 0 else 128 - code

    def state(self) -> Manifest:
        code = self.exit_code
        if code is None:
            return {"running": {"startedAt": self.started}}
        self._reader.join()
        reason = "Completed" if code == 0 else "Error"
        return {
            "terminated": {
                "exitCode": code,
                "reason": reason,
                "startedAt": self.started,
                "finishedAt": now(),
            }
        }


def children(process: int) -> list[int]:
    try:
        text = pathlib.Path(f"/proc/{process}/task/{process}/children").read_text()
    except OSError:
        return []
    return [int(word) for word in text.split()]


class Pod(threading.Thread):
    """The life of one pod."""

    def __init__(self, node: FakeNode, manifest: Manifest) -> None:
        super().__init__(daemon=True)
        self.node = node
        self.manifest = manifest
        self.name = manifest["metadata"]["name"]
        self.containers: dict[str, Container] = {}
        self.deleted: float | None = None
        self._folder = node.folder / self.name
        self._message: Manifest = {}

    # ---- Places ----

    def volume(self, name: str) -> pathlib.Path:
        return self._folder / name

    def command(self, spec: Manifest, command: list[str]) -> list[str]:
        image = self.node.images[spec["image"]]
        arguments = ["bwrap", "--unshare-user", "--uid", USER, "--gid", USER]
        arguments += ["--unshare-pid", "--unshare-ipc", "--unshare-uts"]
        arguments += ["--hostname", self.manifest["spec"]["hostname"]]
        arguments += ["--die-with-parent", "--cap-drop", "ALL", "--clearenv"]
        for folder in SYSTEM:
            arguments += ["--ro-bind", folder, folder]
        for link in LINKS:
            arguments += ["--symlink", f"usr/{link}", f"/{link}"]
        for place, folder in image.folders.items():
            arguments += ["--ro-bind", folder, place]
        arguments += ["--proc", "/proc", "--dev", "/dev"]
        for mount in spec.get("volumeMounts", []):
            bind = "--ro-bind" if mount.get("readOnly") else "--bind"
            arguments += [bind, str(self.volume(mount["name"])), mount["mountPath"]]
        variables = {"PATH": image.path}
        variables.update({one["name"]: one["value"] for one in spec.get("env", [])})
        for variable, value in variables.items():
            # $(NAME) is not used; a literal $ is written as two.
            arguments += ["--setenv", variable, value.replace("$$", "$")]
        if "workingDir" in spec:
            arguments += ["--chdir", spec["workingDir"]]
        words = [word.replace("$$", "$") for word in command]
        return [*arguments, "--", *words]

    # ---- Reports to the server ----

    def tell(self, phase: str, **more: object) -> None:
        spec = self.manifest["spec"]
        status: Manifest = {"phase": phase, "podIP": "127.0.0.1", **self._message, **more}
        for kind, name in (
            ("initContainers", "initContainerStatuses"),
            ("containers", "containerStatuses"),
        ):
            status[name] = [self._status_of(one) for one in spec[kind]]
        self.node.server.merge(self.node.path(self.name) + "/status", {"status": status})

    def _status_of(self, spec: Manifest) -> Manifest:
        container = self.containers.get(spec["name"])
        waiting = {"waiting": {"reason": "PodInitializing"}}
        return {
            "name": spec["name"],
            "image": spec["image"],
            "imageID": "",
            "ready": container is not None and container.exit_code is None,
            "restartCount": 0,
            "state": waiting if container is None else container.state(),
        }

    # ---- Its life ----

    def run(self) -> None:
        try:
            self._live()
        finally:
            for container in self.containers.values():
                container.end(0)
            shutil.rmtree(self._folder, ignore_errors=True)
            self.node.forget(self)

    def _live(self) -> None:
        spec = self.manifest["spec"]
        for volume in spec["volumes"]:
            self.volume(volume["name"]).mkdir(parents=True)
            self.volume(volume["name"]).chmod(0o777)
        missing = [one["image"] for one in spec["containers"] if one["image"] not in self.node.images]
        if missing:
            self._wait_in_vain(missing[0])
            return
        self.tell("Pending")
        (companion,) = spec["initContainers"]
        (bot,) = spec["containers"]
        sidecar = self._start(companion)
        probe = companion["startupProbe"]["exec"]["command"]
        while not self._succeeds(self.command(companion, probe)):
            if self._must_end() or sidecar.exit_code is not None:
                self._finish("Failed", 0)
                return
            time.sleep(LOOK)
        running = self._start(bot)
        self.tell("Running")
        while running.exit_code is None and not self._must_end():
            time.sleep(LOOK)
        grace = spec["terminationGracePeriodSeconds"]
        if self.deleted is not None:
            grace = self.deleted
            running.end(grace)
        # The bot has ended; now its companion is asked to end.
        self.tell("Running")
        code = running.exit_code
        self._finish("Succeeded" if code == 0 else "Failed", grace)

    def _wait_in_vain(self, image: str) -> None:
        """Waits as a pod does whose image cannot be fetched."""
        self.tell("Pending")
        waiting = {"reason": "ImagePullBackOff", "message": f"Back-off pulling {image}"}
        status = {"name": "bot", "image": image, "imageID": "", "ready": False}
        status.update(restartCount=0, state={"waiting": waiting})
        body = {"status": {"phase": "Pending", "containerStatuses": [status]}}
        self.node.server.merge(self.node.path(self.name) + "/status", body)
        while not self._must_end():
            time.sleep(LOOK)
        self.node.remove(self.name)

    def _start(self, spec: Manifest) -> Container:
        container = Container(self, spec)
        self.containers[spec["name"]] = container
        return container

    def _succeeds(self, command: list[str]) -> bool:
        done = subprocess.run(command, capture_output=True, check=False)
        return done.returncode == 0

    def _must_end(self) -> bool:
        return self.deleted is not None or self.node.ending.is_set()

    def _finish(self, phase: str, grace: float) -> None:
        companion = self.containers["companion"]
        companion.end(grace)
        self.tell(phase)
        # The pod stays as it is until it is deleted.
        while not self._must_end():
            time.sleep(LOOK)
        self.node.remove(self.name)


class FakeNode:
    """Runs the pods of one namespace inside a `with` block."""

    def __init__(
        self,
        server: ApiServer,
        folder: pathlib.Path,
        namespace: str,
        images: Mapping[str, Image],
    ) -> None:
        self.server = server
        self.folder = folder
        self.images = dict(images)
        self.ending = threading.Event()
        # The manifests of all pods so far, for later checks.
        self.seen: dict[str, Manifest] = {}
        # While this is set, the node takes no pods, as a full cluster does.
        self.is_full = threading.Event()
        self._namespace = namespace
        self._pods: dict[str, Pod] = {}
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._logs = LogServer(self)

    def __enter__(self) -> FakeNode:
        self.folder.mkdir()
        port = self._logs.start(self.folder)
        node = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": NAME}}
        self.server.post("/api/v1/nodes", node)
        status = {
            "addresses": [{"type": "InternalIP", "address": "127.0.0.1"}],
            "daemonEndpoints": {"kubeletEndpoint": {"Port": port}},
            "conditions": [{"type": "Ready", "status": "True"}],
        }
        self.server.merge(f"/api/v1/nodes/{NAME}/status", {"status": status})
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.ending.set()
        self._thread.join()
        for pod in list(self._pods.values()):
            pod.join()
        self._logs.stop()

    def path(self, pod: str = "") -> str:
        return f"/api/v1/namespaces/{self._namespace}/pods" + (f"/{pod}" if pod else "")

    def pods(self) -> list[str]:
        """The pods that have processes or files here."""
        with self._lock:
            return list(self._pods)

    def log_of(self, pod: str, container: str) -> Log | None:
        with self._lock:
            found = self._pods.get(pod)
        if found is None or container not in found.containers:
            return None
        return found.containers[container].log

    def remove(self, name: str) -> None:
        """Deletes the pod at the server: only the node knows that it is gone."""
        body = {"kind": "DeleteOptions", "apiVersion": "v1", "gracePeriodSeconds": 0}
        self.server.delete(self.path(name), body)

    def forget(self, pod: Pod) -> None:
        with self._lock:
            self._pods.pop(pod.name, None)

    def _run(self) -> None:
        while not self.ending.wait(LOOK):
            with self._lock:
                before = dict(self._pods)
            answer = self.server.get(self.path())
            if answer.status != 200:
                continue
            manifests = {one["metadata"]["name"]: one for one in answer.body["items"]}
            for manifest in manifests.values():
                self._look_at(manifest)
            # A pod that the server no longer knows ends at once.
            for name, pod in before.items():
                if name not in manifests and pod.deleted is None:
                    pod.deleted = 0.0

    def _look_at(self, manifest: Manifest) -> None:
        metadata = manifest["metadata"]
        name = metadata["name"]
        with self._lock:
            pod = self._pods.get(name)
        if pod is not None:
            if "deletionTimestamp" in metadata and pod.deleted is None:
                pod.deleted = float(metadata.get("deletionGracePeriodSeconds", 0))
            return
        if "deletionTimestamp" in metadata:
            self.remove(name)
            return
        if name in self.seen or self.is_full.is_set():
            return
        self.seen[name] = manifest
        target = {"apiVersion": "v1", "kind": "Node", "name": NAME}
        binding = {
            "apiVersion": "v1",
            "kind": "Binding",
            "metadata": {"name": name},
            "target": target,
        }
        self.server.post(self.path(name) + "/binding", binding)
        pod = Pod(self, manifest)
        with self._lock:
            self._pods[name] = pod
        pod.start()


class LogServer:
    """Serves logs to the API server, as a kubelet does."""

    def __init__(self, node: FakeNode) -> None:
        handler = type("Handler", (LogHandler,), {"node": node})
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True

    def start(self, folder: pathlib.Path) -> int:
        key, certificate = folder / "node.key", folder / "node.crt"
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1"]
        command += ["-subj", f"/CN={NAME}", "-addext", "subjectAltName=IP:127.0.0.1"]
        subprocess.run(
            [*command, "-keyout", key, "-out", certificate], check=True, capture_output=True
        )
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(certificate, key)
        self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return int(self._server.server_address[1])

    def stop(self) -> None:
        self._server.shutdown()
        self._server.server_close()


class LogHandler(http.server.BaseHTTPRequestHandler):
    node: FakeNode
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        pass

    def do_GET(self) -> None:
        url = urllib.parse.urlsplit(self.path)
        wanted = dict(urllib.parse.parse_qsl(url.query))
        parts = url.path.strip("/").split("/")
        log = None
        if len(parts) == 4 and parts[0] == "containerLogs":
            log = self.node.log_of(parts[2], parts[3])
        if log is None:
            self.send_error(404)
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/plain")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        with contextlib.suppress(OSError):
            for line in self._lines(log, wanted):
                self.wfile.write(b"%x\r\n%s\r\n" % (len(line), line))
                self.wfile.flush()
            self.wfile.write(b"0\r\n\r\n")

    def _lines(self, log: Log, wanted: dict[str, str]) -> Any:
        since = wanted.get("sinceTime", "").rstrip("Z").encode()
        follows = wanted.get("follow") == "true"
        told = 0
        while True:
            with log.changed:
                while follows and told == len(log.lines) and not log.ended:
                    log.changed.wait(1)
                new, over = log.lines[told:], log.ended or not follows
            told += len(new)
            for line in new:
                if line[:19] >= since[:19]:
                    has_time = wanted.get("timestamps") == "true"
                    yield line if has_time else line.split(b" ", 1)[1]
            if over and not new:
                return
