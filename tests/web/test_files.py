"""The page's reader of texts and files in Node: it answers as the API does, right files and damaged ones alike."""

from __future__ import annotations

import json
import random
import re
import secrets
import unicodedata
from base64 import b64encode
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

import minemind as mm
from minemind import filetypes
from minemind.formats import saved
from minemind.web.answering import reply_to
from tests.formats import recorded, test_mutated
from tests.reviews.players import careless_game
from tests.web.node import MODEL, run
from tests.web.test_model import Player

DATA = Path(__file__).parents[1] / "data"
SAMPLES = Path(__file__).parents[3] / "shared" / "data" / "replays"

Body = dict[str, Any]


def asked(name: str, bodies: Sequence[Body]) -> list[Any]:
    """What the page's worker answers: see model/files.js."""
    done = run(str(MODEL / "files.js"), stdin=json.dumps([{"name": name, "body": body} for body in bodies]))
    assert done.returncode == 0, done.stderr
    found: list[Any] = json.loads(done.stdout)
    return found


def expected(name: str, body: Body) -> Any:
    """What the API answers; the page speaks of its own limits."""
    answer = json.loads(reply_to(name, json.dumps(body).encode()).content)
    if "error" in answer:
        error = answer["error"]
        message = error["message"].replace("large for one request", "large for this page")
        message = message.replace("the limit of 8 for one request;", "this page's limit of 9;")
        return {"error": error | {"message": message}}
    return answer


def rounded(value: Any) -> Any:
    """The same with floats to twelve digits: logarithms and margins differ in the last bit from one machine to another.

    Probabilities themselves do not: other tests compare them to the bit.
    """
    if isinstance(value, dict):
        return {name: rounded(each) for name, each in value.items()}
    if isinstance(value, list):
        return [rounded(each) for each in value]
    return float(f"{value:.12g}") if isinstance(value, float) else value


def compare(bodies: Iterable[Body], name: str = "convert") -> dict[str, int]:
    """How often each kind of answer was given, if the page answers as the API does."""
    questions = list(bodies)
    counts: dict[str, int] = {}
    for body, found in zip(questions, asked(name, questions), strict=True):
        wanted = expected(name, body)
        assert rounded(found) == rounded(wanted), body
        kind = wanted["error"]["kind"] if "error" in wanted else wanted.get("kind", name)
        counts[kind] = counts.get(kind, 0) + 1
    return counts


def data(content: bytes) -> Body:
    return {"data": b64encode(content).decode()}


def test_the_page_knows_every_format_in_the_same_order() -> None:
    assert asked("formats", [{}]) == [list(filetypes.FORMATS)]


def cases(name: str) -> list[str]:
    return [case["text"] for case in json.loads((DATA / f"{name}.json").read_text())]


def test_texts_and_dialects_are_converted_as_the_api_does() -> None:
    texts = [*cases("texts"), *cases("dialects"), *(path.read_text() for path in sorted(DATA.glob("positions/*")))]
    counts = compare({"text": text, "to": ["svg"]} for text in texts)
    assert min(counts["position"], counts["layout"], counts["ParseError"]) > 5


def test_kinds_of_texts_and_what_is_wrong_with_them() -> None:
    texts = [
        "2 3 1\n1!.\n5!.",
        "1o#\n1x#",
        "1.#\n##.",
        ".1.\n.1.\n\n.1!\n.1.",
        ".1.\n\n.1",
        "*..\n\n*..",
        "2 3 4\n*2.\n1..",
        "3 3\n*..\n...\n...",
        "4 4 1\n*..\n...\n...",
        "0 1 1\n*2.\n...",
        "1 3 ? density=0.00001\n1..",
        "3 3 1 topology=hex reach=2 k=2\n1 _ .\n!2 . .\n. . .",
        "__\n__",
        "*__",
        "\ufeff*.",
        "'\"\\.",
        "2 2 1 a='b\n..\n..",
        "1 2 1\n!2.",
        "",
        "2 2 1 k=x k=2 k=3 reach=0 topology=cube density=2\n..\n..",
        "2 2 1 density=0.5\n..\n*.",
        "3 2\n. . .\n. . .",
        "1 2 3",
        "5 5 1\n..\n..",
        "2 3 1\n..\n..\n..",
        "1 12 .\n. . .",
        "1 2\n. .\n.",
        "..\n. .",
        "..*\n.z.",
        "*a\n..",
        "*2.\n..",
        "\n".join(["z" * 40 + "." * 160] * 40),
    ]
    counts = compare({"text": text, "lang": lang} for text in texts for lang in ("en", "de"))
    assert counts.keys() >= {"position", "solution", "configurations", "layout", "ParseError", "InvalidValue"}


