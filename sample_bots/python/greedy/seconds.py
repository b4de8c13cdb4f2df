"""Seconds: finds out for each card which player would take the trick, and how the
totals would then stand.

Counts the cards that are still out and knows which players are out of a suit.
"""

from collections.abc import Sequence

from pentathlon import Bot, Choice, Prompt
from pentathlon import protocol as pb

SEATS = 4


def suit_of(card: int) -> int:
    return card % 4


class Memory:
    """The cards that no player has shown, and the suits that each player is out of."""

    def __init__(self, table: pb.SecondsObservation) -> None:
        self.hidden = set(range(52)) - set(table.hand)
        self.void: set[tuple[int, int]] = set()
        for trick in table.tricks:
            self.remember(trick.leader, trick.cards)
        self.remember(table.leader, table.open_cards)

    def remember(self, leader: int, cards: Sequence[int]) -> None:
        self.hidden -= set(cards)
        for i, card in enumerate(cards):
            if suit_of(card) != suit_of(cards[0]):
                self.void.add(((leader + i) % SEATS, suit_of(cards[0])))

    def chance_of_higher(self, seat: int, card: int) -> float:
        """Returns the chance that `seat` plays a higher card of the suit."""
        suit = [other for other in self.hidden if suit_of(other) == suit_of(card)]
        if not suit or (seat, suit_of(card)) in self.void:
            return 0
        return sum(other > card for other in suit) / len(suit)


def chances_to_take(memory: Memory, leader: int, cards: Sequence[int]) -> list[float]:
    """Returns for each seat the chance to take the trick.

    `cards` were played so far, by `leader` and the seats after it. The
    second-highest card takes the trick, so exactly one card must be higher. Ignores
    that all others may be out of the suit, which is rare.
    """
    later = [(leader + i) % SEATS for i in range(len(cards), SEATS)]
    chances = [0.0] * SEATS
    suit = [card for card in cards if suit_of(card) == suit_of(cards[0])]
    for i, card in enumerate(cards):
        if card not in suit:
            continue
        highers = [float(other > card) for other in suit]
        highers += [memory.chance_of_higher(seat, card) for seat in later]
        none_higher, one_higher = 1.0, 0.0
        for higher in highers:
            one_higher = one_higher * (1 - higher) + none_higher * higher
            none_higher *= 1 - higher
        chances[(leader + i) % SEATS] = one_higher
    taken = 0.0  # Not sum(), which rounds differently in newer Pythons.
    for chance in chances:
        taken += chance
    rest = max(0.0, 1 - taken)
    for seat in later:
        chances[seat] = rest / len(later)
    return chances


def standing_after(prompt: Prompt, taker: int) -> float:
    """Returns how well the bot's seat stands if `taker` gets one more trick."""
    table = prompt.observation.seconds
    taken = list(table.taken)
    taken[taker] += 1
    totals = list(table.totals)
    for seat in range(SEATS):
        if table.scoring == pb.SECONDS_SCORING_MANY_TRICKS:
            totals[seat] += 3 * taken[seat]
        elif table.scoring == pb.SECONDS_SCORING_FEW_TRICKS:
            totals[seat] += 13 - taken[seat]
        elif table.scoring == pb.SECONDS_SCORING_THREE_TRICKS:
            totals[seat] += 12 - 4 * abs(taken[seat] - 3)
        else:
            # One more of each, because a product of 0 would say little.
            totals[seat] += (taken[seat] + 1) * (taken[table.counts_with[seat]] + 1)
    own = totals.pop(prompt.seat)
    first, second, _ = sorted(totals, reverse=True)
    if prompt.match.options["winner"] == "highest":
        return own - first
    # The second total wins, so the best total is as far from the first as from the
    # third.
    return min(first - own, own - second)


class SecondsBot(Bot):
    """Takes or leaves tricks, depending on which leads to second place."""

    def act(self, prompt: Prompt) -> Choice:
        table = prompt.observation.seconds
        memory = Memory(table)
        seat = prompt.seat
        standing = [standing_after(prompt, taker) for taker in range(SEATS)]
        wants = SEATS * standing[seat] > sum(standing)

        def score(entry: pb.LegalAction) -> float:
            card = entry.action.seconds.card
            chances = chances_to_take(
                memory, table.leader, [*table.open_cards, card]
            )
            expected = 0.0
            for chance, stand in zip(chances, standing):
                expected += chance * stand
            # Of equal cards, plays the card that will be of less use later.
            use = chances_to_take(memory, seat, [card])[seat]
            return expected + 0.01 * (-use if wants else use)

        return max(prompt.actions, key=score)
