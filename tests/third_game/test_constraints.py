"""The database does not know which games there are, and tells what is wrong when something is."""

from typing import Any

import pytest
from django.apps import apps
from django.db import IntegrityError, models

from engine import registry
from engine.record import read_text
from games.archive.services.digest import digest_record
from games.archive.services.games import store_games
from games.models import Game, Upload
from games.submissions.services import validation
from tests.games.records import BARRAGOON

pytestmark = pytest.mark.django_db


def test_no_constraint_names_a_game() -> None:
    conditions = {
        constraint.name: str(constraint.condition)
        for model in apps.get_models()
        for constraint in model._meta.constraints
        if isinstance(constraint, models.CheckConstraint)
    }

    assert conditions
    assert [name for name, text in conditions.items() if any(game in text for game in registry.names())] == []


def test_a_row_that_a_constraint_refuses_is_reported_as_that(monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[int] = []

    def store(**given: Any) -> dict[tuple[str, ...], int]:
        attempts.append(len(given["digests"]))
        return store_games(**given)

    monkeypatch.setattr(validation, "store_games", store)
    (record,) = read_text(BARRAGOON)
    digest = digest_record(record)
    digest.head["result"] = "2-0"
    upload = Upload.objects.create(source="paste", size=3)

    with pytest.raises(IntegrityError, match="game_result_known"):
        validation._store(upload, {1: digest}, {}, {})

    assert attempts == [1]  # it is no duplicate: nobody looks again
    assert not Game.objects.exists()
