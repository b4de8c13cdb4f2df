"""The page itself: keys, links, dialogs, ends and attacks."""

from __future__ import annotations

import base64
import hashlib
import pathlib
from collections.abc import Callable
from typing import Any

import pytest
from browser import Browser
from pages import arena, make_page, tampered

HERE = pathlib.Path(__file__).resolve().parent
WIDTHS = [320, 360, 768, 1280]


def text(browser: Browser, selector: str) -> str:
    return str(
        browser.run(
            "return document.querySelector(arguments[0])?.textContent ?? ''",
            selector,
        )
    )


def place(browser: Browser) -> str:
    return text(browser, ".sentence-pane .place")


@pytest.fixture
def octrix(records: pathlib.Path, browser: Browser) -> Browser:
    browser.open(make_page(records / "octrix/4-seats.record"))
    return browser


# ---- Steps ----


def test_keys_go_through_the_match(octrix: Browser) -> None:
    assert place(octrix) == "deal 1, trick 1, the beginning"
    octrix.press("ArrowRight", "l", "ArrowLeft")
    assert place(octrix) == "deal 1, trick 1, decision 1"
    octrix.press("]", "]")
    assert place(octrix) == "deal 1, trick 3, decision 3"
    octrix.press("PageDown")
    assert place(octrix).startswith("deal 2, trick 1")
    octrix.press("b")
    assert place(octrix) == "deal 1, trick 3, decision 3"
    octrix.press("End", "ArrowRight")
    assert "result: normal" in text(octrix, ".result")
    octrix.press("Home")
    assert place(octrix).endswith("the beginning")
    assert octrix.complaints() == []


def test_keys_belong_to_what_has_the_focus(octrix: Browser) -> None:
    octrix.run("document.querySelector('.view-buttons select').focus()")
    octrix.press("l", "ArrowRight", " ")
    assert place(octrix).endswith("the beginning")
    octrix.run("document.querySelector('.step-buttons button').focus()")
    octrix.press(" ")
    assert place(octrix).endswith("the beginning"), "Space presses the button"
    octrix.press("ArrowRight")
    assert place(octrix).endswith("decision 1")


def test_the_slider_and_the_log_go_where_they_say(octrix: Browser) -> None:
    octrix.run(
        "const slider = document.querySelector('.timeline input');"
        "slider.value = 5; slider.dispatchEvent(new Event('input'));"
    )
    assert place(octrix).endswith("decision 5")
    assert octrix.run(
        "return document.querySelector('.timeline input').ariaValueText"
    ) == "deal 1, trick 5, decision 5"
    octrix.run("document.querySelector('.log a[href=\"#d9\"]').click()")
    assert place(octrix).endswith("decision 9")
    octrix.wait("location.hash === '#d9'")


def test_links_open_at_their_place(
    records: pathlib.Path, browser: Browser
) -> None:
    page = make_page(records / "doppelkopf/4-seats.record")
    browser.open(page, "?view=2#d57")
    assert place(browser).endswith("decision 57")
    assert text(browser, ".view-buttons option:checked").startswith("seat 2")
    browser.open(page, "#t2.3")
    assert place(browser).startswith("deal 2, trick 3")
    browser.press("p")
    assert place(browser).startswith("deal 2, trick 3")
    assert text(browser, "[role=status]") == "The match as seen by a spectator."
    browser.wait("location.search === '?view=public'")


def test_play_goes_on_by_itself(octrix: Browser) -> None:
    octrix.press("End", "ArrowLeft", "ArrowLeft", "+", "+", "+", "+")
    octrix.run(
        "window.heard = []; const live = document.querySelector('[aria-live]');"
        "new MutationObserver(() => heard.push(live.textContent))"
        ".observe(live, {childList: true});"
    )
    octrix.press(" ")
    octrix.wait("!document.querySelector('[aria-label=Stop]')")
    heard = octrix.run("return window.heard")
    assert len(heard) == 1, "quiet while it plays"
    assert "the match ends" in heard[0]


def test_spoilers_are_hidden(records: pathlib.Path, browser: Browser) -> None:
    browser.open(
        make_page(records / "octrix/4-seats.record"), "?spoilers=0#d3"
    )
    assert text(browser, ".result") == ""
    assert "win" not in browser.driver.title
    assert browser.run(
        "return document.querySelectorAll('.log li:not([hidden])').length"
    ) == 4
    assert browser.run(
        "return document.querySelectorAll('.curve').length"
    ) == 0
    browser.press("s")
    assert "result: normal" in text(browser, ".result")


