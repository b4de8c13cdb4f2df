"""Sets of competitions at a referee: their pages, and the file that arena makes."""

from __future__ import annotations

import pathlib
import subprocess
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from arena_site import Bot, Referee
from browser import Browser
from pages import BUILD, arena
from test_set import TABLES, WALK
from test_page import text


def compete(referee: Referee, name: str, players: list[Any], **spec: Any) -> None:
    """Begins a competition between players such as {"builtIn": "greedy"}."""
    referee.call(
        "CompetitionService/CreateCompetition",
        spec={
            "name": name,
            "entrants": [
                {"name": "-".join(player.values()), "players": [player]}
                for player in players
            ],
            "format": "FORMAT_ROUND_ROBIN",
            "deals": "DEALS_DUPLICATE",
            "clock": {"untimed": True},
            **spec,
        },
    )


def results(referee: Referee, name: str, count: int) -> list[Any]:
    """Waits until a number of matches of a competition are over, and returns them."""
    found: list[Any] = []
    for message in referee.stream("CompetitionService/WatchCompetition", name=name):
        found += message.get("matches", [])
        if len(found) >= count:
            break
    return found


@pytest.fixture(scope="module")
def referee(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Referee]:
    started = Referee(tmp_path_factory.mktemp("data"), "--log-level", "off")
    three = [{"builtIn": name} for name in ("greedy", "random", "first")]
    compete(started, "cup", three, game="octrix", seats=3, options={"target": "20"})
    compete(started, "many", three, game="octrix", seats=4, options={"target": "8"})
    results(started, "cup", 3)
    results(started, "many", 36)
    yield started
    started.kill()


def visit(browser: Browser, referee: Referee, path: str, sealed: str = "") -> str:
    """Opens a page of the site, and returns its address. The browser may complain
    that a request of the page for `sealed` is refused."""
    site = f"http://127.0.0.1:{referee.port}"
    browser.driver.get("about:blank")
    browser.complaints()
    browser.driver.get(site + path)
    browser.wait("document.querySelector('main, [role=alert]')")
    elsewhere = [line for line in browser.complaints() if f"request: {site}" not in line]
    assert [line for line in elsewhere if not (sealed and sealed in line)] == []
    return str(browser.driver.current_url)


def test_a_set_has_a_page(
    referee: Referee, browser: Browser, tmp_path: pathlib.Path
) -> None:
    browser.look(1280)
    visit(browser, referee, "/set/cup/0#t1.2")
    assert "Set 0 of cup" not in text(browser, "h1")
    assert text(browser, "h1") == "Octrix (solo3): 3 tables with the same deals"
    served = browser.run(WALK)
    assert len(served) == 3
    # The same as the file.
    page = tmp_path / "set.html"
    arena("replay", "--address", referee.address, "--set", "cup/0", "--html", page)
    browser.open(page)
    assert browser.run(WALK) == served


def test_a_large_set_is_shown_in_parts(referee: Referee, browser: Browser) -> None:
    visit(browser, referee, "/set/many/0")
    assert len(browser.run(TABLES)) == 12
    more = browser.run("return document.querySelector('.more').getAttribute('href')")
    assert more == "/set/many/0?from=12"
    visit(browser, referee, "/set/many/0?from=24")
    assert len(browser.run(TABLES)) == 12
    assert browser.run("return document.querySelector('.more')") is None
    told = refused("replay", "--address", referee.address, "--set", "many/0",
                   "--html", "/dev/null")
    assert "there are 36 matches" in told
    assert "a page shows up to 12" in told


def refused(*arguments: str) -> str:
    run = subprocess.run(
        [BUILD / "bin/arena", *arguments], check=False, capture_output=True, text=True
    )
    assert run.returncode != 0
    return " ".join(run.stderr.split())


def answer(referee: Referee, path: str) -> tuple[int, str]:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{referee.port}{path}") as page:
            return page.status, page.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


@pytest.mark.parametrize(
    "path, status, why",
    [
        ("/set/cup/99", 404, "No match of set 99 of cup has a result"),
        ("/set/cup/first", 404, "is no number of a set"),
        ("/set/nowhere/0", 404, "nowhere"),
        ("/set/many/0?from=36", 400, "expected 0 to 35"),
        ("/set/cup", 404, "There is no page"),
    ],
)
def test_what_is_not_there_is_said(
    path: str, status: int, why: str, referee: Referee
) -> None:
    found, page = answer(referee, path)
    assert found == status
    assert why in page


def test_a_set_that_is_not_there_is_said_in_the_terminal(referee: Referee) -> None:
    at = ("replay", "--address", referee.address, "--html", "/dev/null", "--set")
    assert "no match of set 7 of cup has a result; 1 of its sets are over" in refused(
        *at, "cup/7")
    assert "expected COMPETITION/NUMBER" in refused(*at, "cup")


def test_a_set_that_is_still_played_is_sealed(
    referee: Referee, browser: Browser
) -> None:
    """A set is sealed because its other matches have the same deals."""
    bot = Bot(referee, "octrix", 2)
    compete(referee, "open", [{"bot": "tester"}, {"builtIn": "greedy"}],
            game="octrix", seats=2, options={"target": "8"})
    bot.play_on()
    # The bot leaves after one of the two.
    match = results(referee, "open", 1)[0]["matchId"]
    status, why = answer(referee, f"/match/{match}/document")
    assert status >= 400
    assert "set" in why
    page = visit(browser, referee, "/set/open/0", f"/match/{match}/document")
    assert page.endswith(f"/match/{match}")
    assert browser.run("return document.querySelector('.picture')") is None
    assert "set" in refused(
        "replay", "--address", referee.address, "--set", "open/0", "--html", "/dev/null")
