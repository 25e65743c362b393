"""The environment keeps gymnasium's contract, and its rewards are proved distances."""

from __future__ import annotations

import warnings

import gymnasium
import numpy as np
import pytest
import slideways as sw
from gymnasium.utils.env_checker import check_env


@pytest.mark.parametrize("puzzle", ["1 2 3/4 0 6/7 5 8", "klotski", "AA...B..B", "1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15"])
@pytest.mark.parametrize("reward", ["distance", "step", "sparse"])
def test_gymnasiums_checker_is_content(puzzle: str, reward: str) -> None:
    env = sw.gym.make(puzzle, reward=reward, render_mode="rgb_array")  # type: ignore[arg-type]
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        # The checker asks for a name in gymnasium's registry.
        warnings.filterwarnings("ignore", message=".*(spec|render|registered|metadata).*")
        check_env(env, skip_render_check=False)


def test_rewards_are_changes_of_the_proved_distance() -> None:
    env = sw.gym.make("1 2 3/4 0 6/7 5 8")
    observation, info = env.reset(seed=1, options={"distance": 31})
    assert info["distance"] == 31 and sorted(observation.flatten()) == list(range(9))
    solved = False
    for step in env.state.solve():
        action = np.int64("UDLR".index(step.move))
        assert info["action_mask"][action] == 1
        observation, reward, solved, late, info = env.step(action)
        assert reward == 1.0 and not late
    assert solved and info["distance"] == 0
    assert observation.tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 0]]


def test_blocks_move_by_cell_and_direction() -> None:
    env = sw.gym.make("klotski")
    observation, info = env.reset()
    assert observation.shape == (5, 4) and info["distance"] == 116
    actions = np.flatnonzero(info["action_mask"])
    assert all(observation.flatten()[action // 4] > 0 for action in actions)
    for action in actions:
        env.reset()
        after, _, _, _, _ = env.step(np.int64(action))
        assert (after != observation).any()
    env.reset()
    illegal = np.int64(int(np.flatnonzero(info["action_mask"] == 0)[0]))
    after, reward, *_ = env.step(illegal)
    assert (after == observation).all() and reward == 0.0


def test_seeds_and_limits() -> None:
    env = sw.gym.make("klotski", reward="step", max_steps=3)
    first = env.reset(seed=5, options={"distance": 60})[0]
    assert (env.reset(seed=5, options={"distance": 60})[0] == first).all()
    late = [env.step(np.int64(0))[3] for _ in range(3)]
    assert late == [False, False, True]
    env.reset(options={"puzzle": sw.puzzle("klotski").play("4@4,0:R")})
    wrong: list[dict[str, object]] = [{"distance": 5000}, {"puzzle": sw.tiles("123456780")}]
    for bad in wrong:
        with pytest.raises(sw.UnfitError):
            env.reset(options=bad)
    with pytest.raises(sw.UnfitError):
        sw.gym.make("klotski", reward="gold")  # type: ignore[arg-type]


def test_a_random_walk_stays_in_the_space() -> None:
    env = gymnasium.wrappers.TimeLimit(sw.gym.make("1 2 3/4 0 6/7 5 8"), 50)
    observation, info = env.reset(seed=3)
    env.action_space.seed(3)
    late = False
    while not late:
        observation, _, solved, late, info = env.step(env.action_space.sample(info["action_mask"]))
        assert observation in env.observation_space
        late = late or solved
