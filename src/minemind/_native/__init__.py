"""Native: the one door to the compiled engine. Arrays in, values out, errors translated.

Nothing else imports the engine or sees its exceptions: what it cannot do within its limits is a `TooHard` that says
which limit, and numbers that contradict each other are a `Contradiction`. Boards and grids are unknown here: a cell is
an index, and a `Graph` says which cells exist and which are neighbours. What both sides must agree on, such as the
record of a game, is the engine's, and is read from it here.
"""

from __future__ import annotations

from _minemind_engine import (
    BILLION,
    QUANTUM,
    TENTHS,
    Analysis,
    Breadth,
    ClickKind,
    CountCache,
    GameEnd,
    Graph,
    Judgement,
    Phase,
    Recording,
    Result,
    Stop,
    Strategy,
    Technique,
    phase_of_guess,
    phase_of_solutions,
    split_mix,
)
from minemind._native.analyses import analyse, assume, dead_cells, draw, fifty_fifties, numbers, ways_modulo
from minemind._native.asking import CACHE, Contradiction, IntArray, TimeLimit
from minemind._native.boards import Dealing, deal_layout, deal_no_guess, first_click, flood
from minemind._native.games import OUTCOME, ObviousMoves, Outcomes, game_outcome, open_obvious, simulate
from minemind._native.guesses import (
    Decision,
    Ending,
    EndingMove,
    Estimate,
    Player,
    Prospect,
    decide,
    look_ahead,
    play_off,
)
from minemind._native.metrics import ThreeBv, three_bv, zini
from minemind._native.proofs import Path, PathMove, Proof, Prover, Step, StepTuple, easiest_path
from minemind._native.recordings import clicks, read_recording, recording, write_recording
from minemind._native.reviews import JudgedClick, Performance, Rates, Reviewed, Win, rates, review

__all__ = [
    "BILLION",
    "CACHE",
    "OUTCOME",
    "QUANTUM",
    "TENTHS",
    "Analysis",
    "Breadth",
    "ClickKind",
    "Contradiction",
    "CountCache",
    "Dealing",
    "Decision",
    "Ending",
    "EndingMove",
    "Estimate",
    "GameEnd",
    "Graph",
    "IntArray",
    "JudgedClick",
    "Judgement",
    "ObviousMoves",
    "Outcomes",
    "Path",
    "PathMove",
    "Performance",
    "Phase",
    "Player",
    "Proof",
    "Prospect",
    "Prover",
    "Rates",
    "Recording",
    "Result",
    "Reviewed",
    "Step",
    "StepTuple",
    "Stop",
    "Strategy",
    "Technique",
    "ThreeBv",
    "TimeLimit",
    "Win",
    "analyse",
    "assume",
    "clicks",
    "dead_cells",
    "deal_layout",
    "deal_no_guess",
    "decide",
    "draw",
    "easiest_path",
    "fifty_fifties",
    "first_click",
    "flood",
    "game_outcome",
    "look_ahead",
    "numbers",
    "open_obvious",
    "phase_of_guess",
    "phase_of_solutions",
    "play_off",
    "rates",
    "read_recording",
    "recording",
    "review",
    "simulate",
    "split_mix",
    "three_bv",
    "ways_modulo",
    "write_recording",
    "zini",
]
