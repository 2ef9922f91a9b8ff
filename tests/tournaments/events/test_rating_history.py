"""However often events are finished, re-opened and corrected: the lists are those of the results as they are now."""

import random
from contextlib import suppress
from typing import Any

import pytest

from core.errors import Refused
from games.archive.jobs import sync_rating
from players.models import ChangeKind, RatedResult, RatingPool, ResultSource
from players.rating_lists.jobs import compute_list
from players.rating_lists.services.results import record_change
from tests.games.archive.free_games import a_free_game, confirm
from tests.players.rating_lists.builders import a_pool, days_ago, lines, listed, people, work
from tests.tournaments.builders import make_event, make_round
from tournaments.events.services.lifecycle import archive_event, finish_event, reopen_event, unarchive_event
from tournaments.events.services.ratings import rating_results
from tournaments.models import Entry, Event, EventState, Pairing, Section
from tournaments.results.services.results import enter_result

pytestmark = pytest.mark.django_db

STEPS = 40
SAID = ("key", "first", "second", "first_half_points", "second_half_points", "forfeit", "rated")
RESULTS = ["1-0", "1/2-1/2", "0-1", "0-0", "1-0f", "0-1f", "0-0f"]


class Season:
    """Four events of the same six people, and a free game that turns out to belong to one of them."""

    def __init__(self, seed: int) -> None:
        self.dice = random.Random(seed)
        self.people = people(*(f"Player {letter}" for letter in "ABCDEF"))
        self.events = [self._event(number) for number in range(4)]
        self.game = a_free_game(self.people[0], self.people[1], day=days_ago(90))
        confirm(self.game)

    def _event(self, number: int) -> Event:
        ended = days_ago(10 + 30 * number)
        event = make_event(name=f"Open {number}", state=EventState.RUNNING, starts_on=ended, ends_on=ended)
        section = Section.objects.create(event=event, name="Main", planned_rounds=2, rated=number != 3)
        for rank, person in enumerate(self.people, start=1):
            Entry.objects.create(section=section, person=person, starting_rank=rank)
        make_round(section, 1, [(1, 2, "1-0"), (3, 4, "0-1"), (5, 6, "1/2-1/2")], state="closed")
        make_round(section, 2, [(2, 3, "1-0"), (4, 5, "0-1f"), (6, 1, "0-1")], state="closed")
        return event

    def something_happens(self) -> None:
        event = Event.objects.get(pk=self.dice.choice(self.events).pk)
        deed = self.dice.choice([self._finish, self._reopen, self._correct, self._archive, self._link])
        # Not everything goes at every step of an event; the attempt must not leave anything behind.
        with suppress(Refused):
            deed(event)
        if self.dice.random() < 0.5:
            work()

    def _finish(self, event: Event) -> None:
        finish_event(actor=None, event=event)

    def _reopen(self, event: Event) -> None:
        reopen_event(actor=None, event=event, reason="by chance")

    def _correct(self, event: Event) -> None:
        boards = Pairing.objects.filter(round__section__event=event).select_related("round__section")
        pairing = self.dice.choice(list(boards.order_by("pk")))
        enter_result(actor=None, pairing=pairing, result=self.dice.choice(RESULTS), reason="by chance")

    def _archive(self, event: Event) -> None:
        (unarchive_event if event.state == EventState.ARCHIVED else archive_event)(actor=None, event=event)

    def _link(self, event: Event) -> None:
        """The free game becomes a record of the second event, or is parted from it."""
        board = Pairing.objects.filter(round__section__event=self.events[1], board=1, round__number=1)
        linked = board.get().game_id is not None
        if not Event.objects.get(pk=self.events[1].pk).has_finished:
            board.update(game=None if linked else self.game)
        sync_rating(self.game.pk)


def present_results() -> list[tuple[Any, ...]]:
    """What counts, in the order of the values: keys are texts, which would put a tenth event before the ninth."""
    rows = RatedResult.objects.filter(source__taken_back_at=None)
    return sorted(rows.values_list("source__kind", *SAID))


@pytest.mark.parametrize("seed", range(4))
def test_a_random_season_ends_where_a_recomputation_from_nothing_does(seed: int) -> None:
    pool = a_pool()
    season = Season(seed)
    for _ in range(STEPS):
        season.something_happens()
    sync_rating(season.game.pk)
    work()

    finished = [event for event in Event.objects.order_by("pk") if event.has_finished]
    wanted = [
        ("event", *(getattr(each, name) for name in SAID))
        for event in finished
        for each in rating_results(event)
    ]
    linked = Pairing.objects.filter(game=season.game).exists()
    free = [] if linked else [("game", "1", season.people[0].pk, season.people[1].pk, 2, 0, False, True)]
    assert present_results() == sorted(wanted + free)
    assert ResultSource.objects.filter(taken_back_at=None).count() == len(finished) + len(free)
    counted = RatedResult.objects.filter(archived_game=season.game.pk, source__taken_back_at=None)
    assert counted.count() == (0 if linked and season.events[1] not in finished else 1)
    fresh: RatingPool = a_pool("fresh")
    record_change(pools=[fresh], kind=ChangeKind.ASKED_FOR)
    work()
    assert lines(pool) == lines(fresh)
    assert listed(pool) == listed(fresh)
    assert compute_list(pool).plan.changes_nothing
