"""Who may see a game: the submitter's wish and the word of its event, and what comes of both."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, NamedTuple

from django.db.models import Case, F, Q, Value, When

from games.models import Game, Submission, SubmissionState, Visibility, VisibilityWish


class Wish(NamedTuple):
    visibility: Visibility
    embargo_until: datetime | None = None


EVERYBODY: Final = Wish(Visibility.PUBLIC)


def wishes_of(games: Sequence[int]) -> dict[int, Wish]:
    """What was said last of each game: of itself, or with its upload. Two queries.

    What was sent for a game of an event was sent under the event's regulations, and comes without a wish. What was sent
    for the members of another club than the one the game belongs to now is for its players: it has no other members.
    """
    uploads = Submission.objects.filter(game__in=games, state=SubmissionState.ACCEPTED, upload__meant_for="")
    elsewhere = Q(upload__visibility=Visibility.CLUB) & ~Q(upload__club=F("game__club"))
    said = Case(When(elsewhere, then=Value(Visibility.PRIVATE.value)), default=F("upload__visibility"))
    rows = uploads.values_list("game", said, "upload__embargo_until")
    wishes = {pk: Wish(Visibility(visibility), until) for pk, visibility, until in rows if pk}
    said_later = VisibilityWish.objects.filter(game__in=games)
    return wishes | {
        said.game_id: Wish(Visibility(said.visibility), said.embargo_until) for said in said_later
    }


def is_withheld(game: Game) -> bool:
    """Whether an event shows it to fewer people than was wished. Two queries."""
    wish = wishes_of([game.pk]).get(game.pk)
    return wish is not None and wish.visibility != game.visibility


def shown_as(game: Game, wish: Wish | None, event: Visibility | None) -> Wish:
    """The closer of wish and word of the event; `event` is None if the game belongs to none."""
    if event is None:
        return wish or Wish(Visibility(game.visibility), game.embargo_until)
    wish = wish or EVERYBODY
    if wish == Wish(Visibility.EMBARGOED):
        wish = EVERYBODY  # until its event ends, that is: as the event says
    if event == Visibility.PUBLIC:
        return wish
    closer = (Visibility.PRIVATE, Visibility.CLUB)
    return Wish(Visibility.PRIVATE) if wish.visibility in closer else Wish(event)
