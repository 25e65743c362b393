"""The stubs say what the module does, and strict type checkers accept the tests and examples."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CRATE = Path(__file__).resolve().parents[1]


def checked(*command: str) -> None:
    result = subprocess.run(command, cwd=CRATE, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr


def test_the_stubs_are_those_of_the_module() -> None:
    checked(sys.executable, "-m", "mypy.stubtest", "slideways._native", "--ignore-disjoint-bases")


def test_mypy_is_content() -> None:
    checked(sys.executable, "-m", "mypy", "--strict", "python", "tests", "notebooks", "bench.py")


def test_pyright_is_content() -> None:
    program = shutil.which("pyright", path=str(Path(sys.executable).parent))
    if program is None or shutil.which("node") is None:
        pytest.skip("pyright needs Node.js")
    checked(program, "--pythonpath", sys.executable, "python", "tests", "notebooks", "bench.py")
