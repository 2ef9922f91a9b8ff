"""The starting order: the highest rating first, then the names in the order of the alphabet. Pure code."""

from collections.abc import Iterable

from players import names
from tournaments.models import Entry


def starting_order(entries: Iterable[Entry]) -> list[Entry]:
    """Of one section. The ids settle what names leave open, so that the order is the same every time."""
    return sorted(
        entries, key=lambda entry: (-entry.rating, names.sort_key(entry.person.sort_name), entry.person_id)
    )


def ranked(entries: Iterable[Entry]) -> list[tuple[int, Entry]]:
    """Numbers and entries, as they are fixed or as they would be. Entries that have a rank keep it."""
    entries = list(entries)
    fixed = {entry.starting_rank: entry for entry in entries if entry.starting_rank is not None}
    start = max(fixed, default=0) + 1
    rest = starting_order(entry for entry in entries if entry.starting_rank is None)
    return [*sorted(fixed.items()), *enumerate(rest, start=start)]
