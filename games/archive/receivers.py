"""What becomes of games when they arrive or are changed, and when one of their players wants to be forgotten."""

from collections.abc import Sequence

from django.db.models import Q

from engine.record import read_stored, write
from games.archive.jobs import order_rating
from games.archive.selectors.copies import same_copies
from games.archive.services.digest import digest_record
from games.models import Game, GameText
from players.models import Club, Membership, Person, RatedResult, SourceKind


def forget_name(sender: object, *, person: Person, **kwargs: object) -> None:
    """The games of a person stay, with the name that the profile has now, in their heads and in their records.

    What was sent stays as it was sent: only its submitter and the site's administrators see it.
    """
    for seat, games in (("first", person.games_as_first), ("second", person.games_as_second)):
        for game in games.select_related("text").iterator(chunk_size=200):
            _rename(game, 0 if seat == "first" else 1, person.name)


def _rename(game: Game, seat: int, name: str) -> None:
    record = read_stored(game.text.canonical)
    assert record.rules is not None, "the archive holds valid records only"  # noqa: S101  for the type checker
    record.tags[record.rules.player_tags[seat]] = name
    renamed = read_stored(write(record))
    digest = digest_record(renamed)
    concerned = ("first_name", "second_name", "first_key", "second_key", "search_text")
    head = {field: digest.head[field] for field in concerned}
    if not same_copies(game, digest.key).exists():
        head["duplicate_key"] = digest.key
    Game.objects.filter(pk=game.pk).update(**head)
    GameText.objects.filter(game=game).update(canonical=digest.canonical)


def order_rating_of_changed_games(sender: object, *, games: Sequence[int], **kwargs: object) -> None:
    order_rating(games=games)


def order_rating_of_new_games(sender: object, *, games: Sequence[int], **kwargs: object) -> None:
    known = Game.objects.filter(pk__any_of=games, first_person__isnull=False, second_person__isnull=False)
    order_rating(games=list(known.order_by("pk").values_list("pk", flat=True)))


def order_rating_of_members(sender: object, *, club: Club, **kwargs: object) -> None:
    """Free games without a club count in lists across clubs by the clubs of their players."""
    members = Membership.objects.filter(club=club).values("person")
    rated = RatedResult.objects.filter(
        Q(first__in=members) | Q(second__in=members),
        source__kind=SourceKind.FREE_GAME,
        source__club=None,
        source__taken_back_at=None,
        archived_game__isnull=False,
    )
    order_rating(games=[pk for pk in rated.order_by("pk").values_list("archived_game", flat=True) if pk])
