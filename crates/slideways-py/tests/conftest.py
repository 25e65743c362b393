"""What the tests share."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="session")
def command_line() -> Path:
    """The program `slideways`: the one that the environment names, or that of the last build."""
    named = os.environ.get("SLIDEWAYS_COMMAND")
    path = Path(named) if named else REPOSITORY / "target" / "debug" / "slideways"
    if not path.exists():
        assert os.environ.get("CI") != "true", f"{path} has to be built first: cargo build -p slideways-cli"
        pytest.skip("the command line is not built")
    return path
