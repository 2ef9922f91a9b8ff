"""Who may submit, see, link and adjudicate games: plain predicates over a table."""

from typing import Final

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from core.game_types import describe, is_known_game
from core.permissions.actors import Actor
from core.permissions.register import (
    ARBITERS,
    CLUB_MEMBERS,
    EVERYBODY,
    PERSON_CONCERNED,
    Permission,
    Seat,
)
from engine import registry
from engine.record import readable
from engine.record.tags import read_tags
from games.event_hooks import has_named_arbiters, visibility_in_event
from games.models import (
    ConfirmationAnswer,
    ConfirmationSide,
    ConfirmationState,
    Game,
    GameResult,
    LinkKind,
    Submission,
    Upload,
    Visibility,
)
from players.models import Club, Membership, Role
from players.seats import SEAT_OF_ROLE, is_person_concerned, seats_in_club, seats_in_event, seats_on_site

SUBMIT_TO_CLUB: Final = Permission("game.submit_to_club", _("submit games for a club"), CLUB_MEMBERS)
SEE_UPLOAD: Final = Permission(
    "game.see_upload",
    _("see what somebody submitted, correct its records and the people named in them"),
    frozenset({Seat.SITE_ADMINISTRATOR, Seat.PERSON_CONCERNED}),
)
LINK_PLAYERS: Final = Permission(
    "game.link_players",
    _("say which people played a game"),
    ARBITERS | {Seat.PERSON_CONCERNED},
)
CHANGE_VISIBILITY: Final = Permission(
    "game.change_visibility",
    _("say who may see a game"),
    ARBITERS | {Seat.PERSON_CONCERNED},
)
SEE_PUBLIC: Final = Permission("game.see_public", _("see a public game"), EVERYBODY)
SEE_OF_CLUB: Final = Permission(
    "game.see_of_club",
    _("see a game that is for members of its club"),
    CLUB_MEMBERS | PERSON_CONCERNED | {Seat.EVENT_ARBITER},
)
SEE_WITHHELD: Final = Permission(
    "game.see_withheld",
    _("see a game that is private or under embargo: its players are the persons concerned"),
    ARBITERS | PERSON_CONCERNED,
)
SEE_HIDDEN: Final = Permission(
    "game.see_hidden",
    _(
        "see all of such a game if it has hidden pieces; the club’s arbiters, unless its event has named others"
    ),
    frozenset({Seat.ARBITER, Seat.EVENT_ARBITER}) | PERSON_CONCERNED,
)
WATCH_EMBARGOED: Final = Permission(
    "game.watch_embargoed",
    _("follow a game with hidden pieces from the spectator’s seat while it is under embargo"),
    EVERYBODY,
)
SEE_HISTORY: Final = Permission("game.see_history", _("see a game’s history"), ARBITERS | PERSON_CONCERNED)
ADJUDICATE: Final = Permission(
    "game.adjudicate", _("confirm or overrule the referee’s verdict on a game"), ARBITERS
)


CONFIRM_FOR_BOTH: Final = Permission(
    "game.confirm_for_both",
    _(
        "confirm a free game of two members of one’s club, and decide about a disputed one, unless one played it"
    ),
    frozenset({Seat.SITE_ADMINISTRATOR, Seat.OWNER, Seat.ORGANISER, Seat.ARBITER}),
)

OFFICIAL_ROLES: Final = (Role.OWNER, Role.ORGANISER, Role.ARBITER)


def may_submit(actor: Actor, club: Club | None) -> bool:
    """Everybody with an account may submit games; in the name of a club, those who belong to it."""
    if not (actor.is_authenticated and actor.is_active):
        return False
    return club is None or SUBMIT_TO_CLUB.granted_to(seats_in_club(actor, club))


def may_see_upload(actor: Actor, upload: Upload) -> bool:
    """Its submitter is the person concerned. What is withheld may hold set-ups: it is the submitter's alone."""
    seats = EVERYBODY if is_withheld(upload) else seats_on_site(actor)
    return SEE_UPLOAD.granted_to(_with_submitter(actor, upload.account_id, seats))


def may_see_submission(actor: Actor, submission: Submission) -> bool:
    """A broken record holds the same set-ups as the corrected one: what became of either counts for both.

    What has become no game yet may be a game of an event that withholds its records, with one move written wrong.
    """
    upload = submission.upload
    if SEE_UPLOAD.granted_to(_with_submitter(actor, upload.account_id, EVERYBODY)):
        return True
    if is_withheld(upload) or not SEE_UPLOAD.granted_to(seats_on_site(actor)):
        return False
    # All corrections of a record have its number.
    games = list(Game.objects.filter(submissions__upload=upload, submissions__ordinal=submission.ordinal))
    return not any(hides_pieces(game) for game in games) if games else _names_an_open_game(submission)