def test_pictures_are_drawn_alike() -> None:
    texts = [
        str(board)
        for topology in ("square", "torus", "hex")
        for board in (
            mm.Board(mm.Grid(12, 11, topology, holes=[(0, 0)]), mines=3),
            mm.Board.parse("3 4 9 k=3\n0 1 2 3\n4 5 6 7\n! !2 12 .", topology=topology),
            mm.Layout.parse("3 3 5 k=3\n* . .\n. *3 .\n_ . *", topology=topology),
        )
    ]
    compare({"text": text, "to": ["svg"]} for text in texts)


LAYOUTS = ("*..\n...", "3 3 0\n...\n...\n...", "**\n**", str(mm.Layout.deal(mm.Grid(16, 30), 99, seed=1)))


def test_every_file_that_python_writes_is_read() -> None:
    values: list[Any] = [*map(mm.Layout.parse, LAYOUTS), mm.Board.parse("3 3 1\n1..\n1!.\n...")]
    values += [mm.play("beginner", seed=7), mm.play("beginner", seed=7).replay()]
    values.append(mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0)))
    done = set()
    bodies = []
    for value in values:
        for name in filetypes.writable():
            try:
                bodies.append(data(filetypes.written(value, filetypes.FORMATS[name])))
            except mm.InvalidValue:
                continue
            done.add(name)
    compare(bodies)
    assert done == set(filetypes.writable())


SCRIPT = recorded.Script(
    rows=2,
    cols=3,
    mines=((0, 0),),
    events=recorded.clicked((0, "o", 0, 2), (250, "f", 0, 0), (900, "o", 5, 9), (1000, "c", 1, 1)),
    milliseconds=1000,
)


def recordings() -> list[bytes]:
    own = [write(SCRIPT) for write in (recorded.avf, recorded.mvf, recorded.rawvf, recorded.rmv)]
    own += [recorded.evf(SCRIPT, version=version) for version in (0, 2, 3, 4)]
    return own + [path.read_bytes() for path in sorted(SAMPLES.glob("*.*")) if path.suffix != ".md"]


def test_recorded_games_are_layouts() -> None:
    assert compare(map(data, recordings()))["layout"] >= 8


def documents() -> list[bytes]:
    """Our own JSON: games of all kinds, half of them begun, records and certificates."""
    players = [Player(random.Random(seed)) for seed in range(60)]
    for player in players:
        player.play(40)
    games = [player.game for player in players]
    for way in ("uniform", "repaired"):
        games.append(mm.Game("beginner", seed=3, no_guess=True, way=way, grade=(1, 3)))
        games[-1].keep_time()
        games[-1].open(4, 4)
    games.append(mm.Game.from_layout(mm.Layout.parse("*1.\n11.", reveal_numbers=True)))
    found = [saved.to_json(game) for game in games]
    found += [mm.play(size, seed=seed).to_json() for size in ("beginner", (5, 5, 5)) for seed in range(5)]
    found.append(mm.no_guess.certify("3 4 2\n...*\n....\n...*", start=(0, 0)).to_json())
    return [json.dumps(values).encode() for values in found]


def test_saved_games_records_and_certificates() -> None:
    counts = compare(map(data, documents()))
    assert counts == {"game": 73, "layout": 1}
    certificate = json.loads(documents()[-1])
    budgets = (json.dumps(certificate | {"budget": budget}).encode() for budget in (1000, "x", -1))
    assert compare(map(data, budgets)) == {"layout": 1, "BadSave": 2}


