"""The programs in a shell: full disks, closed outputs, readers that go away, proxies,
names, and messages that say what to change."""

from __future__ import annotations

import json
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator

import pytest

ROOT = pathlib.Path(__file__).parents[3]
BIN = pathlib.Path(os.environ.get("PROGRAMS", ROOT / "build" / "bin"))
ARENA = str(BIN / "arena")
REFEREE = str(BIN / "referee")
BOT = str(BIN / "greedy_bot")

# Nobody listens there.
DEAD_PROXY = "http://127.0.0.1:9"


def run(
    *command: str | pathlib.Path,
    cwd: pathlib.Path | None = None,
    environment: dict[str, str] | None = None,
    stdout: int | None = subprocess.PIPE,
    setup: Callable[[], object] | None = None,
) -> subprocess.CompletedProcess[str]:
    clean = {k: v for k, v in os.environ.items() if not k.startswith("ARENA_")}
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=clean | {"COLUMNS": "10000"} | (environment or {}),
        stdin=subprocess.DEVNULL,
        stdout=stdout,
        stderr=subprocess.PIPE,
        text=True,
        timeout=120,
        preexec_fn=setup,
    )


def executable(path: pathlib.Path, text: str) -> pathlib.Path:
    path.write_bytes(text.encode())
    path.chmod(0o755)
    # Programs that root starts run as another user.
    path.parent.chmod(0o755)
    return path


def bot(path: pathlib.Path) -> pathlib.Path:
    """A bot in Python; only the name of its file matters."""
    path.parent.mkdir(parents=True, exist_ok=True)
    return executable(
        path,
        f"#!{sys.executable}\n"
        "import sys\n"
        "from pentathlon import Bot, main\n"
        "sys.argv = [word for word in sys.argv if word != 'model.bin']\n"
        "class First(Bot):\n"
        "    def act(self, prompt):\n"
        "        return prompt.actions[0]\n"
        "main(First)\n",
    )


class Referee:
    """A referee on a socket and on a port that nobody else has."""

    def __init__(
        self, folder: pathlib.Path, setup: Callable[[], object] | None = None
    ) -> None:
        self.data = folder / "data"
        self.socket = f"unix:{folder}/socket"
        command = [REFEREE, "--data", str(self.data), "--listen", self.socket]
        command += ["--listen", "127.0.0.1:0"]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, preexec_fn=setup
        )
        assert self.process.stdout is not None
        self.output = self.process.stdout
        addresses: list[str] = []
        while len(addresses) < 2:
            line = self.output.readline()
            assert line, "the referee has not started"
            if line.startswith("listening "):
                addresses.append(line.split()[1])
        self.port = addresses[1]


@pytest.fixture
def referee(tmp_path: pathlib.Path) -> Iterator[Referee]:
    started = Referee(tmp_path)
    yield started
    started.process.kill()
    started.process.wait()


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    path = tmp_path_factory.mktemp("record") / "a.rec"
    played = run(
        ARENA, "play", "--game", "seconds", "--bots", "random", "--record", path
    )
    assert played.returncode == 0, played.stderr
    return path


# ---- Output ----


@pytest.mark.parametrize(
    "command",
    [
        "--version",
        "--help",
        "completion bash",
        "export RECORD",
        "games",
        "perft --game ordo --depth 1",
        "play --game ordo --bots random --json",
        "prompts RECORD --seat 0",
        "prompts RECORD --seat 0 --format binary",
        "replay RECORD",
        "rules ordo --text",
        "verify RECORD",
    ],
)
def test_a_full_disk_is_told(record: pathlib.Path, command: str) -> None:
    words = [str(record) if word == "RECORD" else word for word in command.split()]
    with open("/dev/full", "w") as full:
        told = run(ARENA, *words, stdout=full.fileno())
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert told.stderr.startswith("arena: cannot write to standard output")


