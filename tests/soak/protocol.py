"""The engine protocol: an engine that is asked and annoyed for long. Every line gets one answer; memory stays flat."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

from tests.protocol.speaking import BOARD, GUESS, Engine
from tests.protocol.test_conformance import GARBAGE
from tests.soak.progress import Progress

BATCH = 5_000
AT_ONCE = 50  # requests sent before their answers are read: fewer than a pipe holds
WARM = 1_000
GROWTH = 8 * 2**20

REQUESTS: list[dict[str, Any]] = [
    {"ask": "hello"},
    {"ask": "analyse"},
    {"ask": "hint"},
    {"ask": "explain", "cell": [0, 2]},
    {"ask": "explain", "cell": [9, 9]},
    {"ask": "win"},
    {"ask": "guesses", "games": 10},
    {"ask": "generate", "preset": "beginner", "seed": "7"},
    {"ask": "analyse", "mines": -1},
]
BOARDS = [BOARD, GUESS, "1 2 1\n5.", "4 4 4 topology=hex k=2\n....\n.3..\n....\n....", "no board"]
SHORT_GARBAGE = [line for line in GARBAGE if 0 < len(line.strip()) < 1_000]


def lines(rng: random.Random, count: int) -> dict[str, bytes]:
    """Requests of every kind about boards of every kind, by their ids, and among them lines that are no requests."""
    made = {}
    for number in (f"ours {each}" for each in range(count)):
        request = {**rng.choice(REQUESTS), "id": number}
        if request["ask"] not in ("hello", "generate"):
            request["board"] = {"text": rng.choice(BOARDS)}
        made[number] = rng.choice(SHORT_GARBAGE) if rng.random() < 0.1 else json.dumps(request).encode()
    return made


def answer(engine: Engine) -> dict[str, Any]:
    """The next answer, without the info lines before it."""
    while "info" in (said := json.loads(engine.line())):
        pass
    return dict(said)


def wrong(asked: dict[str, bytes], answers: list[dict[str, Any]]) -> list[str]:
    """What is wrong with as many answers as there were lines: `stop` is answered before requests that came earlier."""
    found = [f"no answer: {said}" for said in answers if not {"result", "error"} & said.keys()]
    ids = Counter(said.get("id") for said in answers)
    wanted = (number for number, line in asked.items() if line not in GARBAGE)
    return found + [f"{ids[number]} answers to {asked[number]!r:.200}" for number in wanted if ids[number] != 1]


def batch(progress: Progress, work: Path) -> int:
    """One engine for all requests of the batch."""
    rng = random.Random(f"protocol {progress.done}")
    memory = 0
    with Engine() as engine:
        for start in range(0, BATCH, AT_ONCE):
            asked = lines(rng, AT_ONCE)
            engine.say(b"\n".join(asked.values()))
            progress.found += wrong(asked, [answer(engine) for _ in asked])
            if start <= WARM:
                memory = engine.memory
        engine.say(b'{"ask":"hello","id":"last"}')
        if (said := json.loads(engine.line())).get("id") != "last":
            progress.found.append(f"an answer to nothing: {said}")
        growth = engine.memory - memory
    progress.notes["bytes grown"] = growth
    if growth > GROWTH:
        progress.found.append(f"the engine grew by {growth:,} bytes in {BATCH - WARM:,} requests")
    return BATCH