UNKNOWN = [
    b"",
    b" \n",
    b"\x89PNG\r\n",
    b"%PDF-1.7",
    b"BM1.",
    b"BM\0\0",
    b"<html>",
    b"<?xml",
    b"[1]",
    b"[]",
    b" [ null, 1 ]\n",
    b"[" * 5000,
    b'[tool]\nname = "x"\n',
    b"hello",
    b"abc",
    b"name,score\nbob,12\n",
    b"import os\nprint(1)\n",
    b"3 3 1 topology=hexagonal\n...",
    b"\n3 3 1\r\nabcde",
    b"3 3 1x\nabcde\n....",
    b"see https://example.org for more",
    b"Dear reader, this is not a board, but a letter of some length.",
    b"\xff\xfe1\0",
    b"1\0.\0",
    b"\x03\x03\x00\x02\x00\x00",
    b"\x03\x03\x00\x02\x00\x00\x01",
    b"\x03\x03\x00\x03\x00\x00\x00\x00",
    b"\x03\x03\x00\x0a\x00\x00",
    b"\x03\x03\x00\x02\x03\x00",
    b"\x00\x01\x02",
    b"\xff1.",
    b"{}",
    b"{",
    b'{"minemind": 3, "kind": "game"}',
    b'{"minemind": 2, "kind": "run"}',
    b'{"minemind": 1.0}',
    b'{"a": 1,}',
    b'{"a": "\\x"}',
    b'{"a": "\\u12"}',
    b'{"a": "\n"}',
    b'{"a": 01}',
    b'{"a" 1}',
    b'{"a": [1 2]}',
    b'{"a": "',
    b'\xef\xbb\xbf{"minemind": 2, "kind": "record"}',
    b"*rmv",
    b"9x9#123",
    b"https://example.org/?b=99&m=0",
    b"3x2x1\n\xff",
]


def test_what_cannot_be_read_is_refused_in_the_same_words() -> None:
    assert compare(map(data, UNKNOWN)).keys() >= {"UnknownFormat", "BadSave", "BadReplay", "ParseError"}
    texts = [{}, {"text": "1.", "data": ""}, {"text": "1."}]
    assert compare(texts)["InvalidValue"] == 2


def test_what_is_too_large_is_refused_before_room_is_made_for_it() -> None:
    contents = [
        b"\n".join([b"200 200 ?", *[b"." * 200] * 200]),
        b"\n".join([b"1000 1000 ?", *[b"." * 1000] * 1000]),
        b"1 1 1 reach=999999999\n.",
        b"\n".join([b"100 100 ? reach=5", *[b"." * 100] * 100]),
        b"3 3 ? k=200\n...\n...\n...",
        b"\n" * 2_000_000 + b".",
        b". " * 900_000,
        b"999999x999999:" + b"0" * 9,
        b"?b=999999999999",
        b'{"x_size": 100000000, "y_size": 1, "mine_coords": []}',
        b"?board=9999x9999x1",
        b"?board=9x9x1&analysis=99990000" + b"9" * 99,
        b"?board=4x3x3&analysis=a255adaaadb2bSblVlS",
        bytes([255, 255, 0, 0]),
    ]
    counts = compare(map(data, contents))
    assert counts["TooLarge"] >= 9


def is_on(game: mm.Game) -> bool:
    return game.state is mm.State.PLAYING


def played() -> Iterator[mm.Game]:
    """Games of all kinds, with flags, chords, wasted clicks, wins, losses, and some that were given up."""
    for seed in range(24):
        dice = random.Random(seed)
        topology = ("square", "torus", "hex")[seed % 3]
        per_cell = 1 + (seed % 4 == 3)
        grid = mm.Grid(6, 7, topology, holes=[(0, 0)] if seed % 5 == 4 else [])
        rule = dice.choice(["opening", "safe", "any"])
        game = mm.Game(mines=8 * per_cell, seed=seed, first_click=rule, max_per_cell=per_cell, grid=grid)
        game.open(3, 3)
        for _ in range(dice.choice([5, 40])):
            if not is_on(game) or not game.board.hidden.any():
                break
            analysis = mm.analyse(game.board.unflagged())
            hidden = [cell for cell in game.grid if game.board.hidden[cell]]
            cell = dice.choice([*analysis.safe, *hidden] if dice.random() < 0.7 else hidden)
            if cell in analysis.mines or dice.random() < 0.05:
                game.flag(cell, mines=1)
            elif not game.board.flags[cell]:
                game.open(cell)
            if is_on(game) and dice.random() < 0.2:
                game.chord(dice.choice(list(game.grid)))
        yield game


def timed(game: dict[str, Any]) -> dict[str, Any]:
    """The same, with a time for every turn."""
    return game | {"times": [round(0.37 * turn, 2) for turn, _ in enumerate(game["history"])]}


