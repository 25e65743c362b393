"""Sliding puzzles as gymnasium environments, with rewards from proved distances.

>>> from slideways import gym
>>> env = gym.make("1 2 3/4 0 6/7 5 8")
>>> observation, info = env.reset(options={"distance": 31}, seed=1)
>>> info["distance"]
31
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, SupportsFloat

import gymnasium
import numpy as np

from slideways import _native
from slideways._native import Puzzle
from slideways.errors import UnfitError, Unsolvable

if TYPE_CHECKING:
    import numpy.typing as npt

    Cells = npt.NDArray[np.uint8]

__all__ = ["SlidingEnv", "make"]

#: The directions of actions: those in which the tile or the piece moves. Solid boxes also have near and far.
DIRECTIONS = "UDLRNF"

Reward = Literal["distance", "step", "sparse"]

#: The most states of a space whose distances are kept in a table.
_MOST = 2_000_000

#: The largest board of tiles whose distances are kept in a table.
_MOST_CELLS = 9


class SlidingEnv(gymnasium.Env["Cells", np.int64]):
    """One puzzle as an environment. Every action is a single step.

    The observation is the content of each cell: the number of the tile or of the kind of the piece, 0 for an
    empty cell and 255 for a wall. Actions of tiles are the directions in which a tile moves: 0 up, 1 down, 2
    left, 3 right. Actions of blocks are the cell of a piece and the direction in which it moves:
    `cell * 4 + direction`, in solid boxes `cell * 6 + direction`. A step that is not legal changes nothing.

    The reward is the change of the proved distance to the goal ("distance"), -1 for each step ("step"), or 1 at
    the goal ("sparse"). `info` has the number of legal actions as `action_mask`, for `action_space.sample(mask)`,
    and the proved `distance` if the reward is "distance".

    `reset` begins at the start of the puzzle; with `options={"distance": n}` at a random state whose distance is
    exactly `n`, and with `options={"puzzle": p}` at the start of another puzzle with the same box and pieces.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "rgb_array"], "render_fps": 4}  # noqa: RUF012

    def __init__(
        self,
        puzzle: Puzzle | str,
        *,
        reward: Reward = "distance",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.puzzle = puzzle if isinstance(puzzle, Puzzle) else _native.puzzle(puzzle)
        if reward not in ("distance", "step", "sparse"):
            raise UnfitError(f"`{reward}` is not a reward", help="use distance, step or sparse")
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise UnfitError(f"`{render_mode}` is not a render mode", help="use ansi or rgb_array")
        self.reward = reward
        self.max_steps = max_steps
        self.render_mode = render_mode
        shape = self.puzzle.shape
        self._directions = DIRECTIONS if len(shape) == 3 else DIRECTIONS[:4]
        self._is_tiles = self.puzzle.family == "tiles"
        actions = len(self._directions) * (1 if self._is_tiles else int(np.prod(shape)))
        self.observation_space = gymnasium.spaces.Box(0, 255, shape, np.uint8)
        self.action_space = gymnasium.spaces.Discrete(actions)
        self._distances = _Distances(self.puzzle)
        self._at = self.puzzle
        self._distance = 0
        self._steps = 0
        self._legal: dict[int, str] = {}

    @property
    def state(self) -> Puzzle:
        """The puzzle that begins at the current state."""
        return self._at

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Cells, dict[str, Any]]:
        super().reset(seed=seed)
        options = options or {}
        self._at = self.puzzle
        if "puzzle" in options:
            other: Puzzle = options["puzzle"]
            if other.shape != self.puzzle.shape or other.family != self.puzzle.family:
                raise UnfitError("the puzzle has another box than this environment")
            self._at = other
        elif "distance" in options:
            distance = int(options["distance"])
            number = int(self.np_random.integers(2**32))
            found = self.puzzle.sample(distance=distance, seed=number, style="step", progress=False)
            if not found:
                raise UnfitError(f"no state is {distance} steps from the goal")
            self._at = found[0]
        self._steps = 0
        self._look()
        if self.reward == "distance":
            self._distance = self._distances.of(self._at)
        return self._observation(), self._info()

    def step(self, action: np.int64) -> tuple[Cells, SupportsFloat, bool, bool, dict[str, Any]]:
        move = self._legal.get(int(action))
        self._steps += 1
        if move is not None:
            self._at = self._at.play(move, style="step")
            self._look()
        solved = self._at.solved
        reward = -1.0
        if self.reward == "sparse":
            reward = float(solved)
        elif self.reward == "distance":
            before, self._distance = self._distance, self._distances.of(self._at)
            reward = float(before - self._distance)
        late = self.max_steps is not None and self._steps >= self.max_steps and not solved
        return self._observation(), reward, solved, late, self._info()

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return str(self._at)
        if self.render_mode == "rgb_array":
            return _pixels(self._at)
        return None

    def _look(self) -> None:
        """Find the legal actions."""
        self._legal = {}
        for cells, direction, move in self._at._steps():
            number = self._directions.index(direction)
            if self._is_tiles:
                self._legal[number] = move
            else:
                self._legal.update((cell * len(self._directions) + number, move) for cell in cells)

    def _observation(self) -> Cells:
        cells: Any = np.frombuffer(self._at.cells(), dtype=np.uint8)
        return cells.reshape(self.puzzle.shape).copy()  # type: ignore[no-any-return]

    def _info(self) -> dict[str, Any]:
        mask = np.zeros(int(self.action_space.n), dtype=np.int8)  # type: ignore[attr-defined, unused-ignore]
        mask[list(self._legal)] = 1
        info: dict[str, Any] = {"action_mask": mask}
        if self.reward == "distance":
            info["distance"] = self._distance
        return info


