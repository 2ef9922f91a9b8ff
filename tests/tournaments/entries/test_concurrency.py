"""Many at the same moment, on PostgreSQL with connections of their own: nobody is lost, nobody is in twice."""

import pytest

from players.models import User
from players.people.services.people import create_person
from tests.players.clubs.threads import at_once
from tests.tournaments.builders import make_account, make_event, make_section
from tournaments.entries.services.attendance import check_in
from tournaments.entries.services.places import withdraw_entry
from tournaments.entries.services.registration import sign_up
from tournaments.models import Entry, EntryState

pytestmark = [pytest.mark.postgres, pytest.mark.django_db(transaction=True)]


def players(number: int) -> list[User]:
    accounts = [make_account(f"Player {each:02}") for each in range(1, number + 1)]
    for account in accounts:
        create_person(actor=None, name=account.display_name, account=account)
    return accounts


def test_fifty_sign_up_for_thirty_places() -> None:
    section = make_section(make_event(), entry_limit=30)
    accounts = players(50)

    refused = at_once(
        *(lambda account=account: sign_up(actor=account, section=section) for account in accounts)
    )  # type: ignore[misc]

    assert refused == []
    entries = list(Entry.objects.order_by("entered_at", "pk"))
    assert len({entry.person_id for entry in entries}) == 50
    # First come, first served: nobody who waits came before somebody who plays.
    assert [entry.state for entry in entries] == [EntryState.CONFIRMED] * 30 + [EntryState.WAITING] * 20
    section.event.refresh_from_db()
    assert section.event.change_number == 50


def test_the_same_player_twice_is_entered_once() -> None:
    section = make_section(make_event(), entry_limit=30)
    (account,) = players(1)

    refused = at_once(*(lambda: sign_up(actor=account, section=section),) * 2)

    assert refused == ["You are already entered in this section."]
    assert Entry.objects.get().version == 1


def test_somebody_without_a_profile_who_clicks_twice_gets_one_profile_and_one_entry() -> None:
    section = make_section(make_event())
    account = make_account("Nora Neu")

    refused = at_once(*(lambda: sign_up(actor=account, section=section),) * 2)

    assert refused == ["You are already entered in this section."]
    assert Entry.objects.get().person.account == account


def test_places_that_become_free_at_once_go_to_different_players() -> None:
    section = make_section(make_event(), entry_limit=5)
    entries = [sign_up(actor=account, section=section) for account in players(10)]

    refused = at_once(*(lambda entry=entry: withdraw_entry(actor=None, entry=entry) for entry in entries[:5]))  # type: ignore[misc]

    assert refused == []
    states = list(Entry.objects.order_by("entered_at").values_list("state", flat=True))
    assert states == [EntryState.WITHDRAWN] * 5 + [EntryState.CONFIRMED] * 5


def test_two_who_check_somebody_in_do_it_once() -> None:
    section = make_section(make_event(), players=1)
    entry = section.entries.get()

    assert at_once(*(lambda: check_in(actor=None, entry=entry),) * 2) == []
    assert Entry.objects.get().version == 2
