"""Arrays: those of numpy if it is installed, and memory views otherwise. Nothing is copied on the way out."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from slideways.errors import UnfitError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Bytes: TypeAlias = npt.NDArray[np.uint8]
    Shorts: TypeAlias = npt.NDArray[np.int16]
    Integers: TypeAlias = npt.NDArray[np.int32]

#: Positions: an array of numpy, anything with the buffer protocol, or lists of numbers.
Positions: TypeAlias = Any

_CODES: dict[str, Literal["B", "h", "i"]] = {"uint8": "B", "int16": "h", "int32": "i"}


def array(data: bytes, kind: str, *shape: int) -> Any:
    """Numbers of a kind in a shape, which cannot be written."""
    try:
        import numpy as np
    except ImportError:
        view = memoryview(data)
        # A view of no elements has no other shape than one without elements.
        return view.cast(_CODES[kind]) if len(shape) == 1 or not data else view.cast(_CODES[kind], shape)
    return np.frombuffer(data, dtype=kind).reshape(shape)


def boards(positions: Positions, size: tuple[int, int] | str | None) -> tuple[bytes, str]:
    """The cells of positions, one byte per cell, and the size of the boards."""
    if isinstance(positions, (str, bytes)):
        raise UnfitError("expected an array of positions, not a text", help="`sw.tiles(text)` reads one")
    if hasattr(positions, "astype"):
        return _of_numpy(positions, size)
    if isinstance(positions, memoryview) or not isinstance(positions, Sequence):
        view = memoryview(cast("Any", positions))
        if view.format not in ("B", "b", "c"):
            raise UnfitError("expected one byte per cell", help="convert the array to uint8")
        return bytes(view), _size(tuple(view.shape or ()), size)
    given = cast("Sequence[Any]", positions)  # type: ignore[redundant-cast]
    rows: list[list[Any]] = [list(row) for row in given]
    if rows and rows[0] and isinstance(rows[0][0], Sequence):
        line = cast("Sequence[Any]", rows[0][0])  # type: ignore[redundant-cast]
        shape: tuple[int, ...] = (len(rows), len(rows[0]), len(line))
        rows = [[tile for line in row for tile in line] for row in rows]
    else:
        shape = (len(rows), len(rows[0]) if rows else 0)
    if any(len(row) != len(rows[0]) for row in rows):
        raise UnfitError("the positions have different numbers of cells")
    try:
        return b"".join(bytes(row) for row in rows), _size(shape, size)
    except (TypeError, ValueError) as error:
        raise UnfitError("tiles are numbers from 0 to 255") from error


def _of_numpy(positions: Any, size: tuple[int, int] | str | None) -> tuple[bytes, str]:
    import numpy as np

    given = np.asarray(positions)
    if given.dtype != np.uint8:
        if given.dtype.kind not in "iu" or (given.size and (given.min() < 0 or given.max() > 255)):
            raise UnfitError("tiles are numbers from 0 to 255")
        given = given.astype(np.uint8)
    return given.tobytes(), _size(given.shape, size)


def _size(shape: tuple[int, ...], size: tuple[int, int] | str | None) -> str:
    """The size of the boards of an array: as given, of its rows and columns, or a square."""
    if size is not None:
        return sides(size)
    if len(shape) == 3:
        return f"{shape[1]}x{shape[2]}"
    cells = shape[-1] if shape else 0
    side = round(cells**0.5)
    if len(shape) != 2 or side * side != cells or not cells:
        raise UnfitError("the size of the boards is not known", help="pass `size=(rows, columns)`")
    return f"{side}x{side}"


def sides(size: tuple[int, int] | str) -> str:
    """A size as text."""
    return size if isinstance(size, str) else "x".join(str(side) for side in size)


def cells(size: str) -> tuple[int, int]:
    """The rows and columns of a size that the library has read."""
    rows, columns = size.lower().replace("×", "x").split("x")
    return int(rows), int(columns)
