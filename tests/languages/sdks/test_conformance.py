"""Every SDK passes the conversations of sdk/conformance, and mistakes are found."""

from __future__ import annotations

import json
import pathlib
import shutil
import subprocess

import pytest
from languages import LANGUAGES, PROBES, ROOT, build_probe, skip_if_missing

RUN = ROOT / "sdk" / "conformance" / "run"
# The conversations of the asyncio form of Python, which has no flags of a program.
WITHOUT_A_PROGRAM = ("announcements", "connection", "decisions", "matches", "newer", "redirect")
MISTAKES = [
    mistake
    for path in sorted((pathlib.Path(__file__).parent / "mistakes").glob("*.json"))
    for mistake in json.loads(path.read_text())
]


def converse(probe: str, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [RUN, "--probe", probe, *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_sdk_passes_all_conversations(language: str) -> None:
    skip_if_missing(language)
    done = converse(build_probe(language, ROOT, PROBES / language))
    print(done.stdout)
    assert done.returncode == 0, done.stdout


def test_the_asyncio_form_of_python_passes_those_about_bots() -> None:
    probe = build_probe("python", ROOT, PROBES / "python")
    done = converse(probe.replace("probe.py", "async_probe.py"), *WITHOUT_A_PROGRAM)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "mistake", MISTAKES, ids=lambda mistake: f"{mistake['sdk']}: {mistake['name']}"
)
def test_a_planted_mistake_is_found(
    mistake: dict[str, str], tmp_path: pathlib.Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    language = mistake["sdk"]
    skip_if_missing(language)
    if language == "cpp":
        probe = _planted_cpp(mistake, tmp_path)
    else:
        checkout = tmp_path / "checkout"
        shutil.copytree(
            ROOT / "sdk" / language,
            checkout / "sdk" / language,
            symlinks=True,
            ignore=shutil.ignore_patterns("__pycache__"),
        )
        shutil.copytree(ROOT / "proto", checkout / "proto")
        _plant(mistake, checkout / mistake["file"])
        # Parts that all copies need are built once.
        probe = build_probe(
            language, checkout, tmp_path_factory.getbasetemp() / "planted" / language
        )
    done = converse(probe, mistake["found_by"], "--patience", "4")
    assert done.returncode == 1, f"nobody noticed: {done.stdout}"
    assert "FAILED" in done.stdout and mistake["found_by"] in done.stdout


def _plant(mistake: dict[str, str], file: pathlib.Path) -> None:
    text = file.read_text()
    assert text.count(mistake["right"]) == 1, f"{file} does not have: {mistake['right']}"
    file.write_text(text.replace(mistake["right"], mistake["wrong"]))


def _planted_cpp(mistake: dict[str, str], folder: pathlib.Path) -> str:
    """Compiles a copy of the SDK, and links it in place of the library."""
    shutil.copytree(ROOT / "sdk" / "cpp", folder / "sdk" / "cpp")
    _plant(mistake, folder / mistake["file"])
    # All files at once, as the build does.
    source, planted, probe = (folder / name for name in ("all.cc", "planted.o", "probe"))
    files = [
        file.relative_to(folder)
        for part in ("base", "")
        for file in sorted((folder / "sdk" / "cpp" / part).glob("*.cc"))
    ]
    source.write_text("".join(f'#include "{file}"\n' for file in files))
    build = ROOT / "build"
    commands = subprocess.run(
        ["ninja", "-C", build, "-t", "commands", "-s", "bin/sdk_cpp_probe"],
        stdout=subprocess.PIPE, text=True, check=True,
    ).stdout
    link = commands.splitlines()[-1].removeprefix(": && ").removesuffix(" && :")
    compile_all = f"c++ -std=c++20 -I{folder} -isystem {build}/proto -c {source} -o {planted}"
    link = link.replace("-o bin/sdk_cpp_probe", f"-o {probe}")
    link = link.replace("sdk/cpp/libpentathlon_sdk.a", str(planted))
    link = link.replace("sdk/cpp/base/libpentathlon_sdk_base.a", "")
    done = subprocess.run(
        ["bash", "-euc", f"{compile_all}; cd {build}; {link}"],
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )
    assert done.returncode == 0, done.stdout
    return str(probe)
