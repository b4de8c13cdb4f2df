"""The pictures of the card games, step by step in a browser.

`tests/viewer/pictures/test` prepares what they need and runs them.
"""

from __future__ import annotations

import gzip
import json
import os
import pathlib
import subprocess
from collections.abc import Iterator
from typing import Any

import pytest
from browser import ROOT, browser, resize, served
from selenium import webdriver

BUILD = pathlib.Path(os.environ.get("PENTATHLON_BUILD", ROOT / "build")).resolve()
WEB = ROOT / "arena" / "viewer" / "web"
GAMES = ["doppelkopf", "ordago", "seconds"]
# A page of 360 pixels has 344 for a picture.
PHONE = 360
# Of the pictures with what they share, compressed as a server would.
MOST_BYTES = 25_000
# The 95th percentile of drawing a step; the frame has a budget of 8. Busy
# machines take several times as long.
MOST_MILLISECONDS = 40.0


@pytest.fixture(scope="session")
def steps(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """The folder of the matches that write_steps wrote."""
    folder = tmp_path_factory.mktemp("steps")
    subprocess.run([BUILD / "bin" / "write_steps", folder], check=True, stdout=subprocess.PIPE)
    return folder


@pytest.fixture(scope="session")
def address(steps: pathlib.Path) -> Iterator[str]:
    folders = {
        "arena": ROOT / "arena",
        "tests": ROOT / "tests",
        "steps": steps,
        "axe": BUILD / "viewer-npm" / "node_modules" / "axe-core",
    }
    with served(folders) as where:
        yield where


@pytest.fixture(scope="session")
def driver(tmp_path_factory: pytest.TempPathFactory) -> Iterator[webdriver.Chrome]:
    with browser(tmp_path_factory.mktemp("profile")) as started:
        yield started


def console_of(driver: webdriver.Chrome) -> list[str]:
    """What the console said since the last call."""
    entries: list[dict[str, Any]] = driver.get_log("browser")
    return [entry["message"] for entry in entries]


def in_page(driver: webdriver.Chrome, script: str, *arguments: Any) -> Any:
    """The value that a script gives to `done`."""
    wrapped = f"""
      const done = arguments[arguments.length - 1];
      (async () => {{ {script} }})().then(done, (error) =>
        done({{ findings: [String(error.stack ?? error)], checks: 0, pictures: 0,
          milliseconds: [] }}));
    """
    return driver.execute_async_script(wrapped, *arguments)


@pytest.mark.parametrize("game", GAMES)
def test_every_step_of_every_view_shows_what_its_observation_says(
    driver: webdriver.Chrome, address: str, steps: pathlib.Path, game: str
) -> None:
    resize(driver, PHONE)
    driver.get(f"{address}/tests/viewer/pictures/index.html?name={game}")
    console_of(driver)
    names = sorted(path.stem for path in steps.glob(f"{game}*.json"))
    assert len(names) > 10
    findings: list[str] = []
    milliseconds: list[float] = []
    checks = 0
    for name in names:
        result = in_page(
            driver,
            """const { checkMatch } = await import("/tests/viewer/pictures/checks.js");
               return checkMatch(arguments[0]);""".replace("arguments[0]", json.dumps(name)),
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
    assert driver.execute_script("return window.broken") is None
    assert console_of(driver) == []


def test_names_are_text_only(driver: webdriver.Chrome, address: str) -> None:
    for game in GAMES:
        shown(driver, address, game, "table", 3)
        assert driver.find_elements("css selector", "#picture img, #picture script") == []
        text = driver.find_element("id", "picture").get_attribute("textContent") or ""
        assert '<img src=x onerror="window.broken=1">' in text
    assert driver.execute_script("return window.broken") is None


def shown(driver: webdriver.Chrome, address: str, name: str, view: str, step: int) -> None:
    """Opens the page of a step, and waits until it is drawn."""
    page = f"{address}/tests/viewer/pictures/index.html?name={name}&view={view}&step={step}"
    driver.get(page)
    in_page(
        driver,
        """while (document.body.dataset.drawn === undefined && performance.now() < 20000) {
             await new Promise((then) => setTimeout(then, 5));
           } return null;""",
    )
    drawn = driver.execute_script("return document.body.dataset.drawn")
    assert drawn is not None, console_of(driver)


def deal_ends(steps: pathlib.Path, name: str, view: str) -> list[int]:
    """The indices of steps with which a deal ends."""
    played = json.loads((steps / f"{name}.json").read_text())
    return [
        index
        for index, step in enumerate(played["views"][view])
        if "STEP_MARK_DEAL_END" in step.get("marks", [])
    ]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_axe_finds_nothing(
    driver: webdriver.Chrome, address: str, steps: pathlib.Path, dark: bool
) -> None:
    resize(driver, PHONE, dark=dark)
    for name in [*GAMES, "doppelkopf-poverty", "ordago-signs", "ordago-three"]:
        for view, step in (("table", deal_ends(steps, name, "table")[0]), ("1", 10)):
            shown(driver, address, name, view, step)
            violations = in_page(
                driver,
                """await import("/axe/axe.min.js");
                   const { violations } = await axe.run("#picture, #score",
                     { resultTypes: ["violations"] });
                   return violations.map(({ id, impact, nodes }) =>
                     `${impact} ${id}: ${nodes[0].html} (${nodes[0].failureSummary})`);""",
            )
            assert violations == [], f"{name} {view} {step}"


@pytest.mark.parametrize("width", [320, 768, 1280])
def test_nothing_is_wider_than_the_page(
    driver: webdriver.Chrome, address: str, width: int
) -> None:
    resize(driver, width)
    for game in GAMES:
        shown(driver, address, game, "table", 0)
        wide = in_page(
            driver,
            """const { widths } = await import("/tests/viewer/pictures/checks.js");
               return widths(arguments[0]);""".replace("arguments[0]", json.dumps(game)),
        )
        assert wide == [], f"{game} at {width} px"


def test_the_code_is_typed() -> None:
    compiler = BUILD / "viewer-npm" / "node_modules" / ".bin" / "tsc"
    done = subprocess.run(
        [compiler, "-p", ROOT / "tests" / "viewer" / "pictures" / "tsconfig.json"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


def test_the_code_is_small() -> None:
    shared = ["bar.js", "card_tables.js", "cards.js", "ring.js", "seats.js", "tricks.js", "cards.css"]
    own = [path for game in GAMES for path in sorted((WEB / "pictures").glob(f"{game}*.js"))]
    mine = [*own, *(WEB / "pictures" / name for name in shared)]
    size = len(gzip.compress(b"".join(path.read_bytes() for path in mine), 9, mtime=0))
    print(f"\n{size} bytes gzipped in {len(mine)} files")
    assert size < MOST_BYTES
