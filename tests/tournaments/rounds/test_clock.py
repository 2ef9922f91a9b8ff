"""The round clock counts in the database, not in browsers."""

from datetime import timedelta

import pytest
from django.utils import timezone

from core.errors import Conflict, Refused
from players.models import User
from tests.tournaments.rounds.builders import publish_next_round, running_section
from tournaments.models import Round
from tournaments.rounds.selectors.clock import read_clock
from tournaments.rounds.services.clock import reset_clock, start_clock, stop_clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def round_(anna: User) -> Round:
    section = running_section(4)
    section.event.round_minutes = 90
    section.event.save()
    return publish_next_round(section, anna)


def text(round_: Round, *, after: timedelta = timedelta()) -> str:
    round_ = Round.objects.select_related("section__event").get(pk=round_.pk)
    clock = read_clock(round_.section.event, round_, (round_.clock_started_at or timezone.now()) + after)
    return clock.text if clock else ""


def test_it_shows_the_minutes_of_the_event_before_it_starts(round_: Round) -> None:
    assert text(round_) == "1:30:00"


def test_it_counts_down_to_nothing(round_: Round, anna: User) -> None:
    start_clock(actor=anna, round=round_)

    assert text(round_, after=timedelta(minutes=31, seconds=5)) == "58:55"
    assert text(round_, after=timedelta(hours=2)) == "0:00"


def test_stopped_it_keeps_what_is_left(round_: Round, anna: User) -> None:
    start_clock(actor=anna, round=round_, minutes=10)
    Round.objects.filter(pk=round_.pk).update(clock_started_at=timezone.now() - timedelta(minutes=4))

    stop_clock(actor=anna, round=round_)

    assert text(round_, after=timedelta(hours=1)) == "6:00"
    start_clock(actor=anna, round=round_)
    assert text(round_, after=timedelta(minutes=1)) == "5:00"
    reset_clock(actor=anna, round=round_)
    assert text(round_) == "1:30:00"


def test_two_who_start_it_start_it_once(round_: Round, anna: User, ben: User) -> None:
    start_clock(actor=anna, round=round_)

    with pytest.raises(Conflict, match=r"The clock is running\. At .* Anna did that"):
        start_clock(actor=ben, round=round_)


@pytest.mark.parametrize("minutes", [0, -1, 1441])
def test_minutes_have_limits(round_: Round, anna: User, minutes: int) -> None:
    with pytest.raises(Refused, match="1 to 1440 minutes"):
        start_clock(actor=anna, round=round_, minutes=minutes)


def test_without_minutes_of_the_event_the_arbiter_says_how_many(anna: User) -> None:
    round_ = publish_next_round(running_section(4), anna)

    assert text(round_) == ""
    with pytest.raises(Refused, match="How many minutes"):
        start_clock(actor=anna, round=round_)
    with pytest.raises(Conflict, match="not running"):
        stop_clock(actor=anna, round=round_)
