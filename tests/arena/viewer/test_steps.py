"""Matches of all games and variants, stepped through."""

from __future__ import annotations

import pathlib

import pytest
from browser import Browser
from pages import make_page, replay_lines

GAMES = ["doppelkopf", "octrix", "ordago", "ordo", "seconds", "endings"]
HIDDEN = {"doppelkopf", "ordago", "seconds"}

# The number of steps that are tried of a variant. Of the plain match of each game all
# steps are tried.
SOME = 100
ALL = 1_000_000

# Goes through the match from the beginning, with a key for each step. Returns the lines
# of the log, the sentence of the page for each step, and how many steps had no picture.
WALK = """
  const linesOf = (line) =>
    [...line.querySelectorAll(".act:not(.quiet), .effect")]
      .map((part) => part.textContent);
  const log = [...document.querySelectorAll(".log li")].map(linesOf);
  const press = (key) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  press("Home");
  const current = [];
  const said = [];
  let empty = 0;
  for (const _ of log.slice(0, arguments[0])) {
    const line = document.querySelector(".log [aria-current=step]");
    current.push(linesOf(line));
    said.push(document.querySelector(".sentence").textContent);
    if (!document.querySelector(".picture-pane .picture")?.textContent) ++empty;
    press("ArrowRight");
  }
  if (current.length < log.length) press("End");
  const atEnd = document.querySelector(
    ".step-buttons [aria-disabled=true]:last-child") !== null;
  return {log, current, said, empty, atEnd};
"""


def check(browser: Browser, expected: list[str], steps: int = SOME) -> None:
    walked = browser.run(WALK, steps)
    assert sum(walked["log"], []) == expected
    assert walked["current"] == walked["log"][:steps]
    for lines, said in zip(walked["log"], walked["said"]):
        assert said == "".join(f"{line.removeprefix('- ')}. " for line in lines)
    assert walked["empty"] == 0
    assert walked["atEnd"]
    assert browser.complaints() == []


@pytest.mark.parametrize("game", GAMES)
def test_the_log_has_the_text_of_replay(
    game: str, records: pathlib.Path, browser: Browser
) -> None:
    found = sorted((records / game).glob("*.record"))
    assert len(found) >= 3
    for record in found:
        browser.open(make_page(record))
        plain = record.stem.endswith("-seats")
        check(browser, replay_lines(record), ALL if plain else SOME)


@pytest.mark.parametrize("game", sorted(HIDDEN))
def test_a_view_has_the_text_of_its_replay(
    game: str, records: pathlib.Path, browser: Browser
) -> None:
    record = records / game / "4-seats.record"
    page = make_page(record)
    for address, view in (("?view=1", ["--seat", "1"]),
                          ("?view=public", ["--spectator"])):
        expected = replay_lines(record, *view)
        browser.open(page, address)
        check(browser, expected)
        own = make_page(record, *view)
        browser.open(own)
        check(browser, expected)
        assert len(browser.run(
            "return [...document.querySelectorAll('.view-buttons option')]"
        )) == 1
