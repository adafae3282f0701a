"""Reports and profiles: pages that need no other files, and tables of what reviews found."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import minemind as mm
from minemind.answers.review import profile_json
from minemind.replay import Click, Replay
from minemind.reviews.curve import HEIGHT, WIDTH, win_curve
from minemind.reviews.report import profile_page, review_page
from minemind.reviews.text import profile_text
from tests.reviews.players import random_player


class Reader(HTMLParser):
    """Every element of a page, and all its text."""

    VOID = ("meta", "circle", "polyline", "path", "rect", "polygon")

    def __init__(self, page: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.texts: list[str] = []
        self.feed(page)
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag != "meta":
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append(data)


@pytest.fixture(scope="module")
def played() -> mm.Review:
    return mm.review(Path(__file__).parents[2] / "examples" / "games" / "beginner.json")


def self_contained(page: str) -> Reader:
    read = Reader(page)
    assert not re.search(r"(src|href)=|url\(|@import|<script|<link|https?://(?!www\.w3\.org/2000/svg)", page)
    return read


def test_a_page_has_the_curve_and_a_board_for_each_key_moment(played: mm.Review) -> None:
    read = self_contained(review_page(played, "beginner.json"))
    pictures = [attributes for tag, attributes in read.elements if tag == "svg"]
    labels = [attributes["aria-label"] for attributes in pictures]
    assert labels == ["Probability of winning", *["Minesweeper board, 9 rows, 9 columns"] * 3]
    assert played.advice.sentence in read.texts
    for move in played.key_moments:
        assert move.sentence in read.texts
    assert sum(tag == "title" for tag, _ in read.elements) == 1 + len(played.risks)


def test_rings_show_what_was_opened_and_what_was_better(played: mm.Review) -> None:
    page = review_page(played)
    assert page.count('stroke-width="3"') == 5  # three moves, and two that were better


def test_pages_speak_the_chosen_language(played: mm.Review) -> None:
    with mm.words.speaking("de"):
        page = review_page(played)
    assert '<html lang="de">' in page
    assert "Gewinnchance" in page
    assert "Probability" not in page


def test_names_cannot_change_a_page(played: mm.Review) -> None:
    hostile = Replay(played.replay.layout, played.replay.clicks, player="<script>alert(1)</script>", program="a&b")
    page = review_page(mm.review(hostile, margin=None), "<img src=x>.json")
    assert "<script" not in page
    assert "<img" not in page
    assert "a&amp;b" in page


def test_a_game_without_risks_has_a_page_without_a_curve() -> None:
    review = mm.review(mm.play("beginner", seed=7))
    read = self_contained(review_page(review))
    assert "No risk has known odds, so there is no curve." in read.texts
    assert not any(tag == "svg" for tag, _ in read.elements)
    self_contained(review_page(mm.review(Replay(mm.Layout.parse("*.."), ()))))


def test_a_board_too_large_to_draw_leaves_the_rest_of_the_page() -> None:
    layout = mm.Layout.deal(mm.Grid(501, 500), 9, seed=1, first_click="any")
    mined = next(cell for cell in layout.grid if layout.counts[cell])
    review = mm.review(Replay(layout, (Click(mined, mm.Action.OPEN),)), margin=None)
    assert "too many for a picture" in review_page(review)


def test_the_curve_is_well_formed_and_stays_inside() -> None:
    for seed in range(5):
        drawn = win_curve(mm.review(random_player(seed), margin=0.1))
        root = ElementTree.fromstring(drawn)
        for line in root.iter("polyline"):
            for point in line.attrib["points"].split():
                x, y = map(float, point.split(","))
                assert 0 <= x <= WIDTH
                assert 0 <= y <= HEIGHT


def test_a_profile_sums_up_games_by_size() -> None:
    wild = [random_player(seed) for seed in range(6)]
    profile = mm.reviews.profile([*wild, mm.play("intermediate", seed=2), mm.play((4, 4, 3), seed=1)], margin=0.1)
    assert [(size.size, size.games) for size in profile.sizes] == [("4×4, 3", 1), ("beginner", 6), ("intermediate", 1)]
    [beginner] = [size for size in profile.sizes if size.size == "beginner"]
    reviews = profile.reviews[:6]
    assert beginner.needless == sum(len(review.needless) for review in reviews) / 6
    assert beginner.lost == sum(review.end.value == "lost" for review in reviews)
    assert sum(count for _, count in profile.missed) == sum(
        move.technique is not None for review in profile.reviews for move in review.moves
    )
    by_size = [dict(size.missed) for size in profile.sizes]
    assert [sum(missed.values()) > 0 for missed in by_size] == [False, True, False]
    assert by_size[1] == dict(profile.missed)
    assert profile_json(profile)["sizes"][1]["missed"] == profile_json(profile)["missed"]
    names = [f"game {number}" for number in range(8)]
    text = profile_text(profile, names)
    assert re.search(r"^technique +4×4, 3 +beginner +intermediate +missed$", text, re.MULTILINE)
    assert all(name in text for name in names)
    assert profile.advice in text
    read = self_contained(profile_page(profile, names))
    assert sum(tag == "svg" for tag, _ in read.elements) == 2
    assert set(names) <= set(read.texts)


def test_a_profile_of_nothing_is_empty() -> None:
    profile = mm.reviews.profile([])
    assert (profile.reviews, profile.sizes, profile.missed) == ((), (), ())
    self_contained(profile_page(profile, []))
    with pytest.raises(mm.InvalidValue, match="a profile needs a list of games"):
        mm.reviews.profile("game.json")
    with pytest.raises(mm.InvalidValue):
        mm.reviews.profile(7)  # type: ignore[arg-type]


def test_each_technique_is_counted_and_the_easiest_of_equals_is_advised() -> None:
    game = mm.Game.parse("3 4 2\n...*\n....\n...*", first_click="any")
    game.open(0, 0)
    game.open(2, 3)
    advice = mm.review(game).advice
    assert (advice.kind, advice.count, advice.move) == ("technique", 1, 2)


def test_many_wasted_clicks_are_worth_a_word() -> None:
    layout = mm.Layout.parse("2 3 1\n*..\n...")
    clicks = [Click(mm.Cell(0, 2), mm.Action.OPEN)] * 30
    advice = mm.review(Replay(layout, tuple(clicks), mm.FirstClick.OPENING)).advice
    assert (advice.kind, advice.count) == ("wasted", 29)
    assert str(advice) == "29 of 30 clicks did nothing."


def test_a_report_names_no_folder_that_all_files_are_in() -> None:
    one = mm.review(mm.play("beginner", seed=7), margin=None)
    assert "<p>game.json</p>" in review_page(one, "/home/somebody/games/game.json")
    names = ["/home/somebody/games/a.avf", "/home/somebody/games/old/b.avf"]
    page = profile_page(mm.reviews.profile([one, one]), names)
    assert "/home" not in page
    assert [name for name in ("a.avf", "old/b.avf") if f">{name}<" in page] == ["a.avf", "old/b.avf"]
