"""The verifier: the first wrong move, why, and what would be legal."""

from __future__ import annotations

import slideways as sw


def test_a_solution_is_valid() -> None:
    for puzzle in [sw.puzzle("klotski"), sw.tiles("8 6 7/2 5 4/3 0 1")]:
        verdict = sw.check(puzzle, str(puzzle.solve()))
        assert verdict and verdict.valid and verdict.number is None and verdict.reason is None
        assert verdict.distance_after == 0 and verdict.state.solved
        assert verdict.explain().startswith("valid: ")


def test_the_first_wrong_move_is_named() -> None:
    verdict = sw.check("klotski", "4@4,0:R\n4@4,1:U\n4@4,3:L")
    assert not verdict and (verdict.legal, verdict.number, verdict.move) == (1, 2, "4@4,1:U")
    assert verdict.reason == "step 1 (U) is blocked"
    assert verdict.state == sw.puzzle("klotski").play("4@4,0:R")
    assert verdict.legal_moves == verdict.state.moves()
    assert (verdict.distance_before, verdict.distance_after) == (81, 80)


def test_a_text_that_is_no_move_is_a_wrong_move() -> None:
    verdict = sw.check("1 2 3/4 0 6/7 5 8", "U and then left")
    assert (verdict.legal, verdict.number) == (1, 2) and verdict.reason
    assert "cannot be read" in verdict.explain()


def test_legal_moves_that_end_elsewhere_are_no_solution() -> None:
    verdict = sw.check("1 2 3/4 0 6/7 5 8", "U")
    assert not verdict and verdict.number is None and verdict.reason is not None
    assert (verdict.distance_before, verdict.distance_after) == (2, 1)


def test_what_cannot_be_solved_has_no_distance() -> None:
    assert sw.check("1 2 3/4 5 6/8 7 0", "").distance_before is None
