"""Deleting one's account: what goes, what stays, and under which name."""

from typing import Any

import pytest
from axes.models import AccessAttempt
from django.apps import apps
from django.conf import LazySettings
from django.contrib.auth import get_user
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.core.mail import send_mail
from django.db import connection, models
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from audit.models import AuditEntry
from core.errors import Refused
from jobs.mail import DELIVER_MAIL
from jobs.models import OutgoingMail, WorkState
from jobs.services import perform
from players.accounts.jobs import request_export
from players.accounts.services import accounts
from players.accounts.services.mail import save_mail_choices
from players.clubs.services.join_requests import ask_to_join
from players.clubs.services.members import add_member, hand_over_ownership
from players.models import (
    AccountSession,
    Club,
    DataExport,
    JoinRequest,
    Membership,
    Person,
    PersonMerge,
    RequestState,
    Role,
    User,
    people,
)
from players.people.services.merges import merge_people, undo_merge
from players.people.services.people import create_person, edit_person
from players.people.services.photos import PHOTO_SIZES
from players.people.signals import person_forgotten
from tests.players.accounts.codes import switch_on
from tests.players.accounts.passwords import PASSWORD

KEEP = {"present_password": PASSWORD, "name": "keep"}
FORGET = {"present_password": PASSWORD, "name": "forget"}


@pytest.fixture
def person(agnes: User) -> Person:
    return create_person(
        actor=agnes,
        name="Agnes Brandt",
        account=agnes,
        country="DE",
        year_of_birth=1961,
        shows_year_of_birth=True,
        listed=True,
    )


@pytest.fixture
def club(person: Person) -> Club:
    """Agnes and Jorge own it."""
    club = Club.objects.create(name="Lapwing", slug="lapwing")
    add_member(actor=None, club=club, person=person, role=Role.OWNER)
    jorge = User.objects.create_user("jorge@example.org", None, display_name="Jorge")
    also = create_person(actor=None, name="Jorge", account=jorge)
    add_member(actor=None, club=club, person=also, role=Role.OWNER)
    return club


def everything_stored() -> str:
    """All rows of all tables as text."""
    rows: list[Any] = []
    for model in apps.get_models():
        rows += model._base_manager.values_list()
    return repr(rows)


def test_the_account_goes_with_all_that_hangs_on_it(signed_in: Client, agnes: User) -> None:
    request_export(user=agnes)
    switch_on(agnes)
    save_mail_choices(account=agnes, wanted={"new_device": False})
    AccessAttempt.objects.create(username=agnes.email, failures_since_start=1, attempt_time=timezone.now())
    signed_in.force_login(agnes)
    elsewhere = Client()
    elsewhere.force_login(agnes)

    response = signed_in.post(reverse("delete-account"), KEEP, follow=True)

    assert response.redirect_chain == [("/", 302)]
    assert "Your account is deleted." in response.content.decode()
    assert not get_user(signed_in).is_authenticated  # type: ignore[arg-type]
    assert elsewhere.get(reverse("account")).status_code == 302
    hanging = [
        model
        for model in apps.get_models()
        if any(
            isinstance(field, models.ForeignKey) and field.related_model is User
            for field in model._meta.fields
        )
        and model is not AuditEntry
    ]
    assert {DataExport, AccountSession} <= set(hanging)
    left = {model.__name__: model._base_manager.count() for model in (User, AccessAttempt, *hanging)}
    assert {name: count for name, count in left.items() if count} == {}


def test_the_page_says_what_happens(signed_in: Client) -> None:
    text = signed_in.get(reverse("delete-account")).content.decode()

    assert "This cannot be undone" in text
    assert "Results, games and ratings stay" in text
    assert "You are the last owner" not in text


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({**KEEP, "present_password": "wrong"}, "present_password"),
        ({"present_password": PASSWORD}, "name"),
        ({**KEEP, "name": "perhaps"}, "name"),
    ],
)
def test_without_password_and_choice_nothing_is_deleted(
    signed_in: Client, form: dict[str, str], field: str
) -> None:
    response = signed_in.post(reverse("delete-account"), form)

    ((wrong, (problem,)),) = response.context["form"].errors.items()
    assert wrong == field
    assert problem in response.content.decode()
    assert User.objects.count() == 1


