"""The command that quizzes a program: graded puzzles, answers scored by proof."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from minemind.answers.json import count_json
from minemind.cli.entry import INTERRUPTED
from minemind.cli.options import register
from minemind.cli.output import RESULTS_SO_FAR, complain, print_json, progress_bar
from minemind.cli.position import Json
from minemind.cli.setup import Grade, SizeOptions, grade_of

__all__ = ["add_to"]


def add_to(app: typer.Typer) -> None:
    """Register the command."""
    register(app, "Measure", quiz)


def quiz(
    *,
    endpoint: Annotated[str, typer.Argument(metavar="exec:COMMAND", help="The program that answers.")],
    which: SizeOptions,
    grade: Grade = None,
    puzzles: Annotated[int, typer.Option(min=1, help="Number of puzzles.")] = 50,
    seed: Annotated[int, typer.Option(help="The same seed asks the same puzzles.")] = 1,
    time_limit: Annotated[float, typer.Option(metavar="SECONDS", help="Time for each answer.")] = 60.0,
    as_json: Json = False,
) -> None:
    """Ask a program graded puzzles, and score it by proof.

    The program reads {"id": …, "prompt": …} and writes {"id": …, "answer": "(row, col)"}, one line each. An answer is
    right if its cell is safe in all solutions. Late answers, garbage and crashes count as wrong.

    Example: minemind quiz exec:./my-model --preset beginner --grade 1-3
    """
    from minemind.lab.quizzes.quizzing import QuizAnswer, QuizResult, answers

    least, most = grade_of(grade) or (1, 5)
    found: list[QuizAnswer] = []
    asked = answers(
        endpoint,
        which.wanted("intermediate"),
        count=puzzles,
        grades=range(least, most + 1),
        seed=seed,
        time_limit=time_limit,
    )
    is_interrupted = False
    try:
        with progress_bar("puzzles", puzzles) as advance:
            for each in asked:
                found.append(each)
                if advance:
                    advance(1)
    except KeyboardInterrupt:
        is_interrupted = True
        complain(RESULTS_SO_FAR if found else "note: interrupted before the first answer")
    result = QuizResult(endpoint, seed, tuple(found))
    if as_json:
        print_json({**_json(result), "interrupted": is_interrupted})
    elif found:
        print(result)
    if is_interrupted:
        raise typer.Exit(INTERRUPTED)


def _json(result: Any) -> dict[str, Any]:
    return {
        "endpoint": result.endpoint,
        "seed": count_json(result.seed),
        **_scores(result),
        "grades": {str(grade): _scores(part) for grade, part in result.by_grade()},
        "answers": [
            {
                "id": str(number),
                "grade": each.puzzle.grade,
                "seed": count_json(each.puzzle.seed),
                "board": {"text": str(each.puzzle.board)},
                "answer": each.answer,
                "score": each.score.value,
            }
            for number, each in enumerate(result.answers)
        ],
    }


def _scores(result: Any) -> dict[str, Any]:
    counts = {score.value: count for score, count in result.by_score().items()}
    return {"puzzles": len(result.answers), "right": result.right, "ci95": list(result.ci95), "scores": counts}
