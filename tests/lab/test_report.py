"""Reports: the numbers are those of the games, and nothing in a file can do more than be read."""

from __future__ import annotations

import json
import math
import re
import shlex
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import matplotlib as mpl
import numpy as np
import pytest

import minemind as mm
from minemind.html_report.palette import PALETTE, STRATEGIES, looks
from minemind.lab import store
from minemind.lab.chunk import Chunk
from minemind.lab.plan import Plan
from minemind.lab.report import Report, write_report
from minemind.lab.report.charts import PARTS, Share, charts_of
from minemind.lab.report.commands import run_commands
from minemind.lab.report.results import read_results
from minemind.lab.store import writing_run
from minemind.strategy.outcome import OUTCOME
from minemind.strategy.simulate import simulated

HEADER = (
    "run_label,run_timestamp,board,strategy,result,runtime_sec,iterations,expanded_states,revealed,flagged,unknown,"
    "hit_mine\n"
)
HOSTILE = "</text><script>alert('x')</script><b onload=\"y\">$\\frac$ & \u202e\x00\ud800漢"
VERSION = "<u>0.1.0</u>"
SHOWN = HOSTILE.replace(HOSTILE[-4:-1], r"\u202e\x00\ud800")


def match(strategy: str, size: tuple[int, int, int] = (6, 6, 8), **options: Any) -> mm.strategy.Match:
    return mm.strategy.Match.of(size, strategy, **{"first_click": "safe", "start": (0, 0), "seed": 5, **options})


# Two kinds of boards, one player that never guesses, one that never dies, and one that is up to no good.
MATCHES = (
    match("exact"),
    match("rules"),
    match("exact+endgame"),
    match("exact", estimator="weighted"),
    match("exact", (8, 8, 12)),
    match(HOSTILE, (8, 8, 12)),
)


def written(folder: Path, matches: tuple[mm.strategy.Match, ...], games: int, done: int | None = None) -> Path:
    """A run whose strategies may be called anything: what is not native is played as if it were `exact`."""
    with writing_run(folder, Plan(matches, games), resume=False) as writer:
        for number, wanted in enumerate(matches):
            native = wanted if wanted.strategy in ("exact", "rules", "exact+endgame") else wanted.by("exact")
            played = simulated(native, 0, games).outcomes[:done]
            writer.add(number, Chunk(0, played, 0.5 * (number + 1), 1.0, "here:1"))
    return folder


def row(label: str, board: str, strategy: str, result: str, seconds: str = "0.5") -> str:
    return f'"{label}",2026-11-15T12:00:00+00:00,{board},{strategy},{result},{seconds},1,1,1,1,1,0\n'


def summary(path: Path, *rows: str) -> Path:
    path.parent.mkdir(exist_ok=True)
    path.write_text(HEADER + "".join(rows))
    return path


