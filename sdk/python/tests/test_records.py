"""Records without and with the program `arena`."""

from __future__ import annotations

import csv
import dataclasses
import importlib.util
import json
import os
import random
import shutil
import subprocess
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pandas
import polars
import pyarrow.parquet
import pytest

from pentathlon import protocol as pb
from pentathlon import records
from pentathlon.records import extras, parquet, program, record_file
from pentathlon.records.record_file import Entry, parse

GAMES = {"doppelkopf": 4, "octrix": 3, "ordago": 4, "ordo": 2, "seconds": 4}


def example() -> bytes:
    """The record that arena/record/FORMAT.md spells byte by byte."""
    page = Path(__file__).parents[3] / "arena" / "record" / "FORMAT.md"
    dump = page.read_text().split("```hex\n")[1].split("```")[0]
    return bytes.fromhex(" ".join(line.split("#")[0] for line in dump.splitlines()))


# ---- Without the program ----


def test_the_example_of_the_format_is_read() -> None:
    match = records.Match("x.record", example())
    assert (match.game, match.key) == ("tally", "x.record")
    assert match.termination == "forfeit"
    assert match.options == {"rounds": "1", "stride": "3", "width": "6"}
    assert match.seed.startswith("7902699be42c")
    assert match.clock is None
    assert match.seats == [
        records.Seat(0, "ann", None, None, 15, 2, 1),
        records.Seat(1, "bob", None, None, 9, 1, 0),
    ]
    assert match.faults == [records.Fault(0, "late", 2)]
    assert match.entries == (
        Entry("index", index=1),
        Entry("announcement", seat=1, index=0),
        Entry("index", index=5),
        Entry("index", index=3),
        Entry("fault", seat=0, fault="late"),
    )
    assert parse(example()).times_ms == ((0, 0, 300, 1000),)


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda data: b"hello", "byte 0: no record"),
        (lambda data: data[:8], "byte 8: the record is cut off"),
        (lambda data: data[:8] + b"\x03" + data[9:], "byte 8: format version 3"),
        (lambda data: data[:40], "byte 9: the record is cut off"),
        (lambda data: data[:-79], "byte .*: the record is cut off"),
        (lambda data: data[:60] + b"\0" + data[61:], "frame at byte 9: wrong checksum"),
        (lambda data: data + b"\0", "byte .*: the record is cut off"),
        (lambda data: data + frame(2, b"\1\1" + bytes(8)), "bytes after the footer"),
        (lambda data: data[:9] + data[9 + 152 :], "the header is not the first"),
        (lambda data: with_plies(b"\1\xf6" + bytes(8)), "f6 begins no entry"),
        (lambda data: with_plies(b"\2\1" + bytes(8)), "bytes are left over|too early"),
        (lambda data: with_plies(b"\0" + bytes(8)), "0 entries"),
        (lambda data: with_plies(b"\x81\0\1" + bytes(8)), "a varint that is too long"),
        (lambda data: with_plies(b"\1\xf2\x91" + bytes(8)), "an unknown fault 9"),
        (lambda data: with_plies(b"\1\1" + bytes(8), 1), "does not unpack"),
        (lambda data: with_plies(b"\1\1" + bytes(8), 7), "unknown encoding 7"),
        (lambda data: data[:9] + frame(5, b""), "header is not the first|type 5"),
    ],
)
def test_what_is_wrong_is_named_with_its_byte(change: Any, problem: str) -> None:
    with pytest.raises(records.RecordError, match=problem):
        parse(change(example()))


def frame(kind: int, payload: bytes, encoding: int = 0) -> bytes:
    data = bytes([kind, encoding]) + len(payload).to_bytes(4, "little") + payload
    return data + zlib.crc32(data).to_bytes(4, "little")


def with_plies(payload: bytes, encoding: int = 0) -> bytes:
    data = example()
    return data[: 9 + 152] + frame(2, payload, encoding) + data[9 + 152 + 27 :]


def test_a_small_file_cannot_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_file, "MAX_ENTRIES_OF_RECORD", 5 + 3 * 1024)
    data = example()
    plies = frame(2, b"\x80\x08" + bytes(1024 + 8))

    def with_frames(count: int) -> bytes:
        return data[: 9 + 152] + plies * count + data[9 + 152 :]

    assert len(parse(with_frames(3)).entries) == 5 + 3 * 1024
    with pytest.raises(records.RecordError, match="has more than 3077 entries"):
        parse(with_frames(4))


