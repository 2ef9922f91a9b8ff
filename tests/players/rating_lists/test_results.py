"""Results are handed over, taken back and corrected; lists follow, and nothing counts twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from audit.models import AuditEntry
from core.errors import Refused
from jobs.delivery import open_queue
from jobs.models import WorkState
from jobs.services import sweep
from players.models import (
    Club,
    LedgerLine,
    ListVersion,
    Person,
    RatedPeriod,
    RatedResult,
    RatingChange,
    RatingPool,
    Recomputation,
    ResultSource,
    SourceKind,
)
from players.people.services.merges import merge_people, undo_merge
from players.rating_lists.services.results import correct_results, submit_results, withdraw_results
from tests.players.rating_lists.builders import (
    a_pool,
    days_ago,
    event,
    free_game,
    game,
    people,
    rate,
    ratings,
    work,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def pool() -> RatingPool:
    return a_pool()


@pytest.fixture
def players() -> list[Person]:
    return people("Ann", "Ben", "Cleo")


def shown(pool: RatingPool) -> dict[str, int]:
    return {name: round(rating or 0) for name, rating in ratings(pool).items()}


def test_a_finished_event_is_rated_and_published(pool: RatingPool, players: list[Person]) -> None:
    ann, ben, _ = players

    rate(event(ended=10), [game("1", ann, ben)])

    assert shown(pool) == {"Ann": 1662, "Ben": 1338}
    version = ListVersion.objects.get()
    assert (version.number, version.first_period, version.last_period, version.lines) == (1, 1, 1, 2)
    line = LedgerLine.objects.get(player=ann)
    assert (line.rating_before, line.deviation_before) == (1500.0, 350.0)
    assert line.games == [["event:1/1", ben.pk, 1500.0, 350.0, 0.0, 0.5, 1.0, line.games[0][7]]]
    assert round(line.games[0][7]) == 162
    assert RatingChange.objects.get().version == version
    assert [entry.action for entry in AuditEntry.objects.filter(action__startswith="rated")] == [
        "rated_results.handed_over"
    ]


def test_handing_over_twice_counts_once(pool: RatingPool, players: list[Person]) -> None:
    ann, ben, _ = players
    source, results = event(), [game("1", ann, ben)]
    rate(source, results)

    rate(source, results)

    assert ResultSource.objects.count() == RatedResult.objects.count() == 1
    assert ListVersion.objects.count() == 1
    assert Recomputation.objects.count() == 1


def test_other_results_of_a_rated_event_are_a_correction(pool: RatingPool, players: list[Person]) -> None:
    ann, ben, _ = players
    rate(event(), [game("1", ann, ben)])

    with pytest.raises(Refused, match="already been submitted"):
        submit_results(actor=None, source=event(), results=[game("1", ann, ben, "0-1")])

    correct_results(
        actor=None, source=event(), results=[game("1", ann, ben, "0-1")], reason="Misread the slip"
    )
    work()
    assert shown(pool) == {"Ann": 1338, "Ben": 1662}
    newest = ListVersion.objects.latest("number")
    assert (newest.number, [change.reason for change in newest.changes.all()]) == (2, ["Misread the slip"])


def test_a_reopened_event_does_not_count_until_it_is_handed_over_again(
    pool: RatingPool, players: list[Person]
) -> None:
    ann, ben, cleo = players
    rate(event("1", ended=20), [game("1", ann, ben)])
    before = ratings(pool)
    rate(event("2", ended=10), [game("1", ben, cleo)])
    both = ratings(pool)

    assert withdraw_results(actor=None, kind=SourceKind.EVENT, key="2") is True
    assert withdraw_results(actor=None, kind=SourceKind.EVENT, key="2") is False
    work()
    assert ratings(pool) == before

    rate(event("2", ended=10), [game("1", ben, cleo)])
    assert ratings(pool) == both
    assert ListVersion.objects.count() == 4


def test_an_event_that_is_taken_back_and_handed_over_unchanged_makes_no_new_list(
    pool: RatingPool, players: list[Person]
) -> None:
    ann, ben, _ = players
    rate(event(), [game("1", ann, ben)])

    withdraw_results(actor=None, kind=SourceKind.EVENT, key="1")
    rate(event(), [game("1", ann, ben)])

    assert ListVersion.objects.count() == 1
    assert list(RatingChange.objects.filter(settled_at=None)) == []


def test_only_the_periods_from_the_first_affected_one_on_are_computed_again(
    pool: RatingPool, players: list[Person]
) -> None:
    ann, ben, cleo = players
    for number in range(1, 5):
        rate(event(str(number), ended=50 - number), [game("1", ann, ben)])

    correct_results(actor=None, source=event("3", ended=47), results=[game("1", ann, cleo)])
    work()

    newest = ListVersion.objects.latest("number")
    assert (newest.first_period, newest.last_period) == (3, 4)
    valid = RatedPeriod.objects.filter(until_version=None).order_by("number")
    assert [(period.key, period.from_version) for period in valid] == [
        ("event:1", 1),
        ("event:2", 2),
        ("event:3", 5),
        ("event:4", 5),
    ]


def test_an_event_reported_late_stands_where_it_was_played(pool: RatingPool, players: list[Person]) -> None:
    ann, ben, cleo = players
    rate(event("late", ended=5), [game("1", ann, ben)])
    rate(event("early", ended=30), [game("1", ben, cleo)])

    valid = RatedPeriod.objects.filter(until_version=None).order_by("number")
    assert [period.key for period in valid] == ["event:early", "event:late"]


def test_results_count_in_the_pools_of_their_game_and_club(players: list[Person]) -> None:
    ann, ben, _ = players
    here, there = (
        Club.objects.create(name=name, slug=name, recognised_at=timezone.now()) for name in ("here", "there")
    )
    common, ours, theirs = a_pool("all"), a_pool("here", club=here), a_pool("there", club=there)
    stratego = a_pool("stratego", game="stratego")

    rate(event(club=here), [game("1", ann, ben)])

    assert [len(ratings(pool)) for pool in (common, ours, theirs, stratego)] == [2, 2, 0, 0]


def test_free_games_are_rated_when_their_month_is_over(pool: RatingPool, players: list[Person]) -> None:
    ann, ben, cleo = players
    today = timezone.localdate()
    last_month = today.replace(day=1) - timedelta(days=3)

    rate(free_game("1", last_month), [game("1", ann, ben, day=last_month)])
    rate(free_game("2", last_month), [game("1", ann, cleo, day=last_month)])
    rate(free_game("3", today), [game("1", ben, cleo, day=today)])

    assert [period.key for period in RatedPeriod.objects.filter(until_version=None)] == [
        f"month:{last_month:%Y-%m}"
    ]
    waiting = Recomputation.objects.get(state=WorkState.WAITING)
    assert waiting.due_on == (today.replace(day=1) + timedelta(days=32)).replace(day=1)
    assert RatingChange.objects.get(settled_at=None).source == ResultSource.objects.get(key="3")


def test_a_month_that_is_over_is_found_by_the_sweeper(pool: RatingPool, players: list[Person]) -> None:
    ann, ben, _ = players
    today = timezone.localdate()
    rate(free_game("1", today), [game("1", ann, ben, day=today)])
    Recomputation.objects.update(due_at=timezone.now())
    with open_queue() as client:
        client.flushdb()  # another test's message would serve for this one

    assert sweep().delivered["compute rating lists"] == 1


def test_an_archived_game_counts_once_whoever_hands_it_over(pool: RatingPool, players: list[Person]) -> None:
    ann, ben, _ = players
    day = days_ago(60)
    rate(free_game("7", day), [game("1", ann, ben, archived_game=7)])

    rate(event("1", ended=60), [game("1", ann, ben, archived_game=7)])

    assert [period.key for period in RatedPeriod.objects.filter(until_version=None)] == ["event:1"]
    with pytest.raises(Refused, match="Game 7 already counts as part of Open 1"):
        submit_results(actor=None, source=free_game("7", day), results=[game("1", ann, ben, archived_game=7)])


def test_nonsense_is_refused_with_its_place(pool: RatingPool, players: list[Person]) -> None:
    ann, ben, _ = players
    wrong = [
        ([game("3", ann, ann)], "Game 3 has the same person on both sides"),
        ([game("3", ann, ben, first_level=3)], "Game 3 has a handicap level"),
        ([game("3", ann, ben, "½-½", forfeit=True)], "Game 3 has a result that does not exist"),
        ([game("3", ann, ben), game("3", ann, ben)], "Game 3 is listed twice"),
        ([game("a/b", ann, ben)], "key without a slash"),
    ]
    for results, message in wrong:
        with pytest.raises(Refused, match=message):
            submit_results(actor=None, source=event(), results=results)
    with pytest.raises(Refused, match="ends in the future"):
        submit_results(actor=None, source=event(ended=-1), results=[])
    with pytest.raises(Refused, match="not rated now"):
        correct_results(actor=None, source=event(), results=[])
    assert RatedResult.objects.count() == ResultSource.objects.count() == 0


def test_merged_people_have_their_results_together_until_it_is_undone(
    pool: RatingPool, players: list[Person]
) -> None:
    ann, ben, cleo = players
    rate(event("1", ended=20), [game("1", ann, cleo)])
    rate(event("2", ended=10), [game("1", ben, cleo)])
    before = ratings(pool)

    merge = merge_people(actor=None, kept=ben, merged=ann)
    work()

    assert set(ratings(pool)) == {"Ben", "Cleo"}
    assert LedgerLine.objects.filter(player=ben, period__until_version=None).count() == 2
    newest = ListVersion.objects.latest("number")
    assert [change.kind for change in newest.changes.all()] == ["merged"]
    undo_merge(actor=None, merge=merge)
    work()
    assert ratings(pool) == before


def test_people_who_played_each_other_are_two(pool: RatingPool, players: list[Person]) -> None:
    ann, ben, _ = players
    rate(event(), [game("1", ann, ben)])

    with pytest.raises(Refused, match="Ann and Ben have played each other"):
        merge_people(actor=None, kept=ben, merged=ann)


def test_a_change_while_the_job_computes_is_not_lost(pool: RatingPool, players: list[Person]) -> None:
    from players.rating_lists import jobs

    ann, ben, cleo = players
    submit_results(actor=None, source=event("1", ended=20), results=[game("1", ann, ben)])
    item = Recomputation.objects.get()
    computed = jobs._prepare(item)
    submit_results(actor=None, source=event("2", ended=10), results=[game("1", ben, cleo)])

    jobs._apply(item, computed)

    assert set(ratings(pool)) == {"Ann", "Ben", "Cleo"}
    assert RatingChange.objects.filter(version=None).count() == 0


def test_the_job_says_how_far_it_is(pool: RatingPool, players: list[Person]) -> None:
    ann, ben, _ = players
    for number in range(3):
        submit_results(actor=None, source=event(str(number), ended=9 - number), results=[game("1", ann, ben)])
    work()

    done = Recomputation.objects.get()
    assert (done.state, done.periods_done, done.periods) == ("done", 3, 3)
