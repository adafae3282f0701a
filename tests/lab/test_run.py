"""Runs end the same with any workers, however often they are killed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

import minemind as mm
from minemind.lab.chunk import check, play_chunk
from minemind.lab.run import chunks
from minemind.lab.store import STORED, open_run
from minemind.lab.workers import local_workers
from minemind.strategy.outcome import outcome
from tests.lab.runs import MATCHES, plan, play, records

by_forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="runs are killed in children that are forked")

# Resumes a run again and again, and kills it at random moments while it reports its progress. Children are forked, so
# that hundreds of them start quickly.
KILLING = """
import os, random, signal, sys, time
from pathlib import Path
from random import Random
from minemind.lab.run import play_run
from minemind.lab.plan import engine_signature
from minemind.lab.store import STORED, writing_run
from minemind.lab.workers import local_workers
from tests.lab.runs import plan
folder, games, wanted, moments = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), random.Random(int(sys.argv[4]))
engine_signature()  # once for all children
kills = 0
while kills < wanted:
    source, sink = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(source)
        with writing_run(folder, plan(games), resume=True) as writer, local_workers(1) as workers:
            tell = lambda now: os.write(sink, b"%d %d\\n" % tuple(standing.tally.games for standing in now))
            play_run(plan(games), workers, writer, tell)
        os._exit(0)
    os.close(sink)
    said = b""
    while kills % 2 and said.count(b"\\n") < 2 and (more := os.read(source, 99)):
        said += more  # however busy the machine is, something is played
    time.sleep(moments.uniform(0, 0.06))
    os.kill(child, signal.SIGKILL)
    was_killed = os.WIFSIGNALED(os.waitpid(child, 0)[1])
    with os.fdopen(source, "rb") as rest:
        lines = (said + rest.read()).splitlines()
    if not was_killed:
        break
    kills += 1
    told = [int(word) for word in lines[-1].split()] if lines else [0, 0]
    for count, name in zip(told, plan(games).files):
        size = (folder / name).stat().st_size if (folder / name).exists() else 0
        if size < count * STORED.itemsize:
            sys.exit(f"{count} games of {name} were reported, {size} bytes are there")
