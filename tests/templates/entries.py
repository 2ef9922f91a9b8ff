"""What the pages about entries show, besides the events themselves."""

from tests.templates.events import MAIN
from tournaments.models import Entry

CODE = "known-by-the-player"


def furnish_entries() -> None:
    """The first player of the running event has a known code."""
    Entry.objects.filter(section=MAIN, starting_rank=1).update(code=CODE)
