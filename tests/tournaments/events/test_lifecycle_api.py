"""Making events through the API: created, copied, imported, opened, started, finished, and taken back."""

import base64
import datetime
from typing import Any

import pytest

from audit.models import AuditEntry
from players.clubs.services.members import add_member
from players.models import Club, Scope
from players.people.services.people import create_person
from tests.core.api.client import ApiClient, client_for
from tests.tournaments.builders import make_event, make_section
from tournaments.models import Event, EventArbiter, EventState, Prize, Round, Section

NEW = {
    "club": "lapwing",
    "name": "Autumn Blitz",
    "game": "barragoon",
    "starts_on": "2026-10-03",
    "ends_on": "2026-10-04",
}

REPORT = """012 Winter Open
042 2026/01/10
052 2026/01/11
XXR 1
001    1      Brandt, Agnes                     1800                             1.0    1     2 w 1
001    2      Otto, Bruno                       1700                             0.0    2     1 b 0
"""


def step(program: ApiClient, event: Event, **sent: Any) -> Any:
    return program.post(f"events/{event.pk}/step/", sent)


def test_an_event_is_created_as_a_draft(organiser_api: ApiClient, lapwing: Club) -> None:
    response = organiser_api.post("events/", {**NEW, "place": "Golden Anchor", "round_minutes": 40})

    told = response.json()
    assert (response.status_code, told["state"], told["club"]) == (201, "draft", "lapwing")
    assert (told["name"], told["place"], told["round_minutes"]) == ("Autumn Blitz", "Golden Anchor", 40)
    assert AuditEntry.objects.latest("pk").action == "event.created"


def test_those_who_may_not_do_not_create_events(
    visitor: ApiClient, stranger_api: ApiClient, arbiter_api: ApiClient, lapwing: Club
) -> None:
    statuses = [program.post("events/", NEW).status_code for program in (visitor, stranger_api, arbiter_api)]

    assert statuses == [401, 403, 403]


def test_a_token_without_the_scope_does_not_create_events(event_organiser: Any) -> None:
    assert client_for(event_organiser, Scope.READ, Scope.SUBMIT).post("events/", NEW).status_code == 403


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"ends_on": "2026-10-02"}, 422),
        ({"time_zone": "Mars/Olympus"}, 422),
        ({"first_express": 3}, 400),
        ({"club": "nowhere"}, 400),
        ({"state": "open"}, 400),
    ],
)
def test_what_makes_no_event_is_refused(
    organiser_api: ApiClient, lapwing: Club, sent: dict[str, Any], status: int
) -> None:
    assert organiser_api.post("events/", {**NEW, **sent}).status_code == status


def test_a_change_changes_what_is_sent(organiser_api: ApiClient, lapwing: Club) -> None:
    event = make_event(club=lapwing, place="Ulm")

    told = organiser_api.patch(f"events/{event.pk}/", {"fee": "5 EUR", "reason": "decided"}).json()

    assert (told["fee"], told["place"]) == ("5 EUR", "Ulm")
    assert AuditEntry.objects.latest("pk").reason == "decided"


def test_what_two_change_at_the_same_time_is_told_to_the_second(
    organiser_api: ApiClient, lapwing: Club
) -> None:
    event = make_event(club=lapwing, place="Ulm")
    organiser_api.patch(f"events/{event.pk}/", {"place": "Bonn"})

    late = organiser_api.patch(f"events/{event.pk}/", {"place": "Graz", "seen": {"place": "Ulm"}})

    assert late.status_code == 409
    assert Event.objects.get().place == "Bonn"