def test_export_to_a_full_disk_ends_early(
    record: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    # The second file could not be read, and a message would say so.
    (tmp_path / "broken").write_text("no record")
    with open("/dev/full", "w") as full:
        told = run(ARENA, "export", record, tmp_path / "broken", stdout=full.fileno())
    assert told.returncode == 1
    assert "broken" not in told.stderr


def test_a_token_is_not_lost_silently(tmp_path: pathlib.Path) -> None:
    with open("/dev/full", "w") as full:
        told = run(
            REFEREE, "--data", tmp_path / "data", "--create-admin-token", "root",
            stdout=full.fileno(),
        )
    assert told.returncode == 1
    assert told.stderr.startswith("referee: the token is lost; make another one")


@pytest.mark.parametrize("closed", [(1,), (0, 1), (1, 2), (0, 1, 2)])
def test_a_closed_output_is_told(closed: tuple[int, ...], tmp_path: pathlib.Path) -> None:
    def close() -> None:
        for descriptor in closed:
            os.close(descriptor)

    assert run(ARENA, "games", setup=close).returncode == 1
    # The output goes into no file of the data.
    told = run(
        REFEREE, "--data", tmp_path / "data", "--create-admin-token", "root",
        setup=close,
    )
    assert told.returncode == 1
    assert (tmp_path / "data" / "lock").read_text().strip().isdigit()


@pytest.mark.parametrize(
    "program",
    [
        [BOT],
        [sys.executable, ROOT / "sample_bots" / "python" / "greedy_bot.py"],
        [sys.executable, "-m", "pentathlon"],
        [sys.executable, "-m", "pentathlon.records"],
    ],
)
def test_a_full_disk_is_told_by_bots(program: list[str]) -> None:
    with open("/dev/full", "w") as full:
        told = run(*program, "--help", stdout=full.fileno())
    assert told.returncode == 1
    assert told.stderr.count("\n") == 1
    assert told.stderr.startswith("cannot write to standard output")


def test_a_bot_plays_with_closed_outputs(referee: Referee) -> None:
    def close() -> None:
        os.closerange(0, 3)

    with subprocess.Popen(
        [BOT, "--address", referee.socket, "--name", "mute"], preexec_fn=close
    ) as bot:
        seen = ""
        while bot.poll() is None and "mute" not in seen:
            seen = run(ARENA, "bots", "sessions", "--address", referee.socket).stdout
        assert bot.poll() is None
        bot.kill()


def test_standings_without_a_name_write_no_file(
    referee: Referee, tmp_path: pathlib.Path
) -> None:
    for flag in ("--csv", "--html", "--json-file"):
        told = run(
            ARENA, "standings", "--address", referee.socket, flag, tmp_path / "x"
        )
        assert told.returncode == 2
        assert "name the competitions" in told.stderr


def test_a_dry_run_writes_no_file(tmp_path: pathlib.Path) -> None:
    told = run(ARENA, "tournament", "run", "t.toml", "--dry-run", "--csv", "x.csv")
    assert told.returncode == 2
    assert "cannot be given with" in told.stderr


# ---- Readers of the output, and signals ----


def test_a_referee_outlives_the_reader_of_its_log(
    referee: Referee, tmp_path: pathlib.Path
) -> None:
    referee.output.close()
    played = run(
        ARENA, "match", "create", "--address", referee.socket, "--game", "ordo",
        "--players", "built-in:greedy,built-in:random",
    )
    assert played.returncode == 0, played.stderr
    # Draining would be logged, too.
    referee.process.terminate()
    assert referee.process.wait(30) == 0


def test_a_hangup_is_a_drain(tmp_path: pathlib.Path) -> None:
    # The caller may have ignored the signal.
    hung_up = Referee(
        tmp_path, setup=lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL)
    )
    hung_up.process.send_signal(signal.SIGHUP)
    assert "draining" in hung_up.output.read()
    assert hung_up.process.wait(30) == 0


def test_nohup_is_heeded(tmp_path: pathlib.Path) -> None:
    ignoring = Referee(
        tmp_path, setup=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN)
    )
    ignoring.process.send_signal(signal.SIGHUP)
    assert run(REFEREE, "--check-health", ignoring.socket).returncode == 0
    ignoring.process.terminate()
    assert ignoring.process.wait(30) == 0


def test_times_of_the_log_are_in_utc(tmp_path: pathlib.Path) -> None:
    started = Referee(tmp_path)
    started.process.terminate()
    assert started.process.wait(30) == 0
    lines = started.output.read().splitlines()
    assert lines
    for line in lines:
        assert line.startswith("[2") and line.split("]")[0].endswith("Z"), line


