"""The first program of each SDK's README, pasted into an empty folder, plays a
match with the commands that the README gives; README.md here has the convention."""

from __future__ import annotations

import pathlib
import re
import textwrap

import pytest

from languages import LANGUAGES, ROOT, run, skip_if_missing, skip_if_slow

# The checkout of an author, as the READMEs write it. A shell replaces ~ only at the
# beginning of a word.
CHECKOUT = re.compile(r"(?<!\S)~/pentathlon\b|\$HOME/pentathlon\b")
MARK = "<!-- a first match -->"

_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
# Fenced or indented.
_COMMANDS = re.compile(
    r"\n*(?:```\w*\n(.*?)^```$|((?:    [^\n]*\n|\n)+))", re.MULTILINE | re.DOTALL
)


def readme_of(language: str) -> str:
    return (ROOT / "sdk" / language / "README.md").read_text()


def files_in(text: str) -> dict[str, str]:
    """The contents of the fenced blocks that name a file."""
    return {name: content for _, name, content in _BLOCK.findall(text) if name}


def commands_in(text: str) -> str:
    """The commands of the first block of `text`."""
    found = _COMMANDS.match(text)
    assert found is not None, f"no commands behind {MARK}"
    return textwrap.dedent(found[1] or found[2]).strip()


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_first_program_plays_a_match(language: str, tmp_path: pathlib.Path) -> None:
    skip_if_missing(language)
    skip_if_slow(language)
    program, _, rest = readme_of(language).partition(MARK)
    # Bots that root starts run as users of their own.
    tmp_path.chmod(0o755)
    for name, content in files_in(program).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    commands = commands_in(rest)
    assert "arena play" in commands.splitlines()[-1]
    script = CHECKOUT.sub(str(ROOT), commands)
    assert "~" not in script, "a shell leaves this ~ as it is; write $HOME"
    # A fault of the bot makes the last command fail.
    told = run(["bash", "-ec", script], folder=tmp_path, timeout=1000)
    assert "match 0: returns" in told, told


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_readme_begins_with_the_whole_program(language: str) -> None:
    first = _BLOCK.search(readme_of(language))
    assert first is not None
    assert first[2], "the first block names no file"
    # About ten lines, and no more than a screen.
    assert len(first[3].splitlines()) <= 25


def test_the_page_of_the_project_shows_the_same_programs() -> None:
    blocks = _BLOCK.findall((ROOT / "README.md").read_text())
    shown = {word: content for word, _, content in blocks}
    for language in ("python", "cpp"):
        first = _BLOCK.search(readme_of(language))
        assert first is not None
        assert shown[language] == first[3]
