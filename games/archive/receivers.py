"""What becomes of games when they arrive or are changed, and when people leave or turn out to be one person.

A player sees everything of a game. Whoever gives a profile to an account says who played, so nobody does it from whom
pieces of such a game are hidden: docs/decisions/0008-hidden-pieces.md.
"""

from collections.abc import Sequence
from typing import Final

from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from engine.record import read_text, write
from games.archive.jobs import order_rating
from games.archive.services.digest import digest_record
from games.models import Game, GameText, LinkKind
from games.visibility.selectors import fully_visible_q, hides_pieces_q
from players.models import Person, User
from players.people.services.merge_steps import merged_reference


def forget_name(sender: object, *, person: Person, **kwargs: object) -> None:
    """The games of a person stay, with the name that the profile has now, in their heads and in their records.

    What was sent stays as it was sent: only its submitter and the site's administrators see it.
    """
    for seat, games in (("first", person.games_as_first), ("second", person.games_as_second)):
        for game in games.select_related("text").iterator(chunk_size=200):
            _rename(game, 0 if seat == "first" else 1, person.name)


def _rename(game: Game, seat: int, name: str) -> None:
    (record,) = read_text(game.text.canonical)
    assert record.rules is not None, "the archive holds valid records only"  # noqa: S101  for the type checker
    record.tags[record.rules.player_tags[seat]] = name
    (renamed,) = read_text(write(record))
    digest = digest_record(renamed)
    concerned = ("first_name", "second_name", "first_key", "second_key", "search_text")
    head = {field: digest.head[field] for field in concerned}
    if not Game.objects.filter(duplicate_key=digest.key).exclude(pk=game.pk).exists():
        head["duplicate_key"] = digest.key
    Game.objects.filter(pk=game.pk).update(**head)
    GameText.objects.filter(game=game).update(canonical=digest.canonical)


def _game_count(count: int) -> str:
    return ngettext("%(count)d game", "%(count)d games", count) % {"count": count}


def refuse_hidden_games(person: Person, account: User, said_by: User) -> str:
    """Why the profile cannot be given to the account now, if it would see hidden pieces by it."""
    played = Q(first_person=person, first_link=LinkKind.CONFIRMED) | Q(
        second_person=person, second_link=LinkKind.CONFIRMED
    )
    hiding = set(Game.objects.filter(played & hides_pieces_q()).values_list("pk", flat=True))
    if not hiding:
        return ""
    known = fully_visible_q(account) | fully_visible_q(said_by)
    if not hiding - set(Game.objects.filter(known, pk__in=hiding).values_list("pk", flat=True)):
        return ""
    return _(
        "%(name)s has played a game whose set-ups are still hidden. Until they are shown, only an arbiter who may see "
        "them can say whose profile this is."
    ) % {"name": person}


GAME_MERGE_STEPS: Final = (
    merged_reference(Game, "first_person", what=_game_count),
    merged_reference(Game, "second_person", what=_game_count),
)


def order_rating_of_changed_games(sender: object, *, games: Sequence[int], **kwargs: object) -> None:
    order_rating(games=games)


def order_rating_of_new_games(sender: object, *, games: Sequence[int], **kwargs: object) -> None:
    known = Game.objects.filter(pk__any_of=games, first_person__isnull=False, second_person__isnull=False)
    order_rating(games=list(known.order_by("pk").values_list("pk", flat=True)))
