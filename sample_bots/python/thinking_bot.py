#!/usr/bin/env python3
"""Plays Ordago and thinks about its hand for as long as that helps: it deals the
other cards at random, again and again, and counts which bets it would win.

Shows how to tell a partner something (announce), how to think while others decide
(on_events), and how to stop in time (time_left, is_open).
"""

import random
import time
from collections import Counter
from collections.abc import Iterable

from greedy.ordago import BETS, Hand, hand_of, key_of

from pentathlon import Bot, Choice, Options, Prompt, main
from pentathlon import protocol as pb

ACE, KING = pb.ORDAGO_RANK_ACE, pb.ORDAGO_RANK_KING
PACK = Counter({rank: 8 if rank in (ACE, KING) else 4 for rank in range(ACE, KING + 1)})

LONGEST = 0.2
"""Seconds for a decision; more would change little."""
SLICE = 0.005
"""Seconds for each event. A prompt waits until on_events has returned, because the
methods of a bot are called one at a time."""
ENOUGH = 2000
"""Deals after which the counts are good enough."""


class ThinkingBot(Bot):
    """One bot for each seat, so its attributes belong to one match."""

    def __init__(self, start: pb.MatchStart) -> None:
        # Only this seat knows its private seed: no other bot can guess the deals.
        self.random = random.Random(start.private_seed)
        self.hand: Hand = ()
        self.deals = 0
        self.wins: Counter[int] = Counter()  # By bet.

    # ---- Hooks ----

    def announce(self, prompt: Prompt) -> Choice | None:
        """A sign to the partner may be given before any decision."""
        table = prompt.observation.ordago
        self.look_at(hand_of(table.own_hand))
        told = any(seen.seat == prompt.seat for seen in table.signs)
        return None if told else self.sign_in(prompt.announcements)

    def act(self, prompt: Prompt) -> Choice:
        table = prompt.observation.ordago
        self.look_at(hand_of(table.own_hand))
        if table.phase == pb.ORDAGO_PHASE_SIGN_WINDOW:
            return self.sign_in(prompt.actions) or word(pb.ORDAGO_WORD_NO_SIGN)
        if table.phase == pb.ORDAGO_PHASE_DISCARD:
            return max(prompt.actions, key=self.gain)
        before = self.deals
        self.think_about(prompt)
        prompt.note = f"{before} deals ahead, {self.deals} in all, won {self.wins}"
        if table.phase == pb.ORDAGO_PHASE_ASK:
            keep = sum(self.chance(bet) > 0.7 for bet in BETS) >= 2
            return word(pb.ORDAGO_WORD_KEEP if keep else pb.ORDAGO_WORD_SWAP)
        chance = self.chance(table.bet)
        if not table.HasField("bidder"):
            # Waiting is the first action, the lowest bid the second.
            return prompt.actions[1 if chance > 0.6 else 0]
        enough = 0.9 if table.ordago else 0.5
        return word(pb.ORDAGO_WORD_ACCEPT if chance > enough else pb.ORDAGO_WORD_PASS)

    def on_events(self, events: pb.Events) -> None:
        """Uses the time of others for a few more deals."""
        for ply in events.events:
            if any(not done.HasField("seat") for done in ply.actions):
                self.look_at(())  # Cards are dealt: the next prompt shows the hand.
        if self.hand:
            self.deal_until(time.monotonic() + SLICE)

    # ---- Thoughts ----

    def look_at(self, hand: Hand) -> None:
        """Starts again for a new hand: the old counts are worth nothing."""
        if hand != self.hand:
            self.hand, self.deals, self.wins = hand, 0, Counter()

    def think_about(self, prompt: Prompt) -> None:
        """Thinks until the counts are good enough or time is short."""
        longest = LONGEST
        if prompt.time_left is not None:
            # The answer has a way to go, and other decisions will follow.
            left = prompt.time_left - (prompt.round_trip or 0.0) / 2
            longest = min(longest, left / 10)
        end = time.monotonic() + longest
        # After MatchEnd, for example, no answer counts any more.
        while prompt.is_open and self.deals < ENOUGH and time.monotonic() < end:
            self.deal_until(min(end, time.monotonic() + SLICE))

    def deal_until(self, end: float) -> None:
        others = list((PACK - Counter(self.hand)).elements())
        while self.deals < ENOUGH and time.monotonic() < end:
            cards = self.random.sample(others, 12)
            partner, left, right = (tuple(sorted(cards[i::3])) for i in range(3))
            self.deals += 1
            for bet in BETS:
                ours = max(key_of(bet, self.hand), key_of(bet, partner))
                self.wins[bet] += ours >= max(key_of(bet, left), key_of(bet, right))

    def chance(self, bet: int) -> float:
        return self.wins[bet] / self.deals if self.deals else 0.5

    # ---- Rules of thumb ----

    @staticmethod
    def sign_in(offered: Iterable[pb.LegalAction]) -> Choice | None:
        """The most telling of the signs that are offered; all of them are true."""
        signs = [entry for entry in offered if entry.action.ordago.sign.official]
        best = max(signs, key=lambda sign: sign.action.ordago.sign.official, default=None)
        silly = pb.ORDAGO_OFFICIAL_SIGN_BAD_CARDS
        return best if best and best.action.ordago.sign.official != silly else None

    @staticmethod
    def gain(entry: pb.LegalAction) -> int:
        """Kings and aces are kept, all other cards are thrown away."""
        ranks = entry.action.ordago.discard.ranks
        return sum(-3 if rank in (ACE, KING) else 1 for rank in ranks)


def word(spoken: pb.OrdagoWord.ValueType) -> Choice:
    return pb.GameAction(ordago=pb.OrdagoAction(word=spoken))


if __name__ == "__main__":
    # With three seats one of them plays two hands, which is another story.
    plays = (pb.GameSupport(game="ordago", seats=[4]),)
    main(ThinkingBot, Options(plays=plays))
