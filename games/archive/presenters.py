"""Lists of games: as cards with small boards, as sections of other pages, as files; filters of links in words."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet, TextChoices
from django.http import HttpRequest, QueryDict, StreamingHttpResponse
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from core.game_types import game_choices
from core.permissions.actors import Actor
from core.search.sources import url_builder
from core.web.downloads import csv_chunks, json_chunks, text_response
from core.web.panels import Panel
from games.access import forbid_caching_for_accounts
from games.archive.forms import GameFilters
from games.archive.selectors import games as selectors
from games.event_hooks import find_event
from games.models import ConfirmationState, Game, GameResult, Visibility
from games.policies import current_visibility
from games.replay.presenters.replay import draw_thumbnail, symbol_sheet_of
from games.visibility.selectors import (
    fully_visible_game_ids,
    only_fully_visible,
    visible_games,
)
from players.models import Club, Person
from players.people.selectors.people import visible_person

# Pages of people and events lead to the list with them; they stay when somebody filters further.
PERSON: Final = "person"
OF_EVENT: Final = "of_event"
LINK_FILTERS: Final = (PERSON, OF_EVENT)
_OF_THE_PAGE: Final = ("after", "before")
LATEST_GAMES = 6
FILE_FORMATS: Final = ("txt", "json", "csv")

COLUMNS: Final = (
    "id", "game", "first", "second", "result", "termination", "rule", "event", "site", "round", "board", "date", "club",
    "plies", "setup", "first_express", "second_express", "adjudication", "adjudication_state", "confirmation",
    "address",
)  # fmt: skip


class GameCard(NamedTuple):
    """`about` is the kind and the length, `occasion` where and when it was played."""

    url: str
    players: str
    result: str
    about: str
    occasion: str
    visibility: str
    """Empty if everybody may see it."""
    confirmation: str
    """Empty if it counts for ratings, or could not."""
    picture: SafeString


def make_cards(games: Sequence[Game], actor: Actor) -> list[GameCard]:
    """One query, and those that find out what the actor may see."""
    if not games:
        return []
    whole = fully_visible_game_ids(actor, [game.pk for game in games])
    address_of = url_builder("game")
    results, kinds = _labels(GameResult), dict(game_choices())
    visibilities, confirmations = _words_on_cards(), _labels(ConfirmationState)
    confirmations[ConfirmationState.NONE] = confirmations[ConfirmationState.CONFIRMED] = ""
    return [
        GameCard(
            url=address_of(game.pk),
            players=f"{game.first_name} – {game.second_name}",
            result=results[game.result],
            about=f"{kinds[game.kind]} · {_length(game)}",
            occasion=_occasion(game),
            visibility=visibilities[current_visibility(game)],
            confirmation=confirmations[game.confirmation],
            picture=_picture(game, whole=game.pk in whole),
        )
        for game in games
    ]


def _labels(choices: type[TextChoices]) -> dict[str, str]:
    """In the reader's language, looked up once for the whole list."""
    return {value: str(label) for value, label in choices.choices}


def _words_on_cards() -> dict[str, str]:
    """Who may see it, as short as there is room for."""
    return {
        Visibility.PUBLIC.value: "",
        Visibility.CLUB.value: _("for the club"),
        Visibility.EMBARGOED.value: _("under embargo"),
        Visibility.PRIVATE.value: _("private"),
    }


def _length(game: Game) -> str:
    return ngettext("%(number)s ply", "%(number)s plies", game.ply_count) % {"number": game.ply_count}


def _occasion(game: Game) -> str:
    place = game.event
    if game.event and game.round:
        place += ", " + _("round %(round)s") % {"round": game.round}
    elif not game.event and game.club:
        place = game.club.name
    return " · ".join(filter(None, (place, game.date)))


def symbol_sheets(games: Iterable[Game]) -> list[SafeString]:
    """The symbols of the games in the list, once each."""
    return [mark_safe(symbol_sheet_of(kind)) for kind in sorted({game.kind for game in games})]  # noqa: S308  drawn by the engine


def _picture(game: Game, *, whole: bool) -> SafeString:
    return mark_safe(draw_thumbnail(game.kind, game.final_position, whole=whole))  # noqa: S308  drawn by the engine


class LinkFilter(NamedTuple):
    """One of these filters: `without` is the query of the list without it."""

    filter: str
    name: str
    url: str
    without: str


