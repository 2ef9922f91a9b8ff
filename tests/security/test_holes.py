"""Each mended hole stays mended, and would be noticed if it were not."""

import pytest

from tests.security.holes import HOLES, Hole
from tests.security.machine import Attackers
from tests.security.search import machine_in
from tests.security.watch import Violation
from tests.security.world import World

pytestmark = [pytest.mark.django_db, pytest.mark.one_database, pytest.mark.timeout(600)]


def walk(hole: Hole, world: World) -> str:
    """What was noticed on the way; nothing is good."""
    attackers: Attackers = machine_in(world)()
    try:
        hole.walk(attackers)
    except Violation as violation:
        return str(violation)
    finally:
        attackers.teardown()
    return ""


@pytest.mark.parametrize("hole", HOLES, ids=lambda hole: hole.key)
def test_attackers_do_not_come_in(world: World, hole: Hole) -> None:
    assert walk(hole, world) == ""


@pytest.mark.parametrize("hole", HOLES, ids=lambda hole: hole.key)
def test_without_its_mend_they_are_noticed(world: World, hole: Hole, monkeypatch: pytest.MonkeyPatch) -> None:
    hole.take_out(monkeypatch)

    assert hole.finding in walk(hole, world)
