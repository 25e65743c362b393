"""The embedded puzzles as a mapping."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from slideways import _native

if TYPE_CHECKING:
    from slideways._native import Puzzle


class Library(Mapping[str, "Puzzle"]):
    """The puzzles of the library by name. `slideways.library` is the one object of this class.

    >>> import slideways as sw
    >>> len(sw.library["klotski"].solve())
    81
    >>> "klotski" in sw.library, "klotsky" in sw.library
    (True, False)
    """

    def __getitem__(self, name: str) -> Puzzle:
        if name not in self:
            raise KeyError(name)
        return _native.puzzle(name)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and _native._library_find(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(_native._library_names())

    def __len__(self) -> int:
        return len(_native._library_names())

    def aliases(self, name: str) -> list[str]:
        """The other names of a puzzle."""
        return _native._aliases(name)

    def __repr__(self) -> str:
        return f"<Library: {len(self)} puzzles>"


library = Library()
