"""The greedy bots: one module per game, each with one class in it."""