def test_an_event_goes_its_way_and_back(organiser_api: ApiClient, lapwing: Club) -> None:
    event = make_event(club=lapwing, state=EventState.DRAFT)
    make_section(event, players=2)

    assert step(organiser_api, event, step="open").json()["state"] == "open"
    order = organiser_api.get(f"events/{event.pk}/starting-order/").json()
    assert [player["name"] for player in order["sections"][0]["players"]] == ["Player 01", "Player 02"]
    assert step(organiser_api, event, step="start", seen="something else").status_code == 409
    assert step(organiser_api, event, step="start", seen=order["mark"]).json()["state"] == "running"
    assert step(organiser_api, event, step="take_back_start").json()["state"] == "open"
    assert step(organiser_api, event, step="start").json()["state"] == "running"
    early = step(organiser_api, event, step="finish")
    assert (early.status_code, "Please say why" in early.json()["detail"]) == (422, True)
    assert step(organiser_api, event, step="finish", reason="It rained in.").json()["state"] == "finished"
    assert organiser_api.get(f"sections/{event.sections.get().pk}/standings/").json()["final"] is True
    assert step(organiser_api, event, step="reopen", reason="The sun is out.").json()["state"] == "running"


def test_an_archived_event_is_taken_out_again(organiser_api: ApiClient, lapwing: Club) -> None:
    event = make_event(club=lapwing, state=EventState.FINISHED)
    make_section(event, rated=False)

    assert step(organiser_api, event, step="archive").json()["state"] == "archived"
    assert organiser_api.patch(f"events/{event.pk}/", {"place": "Bonn"}).status_code == 422
    assert step(organiser_api, event, step="take_out_of_archive").json()["state"] == "finished"


def test_an_event_is_copied_for_next_year(organiser_api: ApiClient, lapwing: Club) -> None:
    event = make_event(club=lapwing)
    section = make_section(event, players=2, planned_rounds=7)
    Prize.objects.create(section=section, place=1, title="Cup")

    copied = organiser_api.post(
        f"events/{event.pk}/copy/", {"name": "Spring Open 2027", "starts_on": "2027-05-01"}
    )

    told = copied.json()
    assert (copied.status_code, told["state"], told["ends_on"], told["players"]) == (
        201,
        "draft",
        "2027-05-01",
        0,
    )
    made = Section.objects.get(event=told["id"])
    assert (made.planned_rounds, made.prizes.get().title) == (7, "Cup")


def test_a_draft_is_deleted_and_nothing_else(organiser_api: ApiClient, lapwing: Club) -> None:
    draft = make_event(club=lapwing, state=EventState.DRAFT)
    event = make_event(club=lapwing)

    assert organiser_api.delete(f"events/{draft.pk}/").status_code == 204
    assert organiser_api.delete(f"events/{event.pk}/").status_code == 422
    assert Event.objects.get() == event


def test_an_event_is_imported_from_a_report_file(organiser_api: ApiClient, lapwing: Club) -> None:
    content = base64.b64encode(REPORT.encode()).decode()

    response = organiser_api.post(
        "events/import/", {"club": "lapwing", "game": "barragoon", "content": content}
    )

    told = response.json()
    assert (response.status_code, told.get("name"), told.get("state")) == (201, "Winter Open", "running")
    pairing = Round.objects.get(section__event=told["id"]).pairings.get()
    assert (str(pairing.first), str(pairing.second), pairing.result) == ("Agnes Brandt", "Bruno Otto", "1-0")


def test_an_import_is_looked_at_first_and_writes_nothing(organiser_api: ApiClient, lapwing: Club) -> None:
    known = create_person(actor=None, name="Agnes Brandt")
    add_member(actor=None, club=lapwing, person=known)
    content = base64.b64encode(REPORT.encode()).decode()

    response = organiser_api.post(
        "events/import-preview/", {"club": "lapwing", "game": "barragoon", "content": content}
    )

    told = response.json()
    assert (response.status_code, told["name"], told["problems"]) == (200, "Winter Open", [])
    assert [(each["name"], each["finding"], each["person"]) for each in told["players"]] == [
        ("Agnes Brandt", "known", known.pk),
        ("Bruno Otto", "new", None),
    ]
    assert told["rounds"] == [{"number": 1, "boards": 1, "byes": 0, "complete": True}]
    assert (told["section"]["system"], told["section"]["win_points"], told["section"]["rated"]) == (
        "swiss",
        2,
        True,
    )
    assert not Event.objects.exists()


