"""Exceptions. All of them are `SlidewaysError`; their text is that of the library."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

    from slideways._native import Answer

__all__ = [
    "IllegalMove",
    "InternalError",
    "ReadError",
    "SlidewaysError",
    "Stopped",
    "UnfitError",
    "Unsolvable",
]


class SlidewaysError(Exception):
    """The base of all exceptions of this package."""

    #: What was found.
    message: str
    #: How to fix it.
    help: str | None

    def __init__(self, message: str, *, help: str | None = None, **fields: Any) -> None:
        super().__init__(message)
        self.message = message
        self.help = help
        self.__dict__.update(fields)

    def __str__(self) -> str:
        return f"{self.message}; {self.help}" if self.help else self.message

    def __reduce__(self) -> tuple[Callable[..., SlidewaysError], tuple[Any, ...]]:
        fields = {name: value for name, value in self.__dict__.items() if name not in ("message", "answer")}
        return _restored, (type(self), self.message, fields)


def _restored(kind: type[SlidewaysError], message: str, fields: dict[str, Any]) -> SlidewaysError:
    return kind(message, **fields)


class ReadError(SlidewaysError, ValueError):
    """A text is not a puzzle, a position or a goal.

    >>> import slideways as sw
    >>> try:
    ...     sw.puzzle("2 x 2\\n1 = 1\\n12\\n")
    ... except sw.ReadError as error:
    ...     print(error.line, error.column, error.message)
    3 2 the start uses kind `2`, which is not defined
    """

    #: The line, from 1, if the text was read up to a place.
    line: int | None
    #: The character in it, from 1.
    column: int | None
    #: The annotation of that place.
    label: str | None

    def __str__(self) -> str:
        text = super().__str__()
        return f"line {self.line}, column {self.column}: {text}" if self.line else text


class UnfitError(SlidewaysError, ValueError):
    """The question does not fit the puzzle, or contradicts itself."""


class IllegalMove(SlidewaysError, ValueError):
    """A move breaks the rule, or cannot be read."""

    #: The number of the move, from 1; None if all moves are legal, but do not end at a goal.
    number: int | None


class Unsolvable(SlidewaysError):
    """It is proved that there is no solution."""

    #: The proof, in a word: `exhausted`, `parity` and others.
    reason: str
    #: The answer, with the numbers of the search; lost when the exception is pickled.
    answer: Answer


class Stopped(SlidewaysError):
    """A limit stopped the search before it had an answer."""

    #: What stopped it: `time`, `memory` and others.
    reason: str
    #: Every solution has at least this many moves, if that is known.
    bound: int | None
    #: The answer, with the numbers of the search, if a single puzzle was solved; lost when the exception is
    #: pickled.
    answer: Answer
    #: The row of the array, if positions were solved in bulk.
    row: int


class InternalError(SlidewaysError):
    """The plain rule does not confirm an answer. That is a bug in Slideways."""
