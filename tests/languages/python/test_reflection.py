"""The referee explains itself: a client without our schema finds the services
by reflection and calls them, as grpcurl does."""

from __future__ import annotations

import os
import pathlib
import subprocess
from collections.abc import Iterator

import grpc
import pytest
from google.protobuf import json_format
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.descriptor_pool import DescriptorPool
from google.protobuf.message_factory import GetMessageClass
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

REFEREE = os.environ.get(
    "REFEREE",
    str(pathlib.Path(__file__).parents[3] / "build" / "bin" / "referee"),
)


@pytest.fixture
def channel(tmp_path: pathlib.Path) -> Iterator[grpc.Channel]:
    """A channel to a new referee."""
    command = [REFEREE, "--data", str(tmp_path / "data"), "--log-level", "off"]
    command += ["--listen", f"unix:{tmp_path}/socket"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[1]
        with grpc.insecure_channel(address) as connected:
            yield connected
        process.terminate()
        assert process.wait(30) == 0


def call(channel: grpc.Channel, name: str, request: str) -> dict[str, object]:
    """Calls a unary method, named "Service/Method", with JSON in and out."""
    pool = DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
    service, method_name = name.split("/")
    method: MethodDescriptor = pool.FindServiceByName(
        f"arena.v1.{service}"
    ).methods_by_name[method_name]
    request_class = GetMessageClass(method.input_type)
    answer = channel.unary_unary(
        f"/arena.v1.{name}",
        request_serializer=lambda message: message.SerializeToString(),
        response_deserializer=GetMessageClass(method.output_type).FromString,
    )(json_format.Parse(request, request_class()), timeout=30)
    return json_format.MessageToDict(answer)


def test_all_services_are_listed(channel: grpc.Channel) -> None:
    services = set(ProtoReflectionDescriptorDatabase(channel).get_services())
    assert services >= {
        "arena.v1.CatalogueService",
        "arena.v1.MatchService",
        "arena.v1.PlayService",
        "arena.v1.ReplayService",
        "grpc.health.v1.Health",
    }


def test_the_catalogue_can_be_read_without_our_schema(channel: grpc.Channel) -> None:
    games = call(channel, "CatalogueService/ListGames", "{}")["games"]
    assert {"octrix", "ordo"} <= {game["name"] for game in games}  # type: ignore[attr-defined]


def test_a_match_can_be_created_without_our_schema(channel: grpc.Channel) -> None:
    match = call(
        channel,
        "MatchService/CreateMatch",
        '{"game": "ordo", "seats": [{"builtIn": "random"}, {"builtIn": "greedy"}]}',
    )["match"]
    assert match["game"] == "ordo"  # type: ignore[index]


def test_an_error_names_what_is_wrong(channel: grpc.Channel) -> None:
    with pytest.raises(grpc.RpcError) as error:
        call(channel, "MatchService/CreateMatch", '{"game": "chess"}')
    assert error.value.code() == grpc.StatusCode.INVALID_ARGUMENT
    details = error.value.details()
    assert 'no game "chess"; the games are: ' in details
    assert "octrix, ordago, ordo" in details
