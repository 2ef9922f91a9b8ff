"""Which games somebody may see (`games.policies` as conditions of queries), and who was meant to see them."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from django.contrib.contenttypes.models import ContentType
from django.db.models import BooleanField, Case, ExpressionWrapper, F, Q, QuerySet, Value, When
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from core.permissions.actors import Actor
from core.permissions.register import Permission, Seat
from games.audit_actions import ADJUDICATED, CONFIRMED, OVERRULED
from games.event_hooks import NO_GAMES, games_judged_by, games_with_named_arbiters
from games.models import Game, LinkKind, Submission, SubmissionState, Visibility, VisibilityWish
from games.policies import SEE_HIDDEN, SEE_OF_CLUB, SEE_WITHHELD, kinds_with_hidden_pieces
from players.models import Membership, Person, Role, User
from players.seats import SEAT_OF_ROLE, seats_on_site

WITHHELD: Final = (Visibility.PRIVATE, Visibility.EMBARGOED)
SECRET_ACTIONS = (ADJUDICATED.key, CONFIRMED.key, OVERRULED.key)


def visible_games(actor: Actor) -> QuerySet[Game]:
    """Those that the actor may see at all, if only from the spectator's seat. At most three queries beforehand."""
    watched = Q(visibility=Visibility.EMBARGOED, kind__in=kinds_with_hidden_pieces())
    return Game.objects.filter(fully_visible_q(actor) | watched)


def annotate_fully_visible(games: QuerySet[Game], actor: Actor) -> QuerySet[Game, Any]:
    """The same games; each says as `is_fully_visible` whether the actor may see everything of it."""
    return games.annotate(
        is_fully_visible=ExpressionWrapper(fully_visible_q(actor), output_field=BooleanField())
    )


def only_fully_visible(games: QuerySet[Game], actor: Actor) -> QuerySet[Game]:
    return games.filter(fully_visible_q(actor))


def fully_visible_q(actor: Actor) -> Q:
    """Those of which the actor may see everything: set-ups, comments, variations, what the referee found."""
    condition = Q(visibility=Visibility.PUBLIC) | Q(visibility=Visibility.EMBARGOED, embargo_until__lte=Now())
    if not (actor.is_authenticated and actor.is_active):
        return condition
    hiding = hides_pieces_q()
    if SEE_WITHHELD.granted_to(seats_on_site(actor)):
        condition |= ~hiding
    memberships = Membership.objects.filter(person__account_id=actor.pk).values_list("club_id", "role")
    roles = [(club, SEAT_OF_ROLE[Role(role)]) for club, role in memberships]
    if as_member := _clubs_where(SEE_OF_CLUB, roles):
        condition |= Q(visibility=Visibility.CLUB, club__in=as_member)
    if in_charge := _clubs_where(SEE_WITHHELD, roles):
        condition |= Q(club__in=in_charge) & ~hiding
    if as_arbiter := _clubs_where(SEE_HIDDEN, roles):
        condition |= Q(club__in=as_arbiter) & hiding & ~games_with_named_arbiters()
    if (judged := games_judged_by(actor)) is not None:
        condition |= judged
    if people := list(Person.objects.filter(account_id=actor.pk).values_list("pk", flat=True)):
        clubs = [club for club, _seat in roles]
        condition |= _games_played_by(people, actor, clubs)
    return condition


def _games_played_by(people: list[int], actor: User, clubs: list[int]) -> Q:
    """As far as the links are believed: `games.policies` says why."""
    named = Q(first_person__in=people) | Q(second_person__in=people)
    confirmed = Q(first_person__in=people, first_link=LinkKind.CONFIRMED) | Q(
        second_person__in=people, second_link=LinkKind.CONFIRMED
    )
    believed = named & Q(submitted_by=actor.pk)
    if clubs:
        believed |= named & Q(club__in=clubs) & ~hides_pieces_q()
    return confirmed | believed


def hides_pieces_q() -> Q:
    """Withheld ones with hidden pieces, if perhaps under an embargo that has ended."""
    return Q(visibility__in=WITHHELD, kind__in=kinds_with_hidden_pieces())


def _clubs_where(permission: Permission, roles: list[tuple[int, Seat]]) -> list[int]:
    return [club for club, seat in roles if permission.granted_to({seat})]


class VisibilitySetting(NamedTuple):
    visibility: Visibility
    embargo_until: datetime | None = None


