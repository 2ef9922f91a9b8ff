"""Sections in the API."""

from pytest_django import DjangoAssertNumQueries

from tests.core.api.client import ApiClient
from tests.tournaments.builders import make_event, make_section
from tournaments.models import Event, EventState, Prize, Section


def test_a_section_says_how_it_is_played(visitor: ApiClient, running_event: Event) -> None:
    section = make_section(running_event, players=3, planned_rounds=4)
    Prize.objects.create(section=section, place=1, amount=5000, currency="EUR", title="Cup")

    told = visitor.get(f"sections/{section.pk}/").json()

    assert told == {
        "id": section.pk,
        "event": running_event.pk,
        "position": 1,
        "name": "Main",
        "system": "swiss",
        "planned_rounds": 4,
        "cycles": 1,
        "games_per_match": 1,
        "third_place": False,
        "tie_rules": ["EXTRA_PAIR", "SUDDEN_DEATH", "HIGHER_SEED"],
        "accelerated": False,
        "keep_clubs_apart": False,
        "first_colour": "",
        "point_unit": 2,
        "win_points": 2,
        "draw_points": 1,
        "loss_points": 0,
        "forfeit_win_points": 2,
        "forfeit_loss_points": 0,
        "pairing_bye_points": 2,
        "full_point_bye_points": 2,
        "half_point_bye_points": 1,
        "zero_point_bye_points": 0,
        "absent_points": 0,
        "tie_breaks": ["BH-C1", "BH", "SB"],
        "tie_break_edition": None,
        "prize_sharing": "equal",
        "rated": True,
        "entry_limit": None,
        "players": 3,
        "waiting": 0,
        "prizes": [{"category": "", "place": 1, "amount": 5000, "currency": "EUR", "title": "Cup"}],
        "url": f"/events/{running_event.pk}/s/{section.pk}/",
    }


def test_sections_are_listed_by_their_event_in_two_queries(
    visitor: ApiClient, running_event: Event, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    make_section(make_event(name="Another"), name="Elsewhere")
    for name in ("Masters", "Juniors"):
        make_section(running_event, name=name)

    with django_assert_num_queries(2):
        found = visitor.get("sections/", event=running_event.pk).json()["results"]

    assert [section["name"] for section in found] == ["Masters", "Juniors"]


def test_sections_of_a_draft_are_not_found(
    visitor: ApiClient, arbiter_api: ApiClient, played_section: Section
) -> None:
    Event.objects.update(state=EventState.DRAFT)

    assert visitor.get("sections/").json()["results"] == []
    assert visitor.get(f"sections/{played_section.pk}/").status_code == 404
    assert arbiter_api.get(f"sections/{played_section.pk}/").status_code == 200