def test_a_rehearsal_may_be_read_in_part(record: pathlib.Path) -> None:
    read, write = os.pipe()
    os.close(read)
    told = run(ARENA, "rehearse", record, "--seat=0", "--", BOT, stdout=write)
    os.close(write)
    assert told.returncode == 1
    assert "cannot write to standard output" in told.stderr


def test_the_help_of_a_bot_may_be_read_in_part(tmp_path: pathlib.Path) -> None:
    read, write = os.pipe()
    os.close(read)
    told = run(sys.executable, bot(tmp_path / "bot.py"), "--help", stdout=write)
    os.close(write)
    assert (told.returncode, told.stderr) == (1, "")


def interrupt_early() -> None:
    # The signal is there when the program begins to wait for signals.
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    os.kill(os.getpid(), signal.SIGINT)


def test_an_interrupted_export_leaves_no_folder(
    record: pathlib.Path, tmp_path: pathlib.Path
) -> None:
    told = run(
        ARENA, "export", record, "--tables", tmp_path / "tables",
        setup=interrupt_early,
    )
    assert told.returncode == 1
    assert "stopped" in told.stderr
    assert list(tmp_path.iterdir()) == []


def test_an_interrupted_copy_leaves_no_folder(
    referee: Referee, tmp_path: pathlib.Path
) -> None:
    run(
        ARENA, "match", "create", "--game", "ordo",
        "--players", "built-in:random,built-in:random", "--address", referee.socket,
    )
    there = set(tmp_path.iterdir())
    for command in [
        [ARENA, "backup", "--data", referee.data, tmp_path / "copy"],
        [REFEREE, "--data", referee.data, "--copy-records", tmp_path / "copy"],
    ]:
        told = run(*command, setup=interrupt_early)
        assert told.returncode == 1, command
        assert "stopped" in told.stderr, command
        assert set(tmp_path.iterdir()) == there, command


# ---- Proxies, addresses, ports ----


@pytest.mark.parametrize("variable", ["http_proxy", "https_proxy", "grpc_proxy"])
def test_no_proxy_is_asked_on_the_way_to_this_machine(
    referee: Referee, variable: str
) -> None:
    told = run(
        ARENA, "match", "list", "--address", referee.port,
        environment={variable: DEAD_PROXY},
    )
    assert told.returncode == 0, told.stderr


def test_a_proxy_in_the_way_is_named() -> None:
    told = run(
        ARENA, "match", "list", "--address", "arena.invalid:5757",
        environment={"https_proxy": DEAD_PROXY},
    )
    assert told.returncode == 1
    assert "through the HTTP proxy that https_proxy names" in told.stderr


def test_the_variable_of_the_address_is_named(
    referee: Referee, tmp_path: pathlib.Path
) -> None:
    (tmp_path / "t.toml").write_text(
        'name = "t"\n[[bot]]\nname = "a"\nbuilt_in = "random"\n'
        '[[bot]]\nname = "b"\nbuilt_in = "greedy"\n'
        '[[event]]\nname = "o"\ngame = "ordo"\nsets = 1\n'
    )
    variable = {"ARENA_ADDRESS": referee.socket}
    tournament = [ARENA, "tournament", "run", "t.toml"]
    told = run(*tournament, "--data", "x", cwd=tmp_path, environment=variable)
    assert told.returncode == 2
    assert "--address (set by ARENA_ADDRESS)" in told.stderr
    told = run(*tournament, cwd=tmp_path, environment=variable)
    assert told.returncode == 0, told.stderr
    assert f"{referee.socket} (set by ARENA_ADDRESS)" in told.stderr


def test_what_is_wrong_with_an_address_is_told(
    referee: Referee, tmp_path: pathlib.Path
) -> None:
    for address, way_out in (
        (referee.port, "another program listens there"),
        (f"unix:{tmp_path}/{'x' * 120}", "name a shorter one"),
        (f"unix:{tmp_path}/none/socket", "expected a folder that exists"),
        ("192.0.2.1:5757", "expected an address that this machine has"),
    ):
        told = run(
            REFEREE, "--data", tmp_path / "other", "--listen", address, "--insecure"
        )
        assert told.returncode == 1
        assert way_out in told.stderr


