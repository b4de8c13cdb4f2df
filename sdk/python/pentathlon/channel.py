"""How a channel to the referee is set up; shared by `sync` and `aio`."""

from __future__ import annotations

from pathlib import Path

import grpc

from pentathlon.options import Options


def arguments(
    options: Options, address: str, keepalive: float
) -> list[tuple[str, int | str]]:
    """Returns the arguments of a channel to `address`."""
    result: list[tuple[str, int | str]] = [
        # A connection that broke silently is noticed, and not more often than
        # the referee permits: it would answer with "too_many_pings".
        ("grpc.keepalive_time_ms", round(keepalive * 1000)),
        ("grpc.keepalive_timeout_ms", 10_000),
        # Also while nothing happens, as when the other seats think.
        ("grpc.http2.max_pings_without_data", 0),
    ]
    if address != options.address:
        # Nobody waits long for one that only another referee knows.
        result.append(("grpc.min_reconnect_backoff_ms", 5000))
    if address.startswith("unix:"):
        # Otherwise the path, which not every server takes for a host name.
        result.append(("grpc.default_authority", "localhost"))
    return result


def credentials(options: Options) -> grpc.ChannelCredentials | None:
    """Returns the TLS credentials, or None for a channel without TLS."""
    if not options.tls_ca:
        return None
    return grpc.ssl_channel_credentials(Path(options.tls_ca).read_bytes())


def metadata(options: Options) -> tuple[tuple[str, str], ...]:
    """Returns what is sent beside the stream."""
    if not options.token:
        return ()
    return (("authorization", f"Bearer {options.token}"),)
