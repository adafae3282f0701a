"""Answers the prompts of `minemind quiz "exec:python examples/quiz/answer.py"`: replace `ask` by your model."""

import json
import re
import sys

import minemind as mm


def ask(prompt: str) -> str:
    """Cheat: read the board and analyse it."""
    board = re.search(r"\n\n(.*?)\n\n", prompt, re.DOTALL)[1]
    return str(tuple(min(mm.analyse(board).safe)))


for line in sys.stdin:
    question = json.loads(line)
    print(json.dumps({"id": question["id"], "answer": ask(question["prompt"])}), flush=True)
