"""The index finds what a slow look through all records finds, whatever was merged, rebuilt or hidden since."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from engine import registry
from games.models import (
    Game,
    IndexedGame,
    PositionBatch,
    PositionBlock,
    PositionOrder,
    PositionRebuild,
    Visibility,
)
from games.positions.selectors.due import index_progress
from games.positions.selectors.lookup import find_shelves, passed_through, read_position
from games.positions.services import index
from games.visibility.services import change_visibility
from tests.games.positions.archives import index_everything, look_of, places, store_archive
from tests.jobs.job_runner import run_jobs

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()


def found(position: str, kind: str) -> set[int]:
    asked = read_position(position, [kind])
    assert asked is not None
    return set(passed_through(Game.objects.all(), asked.key.key, VISITOR).values_list("pk", flat=True))


@pytest.mark.parametrize(
    ("kind", "view"),
    [("Barragoon", "open"), ("Stratego", "open"), ("Stratego", "spectator"), ("Draughts", "open")],
)
def test_every_position_of_every_game_is_found_with_its_mirror_image(kind: str, view: str) -> None:
    games = store_archive(kind, 12)
    index_everything()
    name = kind.lower()
    slow: dict[str, set[int]] = {}
    for place in places(games, view):
        slow.setdefault(look_of(name, place.position), set()).add(place.game.pk)

    assert max(map(len, slow.values())) == len(games)
    for place in places(games, view):
        assert found(place.position, name) == slow[look_of(name, place.position)], place


def test_merged_batches_answer_as_before() -> None:
    games = store_archive("Barragoon", 20)
    before = {place.position: None for place in places(games, "open")}
    for game in games:
        index.order_indexing(games=[game.pk])
        run_jobs()
    answers = {position: found(position, "barragoon") for position in before}

    assert PositionBatch.objects.count() < len(games)
    assert IndexedGame.objects.count() == len(games)
    PositionBatch.objects.all().delete()
    IndexedGame.objects.all().delete()
    index_everything()
    assert PositionBatch.objects.count() == 1
    assert {position: found(position, "barragoon") for position in before} == answers


def test_a_game_that_is_indexed_twice_counts_once() -> None:
    (game,) = store_archive("Barragoon", 1)
    index_everything()
    IndexedGame.objects.all().delete()
    index_everything()
    (start, *_) = places([game], "open")
    asked = read_position(start.position)
    assert asked is not None
    (shelf,) = find_shelves(asked.key.key, with_withheld=False)

    assert PositionBatch.objects.count() == 2
    assert [passage.game for passage in shelf.newest(10)] == [game.pk]


def test_what_is_hidden_leaves_every_answer_at_once_and_comes_back_with_the_next_job() -> None:
    game, other = store_archive("Barragoon", 2)
    index_everything()
    (start, *_) = places([game], "open")
    change_visibility(actor=None, game=game, visibility=Visibility.PRIVATE)
    assert found(start.position, "barragoon") == {other.pk}

    run_jobs()
    assert list(IndexedGame.objects.filter(is_open=False).values_list("game_id", flat=True)) == [game.pk]
    change_visibility(actor=None, game=game, visibility=Visibility.PUBLIC)
    run_jobs()
    assert found(start.position, "barragoon") == {game.pk, other.pk}


def test_the_end_of_an_embargo_is_noticed() -> None:
    tomorrow = timezone.now() + timedelta(days=1)
    (game,) = store_archive("Stratego", 1, visibility="embargoed", embargo_until=tomorrow)
    index_everything()
    assert not PositionBatch.objects.filter(is_open=True).exists()

    Game.objects.update(embargo_until=timezone.now() - timedelta(seconds=1))
    assert index.order_due_indexing() == 1
    run_jobs()
    (start, *_) = places([game], "spectator")
    assert found(start.position, "stratego") == {game.pk}


def test_a_deleted_game_is_in_no_answer_and_leaves_the_index_with_the_next_merge() -> None:
    games = store_archive("Barragoon", 9)
    (start, *_) = places(games, "open")
    games[0].delete()
    for game in games[1:]:
        index.order_indexing(games=[game.pk])
    run_jobs()

    assert found(start.position, "barragoon") == {game.pk for game in games[1:]}
    merged = PositionBatch.objects.get()
    games[1].delete()
    assert found(start.position, "barragoon") == {game.pk for game in games[2:]}
    read = index.read_batches([merged.pk])
    assert read is not None
    assert read.packed.entries < merged.entries


def test_while_the_index_is_made_again_the_old_one_answers() -> None:
    games = store_archive("Barragoon", 5)
    index_everything()
    (start, *_) = places(games, "open")
    index.rebuild_index()
    assert index_progress() == (0, 5)
    assert found(start.position, "barragoon") == {game.pk for game in games}

    run_jobs()
    assert index_progress() == (5, 5)
    assert found(start.position, "barragoon") == {game.pk for game in games}
    assert PositionRebuild.objects.get().finished_at is not None
    assert set(PositionBatch.objects.values_list("generation", flat=True)) == {
        PositionRebuild.objects.get().pk
    }
    assert set(PositionBlock.objects.values_list("batch", flat=True)) == set(
        PositionBatch.objects.values_list("pk", flat=True)
    )


def test_games_are_ordered_again_if_an_order_was_lost() -> None:
    store_archive("Barragoon", 2)
    assert index.order_due_indexing() == 2
    assert index.order_due_indexing() == 0
    PositionOrder.objects.all().delete()
    assert index.order_due_indexing() == 2
    run_jobs()
    assert index.order_due_indexing() == 0


def test_of_very_many_games_the_newest_count_unless_the_filters_leave_few(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.positions.selectors.lookup.MAX_CANDIDATES", 3)
    games = store_archive("Barragoon", 6)
    index_everything()
    start = read_position(registry.rules("barragoon").start_position({}))
    assert start is not None

    newest = passed_through(Game.objects.all(), start.key.key, VISITOR)
    old = passed_through(Game.objects.filter(pk__in=[games[0].pk, games[1].pk]), start.key.key, VISITOR)
    assert set(newest) == set(games[3:])
    assert set(old) == set(games[:2])


def test_a_lookup_asks_the_database_twice(django_assert_num_queries: object) -> None:
    store_archive("Barragoon", 3)
    index_everything()
    with django_assert_num_queries(2):  # type: ignore[operator]
        find_shelves(1, with_withheld=True)
