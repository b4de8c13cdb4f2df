"""Tables as Parquet files. Not for bots."""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

from pentathlon.records import extras
from pentathlon.records import program as arena
from pentathlon.records.errors import LeftOut, RecordError
from pentathlon.records.program import StrPath, Tables

# Rows of a table that are in memory at the same time, as bytes of JSON.
_BLOCK = 16 << 20


def export(
    paths: Sequence[StrPath], folder: StrPath, program: StrPath | None = None
) -> tuple[LeftOut, ...]:
    """Writes the tables of records as Parquet files to a folder, which must be new or
    empty, whole or not at all; with export.json, as `arena export --tables` does.

    Returns what was left out. Raises RecordError if nothing can be exported or
    pyarrow is missing (the extra `parquet`).
    """
    extras.need("pyarrow", "parquet", "Parquet")
    target = Path(os.path.abspath(folder))
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise RecordError(f"{folder} exists and is not empty; name a new folder")
    try:
        partial = tempfile.mkdtemp(prefix=f"{target.name}.partial-", dir=target.parent)
    except OSError as error:
        raise RecordError(f"{folder} cannot be made: {error.strerror}") from None
    try:
        with arena.exported(paths, program) as tables:
            _write(tables, Path(partial))
        os.rename(partial, target)
    except BaseException:
        shutil.rmtree(partial, ignore_errors=True)
        raise
    return tables.left_out


def _write(tables: Tables, folder: Path) -> None:
    about = json.loads(json.dumps(tables.about))
    about["format"] = "parquet"
    for name in tables.names:
        file = f"{name}.parquet"
        _write_table(tables, name, folder / file)
        about["tables"][name]["file"] = file
    text = json.dumps(about, indent=2, ensure_ascii=False)
    (folder / "export.json").write_text(text + "\n", encoding="utf-8")


def _write_table(tables: Tables, name: str, path: Path) -> None:
    import pyarrow
    import pyarrow.json
    import pyarrow.parquet

    types = {
        "text": pyarrow.string(),
        "integer": pyarrow.int64(),
        "boolean": pyarrow.bool_(),
        "time": pyarrow.timestamp("us", tz="UTC"),
    }
    columns = tables.table(name)["columns"]
    # Times are read as text.
    read_types = types | {"time": pyarrow.string()}
    read_schema = pyarrow.schema(
        [(column["name"], read_types[column["type"]]) for column in columns]
    )
    schema = pyarrow.schema(
        [
            pyarrow.field(
                column["name"],
                types[column["type"]],
                nullable=column["optional"],
                metadata={"about": column["about"]},
            )
            for column in columns
        ],
        metadata={"key": ",".join(tables.table(name)["key"])},
    )
    with pyarrow.parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        if tables.table(name)["rows"] == 0:
            return
        batches = pyarrow.json.open_json(
            tables.file(name),
            read_options=pyarrow.json.ReadOptions(block_size=_BLOCK),
            parse_options=pyarrow.json.ParseOptions(
                explicit_schema=read_schema, unexpected_field_behavior="error"
            ),
        )
        for batch in batches:
            writer.write_table(pyarrow.Table.from_batches([batch]).cast(schema))
