"""Rating pools, lists, versions and the ledger."""

from typing import Any

from django.utils import timezone

from players.models import Club, LedgerLine, ListVersion, RatingPool, StartingRating
from players.rating_lists import policies
from players.rating_lists.forms import initial_values
from players.rating_lists.services.results import submit_results
from players.rating_lists.services.starting_ratings import give_starting_rating
from tests.permissions.declarations import Visit
from tests.permissions.world import World
from tests.players.rating_lists.builders import a_pool, event, game, work


def the_pool(world: World) -> dict[str, Any]:
    """The club's own pool."""
    return {"slug": _pool("lapwing-barragoon", world.club).slug}


def the_common_pool(world: World) -> dict[str, Any]:
    return {"slug": _pool("all-barragoon", None).slug}


def a_version(world: World) -> dict[str, Any]:
    return {**_rated(world), "number": 1}


def a_player(world: World) -> dict[str, Any]:
    return {**_rated(world), "player": world.unclaimed.pk}


def a_line(world: World) -> dict[str, Any]:
    return {**_rated(world), "pk": LedgerLine.objects.latest("pk").pk}


def a_period(world: World) -> dict[str, Any]:
    return {**_rated(world), "number": 1}


def a_line_of_a_player(world: World) -> dict[str, Any]:
    return {**a_player(world), "number": 1}


def a_rated_pool(world: World) -> dict[str, Any]:
    return _rated(world)


def two_players(world: World) -> dict[str, Any]:
    return {"player": world.unclaimed.pk, "opponent": world.paula.pk}


def of_the_pool(world: World) -> dict[str, Any]:
    return {"pool": the_pool(world)["slug"]}


def of_a_player(world: World) -> dict[str, Any]:
    return {**of_the_pool(world), "player": world.paula.pk}


def a_version_by_id(world: World) -> dict[str, Any]:
    _rated(world)
    return {"pk": ListVersion.objects.latest("pk").pk}


def a_line_by_id(world: World) -> dict[str, Any]:
    return {"pk": a_line(world)["pk"]}


def rules(world: World) -> dict[str, Any]:
    pool = RatingPool.objects.get(slug="lapwing-barragoon")
    values = initial_values(pool.system)
    return {
        "name": pool.name,
        "period_rule": pool.period_rule,
        **{name: value for name, value in values.items() if value is not None and value is not False},
    }


def a_new_pool(world: World) -> dict[str, Any]:
    return {
        "name": "Ladder",
        "game": "barragoon",
        "club": world.club.pk,
        "method": "glicko-2",
        "period_rule": "events",
    }


def a_pool_of_the_club(world: World) -> dict[str, Any]:
    return {"name": "Blitz", "game": "barragoon", "club": world.club.slug}


def a_pool_of_all(world: World) -> dict[str, Any]:
    return {"name": "Blitz", "game": "barragoon"}


def another_name(world: World) -> dict[str, Any]:
    return {"name": "Blitz"}


def _pool(slug: str, club: Club | None) -> RatingPool:
    """The same one for all who come, one after the other."""
    return RatingPool.objects.filter(slug=slug).first() or a_pool(slug, club=club)


def _rated(world: World) -> dict[str, Any]:
    slug = the_pool(world)
    submit_results(
        actor=None, source=event(club=world.club), results=[game("1", world.unclaimed, world.paula)]
    )
    work()
    return slug


def the_pool_and_club(world: World) -> dict[str, Any]:
    return {**the_pool(world), "club_slug": world.club.slug}


def a_starting_rating(world: World) -> dict[str, Any]:
    return {**the_pool_and_club(world), "pk": _given(world).pk}


def a_starting_rating_by_id(world: World) -> dict[str, Any]:
    return {"pk": _given(world).pk}


def _given(world: World) -> StartingRating:
    return give_starting_rating(
        actor=None,
        club=world.club,
        pool=_pool("lapwing-barragoon", world.club),
        player=world.unclaimed,
        rating=1700,
        source="Old list",
        dated_on=timezone.localdate(),
    )


def a_form(world: World) -> dict[str, Any]:
    return {"player": world.unclaimed.pk, "rating": 1700, "source": "Old list", "dated_on": "2026-01-31"}


def a_starting_rating_by_program(world: World) -> dict[str, Any]:
    slug = the_pool(world)["slug"]
    values = {key: value for key, value in a_form(world).items() if key != "dated_on"}
    return {**values, "pool": slug, "club": world.club.slug, "date": "2026-01-31"}


