"""What arbiters look at before the next step, in the API: the end of the event, a draft, whom to enter."""

from players.models import Club
from players.people.services.people import create_person
from tests.core.api.client import ApiClient
from tests.tournaments.builders import make_event, make_section
from tournaments.models import Entry, Event, Pairing, Round, RoundState, Section


def test_what_keeps_an_event_from_its_end_is_told(arbiter_api: ApiClient, played_section: Section) -> None:
    Pairing.objects.filter(board=2).update(result="", origin="")
    Round.objects.update(state=RoundState.PUBLISHED)

    told = arbiter_api.get(f"events/{played_section.event_id}/readiness/").json()

    round_ = played_section.rounds.get().pk
    assert told == {
        "obstacles": [
            {"sentence": "Main, round 1, board 2: no result yet.", "round": round_},
            {"sentence": "Main, round 1 is not closed.", "round": round_},
        ],
        "early": [{"section": played_section.pk, "played": 1, "planned": 3}],
        "contradicted": 0,
    }


def test_whom_to_enter_is_found_by_name(
    arbiter_api: ApiClient, stranger_api: ApiClient, lapwing: Club
) -> None:
    before = make_section(make_event(club=lapwing, name="Last year"))
    zeynep = create_person(actor=None, name="Zeynep Işıldak")
    Entry.objects.create(section=before, person=zeynep)
    section = make_section(make_event(club=lapwing))

    found = arbiter_api.get(f"events/{section.event_id}/candidates/", q="isildak")
    entered = arbiter_api.post("entries/", {"section": section.pk, "person": zeynep.pk})

    assert found.json() == [
        {"person": zeynep.pk, "name": "Zeynep Işıldak", "clubs": "", "entered": "", "near_only": False}
    ]
    assert (entered.status_code, entered.json()["name"]) == (201, "Zeynep Işıldak")
    assert stranger_api.get(f"events/{section.event_id}/candidates/", q="isildak").status_code == 403


def test_ratings_are_brought_up_to_date(arbiter_api: ApiClient, lapwing: Club) -> None:
    section = make_section(make_event(club=lapwing), players=2)

    response = arbiter_api.post(f"events/{section.event_id}/ratings/", {})

    assert (response.status_code, response.json()) == (200, {"count": 2})
    assert set(section.entries.values_list("rating", flat=True)) == {0}


def test_entries_are_found_by_words_of_the_name(visitor: ApiClient, played_section: Section) -> None:
    found = visitor.get("entries/", event=played_section.event_id, q="player 03").json()["results"]

    assert [entry["name"] for entry in found] == ["Player 03"]


def test_nobody_looks_at_the_end_of_a_draft(visitor: ApiClient, running_event: Event) -> None:
    assert visitor.get(f"events/{running_event.pk}/readiness/").status_code == 401