def test_the_address_is_free_again(signed_in: Client) -> None:
    signed_in.post(reverse("delete-account"), KEEP)

    form = {"display_name": "Agnes", "email": "agnes@example.org", "password": PASSWORD}
    assert signed_in.post(reverse("sign-up"), form).status_code == 302
    assert User.objects.get().display_name == "Agnes"


def test_whoever_keeps_the_name_keeps_what_was_played_and_loses_what_was_private(
    agnes: User, person: Person, club: Club
) -> None:
    accounts.delete_account(account=agnes, keep_name=True)

    person.refresh_from_db()
    assert (person.name, person.country, person.account_id) == ("Agnes Brandt", "DE", None)
    assert (person.year_of_birth, person.shows_year_of_birth, person.listed) == (None, False, False)
    assert Membership.objects.get(person=person).role == Role.MEMBER
    line = AuditEntry.objects.get(action="person.account_removed")
    assert (line.actor_name, line.target_name) == ("Agnes Brandt", "Agnes Brandt")
    assert line.before["year_of_birth"] == "•••"


def test_whoever_wants_to_be_forgotten_leaves_a_deleted_player(
    agnes: User, person: Person, club: Club
) -> None:
    accounts.delete_account(account=agnes, keep_name=False)

    person.refresh_from_db()
    assert (person.name, person.sort_name) == ("Deleted player", "Deleted player")
    assert (person.comparison_key, person.sort_key) == ("deleted player", "deleted player")
    assert (person.account_id, person.year_of_birth, person.listed) == (None, None, False)
    assert not Membership.objects.filter(person=person).exists()


def test_the_name_of_whoever_wants_to_be_forgotten_stands_in_no_row_of_any_table(
    agnes: User, person: Person, club: Club, settings: LazySettings
) -> None:
    settings.EMAIL_BACKEND = "jobs.mail.OutboxBackend"
    settings.MAIL_DELIVERY_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    # A life that leaves the name in many places.
    edit_person(actor=agnes, person=person, name="Agnes Brandt-Voss")
    accounts.rename_account(user=agnes, display_name="Agnes Brandt-Voss")
    edit_person(actor=agnes, person=Person.objects.get(name="Jorge"), country="ES")
    twin = create_person(actor=None, name="A. Brandt")
    older = create_person(actor=None, name="Agnes Brant")
    Person.objects.filter(pk=twin.pk).update(merged_into=person)
    Person.objects.filter(pk=older.pk).update(merged_into=twin)
    JoinRequest.objects.create(club=club, person=person, message="It is me, Agnes Brandt!")
    request_export(user=agnes)
    for name in ("Sent", "Failed", "Waiting"):
        other = Club.objects.create(name=name, slug=name.lower())
        add_member(actor=None, club=other, person=Person.objects.get(name="Jorge"), role=Role.ORGANISER)
        ask_to_join(actor=agnes, club=other, message="Agnes, from Voss.\r\nBorn in Quimper")
        accounts.send_reset_mail(account=agnes, link="https://club.example.org/")
    to_jorge, to_agnes = OutgoingMail.objects.order_by("pk")[::2], OutgoingMail.objects.order_by("pk")[1::2]
    for mail in (to_jorge[0], to_agnes[0]):
        perform(kind_name=DELIVER_MAIL.name, pk=mail.pk, message_id="m")
    for mail in (to_jorge[1], to_agnes[1]):
        OutgoingMail.objects.filter(pk=mail.pk).update(
            state=WorkState.FAILED, finished_at=timezone.now(), last_error=f"agnes@example.org, {mail.body}"
        )
    told = ("Brandt", "brandt", "Brant", "Agnes", "agnes", "Voss", "Quimper")
    before = everything_stored()
    assert [word for word in told if word not in before] == []
    assert Person.objects.filter(year_of_birth=1961).exists()
    redacted = [mail.subject.replace("Agnes Brandt-Voss", "•••") for mail in to_jorge[1:]]

    accounts.delete_account(account=agnes, keep_name=False)

    left = everything_stored()
    assert [word for word in told if word in left] == []
    # Of all numbers that are stored, another may be the same: no history tells the year, so the profile is looked at.
    assert not Person.objects.filter(year_of_birth=1961).exists()
    assert {request.state for request in JoinRequest.objects.all()} == {RequestState.WITHDRAWN}
    # What is for others still reaches them.
    assert list(OutgoingMail.objects.order_by("pk").values_list("state", "subject", "recipients")) == [
        (WorkState.DONE, "", []),
        (WorkState.DONE, "", []),
        (WorkState.FAILED, redacted[0], ["jorge@example.org"]),
        (WorkState.WAITING, redacted[1], ["jorge@example.org"]),
    ]
    assert OutgoingMail.objects.latest("pk").body.startswith(
        "Hello Jorge,\n\n••• asks to become a member of Waiting.\n\n•••\n\nApprove or decline here:\n\nhttp"
    )


