"""Measures the package: `python bench.py [runs]` prints a table, the best of several runs.

`SLIDEWAYS_COMMAND` names the program to compare with; both use the tables in the user's folder.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import slideways as sw

RUNS = int(sys.argv[1]) if len(sys.argv) > 1 else 5


def best(what: Callable[[], object]) -> float:
    """The shortest time of several runs, in seconds."""
    times: list[float] = []
    for _ in range(RUNS):
        begun = time.perf_counter()
        what()
        times.append(time.perf_counter() - begun)
    return min(times)


def row(name: str, seconds: float, aim: str) -> None:
    print(f"| {name} | {seconds * 1000:,.1f} ms | {aim} |", flush=True)


def import_time() -> float:
    program = "import time; t = time.perf_counter(); import slideways; print(time.perf_counter() - t)"
    outputs = [subprocess.run([sys.executable, "-c", program], capture_output=True, text=True) for _ in range(RUNS)]
    return min(float(output.stdout) for output in outputs)


def sample_of_every_distance() -> None:
    for distance in (1, 20, 35, 45, 53):
        found = sw.tiles.sample((3, 4), distance=distance, n=100, seed=1)
        assert len(found) in (2, 18, 100), len(found)


def command_line(command: str, positions: list[str]) -> None:
    text = "\n".join(positions) + "\n"
    printed = subprocess.run([command, "solve", "-", "--quiet"], input=text, capture_output=True, text=True)
    assert len(printed.stdout.splitlines()) == len(positions)


def main() -> None:
    print("| what | time | aim |\n|---|---|---|")
    module = next((Path(sw.__file__).parent).glob("_native*"))
    print(f"| compiled module, not compressed | {module.stat().st_size / 2**20:.1f} MiB | wheel of 8 MB |")
    row("import", import_time(), "50 ms")
    klotski = sw.puzzle("klotski")
    assert len(klotski.solve()) == 81
    row('`puzzle("klotski").solve()`', best(lambda: sw.puzzle("klotski").solve()), "15 ms")
    space = klotski.explore()
    assert len(space.graph().edges) == 47_151
    row("edges of Klotski's component to numpy", best(lambda: space.graph().edges), "50 ms")
    row("the same with `explore`", best(lambda: klotski.explore().graph().edges), "-")
    sample = sw.tiles.sample((3, 3), distance=22, n=10_000, seed=1)
    assert sample.shape == (10_000, 9)
    row(
        "10,000 exact samples of the 8-puzzle",
        best(lambda: sw.tiles.sample((3, 3), distance=22, n=10_000, seed=1)),
        "1 s",
    )
    row("100 samples of 3 x 4 at 5 distances, each", best(sample_of_every_distance) / 5, "3 s")
    positions = sw.tiles.random((4, 4), n=1000, seed=1)
    begun = time.perf_counter()
    distances = sw.tiles.solve_many(positions)
    row("1,000 random 15-puzzles, first call", time.perf_counter() - begun, "-")
    assert 52 < distances.mean() < 54
    alone = best(lambda: sw.tiles.solve_many(positions))
    row("1,000 random 15-puzzles by `solve_many`", alone, "1.1 x the command line")
    command = os.environ.get("SLIDEWAYS_COMMAND")
    if command:
        lines = [sw.tiles(line).position for line in positions]
        other = best(lambda: command_line(command, lines))
        row(f"the same by the command line (ratio {alone / other:.2f})", other, "-")


main()
