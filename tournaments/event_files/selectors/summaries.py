"""What a job has found in an event's file, as it is kept with the file's row, and who is shown it."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any, Self

from django.http import Http404
from django.utils.translation import gettext as _

from jobs.models import WorkState
from players.models import Club, Person, User
from players.people.selectors.people import people_visible_to
from tournaments.models import EventFile


@dataclass(frozen=True)
class SectionSummary:
    name: str
    system: str
    players: int
    rounds: int
    planned_rounds: int


@dataclass(frozen=True)
class PersonSummary:
    """Somebody in the file, with the id of the member of that name, or those of others who may be meant."""

    number: int
    name: str
    country: str
    known: int | None = None
    candidates: Sequence[int] = ()

    @property
    def match(self) -> str:
        return "known" if self.known else "near" if self.candidates else "new"


@dataclass(frozen=True)
class FileSummary:
    problems: Sequence[str] = ()
    """With any of them, nothing is imported."""
    file_id: str = ""
    event: Mapping[str, Any] = field(default_factory=dict)
    """Name, game, place, days and state."""
    club: str = ""
    arbiters: Sequence[str] = ()
    sections: Sequence[SectionSummary] = ()
    people: Sequence[PersonSummary] = ()
    records: int = 0
    records_left_out: int = 0

    @classmethod
    def of(cls, file: EventFile) -> Self | None:
        """None while it is being read, or if that failed."""
        if file.state != WorkState.DONE:
            return None
        stored = dict(file.summary)
        stored["sections"] = [SectionSummary(**each) for each in stored["sections"]]
        stored["people"] = [PersonSummary(**each) for each in stored["people"]]
        return cls(**stored)

    def to_json(self) -> dict[str, Any]:
        return asdict(self)


def own_event_file(actor: User, pk: int) -> EventFile | None:
    """For the one who sent it: what it holds is nobody else's business before it is imported."""
    files = EventFile.objects.filter(pk=pk, uploaded_by=actor)
    return files.select_related("club", "confirmed__event").first()


def get_event_file_or_404(actor: User, club: Club, pk: int) -> EventFile:
    found = own_event_file(actor, pk)
    if found is None or found.club_id != club.pk:
        raise Http404(_("There is no such file."))
    return found


def people_of_summary(actor: User, summary: FileSummary) -> dict[int, Person]:
    """Those whom the file's people may be, by id, as far as the actor sees them now. One query."""
    ids = {pk for person in summary.people for pk in (person.known, *person.candidates) if pk}
    return {person.pk: person for person in people_visible_to(actor).filter(pk__in=ids)} if ids else {}
