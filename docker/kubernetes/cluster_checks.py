"""Checks of the manifests by an API server: a dry run of each, restricted Pod
Security for the pods, and the rights of the runners' account."""

from __future__ import annotations

import copy
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from api_server import Answer, ApiServer

Manifest = dict[str, Any]
STRICT = "?fieldValidation=Strict"
DRY_RUN = STRICT + "&dryRun=All"
APPLY = "&fieldManager=check&force=true"
BOTS = "arena-bots"


class Result(NamedTuple):
    """The result of one check."""

    good: bool
    text: str

    def of(self, kustomization: str) -> Result:
        return Result(self.good, f"{kustomization}: {self.text}")

    def __str__(self) -> str:
        return f"{'ok  ' if self.good else 'FAIL'} {self.text}"


class Resources:
    """The paths of a server's resources, which the server tells."""

    def __init__(self, server: ApiServer) -> None:
        self._server = server
        self._known: dict[str, dict[str, tuple[str, bool]]] = {}

    def path(self, manifest: Manifest) -> str:
        version = manifest["apiVersion"]
        root = f"/apis/{version}" if "/" in version else f"/api/{version}"
        if version not in self._known:
            listed = self._server.get(root).body.get("resources", [])
            self._known[version] = {
                resource["kind"]: (resource["name"], resource["namespaced"])
                for resource in listed
                if "/" not in resource["name"]
            }
        name, namespaced = self._known[version][manifest["kind"]]
        if not namespaced:
            return f"{root}/{name}"
        return f"{root}/namespaces/{manifest['metadata']['namespace']}/{name}"


def check(
    server: ApiServer, rendered: dict[str, list[Manifest]]
) -> Iterator[Result]:
    """Runs all checks of rendered kustomizations on an empty server."""
    resources = Resources(server)
    for name, manifests in rendered.items():
        for result in check_dry_run(server, resources, manifests):
            yield result.of(name)
        for result in check_pods_of(server, resources, manifests):
            yield result.of(name)
    yield from check_pod_security(server, bot_pod())
    yield from check_rights(server)


# ---- Dry run ----


def check_dry_run(
    server: ApiServer, resources: Resources, manifests: list[Manifest]
) -> Iterator[Result]:
    """Makes namespaces and rights for the later checks, too."""
    # Namespaces come first: nothing in a namespace can be tried before it exists.
    ordered = sorted(manifests, key=lambda one: one["kind"] != "Namespace")
    for manifest in ordered:
        path = f"{resources.path(manifest)}/{manifest['metadata']['name']}"
        answer = server.apply(path + DRY_RUN + APPLY, manifest)
        yield taken(f"{manifest['kind']} {name_of(manifest)}", answer)
        if manifest["kind"] in ("Namespace", "Role", "RoleBinding"):
            server.apply(path + STRICT + APPLY, manifest)


def apply_all(server: ApiServer, manifests: list[Manifest], kinds: set[str]) -> None:
    """Makes the objects of these kinds."""
    resources = Resources(server)
    wanted = [one for one in manifests if one["kind"] in kinds]
    for manifest in sorted(wanted, key=lambda one: one["kind"] != "Namespace"):
        path = f"{resources.path(manifest)}/{manifest['metadata']['name']}"
        server.apply(path + STRICT + APPLY, manifest)


def name_of(manifest: Manifest) -> str:
    metadata = manifest["metadata"]
    return "/".join(filter(None, [metadata.get("namespace"), metadata["name"]]))


def taken(what: str, answer: Answer) -> Result:
    """A warning is a mistake, too: restricted Pod Security only warns of a
    Deployment, and then refuses its pods."""
    good = answer.status in (200, 201) and not answer.warnings
    said = [answer.message] if answer.status >= 300 else answer.warnings
    return Result(good, f"{what}: {answer.status} {' '.join(said)}".rstrip())


# ---- Pods ----


def check_pods_of(
    server: ApiServer, resources: Resources, manifests: list[Manifest]
) -> Iterator[Result]:
    """The pods that controllers would make are accepted."""
    for manifest in manifests:
        template = manifest.get("spec", {}).get("template")
        if template is None:
            continue
        pod = {
            "apiVersion": "v1",
            "kind": "Pod",
            "metadata": {
                "name": f"{manifest['metadata']['name']}-0",
                "namespace": manifest["metadata"]["namespace"],
            },
            "spec": template["spec"],
        }
        answer = server.post(resources.path(pod) + DRY_RUN, pod)
        yield taken(f"pod of {manifest['kind']} {name_of(manifest)}", answer)


def bot_pod() -> Manifest:
    """A correct pod for a bot, for checks without a runner."""
    return {
        "apiVersion": "v1",
        "kind": "Pod",
        "metadata": {"name": "bot", "namespace": BOTS},
        "spec": {
            "restartPolicy": "Never",
            "automountServiceAccountToken": False,
            "enableServiceLinks": False,
            "securityContext": {
                "runAsNonRoot": True,
                "runAsUser": 65532,
                "seccompProfile": {"type": "RuntimeDefault"},
            },
            "containers": [
                {
                    "name": "bot",
                    "image": "pentathlon/runtime-python",
                    "command": ["python3", "my_bot.py"],
                    "resources": {"limits": {"cpu": "1", "memory": "512Mi"}},
                    "securityContext": {
                        "allowPrivilegeEscalation": False,
                        "readOnlyRootFilesystem": True,
                        "capabilities": {"drop": ["ALL"]},
                    },
                }
            ],
        },
    }


