"""A referee without rules: it hands each stream to a director."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import SimpleQueue
from typing import NoReturn, TypeVar

import grpc

from pentathlon import protocol as pb

Item = TypeVar("Item")


class Inbox:
    """Things that have come, of all sources; anybody can wait for one of them."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._items: deque[object] = deque()

    def put(self, item: object) -> None:
        with self._changed:
            self._items.append(item)
            self._changed.notify_all()

    def take(self, fits: Callable[[object], Item | None], patience: float) -> Item | None:
        """Takes out the first thing that fits; None if none comes in time."""
        with self._changed:
            def look() -> Item | None:
                for item in self._items:
                    if (found := fits(item)) is not None:
                        self._items.remove(item)
                        return found
                return None

            return self._changed.wait_for(look, patience)

    def left(self) -> list[object]:
        """What nobody has taken."""
        with self._changed:
            return list(self._items)


@dataclass
class End:
    """Ends a stream with a status."""

    code: grpc.StatusCode
    message: str


@dataclass(eq=False)
class Request:
    """What the bot has said, and on which stream."""

    stream: Stream
    message: pb.PlayRequest


@dataclass(eq=False)
class Closed:
    """The bot is gone from a stream, or the stream has ended."""

    stream: Stream


class Stream:
    """One stream of a bot, seen by the referee."""

    def __init__(self, referee: str, metadata: dict[str, str]) -> None:
        self.referee = referee
        self.metadata = metadata
        self.responses: SimpleQueue[pb.PlayResponse | End] = SimpleQueue()

    def send(self, response: pb.PlayResponse) -> None:
        self.responses.put(response)

    def end(self, code: grpc.StatusCode, message: str) -> None:
        self.responses.put(End(code, message))


class Referee(pb.PlayServiceServicer):
    """Listens at `address`, and puts streams and requests into the inbox."""

    def __init__(
        self,
        name: str,
        address: str,
        inbox: Inbox,
        credentials: grpc.ServerCredentials | None = None,
    ) -> None:
        self._name = name
        self._inbox = inbox
        self._open: list[Stream] = []
        self._server = grpc.server(
            ThreadPoolExecutor(max_workers=16), options=[("grpc.so_reuseport", 0)]
        )
        pb.add_PlayServiceServicer_to_server(self, self._server)
        if credentials is None:
            port = self._server.add_insecure_port(address)
        else:
            port = self._server.add_secure_port(address, credentials)
        self.address = address if address.startswith("unix:") else f"127.0.0.1:{port}"
        self._server.start()

    def Play(
        self, requests: Iterator[pb.PlayRequest], context: grpc.ServicerContext
    ) -> Iterator[pb.PlayResponse]:
        metadata = {key: str(value) for key, value in context.invocation_metadata()}
        stream = Stream(self._name, metadata)

        def read() -> None:
            try:
                for request in requests:
                    self._inbox.put(Request(stream, request))
            except grpc.RpcError:
                pass  # The stream is over.

        context.add_callback(lambda: self._inbox.put(Closed(stream)))
        self._open.append(stream)
        self._inbox.put(stream)
        threading.Thread(target=read, daemon=True).start()
        while isinstance(item := stream.responses.get(), pb.PlayResponse):
            yield item
        if item.code is not grpc.StatusCode.OK:
            context.abort(item.code, item.message)

    def Receive(self, request: object, context: object) -> NoReturn:
        raise NotImplementedError

    def Submit(self, request: object, context: object) -> NoReturn:
        raise NotImplementedError

    def kill(self) -> None:
        """Breaks all connections and frees the address."""
        stopped = self._server.stop(grace=None)
        for stream in self._open:
            stream.end(grpc.StatusCode.OK, "")
        stopped.wait()
