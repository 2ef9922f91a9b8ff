"""Free games for the rating lists: what a game of the archive says now is what the lists know of it.

A game counts as a free one if both players are known people, everybody may see it, it has a result and its month is
known, it began from the game's own start, and it belongs to no event; and if it is confirmed, by both players or by an
official of a club of theirs. All of it is read from rows: a game that was linked, published, answered to, parted from
an event or changed is simply looked at again.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from core.errors import Refused
from games.confirmations.selectors import Answers, copies_of, countable_games
from games.confirmations.services import update_state
from games.event_hooks import claimed_by_events
from games.models import ConfirmationState, Game, GameResult, GameTermination, RatingOrder
from jobs import services as jobs
from jobs.kinds import Batch, BatchResult, JobKind
from players.models import Club, Membership, RatedResult, ResultSource, SourceKind
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
    """Order all games whose lists or whose state do not say what they should; how many there are."""
    rated = RatedResult.objects.filter(archived_game__isnull=False)
    free = rated.filter(source__kind=SourceKind.FREE_GAME, source__taken_back_at=None)
    countable = countable_games()
    # Of several copies one counts.
    rated_copies = Game.objects.filter(
        duplicate_key=OuterRef("duplicate_key"), pk__in=rated.values("archived_game")
    )
    confirmed = Q(confirmation=ConfirmationState.CONFIRMED) & ~Exists(rated_copies)
    missing = list(
        countable.filter(Q(confirmation=ConfirmationState.NONE) | confirmed)
        .order_by("pk")
        .values_list("pk", flat=True)[:MAX_DUE_GAMES]
    )
    counted = [pk for pk in free.values_list("archived_game", flat=True) if pk]
    in_force = countable.filter(confirmation=ConfirmationState.CONFIRMED)
    still_free = set(in_force.filter(pk__in=free.values("archived_game")).values_list("pk", flat=True))
    asked = Game.objects.exclude(confirmation=ConfirmationState.NONE)
    needless = list(
        asked.exclude(pk__in=countable.values("pk"))
        .order_by("pk")
        .values_list("pk", flat=True)[:MAX_DUE_GAMES]
    )
    of_events = claimed_by_events(missing + counted)
    due = {pk for pk in missing if pk not in of_events} | set(needless)
    due |= {pk for pk in counted if pk in of_events or pk not in still_free}
    order_rating(games=sorted(due))
    return len(due)


class FreeGame(NamedTuple):
    source: RatingSource
    result: RatedGame


def as_free_game(
    game: Game, *, club: Club | None, clubs_of_players: tuple[Club | None, Club | None] = (None, None)
) -> FreeGame:
    """What the lists should know of it. Without a club, it is through those of its players that it counts."""
    first, second = HALF_POINTS[game.result]
    day = game.date_to
    if day is None or game.first_person_id is None or game.second_person_id is None:
        raise ValueError(f"{game} is no free game")
    first_club, second_club = (None, None) if club else clubs_of_players
    source = RatingSource(
        kind=SourceKind.FREE_GAME,
        key=str(game.pk),
        game=game.kind,
        title=f"{game.first_name} – {game.second_name}",
        start=day,
        end=day,
        club=club,
        first_club=first_club,
        second_club=second_club,
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


def _club_of(game: Game, answers: Answers, known: ResultSource | None) -> Club | None:
    """For whose lists it counts: an official speaks for the own club, whatever club the record was sent in for.

    Else both players have to belong to the record's club: two strangers cannot play themselves onto its lists. Who was
    in it when the game was confirmed stays counted.
    """
    official = answers.official
    if official is not None and not answers.by_both_players:
        return official.club or game.club
    if game.club is None or (known is not None and known.club == game.club):
        return game.club
    players = {game.first_person_id, game.second_person_id}
    belonging = Membership.objects.filter(club=game.club, person__in=players).count()
    return game.club if belonging == len(players) else None


def _clubs_of_players(game: Game, known: ResultSource | None) -> tuple[Club | None, Club | None]:
    """Through which clubs a game without one belongs to lists across clubs: for each player a recognised one.

    Who was in one when the game was confirmed stays counted with it.
    """
    players = (game.first_person_id, game.second_person_id)
    before = (known.first_club, known.second_club) if known else (None, None)
    current: dict[int, Club] = {}
    memberships = Membership.objects.filter(person__in=players, club__recognised_at__isnull=False)
    for membership in memberships.select_related("club").order_by("-pk"):
        current[membership.person_id] = membership.club
    first, second = (
        club if club is not None and club.recognised_at else current.get(player or 0, club)
        for club, player in zip(before, players, strict=True)
    )
    return first, second


@transaction.atomic
def sync_rating(game: int) -> None:
    """Make the game's state and the lists say of it what they should. Doing it again changes nothing."""
    found = _lock_with_copies(game)
    known = ResultSource.objects.filter(kind=SourceKind.FREE_GAME, key=str(game), taken_back_at=None).first()
    before = found.confirmation if found else ""
    answers = update_state(found) if found else None
    if found is not None:
        _order_copies(found, only_confirmed=found.confirmation == before)
    if found is None or answers is None or answers.state != ConfirmationState.CONFIRMED:
        reason = "" if answers is None else _("The game is not confirmed.")
        _withdraw(known, reason)
        return
    if known is None and _rated_copies(found).exists():
        return
    club = _club_of(found, answers, known)
    wanted = as_free_game(found, club=club, clubs_of_players=_clubs_of_players(found, known))
    if known is None:
        submit_results(actor=None, source=wanted.source, results=[wanted.result])
    elif not _is_up_to_date(known, wanted):
        correct_results(actor=None, source=wanted.source, results=[wanted.result])


