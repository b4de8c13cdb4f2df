"""A new bot from the template, and the package that has it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from pentathlon.__main__ import new

SDK = Path(__file__).parents[1]


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *command],
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_new_bot_has_the_name_of_its_folder(tmp_path: Path) -> None:
    new(tmp_path / "mybot")
    assert 'name = "mybot"' in (tmp_path / "mybot" / "bot.toml").read_text()
    told = run(tmp_path / "mybot" / "my_bot.py", "--help")
    assert told.returncode == 0
    assert "--token-file" in told.stdout


def test_what_is_there_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mybot").mkdir()
    with pytest.raises(ValueError, match="is there already"):
        new(tmp_path / "mybot")
    assert not list((tmp_path / "mybot").iterdir())


def test_a_folder_whose_name_no_bot_may_have_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="'my bot' is no name of a bot"):
        new(tmp_path / "my bot")
    assert not (tmp_path / "my bot").exists()


def test_a_folder_that_cannot_be_made_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot be made"):
        new(Path("/proc/mybot"))


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built without a network, in a folder of its own."""
    folder = tmp_path_factory.mktemp("wheel")
    flags = ["--no-deps", "--no-index", "--no-build-isolation", "--quiet"]
    done = run("-m", "pip", "wheel", *flags, "--wheel-dir", folder, SDK)
    assert done.returncode == 0, done.stderr
    (built,) = folder.glob("*.whl")
    return built


def test_the_wheel_has_types_messages_and_the_template(wheel: Path) -> None:
    assert wheel.name == "pentathlon-1.0.0-py3-none-any.whl"
    names = set(zipfile.ZipFile(wheel).namelist())
    wanted = ["py.typed", "__main__.py", "protocol.py", "flags.json"]
    wanted += ["records/__init__.py", "records/__main__.py"]
    wanted += [f"template/{name}" for name in ("my_bot.py", "bot.toml", "README.md")]
    for message in ("play_service", "ordago", "observation"):
        wanted += [f"_proto/arena/v1/{message}_pb2.{kind}" for kind in ("py", "pyi")]
    assert {f"pentathlon/{name}" for name in wanted} <= names
    assert all(name.startswith("pentathlon") for name in names)
    assert not [name for name in names if "__pycache__" in name]


def test_the_wheel_alone_makes_a_new_bot(wheel: Path, tmp_path: Path) -> None:
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    site = {"PYTHONPATH": str(tmp_path / "site"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = run("-m", "pentathlon", "new", tmp_path / "mybot", **site)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"made {tmp_path / 'mybot'}")
    assert (tmp_path / "mybot" / "my_bot.py").exists()
    again = run("-m", "pentathlon", "new", tmp_path / "mybot", **site)
    assert again.returncode == 2
    assert "name a new folder" in again.stderr