def test_a_frame_has_no_more_times_than_entries() -> None:
    start, end = example()[: 9 + 152 + 27], example()[9 + 152 + 27 + 16 :]
    assert parse(start + frame(3, bytes(5)) + end).times_ms == ((0,) * 5,)
    with pytest.raises(records.RecordError, match="more times than entries"):
        parse(start + frame(3, bytes(6)) + end)


def test_what_to_install_is_named_by_its_checkout(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    sdk = Path(__file__).resolve().parents[1]
    assert extras.command("parquet") == f"pip install -e {sdk}'[parquet]'"
    monkeypatch.setattr(extras, "_HERE", Path("/nowhere"))
    assert "~/pentathlon/sdk/python'[parquet]'" in extras.command("parquet")


def test_a_missing_package_names_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None)
    for ask in (
        lambda: records.frames("records"),
        lambda: records.polars_frames("records"),
        lambda: parquet.export(["records"], "new"),
    ):
        with pytest.raises(records.RecordError, match=r"pip install .*\[[a-z]+\]"):
            ask()


def test_frames_of_newer_programs_are_skipped() -> None:
    data = example()
    assert parse(data[: 9 + 152] + frame(0x80, b"new") + data[9 + 152 :]).entries


def test_whatever_has_sound_checksums_is_read_or_refused() -> None:
    rng = random.Random(7)
    data = example()
    frames = [(1, data[15:157]), (2, data[167:184]), (3, data[194:200])]
    frames.append((4, data[210:-4]))
    assert data[:9] + b"".join(frame(*one) for one in frames) == data
    read = 0
    for _ in range(3000):
        changed = [list(payload) for _, payload in frames]
        for payload in rng.choices(changed, k=2):
            payload[rng.randrange(len(payload))] = rng.randrange(256)
        made = b"".join(
            frame(kind, bytes(payload))
            for (kind, _), payload in zip(frames, changed, strict=True)
        )
        try:
            match = records.Match("x", data[:9] + made)
        except records.RecordError:
            continue
        read += 1
        assert len(match.seats) == match.header.seats
        assert match.termination and match.faults is not None and match.options
    assert read > 100


def test_any_damage_is_noticed() -> None:
    data = example()
    for at in range(len(data)):
        with pytest.raises(records.RecordError):
            parse(data[:at] + bytes([data[at] ^ 4]) + data[at + 1 :])
        with pytest.raises(records.RecordError):
            parse(data[:at])


