"""What a game's page tells beside the board: its tags, who is who, what to take away, its history."""

from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from audit import objects
from games.models import Game
from games.policies import may_adjudicate, may_link_players, may_see_all_of_game
from players.models import Person
from players.people.selectors import pages_visible_among


class Fact(NamedTuple):
    label: str
    value: str
    url: str = ""


def about_game(request: HttpRequest, game: Game) -> dict[str, Any]:
    """Context for `games/reading/parts/about.html`."""
    whole = may_see_all_of_game(request.user, game)
    history = objects.latest_lines(request, game)
    return {
        "facts": _facts(request, game),
        "whole": whole,
        "record_url": reverse("game-record", args=[game.pk]) if whole else "",
        "may_link": may_link_players(request.user, game),
        "may_adjudicate": may_adjudicate(request.user, game),
        "history": history,
    }


def _facts(request: HttpRequest, game: Game) -> list[Fact]:
    people = [person for person in (game.first_person, game.second_person) if person is not None]
    linked = pages_visible_among(request.user, [person.pk for person in people])
    found = [
        _player(_("First player"), game.first_name, game.first_person, linked),
        _player(_("Second player"), game.second_name, game.second_person, linked),
        Fact(_("Game"), game.get_kind_display()),
        Fact(_("Event"), game.event),
        Fact(_("Site"), game.site),
        Fact(_("Round"), game.round),
        Fact(_("Board"), game.board),
        Fact(_("Date"), game.date),
        Fact(_("Club"), game.club.name, game.club.get_absolute_url()) if game.club else Fact(_("Club"), ""),
        Fact(_("Set-up"), game.get_setup_display()),
        Fact(_("Express levels"), _express(game)),
        Fact(_("Plies"), str(game.ply_count)),
        Fact(_("Who may see it"), game.get_visibility_display()),
    ]
    return [fact for fact in found if fact.value]


def _player(label: str, name: str, person: Person | None, linked: set[int]) -> Fact:
    return Fact(label, name, person.get_absolute_url() if person is not None and person.pk in linked else "")


def _express(game: Game) -> str:
    if not (game.first_express or game.second_express):
        return ""
    return f"{game.first_express} – {game.second_express}"
