"""The explorer's numbers are those of a slow look through the records, for every position of a random archive."""

from collections import defaultdict

import pytest
from django.contrib.auth.models import AnonymousUser

from engine import registry
from engine.core import Side
from engine.position_keys import find_position_keys
from games.explorer import selectors
from games.explorer.selectors import Exploration, countable_games, explore
from games.models import Game
from games.positions.selectors.lookup import read_position
from players.models import Person
from players.people.services.people import create_person
from tests.games.positions.archives import index_everything, look_of, places, store_archive
from tests.tournaments.entries.rated_players import rated

pytestmark = pytest.mark.django_db
VISITOR = AnonymousUser()
Slow = dict[str, dict[str, set[int]]]


def counted(position: str, kind: str, **options: object) -> Exploration:
    asked = read_position(position, [kind])
    assert asked is not None
    games = countable_games(VISITOR, with_withheld=False)
    side = Side.SECOND if position.split()[1] == registry.rules(kind).sides[1][0] else Side.FIRST
    return explore(kind, asked.key, side, games, is_narrowed=False, **options)  # type: ignore[arg-type]


def slowly(games: list[Game], kind: str, view: str) -> Slow:
    """By look, then by ply as it is written on the smaller of the two mirror images: the games."""
    found: Slow = defaultdict(lambda: defaultdict(set))
    for place in places(games, view):
        look = look_of(kind, place.position)
        found[look][""].add(place.game.pk)
        if place.next:
            found[look][_ply_on_look(kind, place.position, place.next)].add(place.game.pk)
    return found


def _ply_on_look(kind: str, position: str, ply: str) -> str:
    keys = find_position_keys(registry.rules(kind))
    board, other = position.split()[:2], keys.mirror_position(position).split()[:2]
    if board == other:
        return min(ply, keys.mirror_ply(ply))
    return ply if board < other else keys.mirror_ply(ply)


@pytest.mark.parametrize(
    ("tag", "view"), [("Barragoon", "open"), ("Stratego", "open"), ("Stratego", "spectator")]
)
def test_counts_and_results_are_those_of_the_records(tag: str, view: str) -> None:
    games = store_archive(tag, 16, plies=6)
    index_everything()
    kind = tag.lower()
    results = {game.pk: game.result for game in games}
    slow = slowly(games, kind, view)
    for position in {place.position for place in places(games, view)}:
        look = slow[look_of(kind, position)]
        found = counted(position, kind)
        assert found.total is not None
        assert found.total.games == len(look[""])
        for result, number in (
            ("1-0", found.total.first_wins),
            ("1/2-1/2", found.total.draws),
            ("0-1", found.total.second_wins),
        ):
            assert number == sum(results[pk] == result for pk in look[""])
        by_ply = {_ply_on_look(kind, position, move.ply): move.tally for move in found.moves}
        assert {ply: tally.games for ply, tally in by_ply.items()} == {
            ply: len(some) for ply, some in look.items() if ply
        }
        for ply, tally in by_ply.items():
            assert tally.first_wins == sum(results[pk] == "1-0" for pk in look[ply])
            assert tally.latest.pk == max(look[ply])


@pytest.fixture
def players(db: None) -> tuple[Person, Person]:
    one, other = (create_person(actor=None, name=name) for name in ("Ann Ask", "Bob Birk"))
    Person.objects.update(listed=True)
    for person, rating in ((one, 1500.0), (other, 1700.0)):
        rated(person, rating, game="barragoon", club=None)
    return one, other


def test_ratings_performance_and_best_game(players: tuple[Person, Person]) -> None:
    one, other = players
    games = store_archive("Barragoon", 4, plies=4)
    Game.objects.update(result="1-0")
    Game.objects.filter(pk=games[1].pk).update(
        first_person=one, second_person=other, first_link="exact", second_link="exact"
    )
    index_everything()
    found = counted(registry.rules("barragoon").start_position({}), "barragoon")

    assert found.total is not None
    assert (found.total.rating, found.total.performance) == (1500, 2500)
    assert found.total.best is not None
    assert (found.total.best.pk, found.total.latest.pk) == (games[1].pk, games[3].pk)
    narrowed = counted(registry.rules("barragoon").start_position({}), "barragoon", rated_from=1500)
    assert narrowed.total is not None
    assert narrowed.total.games == 1
    assert counted(registry.rules("barragoon").start_position({}), "barragoon", rated_from=1501).total is None


def test_the_rating_of_somebody_whose_page_is_hidden_is_in_no_average(players: tuple[Person, Person]) -> None:
    one, other = players
    store_archive("Barragoon", 1, first_person=one, second_person=other, first_link="exact",
                            second_link="exact")  # fmt: skip
    index_everything()
    Person.objects.filter(pk=one.pk).update(listed=False)
    found = counted(registry.rules("barragoon").start_position({}), "barragoon")

    assert found.total is not None
    assert found.total.rating is None


def test_of_very_many_games_the_newest_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(selectors, "MAX_COUNTED", 3)
    games = store_archive("Barragoon", 5)
    index_everything()
    found = counted(registry.rules("barragoon").start_position({}), "barragoon")

    assert found.is_cut
    assert found.total is not None
    assert (found.total.games, found.total.latest.pk) == (3, games[-1].pk)


def test_an_overruled_result_counts_as_it_was_decided() -> None:
    (game,) = store_archive("Barragoon", 1)
    index_everything()
    Game.objects.filter(pk=game.pk).update(result="0-1", termination="adjudication")
    found = counted(registry.rules("barragoon").start_position({}), "barragoon")

    assert found.total is not None
    assert (found.total.first_wins, found.total.second_wins) == (0, 1)


def test_the_number_of_queries_does_not_grow(django_assert_num_queries: object) -> None:
    store_archive("Barragoon", 8)
    index_everything()
    # Batches, blocks, games, plies of the examples; nobody is linked, so nobody's rating is asked for.
    with django_assert_num_queries(4):  # type: ignore[operator]
        counted(registry.rules("barragoon").start_position({}), "barragoon")
