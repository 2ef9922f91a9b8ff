"""Free games for the rating lists: what a game of the archive says now is what the lists know of it.

A game counts as a free one if both players are known people, everybody may see it, it has a result and its month is
known, it began from the game's own start, and it belongs to no event. All of it is read from rows: a game that was
linked, published, parted from an event or changed is simply looked at again.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import TruncMonth
from django.utils import timezone

from core.errors import Refused
from games.archive.selectors.copies import without_later_copies
from games.event_hooks import claimed_by_events
from games.models import Game, GameResult, GameSetup, GameTermination, RatingOrder, Visibility
from jobs import services as jobs
from jobs.kinds import JobKind
from players.models import RatedResult, ResultSource, SourceKind
from players.rating_lists.services.games_to_rate import GameToRate as RatedGame
from players.rating_lists.services.games_to_rate import RatingSource, results_digest
from players.rating_lists.services.results import correct_results, submit_results, withdraw_results

GAMES_PER_ORDER: Final = 100
MAX_DUE_GAMES: Final = 20_000

# Lists follow by the month: everything else is more urgent.
PRIORITY: Final = 7

HALF_POINTS: Final = {
    GameResult.FIRST_WINS.value: (2, 0),
    GameResult.DRAW.value: (1, 1),
    GameResult.SECOND_WINS.value: (0, 2),
}


@transaction.atomic(savepoint=False)
def order_rating(*, games: Sequence[int]) -> None:
    """Have the games with these ids looked at, a hundred by one job."""
    orders = RatingOrder.objects.bulk_create(
        RatingOrder(games=list(games[start : start + GAMES_PER_ORDER]))
        for start in range(0, len(games), GAMES_PER_ORDER)
    )
    jobs.enqueue_all(items=orders)


def order_due_ratings() -> int:
    """Order all games that should count and do not, or count and should not; how many there are."""
    rated = RatedResult.objects.filter(archived_game__isnull=False)
    free = rated.filter(source__kind=SourceKind.FREE_GAME, source__taken_back_at=None)
    missing = list(
        free_games()
        .exclude(pk__in=rated.values("archived_game"))
        .order_by("pk")
        .values_list("pk", flat=True)[:MAX_DUE_GAMES]
    )
    counted = [pk for pk in free.values_list("archived_game", flat=True) if pk]
    of_events = claimed_by_events(missing + counted)
    still_free = set(free_games().filter(pk__in=free.values("archived_game")).values_list("pk", flat=True))
    due = [pk for pk in missing if pk not in of_events]
    due += [pk for pk in counted if pk in of_events or pk not in still_free]
    order_rating(games=due)
    return len(due)


def free_games() -> QuerySet[Game]:
    """Those that would count, unless an event claims them."""
    now = timezone.now()
    everybody_sees = Q(visibility=Visibility.PUBLIC) | Q(
        visibility=Visibility.EMBARGOED, embargo_until__lte=now
    )
    return without_later_copies(
        Game.objects.filter(everybody_sees, first_person__isnull=False, second_person__isnull=False)
        .exclude(result=GameResult.OPEN)
        .exclude(setup=GameSetup.POSITION)
        # A draw by forfeit is nothing that could be rated.
        .exclude(termination=GameTermination.FORFEIT, result=GameResult.DRAW)
        .filter(date_to__lte=timezone.localdate())
        .annotate(first_month=TruncMonth("date_from"), last_month=TruncMonth("date_to"))
        .filter(first_month=F("last_month"))
    )


class FreeGame(NamedTuple):
    source: RatingSource
    result: RatedGame


def as_free_game(game: Game) -> FreeGame:
    """What the lists should know of it."""
    first, second = HALF_POINTS[game.result]
    day = game.date_to
    if day is None or game.first_person_id is None or game.second_person_id is None:
        raise ValueError(f"{game} is no free game")
    source = RatingSource(
        kind=SourceKind.FREE_GAME,
        key=str(game.pk),
        game=game.kind,
        title=f"{game.first_name} – {game.second_name}",
        start=day,
        end=day,
        club=game.club,
        url=game.get_absolute_url(),
    )
    result = RatedGame(
        key="1",
        first=game.first_person_id,
        second=game.second_person_id,
        first_half_points=first,
        second_half_points=second,
        played_on=day,
        forfeit=game.termination == GameTermination.FORFEIT,
        first_level=game.first_express,
        second_level=game.second_express,
        first_setup=game.setup,
        second_setup=game.setup,
        url=source.url,
        archived_game=game.pk,
    )
    return FreeGame(source, result)


@transaction.atomic
def sync_rating(game: int) -> None:
    """Make the lists know of a game what they should. Doing it again changes nothing."""
    found = free_games().select_related("club").filter(pk=game).first()
    known = ResultSource.objects.filter(kind=SourceKind.FREE_GAME, key=str(game), taken_back_at=None).first()
    if found is None or claimed_by_events([game]):
        if known is not None:
            withdraw_results(actor=None, kind=SourceKind.FREE_GAME, key=str(game))
        return
    wanted = as_free_game(found)
    if known is None:
        submit_results(actor=None, source=wanted.source, results=[wanted.result])
    elif not _is_up_to_date(known, wanted):
        correct_results(actor=None, source=wanted.source, results=[wanted.result])


def _is_up_to_date(known: ResultSource, wanted: FreeGame) -> bool:
    return (known.digest, known.club_id, known.start) == (
        results_digest([wanted.result.as_row(known.pk)]),
        wanted.source.club.pk if wanted.source.club else None,
        wanted.source.start,
    )


def _sync_each(order: RatingOrder) -> None:
    for game in order.games:
        try:
            sync_rating(game)
        except Refused:
            # It counts with an event by now, or a profile is just being merged: the next look will show.
            continue


HAND_OVER_FREE_GAMES: Final = JobKind(
    name="hand over free games",
    model=RatingOrder,
    prepare=_sync_each,
    priority=PRIORITY,
)
