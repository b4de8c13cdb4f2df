"""A real API server of Kubernetes with its database, for checks. It has no nodes and
no controllers, so no pod runs. It accepts or refuses manifests as a cluster does. It
knows two accounts: the administrator and the runners."""

from __future__ import annotations

import json
import pathlib
import secrets
import socket
import ssl
import subprocess
import time
import urllib.error
import urllib.request
from types import TracebackType
from typing import Any, NamedTuple

STARTS_WITHIN = 180.0
RUNNER = "system:serviceaccount:arena:runner"


class Answer(NamedTuple):
    """An answer of the server: the HTTP status, the body and the warnings."""

    status: int
    body: dict[str, Any]
    warnings: list[str]

    @property
    def message(self) -> str:
        return str(self.body.get("message", ""))


class Broken(Exception):
    """The server did not start; the text says why."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class ApiServer:
    """Runs etcd and kube-apiserver inside a `with` block."""

    def __init__(self, etcd: str, program: pathlib.Path, folder: pathlib.Path):
        self._etcd = etcd
        self._program = program
        self._folder = folder
        self._token = secrets.token_hex(16)
        # The token of the runners' account.
        self.runner_token = secrets.token_hex(16)
        self._processes: list[subprocess.Popen[bytes]] = []
        self._address = ""
        # The server makes a certificate for itself at each start.
        self._tls = ssl._create_unverified_context()

    def __enter__(self) -> ApiServer:
        try:
            database = self._start_etcd()
            self._start_server(database)
            self._await_readiness()
        except BaseException:
            self._end()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._end()

    def post(self, path: str, document: object) -> Answer:
        """Sends a request, with a document if there is one."""
        return self._call("POST", path, document)

    def apply(self, path: str, document: object) -> Answer:
        """Makes an object, or changes it if it exists."""
        kind = "application/apply-patch+yaml"
        return self._call("PATCH", path, document, kind)

    def merge(self, path: str, document: object) -> Answer:
        """Changes the fields of an object that the document names."""
        return self._call("PATCH", path, document, "application/merge-patch+json")

    def get(self, path: str) -> Answer:
        return self._call("GET", path)

    def delete(self, path: str, document: object = None) -> Answer:
        return self._call("DELETE", path, document)

    @property
    def address(self) -> str:
        return self._address

    @property
    def authority(self) -> pathlib.Path:
        """The certificate to trust."""
        return self._folder / "certificates" / "apiserver.crt"

    def _call(
        self,
        method: str,
        path: str,
        document: object = None,
        kind: str = "application/json",
    ) -> Answer:
        request = urllib.request.Request(
            self._address + path,
            data=None if document is None else json.dumps(document).encode(),
            method=method,
            headers={
                "Authorization": f"Bearer {self._token}",
                "Content-Type": kind,
            },
        )
        # Without a proxy, because the server is on this machine.
        opener = urllib.request.build_opener(
            urllib.request.ProxyHandler({}),
            urllib.request.HTTPSHandler(context=self._tls),
        )
        try:
            with opener.open(request, timeout=60) as reply:
                return self._answer(reply.status, reply.read(), reply.headers)
        except urllib.error.HTTPError as refusal:
            return self._answer(refusal.code, refusal.read(), refusal.headers)

    @staticmethod
    def _answer(status: int, body: bytes, headers: Any) -> Answer:
        try:
            document = json.loads(body)
        except ValueError:
            document = {"message": body.decode(errors="replace")}
        return Answer(status, document, headers.get_all("Warning") or [])

    def _start(self, name: str, *command: str | pathlib.Path) -> None:
        with (self._folder / f"{name}.log").open("wb") as log:
            self._processes.append(
                subprocess.Popen(
                    command,
                    cwd=self._folder,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )
            )

    def _start_etcd(self) -> str:
        client = f"http://127.0.0.1:{free_port()}"
        peer = f"http://127.0.0.1:{free_port()}"
        self._start(
            "etcd",
            self._etcd,
            f"--data-dir={self._folder / 'etcd'}",
            f"--listen-client-urls={client}",
            f"--advertise-client-urls={client}",
            f"--listen-peer-urls={peer}",
            f"--initial-advertise-peer-urls={peer}",
            f"--initial-cluster=default={peer}",
            "--unsafe-no-fsync",
        )
        return client

    def _start_server(self, database: str) -> None:
        key = self._folder / "accounts.key"
        public = self._folder / "accounts.pub"
        subprocess.run(
            ["openssl", "genrsa", "-out", key, "2048"],
            check=True,
            capture_output=True,
        )
        subprocess.run(
            ["openssl", "rsa", "-in", key, "-pubout", "-out", public],
            check=True,
            capture_output=True,
        )
        tokens = self._folder / "tokens.csv"
        groups = "system:serviceaccounts,system:authenticated"
        tokens.write_text(
            f'{self._token},admin,1,"system:masters"\n'
            f'{self.runner_token},{RUNNER},2,"{groups}"\n'
        )
        port = free_port()
        self._address = f"https://127.0.0.1:{port}"
        self._start(
            "kube-apiserver",
            self._program,
            f"--etcd-servers={database}",
            "--bind-address=127.0.0.1",
            "--advertise-address=127.0.0.1",
            f"--secure-port={port}",
            f"--cert-dir={self._folder / 'certificates'}",
            f"--token-auth-file={tokens}",
            f"--service-account-key-file={public}",
            f"--service-account-signing-key-file={key}",
            "--service-account-issuer=https://kubernetes.default.svc",
            "--service-cluster-ip-range=10.0.0.0/24",
            "--authorization-mode=RBAC",
            # Otherwise the server, and not Pod Security, would refuse pods with
            # privileges.
            "--allow-privileged",
            "--endpoint-reconciler-type=none",
            # The server asks nodes for logs at this kind of address.
            "--kubelet-preferred-address-types=InternalIP",
            # A controller would make the accounts of namespaces, and there is none.
            "--disable-admission-plugins=ServiceAccount",
        )

    def _await_readiness(self) -> None:
        deadline = time.monotonic() + STARTS_WITHIN
        while time.monotonic() < deadline:
            for process in self._processes:
                if process.poll() is not None:
                    raise Broken(f"{process.args[0]} has ended; {self._last_words()}")
            try:
                if self.get("/readyz").status == 200:
                    return
            except (urllib.error.URLError, OSError):
                pass
            time.sleep(0.2)
        raise Broken(f"no answer within {STARTS_WITHIN:.0f} s; {self._last_words()}")

    def _last_words(self) -> str:
        logs = sorted(self._folder.glob("*.log"))
        return "\n".join(
            f"{log.name}: {log.read_text(errors='replace')[-1000:]}" for log in logs
        )

    def _end(self) -> None:
        # The server ends first, because it would complain that its database is gone.
        for process in reversed(self._processes):
            process.terminate()
            try:
                process.wait(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self._processes.clear()
