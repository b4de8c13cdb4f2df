"""Octrix: the highest or the lowest card takes the trick, and all hands are open."""

from pentathlon import Bot, Choice, Prompt
from pentathlon.protocol import OCTRIX_MODE_HIGH, LegalAction


class OctrixBot(Bot):
    """Tries to take every trick. Cards are 0 (lowest) to 31 (highest)."""

    def act(self, prompt: Prompt) -> Choice:
        seen = prompt.observation.octrix
        high = seen.mode == OCTRIX_MODE_HIGH

        def strength(card: int) -> int:
            return card if high else -card

        def pick(card: int) -> LegalAction:
            return next(a for a in prompt.actions if a.action.octrix.card == card)

        cards = [action.action.octrix.card for action in prompt.actions]
        best = max(cards, key=strength)
        if not seen.open_cards:
            return pick(best)

        # Partners, second half of a trick: two cards are open, the partner's and
        # an opponent's; the other opponent chooses at the same time as the bot.
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
        # Cards in the middle win neither kind of trick, so the bot spends them first.
        spare = min(cards, key=lambda card: abs(2 * card - 31))
        if partner > danger:
            return pick(spare)
        # Plays the cheapest card that wins for certain, or else the best card if it
        # beats the open cards. If it does not, nothing can be won here.
        certain = [card for card in cards if strength(card) > danger]
        if certain:
            return pick(min(certain, key=strength))
        shown = max(strength(card.card) for card in seen.open_cards)
        return pick(best if strength(best) > shown else spare)