def may_read_errors(actor: Actor, upload: Upload) -> bool:
    """In the list of its records, where nobody looks at each: what is wrong with a move may tell what piece it was."""
    return SEE_UPLOAD.granted_to(_with_submitter(actor, upload.account_id, EVERYBODY))


def may_link_players(actor: Actor, game: Game) -> bool:
    """Who plays a game sees all of it: from whom it hides something, they do not say that it was they who played.

    Nobody gets out of a game by refusing it first: about that an official decides.
    """
    granted = LINK_PLAYERS.granted_to(_in_charge(actor, game))
    return granted and _is_free_to_change(actor, game) and not _has_refused(actor, game)


def may_change_visibility(actor: Actor, game: Game) -> bool:
    """Likewise, nobody opens a game for themselves, or hides one about which an official has to decide."""
    granted = CHANGE_VISIBILITY.granted_to(_in_charge(actor, game))
    is_disputed = game.confirmation == ConfirmationState.DISPUTED
    return granted and _is_free_to_change(actor, game) and (not is_disputed or may_decide(actor, game))


def may_adjudicate(actor: Actor, game: Game) -> bool:
    """Nobody decides about what they may not see."""
    granted = ADJUDICATE.granted_to(seats_towards_game(actor, game)) and _is_free_to_change(actor, game)
    return granted and (not hides_pieces(game) or may_see_all_of_game(actor, game))


def side_of(actor: Actor, game: Game) -> ConfirmationSide | None:
    """For which player the actor speaks: one's own person. The game has its people loaded."""
    players = ((ConfirmationSide.FIRST, game.first_person), (ConfirmationSide.SECOND, game.second_person))
    for side, person in players:
        if person is not None and is_person_concerned(actor, person):
            return side
    return None


def may_decide(actor: Actor, game: Game) -> bool:
    """Nobody decides about a game of their own. One query."""
    if game.first_person_id is None or game.second_person_id is None or side_of(actor, game) is not None:
        return False
    seats = seats_on_site(actor) | {SEAT_OF_ROLE[Role(role)] for role in shared_roles(actor, game).values()}
    return CONFIRM_FOR_BOTH.granted_to(seats)


def shared_roles(actor: Actor, game: Game) -> dict[Club, str]:
    """The actor's roles as an official in clubs to which both players belong."""
    if not (actor.is_authenticated and actor.is_active):
        return {}
    roles = (
        Membership.objects.filter(person__account_id=actor.pk, role__in=OFFICIAL_ROLES)
        .filter(club__memberships__person=game.first_person_id)
        .filter(club__memberships__person=game.second_person_id)
    )
    return {membership.club: membership.role for membership in roles.select_related("club")}


SPECTATOR: Final = "spectator"


def may_see_game(actor: Actor, game: Game) -> bool:
    """At all; `allowed_views` says how much of it."""
    return bool(allowed_views(actor, game))


def may_see_all_of_game(actor: Actor, game: Game) -> bool:
    """Its record with set-ups, comments, variations and what the referee found, that is."""
    seats = _with_players(actor, game)
    if not hides_pieces(game):
        return _permission_to_see(game).granted_to(seats)
    if SEE_HIDDEN.granted_to(seats - {Seat.ARBITER}):
        return True
    return SEE_HIDDEN.granted_to(seats) and not has_named_arbiters(game)


def may_analyse(actor: Actor, game: Game) -> bool:
    """Everything of it has to be open to the actor, and it must not go on: help during an event's game is unfair."""
    if not (actor.is_authenticated and actor.is_active) or not may_see_all_of_game(actor, game):
        return False
    if not (is_known_game(game.kind) and describe(game.kind).browser_module):
        return False
    return game.result != GameResult.OPEN or visibility_in_event(game) is None


def allowed_views(actor: Actor, game: Game) -> tuple[str, ...]:
    """From which seats of `Rules.views` the actor may look, the one to show first being first; none: not at all."""
    views = registry.rules(game.kind).views
    if may_see_all_of_game(actor, game):
        return views
    may_watch = game.visibility == Visibility.EMBARGOED and WATCH_EMBARGOED.granted_to(EVERYBODY)
    return (SPECTATOR,) if may_watch and SPECTATOR in views else ()


