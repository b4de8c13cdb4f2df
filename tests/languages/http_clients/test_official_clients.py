"""The clients of the Connect protocol for Node.js and for browsers call the
referee. The checks are in calls.js."""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from absent import leave_out
from page_server import PageServer
from referee import ROOT, Referee

HERE = pathlib.Path(__file__).resolve().parent
PROTOS = ROOT / "proto"
# Kept between runs.
WORK = ROOT / "build" / "http_clients"
CHECKS = 14


def run(*command: str, cwd: pathlib.Path) -> None:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{command}:\n{done.stdout}{done.stderr}"


def install() -> None:
    """Fetches the clients, but not again unless the lock has changed."""
    wanted = (WORK / "package-lock.json").read_bytes()
    installed = WORK / "node_modules" / ".locked"
    if installed.exists() and installed.read_bytes() == wanted:
        return
    try:
        run("npm", "ci", "--no-audit", "--no-fund", cwd=WORK)
    except AssertionError as failure:
        leave_out(f"the clients cannot be had: {failure}")
    installed.write_bytes(wanted)


@pytest.fixture(scope="session")
def project() -> pathlib.Path:
    """A copy of this folder with the clients and the stubs of the schema."""
    for program in ("node", "npm"):
        if shutil.which(program) is None:
            leave_out(f"{program} is not installed")
    shutil.copytree(HERE, WORK, dirs_exist_ok=True)
    install()
    (WORK / "generated").mkdir(exist_ok=True)
    plugin = WORK / "node_modules" / ".bin" / "protoc-gen-es"
    run(
        "protoc",
        f"-I{PROTOS}",
        f"--plugin={plugin}",
        f"--es_out={WORK / 'generated'}",
        "--es_opt=target=js,import_extension=js",
        *(str(path.relative_to(PROTOS)) for path in sorted(PROTOS.rglob("*.proto"))),
        cwd=PROTOS,
    )
    return WORK


@pytest.fixture
def page_server(project: pathlib.Path) -> Iterator[PageServer]:
    with PageServer(project).serving() as server:
        yield server


@pytest.fixture
def referee(tmp_path: pathlib.Path, request: pytest.FixtureRequest) -> Iterator[Referee]:
    flags = ["--tokens", "--quota-calls", "20"]
    if "page_server" in request.fixturenames:
        server = request.getfixturevalue("page_server")
        flags += ["--http-origin", f"http://127.0.0.1:{server.server_port}"]
    referee = Referee(tmp_path, *flags)
    yield referee
    referee.stop()


def tokens_of(referee: Referee) -> dict[str, str]:
    """By role; the quota of calls holds for the spectator only."""
    made = referee.call(
        "BotService/CreateToken", {"role": "ROLE_SPECTATOR", "owner": "eve", "requestId": "1"}
    )
    return {"admin": referee.token, "spectator": made["secret"]}


def test_node(project: pathlib.Path, referee: Referee) -> None:
    done = subprocess.run(
        ["node", "node_client.js", referee.url, json.dumps(tokens_of(referee))],
        cwd=project,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {"wrong": {}, "checks": CHECKS}


def report_of(page: str, server: PageServer, profile: pathlib.Path) -> Any:
    """The report of a page that a new browser opens."""
    if shutil.which("chromium") is None:
        leave_out("chromium is not installed")
    flags = ["--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
    process = subprocess.Popen(
        ["chromium", *flags, page], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    try:
        return server.results.get(timeout=120)
    finally:
        process.terminate()
        process.wait()


@pytest.mark.timeout(180)
def test_browser(page_server: PageServer, referee: Referee, tmp_path: pathlib.Path) -> None:
    page_server.settings = {"baseUrl": referee.url, "tokens": tokens_of(referee)}
    page = f"http://127.0.0.1:{page_server.server_port}/page.html"
    report = report_of(page, page_server, tmp_path / "profile")
    assert report == {"wrong": {}, "checks": CHECKS}


@pytest.mark.timeout(180)
def test_a_page_of_another_site_calls_nothing(
    page_server: PageServer, referee: Referee, tmp_path: pathlib.Path
) -> None:
    page_server.settings = {"baseUrl": referee.url, "tokens": tokens_of(referee)}
    page = f"http://localhost:{page_server.server_port}/page.html"
    report = report_of(page, page_server, tmp_path / "profile")
    assert len(report["wrong"]) == CHECKS
    assert referee.call("MatchService/ListMatches", {}).get("matches", []) == []
