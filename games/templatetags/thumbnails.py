"""Small boards for lists: `{% symbol_sheet "barragoon" %}` once a page, `{% thumbnail game whole=… %}` each game."""

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.models import Game
from games.replay.thumbnails import sheet_of, thumbnail_of

register = template.Library()


@register.simple_tag
def symbol_sheet(*kinds: str) -> SafeString:
    """The shapes of these games; all boards of the page share them."""
    return mark_safe("".join(sheet_of(kind) for kind in kinds))  # noqa: S308  drawn by the engine


@register.simple_tag
def thumbnail(game: Game, *, whole: bool) -> SafeString:
    """The final position. `whole`: whether the viewer may see everything (`policies.may_see_all_of_game`)."""
    return mark_safe(thumbnail_of(game.kind, game.final_position, whole=whole))  # noqa: S308
