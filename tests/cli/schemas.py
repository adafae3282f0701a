"""The JSON schemas of the commands' answers."""

from __future__ import annotations

from typing import Any

CELL = {"type": "array", "items": {"type": "integer", "minimum": 0}, "minItems": 2, "maxItems": 2}
CELLS = {"type": "array", "items": CELL}
CHANCE = {"type": ["number", "null"], "minimum": 0, "maximum": 1}
COUNT = {"type": "string", "pattern": "^[0-9]+$"}
INTEGERS = {"type": "array", "items": {"type": "integer", "minimum": 0}}
ROWS = {"type": "array", "items": {"type": "array", "items": {"type": "integer"}}}
TEXTS = {"type": "array", "items": {"type": "string"}}


def answer(**properties: Any) -> dict[str, Any]:
    """A schema of objects with exactly these properties, and the version."""
    known = {"minemind": {"const": 2}, **properties}
    return {"type": "object", "properties": known, "required": list(known), "additionalProperties": False}


# Properties that only some moves have: certain ones, or guesses.
OPTIONAL = ("proof", "runners_up", "win", "next", "progress", "partner")


def part(**properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": properties,
        "required": [name for name in properties if name not in OPTIONAL],
        "additionalProperties": False,
    }


SIZE = {
    "rows": {"type": "integer"},
    "cols": {"type": "integer"},
    "mines": {"type": ["integer", "null"]},
    "topology": {"enum": ["square", "torus", "hex"]},
    "max_per_cell": {"type": "integer"},
}
BOARD = {**SIZE, "notes": TEXTS}
TECHNIQUE = {"enum": ["assumption", "single", "subset", "overlap", "sum", "mine count", "contradiction"]}
STEP = part(
    technique=TECHNIQUE,
    numbers=CELLS,
    subtracted=CELLS,
    uses_mine_count={"type": "boolean"},
    steps={"type": "array", "items": {"type": "integer", "minimum": 0}},
    cells=CELLS,
    at_least={"type": "integer", "minimum": 0},
    at_most={"type": "integer", "minimum": 0},
    depth={"type": "integer", "minimum": 0},
    sentence={"type": "string"},
)
PROOF = {
    "cell": CELL,
    "is_mine": {"type": "boolean"},
    "numbers": CELLS,
    "flags": CELLS,
    "uses_mine_count": {"type": "boolean"},
    "technique": TECHNIQUE,
    "grade": {"type": "integer", "minimum": 1, "maximum": 5},
    "together": {"type": "integer", "minimum": 1},
    "pattern": {"type": ["string", "null"]},
    "sentence": {"type": "string"},
    "steps": {"type": "array", "items": STEP, "minItems": 1},
}
GUESS = part(cell=CELL, probability=CHANCE)
MOVE = part(
    cell=CELL,
    action={"enum": ["open", "flag"]},
    mines={"type": "integer"},
    certain={"type": "boolean"},
    probability=CHANCE,
    reason={"type": "string"},
    proof=part(**PROOF),
    runners_up={"type": "array", "items": GUESS},
    win=CHANCE,
    next=CHANCE,
    progress=CHANCE,
    partner={"anyOf": [CELL, {"type": "null"}]},
)
CANDIDATE = part(
    cell=CELL,
    risk=CHANCE,
    next=CHANCE,
    progress=CHANCE,
    win=CHANCE,
    margin={"type": "number", "minimum": 0},
    exact={"type": "boolean"},
    behind={"type": "number", "minimum": 0},
    behind_margin={"type": "number", "minimum": 0},
    games={"type": "integer", "minimum": 0},
    may_be_best={"type": "boolean"},
    hint={"type": "boolean"},
    recommended={"type": "boolean"},
    partner={"anyOf": [CELL, {"type": "null"}]},
    numbers={"type": ["object", "null"], "additionalProperties": CHANCE},
)
CONSTRAINT = part(numbers=CELLS, cells=CELLS, mines={"type": "integer"})
COMPONENT = part(
    cells=CELLS,
    groups={"type": "array", "items": CELLS},
    constraints={"type": "array", "items": CONSTRAINT},
    solutions={"anyOf": [COUNT, {"type": "null"}]},
    solutions_by_mines={"type": ["object", "null"], "additionalProperties": COUNT},
)

