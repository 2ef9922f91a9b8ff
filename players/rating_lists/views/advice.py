"""Pages that answer questions about a game that has not been played: what if, and which handicap is fair."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from core.game_types import describe, highest_level, is_known_game
from core.texts import translate
from players.models import ListedRating, Person, RatingPool
from players.rating_lists.selectors.advice import VERDICT_LABELS, PlayerPair, handicap_advice, predict_changes
from players.rating_lists.selectors.ledger import REASON_LABELS
from players.rating_lists.selectors.lists import current_list, find_player, get_pool_or_404, players_matching

MAX_NAME_LENGTH = 120


class PlayerChoice(NamedTuple):
    """One of the two players, as far as the address says who it is."""

    field: str
    text: str
    rating: ListedRating | None
    matches: list[Person]

    @property
    def unknown(self) -> bool:
        return bool(self.text) and self.rating is None and not self.matches


@require_safe
def what_if_page(request: HttpRequest, slug: str) -> HttpResponse:
    pool = get_pool_or_404(slug)
    player, opponent, context = _choices(request, pool)
    level, opponent_level = (_level(request, pool, field) for field in ("level", "opponent_level"))
    context |= {
        "level": level,
        "opponent_level": opponent_level,
        "levels": _levels(pool),
    }
    if player.rating and opponent.rating and player.rating != opponent.rating:
        ratings = current_list(pool)
        answer = predict_changes(
            ratings, PlayerPair(player.rating, opponent.rating), level=level, opponent_level=opponent_level
        )
        context |= {
            "answer": answer,
            "prospects": [
                (_("Win"), answer.win),
                (_("Draw"), answer.draw),
                (_("Loss"), answer.loss),
            ],
            "objection": REASON_LABELS[answer.win.uncounted[0].reason] if answer.win.uncounted else "",
        }
    return render(request, "ratings/what_if.html", context)


@require_safe
def handicap_page(request: HttpRequest, slug: str) -> HttpResponse:
    pool = get_pool_or_404(slug)
    handicap = describe(pool.game).handicap if is_known_game(pool.game) else None
    if handicap is None:
        raise Http404(_("This game has no handicap."))
    player, opponent, context = _choices(request, pool)
    context["about"] = translate(handicap.about)
    if player.rating and opponent.rating and player.rating != opponent.rating:
        advice = handicap_advice(current_list(pool), PlayerPair(player.rating, opponent.rating))
        context |= {
            "advice": advice,
            "verdict": VERDICT_LABELS[advice.verdict] if advice else "",
            "unrated": advice is None,
        }
    return render(request, "ratings/handicap.html", context)


def _choices(request: HttpRequest, pool: RatingPool) -> tuple[PlayerChoice, PlayerChoice, dict[str, Any]]:
    player, opponent = (_choice(request, pool, field) for field in ("player", "opponent"))
    same = player.rating is not None and player.rating == opponent.rating
    return player, opponent, {"pool": pool, "player": player, "opponent": opponent, "same": same}


def _choice(request: HttpRequest, pool: RatingPool, field: str) -> PlayerChoice:
    """A number names somebody, anything else is looked for; a name that fits one person only is that person."""
    text = request.GET.get(field, "").strip()[:MAX_NAME_LENGTH]
    if text.isascii() and text.isdigit() and len(text) < 18:
        rating = find_player(pool, int(text))
        return PlayerChoice(field, rating.player.name if rating else text, rating, [])
    matches = players_matching(pool, text) if text else []
    if len(matches) == 1:
        return PlayerChoice(field, matches[0].name, find_player(pool, matches[0].pk), [])
    return PlayerChoice(field, text, None, matches)


def _levels(pool: RatingPool) -> Sequence[int]:
    """Of the game's handicap, to choose from; nothing if it has none."""
    highest = highest_level(pool.game)
    return range(highest + 1) if highest else ()


def _level(request: HttpRequest, pool: RatingPool, field: str) -> int:
    text = request.GET.get(field, "")
    return int(text) if text in {str(level) for level in _levels(pool)} else 0
