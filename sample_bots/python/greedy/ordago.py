"""Ordago: compares its hand with all possible hands.

Bets where few of them beat it, and gives its partner a sign. Shows how to announce,
and where the observation repeats the partner's announcements.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement
from math import comb

from pentathlon import Bot, Choice, Prompt
from pentathlon import protocol as pb

ACE, SEVEN, KING = (
    pb.ORDAGO_RANK_ACE,
    pb.ORDAGO_RANK_SEVEN,
    pb.ORDAGO_RANK_KING,
)
BETS = (
    pb.ORDAGO_BET_BIG,
    pb.ORDAGO_BET_SMALL,
    pb.ORDAGO_BET_PAIRS,
    pb.ORDAGO_BET_GAME,
)

# ---- The worth of a hand ----

# Ranks from 1, ace, to 8, king; ascending.
Hand = tuple[int, ...]


def hand_of(cards: pb.OrdagoCards) -> Hand:
    return tuple(sorted(cards.ranks))


@cache
def all_draws(size: int) -> dict[Hand, int]:
    """Returns all sets of `size` cards, and the ways to draw them from the pack."""
    draws = {}
    for cards in combinations_with_replacement(range(ACE, KING + 1), size):
        ways = 1
        for rank, count in Counter(cards).items():
            ways *= comb(8 if rank in (ACE, KING) else 4, count)
        if ways > 0:
            draws[cards] = ways
    return draws


def pairs_key(hand: Hand) -> tuple[int, ...]:
    counts = Counter(hand)
    # Four alike are two pairs.
    pairs = [r for r in sorted(counts, reverse=True) for _ in range(counts[r] // 2)]
    if not pairs:
        return 0, *reversed(hand)
    triple = 3 in counts.values()
    return 3 if len(pairs) == 2 else 2 if triple else 1, *pairs


def game_key(hand: Hand) -> tuple[int, ...]:
    if hand.count(SEVEN) == 3 and hand[3] > SEVEN:
        return (43,)  # A royal game.
    total = sum((0, 1, 4, 5, 6, 7, 10, 10, 10)[rank] for rank in hand)
    return ({31: 42, 32: 41}.get(total, total),)


def key_of(bet: int, hand: Hand) -> tuple[int, ...]:
    """Returns a key that is higher for the better hand."""
    if bet == pb.ORDAGO_BET_BIG:
        return hand[::-1]
    if bet == pb.ORDAGO_BET_SMALL:
        return tuple(-rank for rank in hand)
    return pairs_key(hand) if bet == pb.ORDAGO_BET_PAIRS else game_key(hand)


@cache
def strengths(bet: int) -> dict[Hand, float]:
    """Returns for every hand the share of all hands that it beats, 0 to 1."""
    hands = all_draws(4)
    ways: Counter[tuple[int, ...]] = Counter()
    for hand, count in hands.items():
        ways[key_of(bet, hand)] += count
    worse, share = 0, {}
    for key in sorted(ways):
        # Equal hands count half.
        share[key] = (worse + ways[key] / 2) / ways.total()
        worse += ways[key]
    return {hand: share[key_of(bet, hand)] for hand in hands}


@cache
def worth(hand: Hand) -> float:
    """One very good bet is worth more than two fair bets."""
    total = 0.0  # Not sum(), which rounds differently in newer Pythons.
    for bet in BETS:
        strength = strengths(bet)[hand]
        total += strength * strength * strength
    return total


def worth_after(hand: Hand, discard: Iterable[int]) -> float:
    """Returns the average after an exchange."""
    kept = list(hand)
    for rank in discard:
        kept.remove(rank)
    draws = all_draws(4 - len(kept))
    total = 0.0
    for draw, ways in draws.items():
        total += ways * worth(tuple(sorted((*kept, *draw))))
    return total / sum(draws.values())


# ---- Signs ----

# The most useful sign first, with the bet and strength that it promises. Bad
# cards and two of a kind are kept secret.
PROMISES = {
    pb.ORDAGO_OFFICIAL_SIGN_THREE_KINGS_AND_ACE: (pb.ORDAGO_BET_GAME, 0.95),
    pb.ORDAGO_OFFICIAL_SIGN_THIRTY_ONE: (pb.ORDAGO_BET_GAME, 0.95),
    pb.ORDAGO_OFFICIAL_SIGN_TWO_PAIRS: (pb.ORDAGO_BET_PAIRS, 0.95),
    pb.ORDAGO_OFFICIAL_SIGN_THREE_KINGS: (pb.ORDAGO_BET_BIG, 0.97),
    pb.ORDAGO_OFFICIAL_SIGN_THREE_ACES: (pb.ORDAGO_BET_SMALL, 0.97),
    pb.ORDAGO_OFFICIAL_SIGN_TRIPLE: (pb.ORDAGO_BET_PAIRS, 0.85),
}


def useful_sign(offered: Sequence[pb.LegalAction]) -> Choice | None:
    """Returns the best sign that is offered; only true signs are offered."""
    for sign in PROMISES:
        for entry in offered:
            if entry.action.ordago.sign.official == sign:
                return entry
    return None


def fresh_signs(table: pb.OrdagoObservation) -> Iterator[pb.OrdagoSignSeen]:
    """Yields the signs that were given with the current cards."""
    for seen in table.signs:
        if not seen.last_hand and seen.completed_exchanges == table.completed_exchanges:
            yield seen


def promised_strength(prompt: Prompt) -> float:
    """Returns what the partner's signs say about the current bet."""
    table, teams = prompt.observation.ordago, prompt.match.teams
    promised = [0.0]
    for seen in fresh_signs(table):
        if seen.seat != prompt.seat and teams[seen.seat] == teams[prompt.seat]:
            bet, strength = PROMISES.get(seen.sign.official, (None, 0.0))
            if bet == table.bet:
                promised.append(strength)
    return max(promised)


