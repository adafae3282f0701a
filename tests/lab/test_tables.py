"""Runs, comparisons and batches as tables: to print, and as DataFrames with words instead of codes."""

from __future__ import annotations

from pathlib import Path

import numpy as np

import minemind as mm
from minemind import lab
from minemind.strategy import Match


def plan(games: int) -> lab.Plan:
    return lab.Plan((Match.of("beginner", "champion", seed=4), Match.of("beginner", "rules", seed=4)), games)


def test_a_run_on_disk_is_a_table_of_its_matches_and_a_frame_of_its_games(tmp_path: Path) -> None:
    with lab.writing_run(tmp_path / "run", plan(30), resume=False) as writer, lab.local_workers(1) as workers:
        standings = lab.play_run(plan(30), workers, writer)
    stored = lab.open_run(tmp_path / "run")
    frame = stored.to_pandas()
    assert frame.groupby("strategy", observed=True)["game"].agg(list).to_dict() == {
        "champion": list(range(30)),
        "rules": list(range(30)),
    }
    for number, standing in enumerate(standings):
        own = frame[frame["strategy"] == standing.match.strategy]
        assert (own["result"] == "won").sum() == stored.tally(number).wins
        assert str(standing).splitlines()[1].split() == str(stored).splitlines()[number + 1].split()


def test_a_comparison_is_a_table_of_two_rows() -> None:
    with lab.local_workers(1) as workers:
        found = lab.compare(plan(200), workers, sprt=lab.Sprt(0, 0.1))
    table = str(found).splitlines()
    assert [line.split()[0] for line in table] == ["strategy", "champion", "rules", "difference"]
    assert table[-1].endswith("; the test says: better")
    frame = found.to_pandas()
    assert frame["strategy"].tolist() == ["champion", "rules"]
    assert frame["won"].tolist() == [found.first.wins, found.second.wins]
    assert (frame["won"] + frame["lost"] + frame["stuck"] == frame["games"]).all()
    assert frame["difference"].tolist() == [found.paired.difference, -found.paired.difference]
    assert ((frame["difference_low"] < frame["difference"]) & (frame["difference"] < frame["difference_high"])).all()
    assert frame["verdict"][0] == "better"


def test_a_batch_is_a_table_of_its_strategies_and_a_frame_of_its_games(tmp_path: Path) -> None:
    for seed in range(3):
        layout = mm.Layout.deal(mm.Grid(9, 9), 10, seed=seed, first=(4, 4))
        (tmp_path / f"board{seed}.txt").write_text(str(layout))
    (tmp_path / "letter.txt").write_text("Dear reader,")
    results = lab.Batch.below(tmp_path, ["champion", "rules"]).results()
    table = str(results).splitlines()
    assert [line.split()[0] for line in table[:-1]] == ["strategy", "champion", "rules"]
    assert table[-1] == "1 board unreadable"
    frame = results.to_pandas()
    boards = ["board0.txt", "board1.txt", "board2.txt", "letter.txt"]
    assert frame["board"].tolist() == np.repeat(boards, 2).tolist()
    assert frame["result"].tolist()[-2:] == ["unreadable", "unreadable"]
    assert frame["difficulty"].dropna().unique().tolist() == ["beginner"]
    played = frame[frame["strategy"] == "champion"]
    assert (played["result"] == "won").sum() == results.score("champion").won
    assert played["iterations"].dtype == "Int64"
    assert frame["message"].notna().tolist() == [False] * 6 + [True] * 2
    assert np.isclose(played["seconds"].sum(), results.score("champion").seconds)
