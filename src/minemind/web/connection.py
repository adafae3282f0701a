"""Connection: what a client may do with a socket: it must send and read in time, and it waits for its turn.

uvicorn speaks HTTP; this adds what it does not check: clients that take too long to send or to read, that send much
more than is answered, or that open too many connections.
"""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from minemind.errors import BadRequest
from minemind.web.clients import client_at
from minemind.web.guard import HEADERS
from minemind.web.incidents import Incident
from minemind.web.limits import (
    HEAD_BYTES,
    HEAD_LINES,
    HEAD_SECONDS,
    PIECE_BYTES,
    READ_BYTES,
    READ_SECONDS,
    TURN_SECONDS,
)
from minemind.web.reply import refused
from minemind.web.traffic import Traffic

__all__ = ["Connection"]


class Connection(H11Protocol):
    """One connection of a client.

    What has arrived is parsed piece by piece, but not while an earlier request is being answered or its answer is
    unread: then nothing more is read either. A client that does not send ahead is always read from, so that it is
    noticed when it disconnects.
    """

    def __init__(self, traffic: Traffic, *given: Any, **more: Any) -> None:
        super().__init__(*given, **more)
        self.traffic = traffic
        self.address = ""
        self.received = bytearray()  # what is not parsed yet
        self.has_turn = False
        self.asking: asyncio.TimerHandle | None = None
        self.reading: asyncio.TimerHandle | None = None

    # Coming and going

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Accept the connection, unless the client has too many."""
        self.transport = transport
        self.address = client_at(str((transport.get_extra_info("peername") or ("",))[0]))
        if not self.traffic.enter(self.address):
            transport.abort()
            return
        super().connection_made(transport)
        self.flow = _Flow(transport)
        transport.set_write_buffer_limits(high=0)  # so that unread data is noticed
        self._await_request()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client is gone."""
        for timer in (self.asking, self.reading):
            if timer is not None:
                timer.cancel()
        self.received.clear()
        self.traffic.leave(self.address, self._take_turn)
        super().connection_lost(exc)

    def _drop(self, incident: Incident) -> None:
        self.traffic.incidents.add(incident)
        self.transport.abort()

    # Sending a request

    def data_received(self, data: bytes) -> None:
        """Keep what has arrived until it is the client's turn."""
        self._unset_keepalive_if_required()
        self.received += data
        self.transport.pause_reading()
        self.handle_events()

    def handle_events(self) -> None:
        """Parse what has arrived, when it is the client's turn."""
        if not self.has_turn:
            self.has_turn = True
            self.traffic.take_turn(self.address, self._take_turn)

    def _take_turn(self) -> None:
        self.has_turn = False
        end = self.loop.time() + TURN_SECONDS
        self._understand()
        while self.received and self._may_go_on() and self.loop.time() < end:
            self._understand()
        if self.transport.is_closing():
            return
        if self.received:
            self.transport.pause_reading()
            if self._may_go_on():
                self.handle_events()
        else:
            self.transport.resume_reading()

    def _may_go_on(self) -> bool:
        """Whether more may be parsed; if not, whatever removes the obstacle calls `handle_events`."""
        return not (self.transport.is_closing() or self.flow.write_paused or self._is_answering())

    def _understand(self) -> None:
        """Parse one more piece of what has arrived."""
        if not self._may_go_on():
            return
        ahead = self.conn.trailing_data[0]
        if self.received and len(ahead) <= HEAD_BYTES:  # otherwise `ahead` has whole requests
            ahead += self.received[:PIECE_BYTES]
            self.conn.receive_data(bytes(self.received[:PIECE_BYTES]))
            del self.received[:PIECE_BYTES]
        if self.conn.their_state is h11.IDLE and ahead.partition(b"\r\n\r\n")[0].count(b"\n") > HEAD_LINES:
            self.send_400_response(f"The request has more than {HEAD_LINES} headers.")
        else:
            super().handle_events()

    def _is_answering(self) -> bool:
        """Whether a request has arrived completely, but its answer is not written completely."""
        cycle: RequestResponseCycle | None = self.cycle
        return cycle is not None and not cycle.more_body and not cycle.response_complete

    def on_response_complete(self) -> None:
        """Go on with the next request."""
        self._await_request()
        super().on_response_complete()
        if not self.transport.is_closing():
            self.handle_events()

    def _await_request(self) -> None:
        """Start the deadline for the next request's head, counted from the connection or from the last answer.

        Until then, the rest of a body that was refused is read and discarded, so that the refusal arrives.
        """
        if self.asking is not None:
            self.asking.cancel()
        self.asking = self.loop.call_later(HEAD_SECONDS, self._hang_up)

    def _hang_up(self) -> None:
        cycle: RequestResponseCycle | None = self.cycle
        if self.flow.write_paused or (cycle is not None and not cycle.response_complete):
            return  # it is not the client's turn to send
        if self.received or self.conn.trailing_data[0] or self.conn.their_state is h11.SEND_BODY:
            self.traffic.incidents.add(Incident.NOT_SENDING)
        self.transport.close()

    # Reading an answer

    def pause_writing(self) -> None:
        """The client has not read everything yet: start its deadline."""
        super().pause_writing()
        self._await_reading()

    def resume_writing(self) -> None:
        """The client has read everything."""
        super().resume_writing()
        if self.reading is not None:
            self.reading.cancel()
        self._await_request()
        self.handle_events()

    def _await_reading(self) -> None:
        unread = self.transport.get_write_buffer_size()
        self.reading = self.loop.call_later(READ_SECONDS, self._look_at_reading, unread)

    def _look_at_reading(self, before: int) -> None:
        if self.transport.get_write_buffer_size() > before - READ_BYTES:
            self._drop(Incident.NOT_READING)
        else:
            self._await_reading()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, which never reaches the guard, in the same way; if an answer was sent, hang up."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):
            self.transport.abort()
            return
        response = refused(BadRequest(msg)).response()
        headers: list[Any] = [*response.raw_headers, *HEADERS.items(), (b"connection", b"close")]
        for event in (
            h11.Response(status_code=400, headers=headers, reason=b"Bad Request"),
            h11.Data(data=bytes(response.body)),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()


class _Flow(FlowControl):
    """Flow control that leaves it to the connection when to read."""

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass
