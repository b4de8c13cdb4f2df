"""A referee with matches and a competition, and all of its pages."""

from __future__ import annotations

import pathlib

from arena_site import Referee

# Matches of all games between built-in players.
MATCHES = {
    "doppelkopf": (4, {"deals": "4"}),
    "octrix": (3, {"target": "16"}),
    "ordago": (4, {"sets_to_win": "1", "set_target": "8"}),
    "ordo": (2, {}),
    "seconds": (4, {"deals": "7"}),
}
# The most hostile label that the referee accepts.
LABEL = "<script>window.attacked=1</script>\"'><img src=x onerror=attacked=1>"
PLAYERS = ("greedy", "random", "first")


class Pages:
    """The pages of a referee with matches."""

    def __init__(self, data: pathlib.Path) -> None:
        self.referee = Referee(data)
        self.url = f"http://127.0.0.1:{self.referee.port}"
        self.match_ids = [self.play(game) for game in MATCHES]
        self.run_competition("cup", "FORMAT_ROUND_ROBIN", 6)
        self.run_competition("knockout", "FORMAT_KNOCKOUT", 1)

    def close(self) -> None:
        self.referee.kill()

    def play(self, game: str) -> str:
        seats, options = MATCHES[game]
        answer = self.referee.call(
            "MatchService/CreateMatch",
            game=game,
            seats=[{"builtIn": PLAYERS[i % len(PLAYERS)]} for i in range(seats)],
            options=options,
            label=LABEL,
        )
        match_id = str(answer["match"]["matchId"])
        # The stream ends with the match.
        for _ in self.referee.stream("MatchService/WatchMatch", matchId=match_id):
            pass
        return match_id

    def run_competition(self, name: str, form: str, sets: int) -> None:
        entrants = [
            {"name": player, "players": [{"builtIn": player}]} for player in PLAYERS
        ]
        self.referee.call(
            "CompetitionService/CreateCompetition",
            spec={
                "name": name,
                "game": "ordo",
                "format": form,
                "entrants": entrants,
                "sets": sets,
            },
        )
        for _ in self.referee.stream("CompetitionService/WatchCompetition", name=name):
            pass

    def addresses(self) -> dict[str, str]:
        """All kinds of pages, by name."""
        return {
            "home": "/",
            "competitions": "/competitions",
            "competition": "/competition/cup",
            "knockout": "/competition/knockout",
            "bots": "/bots",
            "bot": "/bot/greedy",
            "matches": "/matches",
            "games": "/games",
            "game": "/game/octrix",
            "observation": "/game/ordo/observation",
            "connect": "/connect",
            "data": "/data",
            "token": "/token",
            "missing": "/bot/nobody",
            "match": f"/match/{self.match_ids[1]}",
            "sample": "/sample/ordo",
        }