FOR_EVERYBODY: Final = VisibilitySetting(Visibility.PUBLIC)


def requested_visibility(games: Sequence[int]) -> dict[int, VisibilitySetting]:
    """What was asked for last: for the game itself, or with its upload. Two queries.

    What was sent for a game of an event follows the event's regulations and has no entry here. What was sent for the
    members of another club than the one the game belongs to now is for its players.
    """
    uploads = Submission.objects.filter(game__in=games, state=SubmissionState.ACCEPTED, upload__meant_for="")
    elsewhere = Q(upload__visibility=Visibility.CLUB) & ~Q(upload__club=F("game__club"))
    said = Case(When(elsewhere, then=Value(Visibility.PRIVATE.value)), default=F("upload__visibility"))
    rows = uploads.values_list("game", said, "upload__embargo_until")
    requested = {pk: VisibilitySetting(Visibility(visibility), until) for pk, visibility, until in rows if pk}
    said_later = VisibilityWish.objects.filter(game__in=games)
    return requested | {
        said.game_id: VisibilitySetting(Visibility(said.visibility), said.embargo_until)
        for said in said_later
    }


def is_withheld_by_event(game: Game) -> bool:
    """Whether an event shows it to fewer people than its submitter asked for. Two queries."""
    wish = requested_visibility([game.pk]).get(game.pk)
    return wish is not None and wish.visibility != game.visibility


def effective_visibility(
    game: Game, wish: VisibilitySetting | None, event: Visibility | None
) -> VisibilitySetting:
    """The stricter of what was asked for and what the event says; `event` is None if the game belongs to none."""
    if event is None:
        return wish or VisibilitySetting(Visibility(game.visibility), game.embargo_until)
    wish = wish or FOR_EVERYBODY
    if wish == VisibilitySetting(Visibility.EMBARGOED):
        wish = FOR_EVERYBODY  # until its event ends, that is: as the event says
    if event == Visibility.PUBLIC:
        return wish
    closer = (Visibility.PRIVATE, Visibility.CLUB)
    return VisibilitySetting(Visibility.PRIVATE) if wish.visibility in closer else VisibilitySetting(event)


def hidden_verdict_lines(reader: Actor) -> Q:
    """What the referee found and arbiters said to it, of games whose hidden pieces the reader may not see."""
    hiding = Game.objects.filter(hides_pieces_q())
    if not hiding.exists():
        return NO_GAMES  # most archives have no such game, and one query says so
    hiding = hiding.exclude(fully_visible_q(reader))
    kind = ContentType.objects.get_for_model(Game)
    return Q(target_type=kind, action__in=SECRET_ACTIONS, target_id__in=hiding.values("pk"))


def visible_game_ids(actor: Actor, games: Collection[int]) -> set[int]:
    """Of the games with these ids, those that the actor may see at all. One query, and those of `visible_games`."""
    if not games:
        return set()
    return set(visible_games(actor).filter(pk__in=games).values_list("pk", flat=True))


def fully_visible_game_ids(actor: Actor, games: Collection[int]) -> set[int]:
    """Of the games with these ids, those of which the actor may see everything. One query, and the condition's."""
    if not games:
        return set()
    seen = Game.objects.filter(fully_visible_q(actor), pk__in=games)
    return set(seen.values_list("pk", flat=True))


def explain_hidden_games(person: Person, account: User, vouched_by: User) -> str:
    """Why the profile cannot be given to the account now, if it would see hidden pieces by it.

    A player sees everything of a game. Whoever gives a profile to an account says who played, so nobody does it from
    whom pieces of such a game are hidden: docs/decisions/0008-hidden-pieces.md.
    """
    played = Q(first_person=person, first_link=LinkKind.CONFIRMED) | Q(
        second_person=person, second_link=LinkKind.CONFIRMED
    )
    hiding = set(Game.objects.filter(played & hides_pieces_q()).values_list("pk", flat=True))
    if not hiding:
        return ""
    known = fully_visible_q(account) | fully_visible_q(vouched_by)
    if not hiding - set(Game.objects.filter(known, pk__in=hiding).values_list("pk", flat=True)):
        return ""
    return _(
        "%(name)s has played a game whose set-ups are still hidden. Until they are shown, only an arbiter who may see "
        "them can say whose profile this is."
    ) % {"name": person}
