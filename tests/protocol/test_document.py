"""The document of the protocol: its sessions run as shown, and it names every request."""

from __future__ import annotations

import json
import re

from minemind.protocol.requests import REQUESTS
from minemind.protocol.session import STOP
from tests.protocol.speaking import ROOT, Engine

TEXT = (ROOT / "docs" / "protocol.md").read_text()


def test_the_engine_says_what_the_document_shows() -> None:
    with Engine() as engine:
        for asked, answered in re.findall(r"^> (.*)\n< (.*)$", TEXT, re.MULTILINE):
            engine.send(**json.loads(asked))
            said = engine.line().decode().rstrip("\n")
            shown = answered.removesuffix("…")
            assert said[: len(shown)] == shown if answered.endswith("…") else json.loads(said) == json.loads(answered)


def test_the_table_has_every_request_with_every_field() -> None:
    rows = dict(re.findall(r"^\| `(\w+)` \|(.*?)\|", TEXT, re.MULTILINE))
    shared = {"the board": REQUESTS["position"].fields, "the setup": REQUESTS["play"].fields[:10]}
    for name, fields in {**{name: one.fields for name, one in REQUESTS.items()}, "stop": STOP}.items():
        said = {part.strip(" `") for part in rows[name].split(",")} - {""}
        meant = {field.name for part in said & set(shared) for field in shared[part]} | (said - set(shared))
        assert meant == {field.name for field in fields}, name
    for fields in shared.values():
        assert all(f"`{field.name}`" in TEXT for field in fields)
