"""Recordings: reads and writes the recorded games of other programs, and finds the clicks in them."""

from __future__ import annotations

import _minemind_engine as engine
from _minemind_engine import Graph, Recording
from minemind._native.asking import IntArray
from minemind.errors import BadReplay

__all__ = ["clicks", "read_board_file", "read_recording", "recording", "write_recording"]


def read_recording(kind: str, content: bytes) -> Recording:
    """The recording in a file of this kind: `avf`, `evf`, `mvf`, `rawvf` or `rmv`."""
    readers = {
        "avf": engine.read_avf,
        "evf": engine.read_evf,
        "mvf": engine.read_mvf,
        "rawvf": engine.read_rawvf,
        "rmv": engine.read_rmv,
    }
    try:
        return readers[kind](content)
    except engine.BadFile as bad:
        what, offset = bad.args
        raise BadReplay(f"cannot be read as {kind.upper()}: {what} (byte {offset:,})") from None


def read_board_file(content: bytes) -> Recording | str:
    """The rows, columns and mines of a Minesweeper board file, or what is wrong with it."""
    try:
        return engine.read_mbf(content)
    except engine.BadFile as bad:
        return str(bad.args[0])


def recording(rows: int, cols: int, mines: IntArray, events: IntArray) -> Recording:
    """A recording to be written; each event is milliseconds, kind, x and y."""
    return engine.recording(rows=rows, cols=cols, mines=mines, events=events)


def write_recording(kind: str, recording: Recording) -> bytes:
    """The bytes of a recording as a file of this kind: `evf` or `rawvf`."""
    return engine.write_evf(recording) if kind == "evf" else engine.write_rawvf(recording)


def clicks(graph: Graph, mines: IntArray, events: IntArray, *, pixels: int, has_marks: bool) -> IntArray:
    """The clicks in mouse events, in rows: cell (-1 off the board), kind (open, flag, chord), flagged, milliseconds."""
    return engine.clicks(graph, mines=mines, events=events, pixels=pixels, has_marks=has_marks).reshape(-1, 4)
