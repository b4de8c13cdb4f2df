"""The schema gives stubs in every language that people ask for.

The output of protoc and Debian's plugins is always checked. Tests of other tools are
skipped without them, and the summary of pytest says so. The tests of the
SDKs write the stubs of Java, Rust and TypeScript again, and compile them.
"""

from __future__ import annotations

import os
import pathlib
import shutil
import subprocess

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PROTO_ROOT = HERE.parents[2] / "proto"
# Kept between runs, as libraries are fetched.
WORK = HERE.parents[2] / "build" / "stubs"
PROTOS = sorted(path.relative_to(PROTO_ROOT) for path in PROTO_ROOT.rglob("*.proto"))


def run(*command: str | pathlib.Path, cwd: pathlib.Path, **environment: str) -> str:
    """Runs a command and returns its output; fails with the output."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command}:\n{done.stdout}"
    return done.stdout


def fetch(*command: str | pathlib.Path, cwd: pathlib.Path) -> None:
    """Runs a command that asks a registry; skips the test if it fails for that."""
    try:
        run(*command, cwd=cwd)
    except AssertionError as failure:
        pytest.skip(f"libraries cannot be had: {str(failure)[-300:]}")


def need(*programs: str) -> None:
    """Skips the test if one of the programs is missing."""
    for program in programs:
        if shutil.which(program) is None:
            pytest.skip(f"{program} is not installed")


def protoc(
    out: pathlib.Path, *generators: str, plugin: str | pathlib.Path | None = None
) -> set[str]:
    """Writes stubs of the whole schema; returns the paths of the files."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    options = [
        f"--{generator}" if "=" in generator else f"--{generator}_out={out}"
        for generator in generators
    ]
    if plugin is not None:
        options.append(f"--plugin={plugin}")
    run("protoc", f"-I{PROTO_ROOT}", *options, *map(str, PROTOS), cwd=PROTO_ROOT)
    return {str(path.relative_to(out)) for path in out.rglob("*") if path.is_file()}


def project(language: str) -> pathlib.Path:
    """A copy of the project in this folder that compiles stubs."""
    copy = WORK / language
    shutil.copytree(HERE / language, copy, dirs_exist_ok=True)
    return copy


# By generator of protoc: some files that it writes.
BUILT_IN = {
    "cpp": ["arena/v1/play_service.pb.h"],
    "csharp": ["PlayService.cs", "Competition.cs"],
    "java": ["PlayServiceProto.java", "CompetitionProto.java", "Competition.java"],
    "kotlin": ["CompetitionKt.kt"],
    "objc": ["arena/v1/PlayService.pbobjc.h"],
    "php": ["Pentathlon/Arena/V1/Prompt.php"],
    "pyi": ["arena/v1/play_service_pb2.pyi"],
    "python": ["arena/v1/play_service_pb2.py"],
    "ruby": ["arena/v1/play_service_pb.rb"],
}


@pytest.mark.parametrize("generator", BUILT_IN)
def test_protoc_writes(generator: str, tmp_path: pathlib.Path) -> None:
    files = protoc(tmp_path / "out", generator)
    java = "pentathlon/arena/v1/" if generator in ("java", "kotlin") else ""
    assert files >= {java + file for file in BUILT_IN[generator]}


# By plugin of protobuf-compiler-grpc: a file that it writes.
GRPC = {
    "cpp": "arena/v1/play_service.grpc.pb.h",
    "php": "Pentathlon/Arena/V1/PlayServiceClient.php",
    "python": "arena/v1/play_service_pb2_grpc.py",
    "ruby": "arena/v1/play_service_services_pb.rb",
}


@pytest.mark.parametrize("language", GRPC)
def test_the_grpc_plugin_writes(language: str, tmp_path: pathlib.Path) -> None:
    plugin = f"grpc_{language}_plugin"
    assert shutil.which(plugin) is not None
    files = protoc(
        tmp_path / "out",
        "grpc",
        plugin=f"protoc-gen-grpc={shutil.which(plugin)}",
    )
    assert GRPC[language] in files


def test_every_message_of_objective_c_has_the_prefix(tmp_path: pathlib.Path) -> None:
    protoc(tmp_path / "out", "objc")
    header = (tmp_path / "out/arena/v1/PlayService.pbobjc.h").read_text()
    assert "@interface PTNPrompt " in header


def test_ruby_is_correct(tmp_path: pathlib.Path) -> None:
    need("ruby")
    out = tmp_path / "out"
    protoc(out, "ruby")
    for path in sorted(out.rglob("*.rb")):
        run("ruby", "-c", path, cwd=out)


def test_go_compiles() -> None:
    need("protoc-gen-go", "protoc-gen-go-grpc")
    go = project("go")
    shutil.rmtree(go / "arena", ignore_errors=True)
    out = go / "generated"
    module = "_opt=module=pentathlon"
    files = protoc(out, "go", "go-grpc", "go" + module, "go-grpc" + module)
    assert files >= {"arena/v1/play_service.pb.go", "arena/v1/play_service_grpc.pb.go"}
    need("go")
    shutil.move(out / "arena", go / "arena")
    fetch("go", "mod", "download", cwd=go)
    run("go", "vet", "-mod=readonly", "./...", cwd=go)
