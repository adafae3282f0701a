"""A player that any language could have written: minemind bench --strategy "exec:python examples/clients/bot.py".

It speaks the engine protocol as an engine does, and knows one request: `move`. It opens a cell next to a 0, if there
is one, and otherwise a hidden cell at random, from the seed that comes with the request.
"""

import json
import random
import sys


def choose(rows: list[str], seed: str) -> tuple[int, int]:
    """A hidden cell to open."""
    hidden = [(r, c) for r, row in enumerate(rows) for c, token in enumerate(row) if token == "."]
    free = [(r, c) for r, c in hidden for row in rows[max(0, r - 1) : r + 2] if "0" in row[max(0, c - 1) : c + 2]]
    return random.Random(seed).choice(free or hidden)


for line in sys.stdin:
    request = json.loads(line)
    answer = {"id": request["id"]}
    if request["ask"] == "move":
        rows = request["board"]["text"].splitlines()[1:]
        answer["result"] = {"moves": [{"cell": choose(rows, request["seed"])}]}
    else:
        answer["error"] = {"kind": "BadRequest", "message": "this bot only answers move; ask it for one"}
    print(json.dumps(answer), flush=True)
