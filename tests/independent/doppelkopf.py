"""The rules of Doppelkopf: a deal from the cards to its points, and a match."""

from __future__ import annotations

from doppelkopf_announcements import KONTRA, RE, Announced, Deadlines
from doppelkopf_cards import augen, deck
from doppelkopf_contract import Agreement, Contract
from doppelkopf_options import Rules, read_rules
from doppelkopf_scoring import (
    DealResult,
    Trick,
    seat_points,
    special_points,
    value,
)
from doppelkopf_session import Session
from replay import Match, Outcome, Pack, Plies

class Deal:
    """The play of one deal after its contract is known."""

    def __init__(
        self,
        plies: Plies,
        rules: Rules,
        contract: Contract,
        hands: list[list[str]],
    ) -> None:
        self._plies = plies
        self._rules = rules
        self._contract = contract
        self._hands = hands
        self._order = rules.order(contract.order_name)
        self._leader = contract.leader
        self._tricks: list[Trick] = []
        self._announced = Announced()
        self._shift = 0
        # None until a marriage is clarified.
        self.re_seats = contract.re_seats

    def play(self) -> list[int]:
        """The points by seat."""
        windows = self._rules.options.text("announce_windows")
        for number in range(1, self._rules.hand_size + 1):
            self._play_trick(number, windows)
            self._check_marriage(number)
        return self._score()

    # ---- Tricks ----

    def _play_trick(self, number: int, windows: str) -> None:
        cards: list[str] = []
        for position in range(4):
            seat = (self._leader + position) % 4
            if windows == "card" or (windows == "trick" and position == 0):
                self._window(seat)
            self._announce_with_card(seat)
            hand = self._hands[seat]
            legal = self._order.legal(hand, cards[0] if cards else None)
            card = self._plies.choice(seat, "card played", legal, legal)
            hand.remove(card)
            cards.append(card)
        last = number == self._rules.hand_size
        winner = self._order.winner(cards, last)
        trick = Trick(self._leader, cards, winner, last)
        self._tricks.append(trick)
        self._leader = trick.winner_seat()

    def _check_marriage(self, number: int) -> None:
        """The first trick that qualifies makes its winner the partner."""
        if self.re_seats is not None:
            return
        declarer = self._contract.owner
        if self._leader != declarer and self._clarifies(self._tricks[-1]):
            self.re_seats = frozenset({declarer, self._leader})
        elif number == self._rules.marriage_limit():
            self.re_seats = frozenset({declarer})
        if self._rules.options.flag("marriage_shift"):
            self._shift = number - 1

    def _clarifies(self, trick: Trick) -> bool:
        kind = self._rules.options.text("marriage_trick")
        trump_led = self._order.is_trump(trick.cards[0])
        return kind == "any" or trump_led == (kind == "trump")

    # ---- Announcements ----

    def _party(self, seat: int) -> int:
        assert self.re_seats is not None
        return RE if seat in self.re_seats else KONTRA

    def _deadlines(self) -> Deadlines:
        return Deadlines(
            self._rules.deadlines(),
            self._shift,
            self._rules.options.flag("reply"),
        )

    def _legal_announcements(self, seat: int) -> list[str]:
        if self.re_seats is None:
            return []
        return self._announced.legal(
            self._party(seat), len(self._hands[seat]), self._deadlines()
        )

    def _say(self, seat: int, text: str) -> None:
        self._announced.say(
            text, self._party(seat), len(self._hands[seat]), self._deadlines()
        )

    def _announce_with_card(self, seat: int) -> None:
        legal = self._legal_announcements(seat)
        said = self._plies.announcement({seat: legal}, "announcement")
        if said is not None:
            self._say(seat, said.text)

    def _window(self, next_seat: int) -> None:
        """Asks the seats that are not about to play, until all are silent.

        A seat that has nothing to say may be asked, too: then the question
        tells nothing about its party. Such a seat can only pass.
        """
        silent = False
        while not silent:
            silent = True
            for i in range(1, 4):
                seat = (next_seat + i) % 4
                legal = ["pass", *self._legal_announcements(seat)]
                asked = self._plies.next_choice() == (seat, "pass")
                if len(legal) == 1 and not asked:
                    continue
                text = self._plies.choice(seat, "window", legal, legal)
                if text != "pass":
                    self._say(seat, text)
                    silent = False

    # ---- Points ----

    def _score(self) -> list[int]:
        assert self.re_seats is not None
        won = [t for t in self._tricks if t.winner_seat() in self.re_seats]
        re_augen = sum(augen(trick.cards) for trick in won)
        solo = len(self.re_seats) == 1
        result = DealResult(
            levels=(self._announced.levels[RE], self._announced.levels[KONTRA]),
            augen=(re_augen, 240 - re_augen),
            tricks=(len(won) > 0, len(won) < len(self._tricks)),
            solo=solo,
        )
        net = value(result, self._rules.scoring, self._special_points())
        return seat_points(net, self.re_seats, solo)

    def _special_points(self) -> tuple[int, int]:
        assert self.re_seats is not None
        by_trick = [
            special_points(trick, self.re_seats, self._rules.special)
            for trick in self._tricks
        ]
        return (
            sum(points[RE] for points in by_trick),
            sum(points[KONTRA] for points in by_trick),
        )


def deal_cards(plies: Plies, rules: Rules, forehand: int) -> list[list[str]]:
    """A whole hand to forehand, then to the next seat, and so on."""
    pack = Pack(deck(rules.deck_size))
    hands: list[list[str]] = [[], [], [], []]
    for i in range(4):
        for _ in range(rules.hand_size):
            hands[(forehand + i) % 4].append(pack.deal(plies))
    return hands


def play_deal(plies: Plies, rules: Rules, session: Session) -> None:
    """One deal that counts, after all void ones."""
    redeals = 0
    while True:
        hands = deal_cards(plies, rules, session.forehand)
        agreement = Agreement(plies, rules, session, hands, redeals)
        contract = agreement.contract()
        if contract is not None:
            break
        redeals += 1
    points = Deal(plies, rules, contract, hands).play()
    solo = contract.owner if contract.is_declared_solo else None
    session.close_deal(points, solo)


def play(plies: Plies, match: Match) -> Outcome:
    """Plays the match again."""
    plies.expect("seats", match.seats, 4)
    rules = read_rules(match.options)
    plies.expect_in_effect(rules.in_effect())
    session = Session(
        rules.options.number("deals"),
        rules.options.number("compulsory_solos"),
    )
    while session.deals_left > 0:
        play_deal(plies, rules, session)
    return Outcome(session.points, session.ranks())