def test_bad_files_are_handed_over_and_the_others_follow(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.rec").write_bytes(example())
    (tmp_path / "b.record").write_bytes(b"hello")
    (tmp_path / "c.txt").write_bytes(b"no record")
    (tmp_path / "d.record").symlink_to("/nowhere")
    bad: list[records.RecordError] = []
    found = list(records.read(tmp_path, bad=bad.append))
    assert [match.path.name for match in found] == ["a.rec"]
    assert [str(error).partition(":")[0] for error in bad] == [
        str(tmp_path / "b.record")
    ]
    with pytest.raises(records.RecordError, match="b.record: byte 0: no record"):
        list(records.read(tmp_path))


def test_a_folder_without_records_and_a_missing_file_are_named(tmp_path: Path) -> None:
    with pytest.raises(records.RecordError, match="has no records"):
        list(records.read(tmp_path))
    with pytest.raises(records.RecordError, match="x cannot be read: No such file"):
        list(records.read(tmp_path / "x"))
    with pytest.raises(records.RecordError, match="no records are named"):
        list(records.read())


def test_without_the_program_its_absence_is_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(program.VARIABLE, "/nowhere/arena")
    match = records.Match("x.record", example())
    with pytest.raises(records.RecordError, match="/nowhere/arena is not there"):
        match.decisions


# ---- With the program ----

try:
    ARENA = program.find()
except records.RecordError:
    ARENA = ""
with_arena = pytest.mark.skipif(not ARENA, reason="arena is not built")


def play(folder: Path, game: str, seats: int, matches: int = 1) -> None:
    bots = ",".join(["random", "greedy"] * 2)
    subprocess.run(
        [ARENA, "play", "-g", game, "-b", ",".join(bots.split(",")[:seats])]
        + ["--seed", "3", "-n", str(matches), "--record-dir", str(folder), "-q"],
        check=True,
        stdout=subprocess.DEVNULL,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Two records of every game."""
    folder = tmp_path_factory.mktemp("records")
    for game, seats in GAMES.items():
        play(folder, game, seats, 2)
    yield folder


@with_arena
def test_a_match_agrees_with_itself(folder: Path) -> None:
    matches = list(records.read(folder))
    assert sorted({match.game for match in matches}) == sorted(GAMES)
    for match in matches[::2]:
        decisions = match.decisions
        steps = match.steps()
        assert list(steps[-1].returns) == [seat.points for seat in match.seats]
        assert [d.action for d in decisions if d.kind == "choice"] == [
            act.event.text
            for step in steps
            if pb.STEP_MARK_ANNOUNCEMENT not in step.marks
            for act in step.acts
        ]
        for seat in match.seats:
            asked = match.prompts(seat.seat)
            mine = [d for d in decisions if (d.seat, d.kind) == (seat.seat, "choice")]
            assert [one.action_id for one in asked] == [d.code for d in mine]
            assert [len(one.prompt.actions) for one in asked] == [
                d.legal for d in mine
            ]
            assert mine[-1].points is not None
        assert len(match.rows("seats")) == len(match.seats)
        assert match.rows("matches")[0]["record_sha256"] == match.sha256
        with pytest.raises(ValueError, match="no table 'x'; expected matches, seats"):
            match.rows("x")


@with_arena
def test_views_hold_what_their_seat_saw(folder: Path) -> None:
    match = records.read_one(folder / "doppelkopf-0.record")
    assert {len(step.observations) for step in match.steps()} == {4}
    seen = match.steps(2)[1].observations
    assert [observation.seat for observation in seen] == [2]
    assert len(match.steps("public")[1].observations) == 1
    assert match.messages(1, events=True)[0].HasField("match_start")
    with pytest.raises(records.RecordError, match="--seat: expected a whole"):
        match.steps(7)


@with_arena
def test_a_decision_has_the_columns_of_its_table(folder: Path) -> None:
    row = records.read_one(folder / "ordo-0.record").rows("decisions")[0]
    assert [field.name for field in dataclasses.fields(records.Decision)] == list(row)


@with_arena
def test_frames_of_pandas_and_polars_hold_the_same(folder: Path) -> None:
    pandas_frames = records.frames(folder)
    polars_frames = records.polars_frames(folder)
    assert len(pandas_frames.matches) == 10
    assert pandas_frames.left_out == polars_frames.left_out == ()
    for name in ("matches", "seats", "decisions", "deals"):
        one: pandas.DataFrame = getattr(pandas_frames, name)
        two: polars.DataFrame = getattr(polars_frames, name)
        cells = one.astype(object).where(one.notna(), None)
        assert cells.to_dict("records") == two.to_dicts()
    assert str(pandas_frames.decisions.dtypes["entry"]) == "int64"
    assert str(pandas_frames.decisions.dtypes["charged_ms"]) == "Int64"
    assert str(pandas_frames.matches.dtypes["started"]).endswith(", UTC]")
    assert polars_frames.matches.schema["started"] == polars.Datetime("us", "UTC")


@with_arena
def test_keys_are_unique(folder: Path) -> None:
    tables = records.frames(folder)
    for frame, key in (
        (tables.matches, ["match"]),
        (tables.seats, ["match", "seat"]),
        (tables.decisions, ["match", "entry"]),
        (tables.deals, ["match", "deal", "seat"]),
    ):
        assert not frame.duplicated(key).any()


@with_arena
def test_parquet_holds_the_same(folder: Path, tmp_path: Path) -> None:
    assert parquet.export([folder], tmp_path / "data") == ()
    frames = records.polars_frames(folder)
    for name in ("matches", "seats", "decisions", "deals"):
        path = tmp_path / "data" / f"{name}.parquet"
        frame: polars.DataFrame = getattr(frames, name)
        assert polars.read_parquet(path).equals(frame)
        field = pyarrow.parquet.read_schema(path).field("match")
        assert not field.nullable
        assert field.metadata[b"about"]
    about = json.loads((tmp_path / "data" / "export.json").read_text())
    assert about["tables"]["seats"]["file"] == "seats.parquet"
    assert [path.name for path in tmp_path.iterdir()] == ["data"]


@with_arena
def test_csv_of_the_program_can_be_read_by_others(folder: Path, tmp_path: Path) -> None:
    hostile = tmp_path / "d" / '=1+1\n",x.record'
    hostile.parent.mkdir()
    shutil.copy(folder / "octrix-0.record", hostile)
    command = [ARENA, "export", "d", "--tables", "csv", "--format", "csv"]
    subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    frames = records.frames(hostile)
    for name in ("matches", "seats", "decisions", "deals"):
        with open(tmp_path / "csv" / f"{name}.csv", newline="") as text:
            rows = list(csv.DictReader(text, strict=True))
        frame: pandas.DataFrame = getattr(frames, name)
        assert len(rows) == len(frame)
        assert {row["match"] for row in rows} == {"'" + hostile.name}
        assert set(frame["match"]) == {hostile.name}


@with_arena
def test_tables_on_disk_need_no_program(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for form in ("jsonl", "csv"):
        command = [ARENA, "export", str(folder), "--tables", form, "--format", form]
        subprocess.run(command, cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)
    frames = records.frames(folder)
    monkeypatch.setenv(program.VARIABLE, "/nowhere/arena")
    assert records.frames(tmp_path / "jsonl").deals.equals(frames.deals)
    with pytest.raises(records.RecordError, match="has tables as csv, expected jsonl"):
        records.frames(tmp_path / "csv")


@with_arena
def test_what_is_left_out_is_told(folder: Path, tmp_path: Path) -> None:
    shutil.copy(folder / "ordo-0.record", tmp_path / "a.record")
    data = bytearray((folder / "ordo-1.record").read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "b.record").write_bytes(data)
    with pytest.warns(records.LeftOutWarning, match="1 records are left out, .*b.rec"):
        frames = records.frames(tmp_path)
    assert len(frames.matches) == 1
    assert [(one.kind, one.is_loss) for one in frames.left_out] == [("damaged", True)]
    with pytest.raises(records.RecordError, match="none of these records"):
        records.frames(tmp_path / "b.record")
    (tmp_path / "empty").mkdir()
    with pytest.raises(records.RecordError, match="has no records"):
        records.frames(tmp_path / "empty")


@with_arena
def test_the_command_writes_parquet_or_nothing(folder: Path, tmp_path: Path) -> None:
    def export(*arguments: str) -> tuple[int, str]:
        ended = subprocess.run(
            [sys.executable, "-m", "pentathlon.records", "export", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )
        return ended.returncode, ended.stderr

    (tmp_path / "bad.record").write_bytes(b"hello")
    good = os.fspath(folder / "ordo-0.record")
    status, errors = export(good, "bad.record", "--tables", "data")
    assert (status, "bad.record: not exported" in errors) == (1, True)
    assert len(pandas.read_parquet(tmp_path / "data" / "seats.parquet")) == 2
    status, errors = export(good, "--tables", "data")
    assert (status, "exists and is not empty" in errors) == (2, True)
    status, errors = export("bad.record", "--tables", "other")
    assert (status, "none of these records" in errors) == (2, True)
    assert export(good, "--tables", "csv", "--format", "csv")[0] == 0
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        "bad.record",
        "csv",
        "data",
    ]


@with_arena
def test_the_example_of_the_readme_runs(tmp_path: Path) -> None:
    page = (Path(__file__).parents[1] / "README.md").read_text()
    bot = page.split("```python my_bot.py\n")[1].split("```")[0]
    example = page.split("```python time_lost.py\n")[1].split("```")[0]
    # Bots of root are users of their own.
    tmp_path.chmod(0o755)
    (tmp_path / "my_bot.py").write_text(bot)
    (tmp_path / "ask.py").write_text(example)
    subprocess.run(
        [ARENA, "play", "-g", "octrix", "--record-dir", "records", "-q"]
        + ["--bots", f"{sys.executable} my_bot.py,greedy"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    told = subprocess.run(
        [sys.executable, "ask.py"], cwd=tmp_path, capture_output=True, text=True
    )
    assert told.returncode == 0, told.stderr
    assert "decisions  median_ms  slowest_ms" in told.stdout
    assert "octrix" in told.stdout and "seat 0" in told.stdout
