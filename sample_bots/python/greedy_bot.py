#!/usr/bin/env python3
"""Plays Octrix and Ordo by looking no further than the action itself.

    python greedy_bot.py --name greedy --address 127.0.0.1:5757
"""

import random

from pentathlon import Bot, Choice, Options, Prompt, main
from pentathlon.protocol import (
    OCTRIX_MODE_HIGH,
    LegalAction,
    OctrixObservation,
    OrdoObservation,
)


class GreedyBot(Bot):
    """Takes what it can get now."""

    def act(self, prompt: Prompt) -> Choice:
        # The observation holds one message, named like the game.
        if prompt.match.game == "octrix":
            return self.play_octrix(prompt, prompt.observation.octrix)
        if prompt.match.game == "ordo":
            return self.play_ordo(prompt, prompt.observation.ordo)
        return random.choice(prompt.actions)

    # Octrix: the highest or the lowest card takes the trick, and all hands are
    # open. Cards are numbers from 0 (lowest) to 31 (highest).

    def play_octrix(self, prompt: Prompt, seen: OctrixObservation) -> Choice:
        high = seen.mode == OCTRIX_MODE_HIGH

        def strength(card: int) -> int:
            return card if high else -card

        def pick(card: int) -> LegalAction:
            return next(a for a in prompt.actions if a.action.octrix.card == card)

        cards = [action.action.octrix.card for action in prompt.actions]
        best = max(cards, key=strength)
        if not seen.open_cards:
            return pick(best)

        # Partners, second half of a trick: two cards are open, one of the
        # partner and one of an opponent; the other opponent chooses as we do.
        teams = prompt.match.teams
        ours = teams[prompt.seat]
        partner = max(
            (strength(c.card) for c in seen.open_cards if teams[c.seat] == ours),
            default=-32,
        )
        opponents = [c.card for c in seen.open_cards if teams[c.seat] != ours]
        for seat in seen.to_act:
            if teams[seat] != ours:
                opponents += seen.hands[seat].cards
        danger = max((strength(card) for card in opponents), default=-32)
        # Cards in the middle take neither kind of trick: spend those first.
        spare = min(cards, key=lambda card: abs(2 * card - 31))
        if partner > danger:
            return pick(spare)
        # The cheapest card that wins for certain; else the best, if it beats
        # what lies open; else nothing can be won here.
        certain = [card for card in cards if strength(card) > danger]
        if certain:
            return pick(min(certain, key=strength))
        shown = max(strength(card.card) for card in seen.open_cards)
        return pick(best if strength(best) > shown else spare)

    # Ordo: reach the enemy's home row, take pieces, stay connected. Squares
    # are 10 * row + column, counted from 0. What is legal is connected already.

    def play_ordo(self, prompt: Prompt, seen: OrdoObservation) -> Choice:
        white = prompt.seat == 0
        goal = 7 if white else 0
        enemies = set(seen.black if white else seen.white)

        def worth(candidate: LegalAction) -> tuple[bool, bool, int, float]:
            part = candidate.action.ordo
            # `from` is a word of Python, so the field needs getattr. A single
            # piece has end == from; an ordo moves as a whole.
            start: int = getattr(part, "from")
            length = part.end - start
            pieces = 1 + (length if length < 10 else length // 10)
            wins = goal in (part.to // 10, (part.to + length) // 10)
            takes = part.to in enemies
            rows = part.to // 10 - start // 10
            # Chance decides between equals: else two greedy bots could shuttle
            # to and fro until the draw.
            return wins, takes, pieces * (rows if white else -rows), random.random()

        return max(prompt.actions, key=worth)


if __name__ == "__main__":
    main(GreedyBot, Options(games=("octrix", "ordo")))
