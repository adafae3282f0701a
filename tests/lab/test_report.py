"""Reports: a page with the right numbers, in which nothing from a file is more than text."""

from __future__ import annotations

import re
import shlex
from pathlib import Path
from xml.etree import ElementTree

import matplotlib as mpl
import pytest

import minemind as mm
from minemind.html_report.palette import PALETTE, STRATEGIES, looks
from minemind.lab import store
from minemind.lab.plan import Plan
from minemind.lab.report import Report, write_report
from minemind.lab.report.charts import Share, charts_of
from minemind.lab.report.commands import run_commands
from minemind.lab.report.results import read_results
from minemind.strategy.simulate import simulated
from tests.lab.reported import (
    HOSTILE,
    MATCHES,
    SHOWN,
    VERSION,
    Parsed,
    match,
    records,
    written,
)


@pytest.fixture(scope="module")
def report(folder: Path) -> Report:
    return write_report([folder], folder.parent / "report.html", folder.parent / "figures")


@pytest.fixture(scope="module")
def page(report: Report) -> Parsed:
    return Parsed(report.page)


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
    """The contrast of two colours, as defined by the accessibility guidelines (WCAG)."""
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
