"""Solutions, counts, and what there is instead of them."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest
import slideways as sw
from common import run, untimed

@pytest.mark.parametrize("style", ["step", "slide", "move"])
def test_klotski_has_its_known_optima(style: str) -> None:
    klotski = sw.puzzle("klotski")
    solution = klotski.solve(style=style)
    assert len(solution) == klotski.optimum[style] == klotski.distance(style=style)
    assert solution.proved and solution.bound == len(solution)
    assert klotski.play(" ".join(solution.moves), style=style).solved
    assert solution.states[0] == klotski and solution.states[-1].solved


def test_a_solution_is_a_sequence_of_steps_with_proved_distances() -> None:
    solution = sw.tiles("8 6 7/2 5 4/3 0 1").solve()
    assert [step.distance for step in solution] == list(range(31, 0, -1))
    assert solution[-1].distance == 1 and [step.move for step in solution[:2]] == list(solution.moves[:2])
    assert solution[5].state.distance() == 26
    assert len(solution.states) == 32
    with pytest.raises(IndexError):
        solution[31]
    with pytest.raises(TypeError):
        solution["one"]  # type: ignore[call-overload]
    again = pickle.loads(pickle.dumps(solution))
    assert again == solution and hash(again) == hash(solution) and again.proved


def test_hints_and_counts() -> None:
    hardest = sw.tiles("8 6 7/2 5 4/3 0 1")
    assert hardest.count() == 40 == len(hardest.solutions()) == len(set(hardest.solutions()))
    assert len(hardest.solutions(limit=3)) == 3 and hardest.solutions(limit=0) == []
    hint = hardest.hint()
    assert hint is not None and hardest.play(hint).distance() == 30
    assert sw.tiles("123456780").hint() is None
    assert sw.puzzle("klotski").count(style="move") == sw.puzzle("klotski").answer(count=True).solutions


def test_no_solution_is_an_exception_with_its_proof() -> None:
    with pytest.raises(sw.Unsolvable) as caught:
        sw.tiles("1 2 3/4 5 6/8 7 0").solve()
    assert caught.value.reason == "parity"
    assert caught.value.answer.outcome == "unsolvable"
    for ask in ["distance", "count", "hint", "solutions"]:
        with pytest.raises(sw.Unsolvable):
            getattr(sw.tiles("1 2 3/4 5 6/8 7 0"), ask)()
    again = pickle.loads(pickle.dumps(caught.value))
    assert (type(again), str(again), again.reason) == (sw.Unsolvable, str(caught.value), "parity")


def test_a_limit_is_an_exception_with_the_bound() -> None:
    with pytest.raises(sw.Stopped) as caught:
        sw.puzzle("hard15:1").distance(time=0.0)
    assert caught.value.reason in ("time", "memory")
    answer = sw.puzzle("hard15:1").answer(time=0.0)
    assert answer.outcome == "stopped" and answer.solution is None and answer.bound is not None
    large = sw.tiles(sw.tiles.random((6, 6), seed=1)[0])
    found = large.solve(time=1.0)
    assert not found.proved and found.bound <= len(found) and found[0].distance is None
    with pytest.raises(sw.Stopped):
        large.distance(time=0.5)


@pytest.mark.parametrize(
    "arguments",
    [
        ["klotski"],
        ["klotski", "--style", "step"],
        ["klotski", "--style", "set-move", "--count"],
        ["1 2 3/4 0 6/7 5 8"],
        ["8 6 7/2 5 4/3 0 1", "--count"],
        ["8 6 7/2 5 4/3 0 1", "--style", "set-step"],
        ["korf15:79", "--threads", "1"],
        ["1 2 3/4 5 6/8 7 0"],
        ["..BAAB..."],
    ],
)
def test_answers_are_those_of_the_command_line(command_line: Path, arguments: list[str]) -> None:
    word, options = arguments[0], arguments[1:]
    style = options[options.index("--style") + 1] if "--style" in options else None
    threads = 1 if "--threads" in options else None
    answer = sw.puzzle(word).answer(style=style, count="--count" in options, threads=threads)
    printed = run(command_line, "solve", *arguments, "--json").strip()
    assert untimed(answer.json()) == untimed(printed)
    assert list(json.loads(answer.json())) == list(json.loads(printed))


def test_wrong_questions_are_refused() -> None:
    klotski = sw.puzzle("klotski")
    for bad in [{"style": "jump"}, {"threads": 0}, {"time": -1.0}, {"time": float("nan")}, {"progress": 3}]:
        with pytest.raises(sw.UnfitError):
            klotski.solve(**bad)  # type: ignore[arg-type]
    for number in [-1, 2**80]:
        with pytest.raises(OverflowError):
            klotski.solve(threads=number)
        with pytest.raises(OverflowError):
            klotski.solve(memory=number)
    with pytest.raises(TypeError):
        klotski.solve("step")  # type: ignore[call-arg, misc, unused-ignore]


def test_films_are_self_contained() -> None:
    solution = sw.tiles("1 2 3/4 0 6/7 5 8").solve()
    html = solution._repr_html_()
    assert html.startswith("<iframe srcdoc=") and "http:" not in html.replace("http://www.w3.org/2000/svg", "")
    assert solution.html().startswith("<!DOCTYPE html>") and "id=\"play\"" in solution.html()
    assert "<animateTransform" in solution.film()
    assert solution.gif(cell=10, seconds=0.1).startswith(b"GIF89a")
    assert solution.svg().startswith("<svg ") and solution.png(cell=10).startswith(b"\x89PNG")


def test_a_solution_can_be_read_and_is_checked() -> None:
    puzzle = sw.tiles("1 2 3/4 0 6/7 5 8")
    solution = puzzle.solution("L R U L")
    assert len(solution) == 4 and not solution.proved and solution[0].distance is None
    assert puzzle.solution(str(puzzle.solve())).moves == puzzle.solve().moves
    for bad in ["U U L", "U", "jump", "\u2603"]:
        with pytest.raises(sw.IllegalMove):
            puzzle.solution(bad)
