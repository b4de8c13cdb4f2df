#!/usr/bin/env python3
"""Plays at random with gRPC and the generated messages alone, without the SDK.

The bot does not come back when the connection is lost, and it answers a Ping only
when it has finished thinking. The SDK comes back, and answers at once.

    python raw_bot.py --name raw --address 127.0.0.1:5757
"""

import argparse
import os
import random
import sys
from collections.abc import Iterator
from queue import SimpleQueue

import grpc

from pentathlon.protocol import (
    DECISION_KIND_MUST,
    Act,
    GameSupport,
    Hello,
    PlayRequest,
    PlayResponse,
    PlayServiceStub,
    Pong,
    Ready,
)

GAMES = ("doppelkopf", "octrix", "ordago", "ordo", "seconds")
# The referee is near, so a proxy of the environment is not used.
NO_PROXY = (("grpc.enable_http_proxy", 0),)


def answer(message: PlayResponse) -> PlayRequest | None:
    """Returns the request that `message` asks for, or None if it asks for none."""
    if message.HasField("match_start"):
        start = message.match_start
        print(f"{start.match_id}: {start.game} in seat {start.seat}")
        return PlayRequest(ready=Ready(match_id=start.match_id, seat=start.seat))
    if message.HasField("prompt") and message.prompt.kind == DECISION_KIND_MUST:
        prompt = message.prompt
        act = Act(match_id=prompt.match_id, seat=prompt.seat, decision=prompt.decision)
        act.index = random.randrange(len(prompt.actions))
        return PlayRequest(act=act)
    if message.HasField("ping"):
        return PlayRequest(pong=Pong(nonce=message.ping.nonce))
    if message.HasField("match_end"):
        end = message.match_end
        print(f"{end.match_id}: {list(end.result.ranks)} {end.result.reason}")
    if message.HasField("error"):
        print(message.error.message)
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--name", default=os.getenv("ARENA_BOT_NAME", "raw"))
    parser.add_argument(
        "--address", default=os.getenv("ARENA_ADDRESS", "127.0.0.1:5757")
    )
    flags = parser.parse_args()
    token = os.getenv("ARENA_TOKEN")
    metadata = (("authorization", f"Bearer {token}"),) if token else None

    # Requests in this queue go out on the stream; the first is a hello.
    requests: SimpleQueue[PlayRequest] = SimpleQueue()
    plays = [GameSupport(game=game) for game in GAMES]
    requests.put(PlayRequest(hello=Hello(name=flags.name, plays=plays)))
    outgoing: Iterator[PlayRequest] = iter(requests.get, None)
    with grpc.insecure_channel(flags.address, NO_PROXY) as channel:
        # Waits for a referee that does not run yet.
        responses = PlayServiceStub(channel).Play(
            outgoing, metadata=metadata, wait_for_ready=True
        )
        try:
            for message in responses:
                if (request := answer(message)) is not None:
                    requests.put(request)
        except grpc.RpcError:
            sys.exit(f"{responses.code().name}: {responses.details()}")


if __name__ == "__main__":
    main()
