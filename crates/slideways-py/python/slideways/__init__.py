"""Sliding puzzles: shortest solutions that are proved, whole state spaces, exact samples, and pictures.

>>> import slideways as sw
>>> sw.puzzle("klotski").solve()
<Solution: 81 moves (style move), proved shortest>
>>> sw.tiles.sample((3, 3), distance=31, n=2).shape
(2, 9)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slideways._design import design
from slideways._library import library
from slideways._native import (
    Answer,
    Lock,
    Packing,
    Packings,
    Progress,
    Puzzle,
    Solution,
    Space,
    Step,
    Verdict,
    __version__,
    check,
    lock,
    puzzle,
)
from slideways._tiles import tiles
from slideways.errors import (
    IllegalMove,
    InternalError,
    ReadError,
    SlidewaysError,
    Stopped,
    UnfitError,
    Unsolvable,
)

if TYPE_CHECKING:
    from slideways import gym

__all__ = [
    "Answer",
    "IllegalMove",
    "InternalError",
    "Lock",
    "Packing",
    "Packings",
    "Progress",
    "Puzzle",
    "ReadError",
    "SlidewaysError",
    "Solution",
    "Space",
    "Step",
    "Stopped",
    "UnfitError",
    "Unsolvable",
    "Verdict",
    "__version__",
    "check",
    "design",
    "gym",
    "library",
    "lock",
    "puzzle",
    "tiles",
]


def __getattr__(name: str) -> Any:
    # gymnasium takes long to import, and is needed by few.
    if name == "gym":
        import importlib

        return importlib.import_module("slideways.gym")
    raise AttributeError(f"module 'slideways' has no attribute {name!r}")
