"""Fixtures of the tests of the site."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from arena_pages import Pages
from browser import Browser


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    browser = Browser()
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pages]:
    pages = Pages(tmp_path_factory.mktemp("referee") / "data")
    yield pages
    pages.close()