def test_what_the_bot_saw_is_shown(
    records: pathlib.Path, browser: Browser
) -> None:
    browser.open(make_page(records / "seconds/4-seats.record"), "?view=1#d5")
    browser.run("document.getElementById('tab-Seen').click()")
    assert '"seconds"' in text(browser, ".seen pre")
    assert '"seat": 1' in text(browser, ".seen pre")


# ---- Ends and faults ----


@pytest.mark.parametrize(
    "name, end",
    [
        ("forfeit", "result: forfeit, late seat 1"),
        ("referee", "result: infrastructure"),
        ("cancelled", "result: cancelled"),
        ("unready", "result: forfeit, not-ready seat 1"),
    ],
)
def test_the_end_is_explained(
    name: str, end: str, records: pathlib.Path, browser: Browser
) -> None:
    record = records / f"endings/{name}.record"
    browser.open(make_page(record), "#d100000")
    assert end in text(browser, ".result")
    assert "the match ends" in text(browser, ".sentence")
    # All lines of `arena replay` about the end.
    told = arena("replay", record).split("\nresult: ")[1].splitlines()
    shown = text(browser, ".result")
    for line in told:
        assert line in shown


def test_faults_and_substitutes_are_marked(
    records: pathlib.Path, browser: Browser
) -> None:
    browser.open(make_page(records / "endings/substitutes.record"))
    browser.press("x")
    assert "(illegal)" in text(browser, ".sentence .fault")
    assert "a substitute was played" in text(browser, ".sentence")
    assert browser.run("return document.querySelectorAll('.log .fault').length")
    assert browser.run(
        "return document.querySelectorAll('.timeline .mark.fault').length"
    )
    browser.press("End")
    assert "played for" in text(browser, ".seats")


# ---- Verify ----


def checks(browser: Browser) -> list[str]:
    browser.press("v")
    browser.wait("document.querySelector('dialog .checks')")
    found = browser.run(
        "return [...document.querySelectorAll('.checks li')]"
        ".map((line) => line.textContent)"
    )
    browser.run("document.querySelector('dialog').close()")
    return list(found)


def test_a_match_is_verified(records: pathlib.Path, browser: Browser) -> None:
    for record in sorted(records.glob("*/*.record")):
        if not record.match("*-seats.record") and not record.match("endings/*"):
            continue
        browser.open(make_page(record))
        found = checks(browser)
        assert [line.split()[0] for line in found] == ["Yes"] * 6 + ["Note"], found
        assert "consistent" in found[5]


def flip(document: Any, part: str, at: int) -> None:
    data = bytearray(base64.b64decode(document["proof"][part]))
    data[at] ^= 1
    document["proof"][part] = base64.b64encode(data).decode()


def redeal(document: Any) -> None:
    """Gives the first outcome of chance another code, in the chain as well."""
    flip(document, "entries", 4)
    proof = {name: base64.b64decode(document["proof"][name])
             for name in ("header", "entries")}
    link = hashlib.sha256(proof["header"]).digest()
    for at in range(0, len(proof["entries"]), 12):
        link = hashlib.sha256(link + proof["entries"][at:at + 12]).digest()
    document["proof"]["chain"] = base64.b64encode(link).decode()


# The change, and which of the six checks find it: seed, chain, deals, head, acts, and
# all together.
LIES: list[tuple[Callable[[Any], Any], str]] = [
    (lambda d: flip(d, "header", base64.b64decode(d["proof"]["header"]).index(
        b"\x32\x20") + 2), "No No No Yes Yes No"),
    (lambda d: flip(d, "entries", -8), "Yes No Yes Yes Yes No"),
    (lambda d: flip(d, "entries", -12 + 2), "Yes No Yes Yes No No"),
    (lambda d: flip(d, "chain", 0), "Yes No Yes Yes Yes No"),
    (redeal, "Yes Yes No Yes Yes No"),
    (lambda d: d["proof"]["dealing"][1]["outcomes"].reverse(),
     "Yes Yes No Yes Yes No"),
    (lambda d: d["proof"]["dealing"][1].update(deal=0, draw=0),
     "Yes Yes No Yes Yes No"),
    (lambda d: d["proof"]["dealing"].append(
        {"number": 1_000_000, "deal": 99, "draw": 0, "outcomes": [1]}),
     "Yes Yes No Yes Yes No"),
    (lambda d: d["match"]["players"][0].update(name="mallory"),
     "Yes Yes Yes No Yes No"),
    (lambda d: d["frames"].pop(), "Yes Yes Yes Yes No No"),
    (lambda d: d["frames"][3]["step"]["acts"][0].update(charged="0.999s"),
     "Yes Yes Yes Yes No No"),
]


