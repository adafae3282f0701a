"""The page's reader of texts and files in Node, compared with the API, and files of all kinds to give to both."""

from __future__ import annotations

import json
import random
from base64 import b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import minemind as mm
from minemind.formats import saved
from minemind.web.answering import reply_to
from tests.formats import recorded
from tests.web.node import MODEL, run
from tests.web.test_model import Player

DATA = Path(__file__).parents[1] / "data"
SAMPLES = Path(__file__).parents[3] / "shared" / "data" / "replays"

Body = dict[str, Any]


def asked(name: str, bodies: Sequence[Body]) -> list[Any]:
    """The answers of the page's worker: see model/files.js."""
    done = run(str(MODEL / "files.js"), stdin=json.dumps([{"name": name, "body": body} for body in bodies]))
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def expected(name: str, body: Body) -> Any:
    """The answer of the API, reworded where the page names its own limits."""
    answer = json.loads(reply_to(name, json.dumps(body).encode()).content)
    if "error" in answer:
        error = answer["error"]
        message = error["message"].replace("large for one request", "large for this page")
        message = message.replace("the limit of 8 for one request;", "this page's limit of 8;")
        return {"error": error | {"message": message}}
    return answer


def rounded(value: Any) -> Any:
    """A value with its floats rounded to twelve digits: the last bit of logarithms and margins depends on the machine.

    Probabilities do not: other tests compare them to the bit.
    """
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.12g}") if isinstance(value, float) else value


def compare(bodies: Iterable[Body], name: str = "convert") -> dict[str, int]:
    """Check that the page answers as the API does, and count each kind of answer."""
    questions = list(bodies)
    counts: dict[str, int] = {}
    for body, found in zip(questions, asked(name, questions), strict=True):
        wanted = expected(name, body)
        assert rounded(found) == rounded(wanted), body
        kind = wanted["error"]["kind"] if "error" in wanted else wanted.get("kind", name)
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def data(content: bytes) -> Body:
    return {"data": b64encode(content).decode()}


SCRIPT = recorded.Script(
    rows=2,
    cols=3,
    mines=((0, 0),),
    events=recorded.clicked((0, "o", 0, 2), (250, "f", 0, 0), (900, "o", 5, 9), (1000, "c", 1, 1)),
    milliseconds=1000,
)


def recordings() -> list[bytes]:
    own = [write(SCRIPT) for write in (recorded.avf, recorded.mvf, recorded.rawvf, recorded.rmv)]
    own += [recorded.evf(SCRIPT, version=version) for version in (0, 2, 3, 4)]
    return own + [path.read_bytes() for path in sorted(SAMPLES.glob("*.*")) if path.suffix != ".md"]


def documents() -> list[bytes]:
    """Our own JSON: games of all kinds, half of them begun, records and certificates."""
    players = [Player(random.Random(seed)) for seed in range(60)]
    for player in players:
        player.play(40)
    games = [player.game for player in players]
    for way in ("uniform", "repaired"):
        games.append(mm.Game("beginner", seed=3, no_guess=True, way=way, grade=(1, 3)))
        games[-1].keep_time()
        games[-1].open(4, 4)
    games.append(mm.Game.from_layout(mm.Layout.parse("*1.\n11.", reveal_numbers=True)))
    found = [saved.to_json(game) for game in games]
    found += [mm.play(size, seed=seed).to_json() for size in ("beginner", (5, 5, 5)) for seed in range(5)]
    found.append(mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0)).to_json())
    return [json.dumps(values).encode() for values in found]


UNKNOWN = [
    b"",
    b" \n",
    b"\xef\xbb\xbf",
    b"\xef\xbb\xbf \n",
    b'\xef\xbb\xbf{"x_size": 4, "y_size": 3, "mine_coords": [[0, 2], [* 2]], "per_cell": 1}\n',
    b"\x89PNG\r\n",
    b"%PDF-1.7",
    b"BM1.",
    b"BM\0\0",
    b"<html>",
    b"<?xml",
    b"[1]",
    b"[]",
    b" [ null, 1 ]\n",
    b"[" * 5000,
    b'[tool]\nname = "x"\n',
    b"hello",
    b"abc",
    b"name,score\nbob,12\n",
    b"import os\nprint(1)\n",
    b"3 3 1 topology=hexagonal\n...",
    b"\n3 3 1\r\nabcde",
    b"3 3 1x\nabcde\n....",
    b"see https://example.org for more",
    b"Dear reader, this is not a board, but a letter of some length.",
    b"\xff\xfe1\0",
    b"1\0.\0",
    b"\x03\x03\x00\x02\x00\x00",
    b"\x03\x03\x00\x02\x00\x00\x01",
    b"\x03\x03\x00\x03\x00\x00\x00\x00",
    b"\x03\x03\x00\x0a\x00\x00",
    b"\x03\x03\x00\x02\x03\x00",
    b"\x00\x01\x02",
    b"\xff1.",
    b"{}",
    b"{",
    b'{"minemind": 3, "kind": "game"}',
    b'{"minemind": 2, "kind": "run"}',
    b'{"minemind": 1.0}',
    b'{"a": 1,}',
    b'{"a": "\\x"}',
    b'{"a": "\\u12"}',
    b'{"a": "\n"}',
    b'{"a": 01}',
    b'{"a" 1}',
    b'{"a": [1 2]}',
    b'{"a": "',
    b'\xef\xbb\xbf{"minemind": 2, "kind": "record"}',
    b"*rmv",
    b"9x9#123",
    b"https://example.org/?b=99&m=0",
    b"3x2x1\n\xff",
]
