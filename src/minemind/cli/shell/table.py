"""The table of commands: everything that can be typed in the shell, in the order of its help."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from rich.text import Text

import minemind as mm
from minemind.answers import answer
from minemind.answers.text import frontier_text, guesses_text, proof_text
from minemind.cli.heatmap import analysis_text, heatmap
from minemind.cli.setup import SHAPE
from minemind.cli.shell.command import Command, Given, Table, Words
from minemind.cli.shell.session import Session, count, game_text, read_game
from minemind.files import read_file
from minemind.formats.document import check_kind, parsed
from minemind.reviews.text import review_text
from minemind.words import phrase

__all__ = ["TABLE"]

# Moves that a list shows before it says how many more there are: a screen also holds the board.
MOVES_LISTED = 20

TABLE = Table()


@TABLE.on_a_cell("open", "open a hidden cell; a 0 opens everything around it", aliases=("o",))
def _open(session: Session, given: Given) -> None:
    game, (row, col), before = session.game, given.cell, session.game.turns
    opened = game.open(row, col)
    if game.turns == before:
        is_open = game.board.opened[row, col]
        why = "already open" if is_open else f"flagged; flag {row} {col} removes the flag"
        raise mm.IllegalMove(f"({row}, {col}) is {why}")
    session.report(*_opened(opened))


def _opened(cells: Sequence[mm.Cell]) -> list[str]:
    return [f"{count(len(cells), 'cell')} opened"] if cells else []  # only mines are opened otherwise


@TABLE.on_a_cell(
    "flag",
    "flag a hidden cell, or remove its flag",
    aliases=("f",),
    more="[MINES]",
    details="Where a cell can hold several mines, flags go 1, 2, … and back to none; MINES sets the number.",
)
def _flag(session: Session, given: Given) -> None:
    game, before = session.game, session.game.turns
    row, col, *mines = given.numbers
    claimed = game.flag(row, col, *mines)
    if game.turns == before:
        why = "already open" if game.board.opened[row, col] else "already flagged" if claimed else "not flagged"
        raise mm.IllegalMove(f"({row}, {col}) is {why}")
    several = f" with {claimed} mines" if claimed > 1 else ""
    session.report(f"flagged ({row}, {col}){several}" if claimed else f"removed the flag at ({row}, {col})")


@TABLE.on_a_cell("chord", "open the cells around a number whose flags match it", aliases=("c",))
def _chord(session: Session, given: Given) -> None:
    game, (row, col), before = session.game, given.cell, session.game.turns
    opened = game.chord(row, col)
    if game.turns == before:
        raise mm.IllegalMove(_why_no_chord(game.board, mm.Cell(row, col)))
    session.report(*_opened(opened))


def _why_no_chord(board: mm.Board, cell: mm.Cell) -> str:
    if not board.opened[cell]:
        return f"{tuple(cell)} is not open; chord needs an open number"
    around = board.grid.neighbours(*cell)
    if not any(board.hidden[near] for near in around):
        return f"nothing is left to open around {tuple(cell)}"
    claimed = sum(int(board.flags[near]) for near in around)
    return (
        f"{tuple(cell)} shows {board.numbers[cell]}, but the flags around it add up to {claimed}; chord needs a match"
    )


@TABLE.on_turns("undo", "take back the last turn, even a losing one", aliases=("u",))
def _undo(session: Session, given: Given) -> None:
    _repeat(session, given, session.game.undo, "taken back")


@TABLE.on_turns("redo", "repeat a turn that was taken back", aliases=("r",))
def _redo(session: Session, given: Given) -> None:
    _repeat(session, given, session.game.redo, "repeated")


def _repeat(session: Session, given: Given, go: Callable[[], bool], what: str) -> None:
    wanted = next(iter(given.numbers), 1)
    if wanted < 1:
        raise given.command.wrong(f"{wanted} is not a number of turns; ")
    done = 0
    while done < wanted and go():
        done += 1
    if not done:
        raise mm.IllegalMove(f"there is nothing to {given.command.name}")
    session.report(f"{count(done, 'turn')} {what}")


@TABLE.on_the_game("hint", "suggest a move, and say why", aliases=("h",))
def _hint(session: Session) -> None:
    _check_playing(session.game)
    move = _promised(session.game) or mm.hint(session.game.board)
    session.say(str(move) if move else phrase("hint.all-flagged"))


@TABLE.command(
    "step",
    "[--one]",
    "make all certain moves, with reasons",
    wants="nothing more, or --one",
    example="step --one",
    options={"--one": False},
    aliases=("s", "solve"),
    details="Flags are trusted. --one makes a single move.",
)
def _step(session: Session, given: Given) -> None:
    _check_playing(session.game)
    is_one = "--one" in given
    done = _begun(session.game)
    if not (done and is_one):
        done += mm.step(session.game, one=is_one)
    _report_moves(session, done, is_cut=is_one and bool(done))


@TABLE.command(
    "auto",
    "[--guess] [--limit N]",
    "make every certain move; --guess: play to the end",
    wants="nothing more, or --guess or --limit",
    example="auto --guess --limit 10",
    options={"--guess": False, "--limit": True},
    aliases=("a",),
    details="Guesses are the champion's. --limit N stops after N moves.",
)
def _auto(session: Session, given: Given) -> None:
    _check_playing(session.game)
    limit = given.number("--limit")
    done = _begun(session.game) if limit != 0 else ()
    done += mm.auto(session.game, guess="--guess" in given, limit=None if limit is None else limit - len(done))
    _report_moves(session, done, is_cut=len(done) == limit)


def _check_playing(game: mm.Game) -> None:
    if game.state is not mm.State.PLAYING:
        raise mm.IllegalMove(f"the game is already {game.state}; undo the last turn or start a new game")


def _promised(game: mm.Game) -> mm.Move | None:
    """The first click, if the game promises something of it."""
    if game.layout is not None or game.first_click is mm.FirstClick.ANY:
        return None
    move = mm.hint(game.board)
    return replace(move, reason=mm.solve.Promise(game.first_click)) if move and not move.is_certain else None


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
        session.say(f"… and {len(done) - MOVES_LISTED:,} more")
    why = _why_stopped(session.game, done, is_cut=is_cut)
    if done:
        session.report(f"{count(len(done), 'move')} made", *why)
    else:
        session.say(*why or ["no moves made"])


def _why_stopped(game: mm.Game, done: Sequence[mm.Move], *, is_cut: bool) -> list[str]:
    if game.state is mm.State.LOST and done[-1].is_certain:
        return ["a flag was wrong: certain moves are safe only if all flags are right"]
    if is_cut or game.state is not mm.State.PLAYING:
        return []
    if game.board.hidden.any():
        return ["nothing else is certain; hint suggests the best guess, auto --guess makes it"]
    return ["every cell left to open is flagged: at least one flag must be wrong"]


@TABLE.on_the_game("prob", "show the risk of every cell", aliases=("p", "heatmap"))
def _prob(session: Session) -> None:
    session.say(heatmap(mm.analyse(session.game.board), session.out))


@TABLE.on_the_game("analyse", "risks, certain cells, solutions, best move", aliases=("analyze",))
def _analyse(session: Session) -> None:
    session.say(analysis_text(answer.analyse(session.game.board), session.out))


@TABLE.on_the_game("guesses", "compare candidate guesses", aliases=("g",))
def _guesses(session: Session) -> None:
    _check_playing(session.game)
    found = answer.guesses(session.game.board)
    session.say(guesses_text(found.candidates) if found.candidates else phrase("guesses.none"))


@TABLE.on_a_cell("explain", "why a cell is certain, or how risky it is", aliases=("e", "why"))
def _explain(session: Session, given: Given) -> None:
    found = answer.explain(session.game.board, given.cell)
    session.say(proof_text(found.proof) if found.found else found.uncertainty)


@TABLE.on_the_game("frontier", "the components of the frontier, and their solutions")
def _frontier(session: Session) -> None:
    session.say(frontier_text(answer.frontier(session.game.board).frontier))


@TABLE.command(
    "show",
    "[--reveal]",
    "show the board; --reveal: with the mines",
    wants="nothing more, or --reveal",
    example="show --reveal",
    options={"--reveal": False},
    aliases=("board",),
)
def _show(session: Session, given: Given) -> None:
    session.draw(reveal="--reveal" in given or session.game.state is not mm.State.PLAYING)
    session.say_standing()


@TABLE.on_the_game("stats", "statistics of this game and of the session")
def _stats(session: Session) -> None:
    game, board, results = session.game, session.game.board, session.results
    session.say(
        f"this game: {game_text(game)}; {game.state}\n"
        f"           {count(game.turns, 'turn')}, {count(np.count_nonzero(board.opened), 'cell')} open, "
        f"{count(np.count_nonzero(board.hidden), 'cell')} hidden, {count(np.count_nonzero(board.flags), 'flag')}\n"
        f"games:     {results.total()} played, {results[mm.State.WON]} won, {results[mm.State.LOST]} lost"
    )


@TABLE.on_the_game("review", "judge every click of this game")
def _review(session: Session) -> None:
    if session.game.layout is None:
        raise mm.IllegalMove("there is nothing to review yet: open a cell first")
    session.say(review_text(mm.review(session.game)))


@TABLE.command(
    "new",
    "[SIZE] [--no-guess] …",
    "start a new game",
    wants="nothing, a preset, or a size and a mine count",
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
def _new(session: Session, given: Given) -> None:
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
    session.report(f"new game: {game_text(game)}")


def _dealing(old: mm.Game, given: Given) -> dict[str, Any]:
    """Whether the mines are dealt so that no guess is needed, and how; as before, if nothing is said."""
    asked = [option for option in ("--no-guess", "--repaired", "--grade", "--guess") if option in given]
    if "--guess" in asked:
        if len(asked) > 1:
            raise mm.InvalidValue(f"{' and '.join(asked)} contradict each other; give one of them")
        return {}
    if asked:
        way = mm.Way.REPAIRED if "--repaired" in asked else mm.Way.UNIFORM
        return {"no_guess": True, "way": way, "grade": given.number("--grade")}
    if old.dealer is None:
        return {}
    return {"no_guess": True, "way": old.dealer.way, "budget": old.dealer.budget, "grade": old.dealer.grades}


def _wanted(old: mm.Game, given: Given) -> tuple[mm.Grid, int]:
    """The size of a new game; its topology is that of the old one."""
    if not given.words:
        return old.grid, old.mines
    name, *count = given.words
    if name in mm.PRESETS:
        rows, cols, mines = mm.PRESETS[name]
    elif (shape := SHAPE.fullmatch(name)) and count:
        rows, cols, mines = int(shape[1]), int(shape[2]), 0
    else:
        problem = f"{name[:40]} needs a mine count; " if shape else f"{name[:40]!r} is not a size; "
        raise given.command.wrong(problem)
    mines = given.whole(count[0]) if count else mines
    return mm.Grid(rows, cols, old.grid.topology, old.grid.reach), mines


@TABLE.command(
    "save",
    "PATH",
    "save the game to a file, including undo",
    wants="the name of a file",
    example="save game.json",
    counts=frozenset({1}),
    words=Words.FILE,
    details="Overwrites an older save, but no other file.",
)
def _save(session: Session, given: Given) -> None:
    (path,) = given.words
    name = os.path.expanduser(path)  # noqa: PTH111  # Path raises where there is no such user
    if os.path.isfile(name):  # noqa: PTH113
        _check_replaceable(name)
    mm.save(session.game, name)
    session.say(f"saved to {path}")


def _check_replaceable(name: str) -> None:
    try:
        check_kind(parsed(read_file(name), "game"), "game")
    except mm.errors.BadSave:
        raise mm.FileError(f"{name!r} exists and is not a saved game; choose another name") from None


@TABLE.command(
    "load",
    "PATH",
    "load a saved game, or play a layout",
    wants="the name of a file",
    example="load game.json",
    counts=frozenset({1}),
    words=Words.FILE,
)
def _load(session: Session, given: Given) -> None:
    (path,) = given.words
    session.begin(read_game(path))
    session.report(f"loaded {path}: {game_text(session.game)}")


@TABLE.command(
    "help",
    "[COMMAND]",
    "list the commands, or explain one",
    wants="nothing, or a command",
    example="help auto",
    counts=frozenset({0, 1}),
    aliases=("?",),
    words=Words.COMMANDS,
)
def _help(session: Session, given: Given) -> None:
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
