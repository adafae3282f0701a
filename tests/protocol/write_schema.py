"""Write docs/protocol.schema.json from the fields of the requests and the shapes of the answers.

Run `python -m tests.protocol.write_schema` after a change to either; a test compares the file with them.
"""

from __future__ import annotations

import json
from typing import Any

from pydantic import ConfigDict, TypeAdapter, with_config
from typing_extensions import is_typeddict

import minemind.web.answers  # noqa: F401  # which makes the shapes of answers strict
from minemind.answers import schema as answers
from minemind.formats.document import SCHEMA
from minemind.protocol import schema
from minemind.protocol.fields import schema_of
from minemind.protocol.requests import REQUESTS
from minemind.protocol.session import ENVELOPE, ID, STOP
from tests.protocol.speaking import SCHEMA as PATH

for _shape in vars(schema).values():
    if is_typeddict(_shape):
        with_config(ConfigDict(extra="forbid"))(_shape)


def protocol_schema() -> dict[str, Any]:
    """The schema of a line, with a definition for each request, result and info."""
    shapes = {f"{name}.result": shape for name, shape in schema.RESULTS.items()}
    shapes |= {f"{name}.info": shape for name, shape in schema.INFOS.items()}
    shapes["error"] = answers.ErrorDetailsJson
    keyed: Any = [(name, "serialization", TypeAdapter(shape)) for name, shape in shapes.items()]
    references, shared = TypeAdapter.json_schemas(keyed, ref_template="#/$defs/{model}")
    named: dict[str, Any] = {name: references[name, "serialization"] for name in shapes}
    requests = {f"{name}.request": _request(name) for name in (*REQUESTS, "stop")}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The engine protocol of MineMind, version 1: one line",
        "oneOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/answer"}],
        "$defs": {
            "request": {"oneOf": [{"$ref": f"#/$defs/{name}"} for name in requests]},
            "answer": _answer(named),
            **requests,
            **named,
            **shared["$defs"],
        },
    }


def _request(name: str) -> dict[str, Any]:
    fields = STOP if name == "stop" else REQUESTS[name].fields
    summary = "Stop requests; it overtakes all others." if name == "stop" else REQUESTS[name].summary
    shape = schema_of((*ENVELOPE, *fields))
    shape["properties"]["ask"] = {"const": name}
    return {"description": summary, "type": "object", **shape, "additionalProperties": False}


def _answer(named: dict[str, Any]) -> dict[str, Any]:
    def line(what: str, shapes: list[str]) -> dict[str, Any]:
        values = {"anyOf": [{"$ref": f"#/$defs/{shape}"} for shape in shapes]}
        return {
            "type": "object",
            "properties": {"minemind": {"const": SCHEMA}, "id": dict(ID.schema), what: values},
            "required": ["minemind", "id", what],
            "additionalProperties": False,
        }

    ending = {what: [name for name in named if name.endswith(f".{what}")] for what in ("info", "result")}
    return {"oneOf": [line("info", ending["info"]), line("result", ending["result"]), line("error", ["error"])]}


if __name__ == "__main__":
    PATH.write_text(json.dumps(protocol_schema(), indent=1) + "\n", encoding="utf-8")
