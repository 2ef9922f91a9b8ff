"""A game turns out to belong to an event: what the event knows of it and asks for it reaches the archive's row."""

from collections.abc import Sequence

from django.db import transaction

from audit import services as audit
from audit.actions import Action
from audit.changes import Value, difference, values_of
from games.actions import FOLLOWED_EVENT, LEFT_EVENT
from games.adjudicating.orders import order_adjudication
from games.models import Game, LinkKind, Submission, SubmissionState, Visibility
from games.of_events import visibility_in_event
from games.rating import order_rating
from games.showing.wishes import Wish, shown_as, wishes_of
from players.models import Club, Person, User

SHOWN_BY = ("visibility", "embargo_until", "club")
RECORDED = (
    "first_person", "second_person", "first_link", "second_link", "club", "visibility", "embargo_until",
    "no_capture_limit",
)  # fmt: skip


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
    """The event says who played, for which club, by which limit, and who may see it. The same again changes nothing."""
    current = Game.objects.select_for_update(no_key=True).get(pk=game)
    before = values_of(current, RECORDED)
    current.first_person, current.second_person = first, second
    current.first_link = current.second_link = LinkKind.CONFIRMED
    _belong_to(current, club)
    current.visibility, current.embargo_until = shown_as(current, wishes_of([game]).get(game), visibility)
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
def show_games(*, actor: User | None, games: Sequence[int], visibility: Visibility | None) -> int:
    """Set or lift the embargo of games that an event withholds, None: as they would be without it; how many changed.

    What a submitter keeps private, for a club, or until a time of the own choice, no event opens.
    """
    rows = Game.objects.select_for_update(no_key=True).filter(pk__in=games).order_by("pk")
    wishes = wishes_of(games)
    changed = [
        game.pk
        for game in rows
        if _show(game, shown_as(game, wishes.get(game.pk), visibility), actor=actor, action=FOLLOWED_EVENT)
    ]
    order_rating(games=changed)
    return len(changed)


@transaction.atomic
def leave_event(*, actor: User | None, game: int) -> None:
    """It was parted from its event: what the submitter wished counts again, and for which club it was sent."""
    current = Game.objects.select_for_update(no_key=True).get(pk=game)
    before = values_of(current, SHOWN_BY)
    # What was sent for a board stays with the club of the event; so does what was sent for no club.
    sent = Submission.objects.filter(game=game, state=SubmissionState.ACCEPTED, upload__meant_for="")
    if club := Club.objects.filter(uploads__submissions__in=sent).first():
        _belong_to(current, club)
    wanted = shown_as(current, wishes_of([game]).get(game), visibility_in_event(current))
    _show(current, wanted, actor=actor, action=LEFT_EVENT, before=before)
    order_rating(games=[game])


def _belong_to(game: Game, club: Club) -> None:
    """At once: what a submitter wished for the members of a club depends on which one it is."""
    if game.club_id != club.pk:
        game.club = club
        Game.objects.filter(pk=game.pk).update(club=club)


def _show(
    game: Game, wanted: Wish, *, actor: User | None, action: Action, before: dict[str, Value] | None = None
) -> bool:
    """Whether that was news; `before` if something else was changed already."""
    before = values_of(game, SHOWN_BY) if before is None else before
    game.visibility, game.embargo_until = wanted
    changed = difference(before, values_of(game, SHOWN_BY))
    if not changed.after:
        return False
    game.save(update_fields=list(SHOWN_BY))
    audit.record(
        actor=actor,
        action=action,
        target=game,
        before=changed.before,
        after=changed.after,
        club=game.club_id,
    )
    return True
