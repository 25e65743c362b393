"""New puzzles that meet conditions, one by one."""

from __future__ import annotations

import queue
import threading
from typing import TYPE_CHECKING

from slideways import _native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from slideways._native import Progress, Puzzle

#: The end of the search, or the exception that ended it.
_End = tuple[BaseException | None]


def design(
    *,
    box: str | tuple[int, ...] | None = None,
    kit: str = "klotski",
    goal: str | None = None,
    moves: tuple[int, int] = (1, 2**32 - 1),
    unique: bool = False,
    where: str | None = None,
    n: int = 1,
    seed: int = 1,
    style: str | None = None,
    threads: int | None = None,
    memory: int | None = None,
    time: float | None = None,
    progress: bool | Callable[[Progress], object] | None = False,
) -> Iterator[Puzzle]:
    """Search for puzzles, and yield each as soon as it is found and checked.

    `kit` is a name such as "klotski", "dominoes" or "rush", or pieces such as "1*2x2 0..*2x1|1x2 3*1x1". `moves`
    are the least and the greatest number of moves of a shortest solution. With `unique` all shortest solutions
    are the same up to the order of independent moves. `where` is a condition such as "wrong_moves.mean > 5". The
    search ends after `n` puzzles, at a limit, or when the generator is closed, as by `break`.

    >>> import slideways as sw
    >>> for puzzle in sw.design(box="4x4", kit="rush", moves=(5, 6), n=2):
    ...     assert 5 <= puzzle.distance() <= 6
    """
    found: queue.SimpleQueue[Puzzle | _End] = queue.SimpleQueue()
    wanted = threading.Event()
    wanted.set()

    def tell(puzzle: Puzzle) -> bool:
        found.put(puzzle)
        return wanted.is_set()

    def report(now: Progress) -> None:
        if callable(progress):
            progress(now)
        if not wanted.is_set():
            raise GeneratorExit

    def search() -> None:
        ended: BaseException | None = None
        try:
            _native._design(
                tell,
                box,
                kit,
                goal,
                moves,
                unique,
                where,
                n,
                style,
                seed,
                threads,
                memory,
                time,
                report,
            )
        except BaseException as error:
            ended = error
        found.put((ended,))

    searcher = threading.Thread(target=search, name="slideways-design", daemon=True)
    searcher.start()
    try:
        while True:
            # Without a timeout, Ctrl-C would have to wait for the next puzzle.
            try:
                next_one = found.get(timeout=0.05)
            except queue.Empty:
                continue
            if not isinstance(next_one, tuple):
                yield next_one
                continue
            if next_one[0] is not None:
                raise next_one[0]
            return
    finally:
        wanted.clear()
        searcher.join()
