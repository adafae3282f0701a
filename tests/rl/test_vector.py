"""The vector environment, compared with a slow loop over `mm.Game` in every autoreset mode and kind of game."""

from __future__ import annotations

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

import minemind as mm
from minemind.rl import ENVIRONMENT, MinesweeperVectorEnv
from tests.rl.slow import Seen, SlowGame

GAMES, STEPS = 5, 40

# Options of the environment, and the corresponding ones of `mm.Game`.
KINDS: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "beginner": ({"preset": "beginner"}, {"rows": "beginner"}),
    "dense": ({"rows": 4, "cols": 5, "mines": 15}, {"rows": 4, "cols": 5, "mines": 15}),
    "any": ({"preset": "beginner", "first_click": "any"}, {"rows": "beginner", "first_click": "any"}),
    "holes": (
        {"rows": 5, "cols": 6, "mines": 4, "topology": "hex", "holes": [(0, 0), (2, 3)], "first_click": "safe"},
        {"mines": 4, "grid": mm.Grid(5, 6, "hex", holes=[(0, 0), (2, 3)]), "first_click": "safe"},
    ),
    "several": (
        {"rows": 5, "cols": 5, "mines": 6, "max_per_cell": 2, "topology": "torus"},
        {"mines": 6, "grid": mm.Grid(5, 5, "torus"), "max_per_cell": 2},
    ),
    "no guess": (
        {"preset": "beginner", "no_guess": True, "grade": (1, 2)},
        {"rows": "beginner", "no_guess": True, "grade": (1, 2)},
    ),
}


def make(**options: Any) -> MinesweeperVectorEnv:
    envs = gymnasium.make_vec(ENVIRONMENT, **options)
    assert isinstance(envs, MinesweeperVectorEnv)
    return envs


def check_shown(seen: list[Seen], observed: Any, infos: dict[str, Any]) -> None:
    assert observed.tolist() == [each.faces for each in seen]
    assert infos["action_mask"].tolist() == [each.mask for each in seen]
    assert infos["seed"].tolist() == [each.seed for each in seen]
    assert infos["won"].tolist() == [each.won for each in seen]
    np.testing.assert_allclose(infos["probability"], [each.probability for each in seen], rtol=0, atol=1e-9)


def choose(rng: np.random.Generator, mask: list[int], risks: list[list[float]]) -> int:
    """Mostly a cell of least risk, so that games last, and now and then any cell, even an open one or a hole."""
    if rng.random() < 0.2 or not any(mask):
        return int(rng.integers(len(mask)))
    hidden = np.array(mask) > 0
    return int(np.where(hidden, np.reshape(risks, -1) + 1e-6 * rng.random(len(mask)), 2).argmin())


# Every kind with every mode, and every reward with each kind and each mode.
@pytest.mark.parametrize(
    ("kind", "mode", "reward"),
    [
        (kind, mode, ("win", "cells", "risk")[(row + column) % 3])
        for row, kind in enumerate(KINDS)
        for column, mode in enumerate(AutoresetMode)
    ],
)
def test_all_games_are_those_of_a_slow_loop(kind: str, mode: AutoresetMode, reward: str) -> None:
    options, for_game = KINDS[kind]
    envs = make(num_envs=GAMES, autoreset_mode=mode, reward=reward, probability=True, **options)
    slow = [SlowGame(100 + game, reward, **for_game) for game in range(GAMES)]
    rng = np.random.default_rng(5)
    check_shown([each.seen() for each in slow], *envs.reset(seed=100))
    ended = 0
    for _ in range(STEPS):
        before = [each.seen() for each in slow]
        actions = [choose(rng, each.mask, each.probability) for each in before]
        observed, rewards, terminated, truncated, infos = envs.step(actions)
        assert not truncated.any()
        earned = []
        for each, action in zip(slow, actions, strict=True):
            if mode is AutoresetMode.NEXT_STEP and each.is_over:
                each.next()
                earned.append(0.0)
            else:
                earned.append(each.step(action))
        over = np.array([each.is_over for each in slow])
        ended += int(over.sum())
        assert terminated.tolist() == over.tolist()
        np.testing.assert_allclose(rewards, earned, rtol=0, atol=1e-9)
        assert ("final_obs" in infos) == (mode is AutoresetMode.SAME_STEP and bool(over.any()))
        if "final_obs" in infos:
            check_ends(slow, over, infos)
        check_shown([each.seen() for each in slow], observed, infos)
        if mode is AutoresetMode.DISABLED and over.any():
            reset_some(envs, slow, over)
    assert ended > GAMES


