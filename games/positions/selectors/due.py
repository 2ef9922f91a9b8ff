"""Which games are not in the index as they should be, and how far it is."""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.db.models import BooleanField, Exists, ExpressionWrapper, OuterRef, QuerySet

from games.models import Game, IndexedGame, PositionRebuild
from games.visibility.selectors import fully_visible_q

MAX_DUE_GAMES: Final = 20_000


class Progress(NamedTuple):
    indexed: int
    games: int


def wanted_generation() -> int:
    """The newest order to make the index again. One query."""
    newest = PositionRebuild.objects.order_by("-pk").values_list("pk", flat=True).first()
    return newest or 0


def with_openness(games: QuerySet[Any]) -> QuerySet[Any]:
    """Each says as `is_open` whether everybody may see it."""
    open_to_all = ExpressionWrapper(fully_visible_q(AnonymousUser()), output_field=BooleanField())
    annotated: QuerySet[Any] = games.annotate(is_open=open_to_all)
    return annotated


def due_games(generation: int) -> list[int]:
    """Games that are new, that others may see now than when they were indexed, or that a rebuild has not reached."""
    same = IndexedGame.objects.filter(
        game_id=OuterRef("pk"), is_open=OuterRef("is_open"), generation__gte=generation
    )
    missing = with_openness(Game.objects.all()).filter(~Exists(same))
    return list(missing.order_by("pk").values_list("pk", flat=True)[:MAX_DUE_GAMES])


def due_among(games: Sequence[int], generation: int) -> list[Game]:
    """The same of these games, with their texts. Two queries."""
    known = IndexedGame.objects.in_bulk(list(games))
    rows = with_openness(Game.objects.filter(pk__any_of=list(games))).select_related("text").order_by("pk")
    return [game for game in rows if not _is_up_to_date(known.get(game.pk), game, generation)]


def _is_up_to_date(known: IndexedGame | None, game: Game, generation: int) -> bool:
    return known is not None and known.generation >= generation and known.is_open == is_open(game)


def is_open(game: Game) -> bool:
    """Whether everybody may see it: `with_openness` has asked the database."""
    return bool(game.is_open)  # type: ignore[attr-defined]


def open_among(games: Sequence[int]) -> dict[int, bool]:
    """Of the games that are still there: whether everybody may see them now."""
    rows = with_openness(Game.objects.filter(pk__any_of=list(games)))
    return dict(rows.values_list("pk", "is_open"))


def index_progress() -> Progress:
    """How many games are in the index that is wanted. Three queries."""
    indexed = IndexedGame.objects.filter(generation__gte=wanted_generation())
    return Progress(indexed.count(), Game.objects.count())
