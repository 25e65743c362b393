"""Ctrl-C, the interpreter's lock, and progress."""

from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
import time

import pytest
import slideways as sw

@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(
    "search",
    [
        "sw.puzzle('korf24:1').distance()",
        "sw.puzzle('hard15:1').count(style='set-step')",
        "sw.lock('5x5x5', '2x2x1').census()",
        "sw.tiles.layers((3, 4), threads=1); sw.tiles.layers((4, 3), threads=1, style='set-step')",
        "sw.tiles.solve_many(sw.tiles.random((5, 5), n=50))",
        "list(sw.design(moves=(500, 1000)))",
    ],
)
def test_ctrl_c_ends_a_search_within_a_tenth_of_a_second(search: str) -> None:
    program = textwrap.dedent(
        f"""
        import os, signal, sys, threading, time
        import slideways as sw
        sent = []
        def interrupt():
            time.sleep(0.7)
            sent.append(time.perf_counter())
            os.kill(os.getpid(), signal.SIGINT)
        threading.Thread(target=interrupt, daemon=True).start()
        try:
            {search}
        except KeyboardInterrupt:
            print(time.perf_counter() - sent[0])
        except sw.SlidewaysError as error:
            print("error", error)
        else:
            print("done")
        """
    )
    waits: list[float] = []
    for _ in range(3):
        result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
        assert result.stdout and not result.stderr, (result.stdout, result.stderr)
        waits.append(float(result.stdout))
        if waits[-1] < 0.1:
            break
    # A machine that does other work as well may be late once.
    assert min(waits) < 0.1, waits


def test_other_threads_run_while_a_search_does() -> None:
    ticks = 0
    ended = threading.Event()

    def search() -> None:
        with pytest.raises(sw.Stopped):
            sw.puzzle("hard15:1").distance(style="set-step", time=1.0, threads=1)
        ended.set()

    thread = threading.Thread(target=search)
    thread.start()
    while not ended.wait(0.01):
        ticks += 1
    thread.join()
    assert ticks > 10


def test_a_callable_sees_the_progress_and_can_stop_the_search() -> None:
    seen: list[sw.Progress] = []
    with pytest.raises(sw.Stopped):
        sw.puzzle("hard15:1").distance(style="set-step", time=1.0, progress=seen.append)
    assert seen and seen[-1].seconds > 0 and "Progress(" in repr(seen[0])
    assert seen[-1].expanded > 0 or seen[-1].part is not None

    def refuse(_: sw.Progress) -> None:
        raise RuntimeError("enough")

    begun = time.perf_counter()
    with pytest.raises(RuntimeError, match="enough"):
        sw.puzzle("hard15:1").distance(style="set-step", time=20.0, progress=refuse)
    assert time.perf_counter() - begun < 5


def test_the_bar_appears_in_a_terminal_after_a_second_and_goes_away(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from slideways import _progress

    monkeypatch.setattr(_progress, "_is_terminal", lambda: True)
    assert sw.tiles("8 6 7/2 5 4/3 0 1").distance() == 31
    assert capsys.readouterr().err == ""
    with pytest.raises(sw.Stopped):
        sw.puzzle("hard15:1").distance(style="set-step", time=2.0)
    shown = capsys.readouterr().err
    assert "search" in shown or "tables" in shown
    assert shown.endswith(" \r")


def test_the_bar_of_a_notebook_updates_one_display(monkeypatch: pytest.MonkeyPatch) -> None:
    from slideways import _progress

    shown: list[str] = []

    class Handle:
        def update(self, data: dict[str, str], *, raw: bool) -> None:
            shown.append(data["text/plain"])

    monkeypatch.setattr(_progress, "_notebook_handle", Handle)
    with pytest.raises(sw.Stopped):
        sw.puzzle("hard15:1").distance(style="set-step", time=2.0)
    assert len(shown) > 1 and shown[-1] == "" and shown[0]
