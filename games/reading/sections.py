"""Games on the pages of people and clubs, and in their histories."""

from collections.abc import Collection
from urllib.parse import urlencode

from django.contrib.contenttypes.models import ContentType
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from audit import objects
from audit.fields import describe
from audit.secrets import register_secret
from audit.telling import register_in_sight
from games.actions import ADJUDICATED, CONFIRMED, OVERRULED
from games.models import Game, Visibility
from games.of_events import NONE
from games.policies import may_see_history_of_game
from games.reading.cards import cards, sheets
from games.reading.visible import Actor, games_hiding_pieces, games_seen_whole, visible_games
from players.models import Club, Person
from players.page_sections import ON_A_CLUBS_PAGE, ON_A_PERSONS_PAGE, Section

ORDER = 300
LATEST = 6
SECRET_ACTIONS = (ADJUDICATED.key, CONFIRMED.key, OVERRULED.key)


def games_of_person(request: HttpRequest, person: Person) -> Section | None:
    games = visible_games(request.user).filter(Q(first_person=person) | Q(second_person=person))
    return latest_games(request, games, person=person.pk)


def games_of_club(request: HttpRequest, club: Club) -> Section | None:
    return latest_games(request, visible_games(request.user).filter(club=club), club=club.slug)


def latest_games(request: HttpRequest, games: QuerySet[Game], **filters: str | int) -> Section | None:
    """The newest of them, with a link to the list that the filters make; nothing if there are none."""
    latest = list(games.select_related("club").order_by("-sort_date", "-pk")[:LATEST])
    if not latest:
        return None
    return Section(
        _("Latest games"),
        "games/reading/parts/latest.html",
        {"cards": cards(latest, request.user), "sheets": sheets(latest)},
        more_url=f"{reverse('games')}?{urlencode(filters)}",
        more_label=_("All games"),
    )


def verdicts_on_hidden_pieces(reader: Actor) -> Q:
    """What the referee found and arbiters said to it, of games whose hidden pieces the reader may not see."""
    hiding = Game.objects.filter(games_hiding_pieces())
    if not hiding.exists():
        return NONE  # most archives have no such game, and one query says so
    hiding = hiding.exclude(games_seen_whole(reader))
    kind = ContentType.objects.get_for_model(Game)
    return Q(target_type=kind, action__in=SECRET_ACTIONS, target_id__in=hiding.values("pk"))


def games_in_sight(reader: Actor, games: Collection[int]) -> set[int]:
    """One query, and those of `visible_games`."""
    return set(visible_games(reader).filter(pk__in=games).values_list("pk", flat=True))


objects.register(Game, may_see_history_of_game)
register_in_sight(Game, games_in_sight)
describe(Game, "wish", label=_("wished"), values=dict(Visibility.choices))
register_secret(verdicts_on_hidden_pieces)
ON_A_PERSONS_PAGE.register("games", games_of_person, order=ORDER)
ON_A_CLUBS_PAGE.register("games", games_of_club, order=ORDER)
