"""Attackers and honest people, in any order."""

from tests.security.attacks import AnyAttacks, EventAttacks, GameAttacks, PeopleAttacks
from tests.security.honest import HonestSteps


class Attackers(PeopleAttacks, GameAttacks, EventAttacks, AnyAttacks, HonestSteps):
    """Each step ends with a look at seats, roles, hidden pieces, private values, and the rows of others."""
