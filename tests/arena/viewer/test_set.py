"""The page of matches that share their deals: side by side at the same place."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest
from browser import Browser
from pages import arena, make_set, tampered
from test_page import serious_violations, text

GAMES = {"doppelkopf": 4, "octrix": 4, "ordago": 4, "ordo": 2, "seconds": 4}
HIDDEN = ("doppelkopf", "ordago", "seconds")

# The places and the sentences of all tables.
TABLES = """
  return [...document.querySelectorAll(".table-card")].map((card) => ({
    name: card.querySelector("h2").textContent,
    place: card.querySelector(".place").textContent,
    sentence: card.querySelector(".sentence").textContent.trim(),
    parts: !card.querySelector(".parts-here").hidden,
    waits: !card.querySelector(".waits").hidden,
    shown: card.getClientRects().length > 0,
  }))
"""

# Steps to the end, and returns the texts of the tables on the way.
WALK = """
  const press = (key) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  const cards = [...document.querySelectorAll(".table-card")];
  const slider = document.querySelector(".timeline input");
  const said = cards.map(() => []);
  press("Home");
  for (;;) {
    cards.forEach((card, i) => {
      const text = card.querySelector(".place").textContent + ": " +
        card.querySelector(".sentence").textContent.trim();
      if (said[i].at(-1) !== text) said[i].push(text);
    });
    if (slider.value === slider.max) return said;
    press("ArrowRight");
  }
