"""Recording a line of the history."""

from collections.abc import Generator
from datetime import timedelta

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.utils import timezone

from audit import actions, request_ids, services
from audit.actions import Action
from audit.models import AuditEntry
from players.models import Club, User


@pytest.fixture
def _in_a_request() -> Generator[None, None, None]:
    before = request_ids._ask
    request_ids.take_from(lambda: "request-1")
    yield
    request_ids.take_from(before)


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
    with pytest.raises(services.CannotBeRecorded, match="belongs into the transaction of its change"):
        services.record(actor=None, action=renamed, target=club, before={}, after={})


def test_a_kind_of_change_that_nobody_registered_is_refused(club: Club) -> None:
    with pytest.raises(services.CannotBeRecorded, match=r"The change 'test\.unknown' is not known"):
        services.record(actor=None, action=Action("test.unknown", ""), target=club, before={}, after={})


def test_an_object_that_is_not_saved_is_refused(db: None, renamed: Action) -> None:
    with pytest.raises(services.CannotBeRecorded, match="save it first"):
        services.record(actor=None, action=renamed, target=Club(name="Rook"), before={}, after={})


def test_a_long_name_is_cut_to_what_can_be_kept(club: Club, renamed: Action) -> None:
    user = User(pk=None, display_name="x" * 500)

    entry = services.record(actor=user, action=renamed, target=club, before={}, after={})

    assert entry.actor_name == "x" * 120


def test_a_kind_of_change_has_one_meaning(renamed: Action) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"Two kinds of changes are called 'test\.renamed'"):
        actions.register("test.renamed", "%(actor)s did something else")


def test_a_line_outlives_the_code_that_wrote_it() -> None:
    assert actions.tell("chess.castled", actor="Agnes", target="Game 7") == "Agnes: chess.castled, Game 7"


def test_kinds_of_changes_are_listed_by_key(renamed: Action) -> None:
    keys = [action.key for action in actions.all_actions()]

    assert "test.renamed" in keys
    assert keys == sorted(keys)
