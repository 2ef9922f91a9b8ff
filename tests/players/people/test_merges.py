"""Two profiles of one person: made one with everything that hangs on them, and exactly two again."""

from contextlib import ExitStack
from datetime import UTC, datetime
from random import Random
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.test import Client
from django.urls import reverse

from audit.selectors import history_of
from core.errors import Refused
from players.accounts.services.accounts import delete_account
from players.clubs.services.members import add_member, change_role, remove_member
from players.models import (
    Club,
    InvitationState,
    JoinRequest,
    Membership,
    MembershipOffer,
    PeopleUpload,
    Person,
    PersonMerge,
    ProfileClaim,
    ProfileInvitation,
    RequestState,
    Role,
    User,
)
from players.people.services import merge_steps
from players.people.services.merges import merge_people, plan_merge, undo_merge
from players.people.services.people import create_person, edit_person
from tests.players.circle import Circle

WHEN = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def pair(circle: Circle) -> tuple[Person, Person]:
    """Jan Pijl, a listed member, and the same Jan misspelt, without anything."""
    other = create_person(actor=None, name="Jan Pyl", country="BE", year_of_birth=1990)
    add_member(actor=None, club=circle.club, person=other)
    return circle.listed, other


def rows_of_everything() -> dict[str, list[dict[str, Any]]]:
    """Every row that could be touched, but for the history and the merges themselves."""
    left_out = {"players.personmerge"}
    return {
        model._meta.label_lower: list(model._base_manager.order_by("pk").values())
        for model in apps.get_app_config("players").get_models()
        if model._meta.label_lower not in left_out
    }


def furnished(random: Random) -> tuple[Person, Person]:
    """Two profiles with whatever may hang on them, put together at random."""
    clubs = [Club.objects.create(name=f"Club {number}", slug=f"club-{number}") for number in range(4)]
    accounts = [
        User.objects.create_user(f"{number}@example.org", None, display_name=f"A {number}")
        for number in range(4)
    ]
    people = []
    owner = random.choice([None, 0])
    for number in range(2):
        person = create_person(
            actor=None,
            name=random.choice(["Jan Pijl", "Jan Pyl"]),
            country=random.choice(["", "NL"]),
            year_of_birth=random.choice([None, 1990]),
            shows_year_of_birth=random.choice([True, False]),
            listed=random.choice([True, False]),
            account=accounts[number] if owner == number else None,
        )
        Person.objects.filter(pk=person.pk).update(
            photo=random.choice(["", "a" * 64]), shows_photo=random.choice([True, False])
        )
        for club in random.sample(clubs, random.randint(0, 4)):
            Membership.objects.create(
                club=club,
                person=person,
                role=random.choice(list(Role)),
                joined_at=WHEN.replace(day=random.randint(1, 28)),
            )
        for club in random.sample(clubs, random.randint(0, 3)):
            is_open = random.choice([True, False])
            MembershipOffer.objects.create(
                club=club,
                person=person,
                state=InvitationState.OPEN if is_open else InvitationState.DECLINED,
                answered_at=None if is_open else WHEN,
            )
        for club in random.sample(clubs, random.randint(0, 3)):
            is_open = random.choice([True, False])
            JoinRequest.objects.create(
                club=club,
                person=person,
                state=RequestState.OPEN if is_open else RequestState.DECLINED,
                answered_at=None if is_open else WHEN,
            )
        upload = PeopleUpload.objects.create(club=clubs[0], content=b"x", state="done", finished_at=WHEN)
        for line in range(random.randint(0, 3)):
            upload.rows.create(line=line, cells=[], finding="new", person=person, chosen=person)
        if owner is None:
            ProfileClaim.objects.create(person=person, account=accounts[number + 2])
            ProfileInvitation.objects.create(
                person=person, email="x@example.org", token_hash=f"{number}", expires_at=WHEN
            )
        people.append(Person.objects.get(pk=person.pk))
    return people[0], people[1]


@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(20))
def test_a_merge_that_is_undone_leaves_every_row_as_it_was(seed: int) -> None:
    kept, merged = furnished(Random(seed))
    before = rows_of_everything()

    merge = merge_people(actor=None, kept=kept, merged=merged, agreed_by=kept.account)

    assert rows_of_everything() != before
    for model, field in [(Membership, "person"), (JoinRequest, "person"), (MembershipOffer, "person")]:
        assert not model.objects.filter(**{field: merged}).exists()  # type: ignore[attr-defined]
    undo_merge(actor=None, merge=merge)
    assert rows_of_everything() == before


