"""The ledger cannot be changed: not by the models, and not by what passes by them."""

from collections.abc import Callable
from datetime import date

import pytest
from django.db import DatabaseError, connection, transaction

from players.models import LedgerLine, ListVersion, Person, RatedPeriod, RatingPool
from players.models.rating_ledger import LedgerIsAppendOnly

pytestmark = pytest.mark.django_db


@pytest.fixture
def line() -> LedgerLine:
    pool = RatingPool.objects.create(name="Pool", slug="pool", game="barragoon", method="glicko-2")
    player = Person.objects.create(name="Ann", sort_name="Ann", sort_key="ann", comparison_key="ann")
    ListVersion.objects.create(pool=pool, number=1, system={}, first_period=1, last_period=1, lines=1)
    day = date(2026, 3, 1)
    period = RatedPeriod.objects.create(
        pool=pool, from_version=1, number=1, key="event:1", title="Open", start=day, end=day, digest="",
        sources=[], uncounted=[],
    )  # fmt: skip
    return LedgerLine.objects.create(period=period, player=player, before=[], after=[], games=[])


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE players_ledgerline SET rating_after = 3000",
        "DELETE FROM players_ledgerline",
        "UPDATE players_listversion SET lines = 0",
        "DELETE FROM players_listversion",
        "UPDATE players_ratedperiod SET title = 'Another'",
        "UPDATE players_ratedperiod SET title = 'Another', until_version = 2",
        "DELETE FROM players_ratedperiod",
    ],
)
def test_the_database_refuses_what_would_change_the_ledger(line: LedgerLine, statement: str) -> None:
    with (
        pytest.raises(DatabaseError, match="append-only"),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(statement)

    assert LedgerLine.objects.get().rating_after is None


def test_a_period_is_replaced_once(line: LedgerLine) -> None:
    RatedPeriod.objects.update(until_version=2)

    for value in (3, None):
        with pytest.raises(DatabaseError, match="append-only"), transaction.atomic():
            RatedPeriod.objects.update(until_version=value)
    assert RatedPeriod.objects.get().until_version == 2


@pytest.mark.parametrize("change", [lambda row: row.save(), lambda row: row.delete()])
@pytest.mark.parametrize("model", [LedgerLine, ListVersion])
def test_the_models_refuse_too(
    line: LedgerLine,
    model: type[LedgerLine | ListVersion],
    change: Callable[[LedgerLine | ListVersion], object],
) -> None:
    with pytest.raises(LedgerIsAppendOnly):
        change(model.objects.get())
