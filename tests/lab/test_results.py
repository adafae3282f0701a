"""Results: the numbers of a report are those of the games, in whatever state the files are."""

from __future__ import annotations

import math
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import minemind as mm
from minemind.lab.chunk import Chunk
from minemind.lab.plan import Plan
from minemind.lab.report import write_report
from minemind.lab.report.charts import PARTS, Share, charts_of
from minemind.lab.report.results import read_results
from minemind.lab.store import writing_run
from minemind.strategy.outcome import OUTCOME
from tests.lab.reported import (
    HEADER,
    SHOWN,
    Parsed,
    is_wilson,
    match,
    records,
    row,
    summary,
    written,
)


def test_win_rates_are_those_of_the_games_and_the_best_come_first(folder: Path) -> None:
    small, large = charts_of(read_results([folder])).rates
    assert (small.title, large.title) == (
        "6×6, 8 mines, first click safe at (0, 0)",
        "8×8, 12 mines, first click safe at (0, 0)",
    )
    assert [dot.value for dot in small.rows] == sorted((dot.value for dot in small.rows), reverse=True)
    found = {dot.who.label: dot for dot in small.rows}
    for number, label in enumerate(["exact", "rules", "exact+endgame"]):
        games = records(folder, number)
        won = sum(game["result"] == 0 for game in games)
        assert found[label].value == won / len(games)
        assert (found[label].low, found[label].high) == Share(won, len(games)).ci95
        assert is_wilson(Share(won, len(games)))
    weights = [int(game["weight"]) / 1e9 for game in records(folder, 3)]
    assert found["exact, weighted"].value == pytest.approx(np.mean(weights))
    half = 1.959964 * np.std(weights, ddof=1) / math.sqrt(len(weights))
    assert found["exact, weighted"].high - found["exact, weighted"].value == pytest.approx(half)


def test_ends_are_counted_by_phase_without_what_cannot_be_lost(folder: Path) -> None:
    (small, _) = charts_of(read_results([folder])).ends
    assert {stack.who.label for stack in small.rows} == {"exact", "rules", "exact+endgame"}
    for number, label in enumerate(["exact", "rules", "exact+endgame"]):
        (stack,) = (stack for stack in small.rows if stack.who.label == label)
        games = records(folder, number)
        phases = Counter(int(game["phase"]) for game in games if game["result"] == 1)
        wanted = {
            "won": sum(game["result"] == 0 for game in games),
            "opening": phases[1],
            "middle": phases[2],
            "late": phases[3],
            "endgame": phases[4],
            "coin_flip": phases[5],
            "lost": phases[0],
            "stuck": sum(game["result"] == 2 for game in games),
        }
        assert dict(zip(PARTS, stack.counts, strict=True)) == wanted
        assert sum(stack.counts) == 300


