"""Ordo: reach the enemy's home row, take pieces, stay connected."""

from pentathlon import Bot, Choice, Prompt
from pentathlon.protocol import LegalAction


class OrdoBot(Bot):
    """Wins if it can; if not, captures; if it cannot capture, advances.

    Squares are 10 * row + column, counted from 0. Legal actions keep the pieces
    connected.
    """

    def act(self, prompt: Prompt) -> Choice:
        seen = prompt.observation.ordo
        white = prompt.seat == 0
        goal = 7 if white else 0
        enemies = set(seen.black if white else seen.white)

        def worth(candidate: LegalAction) -> tuple[bool, bool, int, int]:
            part = candidate.action.ordo
            # A single piece is both ends of its ordo; an ordo moves as a whole.
            length = part.end_square - part.from_square
            pieces = 1 + (length if length < 10 else length // 10)
            to = part.to_square
            wins = goal in (to // 10, (to + length) // 10)
            takes = to in enemies
            rows = to // 10 - part.from_square // 10
            # Chance decides between equals, or two greedy bots could shuttle
            # back and forth until the draw. Each action has its own draw.
            luck = prompt.random.draw()
            return wins, takes, pieces * (rows if white else -rows), luck

        return max(prompt.actions, key=worth)