def active_link_filters(request: HttpRequest, filters: GameFilters) -> list[LinkFilter]:
    """Those that are asked for. What the reader may not see has no name here, and the list is empty. One query each."""
    found = []
    if pk := filters.form.cleaned_data.get(PERSON):
        found += [
            LinkFilter(PERSON, person.name, person.get_absolute_url(), _without(request.GET, PERSON))
            for person in [visible_person(request.user, pk)]
            if person
        ]
    if (pk := filters.form.cleaned_data.get(OF_EVENT)) and (named := find_event(request.user, pk)):
        found.append(LinkFilter(OF_EVENT, *named, _without(request.GET, OF_EVENT)))
    return found


def _without(query: QueryDict, name: str) -> str:
    left = query.copy()
    for each in (name, *_OF_THE_PAGE):
        left.pop(each, None)
    return left.urlencode()


def games_of_person(request: HttpRequest, person: Person) -> Panel | None:
    return latest_games(request, selectors.games_of_person(request.user, person), person=person.pk)


def games_of_club(request: HttpRequest, club: Club) -> Panel | None:
    return latest_games(request, selectors.games_of_club(request.user, club), club=club.slug)


def newest_games_panel(request: HttpRequest, subject: None) -> Panel | None:
    """Of the whole site, as far as the visitor may see them."""
    return latest_games(request, visible_games(request.user))


def latest_games(request: HttpRequest, games: QuerySet[Game], **filters: str | int) -> Panel | None:
    """The newest of them, with a link to the list that the filters make; nothing if there are none."""
    latest = selectors.newest_games(games, LATEST_GAMES)
    if not latest:
        return None
    return Panel(
        gettext_lazy("Latest games"),
        "games/archive/parts/latest.html",
        {"cards": make_cards(latest, request.user), "sheets": symbol_sheets(latest)},
        more_url=f"{reverse('games')}{f'?{urlencode(filters)}' if filters else ''}",
        more_label=gettext_lazy("All games"),
    )


def stream_games(games: QuerySet[Game], *, kind: str, actor: Actor, site: str) -> StreamingHttpResponse:
    """`site` is the address before the path, as the visitor wrote it."""
    writers = {"txt": _records, "json": _json, "csv": _csv}
    return forbid_caching_for_accounts(
        text_response(writers[kind](games, actor, site), kind=kind, name="games"), actor
    )


def game_row(game: Any, site: str, *, whole: bool) -> dict[str, Any]:
    """What a list says of a game: nothing that its visibility hides from who may see it at all.

    What the referee found may follow from hidden pieces, so only those who may see the `whole` game read it.
    """
    return {
        "id": game.pk,
        "game": game.kind,
        "first": game.first_name,
        "second": game.second_name,
        "result": game.result,
        "termination": game.termination,
        "rule": game.rule,
        "event": game.event,
        "site": game.site,
        "round": game.round,
        "board": game.board,
        "date": game.date,
        "club": game.club.slug if game.club else "",
        "plies": game.ply_count,
        "setup": game.setup,
        "first_express": game.first_express,
        "second_express": game.second_express,
        "adjudication": game.verdict if whole else "",
        "adjudication_state": game.verdict_state if whole else "",
        "confirmation": game.confirmation,
        "address": site + reverse("game", args=[game.pk]),
    }


def _csv(games: QuerySet[Game], actor: Actor, site: str) -> Iterator[str]:
    found = selectors.iterate_games(selectors.with_verdicts(games, actor))
    return csv_chunks(COLUMNS, (game_row(game, site, whole=game.is_fully_visible) for game in found))


def _json(games: QuerySet[Game], actor: Actor, site: str) -> Iterator[str]:
    """With the record of those of which the actor may see everything, None for the others."""
    return json_chunks(_with_records(games, actor, site))


def _with_records(games: QuerySet[Game], actor: Actor, site: str) -> Iterator[Mapping[str, Any]]:
    for game in selectors.iterate_games(selectors.with_verdicts(games, actor).select_related("text")):
        whole = game.is_fully_visible
        yield {**game_row(game, site, whole=whole), "record": game.text.canonical if whole else None}


def _records(games: QuerySet[Game], actor: Actor, site: str) -> Iterator[str]:
    """A record cannot leave out what is hidden: games with hidden parts are not in the file."""
    separator = ""
    for game in selectors.iterate_games(only_fully_visible(games, actor).select_related("text")):
        yield separator + game.text.canonical
        separator = "\n"