def may_see_history_of_game(actor: Actor, game: Game) -> bool:
    return may_see_all_of_game(actor, game) and SEE_HISTORY.granted_to(_with_players(actor, game))


def is_under_embargo(source: Game | Upload) -> bool:
    """An embargo without an end lasts until its event ends and lifts it."""
    ended = source.embargo_until is not None and source.embargo_until <= timezone.now()
    return source.visibility == Visibility.EMBARGOED and not ended


def current_visibility(game: Game) -> Visibility:
    """Who may see it now: after an embargo that had an end, everybody."""
    is_over = game.visibility == Visibility.EMBARGOED and not is_under_embargo(game)
    return Visibility.PUBLIC if is_over else Visibility(game.visibility)


def hides_pieces(game: Game) -> bool:
    """Whether its set-ups are a secret still: docs/decisions/0008-hidden-pieces.md."""
    return is_withheld(game) and game.kind in kinds_with_hidden_pieces()


def kinds_with_hidden_pieces() -> list[str]:
    """Those that look different from the players' seats and from the spectator's."""
    return [kind for kind in registry.names() if SPECTATOR in registry.rules(kind).views]


def _names_an_open_game(submission: Submission) -> bool:
    """Whether its tags say that it is of a kind without hidden pieces: what cannot be read may be of any."""
    text = readable(bytes(submission.raw).decode("utf-8", "surrogateescape"))
    name = read_tags(text).tags.get("Game", "").lower()
    return name in registry.names() and name not in kinds_with_hidden_pieces()


def _permission_to_see(game: Game) -> Permission:
    if game.visibility == Visibility.CLUB:
        return SEE_OF_CLUB
    return SEE_WITHHELD if is_withheld(game) else SEE_PUBLIC


def is_withheld(source: Game | Upload) -> bool:
    """Kept from everybody but players and arbiters, for ever or for a while."""
    return source.visibility == Visibility.PRIVATE or is_under_embargo(source)


def _with_players(actor: Actor, game: Game) -> frozenset[Seat]:
    """Who submitted a game that others played has no part in it: private means the players and the arbiters."""
    seats = seats_towards_game(actor, game)
    players = ((game.first_person, game.first_link), (game.second_person, game.second_link))
    played = any(
        person is not None and is_person_concerned(actor, person) and _is_believed(actor, game, link, seats)
        for person, link in players
    )
    return seats | PERSON_CONCERNED if played else seats


def _is_believed(actor: Actor, game: Game, link: str, seats: frozenset[Seat]) -> bool:
    """Whether a link to the actor opens the game. Everybody chooses their own name: that it is the same proves nothing.

    Unless somebody has confirmed it, it counts for those who wrote the record themselves, and among the members of the
    game's club if nothing is hidden.
    """
    if link == LinkKind.CONFIRMED or game.submitted_by_id == actor.pk:
        return True
    return not hides_pieces(game) and not seats.isdisjoint(SEAT_OF_ROLE.values())


def seats_towards_game(actor: Actor, game: Game) -> frozenset[Seat]:
    """What the actor is in the game's club and event; without a club, on the site."""
    return seats_in_event(actor, game, club=game.club)


def _in_charge(actor: Actor, game: Game) -> frozenset[Seat]:
    """Its submitter, and who has a say in club or event, unless the game hides something from them."""
    seats = _with_submitter(actor, game.submitted_by_id, EVERYBODY)
    if not hides_pieces(game) or may_see_all_of_game(actor, game):
        seats |= seats_towards_game(actor, game)
    return seats


def _is_free_to_change(actor: Actor, game: Game) -> bool:
    """A free game that was confirmed counts in the lists of its players, whoever has sent it, and for whatever club.

    What it says is changed from then on by those who could have confirmed it for both.
    """
    return game.confirmation != ConfirmationState.CONFIRMED or may_decide(actor, game)


def _has_refused(actor: Actor, game: Game) -> bool:
    """One query for a disputed game."""
    side = side_of(actor, game) if game.confirmation == ConfirmationState.DISPUTED else None
    refusals = game.confirmations.filter(side=side, answer=ConfirmationAnswer.REFUSED)
    return side is not None and refusals.exists()


def _with_submitter(actor: Actor, submitter: int | None, seats: frozenset[Seat]) -> frozenset[Seat]:
    is_submitter = actor.is_authenticated and actor.is_active and submitter == actor.pk
    return seats | {Seat.PERSON_CONCERNED} if is_submitter else seats