@pytest.mark.parametrize(("content", "status"), [("%", 400), (base64.b64encode(b"nothing").decode(), 422)])
def test_what_is_no_report_file_is_refused(
    organiser_api: ApiClient, lapwing: Club, content: str, status: int
) -> None:
    sent = {"club": "lapwing", "game": "barragoon", "content": content}

    assert organiser_api.post("events/import/", sent).status_code == status
    assert organiser_api.post("events/import-preview/", sent).status_code == status


def test_sections_are_added_changed_moved_and_deleted(organiser_api: ApiClient, lapwing: Club) -> None:
    event = make_event(club=lapwing)
    make_section(event)

    added = organiser_api.post(
        "sections/",
        {"event": event.pk, "name": "Juniors", "system": "round_robin", "tie_breaks": ["SB", "DE"]},
    )

    told = added.json()
    assert (added.status_code, told.get("system"), told.get("tie_breaks")) == (
        201,
        "round_robin",
        ["SB", "DE"],
    )
    path = f"sections/{told['id']}/"
    changed = organiser_api.patch(path, {"cycles": 2, "prize_sharing": "hort", "move": "up"}).json()
    assert (changed["cycles"], changed["prize_sharing"], changed["position"]) == (2, "hort", 1)
    assert organiser_api.patch(path, {"cycles": 3, "seen": {"cycles": 1}}).status_code == 409
    assert organiser_api.patch(path, {"win_points": 0}).status_code == 422
    assert organiser_api.delete(path).status_code == 204
    assert [section.name for section in event.sections.all()] == ["Main"]


def test_the_prizes_are_set_at_once(organiser_api: ApiClient, lapwing: Club) -> None:
    section = make_section(make_event(club=lapwing))
    first = {"place": 1, "amount": 10000, "currency": "EUR"}

    told = organiser_api.post(f"sections/{section.pk}/prizes/", {"prizes": [first]}).json()["prizes"]

    assert told == [{"category": "", "title": "", **first}]
    late = organiser_api.post(f"sections/{section.pk}/prizes/", {"prizes": [], "seen": []})
    assert late.status_code == 409
    gone = organiser_api.post(f"sections/{section.pk}/prizes/", {"prizes": [], "seen": [first]})
    assert gone.json()["prizes"] == []


def test_arbiters_are_named_and_dismissed(
    organiser_api: ApiClient, arbiter_api: ApiClient, visitor: ApiClient, lapwing: Club
) -> None:
    event = make_event(club=lapwing)
    agnes = create_person(actor=None, name="Agnes", listed=True)
    sent = {"event": event.pk, "person": agnes.pk}

    assert [program.post("event-arbiters/", sent).status_code for program in (visitor, arbiter_api)] == [
        401,
        403,
    ]
    named = organiser_api.post("event-arbiters/", sent)
    told = named.json()
    assert (named.status_code, told["name"]) == (201, "Agnes")
    assert visitor.get("event-arbiters/", event=event.pk).json()["results"] == [told]
    assert visitor.get(f"event-arbiters/{told['id']}/").json() == told
    assert organiser_api.delete(f"event-arbiters/{told['id']}/").status_code == 204
    assert not EventArbiter.objects.exists()


def test_the_end_of_entries_is_a_moment(organiser_api: ApiClient, lapwing: Club) -> None:
    event = make_event(club=lapwing, starts_on=datetime.date(2027, 5, 1), ends_on=datetime.date(2027, 5, 1))

    told = organiser_api.patch(f"events/{event.pk}/", {"entries_until": "2027-04-30T18:00:00Z"}).json()

    assert told["entries_until"] == "2027-04-30T18:00:00Z"
