"""Write bots for the Pentathlon arena: a bot is a class with one method.

    from pentathlon import Bot, Choice, Prompt, main

    class FirstBot(Bot):
        def act(self, prompt: Prompt) -> Choice:
            return prompt.actions[0]

    if __name__ == "__main__":
        main(FirstBot)

The README beside this package is the reference; `pentathlon.protocol` has the
messages.
"""

from pentathlon.aio import run_async
from pentathlon.bot import Bot, BotFactory, Choice, Decline, Prompt
from pentathlon.errors import OptionError, PentathlonError, SessionError
from pentathlon.options import Options, add_flags, from_flags
from pentathlon.replay import Replay, replay
from pentathlon.sync import main, run

__all__ = [
    "Bot",
    "BotFactory",
    "Choice",
    "Decline",
    "OptionError",
    "Options",
    "PentathlonError",
    "Prompt",
    "Replay",
    "SessionError",
    "add_flags",
    "from_flags",
    "main",
    "replay",
    "run",
    "run_async",
]
