"""The files for an arena on several machines fit the programs, each other, and the
systems that read them.

A test is skipped if it needs a system that is not on this machine, and the summary
of pytest says so.
"""

from __future__ import annotations

import pathlib
import re
import shutil
import subprocess

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
DOCKER = ROOT / "docker"
PROGRAMS = ROOT / "build" / "bin"
TOOLS = ROOT / "build" / "kubernetes-tools"
# By convention, the status of a check that could not be made.
SKIPPED = 77


def run_check(*command: str | pathlib.Path) -> str:
    """Runs a check; returns what it printed, with the status at the end."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode == SKIPPED:
        pytest.skip(done.stdout.strip().splitlines()[-1])
    return f"{done.stdout}status {done.returncode}"


def copy_of_manifests(folder: pathlib.Path, file: str, old: str, new: str) -> None:
    """A copy of docker/ in the folder, with one change."""
    shutil.copytree(DOCKER, folder / "docker")
    (folder / "build").mkdir()
    (folder / "build" / "kubernetes-tools").symlink_to(TOOLS)
    path = folder / "docker" / "kubernetes" / file
    text = path.read_text()
    assert text.count(old) >= 1
    path.write_text(text.replace(old, new, 1))


# ---- Kubernetes ----


@pytest.mark.timeout(600)
def test_kubernetes_knows_the_manifests() -> None:
    said = run_check(DOCKER / "kubernetes" / "check")
    assert said.endswith("status 0"), said


MISTAKES = {
    "a field that there is not": ("base/referees.yaml", "replicas:", "replica:"),
    "a number that is a word": ("base/referees.yaml", "replicas: 2", "replicas: two"),
    "a field of another kind": ("base/network.yaml", "egress:\n", "outgoing:\n"),
    "a version that there is not": ("base/runner-scaling.yaml", "/v2\n", "/v3\n"),
}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("mistake", MISTAKES)
def test_the_check_notices(mistake: str, tmp_path: pathlib.Path) -> None:
    run_check(DOCKER / "kubernetes" / "check")
    copy_of_manifests(tmp_path, *MISTAKES[mistake])
    said = run_check(tmp_path / "docker" / "kubernetes" / "check")
    assert said.endswith("status 1"), said


def need_api_server() -> None:
    if not (TOOLS / "kube-apiserver").exists():
        pytest.skip("not built: docker/kubernetes/check --api-server builds it")


@pytest.mark.timeout(600)
def test_an_api_server_takes_the_manifests() -> None:
    need_api_server()
    said = run_check(DOCKER / "kubernetes" / "check", "--api-server")
    assert said.endswith("status 0"), said
    # The check also plays with bots in pods, if referee and runner are built.
    if "nothing was played" in said:
        pytest.skip(said[said.index("nothing was played") :].splitlines()[0])


# Mistakes that the schema does not find.
WRONG_FOR_A_SERVER = {
    "a pod that is not restricted": (
        "base/referees.yaml",
        "allowPrivilegeEscalation: false",
        "allowPrivilegeEscalation: true",
    ),
    "a name that no port can have": ("base/runners.yaml", "name: bots", "name: Bots"),
    "too many rights": ("base/runner-rights.yaml", "[pods]", "[pods, secrets]"),
    "too few rights": ("base/runner-rights.yaml", "create, get", "get"),
    "bots that may do anything": (
        "base/namespaces.yaml",
        "name: arena-bots\n  labels:\n    pod-security.kubernetes.io/enforce: restricted",
        "name: arena-bots\n  labels:\n    pod-security.kubernetes.io/enforce: privileged",
    ),
}


@pytest.mark.timeout(600)
@pytest.mark.parametrize("mistake", WRONG_FOR_A_SERVER)
def test_an_api_server_notices(mistake: str, tmp_path: pathlib.Path) -> None:
    need_api_server()
    copy_of_manifests(tmp_path, *WRONG_FOR_A_SERVER[mistake])
    check = tmp_path / "docker" / "kubernetes" / "check"
    assert "status 0" in run_check(check)
    said = run_check(check, "--api-server")
    assert "FAIL" in said and said.endswith("status 1"), said


# ---- Slurm ----


@pytest.mark.timeout(300)
def test_slurm_runs_runners() -> None:
    said = run_check(DOCKER / "slurm" / "try")
    assert said.endswith("status 0"), said


# ---- Flags and images ----

# By file: the programs to which the file gives flags.
FLAGS_IN = {
    "compose.yaml": ["referee", "runner"],
    "kubernetes/base/referees.yaml": ["referee"],
    "kubernetes/proxy/kustomization.yaml": ["referee"],
    "kubernetes/base/runners.yaml": ["runner"],
    "kubernetes/example/kustomization.yaml": ["runner"],
    "slurm/runner.sbatch": ["runner"],
}
FLAG = r"(?<![\w-])--[a-z][a-z0-9-]*"


def flags_of(program: str) -> set[str]:
    path = PROGRAMS / program
    if not path.exists():
        pytest.skip(f"there is no program {program}")
    told = subprocess.run([path, "--help"], capture_output=True, text=True, check=True)
    return set(re.findall(FLAG, told.stdout))


@pytest.mark.parametrize("file", FLAGS_IN)
def test_programs_know_the_flags(file: str) -> None:
    lines = (DOCKER / file).read_text().splitlines()
    code = "\n".join(line.split("#")[0] for line in lines)
    used = set(re.findall(FLAG, code))
    assert used
    known = set().union(*map(flags_of, FLAGS_IN[file]))
    assert used <= known


def images_of_build() -> set[str]:
    listed = re.search(r"all=\(([^)]*)\)", (DOCKER / "build").read_text())
    assert listed is not None
    return set(listed[1].split())


@pytest.mark.parametrize(
    "file",
    [
        "compose.yaml",
        "kubernetes/base/referees.yaml",
        "kubernetes/base/runners.yaml",
        "kubernetes/proxy/referees.yaml",
    ],
)
def test_images_are_built(file: str) -> None:
    used = re.findall(r"image: pentathlon/([\w-]+)", (DOCKER / file).read_text())
    assert used
    assert set(used) <= images_of_build()


@pytest.mark.parametrize(
    "flags",
    [
        ["--base", "debian:bookworm-slim"],
        ["--base", "debian:bookworm-slim@sha256:12"],
        ["--release", "1.0"],
        ["--release", "1.0", "--base", "debian:bookworm-slim"],
    ],
)
def test_what_a_tag_alone_names_is_no_base(flags: list[str]) -> None:
    refused = subprocess.run(
        [DOCKER / "build", *flags], capture_output=True, text=True, check=False
    )
    assert refused.returncode == 2
    assert "sha256" in refused.stderr


def test_all_images_begin_with_the_base() -> None:
    dockerfile = (DOCKER / "Dockerfile").read_text()
    from_elsewhere = re.findall(r"^FROM (?!\$|scratch)(\S+)", dockerfile, re.M)
    assert not from_elsewhere


def test_prometheus_reads_all_that_have_metrics() -> None:
    """In compose: referees, whose proxies have their network, and runners."""
    compose = (DOCKER / "compose.yaml").read_text()
    services = set(re.findall(r"^  ([a-z]+-\w+):", compose.split("\nservices:")[1], re.M))
    wanted = {name for name in services if re.match("proxy|runner", name)}
    assert compose.count("--metrics=0.0.0.0:9464") == 3  # Each referee, and all runners.
    read = set(re.findall(r"([\w-]+):9464", (DOCKER / "prometheus.yaml").read_text()))
    assert read == wanted


def test_every_language_has_an_image() -> None:
    folders = {path.name for path in (DOCKER / "runtimes").iterdir() if path.is_dir()}
    images = {f"runtime-{folder}" for folder in folders}
    assert images == {name for name in images_of_build() if name.startswith("runtime-")}


def test_every_image_has_an_account_of_its_own() -> None:
    stages = re.split(r"^FROM ", (DOCKER / "Dockerfile").read_text(), flags=re.M)
    targets = ["referee", "runner", "proxy", "store", "prometheus", "runtime"]
    for target in targets:
        (stage,) = [one for one in stages if one.split("\n")[0].endswith(f" AS {target}")]
        assert "\nUSER 65532:65532\n" in stage, target
