"""Addresses: which referees are reached without a proxy, and by a redirect."""

from __future__ import annotations

import pytest

from pentathlon.addresses import is_nearby, may_go, proxy_variable


@pytest.mark.parametrize(
    ("address", "nearby"),
    [
        ("unix:/run/referee", True),
        ("localhost:5757", True),
        ("referee:5757", True),
        ("127.0.0.1:5757", True),
        ("10.1.2.3:5757", True),
        ("172.31.0.1:5757", True),
        ("192.168.1.1:5757", True),
        ("169.254.0.1:5757", True),
        ("[::1]:5757", True),
        ("[fd00::1]:5757", True),
        ("[fe80::1]:5757", True),
        ("ipv4:127.0.0.1:5757,127.0.0.1:5758", True),
        ("172.32.0.1:5757", False),
        ("8.8.8.8:5757", False),
        ("[2606::1]:5757", False),
        ("127.example.org:5757", False),
        ("dns:///arena.example.org:5757", False),
    ],
)
def test_no_proxy_leads_to_private_addresses(address: str, nearby: bool) -> None:
    assert is_nearby(address) == nearby


def test_a_proxy_in_the_way_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("grpc_proxy", "https_proxy", "http_proxy", "no_grpc_proxy", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    assert proxy_variable("arena.example.org:5757") == ""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    assert proxy_variable("arena.example.org:5757") == "http_proxy"
    assert proxy_variable("127.0.0.1:5757") == ""
    monkeypatch.setenv("no_proxy", "localhost, example.org")
    assert proxy_variable("arena.example.org:5757") == ""


@pytest.mark.parametrize(
    "address",
    [
        "",
        "nowhere",
        "dns:///evil/10.0.0.1:5757",
        "ipv4:10.0.0.1:5757",
        "10.0.0.1:5757,10.0.0.2:5757",
        "xds:10.0.0.1:5757",
        "unix:/tmp/referee",
    ],
)
def test_it_goes_to_no_other_kinds_of_address(address: str) -> None:
    assert not may_go(address, "127.0.0.1:5757")


@pytest.mark.parametrize("address", ["10.0.0.1:5757", "arena.example.org:1", "[::1]:5757"])
def test_it_goes_to_a_host_and_port(address: str) -> None:
    assert may_go(address, "127.0.0.1:5757")
