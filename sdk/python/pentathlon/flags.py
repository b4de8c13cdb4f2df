"""The flags and variables of a bot: flags.json lists them for the SDKs of all
languages. Not for bots."""

from __future__ import annotations

import argparse
import dataclasses
import json
import re
import ssl
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from pentathlon.errors import OptionError
from pentathlon.token_file import is_token, read_token

_ADDRESS = re.compile(r"(unix|ipv4|ipv6|dns):.+|(\[[^\]]+\]|[^:/\s]+):[0-9]+")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,64}")
_LONGEST = 1e9  # Seconds.
_MOST = 2**31 - 1  # Matches.
_WORDS = {"1": True, "true": True, "yes": True, "on": True}
_WORDS |= {"0": False, "false": False, "no": False, "off": False}


def is_name(text: str) -> bool:
    """Whether a bot can be called so."""
    return _NAME.fullmatch(text) is not None


def _has_certificates(path: str) -> bool:
    try:
        ssl.create_default_context().load_verify_locations(path)
    except ssl.SSLError:
        return False
    return True


def _may_keep_token(path: str) -> bool:
    try:
        read_token(Path(path))
    except OptionError:
        return False
    return True


# By kind of a flag: what its text means, unless it is the value itself. ValueError
# or KeyError: nothing.
_READ: dict[str, Callable[[str], Any]] = {
    "names": lambda text: tuple(filter(None, map(str.strip, text.split(",")))),
    "number": int,
    "seconds": float,
    "switch": lambda text: _WORDS[text.lower()],
}
# By kind: whether a value is right. OSError: it is not, and why.
_CHECK: dict[str, Callable[[Any], bool]] = {
    "address": lambda text: _ADDRESS.fullmatch(text) is not None,
    "certificates": _has_certificates,
    "level": lambda text: text in ("debug", "info", "warning", "error"),
    "name": is_name,
    "number": lambda number: 1 <= number <= _MOST,
    "path": _may_keep_token,
    "seconds": lambda number: 0 <= number <= _LONGEST,
    "token": is_token,
}
# Without a value they are absent.
_OPTIONAL = ("certificates", "name", "path", "token")


@dataclasses.dataclass(frozen=True)
class Flag:
    """A flag with its variable, as the table has it."""

    flag: str
    """Empty: only the variable exists."""
    variable: str
    kind: str
    value: str
    default: str
    help: str
    right: str

    @property
    def option(self) -> str:
        """The name in Options."""
        return self.flag.removeprefix("--").replace("-", "_") or "token"

    def add_to(self, group: argparse._ActionsContainer) -> None:
        """Lets a command line have it; its text is None if it is absent."""
        text = f"[{self.variable}] {self.help} (default: {self.default})"
        if self.kind == "switch":
            group.add_argument(
                self.flag, action="store_const", const="true", help=text
            )
        else:
            group.add_argument(self.flag, metavar=self.value, help=text)

    def value_in(
        self, flags: Mapping[str, str | None], environment: Mapping[str, str]
    ) -> Any:
        """Returns the value of the flag, or else of the variable; None if neither is
        set. Raises OptionError if it is wrong."""
        text, source = flags.get(self.option) if self.flag else None, self.flag
        if text is None:
            text, source = environment.get(self.variable) or None, self.variable
        if text is None:
            return None
        try:
            value = _READ.get(self.kind, str)(text)
        except (KeyError, ValueError):
            raise self._wrong(source, text) from None
        self.check(source, value, text)
        return value

    def check(self, source: str, value: Any, text: str | None = None) -> None:
        """Raises OptionError if `value` is wrong, which stood as `text` in `source`."""
        if self.kind not in _CHECK or (value == "" and self.kind in _OPTIONAL):
            return
        try:
            right, why = _CHECK[self.kind](value), ""
        except OSError as error:
            right, why = False, f" ({error.strerror})"
        if not right:
            raise self._wrong(source, f"{value}" if text is None else text, why)

    def _wrong(self, source: str, text: str, why: str = "") -> OptionError:
        # A token is a secret, even if it is wrong.
        told = "no token" if self.kind == "token" else f'"{text}"'
        return OptionError(f"{source} is {told}; it should be {self.right}{why}")


_TABLE = json.loads(Path(__file__).with_name("flags.json").read_text("utf-8"))

FLAGS = tuple(Flag(**entry) for entry in _TABLE["flags"] if entry["kind"] != "level")
"""Those of Options."""
(LOG_LEVEL,) = (Flag(**entry) for entry in _TABLE["flags"] if entry["kind"] == "level")
"""That of `main` only: another program sets up its log itself."""
GONE = {
    source: f"{source} is gone; use {entry['instead']}"
    for entry in _TABLE["gone"]
    for source in (entry["flag"], entry["variable"])
    if source
}
"""By flag or variable that bots no longer have: what to say."""
