"""Attackers do anything in any order, beside honest clubs, and gain and change nothing that nobody granted."""

from functools import partial

import pytest

from tests.security.fuzzing import FuzzTime, repeat
from tests.security.search import Search
from tests.security.world import World

# As many sequences as the suite has time for.
EXAMPLES = 25

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.timeout(600)]


def test_attackers_gain_and_change_nothing(world: World, fuzz_time: FuzzTime) -> None:
    repeat(partial(_search, world), fuzz_time)


def _search(world: World, number: int) -> None:
    Search(examples=EXAMPLES, number=number).run(world)