def test_risks_are_binned_by_tenths_and_none(folder: Path) -> None:
    (small, _) = charts_of(read_results([folder])).risks
    (shares,) = (shares for shares in small.rows if shares.who.label == "exact")
    games: Counter[int] = Counter()
    won: Counter[int] = Counter()
    for game in records(folder, 0):
        risk = int(game["risk"])
        step = 0 if risk == 0 else 1 + min(9, risk // 100_000_000)
        games[step] += 1
        won[step] += int(game["result"] == 0)
    assert shares.shares == tuple(Share(won[step], games[step]) for step in range(11))
    assert sum(share.whole for share in shares.shares) == 300
    assert len([share for share in shares.shares if share.whole]) > 4


def test_a_risk_of_exactly_a_tenth_or_of_everything_has_its_place() -> None:
    from minemind.lab.report.results import ByRisk

    outcomes = np.zeros(5, OUTCOME)
    outcomes["risk"] = [0, 1, 99_999_999, 100_000_000, 1_000_000_000]
    outcomes["result"] = [0, 1, 0, 2, 1]
    found = ByRisk.of(outcomes)
    assert found.games == (1, 2, 1, 0, 0, 0, 0, 0, 0, 0, 1)
    assert found.wins == (1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    assert sum((ByRisk.of(outcomes[place : place + 1]) for place in range(5)), ByRisk()) == found


def test_calibration_is_of_all_boards_and_without_weights(folder: Path) -> None:
    panels = charts_of(read_results([folder])).calibration
    assert [panel.title for panel in panels] == [SHOWN, "exact", "exact+endgame"]
    games = records(folder, 0) + records(folder, 4)  # not the weighted ones
    guesses = [sum(int(game["risky"][tenth]) for game in games) for tenth in range(10)]
    hits = [sum(int(game["hit"]) == tenth + 1 for game in games) for tenth in range(10)]
    (shares,) = panels[1].rows
    assert shares.shares == tuple(map(Share, hits, guesses))
    assert sum(hits) > 20
    assert all(is_wilson(share) for share in shares.shares if share.whole)


def test_a_mine_where_none_was_expected_is_no_share_above_one(tmp_path: Path) -> None:
    outcomes = np.zeros(3, OUTCOME)
    outcomes["result"], outcomes["hit"] = 1, 1  # lost on cells that were thought to be safe
    with writing_run(tmp_path / "run", Plan((match("exact"),), 3), resume=False) as writer:
        writer.add(0, Chunk(0, outcomes, 1.0, 1.0, "here:1"))
    ((shares,),) = (panel.rows for panel in charts_of(read_results([tmp_path])).calibration)
    assert shares.shares[0] == Share(3, 3)


def test_times_are_those_of_the_games_that_were_timed(folder: Path, tmp_path: Path) -> None:
    (small, _) = charts_of(read_results([folder])).times
    assert [(dot.who.label, dot.value) for dot in small.rows] == [
        (label, pytest.approx(1000 * 0.5 * place / 300))
        for place, label in enumerate(["exact", "rules", "exact+endgame", "exact, weighted"], 1)
    ]
    written(tmp_path / "run", (match("exact"),), 40)
    timings = tmp_path / "run" / "timings.csv"
    timings.write_text(timings.read_text().replace("1,0,40,", "1,0,30,"))  # as if a crash lost the last chunk
    ((dot,),) = (panel.rows for panel in charts_of(read_results([tmp_path])).times)
    assert dot.value == pytest.approx(1000 * 0.5 / 30)


def test_an_unfinished_run_is_reported_as_far_as_it_is(tmp_path: Path) -> None:
    written(tmp_path / "run", (match("exact"), match("rules")), 50, done=20)
    (tmp_path / "run" / "02-rules-6x6-8-mines.games").unlink()
    made = write_report([tmp_path / "run"], tmp_path / "page.html")
    (note,) = made.notes
    assert note.startswith("run is not finished: it has 20 of 100 games.")
    parsed = Parsed(made.page)
    assert note in parsed.text
    assert [cells[:2] for cells in parsed.tables["win-rates"]][2:] == [["exact", "20"]]
    assert ["rules", "6×6 square", "8", "safe", "(0, 0)", "5", "wins", "0"] in parsed.tables[""]


def test_a_run_without_games_is_nothing_to_report_by_itself(tmp_path: Path) -> None:
    written(tmp_path / "empty", (match("exact"),), 50, done=0)
    with pytest.raises(mm.InvalidValue, match=r"no games were played yet in .*empty"):
        write_report([tmp_path / "empty"], tmp_path / "page.html")
    assert not (tmp_path / "page.html").exists()
    written(tmp_path / "full", (match("exact"),), 20)
    made = write_report([tmp_path], tmp_path / "page.html")
    assert made.notes == ("empty: no games were played yet.",)


def test_damage_is_said_with_the_name_of_the_file(tmp_path: Path) -> None:
    path = written(tmp_path / "run", (match("exact"),), 50) / "01-exact-6x6-8-mines.games"
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + bytes([whole[100] ^ 1]) + whole[101:])
    with pytest.raises(mm.errors.BadSave, match=r"01-exact-6x6-8-mines\.games' is damaged: the record of game 2"):
        read_results([tmp_path])
    path.write_bytes(whole)
    timings = tmp_path / "run" / "timings.csv"
    for wrong in ("soon", "nan", "-1", "inf"):
        timings.write_text(timings.read_text().splitlines()[0] + f"\n1,0,50,{wrong},1,here:1\n")
        with pytest.raises(mm.errors.BadSave, match=r"timings\.csv' is damaged: a row is corrupt"):
            read_results([tmp_path])
    (tmp_path / "run" / "run.json").write_text('{"minemind": 1')
    with pytest.raises(mm.errors.BadSave, match=r"run\.json' is not a run, or is incomplete"):
        read_results([tmp_path])


def test_runs_are_found_in_folders_of_folders_and_each_once(tmp_path: Path) -> None:
    written(tmp_path / "night" / "expert", (match("exact"),), 10)
    written(tmp_path / "day", (match("exact"),), 10)
    written(tmp_path / "too" / "far" / "down", (match("exact"),), 10)
    found = read_results([tmp_path, tmp_path / "day", tmp_path / "night" / ".." / "day" / "run.json"])
    assert [run.name for run in found.runs] == ["day", "night/expert"]
    for place in (tmp_path / "too" / "far" / "down" / "nowhere", tmp_path / "nobody"):
        with pytest.raises(mm.errors.FileError, match="does not exist"):
            read_results([place])
    (tmp_path / "bare").mkdir()
    with pytest.raises(mm.errors.FileError, match=r"contains no run and no summary\.csv"):
        read_results([tmp_path / "bare"])


def test_a_summary_counts_each_board_once_and_the_last_time(tmp_path: Path) -> None:
    path = summary(
        tmp_path / "summary.csv",
        row("monday", "a.txt", "champion", "lost", "1.0"),
        row("monday", "a.txt", "exact", "stuck"),
        row("monday", "b.txt", "champion", "won", "2.0"),
        row("tuesday", "a.txt", "champion", "lost"),
        row("monday", "a.txt", "champion", "won", "3.0"),
        row("monday", "c.txt", "champion", "lost", "4.0")[:-5],  # the rest of a row whose writer was killed
    )
    monday, tuesday = read_results([path]).batches
    assert (monday.label, monday.games, monday.repeated, tuesday.games) == ("monday", 3, 1, 1)
    champion, exact = monday.played
    assert (champion.tally.wins, champion.tally.games, champion.seconds_per_game) == (2, 2, 2.5)
    assert (exact.tally.stuck, exact.tally.lost) == (1, 0)
    shown = charts_of(read_results([path]))
    assert [panel.axis for panel in shown.times] == ["milliseconds per game (wall clock)"] * 2
    assert shown.ends[1].rows[0].counts == (0, 0, 0, 0, 0, 0, 1, 0)
    assert (shown.risks, shown.calibration) == ((), ())
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))  # as a spreadsheet saves it
    assert read_results([path]).games == 4


