"""The tools for language models, driven by the SDK's own client over real pipes."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from typing import Any

import anyio
import jsonschema
import pytest
from mcp import Client, StdioServerParameters, stdio_client
from mcp_types import CallToolResult, ListToolsResult

import minemind as mm
from minemind.answers import schema
from minemind.mcp.tools import TOOLS, answered
from tests.cli.running import COMMAND
from tests.cli.test_entry import started

BOARD = {"text": "3 4 2\n01..\n01..\n01.."}
GUESS = {"text": "2 2 1\n1.\n.."}
MINE_AND_GUESS = {"text": "1 6 ?\n.1_.1."}

# Called one after the other, on one connection.
CALLS: dict[str, tuple[str, dict[str, Any]]] = {
    "analyse": ("analyse", {"board": BOARD}),
    "unknown tool": ("solve", {"board": BOARD}),
    "explain": ("explain", {"board": BOARD, "cell": [0, 2]}),
    "no such cell": ("explain", {"board": BOARD, "cell": [7, 7]}),
    "uncertain cell": ("explain", {"board": BOARD, "cell": [0, 3]}),
    "hint": ("hint", {"board": BOARD}),
    "impossible": ("hint", {"board": {"text": "1 2 1\n5."}}),
    "guess": ("hint", {"board": GUESS, "lang": "de"}),
    "puzzle": ("puzzle", {"preset": "beginner", "grade": 2, "seed": 7}),
    "no size": ("puzzle", {"grade": 2}),
    "too large": ("puzzle", {"rows": 1000, "cols": 1000, "mines": 9}),
    "judge": ("judge", {"board": BOARD, "cell": [1, 2], "action": "flag"}),
    "no arguments": ("judge", {}),
    "a text as it stands": ("hint", {"board": BOARD["text"]}),
    "another field": ("hint", {"board": BOARD, "colour": 1}),
    "again": ("analyse", {"board": BOARD}),
}


@pytest.fixture(scope="module")
def session() -> tuple[ListToolsResult, dict[str, CallToolResult]]:
    async def drive() -> tuple[ListToolsResult, dict[str, CallToolResult]]:
        server = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], "mcp"])
        async with Client(stdio_client(server)) as client:
            listed = await client.list_tools()
            return listed, {name: await client.call_tool(*call) for name, call in CALLS.items()}

    return anyio.run(drive)


@pytest.fixture(scope="module")
def answers(session: tuple[ListToolsResult, dict[str, CallToolResult]]) -> dict[str, CallToolResult]:
    return session[1]


def test_every_tool_has_a_description_and_schemas_that_list_its_fields(
    session: tuple[ListToolsResult, dict[str, CallToolResult]],
) -> None:
    tools = {tool.name: tool for tool in session[0].tools}
    assert list(tools) == ["analyse", "explain", "hint", "puzzle", "judge"]
    for tool in tools.values():
        assert tool.description
        assert len(tool.description) < 300
        assert tool.output_schema
        for form in (tool.input_schema, tool.output_schema):
            assert form["type"] == "object"
            jsonschema.Draft202012Validator.check_schema(form)
    assert tools["judge"].input_schema["required"] == ["board", "cell"]
    assert tools["judge"].output_schema
    assert set(tools["judge"].output_schema["properties"]) == set(schema.JudgedJson.__annotations__)


def test_answers_are_those_of_the_command_line_as_values_and_as_text(answers: dict[str, CallToolResult]) -> None:
    for name in ("analyse", "explain", "hint", "guess", "puzzle", "judge"):
        found = answers[name]
        assert not found.is_error, name
        assert json.loads(found.content[0].text) == found.structured_content  # type: ignore[union-attr]
        jsonschema.validate(found.structured_content, TOOLS[CALLS[name][0]].output_schema)
    assert answers["analyse"].structured_content["safe"] == [[0, 2], [2, 2]]
    assert answers["explain"].structured_content["sentence"] == str(mm.explain(BOARD["text"], 0, 2))
    assert answers["hint"].structured_content["moves"][0]["certain"]
    assert "Risiko" in answers["guess"].structured_content["moves"][0]["reason"]


@pytest.mark.parametrize(
    ("name", "kind", "message"),
    [
        ("unknown tool", "InvalidValue", "there is no tool 'solve'; choose from analyse, explain"),
        ("no such cell", "OffBoard", r"\(7, 7\)"),
        ("uncertain cell", "InvalidValue", r"\(0, 3\) is not certain"),
        ("impossible", "Impossible", "contradicts itself"),
        ("no size", "InvalidValue", "the size is missing"),
        ("too large", "TooLarge", "too large"),
        ("no arguments", "BadRequest", "board: Field required"),
        ("a text as it stands", "BadRequest", "board: give an object"),
        ("another field", "BadRequest", "colour: there is no such field; leave it out"),
    ],
)
def test_bad_input_gets_one_object_that_says_what_is_wrong(
    name: str, kind: str, message: str, answers: dict[str, CallToolResult]
) -> None:
    found = answers[name]
    assert found.is_error
    assert found.structured_content["error"]["kind"] == kind
    with pytest.raises(ValueError, match=message):
        raise ValueError(found.structured_content["error"]["message"])


def test_the_next_request_after_bad_input_is_served(answers: dict[str, CallToolResult]) -> None:
    assert answers["again"].structured_content == answers["analyse"].structured_content


def test_a_puzzle_has_a_safe_cell_and_hides_its_mines(answers: dict[str, CallToolResult]) -> None:
    found = answers["puzzle"].structured_content
    puzzle = mm.no_guess.puzzle("beginner", seed=7, grade=2)
    assert found["board"] == {"text": str(puzzle.board)}
    assert (found["grade"], found["seed"]) == (2, "7")
    assert "*" not in json.dumps(found)
    assert mm.analyse(found["board"]["text"]).safe


@pytest.mark.parametrize(
    ("board", "cell", "action", "judgement", "better"),
    [
        (BOARD, (0, 2), "open", "proven", None),
        (BOARD, (1, 2), "flag", "proven", None),
        (BOARD, (1, 2), "open", "wrong", [0, 2]),
        (BOARD, (0, 2), "flag", "wrong", [0, 2]),
        (BOARD, (0, 3), "open", "needless guess", [0, 2]),
        (GUESS, (0, 1), "open", "guess", None),
        (MINE_AND_GUESS, (0, 3), "open", "guess", None),
        (MINE_AND_GUESS, (0, 0), "open", "wrong", [0, 3]),
        (MINE_AND_GUESS, (0, 3), "flag", "needless guess", [0, 0]),
    ],
)
def test_a_move_is_judged_by_proof(
    board: dict[str, str], cell: tuple[int, int], action: str, judgement: str, better: list[int] | None
) -> None:
    found, is_error = answered("judge", {"board": board, "cell": list(cell), "action": action})
    assert not is_error
    assert found["judgement"] == judgement
    assert (found["better"] and found["better"]["cell"]) == better
    assert (found["proof"] is None) == (found["certainty"] == "undecided")


def test_an_open_cell_is_no_move() -> None:
    found, is_error = answered("judge", {"board": BOARD, "cell": [0, 0]})
    assert is_error
    assert found["error"]["message"] == "(0, 0) is not hidden; choose a hidden cell"


def lines(process: subprocess.Popen[str]) -> Iterator[dict[str, Any]]:
    assert process.stdout
    yield from map(json.loads, process.stdout)


def test_a_line_that_is_no_message_is_answered_and_the_next_one_served() -> None:
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "test", "version": "1"}}
    with subprocess.Popen([*COMMAND, "mcp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin
        found = lines(process)
        for sent, part in (
            ("garbage", {"code": -32700}),
            ('{"jsonrpc": "2.0", "id": 1', {"code": -32700}),
            (json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}), None),
            ("[" * 10_000, {"code": -32700}),
            (json.dumps({"jsonrpc": "2.0", "id": 2, "method": "ping"}), None),
        ):
            process.stdin.write(sent + "\n")
            process.stdin.flush()
            answer = next(found)
            assert ("error" in answer) == (part is not None), answer
            if part:
                assert answer["id"] is None
                assert answer["error"]["code"] == part["code"]
        process.stdin.close()
        assert process.wait() == 0


def test_a_client_that_is_gone_ends_it_silently() -> None:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen([*COMMAND, "mcp"], **pipes) as process:  # type: ignore[call-overload]
        process.stdout.close()
        process.stdin.write(b"garbage\n")
        process.stdin.close()
        assert (process.stderr.read(), process.wait()) == (b"", 0)


def test_without_the_sdk_the_command_says_what_to_install() -> None:
    done, loaded = started("mcp", blocked="mcp,mcp_types")
    assert (done.returncode, done.stdout) == (1, "")
    assert 'pip install "minemind-engine[mcp]"' in done.stderr
    assert "minemind.mcp.tools" not in loaded


def test_other_commands_do_not_load_the_sdk() -> None:
    _, loaded = started("methods")
    assert [name for name in loaded if name.partition(".")[0] in ("mcp", "mcp_types")] == []
