"""The strip that says where a section stands and what comes next, through a whole section."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.jobs.job_runner import run_jobs
from tests.tournaments.rounds.builders import enter_results, pair_round, publish_next_round, round_url
from tournaments.models import Round, RoundState, Section
from tournaments.rounds.presenters.strip import Strip

pytestmark = pytest.mark.django_db


def strip_of(client: Client, address: str) -> Strip:
    found: Any = client.get(address).context["strip"]
    assert isinstance(found, Strip)
    return found


def current(strip: Strip) -> list[str]:
    return [step.label for step in strip.steps if step.is_current]


def press(client: Client, strip: Strip) -> Any:
    assert strip.action is not None
    if strip.action.fields is None:
        return client.get(strip.action.address)
    return client.post(strip.action.address, strip.action.fields)


def test_the_strip_leads_from_the_first_pairing_to_the_end(
    section: Section, arbiter: User, desk: Client
) -> None:
    section.planned_rounds = 2
    section.save()
    rounds = reverse("rounds", args=[section.event_id, section.pk])

    ordered = strip_of(desk, rounds)
    assert current(ordered) == ["Pair"]
    press(desk, ordered)
    run_jobs()
    draft = round_url("round-draft", Round.objects.get())
    assert current(strip_of(desk, draft)) == ["Publish"]
    press(desk, strip_of(desk, draft))
    first = Round.objects.get()
    assert first.state == RoundState.PUBLISHED

    playing = strip_of(desk, rounds)
    assert (playing.state, current(playing)) == ("Round 1: 0 of 2 results", ["Enter results"])
    assert playing.action
    assert playing.action.address == round_url("round-results", first)
    enter_results(first, "1-0", "0-1")

    response = press(desk, strip_of(desk, round_url("round-results", first)))
    second = Round.objects.get(number=2)
    assert response.url == round_url("round-draft", second)
    assert Round.objects.get(number=1).state == RoundState.CLOSED

    run_jobs()
    press(desk, strip_of(desk, round_url("round-draft", second)))
    enter_results(second, "1-0", "0-1")
    last = strip_of(desk, round_url("round-results", second))
    assert last.action
    assert last.action.address == round_url("close-round", second)
    press(desk, last)
    finished = strip_of(desk, rounds)
    assert current(finished) == []
    assert finished.action
    assert finished.action.address == reverse("event-finish", args=[section.event_id])


def test_closing_and_pairing_happen_both_or_not_at_all(section: Section, arbiter: User, desk: Client) -> None:
    first = publish_next_round(section, arbiter)
    enter_results(first, "1-0")

    desk.post(round_url("close-and-pair", first))

    assert list(Round.objects.values_list("number", "state")) == [(1, RoundState.PUBLISHED)]


def test_a_second_tap_is_told_that_the_round_is_closed_already(
    section: Section, arbiter: User, desk: Client
) -> None:
    first = publish_next_round(section, arbiter)
    enter_results(first, "1-0", "0-1")
    desk.post(round_url("close-and-pair", first))

    response = desk.post(round_url("close-and-pair", first), follow=True)

    assert response.status_code == 200
    assert Round.objects.count() == 2


def test_the_results_page_hears_what_is_next_without_being_loaded_again(
    section: Section, arbiter: User, desk: Client
) -> None:
    first = publish_next_round(section, arbiter)
    enter_results(first, "1-0", "0-1")

    headers = {"HX-Request": "true", "HX-Target": "round-strip"}
    part = desk.get(round_url("round-results", first), headers=headers).content.decode()

    assert round_url("close-and-pair", first) in part
    assert "<html" not in part


def test_nobody_else_sees_the_strip(section: Section, arbiter: User) -> None:
    first = publish_next_round(section, arbiter)
    pair_round(section, arbiter)

    visitor = Client()

    assert visitor.get(first.get_absolute_url()).context["strip"] is None
    assert visitor.get(reverse("rounds", args=[section.event_id, section.pk])).context["strip"] is None
