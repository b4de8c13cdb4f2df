#!/usr/bin/env python3
"""Plays every game by rules of thumb, looking no further than the action itself.

    python greedy_bot.py --name my-greedy --address 127.0.0.1:5757
"""

from collections.abc import Awaitable

from greedy.doppelkopf import DoppelkopfBot
from greedy.octrix import OctrixBot
from greedy.ordago import OrdagoBot
from greedy.ordo import OrdoBot
from greedy.seconds import SecondsBot

from pentathlon import Bot, Choice, Prompt, main


class FirstActionBot(Bot):
    """Takes the first legal action of any other game, so that no table waits."""

    def act(self, prompt: Prompt) -> Choice:
        return prompt.actions[0]


BOTS: dict[str, type[Bot]] = {
    "octrix": OctrixBot,
    "ordo": OrdoBot,
    "ordago": OrdagoBot,
    "doppelkopf": DoppelkopfBot,
    "seconds": SecondsBot,
}


class GreedyBot(Bot):
    """Leaves each match to the bot for its game; these bots remember nothing."""

    def act(self, prompt: Prompt) -> Choice | Awaitable[Choice]:
        return self.bot_for(prompt).act(prompt)

    def announce(self, prompt: Prompt) -> Choice | None | Awaitable[Choice | None]:
        return self.bot_for(prompt).announce(prompt)

    def bot_for(self, prompt: Prompt) -> Bot:
        return BOTS.get(prompt.match.game, FirstActionBot)()


if __name__ == "__main__":
    main(GreedyBot)