def as_root(spec: Manifest) -> None:
    spec["securityContext"].update(runAsNonRoot=False, runAsUser=0)


def host_folder(spec: Manifest) -> None:
    host = {"name": "host", "hostPath": {"path": "/"}}
    spec["volumes"] = [*spec.get("volumes", []), host]


def context(**fields: object) -> Callable[[Manifest], None]:
    def change(spec: Manifest) -> None:
        spec["containers"][0]["securityContext"].update(fields)

    return change


def shared(field: str) -> Callable[[Manifest], None]:
    def change(spec: Manifest) -> None:
        spec[field] = True

    return change


def unconfined(spec: Manifest) -> None:
    spec["securityContext"]["seccompProfile"]["type"] = "Unconfined"


# The requests of a runner that was broken into. Each must be refused.
BAD_PODS: dict[str, Callable[[Manifest], None]] = {
    "as root": as_root,
    "privileged": context(privileged=True, allowPrivilegeEscalation=True),
    "may gain privileges": context(allowPrivilegeEscalation=True),
    "keeps capabilities": context(capabilities={}),
    "adds a capability": context(capabilities={"drop": ["ALL"], "add": ["SYS_ADMIN"]}),
    "no seccomp filter": unconfined,
    "network of the node": shared("hostNetwork"),
    "processes of the node": shared("hostPID"),
    "memory of the node": shared("hostIPC"),
    "folder of the node": host_folder,
}


def check_pod_security(server: ApiServer, good: Manifest) -> Iterator[Result]:
    """The pod is accepted, and each bad change of the pod is refused."""
    path = Resources(server).path(good) + DRY_RUN
    yield taken("a bot's pod", server.post(path, good))
    for name, spoil in BAD_PODS.items():
        bad = copy.deepcopy(good)
        spoil(bad["spec"])
        answer = server.post(path, bad)
        refused = answer.status == 403 and "PodSecurity" in answer.message
        reason = answer.message.split("restricted:latest", 1)[-1].lstrip('": ')
        yield Result(refused, f"refused, pod {name}: {answer.status} {reason}")


# ---- Rights ----

LEASES = "leases"
GROUPS = {"roles": "rbac.authorization.k8s.io", LEASES: "coordination.k8s.io"}

# The rights of a runner: verb, resource, subresource, namespace.
ALLOWED = [
    ("create", "pods", "", BOTS),
    ("get", "pods", "", BOTS),
    ("list", "pods", "", BOTS),
    ("watch", "pods", "", BOTS),
    ("delete", "pods", "", BOTS),
    ("get", "pods", "log", BOTS),
    ("create", LEASES, "", BOTS),
    ("get", LEASES, "", BOTS),
    ("list", LEASES, "", BOTS),
    ("update", LEASES, "", BOTS),
    ("delete", LEASES, "", BOTS),
]
FORBIDDEN = [
    ("create", "pods", "exec", BOTS),
    ("create", "pods", "ephemeralcontainers", BOTS),
    ("update", "pods", "", BOTS),
    ("patch", "pods", "", BOTS),
    ("update", LEASES, "", "arena"),
    ("get", "secrets", "", BOTS),
    ("create", "serviceaccounts", "token", BOTS),
    ("update", "roles", "", BOTS),
    ("create", "pods", "", "arena"),
    ("get", "secrets", "", "arena"),
    ("get", "pods", "log", "arena"),
    ("list", "nodes", "", ""),
    ("create", "namespaces", "", ""),
]


def check_rights(server: ApiServer) -> Iterator[Result]:
    # The server notices new rights a moment later.
    deadline = time.monotonic() + 30
    while not may(server, *ALLOWED[0]) and time.monotonic() < deadline:
        time.sleep(0.1)
    for wanted, rights in ((True, ALLOWED), (False, FORBIDDEN)):
        for verb, resource, part, namespace in rights:
            allowed = may(server, verb, resource, part, namespace)
            what = "/".join(filter(None, [resource, part]))
            where = namespace or "the cluster"
            yield Result(
                allowed == wanted,
                f"a runner {'may' if allowed else 'may not'} {verb} {what} in {where}",
            )


def may(server: ApiServer, verb: str, resource: str, part: str, space: str) -> bool:
    asked = {
        "verb": verb,
        "resource": resource,
        "subresource": part,
        "namespace": space,
        "group": GROUPS.get(resource, ""),
    }
    review = {
        "apiVersion": "authorization.k8s.io/v1",
        "kind": "SubjectAccessReview",
        "spec": {
            "user": "system:serviceaccount:arena:runner",
            "groups": ["system:serviceaccounts", "system:authenticated"],
            "resourceAttributes": asked,
        },
    }
    path = "/apis/authorization.k8s.io/v1/subjectaccessreviews"
    return bool(server.post(path, review).body["status"]["allowed"])
