"""The protocol over real pipes: garbage, huge and truncated lines, order and ids, stops, clients that do not read."""

from __future__ import annotations

import json
import os
import random
import signal
import time
from typing import Any

import pytest

from minemind.formats.document import LINE_BYTES
from minemind.protocol.requests import PENDING, REQUESTS
from minemind.protocol.session import PENDING_BYTES
from tests.protocol.speaking import BOARD, GUESS, LONG, LONG_HINT, LONG_WIN, PATIENCE, Engine, validator

GARBAGE = [
    b"nonsense",
    b"\x00\xff\xfe\x80",
    b"{",
    b'{"ask":"hello"',
    b"[]",
    b"17",
    b"null",
    b'"hello"',
    b'{"ask":17}',
    b'{"ask":null}',
    b'{"ask":"Hello"}',
    b"{}",
    b'{"id":1}',
    b'{"ask":"hello","id":1.5}',
    b'{"ask":"hello","id":[]}',
    b'{"ask":"hello","id":true}',
    b'{"ask":"hello","id":"' + b"x" * 101 + b'"}',
    b'{"ask":"hello","protocol":2}',
    b'{"ask":"hello","colour":1}',
    b'{"ask":"analyse","board":"1 2 1"}',
    b'{"ask":"analyse","board":{"text":7}}',
    b'{"ask":"analyse","board":{"text":"\\ud800"}}',
    b'{"ask":"analyse","board":{}}',
    b'{"ask":"analyse","board":{"text":"1 2 1\\n1.","more":1}}',
    b'{"ask":"analyse","board":{"text":""}}',
    b'{"ask":"explain","cell":[0]}',
    b'{"ask":"explain","cell":[0,-1]}',
    b'{"ask":"explain"}',
    b'{"ask":"guesses","games":1e400}',
    b'{"ask":"guesses","games":NaN}',
    b'{"ask":"guesses","games":' + b"9" * 5000 + b"}",
    b'{"ask":"hint","think":"much"}',
    b'{"ask":"options","lang":"xx"}',
    b'{"ask":"options","time_limit":-1}',
    b'{"ask":"stop","request":{}}',
    b'{"ask":"position","game":{"moves":[["jump",0,0]]}}',
    b'{"ask":"position","game":{"preset":"beginner","moves":[["open",0]]}}',
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b'{"ask":"hello",\r',
]


@pytest.mark.parametrize("line", GARBAGE, ids=lambda line: repr(line[:30]))
def test_garbage_is_refused_in_one_sentence_and_the_next_request_is_served(line: bytes) -> None:
    with _shared() as engine:
        engine.say(line)
        said = engine.hear()
        assert said["error"]["kind"] in ("BadRequest", "InvalidValue", "ParseError")
        assert said["error"]["message"]
        assert "Traceback" not in said["error"]["message"]
        assert engine.result("hello", id="next")["protocol"] == 1


class _Kept:
    """An engine for many tests: what one test does to it must not affect the next."""

    engine: Engine | None = None

    def __enter__(self) -> Engine:
        if self.engine is None or self.engine.process.poll() is not None:
            _Kept.engine = Engine()
        assert self.engine is not None
        return self.engine

    def __exit__(self, *_: object) -> None:
        pass


def _shared() -> _Kept:
    return _Kept()


def teardown_module() -> None:
    if _Kept.engine is not None:
        _Kept.engine.__exit__(None, None, None)


def test_a_line_that_is_too_long_is_skipped_and_nothing_else() -> None:
    with Engine() as engine:
        engine.listen()
        engine.say(b'{"ask":"hello","id":1,"x":"' + b"y" * LINE_BYTES + b'"}')
        engine.say(b"z" * (5 * LINE_BYTES))
        engine.send(ask="analyse", id=2, board={"text": BOARD})
        kinds = engine.ends(3)
        assert [said.get("error", {}).get("kind") for said in kinds] == ["TooLarge", "TooLarge", None]
        assert f"{LINE_BYTES:,}" in kinds[0]["error"]["message"]
        assert kinds[2]["id"] == 2
        longest = json.dumps({"ask": "hello", "id": 3})
        engine.asked[3] = "hello"
        engine.say(longest + " " * (LINE_BYTES - len(longest)))
        assert "result" in engine.hear()


def test_blank_lines_and_carriage_returns_do_not_matter() -> None:
    with Engine() as engine:
        engine.asked[1] = "hello"
        engine.say(b"\n\r\n  \t\n" + b'{"ask":"hello","id":1}\r')
        assert "result" in engine.hear()


