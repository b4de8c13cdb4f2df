"""Reads record files as arena/record/FORMAT.md documents them.

That needs no rules, and so it does not tell whether the match was played by them:
`arena verify` does.
"""

from __future__ import annotations

import dataclasses
import functools
import hashlib
import struct
import sys
import zlib
from collections.abc import Iterator
from typing import Literal

from google.protobuf.message import DecodeError

from pentathlon.protocol import (
    FaultKind,
    MatchResult,
    RecordFooter,
    RecordHeader,
    Termination,
)
from pentathlon.records import extras
from pentathlon.records.errors import RecordError

_MAGIC = b"\x89PREC\r\n\x1a"
_FORMATS = (1, 2)
_HEADER, _PLIES, _TIMES, _FOOTER = 1, 2, 3, 4
_SKIPPED_FROM = 0x80
_MAX_PAYLOAD = 1 << 20
_MAX_ENTRIES = 1024
# The longest genuine matches have some two million.
MAX_ENTRIES_OF_RECORD = 4_000_000

Kind = Literal[
    "index", "choice", "announcement", "fault", "cancel", "abandon", "pause"
]


@dataclasses.dataclass(frozen=True)
class Entry:
    """An entry as the file spells it. What an index means is known to the rules."""

    kind: Kind
    """`index`: an outcome of chance, or the choice of the lowest seat that owes
    one; `choice`: that of the seat that is named."""
    seat: int | None = None
    """The seat where it is named."""
    fault: str | None = None
    """late, illegal, malformed, gone, crashed, flood or not-ready."""
    index: int | None = None
    """The place in the list of what was possible, from 0; absent where the game's
    substitute was played, and where nothing was chosen."""


@dataclasses.dataclass(frozen=True)
class RecordFile:
    """What stands in a record file."""

    header: RecordHeader
    entries: tuple[Entry, ...]
    times_ms: tuple[tuple[int, ...], ...]
    """For each frame of entries the times of its choices, announcements, faults and
    pauses, in milliseconds; empty: all are zero."""
    result: MatchResult
    chain: bytes
    """The last link of the chain, 32 bytes."""
    sha256: str
    """The hash of the file, in hexadecimal, as in MatchEnd."""


def fault_name(kind: int) -> str:
    """ "late", "not-ready", ... """
    name = FaultKind.Name(kind)  # type: ignore[arg-type]
    return name.removeprefix("FAULT_KIND_").lower().replace("_", "-")


def parse(data: bytes) -> RecordFile:
    """Reads the bytes of a record. Raises RecordError with the byte and what is
    wrong there. Safe for any bytes: a small file cannot fill the memory, because a
    record with more than MAX_ENTRIES_OF_RECORD entries is refused."""
    if data[: len(_MAGIC)] != _MAGIC:
        raise RecordError("byte 0: no record; expected a file of arena play --record")
    at = len(_MAGIC)
    if len(data) <= at:
        raise _cut_off(at)
    if data[at] not in _FORMATS:
        raise RecordError(
            f"byte {at}: format version {data[at]}, expected 1 or 2; a newer "
            "program made the record"
        )
    header: RecordHeader | None = None
    footer: RecordFooter | None = None
    entries: list[Entry] = []
    times: list[tuple[int, ...]] = []
    most_times = 0
    for begin, kind, payload in _frames(data, at + 1):
        if footer is not None:
            raise RecordError(f"byte {begin}: bytes after the footer")
        if (kind == _HEADER) != (header is None) and kind < _SKIPPED_FROM:
            raise RecordError(f"byte {begin}: the header is not the first frame")
        try:
            if kind == _HEADER:
                header = RecordHeader.FromString(payload)
            elif kind == _PLIES:
                read = tuple(_entries(payload))
                if len(entries) + len(read) > MAX_ENTRIES_OF_RECORD:
                    raise _Wrong(
                        f"the record has more than {MAX_ENTRIES_OF_RECORD} entries, "
                        "more than any match"
                    )
                entries.extend(read)
                times.append(())
                most_times = len(read)
            elif kind == _TIMES and times and not times[-1]:
                times[-1] = tuple(_times(payload, most_times))
            elif kind == _FOOTER:
                footer = RecordFooter.FromString(payload)
            elif kind < _SKIPPED_FROM:
                raise _Wrong(f"a frame of type {kind} does not belong there")
        except (_Wrong, DecodeError) as error:
            raise RecordError(f"frame at byte {begin}: {error}") from None
    if header is None or footer is None:
        raise _cut_off(len(data))
    _check_header(header, footer.result)
    return RecordFile(
        header=header,
        entries=tuple(entries),
        times_ms=tuple(times),
        result=footer.result,
        chain=footer.chain,
        sha256=hashlib.sha256(data).hexdigest(),
    )


class _Wrong(Exception):
    """The payload of a frame is not what its type says."""


def _cut_off(at: int) -> RecordError:
    return RecordError(f"byte {at}: the record is cut off")


