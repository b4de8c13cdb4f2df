"""How a deal of Doppelkopf gets its contract: reservations and poverty."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from doppelkopf_cards import FOX, NORMAL, OLD, SOLOS, CardOrder
from doppelkopf_options import Rules
from doppelkopf_session import Session
from replay import Options, Plies



@dataclass(frozen=True)
class Contract:
    # A solo's name, "normal", "marriage" or "poverty".
    kind: str
    # The seat that named the contract; -1 in a normal game.
    owner: int
    leader: int
    # None: a marriage that is not clarified yet.
    re_seats: frozenset[int] | None

    @property
    def is_declared_solo(self) -> bool:
        return self.kind in SOLOS

    @property
    def order_name(self) -> str:
        return self.kind if self.is_declared_solo else NORMAL


class ThreeCards(Collection[str]):
    """A verb with three cards of a hand, in any order."""

    def __init__(
        self, verb: str, hand: Sequence[str], required: Sequence[str] = ()
    ) -> None:
        self._verb = verb
        self._hand = Counter(hand)
        self._required = Counter(required)

    def __contains__(self, text: object) -> bool:
        verb, *cards = str(text).split()
        chosen = Counter(cards)
        return (
            verb == self._verb
            and len(cards) == 3
            and chosen <= self._hand
            and self._required <= chosen
        )

    def __iter__(self) -> Iterator[str]:
        hand = sorted(self._hand.elements())
        texts = {
            " ".join((self._verb, *cards)) for cards in combinations(hand, 3)
        }
        return (text for text in sorted(texts) if text in self)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Agreement:
    """Finds the contract of one deal."""

    def __init__(
        self,
        plies: Plies,
        rules: Rules,
        session: Session,
        hands: list[list[str]],
        redeals: int,
    ) -> None:
        self._plies = plies
        self._rules = rules
        self._options = rules.options
        self._session = session
        self._hands = hands
        self._redeals = redeals
        self._order = session.clockwise(session.forehand)
        self._solos = [
            "solo " + solo
            for solo in SOLOS
            if self._options.flag("solo_" + solo)
        ]

    def contract(self) -> Contract | None:
        """Returns None if the deal is void, and the same dealer deals again."""
        forced = self._session.forced_seat()
        if forced is not None:
            text = self._choose(forced, "forced solo", self._solos)
            return self._solo(forced, text)
        wishes = {seat: self._reservation(seat) for seat in self._order}
        if "redeal" in wishes.values():
            return None
        seat = min(self._order, key=lambda s: self._rank(s, wishes[s]))
        return self._contract_of(seat, wishes[seat])

    def _choose(self, seat: int, what: str, legal: Collection[str]) -> str:
        return self._plies.choice(seat, what, legal, legal)

    # ---- Reservations ----

    def _reservation(self, seat: int) -> str:
        hand = self._hands[seat]
        legal = ["healthy", *self._solos]
        if hand.count(OLD) == 2:
            legal.append("marriage")
        if self._may_declare_poverty(hand):
            legal.append("poverty")
        if self._may_demand_redeal(hand):
            legal.append("redeal")
        return self._choose(seat, "reservation", legal)

    def _may_demand_redeal(self, hand: Sequence[str]) -> bool:
        if self._redeals >= self._options.number("max_redeals"):
            return False
        return may_redeal(hand, self._rules)

    def _may_declare_poverty(self, hand: Sequence[str]) -> bool:
        if not self._options.flag("poverty"):
            return False
        return len(self._counted_trumps(hand)) <= 3

    def _counted_trumps(self, hand: Sequence[str]) -> list[str]:
        trumps = trumps_of(hand, self._rules.order(NORMAL))
        if self._options.flag("poverty_fox_free"):
            return [card for card in trumps if card != FOX]
        return trumps

    def _rank(self, seat: int, wish: str) -> int:
        """The lowest rank goes first; of equal ranks the seat nearest to forehand."""
        if wish in self._solos:
            return 1 if seat in self._session.owing else 2
        return {"poverty": 3, "marriage": 4, "healthy": 5}[wish]

    def _contract_of(self, seat: int, wish: str) -> Contract | None:
        forehand = self._session.forehand
        if wish in self._solos:
            return self._solo(seat, wish)
        if wish == "poverty":
            return self._poverty(seat)
        if wish == "marriage":
            return Contract("marriage", seat, forehand, None)
        holders = frozenset(s for s in range(4) if OLD in self._hands[s])
        return Contract(NORMAL, -1, forehand, holders)

    def _solo(self, seat: int, text: str) -> Contract:
        rule = self._options.text("solo_lead")
        compulsory = seat in self._session.owing
        leads = rule == "always" or (rule == "compulsory_only" and compulsory)
        leader = seat if leads else self._session.forehand
        return Contract(text.split()[1], seat, leader, frozenset({seat}))

    # ---- Poverty ----

    def _poverty(self, poor: int) -> Contract | None:
        hand = self._hands[poor]
        lay = ThreeCards("lay", hand, self._must_lay(hand))
        laid = self._choose(poor, "cards laid", lay).split()[1:]
        for seat in self._session.clockwise(poor)[1:]:
            legal = ["accept", "decline"]
            if self._choose(seat, "poverty", legal) == "accept":
                self._exchange(poor, seat, laid)
                return Contract(
                    "poverty",
                    poor,
                    self._session.forehand,
                    frozenset({poor, seat}),
                )
        return None

    def _must_lay(self, hand: Sequence[str]) -> list[str]:
        """All trumps. If there are more than three, foxes may stay in hand."""
        trumps = trumps_of(hand, self._rules.order(NORMAL))
        return trumps if len(trumps) <= 3 else self._counted_trumps(hand)

    def _exchange(self, poor: int, rich: int, laid: list[str]) -> None:
        self._pass(poor, rich, laid)
        legal = ThreeCards("return", self._hands[rich])
        text = self._choose(rich, "cards returned", legal)
        self._pass(rich, poor, text.split()[1:])

    def _pass(self, giver: int, taker: int, cards: list[str]) -> None:
        for card in cards:
            self._hands[giver].remove(card)
            self._hands[taker].append(card)


def trumps_of(hand: Sequence[str], order: CardOrder) -> list[str]:
    trumps = order.trumps()
    return [card for card in hand if card in trumps]


def may_redeal(hand: Sequence[str], rules: Rules) -> bool:
    """Whether the hand is bad enough to demand a new deal."""
    options: Options = rules.options
    ranks = Counter(card[1] for card in hand)
    order = rules.order(NORMAL)
    trumps = trumps_of(hand, order)
    above_fox = order.trumps()[: order.trumps().index(FOX)]
    kings = options.text("redeal_kings")
    reasons = {
        "redeal_nines": ranks["9"] >= 5,
        "redeal_trumps": len(trumps) <= 3,
        "redeal_low_trumps": not any(card in above_fox for card in trumps),
        "redeal_full": ranks["T"] + ranks["A"] >= 7,
    }
    if kings != "off" and ranks["K"] >= int(kings):
        return True
    return any(reasons[name] and options.flag(name) for name in reasons)
