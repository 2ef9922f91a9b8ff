"""Entering people and changing what is known about them."""

from threading import Barrier, Thread

import pytest
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from audit.changes import REDACTED
from audit.models import AuditEntry
from audit.selectors import history_of
from core.errors import Refused
from players.accounts.services.accounts import delete_account
from players.models import Club, Person, User
from players.people.services.people import create_person, edit_person

UNREADABLE = "A name needs at least one letter, and no invisible characters."


def test_a_person_is_entered_with_all_that_is_known(agnes: User, club: Club) -> None:
    person = create_person(
        actor=agnes,
        name="Wałęsa, Łukasz",
        country="PL",
        year_of_birth=1990,
        shows_year_of_birth=True,
        listed=True,
        club=club,
    )

    person.refresh_from_db()
    assert (person.name, person.sort_name) == ("Łukasz Wałęsa", "Wałęsa, Łukasz")
    assert (person.sort_key, person.comparison_key) == ("walesa , lukasz", "lukasz walesa")
    assert (person.country, person.year_of_birth, person.shows_year_of_birth, person.listed) == (
        "PL", 1990, True, True,
    )  # fmt: skip
    assert (person.account, person.merged_into) == (None, None)


def test_of_a_person_only_the_name_has_to_be_known_and_nothing_is_shown(agnes: User) -> None:
    person = create_person(actor=agnes, name="Pelé")

    assert (person.country, person.year_of_birth, person.shows_year_of_birth, person.listed) == (
        "", None, False, False,
    )  # fmt: skip


def test_the_name_in_lists_can_be_given(agnes: User) -> None:
    person = create_person(actor=agnes, name="Hugo de Vries", sort_name="de Vries, Hugo")

    assert (person.sort_name, person.sort_key) == ("de Vries, Hugo", "de vries , hugo")


def test_entering_a_person_leaves_a_line_without_the_year_of_birth(agnes: User, club: Club) -> None:
    person = create_person(actor=agnes, name="Jan Pyl", year_of_birth=1990, club=club)

    entry = history_of(person).get()
    assert str(entry) == "Agnes Brandt entered Jan Pyl"
    assert (entry.actor, entry.club_id, entry.before) == (agnes, club.pk, {})
    assert entry.after == {
        "name": "Jan Pyl",
        "sort_name": "Pyl, Jan",
        "country": "",
        "year_of_birth": REDACTED,
        "shows_year_of_birth": False,
        "shows_photo": False,
        "listed": False,
        "account": None,
    }


