"""Lines are written with the change they tell of, and names are redacted."""

from collections.abc import Generator
from datetime import timedelta
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import IntegrityError, connection, transaction
from django.utils import timezone

from audit import actions, services
from audit.actions import Action
from audit.models import AuditEntry
from audit.services import redact_names
from audit.triggers import REFUSAL, TABLE
from core.web.request_ids import request_id
from players.models import Club, User

BLACK = "•••"


@pytest.fixture
def _in_a_request() -> Generator[None, None, None]:
    token = request_id.set("request-1")
    yield
    request_id.reset(token)


@pytest.mark.usefixtures("_in_a_request")
def test_a_line_keeps_who_when_what_and_why(agnes: User, club: Club, renamed: Action) -> None:
    with transaction.atomic():
        services.record(
            actor=agnes,
            action=renamed,
            target=club,
            before={"name": "Plover"},
            after={"name": "Lapwing"},
            reason="The members voted.",
            club=club.pk,
        )

    entry = AuditEntry.objects.get()
    assert timezone.now() - entry.when < timedelta(seconds=20)
    assert (entry.actor, entry.actor_name, entry.action) == (agnes, "Agnes Brandt", "test.renamed")
    assert (entry.target_type.model_class(), entry.target_id, entry.target_name) == (Club, club.pk, "Lapwing")
    assert (entry.before, entry.after) == ({"name": "Plover"}, {"name": "Lapwing"})
    assert (entry.reason, entry.club_id, entry.request_id) == ("The members voted.", club.pk, "request-1")
    assert str(entry) == "Agnes Brandt renamed Lapwing"


def test_what_the_site_does_itself_has_no_actor(club: Club, renamed: Action) -> None:
    with transaction.atomic():
        entry = services.record(actor=None, action=renamed, target=club, before={}, after={})

    assert (entry.actor, entry.actor_name, entry.club_id, entry.request_id) == (None, "", None, "")
    assert str(entry) == "The site renamed Lapwing"


@pytest.mark.django_db(transaction=True)
def test_a_line_goes_with_the_change_that_is_rolled_back(club: Club, renamed: Action) -> None:
    with transaction.atomic():
        services.record(actor=None, action=renamed, target=club, before={}, after={})
        transaction.set_rollback(True)

    assert AuditEntry.objects.count() == 0


@pytest.mark.django_db(transaction=True)
def test_a_line_outside_a_transaction_is_refused(club: Club, renamed: Action) -> None:
    with pytest.raises(services.CannotRecord, match="belongs into the transaction of its change"):
        services.record(actor=None, action=renamed, target=club, before={}, after={})


def test_a_kind_of_change_that_nobody_registered_is_refused(club: Club) -> None:
    with pytest.raises(services.CannotRecord, match=r"The change 'test\.unknown' is not known"):
        services.record(actor=None, action=Action("test.unknown", ""), target=club, before={}, after={})


def test_an_object_that_is_not_saved_is_refused(db: None, renamed: Action) -> None:
    with pytest.raises(services.CannotRecord, match="save it first"):
        services.record(actor=None, action=renamed, target=Club(name="Rook"), before={}, after={})


def test_a_long_name_is_cut_to_what_can_be_kept(club: Club, renamed: Action) -> None:
    user = User(pk=None, display_name="x" * 500)

    entry = services.record(actor=user, action=renamed, target=club, before={}, after={})

    assert entry.actor_name == "x" * 120


def test_a_kind_of_change_has_one_meaning(renamed: Action) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"Two kinds of changes are called 'test\.renamed'"):
        actions.ACTIONS.register("test.renamed", Action("test.renamed", "%(actor)s did something else"))


def test_a_line_outlives_the_code_that_wrote_it() -> None:
    assert (
        actions.sentence_for("chess.castled", actor="Agnes", target="Game 7")
        == "Agnes: chess.castled, Game 7"
    )


def test_kinds_of_changes_are_listed_by_key(renamed: Action) -> None:
    keys = [action.key for action in actions.ACTIONS]

    assert "test.renamed" in keys
    assert keys == sorted(keys)