class Parsed(HTMLParser):
    """A page: its elements, its text, and its tables by the section in which they are."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.tables: dict[str, list[list[str]]] = {}
        self.section, self.is_cell = "", False
        self.text = self.code = ""
        self._code = False
        self.feed(path.read_text("utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.elements.append((tag, values))
        rows = self.tables.setdefault(self.section, [])
        if tag == "section":
            self.section = values.get("id", "")
        elif tag == "tr":
            rows.append([])
        elif tag in ("td", "th"):
            rows[-1].append("")
        self.is_cell = tag in ("td", "th")
        self._code = tag == "code"

    def handle_endtag(self, tag: str) -> None:
        self.is_cell = False

    def handle_data(self, data: str) -> None:
        self.text += data
        if self._code:
            self.code += data
            self._code = False
        if self.is_cell:
            self.tables[self.section][-1][-1] += data


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = written(tmp_path_factory.mktemp("report") / "<img src=x>", MATCHES, 300)
    about = json.loads((folder / "run.json").read_text())
    (folder / "run.json").write_text(json.dumps({**about, "version": VERSION, "signature": "<i>sign</i>"}))
    return folder


@pytest.fixture(scope="module")
def report(folder: Path) -> Report:
    return write_report([folder], folder.parent / "report.html", folder.parent / "figures")


@pytest.fixture(scope="module")
def page(report: Report) -> Parsed:
    return Parsed(report.page)


def records(folder: Path, number: int) -> list[Any]:
    """The games as `numpy.fromfile` reads them, by what `run.json` says and no code of ours."""
    about = json.loads((folder / "run.json").read_text())
    kinds = [tuple(tuple(part) if isinstance(part, list) else part for part in field) for field in about["record"]]
    return list(np.fromfile(folder / about["matches"][number]["file"], np.dtype(kinds)))


def is_wilson(share: Share) -> bool:
    """Both ends of the interval are as far from the share as a normal mean is in 95 % of all cases."""
    return all(
        math.isclose(abs(share.value - end), 1.959964 * math.sqrt(end * (1 - end) / share.whole), abs_tol=1e-6)
        for end in share.ci95
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
    games = records(folder, 0) + records(folder, 4)  # and not the weighted ones
    guesses = [sum(int(game["risky"][tenth]) for game in games) for tenth in range(10)]
    hits = [sum(int(game["hit"]) == tenth + 1 for game in games) for tenth in range(10)]
    (shares,) = panels[1].rows
    assert shares.shares == tuple(map(Share, hits, guesses))
    assert sum(hits) > 20
    assert all(is_wilson(share) for share in shares.shares if share.whole)


def test_a_mine_where_none_was_expected_is_no_share_above_one(tmp_path: Path) -> None:
    outcomes = np.zeros(3, OUTCOME)
    outcomes["result"], outcomes["hit"] = 1, 1  # lost by cells that were taken for safe
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
    timings.write_text(timings.read_text().replace("1,0,40,", "1,0,30,"))  # a crash has lost the last chunk
    ((dot,),) = (panel.rows for panel in charts_of(read_results([tmp_path])).times)
    assert dot.value == pytest.approx(1000 * 0.5 / 30)


def test_the_page_has_the_numbers_of_the_run(page: Parsed, folder: Path) -> None:
    games = records(folder, 0)
    won, guesses = sum(game["result"] == 0 for game in games), sum(int(game["guesses"]) for game in games)
    head, title, *rows = page.tables["win-rates"]
    assert title == ["6×6, 8 mines, first click safe at (0, 0)"]
    (found,) = (dict(zip(head, cells, strict=True)) for cells in rows[:4] if cells[0] == "exact")
    low, high = Share(won, 300).ci95
    assert found == {
        "strategy": "exact",
        "games": "300",
        "won": f"{won / 300:.2%}",
        "95 % interval": f"{low:.2%} … {high:.2%}",
        "lost": str(sum(game["result"] == 1 for game in games)),
        "stuck": "0",
        "guesses per game": f"{guesses / 300:.2f}",
        "games per CPU-second": "600",
        "signature": simulated(MATCHES[0], 0, 300).signature,
        "version": VERSION,
    }
    weighted = next(cells for cells in rows if cells[0] == "exact, weighted")
    assert weighted[4:6] == ["–", "–"]


def test_every_figure_has_its_numbers_beside_it(page: Parsed, folder: Path) -> None:
    shown = charts_of(read_results([folder]))
    for name, panels in (("where-lost", shown.ends), ("risk-taken", shown.risks), ("time-per-game", shown.times)):
        labels = [cells[0] for cells in page.tables[name][1:]]
        assert labels == [text for panel in panels for text in (panel.title, *(row.who.label for row in panel.rows))]
    head, _, exact, _ = page.tables["calibration"]
    share = shown.calibration[1].rows[0].shares[5]
    low, high = share.ci95
    assert head[6] == "50 … 60 %"
    assert exact[6] == f"{share.value:.1%}\n{100 * low:.1f} … {100 * high:.1f}\nof {share.whole}"
    assert "lost, phase unknown" not in page.tables["where-lost"][0]


def test_the_page_says_what_is_left_out_and_why(page: Parsed) -> None:
    assert page.text.count("Weighted games are left out") == 3
    assert "Never guessed: rules." in page.text
    assert "Batches are left out" not in page.text


def test_the_page_says_what_was_played_and_how_to_play_it_again(page: Parsed) -> None:
    assert ["exact", "6×6 square", "8", "safe", "(0, 0)", "5", "weighted", "300"] in page.tables[""]
    about = f"1,800 of 1,800 games, by MineMind {VERSION}, whose engine has the signature <i>sign</i>."
    assert about in page.text
    quoted = shlex.quote(f"exact,{HOSTILE}").replace(HOSTILE[-4:-1], r"\u202e\x00\ud800")
    assert page.code.splitlines() == [
        "minemind bench --size 6x6 --mines 8 --strategy exact,rules,exact+endgame --games 300 --first-click safe "
        "--start 0,0 --seed 5",
        "minemind bench --size 6x6 --mines 8 --strategy exact --games 300 --first-click safe --start 0,0 "
        "--estimator weighted --seed 5",
        f"minemind bench --size 8x8 --mines 12 --strategy {quoted} --games 300 --first-click safe --start 0,0 --seed 5",
    ]


def test_one_command_plays_several_presets() -> None:
    matches = [mm.strategy.Match.of(size, name) for size in ("beginner", "expert") for name in ("champion", "exact")]
    command = "minemind bench --preset beginner,expert --strategy champion,exact --games 7 --seed 0"
    assert run_commands(Plan(tuple(matches), 7)) == [command]
    torus = mm.strategy.Match.of("beginner", "exact", grid=mm.Grid(9, 9, "torus"), max_per_cell=2)
    assert run_commands(Plan((torus,), 7)) == [
        "minemind bench --size 9x9 --mines 10 --strategy exact --games 7 --max-per-cell 2 --topology torus --seed 0"
    ]
    holes = mm.strategy.Match.of((3, 3, 2), "exact", grid=mm.Grid(3, 3, holes=[(0, 0)]))
    assert run_commands(Plan((holes, torus), 7)) == run_commands(Plan((torus,), 7))


def test_the_page_needs_nothing_else(page: Parsed, report: Report) -> None:
    content = report.page.read_text("utf-8")
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"script", "link", "img", "iframe", "object", "image"}
    assert not re.search(r"https?://|@import|url\([^#]", content)
    ids = [values["id"] for _, values in page.elements if "id" in values]
    assert len(ids) == len(set(ids))
    used = re.findall(r'href="#([^"]+)"|url\(#([^)]+)\)', content)
    assert {first or second for first, second in used} <= set(ids)
    assert len(used) > 20


def test_drawings_are_in_the_colours_of_the_page(report: Report) -> None:
    drawings = re.findall(r"<svg .*?</svg>", report.page.read_text("utf-8"), re.DOTALL)
    assert len(drawings) == 2 + 2 + 2 + 2 + 3
    assert not [drawing for drawing in drawings if re.search("#[0-9a-f]{6}", drawing)]
    assert all("var(--ink)" in drawing and 'role="img"' in drawing for drawing in drawings)


def test_strategies_differ_by_more_than_their_colour_and_can_be_seen_in_the_dark() -> None:
    given = looks(f"strategy {number}" for number in range(24))
    assert len(set(given.values())) == 24
    assert len({colour.light for colour in PALETTE.values()}) == len(PALETTE)
    for name in STRATEGIES:
        for shade, card in zip(PALETTE[name], PALETTE["card"], strict=True):
            assert contrast(shade, card) > 4.5


def contrast(one: str, other: str) -> float:
    """By the formula of the web's accessibility guidelines."""
    low, high = sorted(map(luminance, (one, other)))
    return (high + 0.05) / (low + 0.05)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_figures_are_svg_and_png(report: Report) -> None:
    names = ["win-rates", "where-lost", "risk-taken", "time-per-game", "calibration"]
    assert [path.name for path in report.figures] == [f"{name}.{ending}" for name in names for ending in ("svg", "png")]
    for path in report.figures:
        content = path.read_bytes()
        if path.suffix == ".png":
            assert content.startswith(b"\x89PNG")
        else:
            assert b"<dc:date>" not in content
            texts = "".join(ElementTree.fromstring(content).itertext())
            assert "exact+endgame" in texts


