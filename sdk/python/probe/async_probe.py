"""The probe in the asyncio form; see probe.py."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
import threading

import probe
from pentathlon import Choice, Prompt, SessionError, add_flags, from_flags, run_async
from pentathlon.printable import LineFormatter
from pentathlon.protocol import ActAck, AnnounceAck, Events, MatchEnd, MatchStart


class AsyncProbe(probe.Probe):
    async def act(self, prompt: Prompt) -> Choice:  # type: ignore[override]
        return await asyncio.to_thread(super().act, prompt)

    async def announce(self, prompt: Prompt) -> Choice | None:  # type: ignore[override]
        return await asyncio.to_thread(super().announce, prompt)

    async def on_start(self, start: MatchStart) -> None:  # type: ignore[override]
        await asyncio.to_thread(super().on_start, start)

    async def on_events(self, events: Events) -> None:  # type: ignore[override]
        await asyncio.to_thread(super().on_events, events)

    async def on_ack(self, ack: ActAck) -> None:  # type: ignore[override]
        await asyncio.to_thread(super().on_ack, ack)

    async def on_announce_ack(self, ack: AnnounceAck) -> None:  # type: ignore[override]
        await asyncio.to_thread(super().on_announce_ack, ack)

    async def on_end(self, end: MatchEnd) -> None:  # type: ignore[override]
        await asyncio.to_thread(super().on_end, end)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(allow_abbrev=False)
    add_flags(parser)
    parser.add_argument("--log-level", default="info")
    flags = parser.parse_args()
    log = logging.StreamHandler()
    log.setFormatter(LineFormatter())
    logging.basicConfig(level=flags.log_level.upper(), handlers=[log])
    logging.getLogger("asyncio").setLevel(logging.WARNING)
    threading.Thread(target=probe.read_replies, daemon=True).start()
    try:
        asyncio.run(run_async(AsyncProbe, from_flags(flags)))
    except SessionError as error:
        logging.error("%s", error)
        sys.exit(1)