def test_a_batch_is_reported_with_what_its_summary_knows(tmp_path: Path) -> None:
    rows = [row("monday", f"{number}.txt", "exact", result) for number, result in enumerate(["won", "lost", "won"])]
    made = write_report([summary(tmp_path / "summary.csv", rows[0], *rows)], tmp_path / "page.html")
    parsed = Parsed(made.page)
    assert [cells[:3] for cells in parsed.tables["win-rates"]][1:] == [["batch monday"], ["exact", "3", "66.67%"]]
    assert parsed.tables["win-rates"][2][6:] == ["–"] * 4
    assert parsed.text.count("Batches are left out") == 2
    assert parsed.text.count("No data.") == 2
    assert parsed.code == "minemind batch FOLDER --strategy exact --label monday"
    assert made.notes == ("batch monday: repeated games (1) count only the last time.",)


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ("a,b\n1,2\n", "is not a batch summary"),
        ("", "is not a batch summary"),
        (HEADER + row("x", "a", "exact", "won") + "x,y\n", "line 3 is not a game"),
        (HEADER + row("x", "a", "exact", "drawn"), "line 2 is not a game"),
        (HEADER + row("x", "a", "exact", "won", "soon"), "line 2 is not a game"),
        (HEADER + row("x", "a", "exact", "won", "-1"), "line 2 is not a game"),
        (HEADER + row("x", "a", "exact", "won", "inf"), "line 2 is not a game"),
    ],
)
def test_a_damaged_summary_is_refused(tmp_path: Path, content: str, complaint: str) -> None:
    path = tmp_path / "summary.csv"
    path.write_text(content)
    with pytest.raises(mm.errors.BadSave, match=complaint):
        read_results([path])


def test_a_summary_without_games_is_nothing_to_report(tmp_path: Path) -> None:
    path = summary(tmp_path / "summary.csv")
    with pytest.raises(mm.InvalidValue, match="no games were played yet"):
        read_results([path])
    path.write_bytes(b"\xff\x00" * 50)
    with pytest.raises(mm.errors.BadSave, match="is not a batch summary"):
        read_results([path])