def check_ends(slow: list[SlowGame], over: Any, infos: dict[str, Any]) -> None:
    assert infos["_final_obs"].tolist() == infos["_final_info"].tolist() == over.tolist()
    for game in np.flatnonzero(over):
        seen = slow[game].seen()
        assert infos["final_obs"][game].tolist() == seen.faces
        assert infos["final_info"]["action_mask"][game].tolist() == seen.mask
        assert infos["final_info"]["_won"][game]
        assert infos["final_info"]["won"][game] == seen.won
        slow[game].next()
    assert all(infos["final_obs"][game] is None for game in np.flatnonzero(~over))


def reset_some(envs: MinesweeperVectorEnv, slow: list[SlowGame], over: Any) -> None:
    with pytest.raises(mm.errors.IllegalMove, match="is over; start another one"):
        envs.step([0] * GAMES)
    for game in np.flatnonzero(over):
        slow[game].next()
    observed, infos = envs.reset(options={"reset_mask": over})
    assert infos["_action_mask"].tolist() == over.tolist()
    check_shown([each.seen() for each in slow], observed, infos)


def test_gymnasiums_own_loop_over_single_environments_sees_the_same() -> None:
    for mode in (AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP):
        own = make(num_envs=4, autoreset_mode=mode, max_episode_steps=5)
        loop = gymnasium.make_vec(
            ENVIRONMENT, 4, vectorization_mode="sync", vector_kwargs={"autoreset_mode": mode}, max_episode_steps=5
        )
        rng = np.random.default_rng(1)
        (observed, infos), (theirs, their_infos) = own.reset(seed=3), loop.reset(seed=3)
        for _ in range(30):
            assert np.array_equal(observed, theirs)
            assert np.array_equal(infos["action_mask"], their_infos["action_mask"])
            assert np.array_equal(infos["_action_mask"], their_infos["_action_mask"])
            actions = rng.integers(81, size=4)
            observed, *ends, infos = own.step(actions)
            theirs, *their_ends, their_infos = loop.step(actions)
            for end, their_end in zip(ends, their_ends, strict=True):
                assert np.array_equal(end, their_end)
                assert end.dtype == their_end.dtype
            assert set(infos) == set(their_infos)


def test_one_hot_planes_say_what_the_plane_says() -> None:
    options: dict[str, Any] = {"num_envs": 3, "rows": 4, "cols": 4, "mines": 2, "holes": [(0, 0)]}
    plane, planes = make(**options), make(**options, observation="one-hot")
    assert planes.single_observation_space.shape == (10, 4, 4)
    plane.reset(seed=1)
    planes.reset(seed=1)
    observed, hot = plane.step([15, 5, 7])[0], planes.step([15, 5, 7])[0]
    assert planes.observation_space.contains(hot)
    assert plane.observation_space.contains(observed)
    for value in range(-1, 9):
        assert np.array_equal(hot[:, value + 1], observed == value)
    assert not hot[:, :, 0, 0].any()


def test_seeds_are_one_or_a_list_and_without_one_games_go_on() -> None:
    envs = make(num_envs=3)
    _, infos = envs.reset(seed=[7, 99, 7])
    assert infos["seed"].tolist() == [7, 99, 7]
    _, infos = envs.reset()
    assert infos["seed"].tolist() == [
        mm.strategy.game_seed(7, 1),
        mm.strategy.game_seed(99, 1),
        mm.strategy.game_seed(7, 1),
    ]
    _, infos = envs.reset(seed=[5, None, None])
    assert infos["seed"].tolist() == [5, mm.strategy.game_seed(99, 2), mm.strategy.game_seed(7, 2)]
    _, infos = make(num_envs=2).reset()
    assert infos["seed"][0] + 1 == infos["seed"][1]


