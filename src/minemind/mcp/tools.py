"""Tools: what a language model can ask. Each is a question, with the schema of its answer and a description."""

from __future__ import annotations

from typing import Any, NamedTuple

from pydantic import TypeAdapter

import minemind as mm
from minemind.answers import schema
from minemind.answers.fault import engine_fault, no_memory
from minemind.answers.json import error_json
from minemind.answers.questions.boards import AnalyseQuestion, ExplainQuestion, HintQuestion
from minemind.answers.questions.limits import SECONDS
from minemind.answers.questions.question import Question
from minemind.deadline import Stop
from minemind.mcp.questions import JudgeQuestion, PuzzleJson, PuzzleQuestion
from minemind.words import speaking

__all__ = ["INSTRUCTIONS", "TOOLS", "Answered", "Tool", "answered"]

INSTRUCTIONS = (
    "Exact answers about Minesweeper positions. A position is a text: first a line `rows cols mines`, then a line for "
    "each row, with one character for each cell: . hidden, ! flagged, a digit for an open cell. It is given as "
    '{"text": "3 4 2\\n01..\\n01..\\n01.."}. Cells are [row, col], from 0. Flags are taken to be right unless '
    "trust_flags is false."
)


class Tool(NamedTuple):
    """A question that can be asked by its name."""

    question: type[Question]
    answer: type[Any]
    description: str

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON Schema of the tool's arguments."""
        return self.question.model_json_schema()

    @property
    def output_schema(self) -> dict[str, Any]:
        """The JSON Schema of the tool's answer."""
        return TypeAdapter(self.answer).json_schema()


TOOLS = {
    "analyse": Tool(
        AnalyseQuestion,
        schema.AnalysisJson,
        "Analyse a Minesweeper position: the exact probability of a mine in every hidden cell, the cells that are "
        "certainly safe or certainly mines, the number of solutions, and the best cell to open.",
    ),
    "explain": Tool(
        ExplainQuestion,
        schema.ProvedJson,
        "Prove that a hidden cell is certainly safe or certainly a mine: a minimal set of numbers, and steps that can "
        "be checked one by one. An error for a cell that is not certain says how risky it is.",
    ),
    "hint": Tool(
        HintQuestion,
        schema.MovesJson,
        "The best next move and why: a certain move with its proof if there is one, otherwise the best guess with its "
        "risk. `all` gives every certain move.",
    ),
    "puzzle": Tool(
        PuzzleQuestion,
        PuzzleJson,
        "Deal a position in which at least one hidden cell is certainly safe, graded from 1 (easy) to 5 (hard). Give a "
        "preset, or rows, cols and mines. The mines are not shown; check an answer with `judge`.",
    ),
    "judge": Tool(
        JudgeQuestion,
        schema.JudgedJson,
        "Judge a move before it is made: opening or flagging a hidden cell is proven, wrong, a guess, or a needless "
        "guess: opening while another cell is certainly safe, or flagging while another move is certain. Gives the "
        "proof or the risk, and a better move if there is one.",
    ),
}


class Answered(NamedTuple):
    """An answer as JSON, or an error object that says what is wrong."""

    values: dict[str, Any]
    is_error: bool


def answered(name: str, arguments: dict[str, Any]) -> Answered:
    """A tool's answer, within the time limit of a question to the API."""
    try:
        if name not in TOOLS:
            raise mm.InvalidValue(f"there is no tool {name!r:.60}; choose from {', '.join(TOOLS)}")
        question = TOOLS[name].question.asked(arguments)
        with Stop(SECONDS), speaking(question.lang.value):
            return Answered({**question.answer()}, is_error=False)
    except mm.MineMindError as error:
        return _refused(error)
    except MemoryError:
        return _refused(no_memory())
    except Exception as error:
        return _refused(engine_fault(error))


def _refused(error: mm.MineMindError) -> Answered:
    return Answered({**error_json(error)}, is_error=True)
