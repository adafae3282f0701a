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

# Any board of the size below, and a game on it with thousands of turns.
BODY_BYTES: Final = 64 * 1024

# The same where the body may carry a file in base64: recordings of other programs hold the whole track of the mouse,
# some 50 KB a minute.
FILE_BODY_BYTES: Final = 256 * 1024

# The request line and the headers: browsers send twenty of them in 1 KiB, and cookies of other servers on this machine.
HEAD_BYTES: Final = 16 * 1024
HEAD_LINES: Final = 100

# Seconds that a request may take to arrive, and its body after it: both are small, and come in one or two packets.
HEAD_SECONDS: Final = 5.0
BODY_SECONDS: Final = 5.0

# A client that does not take so many bytes in so many seconds, or the rest of its answer, does not read.
READ_SECONDS: Final = 10.0
READ_BYTES: Final = 32 * 1024

# What the system keeps of an answer until the client reads it: most answers whole, and little for each of many clients.
UNSENT_BYTES: Final = 128 * 1024

# What a client has sent is looked at for so many seconds before it is the next client's turn, in pieces of so many
# bytes: a small request is one or two of them. The worst piece, chunks of one byte each, takes about 3 ms.
TURN_SECONDS: Final = 0.001
PIECE_BYTES: Final = 512

# The share of the event loop's time that one client gets if it never pauses. What is left is for the workers of others,
# on a machine whose cores are all busy. To answer one client as fast as two cores can takes 55 % of it. A client that
# was quiet for so many seconds may use them up at once: the page and its files take 15 ms.
LOOP_SHARE: Final = 0.6
BURST_SECONDS: Final = 0.02

# Guesses, which play games, stop earlier than other computations and report what they have by then. What does not stop
# when it has to is killed after the grace, which is long for a loop that looks at its watch.
GUESSING_SECONDS: Final = 1.5
GRACE_SECONDS: Final = 0.5

# What a computation may take beyond what a worker has at its start. The hardest board that is answered takes 100 MB.
MEMORY_BYTES: Final = 512 * 1024**2

# Games that are played on from each guess: 1,000 take about a second where they are short.
GAMES: Final = (10, 10_000)

# How close estimated odds of winning may be asked for: at the least margin, an Expert game takes most of the time of a
# computation.
MARGINS: Final = (0.02, 0.5)

# How many computations a client may run at once: more would only slow each other down. A worker takes 60 MB, hence the
# cap even on a large machine.
COMPUTATIONS: Final = min(os.cpu_count() or 1, 8)

# One more than one client can keep busy, so that another client finds it free.
WORKERS: Final = COMPUTATIONS + 1

# Questions that may wait, in all and per client; and the seconds after which a refused client may ask again.
QUEUE: Final = 256
QUEUE_PER_CLIENT: Final = 32
RETRY_SECONDS: Final = 1

# Connections at once, most of them idle: far fewer than files that a process may open, without which it cannot accept.
# A browser opens six.
CONNECTIONS: Final = 400
CONNECTIONS_PER_CLIENT: Final = 64
