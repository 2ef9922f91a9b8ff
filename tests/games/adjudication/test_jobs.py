"""Orders to adjudicate: games that are slow, damaged or deadly do not keep the others of their order waiting."""

from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.utils import timezone

from engine.adjudication.report import AdjudicationReport
from engine.record import Record
from games.adjudication import jobs
from games.adjudication.services import order_adjudication, order_due_adjudications
from games.models import Adjudication, AdjudicationOrder, Game, GameText
from games.submissions.services.uploads import submit_text
from jobs import services as job_services
from jobs.kinds import JOB_KINDS
from jobs.services import perform
from players.models import User
from tests.games.records import BARRAGOON, DRAWN, STRATEGO
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db
HappensBefore = Callable[[Callable[[Record], None]], None]


class Lost(BaseException):
    """As a killed process: nothing is caught, nothing is tidied up."""


@pytest.fixture
def games(submitter: User) -> list[Game]:
    """Three games, which the engine at hand has not seen."""
    submit_text(account=submitter, text="\n".join([BARRAGOON, DRAWN, STRATEGO]))
    run_jobs()
    return list(Game.objects.order_by("pk"))


@pytest.fixture
def happens_before(games: list[Game], monkeypatch: pytest.MonkeyPatch) -> HappensBefore:
    """Lets something happen before the referee looks at a game, and orders all of them for a newer engine."""
    real = jobs.adjudicate

    def use(happens: Callable[[Record], None]) -> None:
        def adjudicate(record: Record, **options: Any) -> AdjudicationReport:
            happens(record)
            return real(record, **options)

        monkeypatch.setattr(jobs, "adjudicate", adjudicate)
        monkeypatch.setattr(jobs, "engine_version", "99")
        order_adjudication(games=[game.pk for game in games])

    return use


def attempt() -> AdjudicationOrder:
    """One attempt with the newest order, at once, as if the time of waiting had passed."""
    order = AdjudicationOrder.objects.latest("pk")
    AdjudicationOrder.objects.filter(pk=order.pk).update(due_at=timezone.now())
    try:
        perform(kind_name="adjudicate games", pk=order.pk, message_id="the same message")
    finally:
        order.refresh_from_db()
    return order


def seen() -> list[int]:
    return list(Game.objects.filter(adjudicated_with="99").order_by("pk").values_list("pk", flat=True))


def allow_attempts(until_test_ends: ExitStack, number: int) -> None:
    kind = replace(jobs.ADJUDICATE_GAMES, max_attempts=number)
    until_test_ends.enter_context(JOB_KINDS.extended(kind.name, kind))


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    monkeypatch.setattr(settings, "JOB_TIME_LIMIT", 300)
    time = [0.0]
    monkeypatch.setattr(job_services, "monotonic", lambda: time[0])
    return time


def test_a_game_that_used_up_the_time_alone_is_undecided_and_the_others_are_looked_at(
    games: list[Game],
    happens_before: HappensBefore,
    clock: list[float],
    monkeypatch: pytest.MonkeyPatch,
    until_test_ends: ExitStack,
) -> None:
    """The first of the order never comes to an end. It costs one attempt, and no other night."""

    def slow(record: Record) -> None:
        if record.tags["Result"] == "1-0":
            clock[0] += 300
            raise SoftTimeLimitExceeded

    happens_before(slow)
    allow_attempts(until_test_ends, 2)
    first = attempt()
    after_the_first = seen()
    second = attempt()

    slow_one = games[0]
    assert first.state == "waiting"
    assert "300 seconds" in first.last_error
    assert after_the_first == [slow_one.pk]
    assert (second.state, seen()) == ("done", [game.pk for game in games])
    found = Adjudication.objects.get(game=slow_one, engine_version="99")
    assert (found.verdict, found.rule, found.ply, found.message, found.proof["findings"]) == (
        "undecided",
        "",
        0,
        "The referee was not done with this game after 300 seconds.",
        [],
    )
    monkeypatch.setattr("games.adjudication.services.engine_version", "99")
    assert order_due_adjudications() == 0


