"""The committed stubs are those that the script generates."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

SDK = Path(__file__).resolve().parents[1]


def contents(package: Path) -> dict[str, str]:
    """Returns the generated files in `package`, by name."""
    files = [package / "protocol.py", *(package / "_proto").rglob("*.py*")]
    return {
        str(path.relative_to(package)): path.read_text()
        for path in files
        if path.suffix in (".py", ".pyi")
    }


def test_the_stubs_are_those_of_proto(tmp_path: Path) -> None:
    script = SDK / "generate_stubs.py"
    subprocess.run([sys.executable, script, "--output", tmp_path], check=True)
    committed, fresh = contents(SDK / "pentathlon"), contents(tmp_path)
    assert "_proto/arena/v1/play_service_pb2.py" in fresh
    stale = {
        name
        for name in committed.keys() | fresh.keys()
        if committed.get(name) != fresh.get(name)
    }
    assert not stale, "run sdk/python/generate_stubs.py and commit what it writes"


def test_the_stubs_take_no_name_outside_the_package() -> None:
    code = "import sys, pentathlon; sys.exit('arena' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
