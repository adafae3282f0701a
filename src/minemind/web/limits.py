"""Limits: what one request may use, so that no request blocks the others.

They hold for one server process: two servers on one machine give a client twice as much.
"""

from __future__ import annotations

import os
from typing import Final

from minemind.answers.questions.limits import SECONDS, THINK

__all__ = [
    "BODY_BYTES",
    "BODY_SECONDS",
    "BURST_SECONDS",
    "COMPUTATIONS",
    "CONNECTIONS",
    "CONNECTIONS_PER_CLIENT",
    "FILE_BODY_BYTES",
    "GAMES",
    "GRACE_SECONDS",
    "GUESSING_SECONDS",
    "HEAD_BYTES",
    "HEAD_LINES",
    "HEAD_SECONDS",
    "LOOP_SHARE",
    "MARGINS",
    "MEMORY_BYTES",
    "PIECE_BYTES",
    "QUEUE",
    "QUEUE_PER_CLIENT",
    "READ_BYTES",
    "READ_SECONDS",
    "RETRY_SECONDS",
    "SECONDS",
    "THINK",
    "TURN_SECONDS",
    "UNSENT_BYTES",
    "WORKERS",
]

# Room for the largest board that the API accepts, and a game on it with thousands of turns.
BODY_BYTES: Final = 64 * 1024

# The same if the body may carry a file in base64: recordings of other programs hold the whole track of the mouse, some
# 50 KB a minute.
FILE_BODY_BYTES: Final = 256 * 1024

# The request line and the headers: browsers send some twenty headers in 1 KiB, plus cookies of other servers on this
# machine.
HEAD_BYTES: Final = 16 * 1024
HEAD_LINES: Final = 100

# Seconds that the head of a request may take to arrive, and then its body: both are small, and come in one or two
# packets.
HEAD_SECONDS: Final = 5.0
BODY_SECONDS: Final = 5.0

# A client that takes neither READ_BYTES nor the rest of its answer within READ_SECONDS counts as not reading.
READ_SECONDS: Final = 10.0
READ_BYTES: Final = 32 * 1024

# How much of an answer the system buffers until the client reads it: enough for most answers, and little even for many
# clients.
UNSENT_BYTES: Final = 128 * 1024

# Seconds for which the data of one client is parsed before it is the next client's turn, and the bytes of a piece in
# which that is done: a small request is one or two pieces. The worst piece, chunks of one byte each, takes about 3 ms.
TURN_SECONDS: Final = 0.001
PIECE_BYTES: Final = 512

# The share of the event loop's time that one client gets if it never pauses. The rest is for the workers of others, on
# a machine whose cores are all busy. Answering one client as fast as two cores can takes 55 %. A client that was quiet
# for BURST_SECONDS may use them up at once: the page and its files take 15 ms.
LOOP_SHARE: Final = 0.6
BURST_SECONDS: Final = 0.02

# Guesses, which play games, stop earlier than other computations and report what they have by then. A computation that
# does not stop in time is killed after the grace period, which is long for a loop that checks its deadline.
GUESSING_SECONDS: Final = 1.5
GRACE_SECONDS: Final = 0.5

# What a computation may use beyond what its worker has at the start. The hardest board that is answered takes 100 MB.
MEMORY_BYTES: Final = 512 * 1024**2

# The fewest and the most games that are played on from each guess: 1,000 take about a second if they are short.
GAMES: Final = (10, 10_000)

# The least and the greatest margin of estimated odds of winning: at the least, an Expert game takes most of the time of
# a computation.
MARGINS: Final = (0.02, 0.5)

# How many computations a client may run at once: more would only slow each other down. A worker takes 60 MB, hence the
# cap even on a large machine.
COMPUTATIONS: Final = min(os.cpu_count() or 1, 8)

# One more than one client can keep busy, so that another client finds one free.
WORKERS: Final = COMPUTATIONS + 1

# Questions that may wait, in all and per client; and the seconds after which a refused client may ask again.
QUEUE: Final = 256
QUEUE_PER_CLIENT: Final = 32
RETRY_SECONDS: Final = 1

# Connections at once, most of them idle: far fewer than the files that a process may open, without which it could not
# accept any. A browser opens six.
CONNECTIONS: Final = 400
CONNECTIONS_PER_CLIENT: Final = 64
