"""The pictures of the card games, step by step in a browser."""

from __future__ import annotations

import gzip
import pathlib
from collections.abc import Iterator
from typing import Any

import pytest
from browser import Browser
from pages import ROOT
from steps import deal_ends, serve_steps, write_steps

WEB = ROOT / "arena" / "viewer" / "web"
GAMES = ["doppelkopf", "ordago", "seconds"]
# A page of 360 pixels has 344 for a picture.
PHONE = 360
# The size of the pictures with all that they share, compressed as a server would.
MOST_BYTES = 25_000
# The 95th percentile of drawing a step; the frame has a budget of 8. Busy
# machines take several times as long.
MOST_MILLISECONDS = 40.0


@pytest.fixture(scope="module")
def steps(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The folder of the matches that write_steps wrote."""
    folder = tmp_path_factory.mktemp("steps")
    write_steps(folder)
    return folder


@pytest.fixture(scope="module")
def address(steps: pathlib.Path) -> Iterator[str]:
    with serve_steps(steps) as where:
        yield where


def in_page(browser: Browser, script: str, *arguments: Any) -> Any:
    """The result of an asynchronous function with this body."""
    return browser.driver.execute_async_script(
        f"""
          const given = [...arguments];
          const done = given.pop();
          (async () => {{ {script} }})().then(done, (error) =>
            done({{ findings: [String(error.stack ?? error)], checks: 0,
              milliseconds: [] }}));
        """,
        *arguments,
    )


def show(browser: Browser, address: str, name: str, view: str, step: int) -> None:
    """Opens the page of a step, and waits until it is drawn."""
    browser.visit(
        f"{address}/tests/arena/viewer/pictures/index.html?name={name}&view={view}&step={step}"
    )
    browser.wait("document.body?.dataset.drawn !== undefined")


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_every_view_shows_what_its_observation_says(
    browser: Browser, address: str, steps: pathlib.Path, game: str
) -> None:
    browser.look(PHONE)
    browser.visit(f"{address}/tests/arena/viewer/pictures/index.html?name={game}")
    names = sorted(path.stem for path in steps.glob(f"{game}*.json"))
    assert len(names) > 10
    findings: list[str] = []
    milliseconds: list[float] = []
    checks = 0
    for name in names:
        result = in_page(
            browser,
            """const { checkMatch } = await import("/tests/arena/viewer/pictures/checks.js");
               return checkMatch(given[0]);""",
            name,
        )
        findings += result["findings"]
        milliseconds += result["milliseconds"]
        checks += result["checks"]
    milliseconds.sort()
    late = milliseconds[len(milliseconds) * 95 // 100] if milliseconds else 0
    print(
        f"\n{game}: {len(names)} matches, {len(milliseconds)} pictures, {checks} checks, "
        f"95th percentile {late:.1f} ms"
    )
    assert findings[:10] == []
    assert checks > 10_000
    assert late < MOST_MILLISECONDS
    assert browser.run("return window.broken") is None
    assert browser.console() == []


def test_names_are_text_only(browser: Browser, address: str) -> None:
    for game in GAMES:
        show(browser, address, game, "table", 3)
        assert browser.run("return document.querySelector('#picture img, #picture script')") is None
        text = browser.run("return document.getElementById('picture').textContent")
        assert '<img src=x onerror="window.broken=1">' in text
        assert browser.run("return window.broken") is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing(
    browser: Browser, address: str, steps: pathlib.Path, scheme: str
) -> None:
    browser.look(PHONE, scheme=scheme)
    for name in [*GAMES, "doppelkopf-poverty", "ordago-signs", "ordago-three"]:
        for view, step in (("table", deal_ends(steps, name, "table")[0]), ("1", 10)):
            show(browser, address, name, view, step)
            violations = in_page(
                browser,
                """await import("/axe/axe.min.js");
                   const { violations } = await axe.run("#picture, #score",
                     { resultTypes: ["violations"] });
                   return violations.map(({ id, impact, nodes }) =>
                     `${impact} ${id}: ${nodes[0].html} (${nodes[0].failureSummary})`);""",
            )
            assert violations == [], f"{name} {view} {step}"


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_nothing_is_wider_than_the_page(browser: Browser, address: str, width: int) -> None:
    browser.look(width)
    for game in GAMES:
        show(browser, address, game, "table", 0)
        wide = in_page(
            browser,
            """const { widths } = await import("/tests/arena/viewer/pictures/checks.js");
               return widths(given[0]);""",
            game,
        )
        assert wide == [], f"{game} at {width} px"


def test_the_code_is_small() -> None:
    shared = ["bar.js", "card_tables.js", "cards.js", "ring.js", "seats.js", "tricks.js", "cards.css"]
    own = [path for game in GAMES for path in sorted((WEB / "pictures").glob(f"{game}*.js"))]
    mine = [*own, *(WEB / "pictures" / name for name in shared)]
    size = len(gzip.compress(b"".join(path.read_bytes() for path in mine), 9, mtime=0))
    print(f"\n{size} bytes gzipped in {len(mine)} files")
    assert size < MOST_BYTES