def test_what_the_one_lacks_comes_from_the_other(pair: tuple[Person, Person]) -> None:
    kept, merged = pair

    merge_people(actor=None, kept=kept, merged=merged)

    kept.refresh_from_db()
    merged.refresh_from_db()
    assert (kept.name, kept.country, kept.year_of_birth, kept.listed) == ("Jan Pijl", "NL", 1990, False)
    assert (merged.merged_into, merged.year_of_birth, merged.country) == (kept, None, "BE")


def test_a_consent_goes_with_its_value_and_no_further(circle: Circle) -> None:
    kept = create_person(actor=None, name="Rosa Roth", year_of_birth=1980)
    merged = create_person(
        actor=None, name="Rosa Rot", year_of_birth=1981, shows_year_of_birth=True, listed=True
    )

    merge_people(actor=None, kept=kept, merged=merged)

    kept.refresh_from_db()
    assert (kept.year_of_birth, kept.shows_year_of_birth, kept.listed) == (1980, False, False)


def test_in_a_club_of_both_the_kept_role_and_the_earlier_day_stay(circle: Circle) -> None:
    kept, merged = circle.listed, create_person(actor=None, name="Jan Pyl")
    Membership.objects.create(club=circle.club, person=merged, role=Role.OWNER, joined_at=WHEN)

    plan = plan_merge(kept, merged)
    merge_people(actor=None, kept=kept, merged=merged)

    membership = Membership.objects.get(person=kept)
    assert plan.moves == ["The membership in Lapwing, which both have: as member"]
    assert (membership.role, membership.joined_at) == (Role.MEMBER, WHEN)
    assert not Membership.objects.filter(person=merged).exists()


def test_a_profile_with_an_account_is_the_one_that_is_kept(circle: Circle) -> None:
    sentence = "Mia Maus has an account. Please keep that profile, and merge the other one into it."

    assert plan_merge(circle.listed, circle.person_of_member).problem == sentence
    with pytest.raises(Refused, match="Mia Maus has an account"):
        merge_people(actor=None, kept=circle.listed, merged=circle.person_of_member)
    assert merge_people(actor=None, kept=circle.person_of_member, merged=circle.listed)


def test_two_accounts_are_not_made_one(circle: Circle) -> None:
    one, other = Person.objects.get(account=circle.organiser), circle.person_of_member

    assert plan_merge(one, other).problem.startswith("Both profiles belong to accounts")
    with pytest.raises(Refused, match="Both profiles belong to accounts"):
        merge_people(actor=None, kept=one, merged=other)


def test_what_is_merged_is_not_merged_again(pair: tuple[Person, Person], circle: Circle) -> None:
    kept, merged = pair
    merge_people(actor=None, kept=kept, merged=merged)

    for one, other in ((kept, merged), (merged, circle.unlisted), (kept, kept)):
        with pytest.raises(Refused):
            merge_people(actor=None, kept=one, merged=other)


def test_both_histories_tell_of_it(pair: tuple[Person, Person], circle: Circle) -> None:
    kept, merged = pair
    merge = merge_people(actor=circle.organiser, kept=kept, merged=merged, reason="The same Jan")
    undo_merge(actor=circle.organiser, merge=merge)

    assert [str(entry) for entry in history_of(kept)[:2]] == [
        "Organiser undid a merge into the profile of Jan Pijl",
        "Organiser merged another profile into that of Jan Pijl",
    ]
    assert [(str(entry), entry.after) for entry in history_of(merged)[:2]] == [
        ("Organiser undid the merge of Jan Pyl", {"merged_into": None}),
        ("Organiser merged the profile of Jan Pyl into another one", {"merged_into": "Jan Pijl"}),
    ]
    assert history_of(merged)[1].reason == "The same Jan"


def _edit(circle: Circle, kept: Person) -> None:
    edit_person(actor=None, person=kept, year_of_birth=1991)


def _leave(circle: Circle, kept: Person) -> None:
    remove_member(actor=None, membership=Membership.objects.get(person=kept, club__slug="rooks"))


def _promote(circle: Circle, kept: Person) -> None:
    change_role(
        actor=None, membership=Membership.objects.get(person=kept, club__slug="rooks"), role=Role.ARBITER
    )


@pytest.mark.parametrize("since", [_edit, _leave, _promote])
def test_what_was_changed_since_keeps_it_from_being_undone(circle: Circle, since: Any) -> None:
    kept = circle.listed
    merged = create_person(actor=None, name="Jan Pyl", year_of_birth=1990)
    rooks = Club.objects.create(name="Rooks", slug="rooks")
    add_member(actor=None, club=rooks, person=merged)
    add_member(actor=None, club=circle.club, person=merged, role=Role.ARBITER)
    merge = merge_people(actor=None, kept=kept, merged=merged)
    since(circle, kept)
    now = rows_of_everything()

    with pytest.raises(
        Refused, match="It cannot be undone: what was moved has been changed or removed since"
    ):
        undo_merge(actor=None, merge=merge)

    assert rows_of_everything() == now
    merge.refresh_from_db()
    assert merge.undone_at is None