print(kills)
"""


def killed(folder: Path, games: int, kills: int, seed: int) -> int:
    words = [sys.executable, "-c", KILLING, str(folder), str(games), str(kills), str(seed)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def check_killed(tmp_path: Path, games: int, kills: int, seed: int) -> None:
    assert killed(tmp_path / "killed", games, kills, seed) == kills
    assert 0 < open_run(tmp_path / "killed").tally(0).games < games, "it must be killed at work"
    play(tmp_path / "killed", plan(games), resume=True)
    play(tmp_path / "whole", plan(games))
    assert records(tmp_path / "killed") == records(tmp_path / "whole")


@by_forks
def test_a_run_that_is_killed_sixty_times_ends_as_if_it_never_was(tmp_path: Path) -> None:
    check_killed(tmp_path, 1500, 60, 7)


@pytest.mark.long
@by_forks
@pytest.mark.parametrize("seed", range(5))
def test_a_run_that_is_killed_many_times_ends_as_if_it_never_was(tmp_path: Path, seed: int) -> None:
    check_killed(tmp_path, 10_000, 400, seed)


def test_it_does_not_matter_who_works(tmp_path: Path) -> None:
    for jobs in (1, 2):
        play(tmp_path / str(jobs), plan(60), jobs=jobs)
    assert records(tmp_path / "1") == records(tmp_path / "2")


def test_chunks_come_in_order_and_cover_every_game_once() -> None:
    next_of = [3, 17]
    with local_workers(2) as workers:
        for number, chunk in chunks(MATCHES, list(next_of), 50, workers):
            assert chunk.first == next_of[number]
            next_of[number] += len(chunk.outcomes)
    assert next_of == [50, 50]


@pytest.mark.parametrize(
    "match",
    [
        mm.strategy.Match.of("beginner", "exact", seed=3),
        mm.strategy.Match.of("beginner", "champion", first_click="any", seed=3),
        mm.strategy.Match.of("expert", "exact+endgame", first_click="safe", start=(0, 0), seed=3),
        mm.strategy.Match.of((7, 8, 20), "exact", first_click="any", start=(2, 2), seed=4),
        mm.strategy.Match.of((6, 6, 12), "lookahead", first_click="any", start=(0, 0), max_per_cell=2, seed=4),
        mm.strategy.Match.of((5, 5, 0), "exact", seed=1),
    ],
    ids=str,
)
def test_a_game_comes_out_the_same_natively_and_in_python(match: mm.strategy.Match) -> None:
    games = 60
    native = play_chunk(match, 5, games).outcomes
    for index in range(games):
        game = match.game(5 + index)
        first = None
        if match.start is not None:
            is_any = match.first_click is mm.FirstClick.ANY
            first = float(mm.analyse(game.board).probability[match.start]) if is_any else 0.0
            game.open(*match.start)
        made = outcome(game, mm.play(game, match.strategy), first)[0]
        wanted = native[index]
        same = ["result", "hit", "guesses", "opened", "moves", "weight"]
        assert [made[name] for name in same] == [wanted[name] for name in same]
        assert np.array_equal(made["risky"], wanted["risky"])
        assert abs(int(made["risk"]) - int(wanted["risk"])) <= 1
        if wanted["phase"] != 4:  # Python does not know the extent of a strategy's search
            assert made["phase"] == wanted["phase"]


def test_the_risks_and_hits_of_guesses_are_counted() -> None:
    """By the games' own figures: guesses hit mines about as often as their risks say, and every loss is a hit."""
    played = mm.simulate("expert", strategy="exact", first_click="any", games=3000, seed=8)
    assert sum(played.tally.hits) == played.tally.lost
    assert sum(played.tally.risky) == played.tally.guesses
    assert (played.outcomes["hit"][played.lost] > 0).all()
    assert not played.outcomes["hit"][~played.lost].any()
    for tenth, (guesses, hits) in enumerate(zip(played.tally.risky, played.tally.hits, strict=True)):
        spread = 4 * (guesses / 4) ** 0.5
        assert guesses * tenth / 10 - spread <= hits <= guesses * (tenth + 1) / 10 + spread


def test_what_nobody_can_play_is_refused() -> None:
    for match in (
        mm.strategy.Match.of("beginner", "nobody"),
        mm.strategy.Match.of("beginner", "csp-prob", estimator="weighted"),
        mm.strategy.Match.of((6, 6, 9), "exact", max_per_cell=2, estimator="weighted"),
    ):
        with pytest.raises(mm.InvalidValue):
            check(match)


def test_a_strategy_that_breaks_is_named_with_its_game() -> None:
    class Broken(mm.Strategy):
        summary = "raises"

        def moves(self, board: mm.Board, rng: Random | None = None) -> list[mm.Move]:
            raise ZeroDivisionError("oh")

    mm.register_strategy("broken-in-a-run")(Broken)
    with pytest.raises(mm.errors.BadStrategy, match="broken-in-a-run in game 2: ZeroDivisionError: oh"):
        play_chunk(mm.strategy.Match.of("beginner", "broken-in-a-run"), 2, 3)


def test_millions_of_games_are_read_in_little_memory(tmp_path: Path) -> None:
    """They are tallied block by block, so that no array is as long as the run."""
    wanted = plan(0, MATCHES[:1])
    play(tmp_path / "run", wanted)
    chunk = play_chunk(MATCHES[0], 0, 1)
    from minemind.lab.store import BLOCK, _sealed

    games = 3 * BLOCK + 11
    many = np.repeat(chunk.outcomes, games)
    (tmp_path / "run" / wanted.files[0]).write_bytes(_sealed(many, 0).tobytes())
    run = open_run(tmp_path / "run")
    assert [len(block) for block in run.blocks(0)] == [BLOCK, BLOCK, BLOCK, 11]
    assert run.tally(0).games == games
    assert len(run.outcomes(0)) == games
    assert (tmp_path / "run" / wanted.files[0]).stat().st_size == games * STORED.itemsize
