"""How a channel to the referee is set up; shared by `sync` and `aio`."""

from __future__ import annotations

from pathlib import Path

import grpc

from pentathlon.options import Options
from pentathlon.proxies import is_nearby


def arguments(
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


def credentials(options: Options) -> grpc.ChannelCredentials | None:
    """Returns the TLS credentials, or None for a channel without TLS."""
    if not options.tls_ca:
        return None
    return grpc.ssl_channel_credentials(Path(options.tls_ca).read_bytes())


def metadata(options: Options) -> tuple[tuple[str, str], ...]:
    """Returns the metadata to send with the stream."""
    if not options.token:
        return ()
    return (("authorization", f"Bearer {options.token}"),)