class _Distances:
    """Proved distances in single steps: from a table where the space is small, otherwise from searches."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        self._space: _native.Space | None = None
        self._is_known = False

    def _prepare(self) -> None:
        self._is_known = True
        if self._puzzle.family == "tiles":
            rows, columns = self._puzzle.shape
            if rows * columns > _MOST_CELLS:
                return
        space = self._puzzle.blocks().explore(style="step", graph=_MOST, hardest=0, time=60.0, progress=False)
        if space.complete and space.states <= _MOST:
            self._space = space

    def of(self, state: Puzzle) -> int:
        if not self._is_known:
            self._prepare()
        if self._space is not None:
            number = self._space.number(state.blocks())
            if number is not None:
                distance = self._space.distance(state.blocks())
                if distance is None:
                    raise Unsolvable("no goal can be reached", reason="exhausted")
                return distance
        return state.distance(style="step", progress=False)


def _pixels(puzzle: Puzzle) -> npt.NDArray[np.uint8]:
    """A picture of coloured cells, 16 pixels each."""
    shape = puzzle.shape
    cells = np.frombuffer(puzzle.cells(), dtype=np.uint8).reshape(-1, shape[-1]).astype(np.uint32)
    hues = np.stack([cells * 97 % 200 + 40, cells * 57 % 200 + 40, cells * 151 % 200 + 40], axis=-1)
    hues[cells == 0] = 245
    hues[cells == 255] = 60
    return np.repeat(np.repeat(hues.astype(np.uint8), 16, axis=0), 16, axis=1)


def make(
    puzzle: Puzzle | str,
    *,
    reward: Reward = "distance",
    max_steps: int | None = None,
    render_mode: str | None = None,
) -> SlidingEnv:
    """An environment for a puzzle, or for what `slideways.puzzle` reads.

    >>> from slideways import gym
    >>> make("klotski", reward="sparse").observation_space.shape
    (5, 4)
    """
    return SlidingEnv(puzzle, reward=reward, max_steps=max_steps, render_mode=render_mode)
