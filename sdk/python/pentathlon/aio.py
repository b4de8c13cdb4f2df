"""The asyncio form of the SDK, for programs that have an event loop."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import grpc

from pentathlon import channel
from pentathlon.bot import BotFactory
from pentathlon.options import Options
from pentathlon.protocol import PlayRequest, PlayResponse, PlayServiceStub
from pentathlon.session import PATIENCE, Session

if TYPE_CHECKING:  # Generic in the stubs only.
    _Call = grpc.aio.StreamStreamCall[PlayRequest, PlayResponse]


async def run_async(factory: BotFactory, options: Options | None = None) -> None:
    """Plays until the referee ends the session; see `run`.

    Methods of the bot that are `async def` run on the event loop, all others
    in threads as with `run`.
    """
    session = Session(
        factory,
        options or Options.from_environment(),
        loop=asyncio.get_running_loop(),
    )
    await play(session)


async def play(
    session: Session, sleep: Callable[[float], Awaitable[None]] = asyncio.sleep
) -> None:
    """Keeps `session` on a stream until it is over."""
    patience = 0.0
    try:
        while (pause := await _stream(session)) is not None:
            await sleep(pause)
        patience = PATIENCE
    finally:
        # Bots may need the loop to finish, so wait in another thread.
        await asyncio.to_thread(session.close, patience)


async def _stream(session: Session) -> float | None:
    """Runs one stream; returns the result of Session.ended."""
    options = session.options
    loop = asyncio.get_running_loop()
    requests: asyncio.Queue[PlayRequest] = asyncio.Queue()

    def send(request: PlayRequest) -> None:
        loop.call_soon_threadsafe(requests.put_nowait, request)

    async with _connect(session) as connection:
        call = PlayServiceStub(connection).Play(metadata=channel.metadata(options))
        session.open(send, lambda: loop.call_soon_threadsafe(call.cancel))
        sender = asyncio.create_task(_forward(requests, call))
        try:
            async for response in call:
                session.receive(response)
        except grpc.aio.AioRpcError:
            pass  # The status says everything.
        finally:
            sender.cancel()
            await asyncio.gather(sender, return_exceptions=True)
        code, details = await _status(call)
        return session.ended(code, details)


async def _status(call: _Call) -> tuple[grpc.StatusCode, str]:
    """Returns how the stream ended.

    If a write fails because the stream has just ended, grpc.aio reports an
    error of its own until the status from the referee has arrived. (If that
    never arrives, the session treats the stream as lost and tries again.)
    """
    own = (grpc.StatusCode.INTERNAL, "Internal error from Core")
    for _ in range(100):
        status = await call.code(), await call.details() or ""
        if status != own:
            break
        await asyncio.sleep(0.01)
    return status


async def _forward(requests: asyncio.Queue[PlayRequest], call: _Call) -> None:
    """Writes the requests in the queue, until cancelled."""
    while True:
        await call.write(await requests.get())


def _connect(session: Session) -> grpc.aio.Channel:
    options = session.options
    arguments = channel.arguments(options, session.address, session.keepalive)
    credentials = channel.credentials(options)
    if credentials is None:
        return grpc.aio.insecure_channel(session.address, arguments)
    return grpc.aio.secure_channel(session.address, credentials, arguments)
