"""A table of people as an organiser has it, and the work that follows from sending it."""

from jobs import services as jobs
from players.models import PeopleImport, PeopleUpload

TABLE = """Name;Country;Year of birth;Listed;Shoes
Hugo de Vries;NL;1990;yes;43
Pijl, Jan;NL;;;
Jan Pyjl;NL;;;
Nobody;Atlantis;;;
Hugo Vries de;;;;
"""


def work(item: PeopleUpload | PeopleImport) -> None:
    """What a worker does when its message comes."""
    kind = "read people" if isinstance(item, PeopleUpload) else "enter people"
    jobs.perform(kind_name=kind, pk=item.pk, message_id="test")
    item.refresh_from_db()
