"""Matches under way, followed on the page that a referee serves."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator

import pytest
from arena_site import Bot, Referee, Relay
from browser import Browser
from pages import arena, replay_lines
from test_page import serious_violations

SEATS = {"doppelkopf": 4, "octrix": 3, "ordago": 4, "ordo": 2, "seconds": 4}
# Few deals, so that a match is short.
SHORT = {
    "doppelkopf": {"deals": "2", "compulsory_solos": "0"},
    "octrix": {"target": "16"},
    "ordago": {"sets_to_win": "1", "set_target": "8"},
    "ordo": {},
    "seconds": {"deals": "7"},
}

# The lines of the log for every step.
LOG = """
  return [...document.querySelectorAll(".log li")].map((line) =>
    [...line.querySelectorAll(".act:not(.quiet), .effect")]
      .map((part) => part.textContent));
"""
STATE = "(document.querySelector('.live-state')?.textContent ?? '')"
STEPS = "document.querySelectorAll('.log li').length"


@pytest.fixture
def referee(tmp_path: pathlib.Path) -> Iterator[Referee]:
    referee = Referee(tmp_path / "data")
    yield referee
    referee.kill()


@pytest.fixture
def relay(referee: Referee) -> Iterator[Relay]:
    relay = Relay(referee)
    yield relay
    relay.close()


StartMatch = Callable[..., tuple[str, Bot]]


@pytest.fixture
def start(referee: Referee) -> Iterator[StartMatch]:
    """Starts a match of a bot, which plays as the test lets it, with others."""
    bots = []

    def start(game: str, bot: bool = True) -> tuple[str, Bot]:
        seats = ["tester"] + ["built-in:greedy"] * (SEATS[game] - 1)
        match_id = referee.create(game, seats, **SHORT[game])
        bots.append(Bot(referee, game, SEATS[game]) if bot else None)
        return match_id, bots[-1]

    yield start
    for bot in bots:
        if bot:
            bot.over.set()


def open_live(browser: Browser, relay: Relay, match_id: str) -> None:
    browser.visit(f"{relay.url}/match/{match_id}")
    browser.wait(f"{STEPS} > 0")


def await_steps(browser: Browser, more_than: int) -> None:
    browser.wait(f"{STEPS} > {more_than}")


def steps(browser: Browser) -> int:
    return int(browser.run(f"return {STEPS}"))


def at_end(browser: Browser) -> bool:
    return bool(
        browser.run(
            "return document.querySelector('.log li:last-child"
            "[aria-current=step]') === [...document.querySelectorAll('.log li')]"
            ".at(-1)"
        )
    )


@pytest.mark.parametrize("game", sorted(SEATS))
def test_a_match_is_followed_to_its_end(
    game: str,
    referee: Referee,
    relay: Relay,
    start: StartMatch,
    browser: Browser,
) -> None:
    """Follows a match over a lost connection and a killed referee."""
    match_id, bot = start(game)
    bot.allow(2)
    open_live(browser, relay, match_id)
    await_steps(browser, 1)
    assert browser.run(f"return {STATE}") == "Live"
    assert at_end(browser)

    relay.cut()
    browser.wait(f"{STATE}.startsWith('Not connected')")
    before = steps(browser)
    # The page may be behind, and a match of Ordo is short.
    some = 1 if game == "ordo" else 2
    bot.allow(some)
    relay.mend()
    await_steps(browser, before)
    browser.wait(f"{STATE} === 'Live'")

    referee.kill()
    browser.wait(f"{STATE}.startsWith('Not connected')")
    before = steps(browser)
    referee.start()
    # The bot waits with a choice that the dead referee had asked for.
    bot.allow(2)
    await_steps(browser, before)

    bot.play_on()
    browser.wait(f"{STATE} === 'The match is over.'")
    assert "result: normal" in browser.run(
        "return document.querySelector('.result').textContent"
    )
    at_referee = ("--address", referee.address)
    told = replay_lines(match_id, "--spectator", *at_referee)
    assert sum(browser.run(LOG), []) == told
    lost = [c for c in browser.complaints(relay.url) if "net::ERR_" not in c]
    assert lost == []


@pytest.mark.parametrize("game", sorted(SEATS))
def test_who_comes_late_sees_what_others_have_seen(
    game: str, relay: Relay, start: StartMatch, browser: Browser
) -> None:
    match_id, bot = start(game)
    open_live(browser, relay, match_id)
    before = steps(browser)
    bot.allow(3)
    await_steps(browser, before)
    early = browser.run(LOG)
    browser.visit(f"{relay.url}/match/{match_id}")
    await_steps(browser, len(early) - 1)
    assert browser.run(LOG)[: len(early)] == early
    assert at_end(browser)
    assert browser.complaints(relay.url) == []


def test_who_looks_at_an_earlier_step_stays_there(
    relay: Relay, start: StartMatch, browser: Browser
) -> None:
    match_id, bot = start("octrix")
    bot.allow(3)
    open_live(browser, relay, match_id)
    await_steps(browser, 2)
    browser.press("ArrowLeft", "ArrowLeft")
    place = browser.run("return document.querySelector('.place').textContent")
    before = steps(browser)
    bot.allow(2)
    await_steps(browser, before)
    assert (
        browser.run("return document.querySelector('.place').textContent") == place
    )
    browser.wait("!document.querySelector('.live button').hidden")
    assert "To the present" in browser.run(
        "return document.querySelector('.live button').textContent"
    )
    browser.run("document.querySelector('.live button').click()")
    assert at_end(browser)
    # A reader at the end goes on with the match.
    before = steps(browser)
    bot.allow(2)
    await_steps(browser, before)
    assert at_end(browser)
    assert browser.run("return document.querySelector('.live button').hidden")


def test_a_link_leads_to_its_step_as_soon_as_it_is_there(
    relay: Relay, start: StartMatch, browser: Browser
) -> None:
    match_id, bot = start("octrix")
    browser.visit(f"{relay.url}/match/{match_id}#d3")
    bot.allow(6)
    await_steps(browser, 5)
    browser.wait(
        "document.querySelector('.place').textContent.endsWith('decision 3')"
    )


def test_a_link_to_the_last_step_stays_there_when_more_come(
    relay: Relay, start: StartMatch, browser: Browser
) -> None:
    match_id, bot = start("octrix")
    bot.allow(3)
    open_live(browser, relay, match_id)
    await_steps(browser, 2)
    place = "document.querySelector('.place').textContent"
    last = browser.run(f"return {place}")
    browser.visit(f"{relay.url}/match/{match_id}#d{last.split()[-1]}")
    browser.wait(f"document.querySelector('.place') && {place} === '{last}'")
    before = steps(browser)
    bot.allow(2)
    await_steps(browser, before)
    assert browser.run(f"return {place}") == last


def test_a_match_that_waits_says_for_whom(
    referee: Referee, relay: Relay, start: StartMatch, browser: Browser
) -> None:
    match_id, _ = start("ordo", bot=False)
    browser.visit(f"{relay.url}/match/{match_id}")
    browser.wait(f"{STATE}.includes('it waits for')")
    assert "tester" in browser.run(f"return {STATE}")
    bot = Bot(referee, "ordo", 2)
    bot.allow(2)
    await_steps(browser, 1)
    assert browser.run(f"return {STATE}") == "Live"
    assert browser.complaints(relay.url) == []
    bot.over.set()


def test_a_match_that_is_over_opens_at_its_beginning(
    referee: Referee, relay: Relay, browser: Browser
) -> None:
    match_id = referee.create("octrix", ["built-in:greedy"] * 3, target="24")
    while referee.match(match_id)["state"] != "STATE_FINISHED":
        pass
    browser.visit(f"{relay.url}/match/{match_id}")
    browser.wait(f"{STEPS} > 0")
    assert browser.run(
        "return document.querySelector('.place').textContent"
    ).endswith("the beginning")
    assert browser.run("return document.querySelector('.live')") is None
    assert browser.complaints(relay.url) == []


def test_notes_stand_beside_what_the_bot_saw(
    referee: Referee,
    relay: Relay,
    start: StartMatch,
    browser: Browser,
    tmp_path: pathlib.Path,
) -> None:
    """Notes are on the site and in files of the table, but in no other files."""
    match_id, bot = start("seconds")
    open_live(browser, relay, match_id)
    bot.play_on()
    browser.wait(f"{STATE} === 'The match is over.'")
    browser.run("document.getElementById('tab-Seen').click()")
    browser.press("Home", "ArrowDown")
    noted = "return document.querySelector('.noted').textContent"
    assert "<b onclick=attacked()>" in browser.run(noted)
    referee_flags = ("--address", referee.address)
    whole = tmp_path / "whole.html"
    arena("replay", match_id, "--html", whole, *referee_flags)
    browser.open(whole)
    browser.run("document.getElementById('tab-Seen').click()")
    browser.press("0", "ArrowDown")
    assert "<b onclick=attacked()>" in browser.run(noted)
    for view in (["--seat", "0"], ["--spectator"]):
        part = tmp_path / "part.html"
        arena("replay", match_id, "--html", part, *view, *referee_flags)
        browser.open(part)
        browser.run("document.getElementById('tab-Seen').click()")
        browser.press("ArrowDown")
        assert browser.run(noted) == ""


def test_the_command_line_tells_the_address(
    referee: Referee, start: StartMatch
) -> None:
    match_id, _ = start("ordo", bot=False)
    told = arena(
        "match", "watch", match_id, "--browser", "--address", referee.address
    )
    assert told == f"http://127.0.0.1:{referee.port}/match/{match_id}\n"


@pytest.mark.parametrize("width, scheme", [(360, "dark"), (1280, "light")])
def test_nothing_serious_is_found_by_axe(
    width: int,
    scheme: str,
    relay: Relay,
    start: StartMatch,
    browser: Browser,
) -> None:
    match_id, bot = start("octrix")
    bot.allow(4)
    browser.look(width, scheme=scheme)
    open_live(browser, relay, match_id)
    await_steps(browser, 3)
    browser.press("ArrowLeft")
    assert browser.run("return document.documentElement.scrollWidth") <= width
    assert serious_violations(browser) == []
    browser.look(1280)
