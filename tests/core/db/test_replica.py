"""Where reads go: to the replica where a request asked for it, else to the primary."""

import pytest
from django.db import transaction

from core.db.replica import (
    ReplicaRouter,
    is_reading_from_replica,
    leave_replica,
    reading_alias,
    reading_from_replica,
)
from players.models import Club

ROUTER = ReplicaRouter()


def test_without_being_asked_everything_is_read_from_the_primary() -> None:
    assert (reading_alias(), ROUTER.db_for_read(Club), ROUTER.db_for_write(Club)) == ("default",) * 3


def test_reads_go_to_the_replica_until_something_is_written() -> None:
    with reading_from_replica():
        before = ROUTER.db_for_read(Club)
        written = ROUTER.db_for_write(Club)
        after = ROUTER.db_for_read(Club)

    assert (before, written, after) == ("replica", "default", "default")
    assert not is_reading_from_replica()


def test_a_request_that_left_the_replica_is_not_the_next_ones() -> None:
    with reading_from_replica():
        leave_replica()
    with reading_from_replica():
        assert reading_alias() == "replica"


@pytest.mark.django_db(transaction=True)
@pytest.mark.one_database
def test_a_transaction_reads_what_it_writes() -> None:
    with reading_from_replica():
        with transaction.atomic():
            inside = reading_alias()
        assert (inside, reading_alias()) == ("default", "replica")


def test_tables_are_made_on_the_primary_alone() -> None:
    assert ROUTER.allow_migrate("replica", "players") is False
    assert ROUTER.allow_migrate("default", "players") is None