def _withdraw(known: ResultSource | None, reason: str) -> None:
    if known is not None:
        withdraw_results(actor=None, kind=SourceKind.FREE_GAME, key=known.key, reason=reason)


def _lock_with_copies(game: int) -> Game | None:
    """Of several copies one counts: they are locked together, in one order."""
    rows = Game.objects.select_for_update(no_key=True, of=("self",)).order_by("pk")
    same = Game.objects.filter(pk=game).values("duplicate_key")
    copies = rows.filter(duplicate_key__in=same).select_related("club", "first_person", "second_person")
    return next((copy for copy in copies if copy.pk == game), None)


def _rated_copies(game: Game) -> QuerySet[RatedResult]:
    return RatedResult.objects.filter(
        archived_game__in=copies_of(game).values("pk"), source__taken_back_at=None
    )


def _order_copies(game: Game, *, only_confirmed: bool) -> None:
    """One of them may count in the place of this one now, or no longer beside it.

    Those that are not confirmed are looked at only when something changed here: two would go on asking each other.
    """
    if only_confirmed and game.confirmation == ConfirmationState.CONFIRMED:
        return
    copies = copies_of(game)
    if only_confirmed:
        copies = copies.filter(confirmation=ConfirmationState.CONFIRMED)
    order_rating(games=list(copies.order_by("pk").values_list("pk", flat=True)))


def _is_up_to_date(known: ResultSource, wanted: FreeGame) -> bool:
    source = wanted.source
    return (known.digest, known.club, known.first_club, known.second_club, known.start) == (
        results_digest([wanted.result.as_row(known.pk)]),
        source.club,
        source.first_club,
        source.second_club,
        source.start,
    )


def _sync_orders(orders: Sequence[RatingOrder], go_on: Callable[[], bool]) -> BatchResult:
    """Each game is written by itself: an order that is begun with again changes nothing."""
    done = []
    for order in orders:
        _sync_each(order)
        done.append(order.pk)
        if not go_on():
            break
    return BatchResult(done)


def _note_done(orders: Sequence[RatingOrder], result: BatchResult) -> BatchResult:
    return result


def _orders_at_once(order: RatingOrder) -> int:
    return max(1, GAMES_PER_ORDER // max(1, len(order.games)))


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
    batch=Batch(size=_orders_at_once, prepare=_sync_orders, apply=_note_done),
)