VISITS = (
    Visit("rating-starting", policies.SEE_RATINGS, arguments=the_pool),
    Visit("club-starting-ratings", policies.GIVE_STARTING_RATING, arguments=the_pool_and_club),
    Visit(
        "club-starting-ratings",
        policies.GIVE_STARTING_RATING,
        "POST",
        arguments=the_pool_and_club,
        data=a_form,
    ),
    Visit("withdraw-starting-rating", policies.GIVE_STARTING_RATING, "POST", arguments=a_starting_rating),
    Visit("api:starting-rating-list", policies.SEE_RATINGS, data=of_the_pool),
    Visit(
        "api:starting-rating-list", policies.GIVE_STARTING_RATING, "POST", data=a_starting_rating_by_program
    ),
    Visit(
        "api:starting-rating-detail",
        policies.GIVE_STARTING_RATING,
        "DELETE",
        arguments=a_starting_rating_by_id,
    ),
    Visit("rating-pools", policies.SEE_RATINGS),
    Visit("rating-list", policies.SEE_RATINGS, arguments=the_pool),
    Visit("rating-list-csv", policies.SEE_RATINGS, arguments=the_pool),
    Visit("rating-list-json", policies.SEE_RATINGS, arguments=the_pool),
    Visit("rating-state", policies.SEE_RATINGS, arguments=the_pool),
    Visit("rating-versions", policies.SEE_RATINGS, arguments=the_pool),
    Visit("rating-version", policies.SEE_RATINGS, arguments=a_version),
    Visit("rating-clubs", policies.SEE_RATINGS, arguments=the_pool),
    Visit("rating-rules", policies.SEE_RATINGS, arguments=the_pool),
    Visit("rating-player", policies.SEE_RATINGS, arguments=a_player),
    Visit("rating-line", policies.SEE_RATINGS, arguments=a_line),
    Visit("rating-line-of-player", policies.SEE_RATINGS, arguments=a_line_of_a_player),
    Visit("rating-period", policies.SEE_RATINGS, arguments=a_period),
    Visit("rating-movers", policies.SEE_RATINGS, arguments=the_pool),
    Visit("rating-distribution", policies.SEE_RATINGS, arguments=the_pool),
    Visit("rating-what-if", policies.SEE_RATINGS, arguments=the_pool),
    Visit("rating-handicap", policies.SEE_RATINGS, arguments=the_pool),
    Visit("new-rating-pool", policies.MANAGE_CLUB_POOL, anywhere=True),
    Visit("new-rating-pool", policies.MANAGE_CLUB_POOL, "POST", data=a_new_pool, anywhere=True),
    Visit("change-rating-pool", policies.MANAGE_CLUB_POOL, arguments=the_pool),
    Visit("change-rating-pool", policies.MANAGE_CLUB_POOL, "POST", arguments=the_pool, data=rules),
    Visit("change-rating-pool", policies.MANAGE_COMMON_POOL, arguments=the_common_pool, note="of all clubs"),
    Visit("compute-rating-pool", policies.MANAGE_CLUB_POOL, "POST", arguments=the_pool),
    Visit(
        "compute-rating-pool",
        policies.MANAGE_COMMON_POOL,
        "POST",
        arguments=the_common_pool,
        note="all clubs",
    ),
    Visit("api:rating-pool-list", policies.SEE_RATINGS),
    Visit("api:rating-pool-detail", policies.SEE_RATINGS, arguments=the_pool),
    Visit("api:rating-pool-clubs", policies.SEE_RATINGS, arguments=the_pool),
    Visit("api:rating-pool-what-if", policies.SEE_RATINGS, arguments=a_rated_pool, data=two_players),
    Visit("api:rating-pool-advice", policies.SEE_RATINGS, arguments=a_rated_pool, data=two_players),
    Visit("api:rating-pool-list", policies.MANAGE_CLUB_POOL, "POST", data=a_pool_of_the_club),
    Visit("api:rating-pool-list", policies.MANAGE_COMMON_POOL, "POST", data=a_pool_of_all, note="all clubs"),
    Visit(
        "api:rating-pool-detail", policies.MANAGE_CLUB_POOL, "PATCH", arguments=the_pool, data=another_name
    ),
    Visit("api:rating-list", policies.SEE_RATINGS, data=of_the_pool),
    Visit("api:rating-version-list", policies.SEE_RATINGS, data=of_the_pool),
    Visit("api:rating-version-detail", policies.SEE_RATINGS, arguments=a_version_by_id),
    Visit("api:ledger-line-list", policies.SEE_RATINGS, data=of_a_player),
    Visit("api:ledger-line-detail", policies.SEE_RATINGS, arguments=a_line_by_id),
)