def test_reviews_are_those_of_python() -> None:
    games = [saved.to_json(game) for game in played()]
    bodies: list[Body] = [{"game": timed(game) if place % 2 else game} for place, game in enumerate(games)]
    bodies += [{"game": games[0], "lang": "de"}, {"game": games[1], "margin": None}, {"game": games[2], "seed": "7"}]
    assert compare(bodies, "review") == {"review": len(bodies)}
    ends = {expected("review", body)["end"] for body in bodies}
    assert ends == {"won", "lost", "unfinished"}


def test_the_reasons_behind_reviews_are_those_of_python() -> None:
    games = [saved.to_json(game) for game in played()][::2]
    bodies: list[Body] = [{"game": game, "margin": None, "why": True} for game in games]
    bodies.append(bodies[0] | {"lang": "de"})
    assert compare(bodies, "review") == {"review": len(bodies)}
    moves = [move for body in bodies for move in expected("review", body)["moves"]]
    assert all((move["proof"] is None) or (move["guesses"] is None) for move in moves)
    assert {move["kind"] for move in moves if move["proof"]} >= {"safe", "needless guess", "flag proven"}
    assert {"forced guess"} <= {move["kind"] for move in moves if move["guesses"]} <= {"forced guess", "bad guess"}
    assert any(move["proof"] and move["action"] == "chord" for move in moves)


def of_least_risk(seed: int) -> mm.Game:
    """A game in which every guess is of the least risk, but any of those, so that others would win more often."""
    dice, game = random.Random(seed), mm.Game(16, 16, 50, seed=seed)
    game.open(8, 8)
    while is_on(game):
        analysis = mm.analyse(game.board)
        risks = {cell: analysis.probability[cell] for cell in game.grid if game.board.hidden[cell]}
        game.open(dice.choice([cell for cell, risk in risks.items() if risk < min(risks.values()) + 1e-9]))
    return game


def test_a_guess_of_the_same_risk_is_told_apart_by_its_odds() -> None:
    game = saved.to_json(of_least_risk(5))
    bodies: list[Body] = [{"game": game, "margin": 0.1, "lang": lang} for lang in ("en", "de")]
    assert compare(bodies, "review") == {"review": 2}
    sentences = [move["sentence"] for move in expected("review", bodies[0])["moves"]]
    assert any("same risk, wins" in sentence for sentence in sentences)


def test_a_careless_game_costs_a_bounded_multiple_of_a_careful_one() -> None:
    """In units of work, which are the same on every machine: all risks together share the games that are played."""
    games = [mm.play("expert", "champion", seed=11).replay(), careless_game(4), careless_game(5)]
    risks = [len(mm.review(game, margin=None).risks) for game in games]
    careful, *careless = asked("work", [{"game": saved.to_json(game), "margin": 0.02} for game in games])
    assert risks == [4, 77, 77]
    assert all(work < 3 * careful for work in careless)


def unopened() -> Iterator[mm.Game]:
    """Games of flags alone, or of nothing: their mines are yet to be dealt, or given."""
    for game in (mm.Game("beginner", seed=7), mm.Game(5, 6, 9, seed=7, first_click="any", max_per_cell=2)):
        yield game.copy()
        for cell in ((0, 0), (1, 1), (1, 1), (4, 4)):
            game.flag(cell)
        yield game
    yield mm.Game(grid=mm.Grid(4, 4, "torus"), mines=3, seed=7, no_guess=True)
    yield mm.Game.parse("*")
    for rule in ("any", "opening"):
        game = mm.Game.parse("3 4 2\n...*\n....\n...*", first_click=rule)
        game.flag(0, 3)
        game.flag(1, 1)
        yield game


def test_reviews_of_games_in_which_no_cell_was_opened() -> None:
    games = [saved.to_json(game) for game in unopened()]
    bodies: list[Body] = [{"game": game, "lang": lang, "why": True} for game in games for lang in ("en", "de")]
    bodies += [{"game": timed(games[1])}, data(json.dumps(games[1]).encode())]
    assert compare(bodies, "review") == {"review": len(bodies)}
    advice = [expected("review", body)["advice"] for body in bodies]
    assert {each["kind"] for each in advice} == {"unopened", "undealt"}
    assert sum(each["sentence"].startswith("Kein Feld wurde geöffnet") for each in advice) == len(games)