def test_a_request_may_come_byte_by_byte_and_the_last_line_needs_no_end() -> None:
    with Engine() as engine:
        engine.asked[None] = "analyse"
        for byte in json.dumps({"ask": "analyse", "board": {"text": BOARD}}).encode():
            engine.input.write(bytes([byte]))
        engine.input.close()
        (said,) = engine.ends(1)
        assert said["result"]["solutions"] == "3"
        assert engine.process.wait(PATIENCE) == 0


def test_a_truncated_last_line_is_an_error_and_the_exit_code_0() -> None:
    with Engine() as engine:
        engine.input.write(b'{"ask":"hello","id":')
        engine.input.close()
        assert engine.hear()["error"]["kind"] == "BadRequest"
        assert engine.process.wait(PATIENCE) == 0
        assert engine.said == ""


def test_pipelined_requests_are_answered_in_order_each_once() -> None:
    with Engine() as engine:
        engine.listen()
        rng, count = random.Random(1), 3 * PENDING
        asked: list[dict[str, Any]] = []
        for number in range(count):
            question: dict[str, Any] = rng.choice(
                [
                    {"ask": "hello"},
                    {"ask": "analyse", "board": {"text": BOARD}, "parts": []},
                    {"ask": "win", "board": {"text": GUESS}},
                    {"ask": "analyse", "board": {"text": "1 2 1\n5."}},
                ]
            )
            asked.append({**question, "id": rng.choice([number, f"no. {number}"])})
            engine.send(**asked[-1])
        said = engine.ends(len(asked))
        assert [one["id"] for one in said] == [one["id"] for one in asked]
        assert engine.end() == 0


def test_an_id_that_still_waits_is_refused_and_one_that_was_answered_is_free_again() -> None:
    with Engine() as engine:
        engine.send(**{**LONG, "id": 7, "time_limit": 1.0})
        engine.say(b'{"ask":"hello","id":7}')
        first, second = engine.ends(2)
        assert "result" in first or first["error"]["kind"] == "TooHard"
        assert "still waits" in second["error"]["message"]
        for _ in range(20):
            assert engine.result("hello", id=7)


@pytest.mark.parametrize("named", [True, False])
def test_stop_overtakes_and_ends_what_it_names(*, named: bool) -> None:
    with Engine() as engine:
        engine.result("options", info=0.01)
        engine.send(**{**LONG, "id": 1})
        engine.send(ask="analyse", id=2, board={"text": BOARD})
        assert "info" in engine.hear()  # it is being answered
        engine.send(ask="stop", id=3, **({"request": 1} if named else {}))
        said = engine.ends(3)
        assert [line["id"] for line in said] == [3, 1, 2]
        assert said[0]["result"]["stopped"] == ([1] if named else [1, 2])
        assert "candidates" in said[1].get("result", {}) or said[1]["error"]["kind"] == "Stopped"
        assert ("result" in said[2]) == named


def test_a_stop_of_what_does_not_wait_stops_nothing() -> None:
    with Engine() as engine:
        assert engine.result("stop", id=1, request=99)["stopped"] == []
        assert engine.result("stop")["stopped"] == []
        assert engine.result("hello", id=2)


def test_setting_a_position_is_not_stopped() -> None:
    with Engine() as engine:
        engine.listen()
        lines = [{**LONG, "id": 1}, {"ask": "position", "id": 2, "board": {"text": BOARD}}, {"ask": "stop", "id": 3}]
        for line in lines:
            engine.send(**line)
        said = {line["id"]: line for line in engine.ends(3)}
        assert "result" in said[2]
        assert engine.result("analyse", id=4)["solutions"] == "3"


def test_stops_at_random_moments_leave_every_request_with_one_answer() -> None:
    rng = random.Random(5)
    questions = [
        {**LONG},
        {"ask": "analyse", "board": {"text": BOARD}},
        {**LONG_HINT},
        {"ask": "generate", "preset": "expert", "no_guess": True, "seed": 5},
        {"ask": "play", "preset": "expert", "seed": 5},
        {**LONG_WIN},
    ]
    with Engine() as engine:
        engine.listen()
        waiting: list[Any] = []
        for number in range(12):
            for place in range(rng.randint(1, 3)):
                waiting.append(f"{number}.{place}")
                engine.send(**rng.choice(questions), id=waiting[-1])
            time.sleep(rng.random() * 0.05)
            engine.send(ask="stop", id=f"stop {number}")
            heard: list[Any] = []
            while waiting or f"stop {number}" not in heard:
                said = engine.hear()
                if "info" in said:
                    continue
                heard.append(said["id"])
                if said["id"] in waiting:
                    assert waiting.pop(0) == said["id"]
                    assert "result" in said or said["error"]["kind"] in ("Stopped", "TooHard", "NoBoard")
            assert len(heard) == len(set(heard))
        assert engine.end() == 0