def test_who_leaves_their_name_still_takes_the_mails_to_them_away(
    agnes: User, settings: LazySettings
) -> None:
    settings.EMAIL_BACKEND = "jobs.mail.OutboxBackend"
    accounts.send_reset_mail(account=agnes, link="https://club.example.org/")
    send_mail("News of Agnes", "She won.", None, ["jorge@example.org"])

    accounts.delete_account(account=agnes, keep_name=True)

    assert [mail.subject for mail in OutgoingMail.objects.all()] == ["News of Agnes"]


@pytest.mark.parametrize("is_undone", [True, False])
def test_a_merge_keeps_no_name_either(agnes: User, person: Person, is_undone: bool) -> None:
    other = create_person(actor=None, name="Agnes Brand", year_of_birth=1987)
    merge = merge_people(actor=None, kept=person, merged=other)
    if is_undone:
        undo_merge(actor=None, merge=merge)
    assert AuditEntry.objects.filter(after__profile="Agnes Brand").count() == 1

    accounts.delete_account(account=agnes, keep_name=False)

    left = everything_stored()
    # What was somebody else's profile after all keeps its own name.
    assert ("Agnes Brandt" in left, "Agnes Brand" in left) == (False, is_undone)
    assert [merge.moved for merge in PersonMerge.objects.all()] == [[{"what": "forgotten"}]]


def test_the_history_still_tells_what_happened(agnes: User, person: Person, club: Club) -> None:
    jorge = Person.objects.get(name="Jorge")
    edit_person(actor=agnes, person=jorge, country="ES")
    before = AuditEntry.objects.count()

    accounts.delete_account(account=agnes, keep_name=False)

    line = AuditEntry.objects.get(action="person.edited")
    assert (line.actor_name, line.target_name, line.after) == ("•••", "Jorge", {"country": "ES"})
    entered = AuditEntry.objects.get(action="person.entered", target_id=person.pk)
    assert (str(entered), entered.after["name"], entered.after["country"]) == ("••• entered •••", "•••", "DE")
    # That the account went, and that the membership ended.
    assert AuditEntry.objects.count() == before + 2


def test_the_names_of_others_stay(agnes: User, person: Person, club: Club) -> None:
    accounts.delete_account(account=agnes, keep_name=False)

    assert Person.objects.exclude(pk=person.pk).get().name == "Jorge"
    assert AuditEntry.objects.filter(target_name="Jorge").count() == 2


