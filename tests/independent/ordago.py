"""The rules of Ordago: hands, sets and the match.

Cards lie at places 0 to 3, and the seats of the match play the places. With four
seats place and seat are the same. With three, seat 0 plays places 0 and 2
(the open dummy), seat 1 place 1 and seat 2 place 3.
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import combinations

from ordago_bet import Accepted, Bet, BetResult
from ordago_hands import (
    BIG,
    GAME,
    SMALL,
    best_place,
    bonus,
    game_bonus,
    sorted_hand,
)
from ordago_signs import legal_signs
from ordago_stock import Stock
from replay import Match, Options, Outcome, Plies, with_text_preset

OPTIONS = {
    "preset": "default text",
    "set_target": "30 1..1000",
    "sets_to_win": "3 1..100",
    "first_dealer": "random 0 1 2 3 seat0 seat1 seat2 seat3",
    "dealer_after_set": "rotate loser random",
    "discard_order": "sequential simultaneous",
    "max_exchange_rounds": "10 0..1000",
    "min_bid": "2 1..2147483647",
    "min_raise": "2 1..2147483647",
    "max_bid": "100 1..2147483647",
    "pass_is_final": "true false",
    "response": "seat_by_seat first_seat_decides",
    "decline_value": "previous always_one",
    "bonus_after_decline": "true false",
    "reveal_after_declined_set": "false true",
    "solo_bonus": "1 0..9",
    "solo_bonus_wins": "true false",
    "punto_point": "0 1",
    "points_31": "3 5",
    "signs": "official off full",
    "private_codes": "16 1..64",
    "sign_window": "after_deal none",
    "sign_attach": "true false",
    "sign_truth": "exact at_least",
    "bad_sign": "strict free",
    "sign_visibility": "partner noticed all",
    "notice_permille": "500 0..1000",
    "sign_budget": "0 0..1000",
    "table_talk": "off public_codes",
}
# The printed rules, read literally. Where they have no upper limit, the arena's largest
# number stands.
TEXT = {
    "max_exchange_rounds": "1000",
    "max_bid": "2000",
    "points_31": "5",
    "signs": "full",
    "bad_sign": "free",
    "sign_visibility": "noticed",
    "table_talk": "public_codes",
}
TALK_CODES = [f"say {code}" for code in range(16)]
DEALERS = [f"dealer{place}" for place in range(4)]


class SetWon(Exception):
    """A team has won the set; nothing else of the hand counts."""

    def __init__(self, team: int) -> None:
        super().__init__(team)
        self.team = team


class Table:
    """A match: its sets, one after the other, and their score."""

    def __init__(self, plies: Plies, match: Match) -> None:
        self.plies = plies
        given = with_text_preset(match.options, TEXT)
        self.options = Options(given, OPTIONS)
        plies.expect_in_effect(self.options.values())
        self.three = match.seats == 3
        plies.expect("seats", match.seats, 3 if self.three else 4)
        if self.options.text("sign_visibility") == "noticed":
            plies.ignored_outcomes = "noticed "
        self.sets = [0, 0]
        self.score = [0, 0]

    def seat_of(self, place: int) -> int:
        return (0, 1, 0, 2)[place] if self.three else place

    def play(self) -> int:
        """The team that wins the match."""
        dealer = self._first_dealer()
        while True:
            dealer, winner = self._play_set(dealer)
            self.sets[winner] += 1
            if self.sets[winner] == self.options.number("sets_to_win"):
                return winner
            dealer = self._next_dealer(dealer, winner)

    def _first_dealer(self) -> int:
        given = self.options.text("first_dealer")
        if given == "random":
            return self._random_dealer()
        return int(given[-1])

    def _random_dealer(self) -> int:
        return DEALERS.index(self.plies.chance("dealer", DEALERS))

    def _play_set(self, dealer: int) -> tuple[int, int]:
        """The dealer of the last hand and the team that won."""
        self.score = [0, 0]
        while True:
            try:
                Hand(self, dealer).play()
            except SetWon as won:
                return dealer, won.team
            dealer = (dealer + 1) % 4

    def _next_dealer(self, dealer: int, winner: int) -> int:
        rule = self.options.text("dealer_after_set")
        if rule == "random":
            return self._random_dealer()
        start = (dealer + 1) % 4
        if rule == "loser" and start % 2 == winner:
            return (start + 1) % 4
        return start

    def award(self, team: int, points: int) -> None:
        """Adds points; a team that reaches the target wins the set at once."""
        if points == 0:
            return
        self.score[team] += points
        for candidate in (team, 1 - team):
            if self.score[candidate] >= self.options.number("set_target"):
                raise SetWon(candidate)

    def award_soloist(self) -> None:
        """The soloist's bonus of each deal and redraw."""
        if not self.three:
            return
        points = self.options.number("solo_bonus")
        if self.options.flag("solo_bonus_wins"):
            self.award(0, points)
        else:
            self.score[0] += points