"""


def steps_of(record: pathlib.Path) -> list[dict[str, Any]]:
    lines = arena("replay", record, "--format", "json").splitlines()
    return [json.loads(line) for line in lines]


def tables(browser: Browser) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = browser.run(TABLES)
    return found


def place(browser: Browser) -> str:
    return str(browser.run("return document.querySelector('.timeline input').ariaValueText"))


def records_of(records: pathlib.Path, game: str) -> list[pathlib.Path]:
    found = sorted((records / "sets").glob(f"{game}-?.record"))
    assert len(found) == GAMES[game]
    return found


@pytest.fixture
def octrix(records: pathlib.Path, browser: Browser) -> Browser:
    browser.look(1280)
    browser.open(make_set(records_of(records, "octrix")))
    return browser


# ---- At the same place ----


@pytest.mark.parametrize("game", GAMES)
def test_a_walk_shows_every_step_of_every_table(
    game: str, records: pathlib.Path, browser: Browser
) -> None:
    """Tables drift apart, but no step is left out and no table goes back."""
    found = records_of(records, game)
    browser.open(make_set(found))
    said = browser.run(WALK)
    for record, texts in zip(found, said, strict=True):
        steps = steps_of(record)
        decisions = [step.get("decision", 0) for step in steps]
        shown = [
            int(line.split(": ")[0].rpartition("decision ")[2])
            if "decision" in line.split(": ")[0] else 0
            for line in texts
        ]
        # Announcements have the number of the decision that they precede.
        assert shown == decisions, record.name
    assert browser.complaints() == []


@pytest.mark.parametrize("game", GAMES)
def test_tables_are_at_the_same_deal_and_trick(
    game: str, records: pathlib.Path, browser: Browser
) -> None:
    browser.open(make_set(records_of(records, game)))
    for key in ("]", "]", "PageDown", "]", "ArrowRight", "ArrowRight", "]"):
        browser.press(key)
        here = place(browser).split(", ")
        for table in tables(browser):
            there = table["place"].split(", ")
            if not table["waits"]:
                same = [part for part in there if part.split()[0] in ("deal", "trick", "turn")]
                assert same == here[: len(same)], (key, here, there)


# ---- Where they part ----


def first_differences(matches: list[list[dict[str, Any]]]) -> dict[int, int]:
    """By deal, the number of steps that all matches have in common."""
    common: dict[int, int] = {}
    for deal in sorted({step.get("deal", 0) for match in matches for step in match}):
        ways = [
            [[(act["event"].get("seat", 0), act["event"].get("text", act["sentence"]))
              for act in step["acts"]]
             for step in match if step.get("deal", 0) == deal and step.get("acts")]
            for match in matches
        ]
        ways = [way for way in ways if way]
        if len(ways) < 2:
            continue
        length = 0
        while all(way[length : length + 1] == ways[0][length : length + 1] for way in ways):
            if length >= len(ways[0]):
                break
            length += 1
        else:
            common[deal] = length
    return common


@pytest.mark.parametrize("game", GAMES)
def test_divergences_are_the_first_choices_that_differ(
    game: str, records: pathlib.Path, browser: Browser
) -> None:
    found = records_of(records, game)
    matches = [steps_of(record) for record in found]
    expected = first_differences(matches)
    assert expected
    browser.open(make_set(found))
    for deal in sorted(expected):
        browser.run(f"location.hash = '#t{deal}'")
        browser.wait(f"document.querySelector('.timeline input').ariaValueText.startsWith("
                     f"'{f'deal {deal}' if deal else ''}')")
        browser.run("document.querySelector('.deals .divergences a').click()")
        shown = tables(browser)
        assert any(table["parts"] for table in shown)
        assert "tables part" in place(browser)
        for table, match in zip(shown, matches, strict=True):
            way = [s for s in match if s.get("deal", 0) == deal and s.get("acts")]
            if len(way) <= expected[deal] or not table["parts"]:
                continue
            told = way[expected[deal]]["acts"][0]["sentence"]
            if not table["waits"]:
                assert told in table["sentence"], (deal, table)
        groups = browser.run(
            "return [...document.querySelectorAll('.divergences > li:first-child li')]"
            ".map((line) => line.textContent)")
        assert len(groups) >= 2
        told = [
            way[expected[deal]]["acts"][0]["sentence"] if len(way) > expected[deal]
            else "the deal is over"
            for way in ([s for s in match if s.get("deal", 0) == deal and s.get("acts")]
                        for match in matches) if way
        ]
        for sentence in told:
            assert any(sentence in group for group in groups), (deal, sentence, groups)


def test_a_key_goes_from_divergence_to_divergence(octrix: Browser) -> None:
    octrix.press("d")
    first = place(octrix)
    assert first.endswith("tables part")
    assert octrix.run("return document.querySelectorAll('.timeline .fork').length") > 1
    octrix.press("d")
    assert place(octrix) != first
    octrix.press("D")
    assert place(octrix) == first
    octrix.press("b", "b", "Home", "?")
    assert "next place where tables part" in text(octrix, "dialog")


# ---- Points ----


@pytest.mark.parametrize("game", GAMES)
def test_differences_are_to_the_mean_of_the_same_hand(
    game: str, records: pathlib.Path, browser: Browser
) -> None:
    found = records_of(records, game)
    browser.open(make_set(found), "#t1")
    shown = browser.run(
        "return Object.fromEntries([...document.querySelectorAll('.bot-chip')].map("
        "(chip) => [chip.title, chip.querySelector('.points').textContent]))")
    expected = differences([steps_of(record) for record in found])
    assert shown.keys() == expected.keys()
    for bot, difference in shown.items():
        assert float(difference.replace("−", "-")) == pytest.approx(expected[bot], abs=0.051)


def differences(matches: list[list[dict[str, Any]]]) -> dict[str, float]:
    """By name, the sum of all points minus the means of the same hands."""
    gains: list[dict[tuple[int, int], int]] = []
    for match in matches:
        points: dict[tuple[int, int], int] = {}
        before = [0] * len(match[0]["returns"])
        for step, after in zip(match, [*match[1:], None], strict=True):
            deal = step.get("deal", 0)
            if after is None or after.get("deal", 0) != deal:
                for seat, total in enumerate(step["returns"]):
                    points[deal, seat] = total - before[seat]
                before = step["returns"]
        gains.append(points)
    sums = dict.fromkeys(["alice", "bob", "carol", "dave"][: len(matches)], 0.0)
    for number, points in enumerate(gains):
        for (deal, seat), won in points.items():
            same = [other[deal, seat] for other in gains if (deal, seat) in other]
            name = list(sums)[(seat + number) % len(sums)]
            sums[name] += won - sum(same) / len(same)
    return sums


def test_spoilers_are_hidden(records: pathlib.Path, browser: Browser) -> None:
    browser.open(make_set(records_of(records, "octrix")), "?spoilers=0#t1.2")
    assert browser.run("return document.querySelectorAll('.fork').length") == 0
    assert browser.run("return document.querySelectorAll('.bots-table').length") == 0
    assert "".join(browser.run(
        "return [...document.querySelectorAll('.bot-chip .points, .result')]"
        ".map((e) => e.textContent)")) == "0000"
    browser.press("s")
    assert browser.run("return document.querySelectorAll('.bots-table').length") == 1


# ---- Views ----


def test_a_bot_is_followed_from_seat_to_seat(
    records: pathlib.Path, browser: Browser
) -> None:
    browser.open(make_set(records_of(records, "seconds")), "?view=bot:bob#t2.3")
    assert text(browser, ".view-buttons option:checked") == "bob, wherever it sits"
    bottoms = browser.run(
        "return [...document.querySelectorAll('.table-card')].map((card) =>"
        " card.querySelector('.hands tbody .name').textContent)")
    assert bottoms == ["bob"] * 4
    hands = browser.run(
        "return [...document.querySelectorAll('.table-card')].map((card) =>"
        " [...card.querySelectorAll('.hands tbody')].filter((row) =>"
        " row.querySelector('.backs')).length)")
    assert hands == [3] * 4, "all hands but one are covered"
    here = place(browser)
    browser.press("t")
    assert place(browser) == here
    assert text(browser, "[role=status]") == "Table 1, as seen by the table: all hands."
    browser.wait("location.search === '?view=table'")


def test_a_file_of_a_bot_shows_nothing_else(
    records: pathlib.Path, browser: Browser
) -> None:
    page = make_set(records_of(records, "doppelkopf"), "--follow", "carol")
    browser.open(page)
    options = browser.run(
        "return [...document.querySelectorAll('.view-buttons option')].map((o) => o.value)")
    assert options == ["public", "bot:carol"]
    assert text(browser, ".view-buttons option:checked") == "carol, wherever it sits"
    assert not browser.run(
        "return [...document.querySelectorAll('button')].some((b) => b.textContent === 'Verify')")
    browser.press("t", "0", "d")
    assert place(browser).endswith("tables part"), "compared by what everybody saw"


@pytest.mark.parametrize("game", HIDDEN)
def test_a_file_of_a_bot_compares_what_everybody_saw(
    game: str, records: pathlib.Path, browser: Browser
) -> None:
    """A seat sees its own secrets only, so tables are compared by public choices."""
    found = []
    for view in (["--follow", "carol"], ["--spectator"]):
        browser.open(make_set(records_of(records, game), *view))
        deals = browser.run("return document.querySelectorAll('.timeline .deal').length")
        told = []
        for _ in range(deals):
            told.append(browser.run(
                "return [...document.querySelectorAll('.divergences li li, .deals > p')]"
                ".map((line) => line.textContent)"))
            browser.press("PageDown")
        found.append(told)
    assert found[0] == found[1]


# ---- Places on the page ----


def test_a_wide_page_has_columns_and_a_narrow_one_a_switch(
    records: pathlib.Path, browser: Browser
) -> None:
    page = make_set(records_of(records, "octrix"))
    browser.look(1280)
    browser.open(page)
    tops = browser.run(
        "return [...document.querySelectorAll('.table-card')].map((card) =>"
        " card.getBoundingClientRect().top)")
    assert tops[0] == tops[1] and len(set(tops)) == 2
    browser.look(360)
    browser.open(page)
    assert [table["shown"] for table in tables(browser)] == [True, False, False, False]
    browser.press("w", "w", "W", "w")
    assert [table["shown"] for table in tables(browser)] == [False, False, True, False]
    browser.run("document.getElementById('tab-Log').click()")
    assert text(browser, "#panel-Log .of-table") == "Table 3"
    browser.run("document.querySelector('.table-switch button').click()")
    assert tables(browser)[0]["shown"]
    browser.look(1280)


def test_the_log_is_that_of_the_chosen_table(octrix: Browser) -> None:
    octrix.press("w", "w", "d")
    octrix.run("document.getElementById('tab-Log').click()")
    current = text(octrix, ".log [aria-current]")
    shown = [table["sentence"].split(". ") for table in tables(octrix)]
    assert shown[0] != shown[2], "the third table parts"
    assert all(sentence.rstrip(".") in current for sentence in shown[2])
    octrix.run("document.querySelectorAll('.log a')[5].click()")
    assert tables(octrix)[2]["place"].endswith("decision 5")
    octrix.wait("location.hash.startsWith('#t1.')")


def test_links_open_at_their_place(records: pathlib.Path, browser: Browser) -> None:
    page = make_set(records_of(records, "seconds"))
    browser.open(page, "#t2.3")
    assert place(browser) == "deal 2, trick 3"
    browser.press("ArrowRight")
    browser.wait("location.hash === '#t2.3.2'")
    address = browser.run("return location.search + location.hash")
    before = tables(browser)
    browser.open(page, address)
    assert place(browser) == "deal 2, trick 3, place 2"
    assert tables(browser) == before


# ---- Accessibility ----


def test_one_voice_tells_what_happens(octrix: Browser) -> None:
    assert octrix.run("return document.querySelectorAll('[aria-live]').length") == 1
    octrix.press("Home", "d")
    said = text(octrix, "[aria-live]")
    assert said.startswith("Tables part here. ")
    assert "Tables 1, 2 and 4: seat 0 plays" in said
    assert "Table 3: seat 0 plays" in said
    octrix.press("w")
    assert text(octrix, "[role=status]") == "Table 2, as seen by everybody."


@pytest.mark.parametrize(
    "width, scheme", [(320, "light"), (360, "dark"), (768, "light"), (1280, "dark")]
)
def test_nothing_serious_is_found_by_axe(
    width: int, scheme: str, records: pathlib.Path, browser: Browser
) -> None:
    browser.look(width, scheme=scheme)
    for game in GAMES:
        browser.open(make_set(records_of(records, game)), "#t1.2")
        assert browser.run(
            "return document.documentElement.scrollWidth"
        ) <= width, f"{game} scrolls sideways"
        for tab in ("Deals", "Log", "Score", "Seen"):
            browser.run(f"document.getElementById('tab-{tab}').click()")
            assert serious_violations(browser) == [], f"{game}, {tab}"
    browser.look(1280)


def test_names_are_text(records: pathlib.Path, browser: Browser) -> None:
    def rename(document: Any) -> None:
        for seat, player in enumerate(document["match"]["players"]):
            player["name"] = f"<img src=x onerror=attacked()>\u202e\"'{seat}"

    browser.open(tampered(make_set(records_of(records, "octrix")), rename))
    browser.run("window.attacked = () => { throw new Error('attacked') };")
    for key in ("d", "w", "f", "m", "s", "End", "?"):
        browser.press(key)
    assert "<img src=x onerror=attacked()>" in text(browser, ".bot-chip")
    assert browser.run("return document.images.length") == 0
    assert browser.complaints() == []
