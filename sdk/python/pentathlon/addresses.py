"""Addresses of referees: the ways there, and those of redirects. Not for bots."""

from __future__ import annotations

import ipaddress
import os
import re

_HOST_AND_PORT = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9._-]{1,253}):[0-9]{1,5}")


def may_go(address: str, own: str) -> bool:
    """Whether a redirect may send a bot to `address`: to a host and port, or to
    a socket on this machine if the bot's address (`own`) is one, too. Other
    targets of gRPC are refused: they could name a resolver, or several places."""
    if address.startswith("unix:"):
        return own.startswith("unix:")
    if address.startswith("unix-abstract:"):
        return False  # gRPC would take it for sockets of this machine.
    return _HOST_AND_PORT.fullmatch(address) is not None


def is_nearby(address: str) -> bool:
    """Returns whether an address is of this machine or of a private network: a
    Unix socket, "localhost", a name without a dot, or a loopback, private or
    link-local IP address. No HTTP proxy leads there, so channels to it take none."""
    if address.startswith("unix"):
        return True
    host = _host(address)
    try:
        ip = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host
    return ip.is_loopback or ip.is_private or ip.is_link_local


def proxy_variable(address: str) -> str:
    """Returns the variable of the environment by which gRPC goes to the address
    through an HTTP proxy, or "" if it goes there itself."""
    excepted = os.environ.get("no_grpc_proxy") or os.environ.get("no_proxy", "")
    # As gRPC does: a list of hosts, and of domains in which hosts are.
    domains = tuple(entry.strip() for entry in excepted.split(",") if entry.strip())
    if is_nearby(address) or _host(address).endswith(domains):
        return ""
    names = ("grpc_proxy", "https_proxy", "http_proxy")
    return next((name for name in names if os.environ.get(name)), "")


def _host(address: str) -> str:
    """Returns "127.0.0.1" of "ipv4:127.0.0.1:5757,10.0.0.1:5757"."""
    first = re.sub("^(ipv4:|ipv6:|dns:)?/*", "", address).split(",")[0]
    return first.rpartition(":")[0].strip("[]")
