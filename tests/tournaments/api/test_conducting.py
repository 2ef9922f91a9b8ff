"""What arbiters look at before the next step, in the API: the end of the event, a draft, whom to enter."""

from players.models import Club
from players.people.services import create_person
from tests.players.api.conftest import Program
from tests.tournaments.events import make_event, make_round, make_section
from tournaments.models import Entry, EntryState, Event, Pairing, Round, RoundState, Section


def test_what_keeps_an_event_from_its_end_is_told(arbiter: Program, section: Section) -> None:
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


def test_a_draft_is_told_with_points_colours_and_floats(arbiter: Program, section: Section) -> None:
    draft = make_round(section, 2, [(2, 1, ""), (3, 4, "")], state=RoundState.PAIRED)
    Entry.objects.filter(section=section, starting_rank=4).update(state=EntryState.WITHDRAWN)

    told = arbiter.get(f"rounds/{draft.pk}/draft/").json()

    first = told["lines"][0]
    assert (first["board"], first["kept"]) == (1, False)
    assert [
        (side["player"]["number"], side["points"], side["colours"], side["float"])
        for side in (first["first"], first["second"])
    ] == [(2, "0.5", "B", "up"), (1, "1", "W", "down")]
    assert [player["number"] for player in told["away_now"]] == [4]


def test_a_published_round_is_no_draft(arbiter: Program, section: Section) -> None:
    assert arbiter.get(f"rounds/{section.rounds.get().pk}/draft/").status_code == 404


def test_what_would_have_to_be_given_up_is_told(arbiter: Program, section: Section) -> None:
    one, other = section.entries.order_by("starting_rank")[:2]
    stuck = Round.objects.create(
        section=section,
        number=2,
        problem="It cannot be paired.",
        relaxations=[{"constraint": "REMATCH", "entries": [one.pk, other.pk]}],
    )

    told = arbiter.get(f"rounds/{stuck.pk}/").json()

    assert told["relaxations"] == ["Player 01 and Player 02 meet a second time."]


def test_whom_to_enter_is_found_by_name(arbiter: Program, stranger: Program, club: Club) -> None:
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


def test_ratings_are_brought_up_to_date(arbiter: Program, club: Club) -> None:
    section = make_section(make_event(club=club), players=2)

    response = arbiter.post(f"events/{section.event_id}/ratings/", {})

    assert (response.status_code, response.json()) == (200, {"count": 2})
    assert set(section.entries.values_list("rating", flat=True)) == {0}


def test_entries_are_found_by_words_of_the_name(visitor: Program, section: Section) -> None:
    found = visitor.get("entries/", event=section.event_id, q="player 03").json()["results"]

    assert [entry["name"] for entry in found] == ["Player 03"]


def test_nobody_looks_at_the_end_of_a_draft(visitor: Program, running: Event) -> None:
    assert visitor.get(f"events/{running.pk}/readiness/").status_code == 401
