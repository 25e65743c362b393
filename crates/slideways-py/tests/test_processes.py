"""Threads, forked and spawned processes."""

from __future__ import annotations

import multiprocessing
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
import slideways as sw


def distance(puzzle: sw.Puzzle) -> int:
    return puzzle.distance(progress=False)


def solution(text: str) -> sw.Solution:
    return sw.puzzle(text).solve()


def counted(text: str) -> int:
    """All that starts threads in the library."""
    sw.tiles.solve_many(sw.tiles.random((3, 3), n=20))
    sw.puzzle(text).solve().gif(cell=5, seconds=0.05)
    return sw.puzzle(text).explore().states


def test_threads_share_the_tables() -> None:
    puzzles = [sw.tiles(row) for row in sw.tiles.random((3, 3), n=40, seed=5)]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(distance, puzzles)) == [distance(puzzle) for puzzle in puzzles]
        spaces = pool.map(counted, ["klotski"] * 4)
        assert set(spaces) == {25_955}


METHODS = [method for method in multiprocessing.get_all_start_methods() if method != "forkserver"]


@pytest.mark.parametrize("method", METHODS)
def test_processes_solve_what_they_are_sent(method: str) -> None:
    # A fork copies what the searches of this process have left behind.
    assert counted("1 2 3/4 0 6/7 5 8") > 0
    puzzles = [sw.tiles(row) for row in sw.tiles.random((3, 3), n=6, seed=6)] + [sw.puzzle("klotski")]
    context = multiprocessing.get_context(method)
    with ProcessPoolExecutor(2, mp_context=context) as pool:
        found = list(pool.map(distance, puzzles, timeout=120))
        assert found == [distance(puzzle) for puzzle in puzzles]
        assert pool.submit(solution, "klotski").result(timeout=120) == sw.puzzle("klotski").solve()
        assert pool.submit(counted, "klotski").result(timeout=120) == 25_955
        future = pool.submit(distance, sw.tiles("1 2 3/4 5 6/8 7 0"))
        with pytest.raises(sw.Unsolvable):
            future.result(timeout=120)
        bad = pool.submit(solution, "klotsky")
        with pytest.raises(sw.ReadError, match="did you mean"):
            bad.result(timeout=120)


