"""What the database itself keeps true of the archive."""

from datetime import UTC, datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from games.models import Adjudication, Submission, SubmissionSlice, Upload
from tests.games.builders import make_game

pytestmark = pytest.mark.django_db


def refused(constraint: str, make: Any, *arguments: Any, **values: Any) -> bool:
    with pytest.raises(IntegrityError, match=constraint), transaction.atomic():
        make(*arguments, **values)
    return True


def test_the_same_game_is_stored_once() -> None:
    make_game("a")

    assert refused("game_copy_once|duplicate_key", make_game, "a")


@pytest.mark.parametrize(
    "values",
    [
        {"recorded_result": "0-1"},
        {"recorded_termination": "time"},
        {"copy_for": "pairing:1"},
        {"copy_for": "account:1"},
    ],
)
def test_copies_that_end_differently_or_are_somebody_elses_stand_beside_each_other(
    values: dict[str, str],
) -> None:
    make_game("a")

    assert make_game("a", **values).pk


@pytest.mark.parametrize(("state", "result"), [("overruled", ""), ("confirmed", "1-0"), ("overruled", "2-0")])
def test_an_overruled_verdict_has_a_result_and_no_other_has(state: str, result: str) -> None:
    game = make_game()

    assert refused(
        "adjudication_overruled_with_a_result",
        Adjudication.objects.create,
        game=game,
        verdict="dead",
        engine_version="1",
        state=state,
        result=result,
        reason="So it is.",
        decided_at=datetime(2027, 1, 1, tzinfo=UTC),
    )


@pytest.mark.parametrize(
    ("constraint", "values"),
    [
        ("game_result_known", {"result": "2-0"}),
        ("game_termination_known", {"termination": "bored"}),
        ("game_visibility_known", {"visibility": "friends"}),
        ("game_club_is_named", {"visibility": "club"}),
        ("game_only_embargoes_end", {"embargo_until": datetime(2027, 1, 1, tzinfo=UTC)}),
        ("game_first_link_says_why", {"first_link": "exact"}),
        ("game_second_link_says_why", {"second_link": "confirmed"}),
    ],
)
def test_a_game_that_makes_no_sense_is_not_stored(constraint: str, values: dict[str, Any]) -> None:
    assert refused(constraint, make_game, **values)


def test_a_record_ends_as_one_game_or_as_one_error() -> None:
    upload = Upload.objects.create(source="paste", size=3)
    part = SubmissionSlice.objects.create(upload=upload)
    game = make_game()

    def submission(ordinal: int, **values: Any) -> Submission:
        return Submission.objects.create(upload=upload, slice=part, ordinal=ordinal, raw=b"abc", **values)

    submission(1, state="accepted", game=game)

    assert refused("submission_one_for_a_game|game_id", submission, 2, state="accepted", game=game)
    assert refused("submission_game_when_valid", submission, 2, state="accepted")
    assert refused("submission_game_when_valid", submission, 2, state="error", game=game)
    assert refused("submission_one_current|ordinal", submission, 1, state="error")


def test_an_engine_version_adjudicates_a_game_once_and_a_decision_has_its_reason() -> None:
    game = make_game()
    first = {"game": game, "verdict": "nothing", "engine_version": "1"}
    Adjudication.objects.create(**first)

    assert refused("adjudication_once_a_version|engine_version", Adjudication.objects.create, **first)
    assert refused(
        "adjudication_decided_with_a_reason",
        Adjudication.objects.create,
        game=game,
        verdict="nothing",
        engine_version="2",
        state="overruled",
        result="1-0",
        decided_at=datetime(2027, 1, 1, tzinfo=UTC),
    )
