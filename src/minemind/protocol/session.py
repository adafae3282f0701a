"""Session: one client's requests, read by one thread and answered in order by another, until the input ends.

The thread that reads handles only `stop` itself. The number of waiting requests is limited, and no more are read from a
client that does not read its answers: nothing piles up here, whatever the client does.
"""

from __future__ import annotations

import json
import threading
from collections import deque
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import partial
from queue import SimpleQueue
from typing import Any, Final

from minemind.answers.fault import engine_fault, no_memory
from minemind.answers.json import error_json
from minemind.arguments import shown
from minemind.deadline import MORE_TIME, Stop
from minemind.errors import BadRequest, MineMindError, Stopped, TooHard
from minemind.formats.document import LINE_BYTES, PROTOCOL, SCHEMA
from minemind.protocol.fields import Kind, RequestField, Unfit, read
from minemind.protocol.info import Info
from minemind.protocol.lines import Output
from minemind.protocol.requests import PENDING, REQUESTS
from minemind.protocol.state import SessionState
from minemind.protocol.writing import text
from minemind.words import speaking

__all__ = ["ENVELOPE", "STOP", "EngineSession"]

# The most bytes of waiting requests, in addition to the limit on their number: a few of the longest lines.
PENDING_BYTES: Final = 4 * LINE_BYTES

# The most characters of an id: a UUID has 36.
ID_LETTERS: Final = 100

# The largest whole number that every JSON reader keeps.
MOST_ID: Final = 2**53 - 1

# Requests that are never stopped: they take no time, and later requests rely on them.
AT_ONCE: Final = frozenset({"hello", "options", "position"})

Id = int | str | None


def _id(value: object) -> Id:
    is_number = type(value) is int and abs(value) <= MOST_ID
    if value is None or is_number or (isinstance(value, str) and len(value) <= ID_LETTERS):
        return value  # type: ignore[return-value]
    raise Unfit


ID: Final = Kind(
    f"a whole number, or a text of up to {ID_LETTERS} characters",
    {
        "anyOf": [
            {"type": "integer", "minimum": -MOST_ID, "maximum": MOST_ID},
            {"type": "string", "maxLength": ID_LETTERS},
            {"type": "null"},
        ]
    },
    _id,
)

# The fields that every request may have besides its own, and those of `stop`, the one request that overtakes others.
ENVELOPE: Final = (
    RequestField(
        "ask", Kind("the name of a request", {"type": "string"}, lambda value: value), "what is asked", is_required=True
    ),
    RequestField("id", ID, "what the answer is to be told by; it must not wait for another answer"),
    RequestField(
        "protocol", Kind(f"{PROTOCOL}", {"const": PROTOCOL}, lambda value: value), "the version of the protocol"
    ),
)
STOP: Final = (RequestField("request", ID, "the id of the request to stop; without it, all that were asked before"),)


@dataclass(eq=False)
class PendingRequest:
    """A request that waits for its answer, and if it cannot be answered, the reason."""

    id: Id
    size: int
    name: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)
    refusal: MineMindError | None = None
    is_stopped: bool = False
    stop: Stop | None = None

    def halt(self) -> None:
        """Stop the request, whether it is already being answered or not."""
        self.is_stopped = True
        if self.stop is not None:
            self.stop.set()


