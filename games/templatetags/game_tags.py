"""Links to games that the visitor may open, and places of errors."""

from typing import Any

from django import template
from django.template import Context
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString

from games.adjudication.selectors import is_proposal
from games.models import Game
from games.policies import may_change_visibility, may_link_players, may_see_game
from games.submissions.selectors.records import has_place

register = template.Library()


@register.simple_tag(takes_context=True)
def game_or_its_name(context: Context, game: Game) -> SafeString:
    """A link if the visitor may see the game."""
    if not may_see_game(context["request"].user, game):
        return conditional_escape(str(game))
    return format_html('<a href="{}">{}</a>', game.get_absolute_url(), game)


@register.inclusion_tag("games/submissions/parts/game_link.html", takes_context=True)
def links_to_game(context: Context, game: Game) -> dict[str, Any]:
    """Who submitted a game may say who played it, and need not be one of those who may see it."""
    actor = context["request"].user
    return {
        "game": game,
        "may_see": may_see_game(actor, game),
        "may_link": may_link_players(actor, game),
        "may_change_visibility": may_change_visibility(actor, game),
    }


register.filter("has_place", has_place)
register.filter("is_proposal", is_proposal)