def team_strength(prompt: Prompt, hand: Hand) -> float:
    """Returns the best strength in the bet that the bot's team is known to have."""
    table = prompt.observation.ordago
    strength = strengths(table.bet)
    if not table.HasField("dummy_hand"):
        return max(strength[hand], promised_strength(prompt))
    # Three seats: one hand of the soloist, seat 0, is open.
    dummy = strength[hand_of(table.dummy_hand)]
    if prompt.seat == 0:
        return max(dummy, strength[hand_of(table.own_hand)])
    best = max(strength[hand], promised_strength(prompt))
    return best if best > dummy else 0.0


# ---- The bot ----


def say(word: pb.OrdagoWord.ValueType) -> Choice:
    return pb.GameAction(ordago=pb.OrdagoAction(word=word))


def acting_hand(table: pb.OrdagoObservation) -> Hand:
    """With three seats the soloist acts for the open hand of place 2, too."""
    own = table.own_place in table.places_to_act
    return hand_of(table.own_hand if own else table.dummy_hand)


class OrdagoBot(Bot):
    """Bets on a good hand, exchanges a bad one, tells the partner."""

    def act(self, prompt: Prompt) -> Choice:
        table = prompt.observation.ordago
        hand = acting_hand(table)
        if table.phase == pb.ORDAGO_PHASE_SIGN_WINDOW:
            return useful_sign(prompt.actions) or say(pb.ORDAGO_WORD_NO_SIGN)
        if table.phase == pb.ORDAGO_PHASE_ASK:
            # Roughly the worth of a common hand after an exchange.
            keep = worth(hand) > 1.6
            return say(pb.ORDAGO_WORD_KEEP if keep else pb.ORDAGO_WORD_SWAP)
        if table.phase == pb.ORDAGO_PHASE_DISCARD:
            return max(
                prompt.actions,
                key=lambda a: worth_after(hand, a.action.ordago.discard.ranks),
            )
        return self.bet(prompt, team_strength(prompt, hand))

    def announce(self, prompt: Prompt) -> Choice | None:
        # Signs can also be given before a decision, for tables without a sign
        # window. Called before each decision, and again after every announcement.
        table = prompt.observation.ordago
        if table.HasField("pending_sign"):
            return None
        if any(seen.seat == prompt.seat for seen in fresh_signs(table)):
            return None
        return useful_sign(prompt.announcements)

    def bet(self, prompt: Prompt, strength: float) -> Choice:
        table = prompt.observation.ordago
        # The referee sends every option, even those with default values.
        target = int(prompt.match.options["set_target"])
        team = prompt.match.teams[prompt.seat]
        to_win, to_lose = target - table.score[team], target - table.score[1 - team]
        if not table.HasField("bidder"):
            desperate = to_lose <= 2 and to_win > 10
            if desperate and strength > 0.7:
                return say(pb.ORDAGO_WORD_ORDAGO)
            # The lowest bid follows after waiting.
            return prompt.actions[1 if strength > 0.75 else 0]
        # Passing gives the opponents the amount of the bid before, and at least a
        # point.
        if max(table.previous, 1) >= to_lose:
            return say(pb.ORDAGO_WORD_ACCEPT)
        stake = 30 if table.ordago else table.amount
        if strength < min(0.97, 0.8 + 0.01 * stake):
            return say(pb.ORDAGO_WORD_PASS)
        # After passing and accepting comes the lowest raise, or else ordago.
        return prompt.actions[2 if strength > 0.95 and stake < 8 else 1]
