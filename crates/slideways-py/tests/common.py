"""What several tests share."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

#: What differs between two runs of one search.
TIMES = ("seconds", "rounds", "peak_bytes")


def run(command: Path, *arguments: str) -> str:
    """What the command line prints."""
    result = subprocess.run([str(command), *arguments], capture_output=True, text=True, check=False)
    return result.stdout


def untimed(text: str) -> dict[str, object]:
    """A JSON object without its times."""
    fields: dict[str, object] = json.loads(text)
    return {name: value for name, value in fields.items() if name not in TIMES}