class EngineSession:
    """The requests of one client, and their answers."""

    def __init__(self, output: Output) -> None:
        self.output, self.state = output, SessionState()
        self._waiting: deque[PendingRequest] = deque()  # including the one being answered, so that it can be stopped
        self._bytes = 0
        self._changed = threading.Condition()
        self._is_full = False
        # The same without that one, for the thread that answers: a queue wakes it in a tenth of the time.
        self._next: SimpleQueue[PendingRequest | None] = SimpleQueue()

    def listen(self, lines: Iterable[bytes | MineMindError]) -> None:
        """Read requests until there are no more. Runs in a thread of its own."""
        for line in lines:
            if isinstance(line, bytes) and not line.strip():
                continue
            asked = _refused(line) if isinstance(line, MineMindError) else _understood(line)
            if asked.name == "stop" and not asked.refusal:
                self._stop(asked)
            else:
                self._add(asked)
        self._next.put(None)

    def answer_all(self) -> None:
        """Answer what was asked, in order, until the input has ended and nothing waits."""
        while asked := self._next.get():
            line = self._line(asked)
            with self._changed:  # before it is sent: a client that has read the answer may use its id again
                self._waiting.popleft()
                self._bytes -= asked.size
                if self._is_full:
                    self._changed.notify_all()
            self.output.send(line)

    def _add(self, asked: PendingRequest) -> None:
        with self._changed:
            while len(self._waiting) >= PENDING or (self._waiting and self._bytes + asked.size > PENDING_BYTES):
                self._is_full = True
                self._changed.wait()
            self._is_full = False
            if asked.id is not None and any(other.id == asked.id for other in self._waiting):
                asked.refusal = BadRequest(f"id {shown(asked.id)} still waits for its answer; choose another")
            self._waiting.append(asked)
            self._bytes += asked.size
        self._next.put(asked)

    def _stop(self, asked: PendingRequest) -> None:
        try:
            given = read("stop", STOP, asked.values)
        except MineMindError as error:
            self.output.send(_error_line(asked.id, error))
            return
        with self._changed:
            halted = [
                other
                for other in self._waiting
                if other.name not in AT_ONCE and ("request" not in given or other.id == given["request"])
            ]
        stopped = {"minemind": SCHEMA, "stopped": [other.id for other in halted]}
        self.output.send(_result_line(asked.id, text(stopped)), first=lambda: self._halt(halted))

    def _halt(self, halted: Iterable[PendingRequest]) -> None:
        with self._changed:
            for other in halted:
                other.halt()

    def _line(self, asked: PendingRequest) -> str:
        """The answer to a request, or why there is none."""
        try:
            if asked.refusal:
                raise asked.refusal
            return _result_line(asked.id, self._result(asked))
        except MineMindError as error:
            return _error_line(asked.id, self._told_apart(error, asked))
        except MemoryError:
            return _error_line(asked.id, no_memory())
        except OSError:
            raise
        except Exception as error:
            return _error_line(asked.id, engine_fault(error))

    def _result(self, asked: PendingRequest) -> str:
        request = REQUESTS[asked.name]
        given = read(asked.name, request.fields, asked.values)
        limit = self.state.options.time_limit
        if asked.name != "options":
            limit = given.pop("time_limit", limit)
        with self._changed:
            asked.stop = Stop(limit, MORE_TIME)
            if asked.is_stopped:
                raise TooHard
        info = Info(partial(self._send_info, asked.id), self.state.options.info, asked.stop)
        with speaking(self.state.options.lang), asked.stop:
            return request.answer(self.state, given, info)

    def _send_info(self, number: Id, values: Mapping[str, Any]) -> None:
        self.output.send(_line_of(number, "info", text(values)))

    def _told_apart(self, error: MineMindError, asked: PendingRequest) -> MineMindError:
        """`Stopped` in place of `TooHard` if the request was stopped; any other error unchanged."""
        if asked.is_stopped and isinstance(error, TooHard):
            return Stopped("stopped before there was an answer; ask again to have one")
        return error


def _understood(line: bytes) -> PendingRequest:
    """The request in a line."""
    try:
        values = json.loads(line)
    except json.JSONDecodeError as error:
        return _refused(BadRequest(f"the line is not valid JSON: {error.msg}, at character {error.pos}"), len(line))
    except (ValueError, RecursionError):  # not UTF-8, numbers of thousands of digits, or nested too deeply
        return _refused(BadRequest("the line cannot be read; send JSON"), len(line))
    if not isinstance(values, dict):
        return _refused(BadRequest("the line is not a JSON object; send one"), len(line))
    return _asked(values, len(line))


def _asked(values: dict[str, Any], size: int) -> PendingRequest:
    try:
        number = _id(values.pop("id", None))
    except Unfit:
        return _refused(BadRequest(f"the id is not valid; give {ID.wanted}"), size)
    asked, version = values.pop("ask", None), values.pop("protocol", PROTOCOL)
    names = ", ".join((*REQUESTS, "stop"))
    refusal = None
    if asked is None:
        refusal = BadRequest(f"ask is missing; give one of {names}")
    elif asked != "stop" and (not isinstance(asked, str) or asked not in REQUESTS):
        refusal = BadRequest(f"ask is {shown(asked)}; give one of {names}")
    elif version != PROTOCOL:
        refusal = BadRequest(f"protocol is {shown(version)}; this engine speaks version {PROTOCOL}")
    return PendingRequest(number, size, asked if isinstance(asked, str) else "", values, refusal)


def _refused(error: MineMindError, size: int = 0) -> PendingRequest:
    return PendingRequest(None, size, refusal=error)


def _line_of(number: Id, what: str, values: str) -> str:
    return f'{{"minemind":{SCHEMA},"id":{json.dumps(number)},"{what}":{values}}}'


def _result_line(number: Id, values: str) -> str:
    return _line_of(number, "result", values)


def _error_line(number: Id, error: MineMindError) -> str:
    return _line_of(number, "error", text(error_json(error)["error"]))
