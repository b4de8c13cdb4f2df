"""Doppelkopf: calls Re or Kontra with a strong hand, leads fresh aces, takes
tricks that pay, gives Augen to friends and keeps its foxes from strangers.
"""

from collections.abc import Sequence

from pentathlon import Bot, Choice, Prompt
from pentathlon import protocol as pb

# ---- Cards ----

CLUBS, SPADES, HEARTS, DIAMONDS = range(4)
NINE, JACK, QUEEN, KING, TEN, ACE = range(6)


def card_of(suit: int, rank: int) -> int:
    return 6 * suit + rank


OLD = card_of(CLUBS, QUEEN)  # Holders of this card are Re.
DULLE = card_of(HEARTS, TEN)
FOX = card_of(DIAMONDS, ACE)

# Solos have the same numbers as declarations and as contracts.
SOLOS = range(pb.DOPPELKOPF_CONTRACT_QUEENS, pb.DOPPELKOPF_CONTRACT_DIAMONDS + 1)


def suit_of(card: int) -> int:
    return card // 6


def rank_of(card: int) -> int:
    return card % 6


def augen_of(card: int) -> int:
    return (0, 2, 3, 4, 10, 11)[rank_of(card)]


class Order:
    """Which cards are trumps in a contract, and which card beats which."""

    def __init__(self, contract: int, prompt: Prompt) -> None:
        self.contract = contract
        # The referee sends every option, even those with default values.
        self.has_dulle = prompt.match.options["dulle"] == "on"
        trump_suits: dict[int, int] = {
            pb.DOPPELKOPF_CONTRACT_CLUBS: CLUBS,
            pb.DOPPELKOPF_CONTRACT_SPADES: SPADES,
            pb.DOPPELKOPF_CONTRACT_HEARTS: HEARTS,
        }
        self.trump_suit = trump_suits.get(contract, DIAMONDS)

    def trump_rank(self, card: int) -> int:
        """0: no trump. A trump has more than any plain card; the highest wins."""
        only_queens = self.contract == pb.DOPPELKOPF_CONTRACT_QUEENS
        only_jacks = self.contract == pb.DOPPELKOPF_CONTRACT_JACKS
        if self.contract == pb.DOPPELKOPF_CONTRACT_FLESHLESS:
            return 0
        if rank_of(card) == QUEEN and not only_jacks:
            return 33 - suit_of(card)
        if rank_of(card) == JACK and not only_queens:
            return 23 - suit_of(card)
        if only_queens or only_jacks:
            return 0
        if card == DULLE and self.has_dulle:
            return 40
        return 10 + rank_of(card) if suit_of(card) == self.trump_suit else 0

    def strength_in(self, card: int, led: int) -> int:
        """The highest value takes the trick to which `led` was led; 0 never does."""
        if self.trump_rank(card) > 0:
            return self.trump_rank(card)
        follows = self.trump_rank(led) == 0 and suit_of(card) == suit_of(led)
        return 1 + rank_of(card) if follows else 0

    def cost_of(self, card: int) -> int:
        """The cost of spending a card: Augen, a trump, a high trump."""
        trump = self.trump_rank(card)
        return augen_of(card) + 5 * (trump > 0) + 10 * (trump >= 30)


# ---- Hands ----


class Count:
    """Trumps and plain aces of the bot's hand."""

    def __init__(self, hand: Sequence[int], order: Order) -> None:
        trumps = [order.trump_rank(card) for card in hand]
        plain = [rank_of(card) for card in hand if order.trump_rank(card) == 0]
        self.cards = len(hand)
        self.trumps = self.cards - len(plain)
        # Queens, and Dullen twice.
        self.high = sum((trump >= 30) + (trump == 40) for trump in trumps)
        self.old = list(hand).count(OLD)
        self.aces = plain.count(ACE)
        self.tens = plain.count(TEN)


def solo_strength(solo: int, prompt: Prompt) -> int:
    """Above 0: the hand is overwhelming in the solo."""
    hand = Count(prompt.observation.doppelkopf.hand, Order(solo, prompt))
    if solo in (pb.DOPPELKOPF_CONTRACT_QUEENS, pb.DOPPELKOPF_CONTRACT_JACKS):
        return 3 * hand.trumps + 2 * hand.aces - 20
    if solo == pb.DOPPELKOPF_CONTRACT_FLESHLESS:
        return 2 * hand.aces + hand.tens - hand.cards - 1
    return 2 * (hand.trumps + hand.aces - hand.cards) + hand.high - 4


def team_strength(prompt: Prompt) -> int:
    """Above 0: the hand is good enough to call with a partner."""
    order = Order(pb.DOPPELKOPF_CONTRACT_NORMAL, prompt)
    hand = Count(prompt.observation.doppelkopf.hand, order)
    return hand.trumps + hand.high + hand.old + 2 * hand.aces - hand.cards - 7


# ---- The bot ----


def say(word: pb.DoppelkopfWord.ValueType) -> Choice:
    return pb.GameAction(doppelkopf=pb.DoppelkopfAction(word=word))


