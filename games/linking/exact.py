"""The rule for linking a name without asking: the same name, and only one person in sight has it."""

from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q, QuerySet

from players.models import Club, Person, User
from players.people.selectors import people


def people_in_sight(club: Club | int | None, submitter: User | int | None) -> QuerySet[Person]:
    """Whom a submitter may see: those who agreed to be listed, the club's members, and themselves."""
    seen = Q(listed=True)
    if club is not None:
        seen |= Q(memberships__club=club)
    if submitter is not None:
        seen |= Q(account=submitter)
    return people().filter(seen).distinct()


def exact_matches(keys: Iterable[str], club: int | None, submitter: int | None) -> dict[str, int]:
    """For each comparison key that exactly one person in sight has, that person's id. One query."""
    wanted = {key for key in keys if key}
    if not wanted:
        return {}
    found: defaultdict[str, set[int]] = defaultdict(set)
    rows = people_in_sight(club, submitter).filter(comparison_key__any_of=wanted).order_by()
    for key, pk in rows.values_list("comparison_key", "pk"):
        found[key].add(pk)
    return {key: pks.pop() for key, pks in found.items() if len(pks) == 1}
