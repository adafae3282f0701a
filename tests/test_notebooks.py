"""The notebooks among the examples run, and how answers are shown in one."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import nbformat
import pytest
from nbclient import NotebookClient

import minemind as mm

NOTEBOOKS = sorted((Path(__file__).parent.parent / "examples" / "notebooks").glob("*.ipynb"))

BOARD = "2 5 ?\n.....\n_121_"


def kinds(cell: Any) -> set[str]:
    """The media types that a cell shows."""
    return {kind for output in cell.get("outputs", ()) for kind in output.get("data", ())}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
# Warnings of the kernel's packages are not ours.
@pytest.mark.filterwarnings("default")
def test_a_notebook_runs_and_draws_its_answers(path: Path, tmp_path: Path) -> None:
    book = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
    assert not any(cell.get("outputs") for cell in book.cells), "clear the outputs before saving"
    NotebookClient(book, resources={"metadata": {"path": str(tmp_path)}}).execute()
    shown = set[str]().union(*map(kinds, book.cells))
    assert shown & {"image/svg+xml", "text/html"}


def test_there_is_a_notebook_for_each_kind_of_reader() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["research", "teaching", "tour"]


def test_a_proof_is_shown_step_by_step_with_its_numbers_and_cells_ringed() -> None:
    proof = mm.explain(BOARD, 0, 2)
    html = proof.show()._repr_html_()
    root = ElementTree.fromstring(html)
    assert html == proof._repr_html_()
    steps = root.findall("./ol/li")
    assert [step.findtext("p") for step in steps] == [str(step) for step in proof.steps]
    rings = [len(re.findall("stroke-width", ElementTree.tostring(step, encoding="unicode"))) for step in steps]
    assert rings == [len(step.numbers) + len(step.cells) for step in proof.steps]
    assert "<script" not in html


def test_a_heat_map_rings_the_best_cell() -> None:
    analysis = mm.analyse("3 4 2\n01..\n01..\n01..")
    plain, ringed = analysis._repr_svg_(), analysis.plot()._repr_svg_()
    assert plain
    assert ringed
    assert plain.count("stroke-width") == 0
    assert ringed.count("stroke-width") == 1
    assert str(analysis.plot()) == str(analysis)


def test_a_simulation_is_a_table() -> None:
    played = mm.simulate("beginner", strategy="exact", games=10, threads=1)
    root = ElementTree.fromstring(played._repr_html_())
    cells = [cell.text or "" for cell in root.iter() if cell.tag in ("td", "th")]
    assert " ".join(cells).split() == str(played).split()


def test_a_review_shows_its_advice_and_the_moments_that_decided_the_game() -> None:
    review = mm.review(mm.play("expert", "exact", seed=7))
    html = review._repr_html_()
    assert review.advice.sentence in html
    assert html.count("<svg") == len(review.key_moments) > 0


def test_a_proof_equals_the_same_proof_of_another_board() -> None:
    assert mm.explain(BOARD, 0, 2) == mm.explain(mm.Board.parse(BOARD), 0, 2)
    assert "Board" not in repr(mm.explain(BOARD, 0, 2))