def test_the_end_of_the_input_waits_for_what_is_pending() -> None:
    with Engine() as engine:
        for number in range(20):
            engine.send(ask="play", id=number, preset="beginner", seed=number, strategy="exact")
        engine.input.close()
        assert [said["id"] for said in engine.ends(20)] == list(range(20))
        assert engine.process.wait(PATIENCE) == 0
        assert engine.said == ""


def test_a_closed_output_ends_it_silently() -> None:
    with Engine() as engine:
        engine.output.close()
        engine.process.stdout = None
        engine.say(b'{"ask":"hello"}')
        assert engine.process.wait(PATIENCE) == 0
        assert engine.said == ""


def test_it_ends_when_its_client_is_gone_however_long_the_work() -> None:
    with Engine() as engine:
        engine.send(ask="options", info=1000)
        engine.send(**{**LONG, "id": 1})
        assert b"result" in os.read(engine.output.fileno(), 4096)  # no reader thread may wait when it is closed
        engine.input.close()
        engine.output.close()
        engine.process.stdout = None
        assert engine.process.wait(PATIENCE) == 0


@pytest.mark.parametrize("busy", [False, True])
def test_ctrl_c_ends_it_silently(*, busy: bool) -> None:
    with Engine() as engine:
        engine.result("options", info=0.01)
        if busy:
            engine.send(**{**LONG, "id": 1})
            assert "info" in engine.hear()
        engine.process.send_signal(signal.SIGINT)
        assert engine.process.wait(PATIENCE) == 130
        assert engine.said == ""


@pytest.mark.parametrize("size", [4_000, LINE_BYTES], ids=["many", "long"])
def test_a_client_that_does_not_read_is_not_read_either(size: int) -> None:
    """Its requests wait in the pipe, so that the engine keeps a limited number of them; none is lost."""
    text = "100 100 2000\n" + "\n".join(["." * 100] * 100)
    line = b'{"ask":"hello","%s":1}\n'
    line %= b"q" * (size - len(line))
    filling = json.dumps({"ask": "analyse", "parts": [], "board": {"text": text}})
    with Engine() as engine:
        engine.say(filling)
        while not os.read(engine.output.fileno(), 2**16).endswith(b"\n"):
            pass
        before, written = engine.memory, 0
        for _ in range(FILLING):
            engine.say(filling)
        os.set_blocking(engine.input.fileno(), False)
        while (done := _written(engine, line[written % len(line) :])) is not None:
            written += done
            assert written < min(PENDING * size, PENDING_BYTES) + 3 * size + IN_PIPES, "it goes on reading"
        assert written > min(PENDING * size, PENDING_BYTES) - size
        assert engine.memory - before < PENDING_BYTES + 8 * LINE_BYTES
        os.set_blocking(engine.input.fileno(), True)
        engine.listen()
        engine.say(line[written % len(line) : -1])
        for place in range(FILLING + written // len(line) + 1):
            assert (b'"result"' if place < FILLING else b'"error"') in engine.line()


# The number of large answers to ask for, two of which fill the engine's output; and the bytes in pipes, with the piece
# that is being read.
FILLING = 4
IN_PIPES = 3 * 2**16


def _written(engine: Engine, content: bytes) -> int | None:
    """The bytes that the engine takes; None if it takes no more, and all of its threads sleep at each of 20 checks."""
    for _ in range(20):
        while not (done := engine.input.write(content)) and not engine.is_asleep:
            time.sleep(0.005)
        if done:
            return done
        time.sleep(0.002)
    return None


@pytest.mark.parametrize("count", [1_500, pytest.param(10_000, marks=pytest.mark.long)])
def test_memory_does_not_grow_with_the_number_of_requests(count: int) -> None:
    with Engine() as engine:
        boards = [{"text": f"3 4 {mines}\n01..\n01..\n01.."} for mines in (2, 3, 4)]

        def ask(first: int, last: int) -> None:
            for number in range(first, last):
                engine.say(json.dumps({"ask": "analyse", "id": number, "board": boards[number % len(boards)]}))
                engine.say(b"garbage")
                assert b'"result"' in engine.line()
                assert b'"error"' in engine.line()

        ask(0, count // 5)
        before = engine.memory
        ask(count // 5, count)
        assert engine.memory - before < 2**20
        assert set(REQUESTS) <= set(engine.result("hello", id="end")["requests"])


def test_every_request_in_the_schema_is_one_that_the_engine_knows() -> None:
    for name in (*REQUESTS, "stop"):
        required = {"cell": [0, 0]} if name == "explain" else {}
        assert validator("request").is_valid({"ask": name, "id": 1, **required})
        assert not validator("request").is_valid({"ask": name, "id": 1, **required, "colour": 1})
    assert not validator("request").is_valid({"ask": "sing"})
