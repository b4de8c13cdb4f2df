"""A certificate for a referee on this machine, made for one conversation."""

from __future__ import annotations

import subprocess
from pathlib import Path

import grpc


def make(folder: Path) -> grpc.ServerCredentials:
    """Writes ca.pem, which the probe trusts, to `folder`."""
    key, certificate = folder / "key.pem", folder / "ca.pem"
    made = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2"
    for_whom = "-subj /CN=localhost -addext subjectAltName=DNS:localhost,IP:127.0.0.1"
    subprocess.run(
        [*made.split(), *for_whom.split(), "-keyout", key, "-out", certificate],
        check=True,
        capture_output=True,
    )
    return grpc.ssl_server_credentials([(key.read_bytes(), certificate.read_bytes())])
