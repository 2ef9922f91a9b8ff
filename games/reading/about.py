"""What a game's page tells beside the board: its tags, who is who, what to take away, its history."""

from collections.abc import Collection, Mapping
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from audit import objects
from games.models import Game
from games.policies import (
    may_adjudicate,
    may_change_visibility,
    may_link_players,
    may_see_all_of_game,
    shown_to,
)
from players.models import Person


class Fact(NamedTuple):
    label: str
    value: str
    url: str = ""


def about_game(
    request: HttpRequest, game: Game, *, tags: Mapping[str, str], linked: Collection[int]
) -> dict[str, Any]:
    """Context for `games/reading/parts/about.html`. `linked` are the people whose pages the visitor may see."""
    whole = may_see_all_of_game(request.user, game)
    history = objects.latest_lines(request, game)
    return {
        "facts": _facts(game, linked),
        "tags": [Fact(name, value) for name, value in tags.items()] if whole else [],
        "whole": whole,
        "record_url": reverse("game-record", args=[game.pk]) if whole else "",
        "may_link": may_link_players(request.user, game),
        "may_adjudicate": may_adjudicate(request.user, game),
        "may_change_visibility": may_change_visibility(request.user, game),
        "history": history,
    }


def _facts(game: Game, linked: Collection[int]) -> list[Fact]:
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
        Fact(_("Ended"), game.get_termination_display()),
        Fact(_("Who may see it"), str(shown_to(game).label)),
    ]
    return [fact for fact in found if fact.value]


def _player(label: str, name: str, person: Person | None, linked: Collection[int]) -> Fact:
    return Fact(label, name, person.get_absolute_url() if person is not None and person.pk in linked else "")


def _express(game: Game) -> str:
    if not (game.first_express or game.second_express):
        return ""
    return f"{game.first_express} – {game.second_express}"
