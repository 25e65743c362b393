"""Puzzles are immutable values that come from any notation."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import slideways as sw


def test_a_word_means_the_same_as_on_the_command_line() -> None:
    assert sw.puzzle("klotski").name == "klotski"
    assert sw.puzzle("Klotski") == sw.puzzle("klotski")
    assert sw.puzzle("korf15:88").goals == ["blank first"]
    assert sw.puzzle("korf15:88").optimum == {"step": 65}
    assert sw.puzzle("..BAAB...").pieces == 2
    assert sw.puzzle("R3D2", size="4x4").family == "tiles"
    assert sw.tiles("ca6098dfb73254e1").position == "12 10 6 0/9 8 13 15/11 7 3 2/5 4 14 1"
    assert sw.tiles([1, 2, 3, 4, 5, 6, 7, 0, 8]).distance() == 1


def test_a_file_is_read_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    path.write_text(sw.puzzle("klotski").text())
    assert sw.puzzle(str(path)) == sw.library["klotski"]
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    for bad in ["binary", "."]:
        with pytest.raises(sw.ReadError):
            sw.puzzle(str(tmp_path / bad))


def test_equal_puzzles_have_equal_hashes_and_survive_pickling() -> None:
    for name in ["klotski", "korf15:1", "1 2 3/4 0 6/7 5 8", "..BAAB...", "gnome/red_donkey"]:
        puzzle = sw.puzzle(name)
        again = pickle.loads(pickle.dumps(puzzle))
        assert again == puzzle and hash(again) == hash(puzzle)
        assert (again.name, again.title, again.style) == (puzzle.name, puzzle.title, puzzle.style)
        assert again.goals == puzzle.goals
    assert sw.puzzle("klotski") != sw.puzzle("red-donkey")
    assert sw.tiles("123456780") != sw.tiles("123456780", goal="blank-first")
    assert sw.puzzle("klotski") != "klotski"
    assert len({sw.puzzle("klotski"), sw.library["klotski"], sw.puzzle("klotski").play("4@4,0:R")}) == 2


def test_puzzles_cannot_be_changed() -> None:
    puzzle = sw.puzzle("klotski")
    with pytest.raises(AttributeError):
        puzzle.name = "other"  # type: ignore[misc]
    with pytest.raises(TypeError):
        sw.Puzzle()  # type: ignore[call-arg, unused-ignore]


def test_the_repr_is_short_and_says_what_it_is() -> None:
    assert repr(sw.puzzle("klotski")) == "Puzzle('klotski')"
    assert repr(sw.tiles("1 2 3/4 0 6/7 5 8")) == "Puzzle('1 2 3/4 0 6/7 5 8')"
    assert repr(sw.puzzle("klotski").play("4@4,0:R")) == "Puzzle('212232440404')"
    assert "┌" in str(sw.puzzle("klotski"))


def test_legal_moves_can_be_played() -> None:
    for puzzle in [sw.puzzle("klotski"), sw.tiles("1 2 3/4 0 6/7 5 8")]:
        for style in puzzle.styles[:3]:
            for move in puzzle.moves(style):
                after = puzzle.play(move, style)
                assert after != puzzle and after.shape == puzzle.shape
    with pytest.raises(sw.IllegalMove) as caught:
        sw.puzzle("klotski").play("4@4,0:R 4@4,1:U")
    assert caught.value.number == 2


def test_pictures_are_pictures() -> None:
    klotski = sw.puzzle("klotski")
    assert klotski.svg().startswith("<svg ") and klotski._repr_svg_() == klotski.svg()
    assert klotski.svg(page="dark") != klotski.svg(page="light")
    assert klotski.png(cell=10).startswith(b"\x89PNG")
    assert sw.tiles("123456780").svg().startswith("<svg ")
    for bad in [{"page": "blue"}, {"cell": 0.0}, {"cell": float("nan")}, {"cell": 1e9}]:
        with pytest.raises(sw.UnfitError):
            klotski.svg(**bad)  # type: ignore[arg-type]


def test_puzzles_are_written_in_other_notations() -> None:
    klotski = sw.puzzle("klotski")
    assert sw.puzzle(klotski.text("json")) == klotski
    assert sw.puzzle(klotski.text()) == klotski
    assert sw.tiles("123456780").text() == "1 2 3/4 5 6/7 8 0"
    with pytest.raises(sw.UnfitError):
        klotski.text("morse")


def test_the_library_is_a_mapping() -> None:
    assert len(sw.library) == len(list(sw.library)) > 90
    assert "klotski" in sw.library and "klotsky" not in sw.library
    with pytest.raises(KeyError):
        sw.library["klotsky"]
    assert isinstance(sw.library.aliases("klotski"), list)
