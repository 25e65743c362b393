"""Packings in which nothing slides."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest
import slideways as sw
from common import run, untimed


def test_knuths_cube() -> None:
    cube = sw.lock((4, 4, 4), "2x2x1")
    fewest = cube.fewest()
    assert (fewest.pieces, fewest.classes, fewest.outcome, fewest.complete) == (12, 3, "found", True)
    packings = cube.packings(fewest=True)
    assert len(packings) == 3 and all(packing.locked and len(packing) == 12 for packing in packings)


def test_a_square_of_dominoes() -> None:
    square = sw.lock("4x4", "2x1")
    census = square.census()
    assert census.raw == 37 == sum(census.by_count.values()) == square.count().raw
    assert len(square.packings()) == census.classes
    assert len(square.packings(limit=2)) == 2
    assert sw.lock("4x4", "2x1:..2").census().raw == 1
    assert sw.lock("1x3", "1x1:2..2").census().outcome == "none"


def test_packings_are_those_of_the_command_line(command_line: Path) -> None:
    assert untimed(sw.lock("4x4", "2x1").census().json()) == untimed(run(command_line, "lock", "4x4", "2x1", "--json"))
    fewest = sw.lock("4x4x4", "2x2x1").fewest()
    assert untimed(fewest.json()) == untimed(run(command_line, "lock", "4x4x4", "2x2x1", "--fewest", "--json"))


def test_packings_are_values_with_pictures() -> None:
    packing = sw.lock("4x4x4", "2x2x1").packings(fewest=True, limit=1)[0]
    assert packing == pickle.loads(pickle.dumps(packing)) and len({packing, packing}) == 1
    assert packing._repr_svg_() == packing.svg(isometric=True) and packing.svg().startswith("<svg ")
    assert packing.png(scale=0.5).startswith(b"\x89PNG")
    assert packing.slide() is None and packing.slide("set") is None
    assert sw.Packing("2x2", "aa 00").slide() == ("1", "D") and "┌" in str(packing)


def test_what_is_no_question_is_refused() -> None:
    for box, *pieces in [("4x4", "0x1"), ("", "1x1"), ("4x4", "2x1:5..1"), ("2x2", "3x3"), ("99x99x99", "1x1")]:
        with pytest.raises(sw.UnfitError):
            sw.lock(box, *pieces)
    with pytest.raises(sw.UnfitError):
        sw.lock("4x4", "2x1", strength="weak")
    with pytest.raises(sw.UnfitError):
        sw.Packing("2x2", "aabbcc")
    with pytest.raises(TypeError):
        sw.lock("4x4", 3)  # type: ignore[arg-type]


def test_designs_come_one_by_one() -> None:
    found = list(sw.design(box="4x4", kit="rush", moves=(5, 6), n=2))
    assert len(found) == 2 and all(5 <= puzzle.distance() <= 6 for puzzle in found)
    for puzzle in sw.design(box="4x4", kit="rush", moves=(3, 9), n=1000, time=60):
        assert 3 <= puzzle.optimum["move"] <= 9
        break
    with pytest.raises(sw.UnfitError):
        list(sw.design(box="4x4", kit="pawns"))
    with pytest.raises(sw.UnfitError):
        list(sw.design(kit="1*2x2"))
