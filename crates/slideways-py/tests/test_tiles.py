"""Tile positions in bulk."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import slideways as sw
from common import run


def test_many_positions_are_solved_at_once() -> None:
    positions = sw.tiles.random((3, 3), n=50, seed=2)
    distances = sw.tiles.solve_many(positions)
    assert distances.dtype == np.int16 and distances.shape == (50,)
    assert distances.tolist() == [sw.tiles(row).distance() for row in positions]
    lengths, paths = sw.tiles.solve_many(positions, paths=True, threads=1)
    assert lengths.tolist() == distances.tolist()
    for row, path in zip(positions, paths, strict=True):
        assert path is not None and sw.check(sw.tiles(row), path)


def test_arrays_of_every_kind_are_read() -> None:
    rows = [[1, 2, 3, 4, 0, 6, 7, 5, 8], [8, 6, 7, 2, 5, 4, 3, 0, 1]]
    array = np.array(rows)
    for positions in [
        rows,
        array,
        array.astype(np.uint8),
        array.reshape(2, 3, 3),
        np.asfortranarray(array),
        array.reshape(2, 3, 3).tolist(),
        memoryview(array.astype(np.uint8).tobytes()).cast("B", (2, 9)),
        np.stack([array, array])[0],
    ]:
        assert sw.tiles.solve_many(positions).tolist() == [2, 31]
    wide = [[1, 2, 3, 4, 5, 6, 0, 7]]
    assert sw.tiles.solve_many(wide, size=(2, 4)).tolist() == [1]
    assert sw.tiles.solve_many(np.empty((0, 16), np.uint8)).tolist() == []


def test_what_is_not_a_board_is_refused() -> None:
    good = [1, 2, 3, 4, 0, 6, 7, 5, 8]
    for bad in [
        [good, good[:-1]],
        [[1, 1, 3, 4, 0, 6, 7, 5, 8]],
        [[1, 2, 3, 4, 0, 6, 7, 5, 300]],
        [[1, 2, 3, 4, 0, 6, 7, 5, -8]],
        [[1, 2, 3]],
        "123456780",
        np.array([good], dtype=float),
        np.array([[1, 2, 3, 4, 0, 6, 7, 5, -1]]),
        [["a"] * 9],
        np.array(good),
    ]:
        with pytest.raises(sw.UnfitError):
            sw.tiles.solve_many(bad)
    with pytest.raises(sw.UnfitError):
        sw.tiles.solve_many([good], size=(4, 4))
    with pytest.raises(TypeError):
        sw.tiles.solve_many(3)


def test_what_cannot_be_solved_has_no_distance() -> None:
    positions = [[1, 2, 3, 4, 5, 6, 8, 7, 0], [1, 2, 3, 4, 5, 6, 7, 0, 8]]
    assert sw.tiles.solve_many(positions).tolist() == [-1, 1]
    assert sw.tiles.solve_many(positions, paths=True)[1] == [None, "L"]
    assert sw.tiles.heuristic(positions, "manhattan").tolist() == [-1, 1]


def test_a_limit_names_the_row() -> None:
    hard = sw.tiles.set("hard15").positions[:2]
    with pytest.raises(sw.Stopped) as caught:
        sw.tiles.solve_many(hard, goal=sw.tiles.set("hard15").goal, time=0.0)
    assert caught.value.row == 0


def test_samples_are_exact_and_those_of_the_command_line(command_line: Path) -> None:
    sample = sw.tiles.sample((3, 3), distance=25, n=20, seed=4)
    assert set(sw.tiles.solve_many(sample).tolist()) == {25}
    printed = run(command_line, "random", "3x3", "--distance", "25", "--number", "20", "--seed", "4")
    assert [sw.tiles(row).position for row in sample] == printed.split("\n")[:-1]
    drawn = run(command_line, "random", "4x4", "--number", "5", "--seed", "9")
    assert [sw.tiles(row).position for row in sw.tiles.random("4x4", n=5, seed=9)] == drawn.split("\n")[:-1]
    far = sw.tiles.sample_with_method((3, 4), distance=40, n=10, seed=1)
    assert far.uniform and set(sw.tiles.solve_many(far.positions, size=(3, 4)).tolist()) == {40}
    assert len(sw.tiles.sample((3, 3), distance=99)) == 0


def test_layers_of_a_board() -> None:
    layers = sw.tiles.layers((3, 3))
    assert (sum(layers), len(layers), layers[:4]) == (181_440, 32, [1, 2, 4, 8])
    assert sum(sw.tiles.layers("2x3", style="set-step", goal="blank-first")) == 360
    for memory in [None, 2**60]:
        with pytest.raises(sw.SlidewaysError):
            sw.tiles.layers((5, 5), memory=memory)
        with pytest.raises(sw.SlidewaysError):
            sw.tiles.layers((4, 4), memory=memory)


def test_heuristics_are_admissible_and_in_order() -> None:
    positions = sw.tiles.random((4, 4), n=30, seed=1)
    distances = sw.tiles.solve_many(positions)
    values = {name: sw.tiles.heuristic(positions, name) for name in sw.tiles.heuristics((4, 4))[:3]}
    manhattan = values["manhattan"]
    assert manhattan.tolist() == [sw.tiles(row).manhattan() for row in positions]
    for value in values.values():
        assert (manhattan <= value).all() and (value <= distances).all() and ((distances - value) % 2 == 0).all()
    with pytest.raises(sw.UnfitError):
        sw.tiles.heuristic(positions, "guess")


def test_the_sets_have_their_known_optima() -> None:
    korf = sw.tiles.set("korf15")
    assert (len(korf.positions), int(korf.optimum.sum()), korf.size) == (100, 5305, (4, 4))
    easiest = int(korf.optimum.argmin())
    found = sw.tiles.solve_many(korf.positions[[easiest]], goal=korf.goal)
    assert found.tolist() == [korf.optimum[easiest]]
    assert sw.puzzle("korf15:1").position == sw.tiles(korf.positions[0], goal=korf.goal).position
    with pytest.raises(sw.UnfitError):
        sw.tiles.set("korf16")