class DoppelkopfBot(Bot):
    """Plays like a careful beginner."""

    def act(self, prompt: Prompt) -> Choice:
        table = prompt.observation.doppelkopf
        if table.phase in (pb.DOPPELKOPF_PHASE_LAY, pb.DOPPELKOPF_PHASE_RETURN):
            return self.give_three_cards(prompt)
        if table.phase == pb.DOPPELKOPF_PHASE_OFFER:
            if team_strength(prompt) > -2:
                return say(pb.DOPPELKOPF_WORD_ACCEPT)
            return say(pb.DOPPELKOPF_WORD_DECLINE)
        if table.phase == pb.DOPPELKOPF_PHASE_WINDOW:
            call = self.call(prompt, prompt.actions)
            return call or say(pb.DOPPELKOPF_WORD_PASS)
        if table.phase != pb.DOPPELKOPF_PHASE_PLAY:
            return self.declare(prompt)
        if not table.HasField("trick_holder"):
            return self.lead(prompt)
        return self.follow(prompt, table.tricks[-1])

    def announce(self, prompt: Prompt) -> Choice | None:
        # Called before the bot plays a card, if announcements are possible.
        return self.call(prompt, prompt.announcements)

    def declare(self, prompt: Prompt) -> Choice:
        """Before the tricks: the most valuable of the offered actions."""
        table = prompt.observation.doppelkopf
        owes = table.owed_solos[prompt.seat] > 0
        solos = {solo: solo_strength(solo, prompt) + 2 * owes for solo in SOLOS}
        reserved = list(table.hand).count(OLD) == 2 or max(solos.values()) > 0
        values = {
            pb.DOPPELKOPF_DECLARATION_REDEAL: 200,
            pb.DOPPELKOPF_DECLARATION_MARRIAGE: 50,
            pb.DOPPELKOPF_DECLARATION_POVERTY: 40,
            pb.DOPPELKOPF_DECLARATION_RESERVATION: 30 if reserved else 0,
            pb.DOPPELKOPF_DECLARATION_HEALTHY: 20,
            pb.DOPPELKOPF_DECLARATION_UNSPECIFIED: 20,  # The word "pass".
        }

        def value(entry: pb.LegalAction) -> int:
            wish = entry.action.doppelkopf.declaration
            if wish in values:
                return values[wish]
            return solos[wish] + (100 if solos[wish] > 0 else 0)

        return max(prompt.actions, key=value)

    def call(
        self, prompt: Prompt, offered: Sequence[pb.LegalAction]
    ) -> pb.LegalAction | None:
        """Re or Kontra, if offered and the hand is good enough."""
        table = prompt.observation.doppelkopf
        if table.contract in SOLOS:
            alone = table.declarer == prompt.seat
            strong = alone and solo_strength(table.contract, prompt) > 0
        else:
            strong = team_strength(prompt) > 0
        calls = (pb.DOPPELKOPF_WORD_RE, pb.DOPPELKOPF_WORD_KONTRA)
        for entry in offered:
            if strong and entry.action.doppelkopf.word in calls:
                return entry
        return None

    def give_three_cards(self, prompt: Prompt) -> Choice:
        """Poverty: gives away the cards that cost least."""
        order = Order(pb.DOPPELKOPF_CONTRACT_POVERTY, prompt)

        def cost(entry: pb.LegalAction) -> int:
            gift = entry.action.doppelkopf
            cards = (*gift.lay.cards, *gift.give_back.cards)  # One is empty.
            return sum(order.cost_of(card) for card in cards)

        return min(prompt.actions, key=cost)

    def lead(self, prompt: Prompt) -> Choice:
        """Leads aces as long as all others may have the suit; then small trumps
        from many, but a soloist draws the others' trumps with its highest one."""
        table = prompt.observation.doppelkopf
        order = Order(table.contract, prompt)
        trumps = Count(table.hand, order).trumps
        alone = table.contract in SOLOS and table.declarer == prompt.seat
        leads = [trick.cards[0] for trick in table.tricks if trick.cards]
        led_suits = {suit_of(led) for led in leads if order.trump_rank(led) == 0}

        def value(entry: pb.LegalAction) -> int:
            card = entry.action.doppelkopf.card
            trump = order.trump_rank(card)
            if trump > 0:
                return trump if alone else trumps - order.cost_of(card)
            if rank_of(card) == ACE and suit_of(card) not in led_suits:
                return 100
            return -augen_of(card)

        return max(prompt.actions, key=value)

    def follow(self, prompt: Prompt, trick: pb.DoppelkopfTrick) -> Choice:
        table = prompt.observation.doppelkopf
        order = Order(table.contract, prompt)
        led = trick.cards[0]
        best = trick.cards[(table.trick_holder - trick.leader) % 4]
        strongest = order.strength_in(best, led)
        is_last = len(trick.cards) == 3
        friendly = (
            table.party != pb.DOPPELKOPF_PARTY_UNSPECIFIED
            and table.public_parties[table.trick_holder] == table.party
        )
        # The higher queens are hardly ever beaten.
        safe = is_last or strongest >= 32

        def value(entry: pb.LegalAction) -> int:
            card = entry.action.doppelkopf.card
            cost = order.cost_of(card)
            if friendly and safe:
                return 4 * augen_of(card) - cost
            if order.strength_in(card, led) <= strongest:
                return -cost
            if friendly:
                return -cost - 4
            # A sure trick may cost Augen, an unsure one should not.
            if is_last:
                return trick.augen + 2 * augen_of(card) - cost
            return trick.augen - cost - (10 if card == FOX else 0)

        return max(prompt.actions, key=value)
