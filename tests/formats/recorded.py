"""Recorded games written byte by byte, as docs/replays.md describes each format; without code of the package."""

from __future__ import annotations

import math
import struct
from dataclasses import dataclass, field

MOVE, LEFT, LEFT_UP, RIGHT, RIGHT_UP, MIDDLE, MIDDLE_UP, PRE_FLAG, SHIFT, MARKS = range(1, 11)

Event = tuple[int, int, int, int]  # milliseconds, kind, x, y


@dataclass(frozen=True)
class Script:
    """A game to record."""

    rows: int
    cols: int
    mines: tuple[tuple[int, int], ...]
    events: tuple[Event, ...]
    milliseconds: int = 0
    player: bytes = b"Ada"
    marks: bool = False
    mode: int = 0
    flags: tuple[tuple[int, int], ...] = ()  # before the game
    options: dict[str, str] = field(default_factory=dict)

    @property
    def pairs(self) -> bytes:
        """Column and row of every mine."""
        return bytes(place for row, col in self.mines for place in (col, row))

    @property
    def bits(self) -> bytes:
        """A bit for every cell, set for mines."""
        text = "".join("01"[(row, col) in self.mines] for row in range(self.rows) for col in range(self.cols))
        return bytes(int(text[i : i + 8].ljust(8, "0"), 2) for i in range(0, len(text), 8))


