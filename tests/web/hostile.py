"""Requests of an attacker: each must get an answer or an error message, and nothing breaks."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import Any

import minemind as mm
from minemind.formats import saved

ROWS = "\n".join(["." * 100] * 100)
# A mine in every 25th cell: with a reach of 4, every other cell is a number, and most can be chorded.
SPARSE = "\n".join((["*...." * 20] + ["." * 100] * 4) * 20)
GAME = saved.to_json(mm.Game.preset("beginner", seed=7))


def asked(text: str, **more: Any) -> bytes:
    return json.dumps({"board": {"text": text}, **more}).encode()


# Questions and their bodies.
BODIES: list[tuple[str, bytes]] = [
    # not JSON, or not the JSON of the question
    ("analyse", b""),
    ("analyse", b"null"),
    ("analyse", b"[]"),
    ("analyse", b"0"),
    ("analyse", b'"text"'),
    ("analyse", b"{"),
    ("analyse", b"{}"),
    ("analyse", b"\xff\xfe\x00"),
    ("analyse", b"board=1&mines=2"),
    ("analyse", b"<board/>"),
    ("analyse", '{"board": {"text": "."}}'.encode("utf-16")),
    ("analyse", '{"board": {"text": "."}}'.encode("utf-8-sig")),
    ("analyse", b"[" * 60_000),
    ("analyse", b'{"board":' * 7_000),
    ("analyse", b'{"board": null}'),
    ("analyse", b'{"board": [[]]}'),
    ("analyse", b'{"board": {"text": "."}, "board": {"text": "*"}}'),
    ("analyse", asked(".", __proto__={"text": "."})),
    ("analyse", asked(".", **{"\ud800": 1})),
    ("analyse", asked(".", **{"x" * 60_000: 1})),
    # invalid numbers, or numbers that are too large
    ("analyse", b'{"board": {"text": "."}, "mines": ' + b"9" * 5_000 + b"}"),
    ("analyse", b'{"board": {"text": "."}, "mines": 1e999}'),
    ("analyse", asked(".", mines=10**30)),
    ("analyse", asked(".", mines=True)),
    ("analyse", asked(".", mines=0.5)),
    ("analyse", b'{"board": {"text": "."}, "density": NaN}'),
    ("analyse", b'{"board": {"text": "."}, "density": Infinity}'),
    ("analyse", asked("1 2 ?\n..", density=5e-324)),
    ("guesses", asked(".", seed=-1)),
    ("guesses", asked(".", seed=2**64)),
    ("guesses", asked(".", seed="-1")),
    ("guesses", asked("9 9 10\n" + "\n".join(["." * 9] * 9), games=10**9)),
    ("explain", asked(".", cell=[True, False])),
    ("explain", asked(".", cell=[10**400, 0])),
    ("explain", asked(".", cell={"0": 0})),
    # texts
    ("analyse", asked("\ud800")),
    ("analyse", asked("\x00")),
    ("analyse", asked("<script>alert(1)</script>")),
    ("analyse", asked("\u202e\N{PILE OF POO}\ufeff")),
    ("analyse", asked("." * 60_000)),
    ("analyse", asked("\n" * 30_000)),
    ("analyse", asked(" " * 60_000)),
    ("analyse", asked("9" * 60_000)),
    ("analyse", asked("1 " * 30_000)),
    ("analyse", asked("999999999 999999999 1\n.")),
    ("analyse", asked("1 1 999999999\n.")),
    ("analyse", asked(f"100 100 5 reach=999999999\n{ROWS}")),
    ("analyse", asked("1 2 5 k=256\n!99 .")),
    ("analyse", asked("2 2 ? topology=../../etc/passwd\n..\n..")),
    ("analyse", asked(f"100 100 990000 k=99\n{ROWS}")),
    ("analyse", asked(ROWS.replace(".", "8"))),
    ("hint", asked(("." * 100 + "\n" + ".4" * 50 + "\n") * 50)),
    # choices
    ("analyse", asked(".", method="__class__")),
    ("analyse", asked(".", method={"exact": 1})),
    ("generate", b'{"preset": "expert", "topology": "klein"}'),
    ("generate", b'{"rows": 0, "cols": 0, "mines": 0}'),
    ("generate", b'{"rows": 1e9, "cols": 1, "mines": 0}'),
    ("generate", b'{"rows": 1, "cols": 1, "mines": 0, "reach": ' + b"9" * 400 + b"}"),
    ("generate", b'{"layout": {"text": "*"}, "mines": 1}'),
    ("generate", json.dumps({"layout": {"text": "*" * 60_000}, "start": [0, 0]}).encode()),
    ("generate", json.dumps({"layout": {"text": ROWS.replace(".", "*")}, "start": [99, 99]}).encode()),
    ("generate", json.dumps({"layout": {"text": "1 2 1\n*1"}, "start": [5, 5]}).encode()),
    ("generate", json.dumps({"layout": {"text": "1 2 2\n_*"}, "start": [0, 0], "seed": 2**64}).encode()),
    ("metrics", b'{"layout": "*"}'),
    ("metrics", json.dumps({"layout": {"text": "*" * 60_000}}).encode()),
    ("metrics", json.dumps({"layout": {"text": "100 100 400 reach=4 k=8\n" + SPARSE}}).encode()),
    ("metrics", json.dumps({"layout": {"text": f"100 100 ? reach=999999999\n{ROWS}"}}).encode()),
    # games
    ("step", b'{"game": {}}'),
    ("step", b'{"game": "expert"}'),
    ("step", json.dumps({"game": {**GAME, "history": [["open", 0, 0]] * 4_000}}).encode()),
    (
        "step",
        json.dumps({"game": {**GAME, "history": [["flag", 0, n % 9, 1 - n // 9 % 2] for n in range(3_000)]}}).encode(),
    ),
    ("step", json.dumps({"game": {**GAME, "history": [["steal", 0, 0]]}}).encode()),
    ("step", json.dumps({"game": {**GAME, "minemind": 3}}).encode()),
    ("step", json.dumps({"game": {**GAME, "seed": "9" * 400}}).encode()),
    ("step", json.dumps({"game": {**GAME, "layout": {"text": "*"}}}).encode()),
    ("review", b'{"game": {}}'),
    ("review", json.dumps({"game": GAME, "margin": 1e-9}).encode()),
    ("review", json.dumps({"game": {**GAME, "history": [["open", 0, 0]] * 4_000}}).encode()),
    ("review", b'{"data": "!!!"}'),
    ("review", json.dumps({"data": b64encode(bytes(range(256)) * 180).decode()}).encode()),
    ("review", json.dumps({"data": b64encode(b"*rmv" + b"\xff" * 40_000).decode()}).encode()),
    ("review", json.dumps({"data": b64encode(b"\4\0\0\xff\xff\xff\xff\x10" + b"\0" * 40_000).decode()}).encode()),
    ("review", json.dumps({"text": "board:\n" + "*" * 60_000}).encode()),
    ("review", json.dumps({"game": {**GAME, "times": [1e308] * 4_000}}).encode()),
    # texts to convert
    ("convert", json.dumps({"text": "{" * 30_000}).encode()),
    ("convert", json.dumps({"text": '{"minemind": 1e999, "kind": "game"}'}).encode()),
    ("convert", json.dumps({"text": '{"minemind": ' + "9" * 5_000 + "}"}).encode()),
    ("convert", json.dumps({"text": json.dumps({**GAME, "seed": "\ud800"})}).encode()),
    ("convert", json.dumps({"text": ".\n\n" * 13_000}).encode()),
    ("convert", json.dumps({"text": "*" * 60_000}).encode()),
    ("convert", json.dumps({"text": "<svg onload=alert(1)>", "to": ["svg"]}).encode()),
    ("convert", json.dumps({"text": ".", "to": ["svg"] * 1_000}).encode()),
]
