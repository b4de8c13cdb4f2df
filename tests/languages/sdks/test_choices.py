"""The sample bots of all languages make the same choices as those in Python.

Each is asked again, by `arena rehearse`, what every seat was asked in matches of all
games and variants.
"""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import pytest

from languages import ARENA, LANGUAGES, command_of, run

# Game, seats, options. Built-in players play these matches, some of them at random, so that
# positions occur that greedy players would not reach.
MATCHES = [
    ("octrix", 2, ""),
    ("octrix", 3, ""),
    ("octrix", 4, ""),
    ("octrix", 2, "variant=solo2"),
    ("octrix", 3, "variant=solo3"),
    ("octrix", 4, "variant=partners"),
    ("octrix", 4, "colour_rule=suit,duplicate=cyclic,show_unused=false"),
    ("ordo", 2, ""),
    ("ordo", 2, "variant=x"),
    ("ordo", 2, "opening_plies=10,preset=text"),
    ("ordago", 3, "sets_to_win=1"),
    ("ordago", 4, "sets_to_win=2"),
    ("ordago", 4, "sets_to_win=2,sign_window=none"),
    ("ordago", 4, "sets_to_win=2,signs=full,discard_order=simultaneous"),
    ("ordago", 4, "sets_to_win=1,preset=text"),
    ("doppelkopf", 4, "deals=12"),
    ("doppelkopf", 4, "deals=8,preset=house"),
    ("doppelkopf", 4, "deals=8,preset=seed40"),
    ("doppelkopf", 4, "deals=8,preset=text"),
    ("doppelkopf", 4, "deals=8,poverty=on,announce_windows=card,dulle=off"),
    ("seconds", 4, ""),
    ("seconds", 4, "deals=7,winner=highest"),
    ("seconds", 4, "preset=text,tie_reading=distinct"),
]
OTHERS = [language for language in LANGUAGES if language != "python"]


class Asked:
    """Files of prompts, and the choices of the bots in Python."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.files: list[pathlib.Path] = []
        for number, (game, seats, options) in enumerate(MATCHES):
            self._play(f"{number}-{game}", game, seats, options)
        self._chosen: dict[tuple[str, pathlib.Path], list[str]] = {}

    def _play(self, name: str, game: str, seats: int, options: str) -> None:
        record = self.folder / f"{name}.record"
        bots = ",".join(["random", "greedy", "greedy", "random"][:seats])
        flags = ["--game", game, "--seats", f"{seats}", "--bots", bots]
        flags += ["--options", options] if options else []
        run([f"{ARENA}", "play", *flags, "--seed", "7", "--record", f"{record}"])
        for seat in range(seats):
            file = self.folder / f"{name}-seat{seat}.prompts"
            run([f"{ARENA}", "prompts", f"{record}", f"--seat={seat}", f"--out={file}"])
            self.files.append(file)

    def python(self, bot: str, file: pathlib.Path) -> list[str]:
        if (bot, file) not in self._chosen:
            self._chosen[bot, file] = choices("python", bot, file)
        return self._chosen[bot, file]


def choices(language: str, bot: str, file: pathlib.Path) -> list[str]:
    """Returns a line for each decision."""
    command = command_of(language, bot)
    return run([f"{ARENA}", "rehearse", f"{file}", "--", *command]).splitlines()


@pytest.fixture(scope="module")
def asked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Asked]:
    yield Asked(tmp_path_factory.mktemp("prompts"))


@pytest.mark.timeout(600)
@pytest.mark.parametrize("bot", ["greedy_bot", "random_bot"])
@pytest.mark.parametrize("language", OTHERS)
def test_every_choice_is_that_of_python(asked: Asked, language: str, bot: str) -> None:
    command_of(language, bot)  # Skips the test if the language is not here.
    differ: list[str] = []
    # To a bot that plays at random each seat is the same. A greedy bot is asked
    # nothing new in a third or fourth seat.
    seats = "seat[01]" if bot == "greedy_bot" else "seat0"
    for file in (f for f in asked.files if f.match(f"*-{seats}.prompts")):
        expected = asked.python(bot, file)
        told = choices(language, bot, file)
        assert len(told) == len(expected) > 1, file.name
        pairs = [(a, b) for a, b in zip(expected, told) if a != b]
        if pairs:
            python, other = pairs[0]
            differ.append(
                f"{file.name}: {len(pairs)} of {len(told)} lines differ, the first:"
                f"\n  python: {python}\n  {language}: {other}"
            )
    assert not differ, "\n".join(differ)


def test_the_matches_ask_for_all_that_bots_may_do(asked: Asked) -> None:
    """Checks that the comparison has all kinds of decisions."""
    told = [line for file in asked.files for line in asked.python("greedy_bot", file)]
    assert sum("announces" in line for line in told) > 20
    words = " ".join(told)
    for word in ("re", "kontra", "ordago", "swap", "keep"):
        assert f" {word}" in words, word
    assert len([line for line in told if line.startswith("decision")]) > 2000
