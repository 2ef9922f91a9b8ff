"""The page of an event's end."""

import datetime
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from players.models import User
from tests.markup import compact
from tests.tournaments.builders import make_account, make_round
from tests.tournaments.results.builders import running_section
from tournaments.events.services.events import appoint_arbiter
from tournaments.models import Event, EventState, RoundState, Section

pytestmark = pytest.mark.django_db


@pytest.fixture
def section() -> Section:
    section = running_section(2)
    section.planned_rounds = 1
    section.save()
    make_round(section, 1, [(1, 2, "1-0")], state=RoundState.CLOSED)
    return section


@pytest.fixture
def arbiter(client: Client, section: Section) -> Client:
    account: User = make_account("Ada Arbiter")
    person = section.entries.first().person  # type: ignore[union-attr]
    person.account = account
    person.save()
    appoint_arbiter(actor=None, event=section.event, person=person)
    client.force_login(account, backend="django.contrib.auth.backends.ModelBackend")
    return client


def address(section: Section) -> str:
    return reverse("event-finish", args=[section.event_id])


def words(response: Any) -> str:
    return compact(response)


def test_an_event_is_finished_archived_taken_out_and_opened_again(arbiter: Client, section: Section) -> None:
    states = []
    for deed in ("finish", "archive", "unarchive", "reopen"):
        arbiter.post(address(section), {"do": deed, "reason": "Because."})
        states.append(Event.objects.get().state)
    assert states == ["rated", "archived", "rated", "running"]


def test_what_is_missing_leads_to_where_it_can_be_mended(arbiter: Client, section: Section) -> None:
    make_round(section, 2, [(2, 1, "")])
    said = words(arbiter.get(address(section)))
    assert "Main, round 2, board 1: no result yet." in said
    assert reverse("round-results", args=[section.event_id, section.pk, 2]) in said
    assert "is not closed" in words(arbiter.post(address(section), {"do": "finish"}))
    assert Event.objects.get().state == EventState.RUNNING


def test_an_early_end_asks_for_the_reason(arbiter: Client, section: Section) -> None:
    Section.objects.update(planned_rounds=3)
    assert "Main: 1 of 3 rounds were played." in words(arbiter.get(address(section)))


def test_an_event_that_ends_in_the_future_says_so_clearly(arbiter: Client, section: Section) -> None:
    Event.objects.update(ends_on=timezone.localdate() + datetime.timedelta(days=2))
    assert "You can finish it now" in words(arbiter.get(address(section)))
    said = words(arbiter.post(address(section), {"do": "finish"}, follow=True))
    assert "The event is finished. Its results go to the rating lists on" in said
    assert Event.objects.get().state == EventState.FINISHED


def test_nonsense_is_a_sentence(arbiter: Client, section: Section) -> None:
    assert "Please choose what to do." in words(arbiter.post(address(section), {"do": "dance"}))


def test_finishing_is_offered_prominently_after_the_last_round_only(
    arbiter: Client, section: Section
) -> None:
    offered = f'<a class="button" href="{address(section)}">Finish event …</a>'
    quiet = f'<a href="{address(section)}">Finish early …</a>'
    overview = section.event.get_absolute_url()

    played_out = words(arbiter.get(overview))
    Section.objects.update(planned_rounds=3)
    Event.objects.update(change_number=9)
    before = words(arbiter.get(overview))

    assert (offered in played_out, quiet in played_out) == (True, False)
    assert (offered in before, quiet in before) == (False, True)


def test_who_finishes_before_the_last_round_is_warned_even_if_more_is_missing(
    arbiter: Client, section: Section
) -> None:
    Section.objects.update(planned_rounds=3)
    make_round(section, 2, [(2, 1, "")])

    said = words(arbiter.get(address(section)))

    assert "Main: 2 of 3 rounds were played." in said
    assert "If it ends early, give a reason." in said
