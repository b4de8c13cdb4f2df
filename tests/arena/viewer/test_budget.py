"""The size and the speed of the page. Times are printed (pytest -s). Only sizes and
very bad times fail, because other programs may be busy."""

from __future__ import annotations

import gzip
import pathlib
import re

from browser import Browser
from pages import arena, make_page, make_set

KIB = 1024

# Milliseconds from the beginning of the navigation to the first picture.
OPENED = """
  return performance.getEntriesByName("opened")[0]?.startTime
    ?? performance.now();
"""

# The number of steps a second while a key is held. The next key comes when the window
# has shown a step.
HELD = """
  const [seconds, done] = arguments;
  const begin = performance.now();
  let steps = 0;
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "Home", bubbles: true}));
  const next = () => {
    const passed = (performance.now() - begin) / 1000;
    if (passed >= seconds) return done(steps / passed);
    document.body.dispatchEvent(new KeyboardEvent(
      "keydown", {key: "ArrowRight", bubbles: true, repeat: true}));
    ++steps;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
"""

# Milliseconds of each step forward, with layout.
STEPS = """
  const press = (key) => document.body.dispatchEvent(
    new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
  press("Home");
  const times = [];
  const count = document.querySelectorAll(".log li").length - 1;
  for (let i = 0; i < count; ++i) {
    const begin = performance.now();
    press("ArrowRight");
    document.body.offsetHeight;
    times.push(performance.now() - begin);
  }
  return times.sort((a, b) => a - b);
"""


def longest(records: pathlib.Path) -> pathlib.Path:
    return make_page(records / "endings/doppelkopf.record")


def packed_code(page: str) -> int:
    """Bytes of script and style, as a server would send them."""
    code = "".join(re.findall(r"<style>.*?</style>|<script type=\"module\">"
                              r".*?</script>", page, re.S))
    return len(gzip.compress(code.encode(), 9))


def test_the_file_is_small(records: pathlib.Path) -> None:
    page = longest(records).read_text()
    packed = packed_code(page)
    print(f"\ncode {packed / KIB:.1f} KiB packed; "
          f"24 deals of Doppelkopf {len(page.encode()) / KIB:.1f} KiB")
    assert packed <= 60 * KIB
    assert len(page.encode()) <= 250 * KIB


def test_a_match_of_three_thousand_plies_opens_at_once(
    records: pathlib.Path, browser: Browser
) -> None:
    record = records / "long/doppelkopf.record"
    plies = re.findall(r'"plies":(\d+)', arena("replay", record, "--format", "json"))[-1]
    assert int(plies) >= 3000
    for rate in (1, 4):
        browser.cdp("Emulation.setCPUThrottlingRate", rate=rate)
        browser.open(make_page(record))
        opened = browser.run(OPENED)
        print(f"\n{plies} plies, slowed {rate} times: open after {opened:.0f} ms")
        assert opened < 5000 * rate
    browser.cdp("Emulation.setCPUThrottlingRate", rate=1)


def test_a_long_match_steps_at_once(records: pathlib.Path, browser: Browser) -> None:
    browser.open(longest(records))
    times = browser.run(STEPS)
    p95 = times[len(times) * 95 // 100]
    browser.cdp("HeapProfiler.collectGarbage")
    memory = browser.cdp("Runtime.getHeapUsage")["usedSize"] / KIB / KIB
    print(f"\n{len(times)} steps: p50 {times[len(times) // 2]:.1f} ms, "
          f"p95 {p95:.1f} ms, worst {times[-1]:.1f} ms; heap {memory:.1f} MiB")
    assert p95 < 80
    assert memory < 60


def test_a_held_key_steps_as_fast_as_it_comes(
    records: pathlib.Path, browser: Browser
) -> None:
    for rate in (1, 4):
        browser.open(longest(records))
        browser.cdp("Emulation.setCPUThrottlingRate", rate=rate)
        a_second = browser.driver.execute_async_script(HELD, 5)
        browser.cdp("Emulation.setCPUThrottlingRate", rate=1)
        print(f"\nslowed {rate} times, a held key: {a_second:.0f} steps a second")
        assert a_second > 3


def test_the_page_of_a_set_is_small(records: pathlib.Path) -> None:
    pages = sorted((records / "sets").glob("*-1.record"))
    assert pages
    for record in pages:
        game = record.stem.split("-")[0]
        page = make_set(sorted((records / "sets").glob(f"{game}-?.record"))).read_text()
        packed = packed_code(page)
        print(f"\nset of {game}: code {packed / KIB:.1f} KiB packed, "
              f"page {len(page.encode()) / KIB:.1f} KiB")
        assert packed <= 66 * KIB


def test_a_set_steps_at_once(records: pathlib.Path, browser: Browser) -> None:
    for game in ("doppelkopf", "octrix"):
        browser.open(make_set(sorted((records / "sets").glob(f"{game}-?.record"))))
        times = browser.run(STEPS.replace(
            'document.querySelectorAll(".log li").length - 1',
            'Number(document.querySelector(".timeline input").max)'))
        p95 = times[len(times) * 95 // 100]
        print(f"\nset of {game}: {len(times)} places: p50 "
              f"{times[len(times) // 2]:.1f} ms, p95 {p95:.1f} ms")
        assert p95 < 320
