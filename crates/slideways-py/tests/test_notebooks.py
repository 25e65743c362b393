"""The notebooks run."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

NOTEBOOKS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.py"))


@pytest.mark.parametrize("notebook", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(notebook: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("SLIDEWAYS_QUICK", "1")
    runpy.run_path(str(notebook))
    assert capsys.readouterr().out


def test_there_are_three() -> None:
    assert len(NOTEBOOKS) == 3
