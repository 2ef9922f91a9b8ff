"""Names of somebody who wants to be forgotten are blacked out, and nothing else can be done to a line."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from audit import services
from audit.actions import Action
from audit.erasure import forget_names
from audit.models import AuditEntry
from audit.protection import TABLE
from players.models import Club, User

REFUSAL = "The history is append-only: lines are neither changed nor deleted."
BLACK = "•••"


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

    forget_names(actor=agnes, targets=[club])

    assert as_it_is(entry) == before | {
        "actor_name": BLACK,
        "target_name": BLACK,
        "before": {"name": BLACK, "place": "Ulm", "rounds": 3},
        "after": {"name": BLACK, "place": None, "rounds": [1, {"name": "x"}]},
    }


def test_it_can_be_asked_for_twice(entry: AuditEntry, agnes: User, club: Club) -> None:
    forget_names(actor=agnes, targets=[club])
    forget_names(actor=agnes, targets=[club])

    assert as_it_is(entry)["target_name"] == BLACK


def test_names_of_others_stay(entry: AuditEntry, renamed: Action) -> None:
    jorge = User.objects.create_user("jorge@example.org", None, display_name="Jorge")
    other = Club.objects.create(name="Rook", slug="rook")

    forget_names(actor=jorge, targets=[other])

    assert (as_it_is(entry)["actor_name"], as_it_is(entry)["target_name"]) == ("Agnes Brandt", "Lapwing")


def test_an_account_can_go_afterwards(entry: AuditEntry, agnes: User, club: Club) -> None:
    forget_names(actor=agnes, targets=[club])

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
    forget_names(actor=agnes, targets=[club])

    assert set_to(actor_name="Agnes Brandt") == REFUSAL
    assert set_to(before={"name": "A", "place": "Ulm", "rounds": 3}) == REFUSAL


def test_a_value_that_is_no_object_cannot_be_put_there(entry: AuditEntry) -> None:
    for value in ("[]", "null", '"•••"', "1"):
        with pytest.raises(Exception) as caught, transaction.atomic(), connection.cursor() as cursor:  # noqa: PT011
            cursor.execute(f"UPDATE {TABLE} SET before = %s", [value])  # noqa: S608
        assert caught.type.__name__ in {"IntegrityError", "DataError"}