def test_the_same_results_give_the_same_bytes_whatever_the_settings(
    report: Report, folder: Path, tmp_path: Path
) -> None:
    with mpl.rc_context({"font.size": 30, "svg.fonttype": "path", "axes.grid": True}):
        before = dict(mpl.rcParams)
        again = write_report([folder], tmp_path / "b.html", tmp_path / "b")
        assert dict(mpl.rcParams) == before
    assert report.page.read_bytes() == again.page.read_bytes()
    assert [path.read_bytes() for path in report.figures] == [path.read_bytes() for path in again.figures]


def test_memory_does_not_grow_with_the_run(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read_results([folder])
    monkeypatch.setattr(store, "BLOCK", 7)
    monkeypatch.setattr(store.Stored, "outcomes", None)
    assert [(played.tally, played.by_risk, played.signature) for played in read_results([folder]).played] == [
        (played.tally, played.by_risk, played.signature) for played in whole.played
    ]


def test_hostile_names_stay_text(page: Parsed, report: Report) -> None:
    assert not {tag for tag, _ in page.elements} & {"script", "b", "i", "u", "img"}
    assert not [values for _, values in page.elements if {"onload", "src"} & set(values)]
    assert SHOWN in [cells[0] for cells in page.tables["win-rates"]]
    assert "<img src=x>" in page.text
    for figure in report.figures:
        if figure.suffix == ".svg":
            elements = {element.tag.rpartition("}")[2] for element in ElementTree.parse(figure).iter()}
            assert not elements & {"script", "b"}


def test_players_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    written(tmp_path / "a", (match("exact", seed=1), match("exact", seed=2)), 20)
    written(tmp_path / "b", (match("exact", seed=1), match("rules", seed=1)), 20)
    (panel,) = charts_of(read_results([tmp_path])).rates
    assert {dot.who.label for dot in panel.rows} == {
        "exact, seed 1, a",
        "exact, seed 1, b",
        "exact, seed 2",
        "rules",
    }


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
        row("monday", "c.txt", "champion", "lost", "4.0")[:-5],  # what a killed writer left of it
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
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))  # a spreadsheet has saved it
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


def test_nothing_is_written_where_something_is(tmp_path: Path) -> None:
    written(tmp_path / "run", (match("exact"),), 10)
    figure = tmp_path / "figures" / "calibration.png"
    figure.parent.mkdir()
    figure.write_text("mine")
    with pytest.raises(mm.errors.FileError, match=r"calibration\.png' exists"):
        write_report([tmp_path / "run"], tmp_path / "page.html", figure.parent)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["figures", "run"]
    assert list(figure.parent.iterdir()) == [figure]
    (tmp_path / "page.html").write_text("mine")
    with pytest.raises(mm.errors.FileError, match=r"page\.html' exists"):
        write_report([tmp_path / "run"], tmp_path / "page.html")
    assert (tmp_path / "page.html").read_text() == figure.read_text() == "mine"
    with pytest.raises(mm.errors.FileError, match="cannot make the folder"):
        write_report([tmp_path / "run"], tmp_path / "new.html", tmp_path / "page.html" / "figures")
    assert not (tmp_path / "new.html").exists()
