"""Which games a list, a panel, a file or the API shows, and what each of them says."""

from collections.abc import Iterator
from datetime import date, timedelta
from enum import StrEnum
from typing import Any, Final, NamedTuple

from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from core.permissions.actors import Actor
from games.access import PARTS
from games.adjudication.selectors import annotate_verdict_state
from games.event_hooks import games_of_event
from games.models import Game, Verdict
from games.visibility.selectors import annotate_fully_visible, fully_visible_q, visible_games
from players.accounts.services.mail import MailKind
from players.models import Channel, Club, Person, User
from players.notifications.selectors import channel_choices_of

NEWEST_FIRST: Final = ("-sort_date", "-pk")
GAMES_PER_CHUNK: Final = 200
# Of a game of which only the year is known.
MAX_DATE_SPAN: Final = timedelta(days=366)
OWN_GAMES: Final = MailKind(
    "own_games",
    _("Your games"),
    _("A game that you played has come into the archive."),
    by_mail=False,
    by_feed=True,
)


def games_of_person(actor: Actor, person: Person) -> QuerySet[Game]:
    return visible_games(actor).filter(Q(first_person=person) | Q(second_person=person))


def own_games_in_feed(account: User, *, limit: int) -> list[Game]:
    """The newest that the account's owner played, unless they want none in their feed."""
    person = Person.objects.filter(account=account).first()
    if person is None or not channel_choices_of(account)[Channel.FEED].get(OWN_GAMES.key):
        return []
    return newest_games(games_of_person(account, person), limit)


def games_of_club(actor: Actor, club: Club) -> QuerySet[Game]:
    return visible_games(actor).filter(club=club)


def newest_games(games: QuerySet[Game], at_most: int) -> list[Game]:
    return list(games.select_related("club").order_by(*NEWEST_FIRST)[:at_most])


def iterate_games(games: QuerySet[Game, Any]) -> Iterator[Any]:
    """The newest first, some at a time: there may be very many."""
    return games.order_by(*NEWEST_FIRST).iterator(chunk_size=GAMES_PER_CHUNK)


def with_verdicts(games: QuerySet[Game, Any], actor: Actor) -> QuerySet[Game, Any]:
    """Each with its club, `verdict_state` and `is_fully_visible`: whether the actor may see everything of it."""
    return annotate_verdict_state(annotate_fully_visible(games, actor)).select_related("club")


def find_game_with_verdict(actor: Actor, pk: str) -> Game | None:
    """The same for one game, with its text and players; None if the actor may not see it."""
    games = with_verdicts(visible_games(actor), actor).select_related(*PARTS)
    found: Game | None = games.filter(pk=pk).first()
    return found


class Colour(StrEnum):
    FIRST = "first"
    SECOND = "second"


class PlayerSearch(NamedTuple):
    """A player by words of the name or as a person, with a colour or either, against somebody or anybody."""

    player: list[str]
    opponent: list[str]
    person: int | None
    colour: str


def with_players(games: QuerySet[Game], wanted: PlayerSearch) -> QuerySet[Game]:
    if not (wanted.player or wanted.opponent or wanted.person):
        return games
    condition = Q()
    for colour, other in ((Colour.FIRST, Colour.SECOND), (Colour.SECOND, Colour.FIRST)):
        if wanted.colour not in ("", colour):
            continue
        seat = Q()
        if wanted.person:
            seat &= Q(**{f"{colour}_person": wanted.person})
        if wanted.player:
            seat &= Q(**{f"{colour}_key__has_words": wanted.player})
        if wanted.opponent:
            seat &= Q(**{f"{other}_key__has_words": wanted.opponent})
        condition |= seat
    return games.filter(condition)


def with_event_words(games: QuerySet[Game], words: list[str]) -> QuerySet[Game]:
    return games.filter(event_key__has_words=words) if words else games


def with_named_words(games: QuerySet[Game], words: list[str]) -> QuerySet[Game]:
    """A quick first look at all words of names and events; the exact conditions stand beside it."""
    return games.filter(search_text__has_kept_words=words) if words else games


def with_text(games: QuerySet[Game], words: list[str], actor: Actor) -> QuerySet[Game]:
    """In comments only where the actor may read them. The text has the names as well: one index finds all."""
    if not words:
        return games
    may_be_read = fully_visible_q(actor) | Q(search_text__has_open_words=words)
    return games.filter(Q(search_text__has_words=words) & may_be_read)


def of_event(games: QuerySet[Game], actor: Actor, event: int | None) -> QuerySet[Game]:
    return games.filter(games_of_event(actor, event)) if event else games


def played_since(games: QuerySet[Game], day: date) -> QuerySet[Game]:
    """A game of an uncertain day may have been played then. The second condition says where the index begins."""
    earliest = day - MAX_DATE_SPAN if day - date.min > MAX_DATE_SPAN else date.min
    return games.filter(date_to__gte=day, sort_date__gte=earliest)


def played_until(games: QuerySet[Game], day: date) -> QuerySet[Game]:
    return games.filter(date_from__lte=day, sort_date__lte=day)


def with_verdict(games: QuerySet[Game], actor: Actor, verdict: str | None) -> QuerySet[Game]:
    """None: with any finding. It may follow from hidden pieces: only where the actor may see everything."""
    nothing = (Verdict.NOTHING, Verdict.UNDECIDED)
    found = [each for each in Verdict.values if each not in nothing]
    verdicts = found if verdict is None else [verdict]
    return games.filter(fully_visible_q(actor), verdict__in=verdicts)
