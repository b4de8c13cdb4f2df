"""The random generator of a prompt; it is the same in the SDKs of all languages."""

from __future__ import annotations

_ALL = 2**64


def seed_of(private_seed: bytes, seat: int, decision: int) -> int:
    """Returns the seed of a decision: FNV-1a over the seat's secret and the place."""
    value = 0xCBF29CE484222325
    for byte in private_seed + f"/{seat}/{decision}".encode():
        value = (value ^ byte) * 0x100000001B3 % _ALL
    return value


class Chance:
    """SplitMix64. It plays the same match again wherever the same seed does."""

    def __init__(self, seed: int) -> None:
        self._state = seed

    def draw(self) -> int:
        """Returns the next number from 0 to 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) % _ALL
        value = self._state
        value = (value ^ (value >> 30)) * 0xBF58476D1CE4E5B9 % _ALL
        value = (value ^ (value >> 27)) * 0x94D049BB133111EB % _ALL
        return value ^ (value >> 31)

    def below(self, count: int) -> int:
        """Returns a number from 0 to `count` - 1, each as likely as the others."""
        if count < 1:
            raise ValueError(f"count is {count}; it should be at least 1")
        # Draws beyond the last multiple would favour small numbers.
        multiple = _ALL - _ALL % count
        while (value := self.draw()) >= multiple:
            pass
        return value % count