def clicked(*clicks: tuple[int, str, int, int], pixels: int = 16) -> tuple[Event, ...]:
    """The mouse events of clicks, given as milliseconds, `o`pen, `f`lag or `c`hord, row, column."""
    buttons = {"o": (LEFT, LEFT_UP), "f": (RIGHT, RIGHT_UP), "c": (LEFT, RIGHT, LEFT_UP, RIGHT_UP)}
    return tuple(
        (time, kind, col * pixels + pixels // 2, row * pixels + pixels // 2)
        for time, what, row, col in clicks
        for kind in buttons[what]
    )


def avf(script: Script, *, level: int = 6, version: int = 52, comma: str = ".") -> bytes:
    """A file of Minesweeper Arbiter; version 0 is FreeSweeper."""
    codes = {MOVE: 1, LEFT: 3, LEFT_UP: 5, RIGHT: 9, RIGHT_UP: 17, MIDDLE: 33, MIDDLE_UP: 65, SHIFT: 11}
    size = struct.pack(">BBH", script.cols - 1, script.rows - 1, len(script.mines)) if level == 6 else b""
    mines = bytes(place + 1 for cell in script.mines for place in cell)
    custom = f"W{script.cols}H{script.rows}M{len(script.mines)}|" if level == 6 else ""
    time = f"{script.milliseconds // 1000 + 1}{comma}{script.milliseconds % 1000 // 10:02}"
    summary = f"[{level - 3}|{custom}18.10.2022.20:15:35:6606|18.20:16:24:8868|HS|B2T{time}]"
    events, thousandths = b"", b""
    for milliseconds, kind, x, y in (*script.events, (-1000, MOVE, 0, 0), (-1000, MOVE, 0, 0)):
        seconds = milliseconds // 1000 + 1
        word = (codes[kind], x >> 8 & 255, seconds & 255, x & 255, milliseconds % 1000 // 10, y >> 8 & 255)
        events += bytes((*word, seconds >> 8, y & 255))
    for milliseconds, *_ in (*script.events, (0,)):
        thousandths += bytes([0x30 + milliseconds % 10])
    footer = b"RealTime: 1.00\rSkin: 3.1\r" if version else b""
    extra = (thousandths, b"0123456789abcdef\rmore\r") if not version else (b"", b"0123456789abcdef\r")
    name = b"FreeSweeper R10. Copyright" if not version else b"Minesweeper Arbiter 0.52.3. Copyright \xa9 2005"
    return b"".join(
        [
            bytes([version, 9, 9, 9, 9, level]) + size + mines + b"\x08[\x07\x0b",
            bytes([17 if script.marks else 127]) + b"8" + summary.encode() + b"\x0c\x04\x0c",
            events + b"0589518756128\x0f\rcs=" + extra[0] + extra[1] + footer + script.player + b"\r" + name,
        ]
    )


def rmv(script: Script, *, version: int = 1, pixels: int = 16, utf8: int | None = None, small: bool = False) -> bytes:
    """A file of Vienna Minesweeper. The press of the first click is missing, as in the program's own files."""
    info = b"Vienna Minesweeper - Release 4.0.0 Copyright (C) 2008"
    result = b"\nLEVEL:Custom#3BV:2#\n" if version == 1 else b""
    fields = [script.player, b"nick", b"", b"token"]
    players = struct.pack(">H", len(fields)) + b"".join(bytes([len(text)]) + text for text in fields)
    board = struct.pack(">IBBH", 1354964250, script.cols, script.rows, len(script.mines)) + script.pairs
    flags = struct.pack(">H", len(script.flags)) + bytes(place for row, col in script.flags for place in (col, row))
    properties = [int(script.marks), 0, script.mode, 3]
    properties += [2, 0, pixels] if version == 2 else [] if utf8 is None else [utf8]
    extension = struct.pack(">H", 1) + b"\x04skin\x03old" if version == 2 else b""
    events = _rmv_events(script, version, small=small)
    head = b"*rmv" + struct.pack(">H", version) + (bytes([1, 5]) if version == 2 else b"")
    sizes = [len(result)] if version == 1 else []
    sizes += [len(info), len(players), len(board), len(flags), len(properties)] + [len(extension)] * (version == 2)
    size = struct.pack(">I", 99) + struct.pack(f">{len(sizes)}H", *sizes) + struct.pack(">IH", len(events), 2)
    return head + size + result + info + players + board + flags + bytes(properties) + extension + events + b"cs"


def _rmv_events(script: Script, version: int, *, small: bool) -> bytes:
    across, down = (0, 0) if version == 2 else (12, 56)
    content = b"" if version == 2 else b"\0\0\0\0\1"  # a time stamp
    last: Event | None = None
    for event in script.events[1:]:
        milliseconds, kind, x, y = event
        if small and kind == MOVE and last is not None:
            steps = (x - last[2] & 15) << 4 | (y - last[3] & 15)
            content += bytes([28, milliseconds - last[0], steps])
        else:
            content += (
                bytes([kind]) + milliseconds.to_bytes(3, "big") + b"\0" + struct.pack(">hh", x + across, y + down)
            )
        content += b"\x12\0\0\x0d\0\1"  # a zero and a flag on the board
        last = event
    return content + b"\x10" + script.milliseconds.to_bytes(3, "big") + b"\0\0\0\0\0"


def mvf(script: Script, *, year: int = 2007, key: int = 4660, version: bytes | None = None) -> bytes:
    """A file of Minesweeper Clone; year 2005 is version 0.97, and 0 a modified 0.97 without titles."""
    is_first = year in (0, 2005, 2008)
    title = version or (b"version 0.97 beta" if is_first else b"%d release 2" % year)
    texts = (b"Minesweeper Clone", b"2004-%d" % year, b"Rodrigo Silveira Camargo", title)
    head = b"".join(bytes([len(text)]) + text for text in texts) + b"\1\2\3" if year else bytes(7)
    date = struct.pack(">BBHBBB", 5, 22, 2013, 15, 12, 19)
    if is_first:
        time = struct.pack(">HB", script.milliseconds // 1000, script.milliseconds % 1000 // 10) + bytes(10)
    else:
        time = script.milliseconds.to_bytes(3, "big")
    board = struct.pack(">BBH", script.cols, script.rows, len(script.mines)) + bytes(b + 1 for b in script.pairs)
    name = bytes([len(script.player)]) + script.player
    words = [_mvf_word(event, key, is_first=is_first) for event in _held(script.events)]
    events = struct.pack(">H", key) + len(words).to_bytes(3, "big") + b"".join(words)
    mode = bytes([1, {0: 1, 1: 3, 2: 4, 3: 2}[script.mode]])
    return head + date + mode + time + bytes([script.marks]) + board + name + events + b"\0\0check"


def _held(events: tuple[Event, ...]) -> list[tuple[int, int, int, int]]:
    """Which buttons are down after each event, as bits: right, middle, left."""
    bits = {LEFT: 4, RIGHT: 1, MIDDLE: 2, LEFT_UP: ~4, RIGHT_UP: ~1, MIDDLE_UP: ~2}
    held, found = 0, []
    for milliseconds, kind, x, y in events:
        change = bits.get(kind, 0)
        held = held | change if change >= 0 else held & change
        found.append((milliseconds, held, x, y))
    return found


def _mvf_word(event: tuple[int, int, int, int], key: int, *, is_first: bool) -> bytes:
    milliseconds, held, x, y = event
    if is_first:
        fields = [(held, 3), (y, 9), (x, 9), (milliseconds % 1000 // 10, 7), (milliseconds // 1000, 10)]
    else:
        fields = [(held, 3), (y + 32, 11), (x + 32, 11), (milliseconds, 22)]
    bits = [number >> i & 1 for number, size in fields for i in range(size)]
    one, two = math.sqrt(key), math.sqrt(key + 1000)
    three, four = math.sqrt(one + 1000), math.sqrt(two + 1000)
    waves = [math.cos(three + 1000), math.sin(math.sqrt(two)), math.cos(three), math.sin(math.sqrt(one) + 1000)]
    waves += [math.cos(four)] if is_first else [math.cos(four), math.sin(four)]
    digits = "".join(f"{round(abs(wave) * 1e8):08}"[:8] for wave in waves)
    places = sorted(range(len(digits)), key=lambda place: digits[place])
    word = bytearray(len(waves))
    for bit, place in zip(bits, places, strict=False):
        word[place // 8] |= bit << place % 8
    return bytes(word)


def evf(script: Script, *, version: int = 3, pixels: int = 16, summary: int = 0, signed: bool = True) -> bytes:
    """A file of Metasweeper."""
    settings = bytes([0]) if version >= 3 else b""
    size = struct.pack(">BBHB", script.rows, script.cols, len(script.mines), pixels)
    head = bytes([version, summary]) + settings + size + struct.pack(">HH", script.mode, 2)
    if version < 4:
        texts = [b"Meta 3.1.9", script.player, b"cup", b"id", b"1725", b"1726", b"Poland"] + [b"uuid"] * (version >= 2)
        middle = script.milliseconds.to_bytes(3, "big") + b"".join(text + b"\0" for text in texts) + script.bits
        end = b"\0" + b"x" * 32 if signed else b"\xff"
        return head + middle + b"".join(_evf_event(event) for event in script.events) + end
    texts = [b"Meta 3.2.1", *([b"Other 1.0", b"gbk"] if summary & 8 else []), script.player, b"cup", b"id"]
    middle = struct.pack(">I", script.milliseconds) + b"PL" + bytes(16) + b"".join(text + b"\0" for text in texts)
    middle += struct.pack(">H", 4) + b"uuid" + script.bits + struct.pack(">H", 1) + b"speed\0"
    return head + middle + _evf_changes(script.events) + b"\0" + struct.pack(">H", 5) + b"check"


def _evf_event(event: Event) -> bytes:
    milliseconds, kind, x, y = event
    return bytes([kind]) + milliseconds.to_bytes(3, "big") + struct.pack(">hh", x, y)


def _evf_changes(events: tuple[Event, ...]) -> bytes:
    content, last = b"\xc8\0\x27\x10" + bytes(8) + b"\xc9\0\x27\x10fast\0" + b"\x51\0" + b"\x64\0\1\1", (0, 0, 0, 0)
    for milliseconds, kind, x, y in events:
        wait = milliseconds - last[0]
        while wait > 255:
            content += b"\xff" + struct.pack(">H", min(wait, 65535))
            wait -= min(wait, 65535)
        content += bytes([kind, wait]) + struct.pack(">hh", x - last[2], y - last[3])
        last = (milliseconds, kind, x, y)
    return content


def rawvf(script: Script, *, pixels: int | None = None, has_heading: bool = True, newline: str = "\n") -> bytes:
    """The text form, RAWVF revision 5."""
    names = dict(zip(range(1, 11), ("mv", "lc", "lr", "rc", "rr", "mc", "mr", "rc", "sc", "mt"), strict=True))
    options = {"RawVF_Version": "Rev5", "Program": "FreeSweeper", "Version": "R10", "Player": "%"}
    options |= {"Width": str(script.cols), "Height": str(script.rows), "Mines": str(len(script.mines))}
    options |= {"Marks": "On" if script.marks else "Off"} | ({"SquareSize": str(pixels)} if pixels else {})
    lines = [f"{name}: {value}" for name, value in (options | script.options).items()] + ["Board:"]
    lines += ["".join("0*"[(row, col) in script.mines] for col in range(script.cols)) for row in range(script.rows)]
    lines += ["Events:"] * has_heading + ["0.000 start"]
    for milliseconds, kind, x, y in script.events:
        sign, time = "-" * (milliseconds < 0), abs(milliseconds)
        lines += [f"{sign}{time // 1000}.{time % 1000:03} {names[kind]} 1 1 ({x} {y}) (l)", "number1 3 4"]
    return newline.join(lines).encode().replace(b"%", script.player) + b"\nwon\n"
