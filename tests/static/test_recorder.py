"""The recorder's scripts stay small: a phone loads them beside the board."""

import gzip
import re
from pathlib import Path

import pytest

JS = Path(__file__).parents[2] / "static" / "js"
MAX_BYTES = 80_000
IMPORT = re.compile(r"""(?:from\s*|import\()["'](\.[^"']+)["']""")


@pytest.mark.parametrize("game", ["barragoon", "stratego"])
def test_the_scripts_of_the_page_are_at_most_80_kb_gzipped(game: str) -> None:
    """With the rules of the game, whose module the page names, and what every page loads."""
    site = {
        JS / name for name in ("theme.js", "menus.js", "passwords.js", "dialogs.js", "tabs.js", "search.js")
    }
    vendor = set((JS.parent / "vendor" / "htmx").glob("*.min.js"))
    recorder, rules = loaded_with(JS / "recorder" / "main.js"), loaded_with(JS / "rules" / f"{game}.js")
    modules = recorder | rules | site | vendor

    assert len(recorder) > 10
    assert JS / "rules" / "tables" / f"{game}.js" in rules
    assert sum(len(gzip.compress(path.read_bytes())) for path in modules) <= MAX_BYTES


def loaded_with(module: Path) -> set[Path]:
    """A module and everything that it imports, at once or later."""
    found, waiting = set[Path](), [module]
    while waiting:
        path = waiting.pop()
        if path not in found:
            found.add(path)
            waiting += (
                (path.parent / address).resolve() for address in IMPORT.findall(path.read_text("utf-8"))
            )
    return found