def test_arrays_are_the_callers_to_keep() -> None:
    envs = make(num_envs=2, probability=True)
    observed, infos = envs.reset(seed=1)
    kept = [observed.copy(), *(np.copy(value) for value in infos.values())]
    first = envs.step([40, 40])
    also = [np.copy(value) for value in first[:4]]
    envs.step([0, 1])
    for before, after in zip(kept, [observed, *infos.values()], strict=True):
        assert np.array_equal(before, after)
    for before, given in zip(also, first[:4], strict=True):
        assert np.array_equal(before, np.asarray(given))


def test_boards_are_rendered_as_text() -> None:
    envs = make(num_envs=2, render_mode="ansi")
    envs.reset(seed=7)
    envs.step([40, 0])
    game = mm.Game("beginner", seed=7)
    game.open(4, 4)
    assert envs.board(0) == game.board
    assert envs.render() == (str(game.board), str(envs.board(1)))
    assert make(num_envs=2).render() is None


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_envs": 0}, "num_envs is 0; give a whole number from 1"),
        ({"num_envs": 10**6, "preset": "expert"}, "1,000,000 games are too many .* use at most 104,166"),
        ({"autoreset_mode": "later"}, "'later' is not an autoreset mode; choose from NextStep, SameStep, Disabled"),
        ({"max_episode_steps": 0}, "max_episode_steps is 0"),
        ({"render_mode": "human"}, "'human' is not a render mode; choose from ansi"),
        ({"reward": "fun"}, "'fun' is not a reward; choose from win, cells, risk"),
    ],
)
def test_bad_options_say_what_to_do(options: dict[str, Any], message: str) -> None:
    with pytest.raises(mm.InvalidValue, match=message):
        make(**options)


def test_bad_calls_say_what_to_do() -> None:
    envs = make(num_envs=2)
    with pytest.raises(mm.errors.IllegalMove, match="call reset"):
        envs.step([0, 0])
    with pytest.raises(mm.errors.IllegalMove, match="without a mask first"):
        envs.reset(options={"reset_mask": np.array([True, False])})
    envs.reset(seed=1)
    with pytest.raises(mm.InvalidValue, match="3 seeds are given; give one seed, or 2"):
        envs.reset(seed=[1, 2, 3])
    with pytest.raises(mm.InvalidValue, match="seed"):
        envs.reset(seed=2**64 - 1)  # there is no seed for the second game
    with pytest.raises(mm.InvalidValue, match="give a cell's index for each of 2 games"):
        envs.step([0, 0, 0])
    with pytest.raises(mm.InvalidValue, match="give a cell's index for each of 2 games"):
        envs.step([0.5, 0])
    with pytest.raises(mm.InvalidValue, match="give indices from 0 to 80"):
        envs.step([0, 81])
    with pytest.raises(mm.InvalidValue, match="'mask' is not an option of reset; choose from reset_mask"):
        envs.reset(options={"mask": 1})
    with pytest.raises(mm.InvalidValue, match="give 2 booleans, at least one of them True"):
        envs.reset(options={"reset_mask": np.array([False, False])})


def test_a_board_that_cannot_be_dealt_leaves_its_game_as_it_was_and_plays_the_others() -> None:
    envs = make(num_envs=2, rows=3, cols=3, mines=7, no_guess=True, budget=50)
    envs.reset(seed=1)
    with pytest.raises(mm.errors.NoBoard, match="no no-guess board found within the budget of 50"):
        envs.step([0, 0])
    assert envs.board(0) == mm.Game(3, 3, 7).board


def test_a_board_that_was_just_dealt_may_take_as_much_memory_to_analyse_as_any() -> None:
    sizes = {"rows": 13, "cols": 13, "mines": 22, "reach": 3}
    envs = make(num_envs=1, **sizes, no_guess=True, probability=True)
    envs.reset(seed=18)
    infos = envs.step([6 * 13 + 6])[-1]
    exact = mm.analyse(envs.board(0)).probability
    np.testing.assert_allclose(infos["probability"][0], np.nan_to_num(exact), rtol=0, atol=1e-9)


def test_a_step_lets_other_threads_run_and_refuses_them_its_own_games() -> None:
    import threading

    envs = make(num_envs=64, preset="expert", no_guess=True)
    envs.reset(seed=1)
    refused: list[Exception] = []

    def step() -> None:
        try:
            envs.step([0] * 64)
        except ValueError as error:
            refused.append(error)

    threads = [threading.Thread(target=step) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) < 8
    assert {str(error) for error in refused} <= {"another thread is using these games"}
