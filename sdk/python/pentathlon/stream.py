"""Plays a session over gRPC. Each stream has a thread that reads it."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from pathlib import Path
from queue import SimpleQueue

import grpc

from pentathlon.addresses import is_nearby
from pentathlon.bot import BotFactory
from pentathlon.options import Options
from pentathlon.protocol import PlayRequest, PlayServiceStub
from pentathlon.session import Session

_PATIENCE = 10.0
"""Seconds to wait for bots at a normal end."""


def run(factory: BotFactory, options: Options | None = None) -> None:
    """Plays until the referee ends the session.

    `factory` makes a bot for each seat of each match; it may be a class.
    `options` default to those of the environment. Raises SessionError if no
    referee answers, or the referee refuses this bot, and OptionError if an option
    is wrong, or `factory` makes no bots.
    """
    play(Session(factory, options or Options.from_environment()))


async def run_async(factory: BotFactory, options: Options | None = None) -> None:
    """Plays until the referee ends the session; see `run`.

    Methods of the bot that are `async def` run on the event loop, all others
    in threads as with `run`.
    """
    options = options or Options.from_environment()
    session = Session(factory, options, asyncio.get_running_loop())
    played: Future[None] = Future()

    def read() -> None:
        try:
            play(session)
            played.set_result(None)
        except BaseException as error:
            played.set_exception(error)

    # The threads of the loop are few, and the end of a program waits for them.
    threading.Thread(target=read, name="pentathlon", daemon=True).start()
    playing = asyncio.wrap_future(played)
    try:
        await asyncio.wait([playing])  # Which goes on if this is cancelled.
    except asyncio.CancelledError:
        session.stop()
        await asyncio.gather(playing, return_exceptions=True)
        raise
    playing.result()


def play(session: Session) -> None:
    """Keeps `session` on a stream until it is over."""
    patience = 0.0
    try:
        while (pause := _stream(session)) is not None:
            session.rest(pause)
        patience = _PATIENCE
    finally:
        session.close(patience)


def _stream(session: Session) -> float | None:
    """Runs one stream; returns the result of Session.ended."""
    options = session.options
    token = options.token
    metadata = (("authorization", f"Bearer {token}"),) if token else None
    requests: SimpleQueue[PlayRequest | None] = SimpleQueue()
    # Each stream has a new channel: the session decides the pauses between
    # attempts, not a channel that failed before.
    with _channel(options, session.address, session.keepalive) as channel:
        call = PlayServiceStub(channel).Play(
            iter(requests.get, None), metadata=metadata
        )
        session.open(requests.put, call.cancel)
        try:
            for response in call:
                session.receive(response)
        except grpc.RpcError:
            pass  # The status says everything.
        finally:
            call.cancel()
            requests.put(None)
        return session.ended(call.code(), call.details() or "")


def _channel(options: Options, address: str, keepalive: float) -> grpc.Channel:
    arguments = channel_arguments(options, address, keepalive)
    if not options.tls_ca:
        return grpc.insecure_channel(address, arguments)
    trusted = Path(options.tls_ca).read_bytes()
    return grpc.secure_channel(address, grpc.ssl_channel_credentials(trusted), arguments)


def channel_arguments(
    options: Options, address: str, keepalive: float
) -> list[tuple[str, int | str]]:
    """Returns the arguments of a channel to `address`."""
    result: list[tuple[str, int | str]] = [
        # Pings notice a connection that broke silently. They come no more often
        # than the referee permits; if they did, it would close the connection
        # with "too_many_pings".
        ("grpc.keepalive_time_ms", round(keepalive * 1000)),
        ("grpc.keepalive_timeout_ms", 10_000),
        # Also ping while nothing happens, e.g. when the other seats think.
        ("grpc.http2.max_pings_without_data", 0),
        ("grpc.enable_http_proxy", 0 if is_nearby(address) else 1),
    ]
    if address != options.address:
        # Do not wait long for a referee that only another referee knows.
        result.append(("grpc.min_reconnect_backoff_ms", 5000))
    if address.startswith("unix:"):
        # The default is the path, which some servers refuse as a host name.
        result.append(("grpc.default_authority", "localhost"))
    return result