@pytest.mark.parametrize(
    ("details", "sentence"),
    [
        ({"name": "…"}, UNREADABLE),
        ({"name": ""}, UNREADABLE),
        ({"name": "Jan\0"}, UNREADABLE),
        ({"name": "Jan", "sort_name": "-"}, UNREADABLE),
        ({"name": "x" * 121}, "A name can have at most 120 characters. Please shorten it."),
        ({"name": "ﷺ" * 30}, "A name can have at most 120 characters. Please shorten it."),
        (
            {"name": "Jan", "country": "de"},
            "“de” is not a country code. Please give two capital letters as in ISO 3166, such as DE.",
        ),
        (
            {"name": "Jan", "year_of_birth": 1879},
            f"The year of birth has to be between 1880 and {timezone.now().year}.",
        ),
        (
            {"name": "Jan", "year_of_birth": timezone.now().year + 1},
            f"The year of birth has to be between 1880 and {timezone.now().year}.",
        ),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(
    agnes: User, details: dict[str, str], sentence: str
) -> None:
    with pytest.raises(Refused) as caught:
        create_person(actor=agnes, **details)  # type: ignore[arg-type]

    assert str(caught.value) == sentence
    assert (Person.objects.count(), AuditEntry.objects.count()) == (0, 0)


def test_an_account_belongs_to_one_person(agnes: User) -> None:
    create_person(actor=agnes, name="Agnes Brandt", account=agnes)

    with pytest.raises(Refused, match="This account already belongs to a person"):
        create_person(actor=agnes, name="Agnes Brandt", account=agnes)
    assert (Person.objects.count(), AuditEntry.objects.count()) == (1, 1)


def test_a_change_leaves_the_rest_and_a_line_with_what_differs(agnes: User, club: Club) -> None:
    person = create_person(actor=None, name="Jan Pyl", country="NL", year_of_birth=1990)

    edited = edit_person(
        actor=agnes, person=person, name="Jan Pijl", year_of_birth=1991, club=club, reason="Misspelt."
    )

    person.refresh_from_db()
    assert edited == person
    assert (person.name, person.sort_name, person.comparison_key) == ("Jan Pijl", "Pijl, Jan", "jan pijl")
    assert (person.country, person.year_of_birth) == ("NL", 1991)
    entry = history_of(person)[0]
    assert str(entry) == "Agnes Brandt changed the details of Jan Pijl"
    assert (entry.reason, entry.club_id) == ("Misspelt.", club.pk)
    assert entry.before == {"name": "Jan Pyl", "sort_name": "Pyl, Jan", "year_of_birth": REDACTED}
    assert entry.after == {"name": "Jan Pijl", "sort_name": "Pijl, Jan", "year_of_birth": REDACTED}


def test_the_name_in_lists_can_be_corrected_alone(agnes: User) -> None:
    person = create_person(actor=None, name="Mao Zedong")

    edited = edit_person(actor=agnes, person=person, sort_name="Mao Zedong")

    assert (edited.name, edited.sort_name, edited.sort_key) == ("Mao Zedong", "Mao Zedong", "mao zedong")


def test_a_value_can_be_taken_away(agnes: User) -> None:
    person = create_person(actor=None, name="Jan Pyl", country="NL", year_of_birth=1990)

    edited = edit_person(actor=agnes, person=person, country="", year_of_birth=None)

    assert (edited.country, edited.year_of_birth) == ("", None)
    assert history_of(person)[0].after == {"country": "", "year_of_birth": None}


def test_a_change_that_changes_nothing_leaves_no_line(agnes: User) -> None:
    person = create_person(actor=None, name="Jan Pyl", country="NL")

    edit_person(actor=agnes, person=person, name=" Pyl,  Jan ", country="NL")

    assert history_of(person).count() == 1


def test_a_refused_change_changes_nothing(agnes: User) -> None:
    person = create_person(actor=None, name="Jan Pyl")

    with pytest.raises(Refused):
        edit_person(actor=agnes, person=person, name="Jan Pijl", country="Holland")

    person.refresh_from_db()
    assert (person.name, history_of(person).count()) == ("Jan Pyl", 1)


def test_a_merged_profile_leads_to_the_one_that_goes_on(agnes: User) -> None:
    kept = create_person(actor=None, name="Jan Pijl")
    merged = create_person(actor=None, name="Jan Pyl")
    Person.objects.filter(pk=merged.pk).update(merged_into=kept)

    with pytest.raises(Refused, match=r"merged into that of Jan Pijl\. Please change that one\."):
        edit_person(actor=agnes, person=merged, country="NL")


def test_a_deleted_account_leaves_its_person(agnes: User) -> None:
    person = create_person(actor=agnes, name="Agnes Brandt", account=agnes)
    account = agnes.pk

    delete_account(account=agnes, keep_name=True)

    person.refresh_from_db()
    assert (person.name, person.account) == ("Agnes Brandt", None)
    entry = history_of(person)[0]
    assert str(entry) == "The account of Agnes Brandt was deleted"
    assert (entry.actor, entry.before, entry.after) == (None, {"account": account}, {"account": None})


def test_an_account_without_a_person_is_deleted_without_a_line(agnes: User) -> None:
    delete_account(account=agnes, keep_name=True)

    assert AuditEntry.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_two_edits_at_once_both_hold() -> None:
    person = create_person(actor=None, name="Jan Pyl")
    both_ready = Barrier(2, timeout=30)

    def edit(**changes: str) -> None:
        both_ready.wait()
        edit_person(actor=None, person=person, **changes)  # type: ignore[arg-type]
        connection.close()

    threads = [Thread(target=edit, kwargs=changes) for changes in ({"name": "Jan Pijl"}, {"country": "NL"})]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    person.refresh_from_db()
    assert (person.name, person.country, history_of(person).count()) == ("Jan Pijl", "NL", 3)


@pytest.mark.parametrize(
    "values",
    [
        {"name": ""},
        {"comparison_key": ""},
        {"year_of_birth": 1879},
        {"merged_into_id": "itself"},
        {"merged_into_id": "other", "account_id": "agnes"},
    ],
)
def test_the_database_refuses_what_no_service_would_write(agnes: User, values: dict[str, object]) -> None:
    person = create_person(actor=None, name="Jan Pyl")
    ids = {"itself": person.pk, "other": create_person(actor=None, name="Jan Pijl").pk, "agnes": agnes.pk}

    with pytest.raises(IntegrityError), transaction.atomic():
        Person.objects.filter(pk=person.pk).update(
            **{
                field: ids.get(value, value) if isinstance(value, str) else value
                for field, value in values.items()
            }
        )
