#!/usr/bin/env python3
"""Plays any game at random: the smallest bot there is.

    python random_bot.py --name lucky --address 127.0.0.1:5757
"""

from pentathlon import Bot, Choice, Prompt, main


class RandomBot(Bot):
    """Chooses any legal action."""

    def act(self, prompt: Prompt) -> Choice:
        # In every game the referee sends the actions that are legal now.
        return prompt.actions[prompt.random.below(len(prompt.actions))]


if __name__ == "__main__":
    main(RandomBot)
