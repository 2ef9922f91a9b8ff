"""An event with one of everything, by the addresses of the API."""

from typing import Any

from players.models import Club, Role, User
from players.people.services.people import create_person
from tests.tournaments.builders import make_event, make_round, make_section
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import EventFile, EventNews, EventState, KeptApart

ADDRESSES = (
    "events/{id}/",
    "events/{id}/step/",
    "events/{id}/starting-order/",
    "events/{id}/copy/",
    "events/{id}/conflicts/",
    "events/{id}/log/",
    "events/{id}/candidates/",
    "events/{id}/ratings/",
    "events/{id}/readiness/",
    "events/{id}/event-file/",
    "event-files/{id}/",
    "event-files/{id}/import/",
    "event-arbiters/{id}/",
    "event-news/{id}/",
    "sections/{id}/",
    "sections/{id}/prizes/",
    "sections/{id}/sign-up/",
    "sections/{id}/entry-table/",
    "sections/{id}/mark-absent/",
    "sections/{id}/standings/",
    "sections/{id}/explanation/",
    "sections/{id}/crosstable/",
    "sections/{id}/bracket/",
    "sections/{id}/awards/",
    "sections/{id}/progress/",
    "sections/{id}/ratings/",
    "sections/{id}/player-card/",
    "sections/{id}/files/",
    "sections/{id}/file/",
    "entries/{id}/",
    "entries/{id}/step/",
    "entries/{id}/absences/",
    "kept-apart/{id}/",
    "rounds/{id}/",
    "rounds/{id}/step/",
    "rounds/{id}/change/",
    "rounds/{id}/clock/",
    "rounds/{id}/why/",
    "rounds/{id}/draft/",
    "pairings/{id}/",
    "pairings/{id}/report/",
    "pairings/{id}/record/",
    "pairings/{id}/records/",
    "pairings/{id}/consequences/",
    "pairings/{id}/texts/",
    "pairings/{id}/texts/remove/",
)


def parts_of_an_event(club: Club) -> dict[str, dict[str, Any]]:
    event = make_event(club=club, state=EventState.RUNNING)
    section = make_section(event, players=4)
    round_ = make_round(section, 1, [(1, 3, "1-0"), (4, 2, "")])
    one, other = section.entries.order_by("pk")[:2]
    person = create_person(actor=None, name="Arbiter")
    sender = User.objects.filter(person__memberships__club=club, person__memberships__role=Role.OWNER).first()
    ids = {
        "events": event.pk,
        "event-files": EventFile.objects.create(club=club, uploaded_by=sender, size=1).pk,
        "event-arbiters": appoint_arbiter(actor=None, event=event, person=person).pk,
        "event-news": EventNews.objects.create(event=event, text="Doors open at nine.").pk,
        "sections": section.pk,
        "entries": one.pk,
        "kept-apart": KeptApart.objects.create(section=section, one=one, other=other).pk,
        "rounds": round_.pk,
        "pairings": round_.pairings.get(board=2).pk,
    }
    addresses = {"/api/v1/check-ins/{code}/": {"code": one.code}}
    return addresses | {f"/api/v1/{address}": {"id": ids[address.partition("/")[0]]} for address in ADDRESSES}
