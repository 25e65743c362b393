"""Tile positions, one by one and in bulk."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload

from slideways import _native
from slideways._arrays import array, boards, cells, sides

if TYPE_CHECKING:
    from collections.abc import Callable

    from slideways._arrays import Bytes, Positions, Shorts
    from slideways._native import Progress, Puzzle

    Size = tuple[int, int] | str
    Report = bool | Callable[[Progress], object] | None
    TileStyle = Literal["step", "slide", "move", "set-step", "set-slide", "set-move"]


class TileSample(NamedTuple):
    """Positions at an exact distance, and how they were drawn."""

    #: The positions, one per row.
    positions: Bytes
    #: `layer`, `rejection` or `walk`.
    method: str
    #: Whether all positions at the distance were equally likely.
    uniform: bool
    #: The number of positions at the distance, if it is known.
    layer: int | None


class TileSet(NamedTuple):
    """Positions with known optima."""

    name: str
    title: str
    #: The goal that the optima are for.
    goal: str
    sources: list[str]
    #: Rows and columns.
    size: tuple[int, int]
    #: The positions, one per row.
    positions: Bytes
    #: The number of moves of shortest solutions in style `step`.
    optimum: Shorts
    #: The number of shortest solutions, where it is known.
    solutions: list[int | None]


class Tiles:
    """Tile positions: the 15-puzzle and its relatives. `slideways.tiles` is the one object of this class.

    Called with a text, it reads one position in any notation. Its methods work on arrays with one position per
    row, one number per cell, 0 for the blank. The goal is `blank-last` unless another is given.

    >>> import slideways as sw
    >>> sw.tiles("ca6098dfb73254e1").distance()
    65
    >>> sw.tiles.solve_many([[1, 2, 3, 4, 0, 6, 7, 5, 8], [8, 6, 7, 2, 5, 4, 3, 0, 1]]).tolist()
    [2, 31]
    """

    def __call__(
        self, position: str | Positions, *, goal: str | None = None, size: Size | None = None
    ) -> Puzzle:
        """Read a position: a text in any notation, or one row of numbers."""
        if isinstance(position, str):
            puzzle = _native.puzzle(position, goal=goal, size=None if size is None else sides(size))
            if puzzle.family != "tiles":
                from slideways.errors import UnfitError

                raise UnfitError("this is a block puzzle, not a tile position", help="`sw.puzzle` reads it")
            return puzzle
        data, board = boards([position] if not hasattr(position, "reshape") else position[None], size)
        return _native._tiles_of_array(data, board, goal, "", "")

    @overload
    def solve_many(
        self,
        positions: Positions,
        *,
        paths: Literal[False] = False,
        size: Size | None = None,
        goal: str | None = None,
        style: TileStyle | None = None,
        threads: int | None = None,
        memory: int | None = None,
        time: float | None = None,
        progress: Report = None,
    ) -> Shorts: ...
    @overload
    def solve_many(
        self,
        positions: Positions,
        *,
        paths: Literal[True],
        size: Size | None = None,
        goal: str | None = None,
        style: TileStyle | None = None,
        threads: int | None = None,
        memory: int | None = None,
        time: float | None = None,
        progress: Report = None,
    ) -> tuple[Shorts, list[str | None]]: ...
    def solve_many(
        self,
        positions: Positions,
        *,
        paths: bool = False,
        size: Size | None = None,
        goal: str | None = None,
        style: TileStyle | None = None,
        threads: int | None = None,
        memory: int | None = None,
        time: float | None = None,
        progress: Report = None,
    ) -> Any:
        """The proved distance of each position; -1 if it cannot be solved. With `paths`, also the solutions.

        `time` is the limit for each position. If a limit stops the search of one, `Stopped.row` is its row.
        """
        data, board = boards(positions, size)
        lengths, lines = _native._tiles_solve(
            data, board, goal, style, paths, threads, memory, time, progress
        )
        distances = array(lengths, "int16", len(lengths) // 2)
        return (distances, lines) if paths else distances

    def sample(
        self,
        size: Size,
        *,
        distance: int,
        n: int = 1,
        seed: int = 0,
        goal: str | None = None,
        style: TileStyle | None = None,
        threads: int | None = None,
        memory: int | None = None,
        time: float | None = None,
        progress: Report = None,
    ) -> Bytes:
        """Random positions that are exactly `distance` moves from the goal, without repetition.

        Up to 16 cells all positions at the distance are equally likely; `sample_with_method` also says how they
        were drawn.

        >>> import slideways as sw
        >>> positions = sw.tiles.sample((3, 3), distance=31, n=2, seed=1)
        >>> sw.tiles.solve_many(positions).tolist()
        [31, 31]
        """
        found = self.sample_with_method(
            size,
            distance=distance,
            n=n,
            seed=seed,
            goal=goal,
            style=style,
            threads=threads,
            memory=memory,
            time=time,
            progress=progress,
        )
        return found.positions

    def sample_with_method(
        self,
        size: Size,
        *,
        distance: int,
        n: int = 1,
        seed: int = 0,
        goal: str | None = None,
        style: TileStyle | None = None,
        threads: int | None = None,
        memory: int | None = None,
        time: float | None = None,
        progress: Report = None,
    ) -> TileSample:
        """The same, and how the positions were drawn.

        >>> import slideways as sw
        >>> sample = sw.tiles.sample_with_method((3, 3), distance=20)
        >>> sample.method, sample.uniform, sample.layer
        ('layer', True, 16993)
        """
        board = sides(size)
        data, method, uniform, layer = _native._tiles_sample(
            board, goal, style, distance, n, seed, threads, memory, time, progress
        )
        return TileSample(_rows(data, board), method, uniform, layer)

    def random(self, size: Size, *, n: int = 1, seed: int = 0, goal: str | None = None) -> Bytes:
        """Random positions that can be solved, all equally likely; the same as `slideways random` draws.

        >>> import slideways as sw
        >>> sw.tiles.random((3, 3), seed=7).tolist()
        [[6, 2, 5, 1, 7, 8, 0, 4, 3]]
        """
        board = sides(size)
        return _rows(_native._tiles_random(board, goal, n, seed), board)

    def layers(
        self,
        size: Size,
        *,
        goal: str | None = None,
        style: TileStyle | None = None,
        threads: int | None = None,
        memory: int | None = None,
        time: float | None = None,
        progress: Report = None,
    ) -> list[int]:
        """The number of positions at each distance from the goal.

        >>> import slideways as sw
        >>> layers = sw.tiles.layers((3, 3))
        >>> sum(layers), len(layers) - 1, layers[-1]
        (181440, 31, 2)
        """
        return _native._tiles_layers(sides(size), goal, style, threads, memory, time, progress)

    def heuristics(self, size: Size) -> list[str]:
        """The names of the heuristics of boards of a size, the weakest first.

        >>> import slideways as sw
        >>> sw.tiles.heuristics((4, 4))
        ['manhattan', 'linear-conflict', 'pdb-663', 'pdb-87']
        """
        return _native._tiles_heuristics(sides(size))

    def heuristic(
        self,
        positions: Positions,
        name: str,
        *,
        size: Size | None = None,
        goal: str | None = None,
        threads: int | None = None,
        memory: int | None = None,
        progress: Report = None,
    ) -> Shorts:
        """The values of an admissible heuristic in style `step`; -1 for positions that cannot be solved.

        `manhattan`, `linear-conflict`, or a pattern database such as `pdb-663`, which is read or built at its
        first use.

        >>> import slideways as sw
        >>> sw.tiles.heuristic([[8, 6, 7, 2, 5, 4, 3, 0, 1]], "manhattan").tolist()
        [21]
        """
        data, board = boards(positions, size)
        values = _native._tiles_heuristic(data, board, goal, name, threads, memory, progress)
        found: Shorts = array(values, "int16", len(values) // 2)
        return found

    def set(self, name: str) -> TileSet:
        """A set of positions with known optima: `korf15`, Korf's hundred of 1985, `korf24` or `hard15`.

        >>> import slideways as sw
        >>> korf = sw.tiles.set("korf15")
        >>> korf.positions.shape, int(korf.optimum.sum()), korf.goal
        ((100, 16), 5305, 'blank-first')
        """
        fields = _native._tiles_set(name)
        fields["positions"] = _rows(fields["positions"], sides(fields["size"]))
        fields["optimum"] = array(fields["optimum"], "int16", len(fields["optimum"]) // 2)
        return TileSet(**fields)

    def __repr__(self) -> str:
        return "slideways.tiles"


def _rows(data: bytes, board: str) -> Bytes:
    rows, columns = cells(board)
    found: Bytes = array(data, "uint8", len(data) // (rows * columns), rows * columns)
    return found


tiles = Tiles()
