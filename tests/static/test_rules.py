"""The rules in the browser stay small: phones load them over slow networks."""

import gzip
import re
from pathlib import Path

import pytest

RULES = Path(__file__).parents[2] / "static" / "js" / "rules"
MAX_BYTES = 15_000
IMPORT = re.compile(r"""from\s*["'](\.[^"']+)["']""")


@pytest.mark.parametrize("game", [path.stem for path in (RULES / "tables").iterdir()])
def test_a_game_with_its_tables_is_at_most_15_kb_gzipped(game: str) -> None:
    modules = loaded_with(RULES / f"{game}.js")

    assert RULES / "tables" / f"{game}.js" in modules
    assert sum(len(gzip.compress(path.read_bytes())) for path in modules) <= MAX_BYTES


def loaded_with(module: Path) -> set[Path]:
    """A module and everything that it imports."""
    found, waiting = set[Path](), [module]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += (
                (path.parent / address).resolve() for address in IMPORT.findall(path.read_text("utf-8"))
            )
    return found
