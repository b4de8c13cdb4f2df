"""Fixtures of the tests of the page."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator

import pytest
from browser import Browser
from pages import write_records


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def records(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    """A folder of records: goldens by game, and endings."""
    folder = tmp_path_factory.mktemp("records")
    write_records(folder)
    return folder