# ---- Names ----


def names_of(folder: pathlib.Path, *bots: pathlib.Path | str) -> str:
    flags = [word for one in bots for word in ("--bot", str(one))]
    told = run(ARENA, "play", "--game", "ordo", *flags, cwd=folder)
    head = told.stdout.split("\n")[0]
    assert head.startswith("ordo: "), told.stderr
    return head.removeprefix("ordo: ")


def test_names_keep_their_version(tmp_path: pathlib.Path) -> None:
    two = [bot(tmp_path / "mybot-2.0"), bot(tmp_path / "mybot-2.1")]
    assert names_of(tmp_path, *two) == "mybot-2.0, mybot-2.1"


def test_a_file_is_no_name_for_a_program_that_is_called_java(
    tmp_path: pathlib.Path,
) -> None:
    (tmp_path / "model.bin").touch()
    program = bot(tmp_path / "java-bot")
    assert names_of(tmp_path, f"{program} model.bin", "random") == "java-bot, random"


def test_programs_of_one_name_have_that_of_their_folder(
    tmp_path: pathlib.Path,
) -> None:
    two = [bot(tmp_path / "alice/main.py"), bot(tmp_path / "bob/main.py")]
    assert names_of(tmp_path, *two) == "alice-main, bob-main"
    # The same program twice is numbered.
    assert names_of(tmp_path, two[0], two[0]) == "main, main-2"


def test_case_twins_are_told_with_their_line(tmp_path: pathlib.Path) -> None:
    (tmp_path / "t.toml").write_text(
        'name = "t"\n[[bot]]\nname = "Alpha"\nbuilt_in = "random"\n'
        '[[bot]]\nname = "alpha"\nbuilt_in = "greedy"\n'
        '[[event]]\nname = "o"\ngame = "ordo"\n'
    )
    told = run(ARENA, "tournament", "run", "t.toml", "--dry-run", cwd=tmp_path)
    assert told.returncode == 2
    assert told.stderr.startswith('arena: t.toml:6: bot "alpha" is there twice')


# ---- Programs that cannot start, or that keep silent ----


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("#!/bin/sh\r\nexit 0\r\n", "CR LF"),
        ("#!/none/python3\n", "the interpreter /none/python3"),
        ("#!/usr/bin/env nosuchinterpreter\n", "the interpreter nosuchinterpreter"),
    ],
)
def test_what_is_wrong_with_a_script_is_told(
    tmp_path: pathlib.Path, text: str, why: str
) -> None:
    script = executable(tmp_path / "script", text)
    told = run(ARENA, "play", "--game", "ordo", "--bots", f"{script},greedy")
    assert told.returncode != 0
    assert why in told.stderr
    assert "bwrap" not in told.stderr


def test_a_folder_that_runs_nothing_is_told(tmp_path: pathlib.Path) -> None:
    # A mount of a namespace that ends with the command.
    unshare = ["unshare", "--mount", "--map-root-user"]
    if run(*unshare, "mount", "-t", "tmpfs", "none", tmp_path).returncode != 0:
        pytest.skip("mounting needs namespaces of users")
    told = run(
        *unshare, "sh", "-c",
        "mount -t tmpfs -o noexec none $PWD && cd $PWD && cp /bin/true bot &&"
        f" exec {ARENA} play --game ordo --bots ./bot,greedy",
        cwd=tmp_path,
    )
    assert told.returncode == 2
    assert "mounted noexec" in told.stderr


def test_what_a_packed_folder_lacks_is_told(tmp_path: pathlib.Path) -> None:
    (tmp_path / "bot.toml").write_text(
        'name = "a"\nversion = "1"\nruntime = "python"\nrun = ".venv/bin/python bot.py"\n'
        'games = ["ordo"]\n'
    )
    told = run(ARENA, "bots", "submit", tmp_path)
    assert told.returncode == 2
    assert 'write include = [".venv"]' in told.stderr