def test_a_game_for_which_others_left_too_little_time_is_the_first_of_the_next_attempt(
    games: list[Game], happens_before: HappensBefore, clock: list[float], until_test_ends: ExitStack
) -> None:
    """200 seconds each: only the first of an attempt is done in time. None is to blame, and no attempt is counted."""
    ends_at = [300.0]

    def slow(record: Record) -> None:
        if clock[0] + 200 > ends_at[0]:
            clock[0] = ends_at[0]
            ends_at[0] += 300
            raise SoftTimeLimitExceeded
        clock[0] += 200

    happens_before(slow)
    allow_attempts(until_test_ends, 2)
    orders = []
    for _ in range(3):
        orders.append(attempt())
        clock[0] = ends_at[0] - 300

    assert [order.games[0] for order in orders[:2]] == [games[1].pk, games[2].pk]
    assert [order.state for order in orders] == ["waiting", "waiting", "done"]
    assert seen() == [game.pk for game in games]
    assert not Adjudication.objects.filter(verdict="undecided").exists()


def test_games_that_only_fail_and_take_long_use_up_the_attempts(
    happens_before: HappensBefore, clock: list[float], until_test_ends: ExitStack
) -> None:
    """Whichever is the first fails after most of the time, and the time is up in the second: nothing comes on."""
    ends_at = [300.0]

    def fails_late(record: Record) -> None:
        if clock[0] + 200 > ends_at[0]:
            clock[0] = ends_at[0]
            ends_at[0] += 300
            raise SoftTimeLimitExceeded
        clock[0] += 200
        raise ZeroDivisionError

    happens_before(fails_late)
    allow_attempts(until_test_ends, 3)
    states = [attempt().state for _ in range(3)]

    assert states == ["waiting", "waiting", "failed"]


def test_a_game_with_which_the_worker_is_lost_is_looked_at_after_the_others(
    games: list[Game], happens_before: HappensBefore
) -> None:
    def deadly(record: Record) -> None:
        if record.tags["Result"] == "1-0":
            raise Lost

    happens_before(deadly)
    for _ in range(3):
        with pytest.raises(Lost):
            attempt()

    assert seen() == [games[1].pk, games[2].pk]


def test_a_game_that_cannot_be_adjudicated_does_not_keep_the_others_waiting(
    submitter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once because its text is damaged and once because of a mistake of ours; the order says which games it lacks."""
    submit_text(account=submitter, text="\n".join([BARRAGOON, DRAWN, STRATEGO]))
    run_jobs()
    damaged, mistaken_about, good = (Game.objects.get(result=result) for result in ("1-0", "0-1", "1/2-1/2"))
    GameText.objects.filter(game=damaged).update(canonical="")
    monkeypatch.setattr(jobs, "engine_version", "99")
    real = jobs.adjudicate

    def mistaken(record: Record, **options: Any) -> AdjudicationReport:
        if record.tags["Game"] == "Stratego":
            raise ZeroDivisionError
        return real(record, **options)

    monkeypatch.setattr(jobs, "adjudicate", mistaken)
    order_adjudication(games=[damaged.pk, mistaken_about.pk, good.pk])
    run_jobs()

    seen = Game.objects.filter(adjudicated_with="99").values_list("pk", flat=True)
    assert list(seen) == [good.pk]
    order = AdjudicationOrder.objects.latest("pk")
    lacking = sorted([damaged.pk, mistaken_about.pk])
    assert (order.state, order.last_error) == (
        "waiting",
        f"NotAdjudicated: These games could not be adjudicated, the log says why: {lacking}",
    )


def test_the_time_of_a_job_ends_for_all_games_of_its_order(
    submitter: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    submit_text(account=submitter, text=f"{BARRAGOON}\n{DRAWN}")
    run_jobs()
    monkeypatch.setattr(jobs, "engine_version", "99")
    asked = []

    def slow(record: Record, **options: Any) -> AdjudicationReport:
        asked.append(record)
        raise SoftTimeLimitExceeded

    monkeypatch.setattr(jobs, "adjudicate", slow)
    order_adjudication(games=list(Game.objects.values_list("pk", flat=True)))
    run_jobs()

    order = AdjudicationOrder.objects.latest("pk")
    assert order.state == "waiting"
    assert f"{settings.JOB_TIME_LIMIT} seconds" in order.last_error
    assert len(asked) == order.attempts == 2
