"""The tests that an SDK has of its own: format, types, units, the package."""

from __future__ import annotations

import pytest
from languages import LANGUAGES, ROOT, run, skip_if_missing

# script/test runs the tests of C++ and Python.
WITH_TESTS = [name for name in LANGUAGES if name not in ("cpp", "python")]


@pytest.mark.parametrize("language", WITH_TESTS)
def test_an_sdk_passes_its_own_tests(language: str) -> None:
    skip_if_missing(language)
    run([str(ROOT / "sdk" / language / "test")], timeout=1200)
