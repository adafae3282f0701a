"""The table of commands: everything that can be typed in the shell, in the order of its help."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from rich.text import Text

import minemind as mm
from minemind.answers import answer
from minemind.answers.text import frontier_text, guesses_text, proof_text
from minemind.cli.heatmap import analysis_text, heatmap
from minemind.cli.setup import SHAPE
from minemind.cli.shell.command import Command, CommandLine, CommandTable, Words
from minemind.cli.shell.session import Session, read_game
from minemind.files import read_file
from minemind.formats.document import check_kind, parsed
from minemind.reviews.text import review_text
from minemind.solve.guesses import THINK
from minemind.strategy.play import promised
from minemind.words import phrase

__all__ = ["TABLE"]

# Moves that a list shows before it says how many more there are: a screen also holds the board.
MOVES_LISTED = 20

TABLE = CommandTable()


@TABLE.on_a_cell("open", "open a hidden cell; a 0 opens everything around it", aliases=("o",))
def _open(session: Session, given: CommandLine) -> None:
    game, (row, col), before = session.game, given.cell, session.game.turns
    opened = game.open(row, col)
    if game.turns == before:
        why = "cell.already-open" if game.board.opened[row, col] else "cell.flagged"
        raise mm.errors.IllegalMove(phrase(why, cell=(row, col), command=f"flag {row} {col}"))
    session.report(*_opened(opened))


def _opened(cells: Sequence[mm.Cell]) -> list[str]:
    return [phrase("shell.opened", count=len(cells))] if cells else []  # otherwise only mines were opened


@TABLE.on_a_cell(
    "flag",
    "flag a hidden cell, or remove its flag",
    aliases=("f",),
    more="[MINES]",
    details="Where a cell can hold several mines, flags go 1, 2, … and back to none; MINES sets the number.",
)
def _flag(session: Session, given: CommandLine) -> None:
    game, before = session.game, session.game.turns
    row, col, *mines = given.numbers
    claimed = game.flag(row, col, *mines)
    if game.turns == before:
        is_flagged = "cell.already-flagged" if claimed else "cell.not-flagged"
        why = "cell.already-open" if game.board.opened[row, col] else is_flagged
        raise mm.errors.IllegalMove(phrase(why, cell=(row, col)))
    session.report(phrase("shell.flagged", cell=(row, col), count=claimed))


@TABLE.on_a_cell("chord", "open the cells around a number whose flags match it", aliases=("c",))
def _chord(session: Session, given: CommandLine) -> None:
    game, (row, col), before = session.game, given.cell, session.game.turns
    opened = game.chord(row, col)
    if game.turns == before:
        raise mm.errors.IllegalMove(_why_no_chord(game.board, mm.Cell(row, col)))
    session.report(*_opened(opened))


def _why_no_chord(board: mm.Board, cell: mm.Cell) -> str:
    if not board.opened[cell]:
        return phrase("cell.not-open", cell=cell)
    around = board.grid.neighbours(*cell)
    if not any(board.hidden[near] for near in around):
        return phrase("cell.nothing-around", cell=cell)
    claimed = sum(int(board.flags[near]) for near in around)
    return phrase("cell.no-match", cell=cell, number=int(board.numbers[cell]), flags=claimed)


@TABLE.on_turns("undo", "take back the last turn, even a losing one", aliases=("u",))
def _undo(session: Session, given: CommandLine) -> None:
    _repeat(session, given, session.game.undo)


@TABLE.on_turns("redo", "repeat a turn that was taken back", aliases=("r",))
def _redo(session: Session, given: CommandLine) -> None:
    _repeat(session, given, session.game.redo)


def _repeat(session: Session, given: CommandLine, go: Callable[[], bool]) -> None:
    wanted = next(iter(given.numbers), 1)
    if wanted < 1:
        raise given.command.wrong(phrase("shell.not-turns", turns=wanted))
    done = 0
    while done < wanted and go():
        done += 1
    if not done:
        raise mm.errors.IllegalMove(phrase(f"shell.nothing-to-{given.command.name}"))
    session.report(phrase(f"shell.{given.command.name}", count=done))


@TABLE.command(
    "hint",
    "[--think N]",
    "suggest a move, and say why",
    example="hint --think 100",
    options={"--think": True},
    aliases=("h",),
    details="--think N spends up to N million units of work on a guess, about 6 ms each.",
)
def _hint(session: Session, given: CommandLine) -> None:
    session.say(_hint_text(_hinted(session, think=given.number("--think") or 0)))


def _hinted(session: Session, *, think: int = 0) -> mm.Move | None:
    """The best move; None if every hidden cell is flagged."""
    _check_playing(session.game)
    return _promised(session.game) or mm.hint(session.game.board, think=think)


def _hint_text(move: mm.Move | None) -> str:
    return str(move) if move else phrase("hint.all-flagged")


@TABLE.command(
    "step",
    "[--one]",
    "make all certain moves, with reasons",
    example="step --one",
    options={"--one": False},
    aliases=("s", "solve"),
    details="Flags are trusted. --one makes a single move.",
)
def _step(session: Session, given: CommandLine) -> None:
    _check_playing(session.game)
    is_one = "--one" in given
    done = _begun(session.game)
    if not (done and is_one):
        done += mm.strategy.step(session.game, one=is_one)
    _report_moves(session, done, is_cut=is_one and bool(done))


@TABLE.command(
    "auto",
    "[--guess] …",
    "make every certain move; --guess: play to the end",
    example="auto --guess --limit 10",
    options={"--guess": False, "--think": True, "--limit": True},
    aliases=("a",),
    details="Guesses are the champion's. --think N lets it think at each, up to N million units of work, about 6 ms "
    "each. --limit N stops after N moves.",
)
def _auto(session: Session, given: CommandLine) -> None:
    _check_playing(session.game)
    limit = given.number("--limit")
    think = given.number("--think")
    if think is not None and "--guess" not in given:
        raise given.command.wrong(phrase("shell.think-guess"))
    done = _begun(session.game) if limit != 0 else ()
    left = None if limit is None else limit - len(done)
    done += mm.strategy.auto(session.game, guess="--guess" in given, think=think or 0, limit=left)
    _report_moves(session, done, is_cut=len(done) == limit)


def _check_playing(game: mm.Game) -> None:
    if game.state is not mm.State.PLAYING:
        raise mm.errors.IllegalMove(phrase("game.ended", state=game.state.value))


def _promised(game: mm.Game) -> mm.Move | None:
    """The first click, if the game promises something about it."""
    move = mm.hint(game.board) if game.layout is None else None
    move = move and promised(game, move)
    return move if move and isinstance(move.reason, mm.solve.Promise) else None


def _say_promise(session: Session) -> None:
    """Before the first click, print what is promised about it, because the figures that follow ignore that."""
    if move := _promised(session.game):
        session.say(phrase("text.note", note=phrase("shell.promised", promise=str(move.reason))))


def _begun(game: mm.Game) -> tuple[mm.Move, ...]:
    """Make the first click, if it is promised to be safe."""
    move = _promised(game)
    if move is None:
        return ()
    game.open(*move.cell)
    return (move,)


def _report_moves(session: Session, done: Sequence[mm.Move], *, is_cut: bool) -> None:
    for move in done[:MOVES_LISTED]:
        session.say(str(move))
    if len(done) > MOVES_LISTED:
        session.say(phrase("shell.more-moves", count=len(done) - MOVES_LISTED))
    why = _why_stopped(session.game, done, is_cut=is_cut)
    if done:
        session.report(phrase("shell.moves", count=len(done)), *why)
    else:
        session.say(*why or [phrase("shell.moves", count=0)])


def _why_stopped(game: mm.Game, done: Sequence[mm.Move], *, is_cut: bool) -> list[str]:
    if game.state is mm.State.LOST and done[-1].is_certain:
        return [phrase("shell.wrong-flag")]
    if is_cut or game.state is not mm.State.PLAYING:
        return []
    if game.board.hidden.any():
        return [phrase("shell.nothing-certain")]
    return [phrase("shell.all-flagged")]


@TABLE.on_the_game("prob", "show the risk of every cell", aliases=("p", "heatmap"))
def _prob(session: Session) -> None:
    _say_promise(session)
    session.say(heatmap(mm.analyse(session.game.board), session.out))


@TABLE.on_the_game("analyse", "risks, certain cells, solutions, best move", aliases=("analyze",))
def _analyse(session: Session) -> None:
    _say_promise(session)
    session.say(analysis_text(answer.analyse(session.game.board), session.out))


@TABLE.command(
    "guesses",
    "[--think N]",
    "compare candidate guesses",
    example="guesses --think 100",
    options={"--think": True},
    aliases=("g",),
    details=f"--think N spends up to N million units of work on finding the best, about 6 ms each; usually {THINK}.",
)
def _guesses(session: Session, given: CommandLine) -> None:
    _check_playing(session.game)
    think = given.number("--think")
    found = answer.guesses(session.game.board, think=THINK if think is None else think)
    _say_promise(session)
    session.say(guesses_text(found.candidates) if found.candidates else found.nothing)


@TABLE.command(
    "explain",
    "[ROW COL]",
    "why a cell is certain, or how risky it is",
    example="explain 3 4",
    counts=frozenset({0, 2}),
    aliases=("e", "why"),
    words=Words.CELL,
    details="Without a cell, it explains the one that hint suggests.",
)
def _explain(session: Session, given: CommandLine) -> None:
    hinted = None if given.words else _hinted(session)
    if not given.words and (hinted is None or isinstance(hinted.reason, mm.solve.Promise)):
        session.say(_hint_text(hinted))
        return
    found = answer.explain(session.game.board, given.cell if hinted is None else hinted.cell)
    _say_promise(session)
    session.say(proof_text(found.proof) if found.found else found.uncertainty)


@TABLE.on_the_game("frontier", "the components of the frontier, and their solutions")
def _frontier(session: Session) -> None:
    session.say(frontier_text(answer.frontier(session.game.board).frontier))


@TABLE.command(
    "show",
    "[--reveal]",
    "show the board; --reveal: with the mines",
    example="show --reveal",
    options={"--reveal": False},
    aliases=("board",),
)
def _show(session: Session, given: CommandLine) -> None:
    session.draw(reveal="--reveal" in given or session.game.state is not mm.State.PLAYING)
    session.say_standing()


@TABLE.on_the_game("stats", "statistics of this game and of the session")
def _stats(session: Session) -> None:
    game, board, results = session.game, session.game.board, session.results
    counts = {
        "turns": phrase("shell.turns", count=game.turns),
        "opened": phrase("shell.opened-count", count=np.count_nonzero(board.opened)),
        "hidden": phrase("shell.hidden", count=np.count_nonzero(board.hidden)),
        "flags": phrase("shell.flags-count", count=np.count_nonzero(board.flags)),
    }
    session.say(phrase("shell.stats", game=game.title, state=phrase("shell.state", state=game.state.value)))
    session.say(phrase("shell.stats.cells", **counts))
    won, lost = results[mm.State.WON], results[mm.State.LOST]
    session.say(phrase("shell.stats.games", games=results.total(), won=won, lost=lost))


@TABLE.on_the_game("review", "judge every click of this game")
def _review(session: Session) -> None:
    if session.game.layout is None:
        raise mm.errors.IllegalMove(phrase("shell.nothing-to-review"))
    session.say(review_text(mm.review(session.game)))


@TABLE.command(
    "new",
    "[SIZE] [--no-guess] …",
    "start a new game",
    example="new 16x30 99 --seed 7",
    counts=frozenset({0, 1, 2}),
    options={"--seed": True, "--no-guess": False, "--repaired": False, "--grade": True, "--guess": False},
    aliases=("n",),
    words=Words.PRESETS,
    details=f"SIZE is {', '.join(mm.PRESETS)}, or ROWSxCOLS MINES; without it the size stays the same. A preset can "
    "have another mine count: new expert 120.\n"
    "--no-guess deals boards that never need a guess. --repaired does so by moving mines, which is quick even "
    "with many mines. --grade N, from 1 to 5, sets how hard they are. --guess goes back to ordinary boards.\n"
    "The same --seed N deals the same game. Topology, first-click rule and mines per cell never change.",
)
def _new(session: Session, given: CommandLine) -> None:
    old, seed = session.game, given.number("--seed")
    grid, mines = _wanted(old, given)
    game = mm.Game(
        grid=grid,
        mines=mines,
        seed=session.next_seed if seed is None else seed,
        first_click=mm.FirstClick.OPENING if old.seed is None else old.first_click,  # a given layout promises nothing
        max_per_cell=old.max_per_cell,
        **_dealing(old, given),
    )
    session.begin(game)
    session.report(phrase("shell.new", game=game.title))


def _dealing(old: mm.Game, given: CommandLine) -> dict[str, Any]:
    """Whether the mines are dealt so that no guess is needed, and how; as in the old game, if no option says so."""
    asked = [option for option in ("--no-guess", "--repaired", "--grade", "--guess") if option in given]
    if "--guess" in asked:
        if len(asked) > 1:
            raise mm.InvalidValue(phrase("shell.contradict", options=asked))
        return {}
    if asked:
        way = mm.no_guess.Way.REPAIRED if "--repaired" in asked else mm.no_guess.Way.UNIFORM
        return {"no_guess": True, "way": way, "grade": given.number("--grade")}
    if old.dealer is None:
        return {}
    return {"no_guess": True, "way": old.dealer.way, "budget": old.dealer.budget, "grade": old.dealer.grades}


def _wanted(old: mm.Game, given: CommandLine) -> tuple[mm.Grid, int]:
    """The size of a new game; its topology is that of the old one."""
    if not given.words:
        return old.grid, old.mines
    name, *count = given.words
    if name in mm.PRESETS:
        rows, cols, mines = mm.PRESETS[name]
    elif (shape := SHAPE.fullmatch(name)) and count:
        rows, cols, mines = int(shape[1]), int(shape[2]), 0
    else:
        word = name[:40] if shape else repr(name[:40])
        raise given.command.wrong(phrase("shell.no-size", is_size=bool(shape), word=word))
    mines = given.whole(count[0]) if count else mines
    return mm.Grid(rows, cols, old.grid.topology, old.grid.reach), mines


@TABLE.command(
    "save",
    "PATH",
    "save the game to a file, including undo",
    example="save game.json",
    counts=frozenset({1}),
    words=Words.FILE,
    details="Overwrites an older save, but no other file.",
)
def _save(session: Session, given: CommandLine) -> None:
    (path,) = given.words
    name = os.path.expanduser(path)  # noqa: PTH111  # Path raises if there is no such user
    if os.path.isfile(name):  # noqa: PTH113
        _check_replaceable(name)
    mm.save(session.game, name)
    session.say(phrase("shell.saved", path=str(path)))


def _check_replaceable(name: str) -> None:
    try:
        check_kind(parsed(read_file(name), "game"), "game")
    except mm.errors.BadSave:
        raise mm.errors.FileError(f"{name!r} exists and is not a saved game; choose another name") from None


@TABLE.command(
    "load",
    "PATH",
    "load a saved game, or play a layout",
    example="load game.json",
    counts=frozenset({1}),
    words=Words.FILE,
)
def _load(session: Session, given: CommandLine) -> None:
    (path,) = given.words
    session.begin(read_game(path))
    session.report(phrase("shell.loaded", path=str(path), game=session.game.title))


@TABLE.command(
    "help",
    "[COMMAND]",
    "list the commands, or explain one",
    example="help auto",
    counts=frozenset({0, 1}),
    aliases=("?",),
    words=Words.COMMANDS,
)
def _help(session: Session, given: CommandLine) -> None:
    for word in given.words:
        session.say(Text(TABLE[word].usage, "bold"))
        session.say(_help_on(TABLE[word]))
    if not given.words:
        width = max(len(row.usage) for row in TABLE)
        rows = (Text.assemble((row.usage.ljust(width), "bold"), f"  {row.summary}") for row in TABLE)
        session.say(Text("\n").join(rows))


def _help_on(row: Command) -> str:
    lines = [row.details, f"short: {', '.join(row.aliases)}" if row.aliases else "", f"Example: {row.example}"]
    return "\n".join([f"{row.summary[0].upper()}{row.summary[1:]}.", *filter(None, lines)])


@TABLE.on_the_game("quit", "leave the shell; so does Ctrl-D", aliases=("q", "exit"))
def _quit(session: Session) -> None:
    session.is_over = True