def _check_header(header: RecordHeader, result: MatchResult) -> None:
    seats = header.seats
    wrong = (
        not 1 <= seats <= 16
        or len(header.players) != seats
        or len(header.player_infos) not in (0, seats)
        or len(result.returns) != seats
        or len(result.ranks) not in (0, seats)
        or len(header.seed) != 32
        or result.termination not in Termination.values()
        or any(
            fault.seat >= seats or fault.kind not in FaultKind.values()
            for fault in result.faults
        )
    )
    if wrong:
        raise RecordError("header and result do not go together")


def _frames(data: bytes, at: int) -> Iterator[tuple[int, int, bytes]]:
    """Yields where each frame begins, its type and its payload."""
    while at < len(data):
        if at + 6 > len(data):
            raise _cut_off(at)
        kind, encoding, length = struct.unpack_from("<BBI", data, at)
        if length > _MAX_PAYLOAD:
            raise RecordError(f"frame at byte {at}: {length} bytes are too many")
        end = at + 6 + length
        if end + 4 > len(data):
            raise _cut_off(at)
        (checksum,) = struct.unpack_from("<I", data, end)
        if zlib.crc32(data[at:end]) != checksum:
            raise RecordError(f"frame at byte {at}: wrong checksum")
        payload = data[at + 6 : end]
        if kind >= _SKIPPED_FROM:
            payload = b""
        elif encoding == 1:
            payload = _unpacked(payload, at)
        elif encoding != 0:
            raise RecordError(f"frame at byte {at}: unknown encoding {encoding}")
        yield at, kind, payload
        at = end + 4


def _unpacked(payload: bytes, at: int) -> bytes:
    try:
        if sys.version_info >= (3, 14):
            from compression import zstd
        else:
            from backports import zstd
    except ImportError:
        raise RecordError(
            "this record is compressed, and before Python 3.14 that needs a "
            f"package: {extras.command('records')}"
        ) from None
    unpacker = zstd.ZstdDecompressor()
    try:
        unpacked: bytes = unpacker.decompress(payload, max_length=_MAX_PAYLOAD + 1)
    except zstd.ZstdError:
        unpacked = b""
    if not unpacker.eof or unpacker.unused_data or len(unpacked) > _MAX_PAYLOAD:
        raise RecordError(f"frame at byte {at}: its payload does not unpack")
    return unpacked


class _Bytes:
    """Bytes that are taken from the front."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._at = 0

    def left(self) -> int:
        return len(self._data) - self._at

    def byte(self) -> int:
        if not self.left():
            raise _Wrong("it ends too early")
        self._at += 1
        return self._data[self._at - 1]

    def varint(self) -> int:
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                if value >= 1 << 32 or (byte == 0 and shift > 7):
                    raise _Wrong("a varint that is too long")
                return value
            if shift >= 35:
                raise _Wrong("a varint that is too long")

    def index(self) -> int:
        first = self.byte()
        if first < 0xE0:
            return first
        if first > 0xEF:
            raise _Wrong(f"{first:02x} is no index")
        return 224 + ((first & 0x0F) << 8) + self.byte()


def _entries(payload: bytes) -> Iterator[Entry]:
    data = _Bytes(payload)
    count = data.varint()
    if not 1 <= count <= _MAX_ENTRIES:
        raise _Wrong(f"{count} entries, expected 1 to {_MAX_ENTRIES}")
    for _ in range(count):
        yield _entry(data)
    if data.left() != 8:
        raise _Wrong("bytes are left over, or the checkpoint is missing")


# Equal entries are one object: a record with millions of them stays small. Not all
# are remembered, because a record of strangers may have millions of different ones.
_shared = functools.lru_cache(maxsize=1 << 16)(Entry)


def _entry(data: _Bytes) -> Entry:
    first = data.byte()
    if first < 0xE0:
        return _shared("index", index=first)
    if first <= 0xEF:
        return _shared("index", index=224 + ((first & 0x0F) << 8) + data.byte())
    if first > 0xF5:
        raise _Wrong(f"{first:02x} begins no entry")
    if first >= 0xF3:
        plain: tuple[Kind, Kind, Kind] = ("cancel", "abandon", "pause")
        return _shared(plain[first - 0xF3])
    who = data.byte()
    seat, kind = who & 0x0F, who >> 4
    if kind and kind not in FaultKind.values():
        raise _Wrong(f"an unknown fault {kind}")
    fault = fault_name(kind) if kind else None
    if first == 0xF0:
        index = None if fault else data.index()
        return _shared("choice", seat, fault, index)
    if first == 0xF1:
        return _shared("announcement", seat, None, data.index())
    return _shared("fault", seat, fault)


def _times(payload: bytes, most: int) -> Iterator[int]:
    data = _Bytes(payload)
    for _ in range(most):
        if not data.left():
            return
        yield data.varint()
    if data.left():
        raise _Wrong("more times than entries")