class Hand:
    """One deal with its exchanges and four bets."""

    def __init__(self, table: Table, dealer: int) -> None:
        self._table = table
        self._plies = table.plies
        self._options = table.options
        self._order = [(dealer + 1 + i) % 4 for i in range(4)]
        self._stock = Stock(table.plies)
        self.hands = [""] * 4
        # Signs given in this hand, by seat.
        self._signs = [0] * 4

    def play(self) -> None:
        self._deal()
        self._exchange()
        try:
            results = [self._play_bet(bet) for bet in range(4)]
        except Accepted as accepted:
            raise SetWon(self._best(accepted.bet) % 2) from None
        for bet, result in enumerate(results):
            self._evaluate(bet, result)

    # ---- Cards ----

    def _deal(self) -> None:
        for _ in range(4):
            for place in self._order:
                self.hands[place] += self._stock.draw()
        self._after_dealing()

    def _after_dealing(self) -> None:
        self.hands = [sorted_hand(hand) for hand in self.hands]
        self._table.award_soloist()
        self._sign_window()

    def _exchange(self) -> None:
        for _ in range(self._options.number("max_exchange_rounds")):
            if not self._all_swap():
                return
            counts = self._discards()
            for place in self._order:
                for _ in range(counts[place]):
                    self.hands[place] += self._stock.draw()
            self._stock.close_round()
            self._after_dealing()

    def _all_swap(self) -> bool:
        for place in self._order:
            answer = self.ask(place, "exchange?", ["keep", "swap"], ["keep"])
            if answer == "keep":
                return False
        return True

    def _discards(self) -> dict[int, int]:
        """The number of cards that each place threw away."""
        if self._options.text("discard_order") == "simultaneous":
            texts = self._simultaneous_discards()
        else:
            texts = {
                place: self.ask(
                    place,
                    "discard",
                    discards(self.hands[place]),
                    [lowest_discard(self.hands[place])],
                )
                for place in self._order
            }
        return {place: self._throw(place, texts[place]) for place in texts}

    def _simultaneous_discards(self) -> dict[int, str]:
        """All seats at once; before that the soloist chooses for the dummy."""
        texts: dict[int, str] = {}
        by_seat = {seat: seat for seat in range(4)}
        if self._table.three:
            by_seat = {0: 0, 1: 1, 2: 3}
            dummy = self.hands[2]
            texts[2] = self.ask(
                2, "discard", discards(dummy), [lowest_discard(dummy)]
            )
        self._listen(by_seat)
        hands = {seat: self.hands[place] for seat, place in by_seat.items()}
        choices = self._plies.choices(
            {seat: discards(hand) for seat, hand in hands.items()},
            "discards",
            {seat: [lowest_discard(hand)] for seat, hand in hands.items()},
        )
        return texts | {by_seat[seat]: choices[seat] for seat in by_seat}

    def _throw(self, place: int, text: str) -> int:
        cards = text.split()[1]
        for card in cards:
            self.hands[place] = self.hands[place].replace(card, "", 1)
        self._stock.discard(cards)
        return len(cards)

    # ---- Words ----

    def ask(
        self,
        place: int,
        what: str,
        legal: Collection[str],
        substitutes: Collection[str],
    ) -> str:
        """The choice for a place, after what its seat announces with it."""
        seat = self._table.seat_of(place)
        self._listen({seat: place})
        what = f"{what} of place {place}"
        return self._plies.choice(seat, what, legal, substitutes)

    def _can_sign(self, seat: int) -> bool:
        if self._options.text("signs") == "off":
            return False
        return not (self._table.three and seat == 0)

    def _has_budget(self, seat: int) -> bool:
        budget = self._options.number("sign_budget")
        return budget == 0 or self._signs[seat] < budget

    def _own_hand(self, seat: int) -> str:
        return self.hands[{1: 1, 2: 3}[seat] if self._table.three else seat]

    def _signs_of(self, seat: int) -> list[str]:
        """The signs that the seat may give now."""
        if not self._can_sign(seat) or not self._has_budget(seat):
            return []
        return legal_signs(self._own_hand(seat), self._options)

    def _sign_window(self) -> None:
        if self._options.text("sign_window") == "none":
            return
        seats = [seat for seat in range(4) if self._can_sign(seat)]
        if self._table.three:
            seats = [seat for seat in seats if seat < 3]
        if not seats:
            return
        choices = self._plies.choices(
            {seat: ["no sign", *self._signs_of(seat)] for seat in seats},
            "sign",
            {seat: ["no sign"] for seat in seats},
        )
        for seat, text in choices.items():
            self._signs[seat] += text != "no sign"

    def _listen(self, seats: Collection[int]) -> None:
        """The announcements of the seats to act before their choice."""
        legal: dict[int, list[str]] = {}
        for seat in seats:
            legal[seat] = []
            if self._options.flag("sign_attach"):
                legal[seat] += self._signs_of(seat)
            if self._options.text("table_talk") == "public_codes":
                legal[seat] += TALK_CODES
        while said := self._plies.announcement(legal, "announcement"):
            verb = said.text.split()[0]
            self._signs[said.seat] += verb == "sign"
            # One sign of each kind with a decision.
            legal[said.seat] = [
                text
                for text in legal[said.seat]
                if not text.startswith(verb + " ")
            ]

    # ---- Bets ----

    def _play_bet(self, bet: int) -> BetResult:
        start = self._order[0]
        result = Bet(bet, start, self.ask, self._options).play()
        if result.status == "declined":
            self._table.award(result.bidding_team, result.amount)
        return result

    def _best(self, bet: int) -> int:
        return best_place(bet, self.hands, self._order[0])

    def _evaluate(self, bet: int, result: BetResult) -> None:
        """Pays the stake that the bet has left open."""
        if result.status == "declined":
            if self._options.flag("bonus_after_decline"):
                team = result.bidding_team
                self._table.award(team, self._bonus(bet, team))
            return
        team = self._best(bet) % 2
        points = result.amount + self._bonus(bet, team)
        if result.status == "passed out":
            points += self._passed_out_points(bet)
        self._table.award(team, points)

    def _bonus(self, bet: int, team: int) -> int:
        points_31 = self._options.number("points_31")
        return sum(
            bonus(bet, self.hands[place], points_31)
            for place in (team, team + 2)
        )

    def _passed_out_points(self, bet: int) -> int:
        if bet in (BIG, SMALL):
            return 1
        if bet == GAME and not any(map(game_bonus, self.hands)):
            return self._options.number("punto_point")
        return 0


def discards(hand: str) -> list[str]:
    """All ways to throw away one to four cards; equal cards count as the same."""
    ways = {
        "".join(cards)
        for count in range(1, 5)
        for cards in combinations(sorted_hand(hand), count)
    }
    return ["discard " + cards for cards in sorted(ways, key=len)]


def lowest_discard(hand: str) -> str:
    return "discard " + sorted_hand(hand)[-1]


def play(plies: Plies, match: Match) -> Outcome:
    """Plays the match again."""
    table = Table(plies, match)
    winner = table.play()
    lead = table.sets[winner] - table.sets[1 - winner]
    places = [0, 1, 3] if table.three else [0, 1, 2, 3]
    won = [place % 2 == winner for place in places]
    returns = [lead if w else -lead for w in won]
    ranks = [1 if w else 1 + sum(won) for w in won]
    return Outcome(returns, ranks, [int(w) for w in won])
