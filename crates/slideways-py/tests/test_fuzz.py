"""No input ends the interpreter: it is an answer, or an exception of this package."""

from __future__ import annotations

import pickle
from typing import Any

import slideways as sw
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from slideways import _native

QUICK = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)

KLOTSKI = sw.puzzle("klotski").text()
ERRORS = (sw.SlidewaysError, OverflowError, TypeError, ValueError, BufferError)

texts = st.text(max_size=200)
pieces = st.sampled_from(["5 x 4", "1 = 11/11", "2 = 1/1", "212232444004", "goal 1@3,1", "\n", " ", "x", "0", "#"])
notations = st.lists(pieces | st.text(max_size=5), max_size=12).map("\n".join)
spliced = st.tuples(st.integers(0, len(KLOTSKI)), st.integers(0, 9), texts).map(
    lambda cut: KLOTSKI[: cut[0]] + cut[2] + KLOTSKI[cut[0] + cut[1] :]
)
values: st.SearchStrategy[Any] = (
    st.none() | st.booleans() | st.integers() | st.floats() | texts | st.binary(max_size=20) | st.lists(st.integers())
)


@QUICK
@given(texts | notations | spliced)
def test_any_text_is_a_puzzle_or_an_error(text: str) -> None:
    try:
        puzzle = sw.puzzle(text)
    except sw.ReadError as error:
        assert str(error) and pickle.loads(pickle.dumps(error)).message == error.message
    else:
        assert pickle.loads(pickle.dumps(puzzle)) == puzzle
        assert puzzle.svg() and str(puzzle) and repr(puzzle)
        for move in puzzle.moves("step"):
            assert puzzle.play(move, "step").shape == puzzle.shape


@QUICK
@given(texts | st.lists(st.sampled_from("UDLR1289{}@:.# \n4,"), max_size=30).map("".join))
def test_any_text_has_a_verdict(text: str) -> None:
    for puzzle in [sw.puzzle("klotski"), sw.tiles("1 2 3/4 0 6/7 5 8")]:
        verdict = sw.check(puzzle, text)
        assert verdict.explain() and verdict.legal >= 0
        assert verdict.legal_moves == verdict.state.moves()


@QUICK
@given(st.lists(st.lists(st.integers(-5, 300), max_size=17), max_size=4) | values)
def test_any_array_is_solved_or_refused(positions: Any) -> None:
    try:
        sw.tiles.solve_many(positions, time=0.2, progress=False)
        sw.tiles.heuristic(positions, "manhattan")
    except ERRORS:
        pass


@QUICK
@given(st.permutations(range(9)))
def test_any_board_has_a_distance(tiles: list[int]) -> None:
    (distance,) = sw.tiles.solve_many([tiles]).tolist()
    assert distance == -1 or 0 <= distance <= 31
    assert (sw.tiles(tiles).answer().outcome == "unsolvable") == (distance == -1)


@QUICK
@given(values, values, values, values)
def test_any_argument_is_used_or_refused(style: Any, threads: Any, memory: Any, time: Any) -> None:
    puzzle = sw.tiles("1 2 3/4 0 6/7 5 8")
    try:
        puzzle.answer(style=style, threads=threads, memory=memory, time=time, progress=False)
    except ERRORS:
        pass


@QUICK
@given(texts, st.lists(texts, max_size=3), texts)
def test_any_box_is_packed_or_refused(box: str, shapes: list[str], packing: str) -> None:
    try:
        sw.lock(box, *shapes)
        sw.Packing(box, packing)
    except ERRORS:
        pass


@QUICK
@given(texts, texts, values, values)
def test_private_functions_do_not_trust_their_arguments(first: str, second: str, third: Any, fourth: Any) -> None:
    for call in [
        lambda: _native._puzzle_of_json(first, second, third, fourth),
        lambda: _native._solution_of_text(sw.puzzle("klotski"), first, second, third),
        lambda: _native._tiles_of_array(third, first, second, fourth, first),
        lambda: _native._tiles_sample(first, second, third, fourth, 1, 1, None, None, 0.1, False),
        lambda: _native._tiles_random(first, None, third, fourth),
        lambda: _native._tiles_heuristic(third, first, None, second, None, None, False),
        lambda: _native._tiles_set(first),
        lambda: _native._design(bool, first, second, None, (1, 2), False, None, 1, None, 1, 1, 1 << 20, 0.1, False),
        lambda: sw.puzzle("klotski").text(first),
    ]:
        try:
            call()  # type: ignore[no-untyped-call, unused-ignore]
        except ERRORS:
            pass


@QUICK
@given(st.floats(), st.floats(), st.floats(), st.integers(0, 2**62))
def test_any_number_is_used_or_refused(cell: float, seconds: float, rest: float, number: int) -> None:
    puzzle = sw.tiles("1 2 3/4 0 6/7 5 8")
    solution, space = puzzle.solve(), sw.puzzle("..BAAB...").explore(farthest=number, hardest=number)
    for call in [
        lambda: puzzle.svg(cell=cell),
        lambda: puzzle.png(cell=min(cell, 50.0)),
        lambda: solution.film(cell=cell, seconds=seconds, rest=rest),
        lambda: solution.svg(width=cell, every=number),
        lambda: space.png(scale=min(seconds, 2.0)),
        lambda: space.hardest(number),
        lambda: sw.tiles.sample((3, 3), distance=3, n=number),
        lambda: sw.puzzle("klotski").sample(distance=3, n=number, seed=number),
        lambda: puzzle.solutions(limit=number),
    ]:
        try:
            call()  # type: ignore[no-untyped-call, unused-ignore]
        except ERRORS:
            pass
