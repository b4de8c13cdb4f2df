"""A bot of every language plays in the sandbox of a tournament, where it has no
network and only the folder TMPDIR to write to."""

from __future__ import annotations

import json
import pathlib
import shlex
import subprocess

import pytest
from languages import ARENA, LANGUAGES, command_of, run

SANDBOX = ["bwrap", "--ro-bind", "/", "/", "--proc", "/proc", "--unshare-pid", "true"]


def sandbox_works() -> bool:
    try:
        return subprocess.run(SANDBOX, check=False).returncode == 0
    except FileNotFoundError:
        return False


@pytest.mark.skipif(not sandbox_works(), reason="bubblewrap does not work here")
@pytest.mark.timeout(300)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_bot_plays_in_a_sealed_sandbox(language: str, tmp_path: pathlib.Path) -> None:
    bot = shlex.join(command_of(language, "random_bot"))
    cup = tmp_path / "cup.toml"
    cup.write_text(f"""name = "cup"
[[event]]
name = "ordo"
game = "ordo"
format = "swiss"
rounds = 1
[[bot]]
name = "bot"
command = {json.dumps(bot)}
[[bot]]
name = "other"
built_in = "random"
""")
    flags = ["--sandbox", "always", "--data", f"{tmp_path}/data", "--json"]
    told = json.loads(run([f"{ARENA}", "tournament", "run", f"{cup}", *flags], timeout=240))
    assert told["competition"]["state"] == "STATE_FINISHED"
    assert told["standings"]["matches"] == 2
    assert "faults" not in told["standings"]