def test_merges_are_undone_from_the_last_to_the_first(pair: tuple[Person, Person], circle: Circle) -> None:
    kept, merged = pair
    first = merge_people(actor=None, kept=kept, merged=merged)
    last = merge_people(actor=None, kept=circle.unlisted, merged=kept)

    with pytest.raises(
        Refused, match=r"Jan Pijl was itself merged into Ute Zorn since\. Please undo that first"
    ):
        undo_merge(actor=None, merge=first)
    undo_merge(actor=None, merge=last)
    undo_merge(actor=None, merge=first)
    with pytest.raises(Refused, match="already been undone"):
        undo_merge(actor=None, merge=first)

    merged.refresh_from_db()
    assert merged.merged_into is None


def test_what_nobody_moves_keeps_a_profile_from_ending(
    pair: tuple[Person, Person], until_test_ends: ExitStack
) -> None:
    kept, merged = pair
    known = {key: step for key, step in merge_steps.MERGE_STEPS.items() if key != "memberships"}
    until_test_ends.enter_context(merge_steps.MERGE_STEPS.replaced(known))

    with pytest.raises(Refused, match=r"Jan Pyl has memberships, which cannot be moved to another profile\."):
        merge_people(actor=None, kept=kept, merged=merged)
    assert plan_merge(kept, merged).problem.startswith("Jan Pyl has memberships")


def test_all_that_hangs_on_people_and_their_games_is_moved_or_stays_on_purpose() -> None:
    missing = [
        (model._meta.label_lower, field)
        for model, field in merge_steps.unregistered_references()
        if model._meta.app_label in ("players", "games")
    ]

    assert missing == []


def test_what_moved_is_forgotten_with_the_person(pair: tuple[Person, Person]) -> None:
    kept, merged = pair
    merge = merge_people(actor=None, kept=kept, merged=merged)
    account = User.objects.create_user("jan@example.org", None, display_name="Jan")
    Person.objects.filter(pk=kept.pk).update(account=account)

    delete_account(account=account, keep_name=False)

    merge.refresh_from_db()
    assert merge.moved == [{"what": "forgotten"}]
    with pytest.raises(Refused, match="deleted their account and their name"):
        undo_merge(actor=None, merge=merge)


def test_a_step_is_registered_once() -> None:
    step = merge_steps.merged_reference(Membership, "person", what=str)
    with (
        merge_steps.MERGE_STEPS.replaced({step.key: step}),
        pytest.raises(ImproperlyConfigured, match="Two steps of a merge are called"),
    ):
        merge_steps.register_merge_steps(step, order=100)


# --- The pages ------------------------------------------------------------------------------------


def test_an_organiser_merges_and_undoes_on_pages(
    signed_in: Client, circle: Circle, pair: tuple[Person, Person]
) -> None:
    kept, merged = pair
    choose = signed_in.get(reverse("choose-merge", args=[kept.pk]), {"q": "pyl"}).content.decode()
    address = reverse("merge-people", args=[kept.pk, merged.pk])
    preview = signed_in.get(address).content.decode()

    answer = signed_in.post(address, {"reason": "The same"})

    assert f'href="{address}"' in choose
    assert "The membership in Lapwing, which both have: as member" in preview
    assert answer["Location"] == kept.get_absolute_url()
    assert signed_in.get(merged.get_absolute_url())["Location"] == kept.get_absolute_url()
    merge = PersonMerge.objects.get()
    assert "Undo the merge" in signed_in.get(kept.get_absolute_url()).content.decode()
    signed_in.post(reverse("undo-merge", args=[merge.pk]))
    assert signed_in.get(merged.get_absolute_url()).status_code == 200


def test_only_who_organises_for_both_may_merge(
    client: Client, signed_in: Client, circle: Circle, pair: tuple[Person, Person]
) -> None:
    kept, merged = pair
    elsewhere = create_person(actor=None, name="Jan Peil", listed=True)
    client.force_login(circle.member)

    assert client.get(reverse("choose-merge", args=[kept.pk])).status_code == 404
    assert client.post(reverse("merge-people", args=[kept.pk, merged.pk])).status_code == 404
    assert signed_in.post(reverse("merge-people", args=[kept.pk, elsewhere.pk])).status_code == 404
    assert signed_in.post(reverse("merge-people", args=[kept.pk, kept.pk])).status_code == 404
    merge = merge_people(actor=None, kept=kept, merged=merged)
    assert client.post(reverse("undo-merge", args=[merge.pk])).status_code == 404
