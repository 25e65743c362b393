"""The progress bar of searches that last over a second: in a terminal, or in a notebook."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from slideways._native import Progress

_WIDTH = 30


def _count(number: int) -> str:
    return f"{number:,}"


def line(now: Progress) -> str:
    """The text of the bar."""
    if now.part is not None:
        filled = round(now.part * _WIDTH)
        bar = f"[{'█' * filled}{'░' * (_WIDTH - filled)}] {now.part:4.0%}"
    else:
        bar = ""
    words = [f"{now.stage} {bar}".rstrip()]
    if now.bound:
        words.append(f"at least {now.bound} moves")
    if now.best is not None:
        words.append(f"best {now.best}")
    if now.states:
        words.append(f"{_count(now.states)} states")
    elif now.expanded:
        words.append(f"{_count(now.expanded)} expanded")
    words.append(f"{now.seconds:.0f} s")
    return ", ".join(words)


def _notebook_handle() -> Any:
    """A display that can be updated, if this runs in a notebook."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    if shell is None or shell.__class__.__name__ != "ZMQInteractiveShell":
        return None
    from IPython.display import display  # type: ignore[import-not-found, unused-ignore]

    return display({"text/plain": ""}, raw=True, display_id=True)  # pyright: ignore


class Bar:
    """Shows what a search has done so far; removes itself at the end."""

    def __init__(self) -> None:
        self._handle = _notebook_handle()
        self._written = 0

    def __call__(self, now: Progress) -> None:
        text = line(now)
        if self._handle is not None:
            self._handle.update({"text/plain": text}, raw=True)
        elif _is_terminal():
            sys.stderr.write("\r" + text.ljust(self._written))
            sys.stderr.flush()
            self._written = len(text)

    def close(self) -> None:
        if self._handle is not None:
            self._handle.update({"text/plain": ""}, raw=True)
        elif self._written:
            sys.stderr.write("\r" + " " * self._written + "\r")
            sys.stderr.flush()


def _is_terminal() -> bool:
    return sys.stderr is not None and hasattr(sys.stderr, "isatty") and sys.stderr.isatty()