def test_the_photo_goes_with_the_account(
    agnes: User, person: Person, media: Any, django_capture_on_commit_callbacks: Any
) -> None:
    key = "ab" * 32
    path = default_storage.save(f"people/ab/{key}-{PHOTO_SIZES[0]}.webp", ContentFile(b"x"))
    Person.objects.update(photo=key, shows_photo=True)

    with django_capture_on_commit_callbacks(execute=True):
        accounts.delete_account(account=agnes, keep_name=True)

    person.refresh_from_db()
    assert (person.photo, person.shows_photo) == ("", False)
    assert not default_storage.exists(path)


def test_a_deleted_player_is_called_so_in_the_viewers_language_and_stored_in_none(
    agnes: User, person: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    accounts.delete_account(account=agnes, keep_name=False)
    monkeypatch.setattr(people, "gettext", {"Deleted player": "Gelöschter Spieler"}.__getitem__)

    seen = Person.objects.get(pk=person.pk)
    seen.save()
    assert (str(seen), seen.sort_name) == ("Gelöschter Spieler", "Gelöschter Spieler")
    assert Person.objects.values_list("name", flat=True).get(pk=person.pk) == "Gelöschter Spieler"
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sort_name FROM players_person WHERE id = %s", [person.pk])
        assert cursor.fetchone() == ("Deleted player", "Deleted player")


def test_what_else_keeps_names_is_told(agnes: User, person: Person) -> None:
    told: list[tuple[int, str]] = []

    def note(sender: object, *, person: Person, **kwargs: object) -> None:
        told.append((person.pk, person.name))

    person_forgotten.connect(note)
    accounts.delete_account(account=agnes, keep_name=False)
    person_forgotten.disconnect(note)

    assert told == [(person.pk, "Deleted player")]


def test_the_last_owner_of_a_club_has_to_hand_it_over_first(
    signed_in: Client, agnes: User, person: Person, club: Club
) -> None:
    jorge = Membership.objects.get(person__name="Jorge")
    agnes_owns = Membership.objects.get(person=person)
    Membership.objects.filter(pk=jorge.pk).update(role=Role.MEMBER)

    text = signed_in.get(reverse("delete-account")).content.decode()
    assert "You are the last owner" in text
    assert '<a href="/clubs/lapwing/">Lapwing</a>' in text
    response = signed_in.post(reverse("delete-account"), FORGET)
    assert response.context["form"].non_field_errors() == [
        "You are the last owner of Lapwing. Hand the club over to somebody else, or close it, first."
    ]
    assert User.objects.filter(pk=agnes.pk).exists()
    person.refresh_from_db()
    assert person.name == "Agnes Brandt"

    jorge.refresh_from_db()
    hand_over_ownership(actor=agnes, giver=agnes_owns, receiver=jorge)
    signed_in.post(reverse("delete-account"), FORGET)
    assert not User.objects.filter(pk=agnes.pk).exists()


def test_several_clubs_are_all_named(agnes: User, person: Person) -> None:
    for name in ("Anchor", "Buoy", "Compass"):
        club = Club.objects.create(name=name, slug=name.lower())
        add_member(actor=None, club=club, person=person, role=Role.OWNER)

    with pytest.raises(Refused, match=r"^You are the last owner of Anchor, Buoy and Compass\."):
        accounts.delete_account(account=agnes, keep_name=True)


@pytest.mark.parametrize("keep_name", [True, False])
def test_a_closed_club_needs_no_owner(agnes: User, person: Person, club: Club, keep_name: bool) -> None:
    Membership.objects.filter(person__name="Jorge").delete()
    Club.objects.update(closed_at=timezone.now())

    accounts.delete_account(account=agnes, keep_name=keep_name)

    assert not User.objects.filter(pk=agnes.pk).exists()


def test_an_owner_who_cannot_sign_in_is_none(agnes: User, person: Person, club: Club) -> None:
    User.objects.exclude(pk=agnes.pk).update(is_active=False)

    with pytest.raises(Refused, match=r"^You are the last owner of Lapwing\."):
        accounts.delete_account(account=agnes, keep_name=True)
