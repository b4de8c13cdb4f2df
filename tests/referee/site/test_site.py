"""The pages of a referee in a real browser."""

from __future__ import annotations

import json
import pathlib
import re
import socket
import subprocess
import urllib.error
import urllib.request
from typing import Any

import pytest
from arena_pages import LABEL, Pages
from arena_site import Referee
from browser import Browser
from pages import BUILD

HERE = pathlib.Path(__file__).resolve().parent
AXE = HERE.parents[1] / "arena/viewer/node_modules/axe-core/axe.min.js"
SHOWN = "document.querySelector('main, [role=alert]')"


def visit(browser: Browser, pages: Pages, address: str) -> None:
    browser.visit(pages.url + address)
    browser.wait(SHOWN)


def serious_violations(browser: Browser) -> list[Any]:
    browser.run(AXE.read_text())
    found: list[Any] = browser.driver.execute_async_script(
        "axe.run({resultTypes: ['violations']}).then((r) =>"
        " arguments[0](r.violations))"
    )
    return [
        (v["id"], [n["html"][:160] for n in v["nodes"][:3]])
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


# ---- Accessibility ----


@pytest.mark.parametrize(
    "width, scheme", [(360, "dark"), (360, "light"), (768, "light"), (1280, "dark")]
)
def test_nothing_serious_is_found_by_axe(
    width: int, scheme: str, pages: Pages, browser: Browser
) -> None:
    browser.look(width, scheme=scheme)
    for name, address in pages.addresses().items():
        visit(browser, pages, address)
        assert serious_violations(browser) == [], name
        assert (
            browser.run("return document.documentElement.scrollWidth") <= width
        ), f"{name} scrolls sideways"
    browser.look(1280)


def test_pages_ask_for_nothing_elsewhere_and_complain_of_nothing(
    pages: Pages, browser: Browser
) -> None:
    for name, address in pages.addresses().items():
        if name == "missing":
            continue
        visit(browser, pages, address)
        assert browser.complaints(pages.url) == [], name


def test_the_whole_site_is_linked(pages: Pages, browser: Browser) -> None:
    """Every link leads to a page."""
    seen = {"/"}
    todo = ["/"]
    while todo:
        address = todo.pop()
        browser.visit(pages.url + address)
        links = browser.run(
            "return [...document.querySelectorAll('a[href]')]"
            ".map((a) => a.getAttribute('href'))"
        )
        assert "404" not in browser.run("return document.title"), address
        assert not browser.run(
            "return document.querySelector('.error') !== null"
        ), address
        for link in links:
            link = link.split("#")[0]
            kind = link.split("?")[0].split("/")[1:2]
            # One page of each kind is enough.
            known = sum(other.split("?")[0].split("/")[1:2] == kind for other in seen)
            if not link.startswith("/") or link in seen or known >= 3:
                continue
            seen.add(link)
            if not link.endswith(".atom"):
                todo.append(link)
    assert len(seen) > 15


# ---- Attacks ----


def test_hostile_texts_do_nothing(pages: Pages, browser: Browser) -> None:
    for address in (f"/match/{pages.match_ids[0]}", "/matches", "/"):
        visit(browser, pages, address)
        browser.wait("document.readyState === 'complete'")
        assert browser.run("return window.attacked") is None
        assert browser.run("return document.querySelector('img')") is None
    quoted = urllib.request.quote(LABEL, safe="")
    for address in (f"/bot/{quoted}", f"/matches?bot={quoted}", f"/{quoted}"):
        browser.visit(pages.url + address)
        browser.wait("document.readyState === 'complete'")
        assert browser.run("return window.attacked") is None
        assert browser.run("return document.querySelector('img')") is None


def test_what_is_put_in_does_not_run(pages: Pages, browser: Browser) -> None:
    visit(browser, pages, "/")
    refused = browser.driver.execute_async_script(
        """
        const done = arguments[0];
        const script = document.createElement("script");
        addEventListener("securitypolicyviolation", () => done(true));
        try { script.textContent = "window.attacked = 1"; } catch {}
        document.body.append(script);
        """
    )
    assert refused
    assert browser.run("return window.attacked") is None


# ---- Readers ----


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Any:
    data = tmp_path_factory.mktemp("guarded") / "data"
    made = subprocess.run(
        [BUILD / "bin/referee", "--data", data, "--create-admin-token", "root"],
        check=True,
        stdout=subprocess.PIPE,
        text=True,
    )
    referee = Referee(data, "--tokens")
    yield f"http://127.0.0.1:{referee.port}", made.stdout.strip()
    referee.kill()


def test_a_link_fills_in_the_token(guarded: Any, browser: Browser) -> None:
    url, token = guarded
    browser.visit(f"{url}/")
    assert "Log in first" in browser.run("return document.title")
    browser.visit(f"{url}/token#{token}")
    browser.wait("document.getElementById('token').value !== ''")
    assert "press Log in" in browser.run(
        "return document.getElementById('filled-in').textContent"
    )
    assert token not in browser.run("return location.href")
    browser.run("document.querySelector('#log-in button').click()")
    browser.wait("document.querySelector('button[name=leave]')")
    assert browser.run("return document.cookie") == ""
    browser.visit(f"{url}/matches")
    assert "Matches" in browser.run("return document.title")
    assert token not in browser.run("return document.documentElement.outerHTML")
    browser.visit(f"{url}/token")
    browser.run("document.querySelector('button[name=leave]').click()")
    browser.wait(
        "document.getElementById('log-in')"
        " && !document.querySelector('button[name=leave]')"
    )
    browser.visit(f"{url}/matches")
    assert "Log in first" in browser.run("return document.title")


def test_a_wrong_token_locks_nobody_out(guarded: Any, browser: Browser) -> None:
    url, token = guarded
    for entered in ("nonsense", token):
        browser.visit(f"{url}/token")
        browser.wait("document.getElementById('token')")
        browser.run(f"document.getElementById('token').value = {entered!r}")
        browser.run("document.querySelector('#log-in button').click()")
        if entered != token:
            browser.wait("document.querySelector('.error')")
            assert browser.run("return document.querySelector('[name=leave]')") is None
    browser.wait("document.querySelector('button[name=leave]')")
    browser.visit(f"{url}/matches")
    assert "Matches" in browser.run("return document.title")
    browser.driver.delete_all_cookies()


TOURNAMENT = """
name = "spring"

[[bot]]
name = "one"
built_in = "greedy"

[[bot]]
name = "two"
built_in = "random"

[[event]]
name = "ordo"
game = "ordo"
format = "ladder"
"""


def free_port() -> int:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return int(taken.getsockname()[1])


def test_a_tournament_is_read_by_its_link_alone(
    tmp_path: pathlib.Path, browser: Browser
) -> None:
    cup = tmp_path / "cup.toml"
    cup.write_text(TOURNAMENT)
    # A ladder without end runs until it is stopped.
    program = subprocess.Popen(
        [
            *(BUILD / "bin/arena", "tournament", "run", cup),
            *("--http", f"127.0.0.1:{free_port()}", "--quiet"),
        ],
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert program.stderr
        heard = ""
        while not (found := re.search(r"(http://\S+)/token#(\S+)", heard)):
            line = program.stderr.readline()
            assert line, heard
            heard += line
        url, token = found.groups()
        for address in ("/", "/matches", "/competition/spring.ordo"):
            with pytest.raises(urllib.error.HTTPError) as refused:
                urllib.request.urlopen(url + address)
            assert refused.value.code == 401
        with pytest.raises(urllib.error.HTTPError):
            urllib.request.urlopen(
                urllib.request.Request(
                    f"{url}/arena.v1.MatchService/ListMatches",
                    json.dumps({}).encode(),
                    {"Content-Type": "application/json"},
                )
            )
        browser.visit(f"{url}/token#{token}")
        browser.wait("document.getElementById('token').value !== ''")
        browser.run("document.querySelector('#log-in button').click()")
        browser.wait("document.querySelector('button[name=leave]')")
        browser.visit(f"{url}/competition/spring.ordo")
        assert "spring.ordo" in browser.run("return document.title")
    finally:
        program.terminate()
        program.communicate()