@pytest.fixture
def entry(agnes: User, club: Club, renamed: Action) -> AuditEntry:
    with transaction.atomic():
        return services.record(
            actor=agnes,
            action=renamed,
            target=club,
            before={"name": "A", "place": "Ulm", "rounds": 3},
            after={"name": "B", "place": None, "rounds": [1, {"name": "x"}]},
        )


def as_it_is(entry: AuditEntry) -> dict[str, Any]:
    return AuditEntry.objects.filter(pk=entry.pk).values().get()


def set_to(**values: Any) -> str:
    """The database's answer; empty if it lets it pass."""
    try:
        with transaction.atomic():
            AuditEntry._base_manager.update(**values)
    except IntegrityError as error:
        return str(error).splitlines()[0]
    return ""


def test_names_are_blacked_out_and_everything_else_stays(entry: AuditEntry, agnes: User, club: Club) -> None:
    before = as_it_is(entry)

    redact_names(actor=agnes, targets=[club])

    assert as_it_is(entry) == before | {
        "actor_name": BLACK,
        "target_name": BLACK,
        "before": {"name": BLACK, "place": "Ulm", "rounds": 3},
        "after": {"name": BLACK, "place": None, "rounds": [1, {"name": "x"}]},
    }


def test_it_can_be_asked_for_twice(entry: AuditEntry, agnes: User, club: Club) -> None:
    redact_names(actor=agnes, targets=[club])
    redact_names(actor=agnes, targets=[club])

    assert as_it_is(entry)["target_name"] == BLACK


def test_names_of_others_stay(entry: AuditEntry, renamed: Action) -> None:
    jorge = User.objects.create_user("jorge@example.org", None, display_name="Jorge")
    other = Club.objects.create(name="Rook", slug="rook")

    redact_names(actor=jorge, targets=[other])

    assert (as_it_is(entry)["actor_name"], as_it_is(entry)["target_name"]) == ("Agnes Brandt", "Lapwing")


def test_an_account_can_go_afterwards(entry: AuditEntry, agnes: User, club: Club) -> None:
    redact_names(actor=agnes, targets=[club])

    agnes.delete()

    assert (as_it_is(entry)["actor_id"], as_it_is(entry)["actor_name"]) == (None, BLACK)


@pytest.mark.parametrize(
    "values",
    [
        {"actor_name": "Jorge"},
        {"target_name": ""},
        {"before": {"name": "C", "place": "Ulm", "rounds": 3}},
        {"before": {"name": BLACK, "place": BLACK, "rounds": 3}},
        {"before": {"name": BLACK, "place": "Ulm"}},
        {"before": {"name": BLACK, "place": "Ulm", "rounds": 3, "more": 1}},
        {"before": {"name": BLACK, "place": "Ulm", "rounds": "3"}},
        {"before": {"name": BLACK, "place": "Ulm", "rounds": 3, "sort_name": BLACK}},
        {"before": {}},
        {"after": {"name": BLACK, "place": None, "rounds": [1, {"name": BLACK}]}},
        {"after": {"name": BLACK, "place": "Ulm", "rounds": [1, {"name": "x"}]}},
        {"actor_name": BLACK, "reason": "none"},
        {"actor_name": BLACK, "action": "test.other"},
    ],
    ids=str,
)
def test_nothing_can_be_put_in_place_of_what_stood_there(entry: AuditEntry, values: dict[str, Any]) -> None:
    before = as_it_is(entry)

    assert set_to(**values) == REFUSAL
    assert as_it_is(entry) == before


def test_what_is_black_stays_black(entry: AuditEntry, agnes: User, club: Club) -> None:
    redact_names(actor=agnes, targets=[club])

    assert set_to(actor_name="Agnes Brandt") == REFUSAL
    assert set_to(before={"name": "A", "place": "Ulm", "rounds": 3}) == REFUSAL


def test_a_value_that_is_no_object_cannot_be_put_there(entry: AuditEntry) -> None:
    for value in ("[]", "null", '"•••"', "1"):
        with pytest.raises(Exception) as caught, transaction.atomic(), connection.cursor() as cursor:  # noqa: PT011
            cursor.execute(f"UPDATE {TABLE} SET before = %s", [value])  # noqa: S608
        assert caught.type.__name__ in {"IntegrityError", "DataError"}
