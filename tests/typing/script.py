"""What a user might write: mypy and pyright, both strict, accept it, and it runs."""

# pyright: strict

from pathlib import Path

import minemind as mm


def describe(board: mm.BoardLike) -> str:
    """The best move on a board, in a line."""
    best = mm.analyse(board, time_limit=10).best
    if best is None:
        return "nothing to open"
    return f"{best.action} {best.cell.row}, {best.cell.col}: {best.why}"


def riskiest(analysis: mm.Analysis) -> tuple[mm.Cell, float]:
    """The uncertain cell with the highest risk."""
    hidden = [cell for cell in analysis.board.grid if analysis.board.hidden[cell] and cell not in analysis.mines]
    worst = max(hidden, key=lambda cell: float(analysis.probability[cell]))
    return worst, float(analysis.probability[worst])


@mm.register_strategy("careful")
class Careful(mm.Strategy):
    """Opens what is certain, otherwise the cell of least risk."""

    def moves(self, board: mm.Board, rng: object = None) -> list[mm.Move]:
        certain = [move for move in mm.certain_moves(board) if move.action is mm.Action.OPEN]
        best = mm.analyse(board).best
        return certain or ([best] if best else [])


def main() -> None:
    """A little of everything."""
    game = mm.Game("beginner", seed=7)
    opened: list[mm.Cell] = game.open(4, 4)
    game.flag((0, 8))
    game.flag(mm.Cell(0, 8), mines=0)
    print(len(opened), game.state is mm.State.PLAYING, describe(game), describe("1 3 1\n1.."), describe([[1, None]]))

    analysis = mm.analyse(game)
    solutions: int = analysis.solutions
    safe: frozenset[mm.Cell] = analysis.safe
    print(solutions, len(safe), riskiest(analysis), analysis.numbers(0, 0).shown.get(1))
    print(mm.analyze(game, "local").quality.value, [method.name for method in mm.methods()])
    analysis.save(Path("heat.svg"))

    for move in mm.certain_moves(game):
        if isinstance(move.reason, mm.Proof):
            print(move.cell, move.reason.numbers, mm.explain(game, move.cell).is_mine)
    for candidate in mm.guesses("3 3 2\n1..\n...\n..."):
        print(candidate.cell.row, candidate.risk, candidate.win)
    print(mm.win_probability("2 2 1\n1.\n..").probability.numerator)

    worth: mm.Metrics = mm.metrics(game)
    print(worth.three_bv, worth.zini, mm.metrics(Path("layout.txt")).islands if Path("layout.txt").exists() else None)

    record = mm.play("beginner", "careful", seed=3)
    played = mm.simulate("beginner", games=20, start=(0, 0), first_click="safe")
    low, high = played.ci95
    print(record.result.value, low <= played.win_rate <= high, played.to_pandas()["result"].value_counts().to_dict())
    try:
        mm.Board.load("nowhere.txt")
    except mm.errors.FileError as error:
        print(error.filename)


if __name__ == "__main__":
    main()
