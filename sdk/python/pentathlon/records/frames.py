"""The tables of many matches as data frames of pandas and of polars."""

from __future__ import annotations

import dataclasses
import warnings
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pentathlon.records import extras
from pentathlon.records import program as arena
from pentathlon.records.errors import LeftOut, LeftOutWarning, RecordError
from pentathlon.records.program import StrPath, Tables

if TYPE_CHECKING:
    import pandas
    import polars

T = TypeVar("T")


@dataclasses.dataclass(frozen=True)
class Frames(Generic[T]):
    """The four tables. arena/record/README.md documents their columns."""

    matches: T
    """A row for each match, by `match`."""
    seats: T
    """By `match` and `seat`."""
    decisions: T
    """Choices, announcements and faults of the seats, by `match` and `entry`."""
    deals: T
    """What each seat made in each deal, by `match`, `deal` and `seat`."""
    left_out: tuple[LeftOut, ...]
    """The records that are not in the tables, and why."""


def frames(*paths: StrPath, program: StrPath | None = None) -> Frames[pandas.DataFrame]:
    """The tables of records as data frames of pandas (the extra `pandas`).

    `paths` are record files, folders of them, folders of referees (--data), or one
    folder that `arena export --tables FOLDER` has written as jsonl, which is read
    without the program. Warns with LeftOutWarning if records had to be left out;
    raises RecordError if there is none that can be read.

    Text is of type `string`, numbers are `int64`, or `Int64` where there may be
    none, booleans likewise, times are UTC.
    """
    extras.need("pandas", "pandas", "A data frame of pandas")
    return _frames(paths, program, _pandas_frame)


def polars_frames(
    *paths: StrPath, program: StrPath | None = None
) -> Frames[polars.DataFrame]:
    """The same as data frames of polars (the extra `polars`): text is `String`,
    numbers are `Int64`, booleans `Boolean`, times `Datetime` in UTC."""
    extras.need("polars", "polars", "A data frame of polars")
    return _frames(paths, program, _polars_frame)


def _frames(
    paths: Sequence[StrPath],
    program: StrPath | None,
    frame_of: Callable[[Tables, str], T],
) -> Frames[T]:
    with _tables(paths, program) as tables:
        lost = [one for one in tables.left_out if one.is_loss]
        if lost:
            warnings.warn(
                f"{len(lost)} records are left out, the first is {lost[0].record}: "
                f"{lost[0].why}",
                LeftOutWarning,
                stacklevel=3,
            )
        return Frames(
            matches=frame_of(tables, "matches"),
            seats=frame_of(tables, "seats"),
            decisions=frame_of(tables, "decisions"),
            deals=frame_of(tables, "deals"),
            left_out=tables.left_out,
        )


@contextmanager
def _tables(paths: Sequence[StrPath], program: StrPath | None) -> Iterator[Tables]:
    if len(paths) != 1 or not Tables.is_one(paths[0]):
        with arena.exported(paths, program) as tables:
            yield tables
        return
    tables = Tables(paths[0])
    if tables.format != "jsonl":
        raise RecordError(
            f"{paths[0]} has tables as {tables.format}, expected jsonl; read them "
            "with pandas or polars itself"
        )
    yield tables


# ---- pandas ----


def _pandas_frame(tables: Tables, name: str) -> pandas.DataFrame:
    import pandas

    columns = tables.table(name)["columns"]
    values: dict[str, list[Any]] = {column["name"]: [] for column in columns}
    for rows in tables.rows(name):
        for key, cells in values.items():
            cells += [row[key] for row in rows]
    series: dict[str, pandas.Series[Any]] = {}
    for column in columns:
        cells = values.pop(column["name"])
        if column["type"] == "time":
            series[column["name"]] = pandas.Series(
                pandas.to_datetime(cells, utc=True, format="ISO8601")
            )
        else:
            dtype = _PANDAS_TYPES[column["type"], column["optional"]]
            series[column["name"]] = pandas.Series(cells, dtype=dtype)
    frame: pandas.DataFrame = pandas.DataFrame(series)
    return frame


_PANDAS_TYPES = {
    ("text", False): "string",
    ("text", True): "string",
    ("integer", False): "int64",
    ("integer", True): "Int64",
    ("boolean", False): "bool",
    ("boolean", True): "boolean",
}


# ---- polars ----


def _polars_frame(tables: Tables, name: str) -> polars.DataFrame:
    import polars

    types = {
        "text": polars.String,
        "integer": polars.Int64,
        "boolean": polars.Boolean,
        "time": polars.String,
    }
    columns = tables.table(name)["columns"]
    schema = {column["name"]: types[column["type"]] for column in columns}
    if tables.table(name)["rows"] == 0:
        frame = polars.DataFrame(schema=schema)
    else:
        frame = polars.read_ndjson(tables.file(name), schema=schema)
    return frame.with_columns(
        polars.col(column["name"]).str.to_datetime(
            "%Y-%m-%dT%H:%M:%SZ", time_unit="us", time_zone="UTC"
        )
        for column in columns
        if column["type"] == "time"
    )