@pytest.mark.parametrize("lie", range(len(LIES)))
def test_a_lie_is_found(
    lie: int, records: pathlib.Path, browser: Browser
) -> None:
    change, expected = LIES[lie]
    page = make_page(records / "endings/substitutes.record")
    browser.open(tampered(page, change))
    found = [line.split()[0] for line in checks(browser)]
    assert " ".join(found[:6]) == expected


def test_a_seat_has_nothing_to_verify(
    records: pathlib.Path, browser: Browser
) -> None:
    browser.open(make_page(records / "seconds/4-seats.record", "--seat", "1"))
    assert "no seed and no chain" in checks(browser)[0]


# ---- Attacks ----


def test_names_are_text(records: pathlib.Path, browser: Browser) -> None:
    browser.open(make_page(records / "endings/hostile.record"))
    browser.run("window.attacked = () => { throw new Error('attacked') };")
    for key in ("ArrowRight", "f", "m", "s", "End", "?"):
        browser.press(key)
    assert "<img src=x onerror=attacked()>" in text(browser, ".seats")
    assert browser.run("return document.images.length") == 0
    assert browser.run("return document.querySelectorAll('script').length") == 1
    assert browser.complaints() == []


def test_what_is_put_in_does_not_run(octrix: Browser) -> None:
    octrix.run(
        "const refused = [];"
        "const attempt = (name, make) => {"
        " try { make() } catch { refused.push(name) } };"
        "addEventListener('securitypolicyviolation',"
        " (event) => refused.push(event.effectiveDirective));"
        "attempt('markup', () => document.body.innerHTML = '<b></b>');"
        "attempt('handler', () =>"
        " document.body.setAttribute('onclick', 'window.attacked = true'));"
        "const script = document.createElement('script');"
        "script.append('window.attacked = true');"
        "attempt('script', () => document.body.append(script));"
        "document.body.click();"
        "window.refused = refused;"
    )
    octrix.wait("window.refused.length >= 3")
    assert octrix.run("return window.attacked") is None
    assert {"markup", "handler"} <= set(octrix.run("return window.refused"))


# ---- Accessibility ----


@pytest.mark.parametrize(
    "width, scheme", [(320, "light"), (360, "dark"), (768, "light"), (1280, "dark")]
)
def test_nothing_serious_is_found_by_axe(
    width: int, scheme: str, records: pathlib.Path, browser: Browser
) -> None:
    browser.look(width, scheme=scheme)
    for record in sorted((records / "short").glob("*.record")):
        browser.open(make_page(record), "#d20")
        assert browser.run(
            "return document.documentElement.scrollWidth"
        ) <= width, f"{record.stem} scrolls sideways"
        for tab in ("Log", "Score", "Seen"):
            browser.run(f"document.getElementById('tab-{tab}').click()")
            assert serious_violations(browser) == [], f"{record.stem}, {tab}"
    browser.look(1280)


def serious_violations(browser: Browser) -> list[Any]:
    browser.run((HERE / "node_modules/axe-core/axe.min.js").read_text())
    found: list[Any] = browser.driver.execute_async_script(
        "axe.run({resultTypes: ['violations']}).then((r) =>"
        " arguments[0](r.violations))"
    )
    return [
        (v["id"], [n["html"][:120] for n in v["nodes"][:3]])
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


def test_controls_can_be_reached_by_key(octrix: Browser) -> None:
    """Everything that can be clicked is a link, a button or a field."""
    assert octrix.run(
        "return [...document.querySelectorAll('button, a, input, select')]"
        ".filter((e) => e.tabIndex < 0 && e.role !== 'tab').length"
    ) == 0


def test_help_names_every_key(octrix: Browser) -> None:
    octrix.press("?")
    assert "verify the match here" in text(octrix, "dialog")
    octrix.run("document.querySelector('dialog input').click()")
    octrix.run("document.querySelector('dialog').close()")
    octrix.press("ArrowRight")
    assert place(octrix).endswith("the beginning"), "keys are off"