ANALYSE = answer(
    **BOARD,
    method={"type": "string"},
    exact={"type": "boolean"},
    quality={"enum": ["exact", "sound", "estimate"]},
    solutions={"anyOf": [COUNT, {"type": "null"}]},
    safe=CELLS,
    certain_mines=CELLS,
    probability={"type": "array", "items": {"type": "array", "items": CHANCE}},
    dead={"anyOf": [CELLS, {"type": "null"}]},
    fifty_fifties={"anyOf": [{"type": "array", "items": {**CELLS, "minItems": 2, "maxItems": 2}}, {"type": "null"}]},
    best={"anyOf": [part(cell=CELL, probability=CHANCE, reason={"type": "string"}), {"type": "null"}]},
)
HINT = answer(**BOARD, moves={"type": "array", "items": MOVE})
GUESSES = answer(**BOARD, candidates={"type": "array", "items": CANDIDATE})
EXPLAIN = answer(**BOARD, **PROOF)
FRONTIER = answer(**BOARD, components={"type": "array", "items": COMPONENT}, outside=CHANCE)
MATRIX = answer(
    **BOARD,
    columns={"type": "array", "items": CELLS},
    bounds=INTEGERS,
    table=ROWS,
    labels=TEXTS,
    reduced=part(
        table=ROWS,
        labels=TEXTS,
        fixed=INTEGERS,
        free=INTEGERS,
        free_bounds=INTEGERS,
        tuples=COUNT,
        redundant=TEXTS,
    ),
    configurations=part(
        limit_of_tuples={"type": "integer"},
        count={"type": ["integer", "null"]},
        left_out={"type": ["integer", "null"]},
        placements={"anyOf": [COUNT, {"type": "null"}]},
        listed={"type": "array", "items": part(mines=INTEGERS, placements=COUNT)},
    ),
)
METHODS = answer(methods={"type": "array", "items": {"type": "object"}, "minItems": 7})
STRATEGIES = answer(
    strategies={"type": "array", "items": part(name={"type": "string"}, summary={"type": "string"}), "minItems": 9}
)
RECORD = answer(
    kind={"const": "record"},
    strategy={"type": "string"},
    expansion={"enum": ["bfs", "dfs"]},
    seed=COUNT,
    start={"type": "object"},
    moves={
        "type": "array",
        "items": part(
            cell=CELL,
            action={"enum": ["open", "flag", "chord"]},
            mines={"type": "integer"},
            reason={"type": "string"},
            probability=CHANCE,
            is_certain={"type": "boolean"},
            opened={"type": "integer"},
            is_searched={"type": "boolean"},
        ),
    },
    result={"enum": ["won", "lost", "stuck"]},
    iterations={"type": "integer"},
    expanded_states={"type": "integer"},
    opened={"type": "integer"},
    flags={"type": "integer"},
    guesses={"type": "integer"},
    seconds={"type": "number"},
    times={"type": "array", "items": {"type": "number", "minimum": 0}},
)
OPTIMAL = answer(win={"type": "string", "pattern": "^[0-9]+(/[0-9]+)?$"}, best=CELLS, notes=TEXTS)
CLICKS = {"type": "integer", "minimum": 0}
STATS = answer(
    boards={
        "type": "array",
        "items": answer(
            file={"type": "string"},
            **BOARD,
            openings=CLICKS,
            islands=CLICKS,
            three_bv=CLICKS,
            zini=CLICKS,
            eight_way_zini=CLICKS,
            human_zini=CLICKS,
            start=CELL,
            grade={"enum": [None, 1, 2, 3, 4, 5]},
        ),
    },
    failed={"type": "array", "items": answer(file={"type": "string"}, error={"type": "object"})},
)
VERIFY = answer(
    certificates={
        "type": "array",
        "items": part(
            file={"type": "string"},
            is_valid={"type": "boolean"},
            sentence={"type": "string"},
            move={"type": ["integer", "null"], "minimum": 0},
            step={"type": ["integer", "null"], "minimum": 0},
        ),
    },
    failed={"type": "array", "items": answer(file={"type": "string"}, error={"type": "object"})},
)
BENCH = answer(
    **SIZE,
    strategy={"type": "string"},
    preset={"type": ["string", "null"]},
    first_click={"enum": ["any", "safe", "opening"]},
    start={"anyOf": [CELL, {"type": "null"}]},
    seed=COUNT,
    estimator={"enum": ["wins", "weighted"]},
    games={"type": "integer"},
    wins={"type": "integer"},
    lost={"type": "integer"},
    stuck={"type": "integer"},
    forfeits={"type": "integer"},
    win_rate=CHANCE,
    ci95={"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2},
    cpu_s={"type": "number"},
    wall_s={"type": "number"},
    games_per_cpu_s={"type": ["number", "null"]},
    guesses_per_game={"type": ["number", "null"]},
    lost_by_phase={"type": "object", "additionalProperties": {"type": "integer"}},
    signature={"type": "string", "pattern": "^[0-9a-f]{16}$"},
)
PLAYER = part(
    strategy={"type": "string"}, wins={"type": "integer"}, win_rate=CHANCE, forfeits={"type": "integer", "minimum": 0}
)
POINTS = {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}
COMPARE = answer(
    **SIZE,
    first=PLAYER,
    second=PLAYER,
    preset={"type": ["string", "null"]},
    first_click={"enum": ["any", "safe", "opening"]},
    start={"anyOf": [CELL, {"type": "null"}]},
    seed=COUNT,
    estimator={"enum": ["wins", "weighted"]},
    games={"type": "integer"},
    only_first={"type": "integer"},
    only_second={"type": "integer"},
    difference={"type": "number"},
    ci95=POINTS,
    sprt={
        "anyOf": [
            {"type": "null"},
            part(
                low={"type": "number"},
                high={"type": "number"},
                alpha={"type": "number"},
                beta={"type": "number"},
                ratio={"type": "number"},
                bounds=POINTS,
                verdict={"enum": ["better", "not better", "open"]},
            ),
        ]
    },
)
SCORE = {
    "boards": {"type": "integer", "minimum": 0},
    "won": {"type": "integer", "minimum": 0},
    "lost": {"type": "integer", "minimum": 0},
    "stuck": {"type": "integer", "minimum": 0},
    "win_rate": CHANCE,
    "ci95": {"type": "array", "items": CHANCE, "minItems": 2, "maxItems": 2},
    "runtime_sec": {"type": "number", "minimum": 0},
    "expanded_states": {"type": "integer", "minimum": 0},
}
DIFFICULTY = {"enum": ["beginner", "intermediate", "expert"]}
SENTENCES = {"type": "array", "items": part(board={"type": "string"}, message={"type": "string"})}
BATCH = answer(
    label={"type": "string"},
    timestamp={"type": "string", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$"},
    summary={"type": "string"},
    interrupted={"type": "boolean"},
    strategies={
        "type": "array",
        "items": part(
            strategy={"type": "string"},
            **SCORE,
            difficulties={"type": "object", "propertyNames": DIFFICULTY, "additionalProperties": part(**SCORE)},
        ),
    },
    boards={
        "type": "array",
        "items": part(
            board={"type": "string"},
            strategy={"type": "string"},
            difficulty=DIFFICULTY,
            result={"enum": ["won", "lost", "stuck"]},
            runtime_sec={"type": "number", "minimum": 0},
            iterations={"type": "integer", "minimum": 0},
            expanded_states={"type": "integer", "minimum": 0},
            revealed={"type": "integer", "minimum": 0},
            flagged={"type": "integer", "minimum": 0},
            unknown={"type": "integer", "minimum": 0},
            hit_mine={"type": "boolean"},
            moved={"type": "integer", "minimum": 0},
        ),
    },
    unreadable=SENTENCES,
    failed={
        "type": "array",
        "items": part(board={"type": "string"}, strategy={"type": "string"}, message={"type": "string"}),
    },
    assumed=SENTENCES,
)
PLACE = {"type": ["integer", "null"], "minimum": 1}
FAULT = part(sentence={"type": "string"}, cell={"anyOf": [CELL, {"type": "null"}]}, line=PLACE, column=PLACE)
ERROR = answer(
    error=part(
        kind={"type": "string"}, message={"type": "string"}, cells=CELLS, faults={"type": "array", "items": FAULT}
    )
)

GENERATED = answer(
    interrupted={"type": "boolean"},
    boards={
        "type": "array",
        "items": answer(
            **BOARD,
            file={"type": ["string", "null"]},
            seed=COUNT,
            first_click={"enum": ["opening", "safe", "any"]},
            three_bv={"type": "integer", "minimum": 0},
            no_guess={
                "anyOf": [
                    {"type": "null"},
                    part(
                        start=CELL,
                        way={"enum": ["uniform", "repaired"]},
                        **{name: {"type": "integer"} for name in ("budget", "attempts", "positions", "repairs")},
                        grade={"type": ["integer", "null"], "minimum": 1, "maximum": 5},
                    ),
                ]
            },
            layout=part(text={"type": "string"}),
        ),
    },
)
