"""A game turns out to belong to an event: what the event knows of it and asks for it reaches the archive's row."""

from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction
from django.db.models import Q

from audit import services as audit
from audit.changes import difference, values_of
from games.actions import FOLLOWED_EVENT
from games.adjudicating.orders import order_adjudication
from games.models import Game, LinkKind, Submission, SubmissionState, Visibility
from games.rating import order_rating
from players.models import Club, Person, User

RECORDED = (
    "first_person", "second_person", "first_link", "second_link", "club", "visibility", "embargo_until",
    "no_capture_limit",
)  # fmt: skip
KEPT_CLOSER = Q(upload__visibility__in=(Visibility.PRIVATE, Visibility.CLUB)) | Q(
    upload__embargo_until__isnull=False
)


@transaction.atomic
def follow_event(
    *,
    actor: User | None,
    game: int,
    club: Club,
    first: Person,
    second: Person,
    visibility: Visibility,
    no_capture_limit: int | None,
) -> Game:
    """The event says who played, by which limit, and who may see it. The same again changes nothing."""
    rows = Game.objects.filter(pk=game)
    if connection.features.has_select_for_update:  # on SQLite the transaction itself holds the write lock
        rows = rows.select_for_update(no_key=True)
    current = rows.get()
    before = values_of(current, RECORDED)
    current.first_person, current.second_person = first, second
    current.first_link = current.second_link = LinkKind.CONFIRMED
    current.club = current.club or club
    if not kept_closer([game]):
        current.visibility, current.embargo_until = visibility, None
    changes_limit = current.no_capture_limit != no_capture_limit
    current.no_capture_limit = no_capture_limit
    changed = difference(before, values_of(current, RECORDED))
    if not changed.after:
        return current
    current.save(update_fields=list(RECORDED))
    if changes_limit and current.adjudicated_with:
        # The referee has looked without knowing the limit, or with another one.
        Game.objects.filter(pk=game).update(adjudicated_with="")
        current.adjudicated_with = ""
        order_adjudication(games=[game])
    audit.record(
        actor=actor,
        action=FOLLOWED_EVENT,
        target=current,
        before=changed.before,
        after=changed.after,
        club=current.club_id,
    )
    order_rating(games=[game])
    return current


@transaction.atomic
def show_games(*, actor: User | None, games: Sequence[int], visibility: Visibility) -> int:
    """Set or lift the embargo of games that an event withholds; how many changed."""
    rows = Game.objects.filter(pk__in=games).exclude(visibility=visibility)
    rows = rows.exclude(pk__in=kept_closer(games)).order_by("pk")
    if connection.features.has_select_for_update:
        rows = rows.select_for_update(no_key=True)
    changed = list(rows)
    Game.objects.filter(pk__in=[game.pk for game in changed]).update(
        visibility=visibility, embargo_until=None
    )
    for game in changed:
        before: dict[str, Any] = {"visibility": str(game.visibility)}
        after: dict[str, Any] = {"visibility": str(visibility)}
        audit.record(
            actor=actor, action=FOLLOWED_EVENT, target=game, before=before, after=after, club=game.club_id
        )
    order_rating(games=[game.pk for game in changed])
    return len(changed)


def kept_closer(games: Sequence[int]) -> set[int]:
    """Those that a submitter keeps private, for a club, or until a time of the own choice: no event opens them.

    What was sent for a game of the event was sent under its regulations. One query.
    """
    wishes = Submission.objects.filter(KEPT_CLOSER, game__in=games, state=SubmissionState.ACCEPTED)
    return {pk for pk in wishes.filter(upload__meant_for="").values_list("game", flat=True) if pk}
