"""Makes JSON schemas for kubeconform from the description of Kubernetes' API."""

from __future__ import annotations

import json
import pathlib
from typing import Any

PREFIX = "#/definitions/"
# Types that the description calls strings, but that may also be numbers in the API.
OR_NUMBER = {
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
    "io.k8s.apimachinery.pkg.api.resource.Quantity",
}

# The keywords of a schema that are kept: those with a value, and those with a
# schema.
SIMPLE = {"enum", "required", "type"}
NESTED = {"additionalProperties", "items"}


class Definitions:
    """The types of the API, with all that they refer to in place of the names."""

    def __init__(self, swagger: dict[str, Any]) -> None:
        self._definitions = swagger["definitions"]

    def files(self) -> dict[str, str]:
        """The types of manifests, by the names under which kubeconform looks for
        them: {{ .ResourceKind }}{{ .KindSuffix }}, as "deployment-apps-v1"."""
        files = {}
        for name, definition in self._definitions.items():
            # Options that every group has are no manifests.
            if "metadata" not in definition.get("properties", {}):
                continue
            for kind in definition.get("x-kubernetes-group-version-kind", []):
                group = kind["group"].split(".")[0]
                parts = [kind["kind"], group, kind["version"]]
                files["-".join(filter(None, parts)).lower()] = name
        return files

    def schema(self, name: str, above: tuple[str, ...] = ()) -> dict[str, Any]:
        """The schema of a type; a type inside itself may be anything."""
        if name in OR_NUMBER:
            return {"oneOf": [{"type": "string"}, {"type": "number"}]}
        if name in above:
            return {}
        return self._resolved(self._definitions[name], (*above, name))

    def _resolved(
        self, part: dict[str, Any], above: tuple[str, ...]
    ) -> dict[str, Any]:
        if "$ref" in part:
            return self.schema(part["$ref"].removeprefix(PREFIX), above)
        resolved = {key: part[key] for key in SIMPLE & part.keys()}
        for key in NESTED & part.keys():
            resolved[key] = self._resolved(part[key], above)
        if "properties" in part:
            resolved["properties"] = {
                name: self._resolved(value, above)
                for name, value in part["properties"].items()
            }
            # A type that names its fields has no other fields.
            resolved["additionalProperties"] = False
        return resolved


def write(swagger: pathlib.Path, folder: pathlib.Path, kinds: set[str]) -> None:
    """Writes a file for each of these kinds, such as "Service", in all versions."""
    definitions = Definitions(json.loads(swagger.read_text()))
    wanted = {kind.lower() for kind in kinds}
    for file, name in definitions.files().items():
        if file.split("-")[0] in wanted:
            schema = json.dumps(definitions.schema(name))
            (folder / f"{file}.json").write_text(schema)
