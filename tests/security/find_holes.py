"""Takes each mend out, and lets the search find the way in by itself.

Not a part of the suite, for it takes minutes: `.venv/bin/python -m pytest -q -s tests/security/find_holes.py`. Prints a
line for each hole, with the seed and the number of sequences and steps; docs/security.md has them. A sequence counts if
its steps lead through the hole and the watch says what the hole gives; another finding ends the seed. The sequence is
left as it was found: to make it short takes many times as long.
"""

import logging
import re
import time

import pytest

from tests.security.holes import HOLES, Hole
from tests.security.search import Search
from tests.security.watch import Violation
from tests.security.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.timeout(0)]
SEEDS = range(1, 41)
EXAMPLES = 100


@pytest.mark.parametrize("hole", HOLES, ids=lambda hole: hole.key)
def test_the_search_finds_the_hole(world: World, hole: Hole, monkeypatch: pytest.MonkeyPatch) -> None:
    logging.disable()
    hole.take_out(monkeypatch)
    began = time.monotonic()
    for number in SEEDS:
        search = Search(examples=EXAMPLES, number=number, shrink=False, rules=hole.rules())
        try:
            search.run(world)
        except Violation as violation:
            notes = [note for note in getattr(violation, "__notes__", []) if "state." in note]
            steps = _steps(notes)
            if not hole.is_found(str(violation), steps):
                continue
            print(
                f"\n| {hole.key} | {number} | {search.count} | {len(steps)} | {time.monotonic() - began:.0f} s |\n"
                f"{violation}\n" + "\n".join(notes)
            )
            return
    pytest.fail(f"{hole.key} was not found in {len(SEEDS)} × {EXAMPLES} sequences")


def _steps(notes: list[str]) -> list[str]:
    """Without the first, which says whom the club has trusted, and the last, which ends the example."""
    lines = re.findall(r"^\s*(?:\w+ = )?state\.(\w+)\(", "\n".join(notes), re.MULTILINE)
    return [line for line in lines if line not in ("trust_somebody", "teardown")]
