"""A referee with pages, matches on it, and a connection that can be cut."""

from __future__ import annotations

import http.client
import json
import pathlib
import selectors
import socket
import struct
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from typing import Any

from pages import BUILD

Message = dict[str, Any]


class Referee:
    """A referee program on free ports. It can be killed and started again."""

    def __init__(self, data: pathlib.Path, *flags: str) -> None:
        self.data = data
        self.flags = flags
        self.start()

    def start(self) -> None:
        self.program = subprocess.Popen(
            [
                BUILD / "bin/referee",
                "--data",
                self.data,
                "--listen",
                "127.0.0.1:0",
                "--http",
                "127.0.0.1:0",
                *self.flags,
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.address = self.read_until("listening ")
        self.port = int(self.read_until("serving http://127.0.0.1:"))
        # Later output must not fill the pipe.
        output = self.program.stdout
        assert output
        threading.Thread(target=output.read, daemon=True).start()

    def read_until(self, beginning: str) -> str:
        """The rest of the next line that begins with a text."""
        assert self.program.stdout
        heard = []
        for line in self.program.stdout:
            heard.append(line)
            if line.startswith(beginning):
                return line.removeprefix(beginning).strip()
        raise AssertionError("".join(heard))

    def kill(self) -> None:
        self.program.kill()
        self.program.wait()

    def call(self, method: str, **request: Any) -> Message:
        response = urllib.request.urlopen(self.request(method, "json", request))
        return dict(json.load(response))

    def stream(self, method: str, **request: Any) -> Iterator[Message]:
        """The messages of a stream; ends when it is lost."""
        with urllib.request.urlopen(
            self.request(method, "connect+json", request)
        ) as response:
            while len(head := response.read(5)) == 5:
                flags, size = struct.unpack(">BI", head)
                message = json.loads(response.read(size))
                if flags & 2:
                    return
                yield message

    def request(self, method: str, kind: str, request: Message) -> Any:
        body = json.dumps(request).encode()
        if kind == "connect+json":
            body = struct.pack(">BI", 0, len(body)) + body
        return urllib.request.Request(
            f"http://127.0.0.1:{self.port}/arena.v1.{method}",
            body,
            {"Content-Type": f"application/{kind}"},
        )

    def create(self, game: str, seats: list[str], **options: str) -> str:
        """Creates a match between bots and built-in players, and returns its id."""
        specs = [
            {"builtIn": seat[9:]}
            if seat.startswith("built-in:")
            else {"bot": seat}
            for seat in seats
        ]
        answer = self.call(
            "MatchService/CreateMatch",
            game=game,
            seats=specs,
            options=options,
            clock={"untimed": True},
            seed="c2VlZCBvZiBhIGxpdmUgbWF0Y2ggaW4gYSB0ZXN0Li4=",
        )
        return str(answer["match"]["matchId"])

    def match(self, match_id: str) -> Message:
        return dict(self.call("MatchService/GetMatch", matchId=match_id)["match"])


class Bot:
    """A bot by plain HTTP that survives lost connections; the test paces it."""

    def __init__(self, referee: Referee, game: str, seats: int) -> None:
        self.referee = referee
        self.plays = [{"game": game, "seats": [seats]}]
        self.token = ""
        self.allowed = threading.Semaphore(0)
        self.free = False
        self.over = threading.Event()
        self.decided = 0
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def allow(self, decisions: int) -> None:
        for _ in range(decisions):
            self.allowed.release()

    def play_on(self) -> None:
        self.free = True
        self.allowed.release()

    def run(self) -> None:
        while not self.over.is_set():
            try:
                self.play()
            except (OSError, http.client.HTTPException):
                # The referee is gone; it comes back.
                threading.Event().wait(0.05)

    def play(self) -> None:
        hello = {
            "name": "tester",
            "maxMatches": 1,
            "plays": self.plays,
            "resumeToken": self.token,
        }
        for message in self.referee.stream("PlayService/Receive", hello=hello):
            response = message["response"]
            if "welcome" in response:
                self.token = response["welcome"]["sessionToken"]
            elif "matchStart" in response:
                place = response["matchStart"]
                self.submit(
                    ready={
                        "matchId": place["matchId"],
                        "seat": place.get("seat", 0),
                    }
                )
            elif "ping" in response:
                self.submit(pong=response["ping"])
            elif "prompt" in response:
                self.decide(response["prompt"])
            elif "matchEnd" in response:
                self.over.set()
                return

    def decide(self, prompt: Message) -> None:
        if prompt["kind"] != "DECISION_KIND_MUST":
            return
        if not self.free:
            self.allowed.acquire()
        decision = prompt["decision"]
        act = {
            "matchId": prompt["matchId"],
            "seat": prompt.get("seat", 0),
            "decision": decision,
            "index": decision * 7 % len(prompt["actions"]),
            "note": f"note {decision}: <b onclick=attacked()>bold</b>",
        }
        try:
            self.submit(act=act)
        except OSError:
            # The decision is asked for again.
            self.allowed.release()
            raise
        self.decided += 1

    def submit(self, **request: Any) -> None:
        self.referee.call(
            "PlayService/Submit", sessionToken=self.token, request=request
        )


class Relay:
    """Passes connections on to a referee, and can lose them."""

    def __init__(self, referee: Referee) -> None:
        self.referee = referee
        self.open = True
        self.pairs: list[tuple[socket.socket, socket.socket]] = []
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                here, _ = self.listener.accept()
            except OSError:
                return
            try:
                if not self.open:
                    raise ConnectionError
                there = socket.create_connection(("127.0.0.1", self.referee.port))
            except OSError:
                here.close()
                continue
            self.pairs.append((here, there))
            threading.Thread(
                target=self.carry, args=(here, there), daemon=True
            ).start()

    def carry(self, here: socket.socket, there: socket.socket) -> None:
        with selectors.DefaultSelector() as selector, here, there:
            selector.register(here, selectors.EVENT_READ, there)
            selector.register(there, selectors.EVENT_READ, here)
            while True:
                for key, _ in selector.select():
                    try:
                        data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                        key.data.sendall(data)
                    except OSError:
                        return
                    if not data:
                        return

    def cut(self) -> None:
        """Cuts all connections, and makes no new ones."""
        self.open = False
        for pair in self.pairs:
            for end in pair:
                try:
                    end.shutdown(socket.SHUT_RDWR)
                except OSError:
                    pass
        self.pairs.clear()

    def mend(self) -> None:
        self.open = True

    def close(self) -> None:
        self.cut()
        self.listener.close()
