"""What arbiters look at before the next step, in the API: the end of the event, a draft, whom to enter."""

from players.models import Club
from players.people.services.people import create_person
from tests.core.api.client import ApiClient
from tests.tournaments.builders import make_event, make_section
from tournaments.models import Entry, Event, Pairing, Round, RoundState, Section


def test_what_keeps_an_event_from_its_end_is_told(arbiter: ApiClient, section: Section) -> None:
    Pairing.objects.filter(board=2).update(result="", origin="")
    Round.objects.update(state=RoundState.PUBLISHED)

    told = arbiter.get(f"events/{section.event_id}/readiness/").json()

    round_ = section.rounds.get().pk
    assert told == {
        "obstacles": [
            {"sentence": "Main, round 1, board 2: no result yet.", "round": round_},
            {"sentence": "Main, round 1 is not closed.", "round": round_},
        ],
        "early": [{"section": section.pk, "played": 1, "planned": 3}],
        "contradicted": 0,
    }


def test_whom_to_enter_is_found_by_name(arbiter: ApiClient, stranger: ApiClient, club: Club) -> None:
    before = make_section(make_event(club=club, name="Last year"))
    zeynep = create_person(actor=None, name="Zeynep Işıldak")
    Entry.objects.create(section=before, person=zeynep)
    section = make_section(make_event(club=club))

    found = arbiter.get(f"events/{section.event_id}/candidates/", q="isildak")
    entered = arbiter.post("entries/", {"section": section.pk, "person": zeynep.pk})

    assert found.json() == [
        {"person": zeynep.pk, "name": "Zeynep Işıldak", "clubs": "", "entered": "", "near_only": False}
    ]
    assert (entered.status_code, entered.json()["name"]) == (201, "Zeynep Işıldak")
    assert stranger.get(f"events/{section.event_id}/candidates/", q="isildak").status_code == 403


def test_ratings_are_brought_up_to_date(arbiter: ApiClient, club: Club) -> None:
    section = make_section(make_event(club=club), players=2)

    response = arbiter.post(f"events/{section.event_id}/ratings/", {})

    assert (response.status_code, response.json()) == (200, {"count": 2})
    assert set(section.entries.values_list("rating", flat=True)) == {0}


def test_entries_are_found_by_words_of_the_name(visitor: ApiClient, section: Section) -> None:
    found = visitor.get("entries/", event=section.event_id, q="player 03").json()["results"]

    assert [entry["name"] for entry in found] == ["Player 03"]


def test_nobody_looks_at_the_end_of_a_draft(visitor: ApiClient, running: Event) -> None:
    assert visitor.get(f"events/{running.pk}/readiness/").status_code == 401
