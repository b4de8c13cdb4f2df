"""The rules of Seconds: the second-highest card takes the trick."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from replay import (
    Match,
    Options,
    Outcome,
    Pack,
    Plies,
    with_text_preset,
)

RANKS = "23456789TJQKA"
CARDS = [suit + rank for suit in "SHDC" for rank in RANKS]
TRICKS = 13

OPTIONS = {
    "preset": "default text",
    "deals": "8 7",
    "deal6_score": "three_per_trick square",
    "deal8_score": "share12 literal_12_4_3",
    "tie_reading": "position distinct",
    "winner": "second highest",
    "final_tie": "shared distinct_totals",
    "first_dealer": "random seat0 0",
    "auto_last_trick": "true false",
}
# The printed rules, read literally.
TEXT = {"deal8_score": "literal_12_4_3", "final_tie": "distinct_totals"}


def strength(card: str) -> int:
    return RANKS.index(card[1])


def taker(cards: Sequence[str], tie_reading: str = "position") -> int:
    """The position that takes the trick, in playing order."""
    following = [i for i, card in enumerate(cards) if card[0] == cards[0][0]]
    if len(following) >= 2:
        following.sort(key=lambda i: strength(cards[i]), reverse=True)
        return following[1]
    return _taker_when_nobody_follows(cards, tie_reading)


def _taker_when_nobody_follows(cards: Sequence[str], tie_reading: str) -> int:
    ranks = sorted((strength(card) for card in cards), reverse=True)
    if tie_reading == "distinct":
        ranks = sorted(set(ranks), reverse=True)
    target = ranks[min(1, len(ranks) - 1)]
    tied = [i for i, card in enumerate(cards) if strength(card) == target]
    return tied[min(1, len(tied) - 1)]


def related(deal: int, player: int) -> int:
    """The player whose tricks count with those of `player`; North is 0, clockwise."""
    return {
        1: (player + 2) % 4,
        2: player ^ 1,  # N+E, S+W
        3: 3 - player,  # N+W, E+S
        4: (player + 1) % 4,
        5: (player + 3) % 4,
    }[deal]


def deal_scores(
    deal: int,
    tricks: Sequence[int],
    deal6_score: str = "three_per_trick",
    deal8_score: str = "share12",
) -> list[int]:
    """The points of a deal, for North, East, South, West."""
    if deal <= 5:
        return [t * tricks[related(deal, i)] for i, t in enumerate(tricks)]
    if deal == 6:
        square = deal6_score == "square"
        return [t * t if square else 3 * t for t in tricks]
    if deal == 7:
        return [TRICKS - t for t in tricks]
    literal = deal8_score == "literal_12_4_3"
    shares = (0, 12, 4, 3) if literal else (0, 12, 6, 4)
    return [
        shares[list(tricks).count(3)] if t == 3 else 0 for t in tricks
    ]


def winning_total(
    totals: Sequence[int], winner: str = "second", final_tie: str = "shared"
) -> int:
    """The total that wins the match."""
    if final_tie == "distinct_totals":
        totals = list(set(totals))
    descending = sorted(totals, reverse=True)
    if winner == "highest" or len(descending) == 1:
        return descending[0]
    return descending[1]


def final_ranks(
    totals: Sequence[int], winner: str = "second", final_tie: str = "shared"
) -> list[int]:
    """Winners have rank 1. The others follow by total; equal totals share a rank."""
    winning = winning_total(totals, winner, final_tie)

    def before(total: int, other: int) -> bool:
        if total == winning:
            return False
        return other == winning or other > total

    return [1 + sum(before(t, other) for other in totals) for t in totals]


def legal_cards(hand: Sequence[str], led: str | None) -> list[str]:
    following = [card for card in hand if led and card[0] == led[0]]
    return following or list(hand)


@dataclass
class Deal:
    """One deal: the hands, and the tricks of each player."""

    leader: int
    hands: list[list[str]]
    tricks: list[int] = field(default_factory=lambda: [0] * 4)


def deal_cards(plies: Plies, dealer: int) -> Deal:
    pack = Pack({card: 1 for card in CARDS})
    deal = Deal((dealer + 1) % 4, [[], [], [], []])
    for i in range(len(CARDS)):
        deal.hands[(deal.leader + i) % 4].append(pack.deal(plies))
    return deal


def play_trick(plies: Plies, deal: Deal, options: Options) -> None:
    cards: list[str] = []
    forced = options.flag("auto_last_trick") and len(deal.hands[0]) == 1
    for i in range(4):
        seat = (deal.leader + i) % 4
        hand = deal.hands[seat]
        if forced:
            card = hand[0]
        else:
            legal = legal_cards(hand, cards[0] if cards else None)
            lowest = min(map(strength, legal))
            card = plies.choice(
                seat,
                "card played",
                legal,
                [card for card in legal if strength(card) == lowest],
            )
        hand.remove(card)
        cards.append(card)
    deal.leader = (deal.leader + taker(cards, options.text("tie_reading"))) % 4
    deal.tricks[deal.leader] += 1


def play_deal(
    plies: Plies, number: int, north: int, options: Options
) -> list[int]:
    """The points of the deal by seat."""
    deal = deal_cards(plies, (north + number - 1) % 4)
    for _ in range(TRICKS):
        play_trick(plies, deal, options)
    from_north = [deal.tricks[(north + i) % 4] for i in range(4)]
    points = deal_scores(
        number,
        from_north,
        options.text("deal6_score"),
        options.text("deal8_score"),
    )
    return [points[(seat - north) % 4] for seat in range(4)]


def first_dealer(plies: Plies, options: Options) -> int:
    if options.text("first_dealer") != "random":
        return 0
    dealers = [f"dealer{seat}" for seat in range(4)]
    return dealers.index(plies.chance("first dealer", dealers))


def play(plies: Plies, match: Match) -> Outcome:
    """Plays the match again."""
    options = Options(with_text_preset(match.options, TEXT), OPTIONS)
    plies.expect_in_effect(options.values())
    plies.expect("seats", match.seats, 4)
    north = first_dealer(plies, options)
    totals = [0] * 4
    for number in range(1, options.number("deals") + 1):
        points = play_deal(plies, number, north, options)
        totals = [total + p for total, p in zip(totals, points)]
    ranks = final_ranks(
        totals, options.text("winner"), options.text("final_tie")
    )
    return Outcome(totals, ranks)
