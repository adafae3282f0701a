"""A batch: every layout below a folder by every strategy, the same with any number of jobs and despite errors."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

import minemind as mm
from minemind.lab.batch import attempt, playing
from minemind.lab.batch.attempt import Attempt, Failed, Finished, LeftOut, Outcome, Unread, attempted
from minemind.lab.batch.difficulty import Difficulty
from minemind.lab.batch.playing import Batch, run
from minemind.lab.batch.results import Score
from minemind.strategy import registry
from tests.lab.batches import SMALL, layouts_below, outcomes, rows_in


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return layouts_below(tmp_path / "boards")


def untimed(told: list[Outcome]) -> list[Outcome]:
    return [replace(outcome, seconds=0.0) if isinstance(outcome, Finished) else outcome for outcome in told]


def one(tmp_path: Path, text: str | bytes, strategy: str = "champion", **given: Any) -> Outcome:
    path = tmp_path / "board.txt"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return attempted(Attempt(path, "board.txt", strategy, **given))


def test_boards_go_by_path_and_strategies_as_they_are_given(folder: Path) -> None:
    todo = Batch.below(folder, ["exact", "csp:dfs", "exact:bfs", "csp"])
    assert todo.boards == ("a/0.txt", "a/1.txt", "a/2.txt", "b.txt", "c/d/e.txt")
    assert todo.strategies == ("exact", "csp:dfs", "csp")
    told = outcomes(todo)
    assert [(outcome.board, outcome.strategy) for outcome in told] == [
        (board, strategy) for board in todo.boards for strategy in todo.strategies
    ]
    assert todo.games == len(told)
    assert [isinstance(outcome, Unread) for outcome in told] == [True] * 3 + [False] * 12


@pytest.mark.parametrize(
    ("pattern", "boards"),
    [
        ("*.md", ["notes.md"]),
        ("[12].txt", ["a/1.txt", "a/2.txt"]),
        ("a/*", ["a/0.txt", "a/1.txt", "a/2.txt"]),
        ("d/*.txt", ["c/d/e.txt"]),
        ("*", ["a/0.txt", "a/1.txt", "a/2.txt", "b.txt", "c/d/e.txt", "notes.md"]),
    ],
)
def test_a_pattern_is_for_names_or_for_ends_of_paths(folder: Path, pattern: str, boards: list[str]) -> None:
    assert list(Batch.below(folder, pattern=pattern).boards) == boards


def test_a_game_is_what_play_makes_of_the_layout(folder: Path) -> None:
    for strategy in ("csp-prob", "champion", "csp-sat:dfs", "full"):
        for outcome in outcomes(Batch.below(folder, [strategy], pattern="[12be].txt")):
            game = mm.Game.from_layout(mm.Layout.parse((folder / outcome.board).read_text()))
            record = mm.play(game, strategy, seed=attempt.SEED)
            assert isinstance(outcome, Finished)
            assert outcome == Finished(
                outcome.board,
                strategy,
                difficulty=outcome.difficulty,
                result=record.result,
                seconds=outcome.seconds,
                iterations=record.iterations,
                expanded_states=record.expanded_states,
                revealed=record.opened,
                flagged=record.flags,
                unknown=42 - record.opened - record.flags,
                hit_mine=record.result is mm.strategy.Result.LOST,
                moved=0,
            )


def test_a_game_is_on_the_disk_before_it_is_told(folder: Path, tmp_path: Path) -> None:
    path, told = tmp_path / "summary.csv", list[tuple[str, str]]()

    def tell(outcome: Outcome) -> None:
        if isinstance(outcome, Finished):
            told.append((outcome.board, outcome.strategy))
            assert told == [(row["board"], row["strategy"]) for row in rows_in(path)][: len(told)]

    run(Batch.below(folder, ["csp", "exact"]), path, tell, label="a, b", timestamp="now", jobs=2)
    assert len(told) == len(rows_in(path)) == 8
    assert {(row["run_label"], row["run_timestamp"]) for row in rows_in(path)} == {("a, b", "now")}


def test_an_interrupt_waits_until_what_is_kept_is_told(folder: Path, tmp_path: Path) -> None:
    path, told = tmp_path / "summary.csv", list[str]()

    def tell(outcome: Outcome) -> None:
        if outcome.board == "b.txt" and not told[2:]:
            signal.raise_signal(signal.SIGINT)
        told.append(outcome.board)

    with pytest.raises(KeyboardInterrupt):
        run(Batch.below(folder, ["csp"], pattern="[12be].txt"), path, tell, label="l", timestamp="t")
    assert told == ["a/1.txt", "a/2.txt", "b.txt"] == [row["board"] for row in rows_in(path)]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_the_second_interrupt_waits_for_nobody(folder: Path, tmp_path: Path) -> None:
    def tell(outcome: Outcome) -> None:
        signal.raise_signal(signal.SIGINT)
        signal.raise_signal(signal.SIGINT)
        pytest.fail("still waiting")

    with pytest.raises(KeyboardInterrupt):
        run(Batch.below(folder, ["csp"]), tmp_path / "summary.csv", tell, label="l", timestamp="t")
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_row_says_what_the_outcome_says() -> None:
    outcome = Finished(
        "a/b.txt",
        "csp:dfs",
        ("a note",),
        difficulty=Difficulty.EXPERT,
        result=mm.strategy.Result.LOST,
        seconds=0.0123456789,
        iterations=3,
        expanded_states=40,
        revealed=5,
        flagged=6,
        unknown=7,
        hit_mine=True,
        moved=0,
    )
    assert list(outcome.row("a label", "then")) == [
        *("a label", "then", "a/b.txt", "csp:dfs", "lost", "0.012346", 3, 40, 5, 6, 7, 1)
    ]
    assert Score.of(outcome) == Score(lost=1, seconds=0.0123456789, expanded_states=40)


def test_scores_add_up() -> None:
    total = Score(won=3, seconds=0.5) + Score(lost=2, stuck=5, expanded_states=9)
    assert total == Score(3, 2, 5, 0.5, 9)
    assert (total.boards, total.win_rate) == (10, 0.3)
    assert total.ci95[0] < 0.3 < total.ci95[1]
    assert (Score().win_rate, Score().ci95) == (None, (0.0, 1.0))


def test_it_is_the_same_however_many_play(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "b.txt").write_text("5 5 6\n" + ".....\n" * 5)  # dealt
    todo = Batch.below(folder, ["full", "champion", "csp"], start=(5, 0))
    alone = untimed(outcomes(todo))
    kinds = [type(outcome) for outcome in alone]
    assert kinds == [Unread] * 3 + [Finished] * 6 + [Unread] * 3 + [Finished] * 3
    monkeypatch.setattr(playing, "WINDOW", 1)
    assert untimed(outcomes(todo, jobs=2)) == alone


def test_few_games_wait_at_a_time(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, most = 0, 0

    class Patient(Future[Outcome]):
        def done(self) -> bool:
            return False

        def result(self, timeout: float | None = None) -> Outcome:
            nonlocal waiting
            waiting -= 1
            return super().result(timeout)

    class Pool:
        def submit(self, play: Any, task: Attempt) -> Future[Outcome]:
            nonlocal waiting, most
            waiting += 1
            most = max(most, waiting)
            promised = Patient()
            promised.set_result(LeftOut(task.board, task.strategy))
            return promised

    @contextmanager
    def pool(jobs: int) -> Iterator[Pool]:
        yield Pool()

    monkeypatch.setattr(playing, "processes", pool)
    monkeypatch.setattr(playing, "WINDOW", 3)
    todo = replace(Batch.below(folder), boards=tuple(f"{number}.txt" for number in range(1000)))
    assert [outcome.board for outcome in outcomes(todo, jobs=4)] == list(todo.boards)
    assert most == 12


def die(task: Attempt) -> Outcome:
    if task.board == "c/d/e.txt":
        os._exit(9)
    return attempted(task)


def test_a_worker_that_dies_is_said_and_what_was_done_is_kept(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(playing, "attempted", die)
    monkeypatch.setattr(playing, "WINDOW", 1)
    path, told = tmp_path / "summary.csv", list[Outcome]()
    with pytest.raises(mm.errors.WorkersLost, match="a worker process died"):
        run(Batch.below(folder, ["csp"]), path, told.append, label="l", timestamp="t", jobs=2)
    boards = [outcome.board for outcome in told]
    assert [row["board"] for row in rows_in(path)] == boards[1:]
    assert boards[:2] == ["a/0.txt", "a/1.txt"]


def test_the_first_click_can_be_given(tmp_path: Path) -> None:
    lost = one(tmp_path, SMALL, start=(0, 0))
    assert isinstance(lost, Finished)
    assert (lost.result, lost.hit_mine, lost.revealed, lost.unknown) == ("lost", True, 0, 12)
    assert (lost.iterations, lost.expanded_states) == (0, 0)
    at_once = one(tmp_path, "3 3 1\n*..\n...\n...\n", start=(2, 2))
    assert isinstance(at_once, Finished)
    assert (at_once.result, at_once.iterations, at_once.expanded_states) == ("won", 0, 8)
    opened = one(tmp_path, "1 5 1\n.*...\n", start=(0, 4))
    game = mm.Game.from_layout(mm.Layout.parse("1 5 1\n.*...\n"))
    game.open(0, 4)
    record = mm.play(game, "champion")
    assert isinstance(opened, Finished)
    assert (opened.result, opened.revealed, opened.iterations) == ("won", 4, record.iterations)
    assert opened.expanded_states == 3 + record.expanded_states
    off = one(tmp_path, SMALL, start=(3, 0))
    assert isinstance(off, Unread)
    assert off.message == "(3, 0) is off the board: rows are 0 to 2, columns 0 to 3"


COUNTED = SMALL.replace("?", "2", 1)


@pytest.mark.parametrize(
    ("text", "rule", "moved"),
    [
        (COUNTED, None, 1),  # an opening, if the header gives the mine count
        (COUNTED, mm.FirstClick.ANY, 0),
        (COUNTED, mm.FirstClick.SAFE, 1),
        (SMALL, None, 0),
        (SMALL, mm.FirstClick.OPENING, 1),
        (SMALL[6:], None, 0),
    ],
)
def test_mines_make_way_for_the_first_click_as_the_rule_says(
    tmp_path: Path, text: str, rule: mm.FirstClick | None, moved: int
) -> None:
    played = one(tmp_path, text, start=(0, 0), first_click=rule)
    assert isinstance(played, Finished)
    assert (played.moved, played.hit_mine) == (moved, not moved)
    again = one(tmp_path, text, start=(0, 0), first_click=rule)
    assert untimed([again]) == untimed([played])


def test_numbers_can_be_open_when_play_begins(tmp_path: Path) -> None:
    played = one(tmp_path, "3 4 2\n*2..\n.2*.\n....\n", "csp", revealed=True, start=(2, 0))
    assert isinstance(played, Finished)
    assert (played.moved, played.hit_mine) == (0, False)
    assert played.revealed >= 3
    undealt = one(tmp_path, "3 4 2\n0...\n....\n....\n", revealed=True)
    assert isinstance(undealt, Unread)
    assert undealt.message.startswith("numbers cannot start open")


@pytest.mark.parametrize(
    ("text", "result", "revealed", "note"),
    [
        ("**\n**\n", "won", 0, "every cell is a mine: the game is won before it starts"),
        ("...\n...\n", "won", 6, "the layout has no mines"),
        ("4 3 ?\n" + SMALL[6:], "won", 10, "line 1: the header gives columns before rows"),
        ("8 8 ?\n" + SMALL[6:], "won", 10, "line 1: the header says 8×8, but the layout is 3×4; using 3×4"),
    ],
)
def test_odd_layouts_are_played_and_said_to_be_odd(
    tmp_path: Path, text: str, result: str, revealed: int, note: str
) -> None:
    played = one(tmp_path, text)
    assert isinstance(played, Finished)
    assert (played.result, played.revealed) == (result, revealed)
    assert len(played.notes) == 1
    assert played.notes[0].startswith(note)
    started = one(tmp_path, text, start=(0, 1))
    assert isinstance(started, Finished)
    assert started.result == result


def test_a_size_without_mines_is_dealt_from_a_fixed_seed(tmp_path: Path) -> None:
    text = "9 9 10\n" + ("." * 9 + "\n") * 9
    played = one(tmp_path, text, "exact")
    record = mm.play(mm.Game(9, 9, 10, seed=0), "exact")
    assert isinstance(played, Finished)
    assert (played.result, played.iterations, played.expanded_states) == (
        *(record.result, record.iterations, record.expanded_states),
    )
    assert played.notes == ("the header counts 10 mines, but the layout shows none; playing a new game from seed 0",)


class Broken(mm.Strategy):
    """Always raises an error."""

    error: BaseException = ValueError("two\n lines")

    def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
        raise self.error


class Cheat(mm.Strategy):
    """Opens a cell that does not exist."""

    def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
        return [mm.Move(mm.Cell(99, 99), mm.Action.OPEN, mm.Guess(0.5))]


class Lazy(mm.Strategy):
    """Opens one cell, and raises `TooHard` for the rest."""

    def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
        self.nodes += 100
        if np.any(board.opened):
            raise mm.TooHard("too many ways; try a smaller board")
        return [mm.Move(mm.Cell(2, 3), mm.Action.OPEN, mm.Guess(0.5))]


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "_REGISTERED", {"broken": Broken, "cheat": Cheat, "lazy": Lazy})


@pytest.mark.usefixtures("registered")
@pytest.mark.parametrize(
    ("error", "message"),
    [
        (ValueError("two\n lines"), "ValueError: two lines"),
        (SystemExit(3), "SystemExit: 3"),
        (MemoryError(), "MemoryError:"),
        (mm.Impossible("nothing explains it"), "nothing explains it"),
        (KeyError("x" * 1000), "KeyError: 'xxxx"),
    ],
)
def test_a_strategy_that_falls_over_costs_one_game(
    folder: Path, monkeypatch: pytest.MonkeyPatch, error: BaseException, message: str
) -> None:
    monkeypatch.setattr(Broken, "error", error)
    failed, played = outcomes(Batch.below(folder, ["broken", "csp"], pattern="b.txt"))
    assert isinstance(failed, Failed)
    assert isinstance(played, Finished)
    assert failed.message.startswith(message)
    assert len(failed.message) <= attempt.LETTERS_IN_A_MESSAGE


@pytest.mark.usefixtures("registered")
def test_a_strategy_that_breaks_the_rules_costs_one_game(tmp_path: Path) -> None:
    failed = one(tmp_path, SMALL, "cheat")
    assert isinstance(failed, Failed)
    assert "(99, 99) is off the board" in failed.message


@pytest.mark.usefixtures("registered")
def test_an_interrupt_is_no_outcome(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Broken, "error", KeyboardInterrupt())
    with pytest.raises(KeyboardInterrupt):
        outcomes(Batch.below(folder, ["broken"], pattern="b.txt"))


@pytest.mark.usefixtures("registered")
def test_where_a_board_is_too_hard_the_strategy_is_stuck(tmp_path: Path) -> None:
    stuck = one(tmp_path, SMALL, "lazy:dfs")
    assert isinstance(stuck, Finished)
    assert (stuck.result, stuck.iterations, stuck.revealed, stuck.expanded_states) == ("stuck", 2, 1, 201)
    assert stuck.notes == ("lazy:dfs is stuck: too many ways; try a smaller board",)


def test_a_summary_of_something_else_stops_a_run_before_it_plays(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "summary.csv"
    path.write_text("mine\n")
    with pytest.raises(mm.errors.FileError, match="has other columns than a summary"):
        run(Batch.below(folder), path, lambda _: pytest.fail("it has begun"), label="l", timestamp="t")