def test_a_bot_that_does_not_connect_names_the_flag(tmp_path: pathlib.Path) -> None:
    told = run(
        ARENA, "play", "--game", "ordo", "--connect-timeout", "1s",
        "--bots", "sleep 100,greedy",
    )
    assert told.returncode == 1
    assert "within 1s (--connect-timeout)" in told.stderr


def test_a_program_behind_a_bridge_is_told_to_flush(tmp_path: pathlib.Path) -> None:
    program = tmp_path / "unflushed.py"
    program.write_text(
        "import sys\nfor line in sys.stdin:\n    print('{\"ready\":{}}')\n"
    )
    told = run(
        ARENA, "play", "--game", "ordo", "--start", "1s", "--bot-output",
        "--bots", f"{ARENA} bridge -- {sys.executable} {program},greedy",
        environment={"PYTHONUNBUFFERED": ""},
    )
    assert "flush standard output after each line" in told.stderr


def test_an_untimed_match_that_is_interrupted_names_the_clock(
    tmp_path: pathlib.Path,
) -> None:
    hanging = executable(
        tmp_path / "hanging.py",
        f"#!{sys.executable}\n"
        "import sys, time\n"
        "from pentathlon import Bot, main\n"
        "class Hanging(Bot):\n"
        "    def act(self, prompt):\n"
        "        print('hangs', file=sys.stderr, flush=True)\n"
        "        time.sleep(1000)\n"
        "main(Hanging)\n",
    )
    command = [ARENA, "play", "--game", "ordo", "--clock", "none", "--bot-output"]
    process = subprocess.Popen(
        [*command, "--bots", f"{hanging},greedy"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"COLUMNS": "10000"},
    )
    assert process.stderr is not None
    while "hangs" not in (line := process.stderr.readline()):
        assert line, "the bot was not asked"
    process.send_signal(signal.SIGINT)
    errors = process.communicate(timeout=60)[1]
    assert process.returncode == 1
    assert "with --clock none the match waits for a hanging bot" in errors


def test_too_few_open_files_are_told(tmp_path: pathlib.Path) -> None:
    def few() -> None:
        resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))

    told = run(REFEREE, "--data", tmp_path / "data", "--listen", f"unix:{tmp_path}/s",
               setup=few)
    assert told.returncode == 1
    assert "ulimit -n" in told.stderr
    told = run(ARENA, "play", "--game", "ordo", "--bots",
               f"{bot(tmp_path / 'bot.py')},greedy", setup=few)
    assert told.returncode == 1
    assert "ulimit -n" in told.stderr


# ---- Results ----


def test_a_series_that_repeats_one_match_is_told() -> None:
    series = [ARENA, "play", "--game", "ordo", "--matches", "3", "--json"]
    told = run(*series, "--bots", "greedy,greedy")
    assert json.loads(told.stdout)["matchesRepeated"] == 2
    assert "2 of 3 matches repeated an earlier match" in told.stderr
    told = run(*series, "--bots", "random,random")
    assert json.loads(told.stdout)["matchesRepeated"] == 0
    assert told.stderr == ""


def test_only_the_token_is_printed(tmp_path: pathlib.Path) -> None:
    made = run(REFEREE, "--data", tmp_path / "data", "--create-admin-token", "root")
    referee = Referee(tmp_path)
    told = run(
        ARENA, "bots", "register", "mybot", "--author", "ada", "--token-only",
        "--address", referee.socket,
        environment={"ARENA_TOKEN": made.stdout.strip()},
    )
    referee.process.kill()
    referee.process.wait()
    assert told.returncode == 0, told.stderr
    assert len(told.stdout.split()) == 1


def test_a_backup_makes_the_folders_above_it(
    referee: Referee, tmp_path: pathlib.Path
) -> None:
    told = run(ARENA, "backup", "--data", referee.data, tmp_path / "backups/monday")
    assert told.returncode == 0, told.stderr
    assert (tmp_path / "backups/monday").is_dir()


def test_the_missing_runner_names_its_command(tmp_path: pathlib.Path) -> None:
    alone = tmp_path / "referee"
    shutil.copy(REFEREE, alone)
    alone.chmod(0o755)
    told = run(alone, "--data", tmp_path / "data", "--runners", "1")
    assert told.returncode == 1
    assert "cmake --build build --target runner" in told.stderr
