"""Ask the engine over a pipe, without importing it: python examples/clients/client.py [COMMAND…]."""

import json
import subprocess
import sys
from typing import Any

command = sys.argv[1:] or ["minemind", "engine"]
engine = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
asked = 0


def ask(question: str, **fields: Any) -> dict[str, Any]:
    """The result of a request; progress reports on the way are printed."""
    global asked
    asked += 1
    engine.stdin.write(json.dumps({"id": asked, "ask": question, **fields}) + "\n")
    engine.stdin.flush()
    for line in engine.stdout:
        answer = json.loads(line)
        if "info" in answer:
            print("so far:", answer["info"])
        elif "error" in answer:
            sys.exit(f"{answer['error']['kind']}: {answer['error']['message']}")
        else:
            return answer["result"]
    sys.exit("the engine has ended")


board = {"text": "3 4 2\n01..\n01..\n01.."}
print("safe:", ask("analyse", board=board)["safe"])
for move in ask("hint", board=board)["moves"]:
    print(move["action"], move["cell"], "because", move["reason"])
engine.stdin.close()
sys.exit(engine.wait())
