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

from pentathlon.bot import Bot, BotFactory, Decline
from pentathlon.errors import OptionError, PentathlonError, SessionError
from pentathlon.options import Options, add_flags, from_flags
from pentathlon.program import main
from pentathlon.prompt import Choice, Prompt
from pentathlon.prompts_file import read_prompts
from pentathlon.stream import run, run_async

__all__ = [
    "Bot",
    "BotFactory",
    "Choice",
    "Decline",
    "OptionError",
    "Options",
    "PentathlonError",
    "Prompt",
    "SessionError",
    "add_flags",
    "from_flags",
    "main",
    "read_prompts",
    "run",
    "run_async",
]
