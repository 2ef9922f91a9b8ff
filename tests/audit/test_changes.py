"""What is kept of the values before and after a change."""

from datetime import UTC, date, datetime
from decimal import Decimal
from uuid import UUID

import pytest

from audit.changes import REDACTED, Difference, _to_json, difference, field_values
from jobs.models import OutgoingMail, WorkState
from players.models import Club, DataExport


def test_only_what_differs_is_kept() -> None:
    assert difference({"a": 1, "b": 2}, {"a": 1, "b": 3}) == Difference({"b": 2}, {"b": 3})


def test_what_was_added_or_removed_stands_on_one_side() -> None:
    assert difference({"gone": 1}, {"new": None}) == Difference({"gone": 1}, {"new": None})


def test_yes_is_not_the_number_one() -> None:
    assert difference({"a": 1}, {"a": True}) == Difference({"a": 1}, {"a": True})


def test_of_a_private_value_only_the_fact_is_told() -> None:
    before, after = {"year": None, "other": 1990}, {"year": 1980, "other": 1991}

    assert difference(before, after, private={"year"}) == Difference(
        {"year": None, "other": 1990}, {"year": REDACTED, "other": 1991}
    )
    assert difference({"year": 1980}, {"year": 1981}, private={"year"}) == Difference(
        {"year": REDACTED}, {"year": REDACTED}
    )


def test_the_named_fields_of_an_object_are_taken() -> None:
    assert field_values(Club(name="Rook", place="Ulm"), ["name", "place"]) == {"name": "Rook", "place": "Ulm"}


def test_a_foreign_key_is_the_id_it_points_to() -> None:
    assert field_values(DataExport(user_id=7), ["user"]) == {"user": 7}


def test_values_are_kept_as_json_can_hold_them() -> None:
    mail = OutgoingMail(recipients=("a@example.org",), created_at=datetime(2026, 2, 1, tzinfo=UTC))

    assert field_values(mail, ["state", "recipients", "created_at", "finished_at"]) == {
        "state": "waiting",
        "recipients": ["a@example.org"],
        "created_at": "2026-02-01T00:00:00+00:00",
        "finished_at": None,
    }
    assert type(_to_json(WorkState.DONE)) is str
    assert _to_json({1: [date(2026, 2, 1), Decimal("1.50"), UUID(int=1)]}) == {
        "1": ["2026-02-01", "1.50", "00000000-0000-0000-0000-000000000001"]
    }


def test_what_json_cannot_hold_is_refused() -> None:
    with pytest.raises(TypeError, match="A set cannot be kept in the history"):
        _to_json({1, 2})
