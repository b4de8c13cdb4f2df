"""Announcements of Doppelkopf: which are legal, and until when."""

from __future__ import annotations

from dataclasses import dataclass, field

NONE, CALL, N90, N60, N30, SCHWARZ = range(6)
LEVEL_NAMES = ("none", "call", "n90", "n60", "n30", "schwarz")
RE, KONTRA = 0, 1
PARTY_NAMES = ("re", "kontra")
ABSAGEN = {
    N90: "keine 90",
    N60: "keine 60",
    N30: "keine 30",
    SCHWARZ: "schwarz",
}


def text_of(level: int, party: int) -> str:
    return PARTY_NAMES[party] if level == CALL else ABSAGEN[level]


@dataclass(frozen=True)
class Deadlines:
    """The number of cards that an announcer must still hold."""

    # For CALL, N90, N60, N30, SCHWARZ.
    cards: tuple[int, ...]
    # The number of cards by which a marriage has moved all deadlines.
    shift: int = 0
    # Whether a late CALL may answer the other party.
    reply: bool = True

    def of(self, level: int) -> int:
        return self.cards[level - CALL] - self.shift


def usual_deadlines(hand_size: int) -> tuple[int, ...]:
    return tuple(hand_size - 1 - index for index in range(5))


def legal_levels(
    cards_left: int,
    own: int,
    opponents: int,
    deadlines: Deadlines,
    own_is_reply: bool = False,
) -> list[int]:
    """The levels that a player may announce; a level includes all lower levels."""
    if own_is_reply:
        return []
    levels = []
    for level in range(own + 1, SCHWARZ + 1):
        # No jump over a level that is too late.
        if cards_left < deadlines.of(level):
            break
        levels.append(level)
    if levels or own != NONE or opponents == NONE or not deadlines.reply:
        return levels
    return [CALL] if cards_left >= deadlines.of(opponents) - 1 else []


@dataclass
class Announced:
    """The announcements of both parties in a deal."""

    levels: list[int] = field(default_factory=lambda: [NONE, NONE])
    # Whether the party's CALL was a reply.
    replied: list[bool] = field(default_factory=lambda: [False, False])

    def legal(
        self, party: int, cards_left: int, deadlines: Deadlines
    ) -> list[str]:
        """The announcements that a player of the party may make, as actions."""
        levels = legal_levels(
            cards_left,
            self.levels[party],
            self.levels[1 - party],
            deadlines,
            self.replied[party],
        )
        return [text_of(level, party) for level in levels]

    def say(
        self, text: str, party: int, cards_left: int, deadlines: Deadlines
    ) -> None:
        texts = [text_of(level, party) for level in range(CALL, SCHWARZ + 1)]
        level = CALL + texts.index(text)
        if level == CALL and cards_left < deadlines.of(CALL):
            self.replied[party] = True
        self.levels[party] = level
