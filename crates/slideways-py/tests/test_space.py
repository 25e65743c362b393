"""Whole spaces: layers, hardest starts, the graph, samples."""

from __future__ import annotations

import json
from pathlib import Path

import networkx
import numpy as np
import pytest
import slideways as sw
from common import run, untimed


@pytest.fixture(scope="module")
def klotski() -> sw.Space:
    return sw.puzzle("klotski").explore()


def test_layers_hardest_and_diameter(klotski: sw.Space) -> None:
    assert (klotski.states, klotski.radius, sum(klotski.layers)) == (25_955, 124, 25_955)
    assert klotski.complete and len(klotski) == 25_955
    hardest = klotski.hardest(5)
    assert {puzzle.distance() for puzzle in hardest} == {93} and len(set(hardest)) == len(hardest)
    assert hardest[0].optimum == {"move": 93}
    diameter = klotski.diameter()
    assert diameter.moves == diameter.at_least == diameter.at_most
    assert len(diameter.ends) == 2
    assert klotski.farthest[0].distance() is not None


def test_distances_and_hints_come_from_a_table(klotski: sw.Space) -> None:
    puzzle = sw.puzzle("klotski")
    assert klotski.distance(puzzle) == 81
    for move in klotski.hint(puzzle):
        assert klotski.distance(puzzle.play(move)) == 80
    start = puzzle.play("4@4,0:R")
    solution = klotski.solve(start)
    assert len(solution) == len(start.solve()) and solution.proved and solution.states[-1].solved
    with pytest.raises(sw.UnfitError):
        klotski.distance(sw.puzzle("..BAAB..."))
    with pytest.raises(sw.UnfitError):
        klotski.distance(sw.tiles("123456780"))


def test_the_graph_has_numpy_edges_and_a_networkx_form(klotski: sw.Space) -> None:
    graph = klotski.graph()
    assert graph.edges.dtype == np.int32 and graph.edges.shape == (len(graph.edges), 2)
    assert (graph.edges[:, 0] < graph.edges[:, 1]).all() and graph.edges.max() == graph.states - 1
    assert np.bincount(graph.from_start).tolist() == klotski.layers
    assert np.bincount(graph.to_goal).tolist() == klotski.to_goal
    assert (abs(np.diff(graph.from_start[graph.edges], axis=1)) <= 1).all()
    number = int(np.flatnonzero(graph.to_goal == 93)[0])
    assert graph.state(number).distance() == 93 and klotski.number(graph.state(number)) == number
    with pytest.raises(sw.UnfitError):
        graph.state(25_955)
    nx = graph.to_networkx()
    assert (nx.number_of_nodes(), nx.number_of_edges()) == (graph.states, len(graph.edges))
    assert nx.nodes[0]["from_start"] == 0 and nx.nodes[0]["to_goal"] == 81
    lengths = networkx.single_source_shortest_path_length(nx, 0)
    assert all(lengths[node] == distance for node, distance in nx.nodes(data="from_start"))
    with pytest.raises((ValueError, RuntimeError)):
        graph.edges[0, 0] = 7


def test_tiles_are_counted_and_as_blocks_have_a_graph() -> None:
    goal = sw.tiles("1 2 3/4 5 6/7 8 0")
    space = goal.explore()
    assert (space.states, space.radius, space.layers[-1]) == (181_440, 31, 2)
    assert space.hardest(1)[0].distance() == 31 == space.farthest[0].distance()
    assert space.diameter().moves == 31
    with pytest.raises(sw.UnfitError):
        space.graph()
    with pytest.raises(sw.UnfitError):
        space.hardest(50)
    small = sw.tiles("1 2/3 0").blocks().explore()
    assert small.graph().states == 12


def test_samples_have_exactly_the_distance() -> None:
    puzzle = sw.puzzle("klotski")
    sample = puzzle.sample(distance=93, n=1000, seed=3)
    assert len(sample) == 8 or {p.distance() for p in sample} == {93}
    assert sample == puzzle.explore().sample(distance=93, n=1000, seed=3)
    assert [p.optimum["move"] for p in puzzle.sample(distance=10, n=3)] == [10, 10, 10]
    assert puzzle.sample(distance=1000) == []
    tiles = sw.tiles("123456780").sample(distance=31, n=5)
    assert len(tiles) == 2 and {p.distance() for p in tiles} == {31}


def test_a_space_is_that_of_the_command_line(command_line: Path) -> None:
    for word, options in [("klotski", ["--hardest", "1"]), ("klotski", ["--hardest", "1", "--style", "step"])]:
        style = options[options.index("--style") + 1] if "--style" in options else None
        space = sw.puzzle(word).explore(style=style, farthest=1, hardest=1)
        printed = run(command_line, "explore", word, *options, "--json")
        assert untimed(space.json()) == untimed(printed)


def test_the_histogram_is_a_picture(klotski: sw.Space) -> None:
    assert klotski._repr_svg_().startswith("<svg ")
    assert "25955 states" in repr(klotski)


def test_the_difficulty_is_that_of_the_command_line(command_line: Path) -> None:
    rating = sw.puzzle("klotski").rate()
    printed = run(command_line, "rate", "klotski", "--json")
    assert {k: v for k, v in rating.items() if k not in ("seconds", "peak_bytes")} == {
        k: v for k, v in json.loads(printed).items() if k not in ("seconds", "peak_bytes")
    }
