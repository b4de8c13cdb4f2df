#!/usr/bin/env python3
"""Writes pentathlon/_proto and pentathlon/protocol.py from proto/.

Run it with the Python of an environment that has requirements-dev.lock:
`build/python-test-venv/bin/python sdk/python/generate_stubs.py`, after every
change in proto/. A test compares what is committed with what it would write.
"""

import argparse
import re
import shutil
import sys
import tempfile
from pathlib import Path

import grpc_tools
from google.protobuf import descriptor_pb2
from grpc_tools import protoc

HERE = Path(__file__).resolve().parent
PROTO_ROOT = HERE.parents[1] / "proto"
PACKAGE = "pentathlon._proto"

# The stubs import each other by the folders of proto/. Here they live below the
# SDK's package, so that no top-level package `arena` appears.
_IMPORT = re.compile(r"^(from|import) arena\b", re.MULTILINE)
_PYI_NAME = re.compile(r"(?<![\w.])arena\.v1\.(?=\w+_pb2)")


def run_protoc(output: Path) -> descriptor_pb2.FileDescriptorSet:
    """Runs protoc over all of proto/ and returns what it read."""
    protos = sorted((PROTO_ROOT / "arena").rglob("*.proto"))
    if not protos:
        sys.exit(f"no .proto files below {PROTO_ROOT / 'arena'}")
    plugins = Path(sys.executable).parent
    descriptors = output / "descriptors"
    well_known = Path(grpc_tools.__file__).parent / "_proto"
    status = protoc.main(
        [
            "protoc",
            f"--proto_path={PROTO_ROOT}",
            f"--proto_path={well_known}",
            f"--plugin=protoc-gen-mypy={plugins / 'protoc-gen-mypy'}",
            f"--plugin=protoc-gen-mypy_grpc={plugins / 'protoc-gen-mypy_grpc'}",
            f"--descriptor_set_out={descriptors}",
            f"--python_out={output}",
            f"--mypy_out=quiet:{output}",
            f"--grpc_python_out={output}",
            f"--mypy_grpc_out=quiet:{output}",
            *(str(path.relative_to(PROTO_ROOT)) for path in protos),
        ]
    )
    if status != 0:
        sys.exit(f"protoc failed with status {status}")
    result = descriptor_pb2.FileDescriptorSet.FromString(descriptors.read_bytes())
    descriptors.unlink()
    return result


def move_below_package(folder: Path) -> None:
    """Makes the stubs import each other from PACKAGE."""
    for path in sorted(folder.rglob("*.py*")):
        text = path.read_text()
        text = _IMPORT.sub(rf"\1 {PACKAGE}.arena", text)
        if path.suffix == ".pyi":
            text = _PYI_NAME.sub(f"{PACKAGE}.arena.v1.", text)
        path.write_text(text)


def facade(files: descriptor_pb2.FileDescriptorSet) -> str:
    """Returns the text of protocol.py: every public name of every stub."""
    lines = [
        '"""The messages and services of the protocol, generated from proto/.',
        "",
        "Written by generate_stubs.py; do not edit. What each message means is",
        "said in proto/arena/v1/*.proto.",
        '"""',
        "",
    ]
    for file in sorted(files.file, key=lambda file: file.name):
        module = f"{PACKAGE}.{file.name.removesuffix('.proto').replace('/', '.')}_pb2"
        names = [message.name for message in file.message_type]
        for enum in file.enum_type:
            names += [enum.name, *(value.name for value in enum.value)]
        lines += import_lines(module, names)
        services = [service.name for service in file.service]
        names = [
            service + kind for service in services for kind in ("Servicer", "Stub")
        ]
        names += [f"add_{service}Servicer_to_server" for service in services]
        lines += import_lines(f"{module}_grpc", names)
    return "\n".join(lines) + "\n"


def import_lines(module: str, names: list[str]) -> list[str]:
    """Returns the lines that import and export `names`."""
    if not names:
        return []
    return [
        f"from {module} import (",
        *(f"    {name} as {name}," for name in sorted(names)),
        ")",
    ]


def generate(package: Path) -> None:
    """Writes _proto/ and protocol.py into the folder `package`."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder)
        files = run_protoc(output)
        move_below_package(output)
        for module in [output, *(path for path in output.rglob("*") if path.is_dir())]:
            (module / "__init__.py").write_text("")
        for path in output.rglob("*_pb2_grpc.py*"):
            # Without a service, the file is of no use.
            if "Stub" not in path.read_text():
                path.unlink()
        shutil.rmtree(package / "_proto", ignore_errors=True)
        shutil.copytree(output, package / "_proto")
        (package / "protocol.py").write_text(facade(files))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--output",
        type=Path,
        default=HERE / "pentathlon",
        help="folder to write _proto/ and protocol.py into (default: %(default)s)",
    )
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    generate(arguments.output)


if __name__ == "__main__":
    main()
