"""Bad input of every kind is an exception of this package."""

from __future__ import annotations

import pickle

import pytest
import slideways as sw


def test_an_error_in_a_text_has_its_line_and_column() -> None:
    with pytest.raises(sw.ReadError) as caught:
        sw.puzzle("5 x 4 mine\n1 = 11/11\n2 = 1/1\n3112\ngoal 1@3,1\n")
    error = caught.value
    assert (error.line, error.column) == (4, 1) and "`3`" in error.message
    assert str(error).startswith("line 4, column 1: ")
    assert isinstance(error, ValueError) and isinstance(error, sw.SlidewaysError)
    again = pickle.loads(pickle.dumps(error))
    assert str(again) == str(error) and again.line == 4


def test_an_unknown_name_has_a_suggestion() -> None:
    with pytest.raises(sw.ReadError, match="did you mean `klotski`") as caught:
        sw.puzzle("klotsky")
    assert caught.value.line is None


@pytest.mark.parametrize("text", ["", "\0", "5 x", "x" * 100_000, "1 2 3", "9999x9999", "korf15:0", "korf15", "[]", "{}"])
def test_what_is_no_puzzle_is_a_read_error(text: str) -> None:
    with pytest.raises(sw.ReadError):
        sw.puzzle(text)


def test_goals_and_sizes_are_for_tiles() -> None:
    with pytest.raises(sw.UnfitError):
        sw.puzzle("klotski", goal="blank-first")
    with pytest.raises(sw.ReadError):
        sw.tiles("123456780", goal="home")
    with pytest.raises(sw.UnfitError):
        sw.tiles("123456780", size="0x0")
    with pytest.raises(sw.UnfitError):
        sw.tiles("klotski")


def test_sets_of_many_pieces_are_not_listed() -> None:
    many = next(p for p in map(sw.puzzle, sw.library) if p.pieces > 16 and p.family == "blocks")
    with pytest.raises(sw.UnfitError):
        many.moves("set-step")
