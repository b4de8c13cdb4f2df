#!/usr/bin/env python3
"""A bot for Pentathlon that plays every game at random, to begin with."""

from pentathlon import Bot, Choice, Prompt, main


class MyBot(Bot):
    """Plays one seat of one match; each seat has a bot of its own."""

    def act(self, prompt: Prompt) -> Choice:
        # `print(prompt, file=sys.stderr)` shows what the bot knows and may do.
        return prompt.actions[prompt.random.below(len(prompt.actions))]


if __name__ == "__main__":
    main(MyBot)