def test_reviews_of_files() -> None:
    found = [*recordings()[:8], *documents()[-11:-1:2]]
    counts = compare(({"margin": None} | data(content) for content in found), "review")
    assert counts["review"] >= 12
    wrong = [*map(data, UNKNOWN), {}, {"text": "1..", "data": ""}, {"text": "*.."}, data(documents()[-1])]
    assert compare(wrong, "review").keys() >= {"UnknownFormat", "BadSave", "BadReplay", "InvalidValue"}


@pytest.mark.long
def test_reviews_of_recorded_games() -> None:
    compare(({"margin": None} | data(content) for content in recordings()[8:]), "review")


def mutated_documents(dice: random.Random, count: int) -> Iterator[bytes]:
    """Documents with other values, most of which are still JSON. To Python alone, True is a number in a message."""
    found = documents()
    values = [b"1.0", b"null", b'"x"', b"[]", b"{}", b"-1", b"9" * 44, b"NaN", b"7", b"1e3", b"2"]
    for _ in range(count):
        content = dice.choice(found)
        for _ in range(dice.choice([1, 1, 2])):
            spots = list(re.finditer(rb'-?\b[0-9.]+\b|"[^"]*"|true|false|null', content))
            spot = dice.choice(spots)
            new = dice.choice([*values, dice.choice(spots)[0]])
            content = content[: spot.start()] + new + content[spot.end() :]
        yield content


def mutations(dice: random.Random, count: int) -> Iterator[bytes]:
    """Damaged files of every format."""
    for seeds in test_mutated.SEEDS.values():
        yield from test_mutated.mutations(seeds, dice, count)
    yield from test_mutated.mutations(recordings()[:8], dice, 2 * count)
    yield from mutated_documents(dice, 3 * count)


def is_of_known_letters(content: bytes) -> bool:
    """Whether Python knows all letters: a browser may know newer ones, and quote them as they are."""
    return all(unicodedata.category(letter) != "Cn" for letter in content.decode("utf-8", "ignore"))


def test_long_values_are_shortened_alike() -> None:
    saves = [json.loads(content) for content in (documents()[60], documents()[-1])]
    long = "9" * 44
    values: list[Any] = [
        int(long), [int(long), 3], [1, -int(long)], ["x" * 70, 3], "'\n" * 40, "ß" * 59, [1] * 9, [[[[[[[[1]]]]]]]], {},
        {"b": 1, "a": long * 2, "c": [], "d": None, "e": True}, [1.5, 1e300], True, None, [True, 3], "",
    ]  # fmt: skip
    bodies = []
    for value in values:
        bodies.append(saves[0] | {"no_guess": saves[0]["no_guess"] | {"grade": value}})
        bodies.append(saves[1] | {"moves": [saves[1]["moves"][0] | {"cell": value}]})
        bodies.append(saves[1] | {"moves": [saves[1]["moves"][0] | {"numbers": value}]})
        bodies.append(saves[1] | {"seed": value})
        bodies.append(saves[0] | {"first_click": value})
        bodies.append(saves[0] | {"no_guess": saves[0]["no_guess"] | {"way": value}})
    counts = compare(data(json.dumps(body).encode()) for body in bodies)
    assert counts["BadSave"] > 45


def test_spaces_around_a_link_are_the_same_to_both() -> None:
    link = "https://davidnhill.github.io/JSMinesweeper/index.html?board=4x3x3&analysis=aeadaaadb2bSblVlS"
    spaces = ["", " ", "\n", "\v", "\x1e", "\x85", "\xa0", "\ufeff", "\n\ufeff", "\u2003"]
    bodies = [{"text": before + link + after} for before in spaces for after in spaces]
    assert compare(bodies).keys() >= {"position", "ParseError"}


def test_damaged_files_are_read_or_refused_alike() -> None:
    counts = compare(map(data, mutations(random.Random(5), 60)))
    assert min(counts[kind] for kind in ("layout", "position", "BadSave", "ParseError", "UnknownFormat")) > 30


@pytest.mark.long
@pytest.mark.timeout(7200)
def test_damaged_files_that_nobody_has_seen_before() -> None:
    seed = secrets.randbits(32)
    print("seed", seed)  # noqa: T201  # pytest shows it where something was found
    dice = random.Random(seed)
    for _ in range(20):
        compare(map(data, filter(is_of_known_letters, mutations(dice, 1000))))
