"""Adding and correcting games without a referee."""

import unicodedata
from difflib import SequenceMatcher
from functools import cache
from itertools import count
from typing import Final, TypedDict, Unpack

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from audit import services as audit
from audit.changes import field_values, refuse_invalid_fields, set_cleaned
from core.db.folding import fold_text
from core.errors import Refused, TooManyRequests
from core.game_types import MAX_GAME_LENGTH, UNREFEREED_PREFIX
from core.texts import translate
from core.web.refusals import too_many_attempts
from engine import registry
from players import audit_actions, names
from players.club_games.policies import GAMES_BY_ACCOUNT
from players.club_games.selectors import forget_descriptions
from players.clubs.services.members import lock_club
from players.models import Club, ClubGame, User

MAX_GAMES_OF_CLUB: Final = 20
RECORDED_FIELDS: Final = ("name", "first_side", "second_side", "has_draws")
NAME_FIELDS: Final = ("name", "first_side", "second_side")

# Letters and digits that are read as another letter: in a name they say the same.
_LOOKALIKES: Final = {
    ord(letter): read
    for read, letters in {
        "a": "аα@4", "b": "вβ8", "c": "сϲ", "d": "ԁ", "e": "еε3", "g": "ɡ69", "h": "нһ", "i": "іι1!|l", "j": "јϳ",
        "k": "кκ", "m": "мμ", "n": "ηпո", "o": "оο0", "p": "рρ", "q": "ԛ", "r": "г", "s": "ѕ5$", "t": "тτ7",
        "u": "υս", "v": "ν", "w": "ωԝш", "x": "хχ", "y": "уγ", "z": "2ζ",
    }.items()
    for letter in letters
}  # fmt: skip
SIMILAR: Final = 0.85


class GameDetails(TypedDict, total=False):
    name: str
    first_side: str
    second_side: str
    has_draws: bool


def add_game(*, actor: User | None, club: Club, **details: Unpack[GameDetails]) -> ClubGame:
    """Its slug is made from the name, and is the only one on this site."""
    game = ClubGame(club=club, created_by=actor)
    _set(game, details)
    with transaction.atomic():
        lock_club(club)
        if ClubGame.objects.filter(club=club).count() >= MAX_GAMES_OF_CLUB:
            raise Refused(
                _("A club has at most %(max)d games without a referee. Change one that nobody plays.")
                % {"max": MAX_GAMES_OF_CLUB}
            )
        _refuse_twin(game)
        _insert_with_free_slug(game)
        audit.record(
            actor=actor,
            action=audit_actions.CLUB_GAME_ADDED,
            target=club,
            before={},
            after={"game": game.name, **field_values(game, RECORDED_FIELDS[1:])},
            club=club.pk,
        )
    return game


def count_new_game(account: User) -> None:
    """One more that the account adds by hand; refused if there were too many on this day."""
    if wait := GAMES_BY_ACCOUNT.seconds_to_wait(str(account.pk)):
        raise TooManyRequests(too_many_attempts(wait), wait)


def find_or_add_game(*, actor: User | None, club: Club, details: GameDetails) -> ClubGame:
    """The club's game of these words, which another site has told."""
    for game in ClubGame.objects.filter(club=club, name_key=fold_text(details["name"])):
        if all(getattr(game, field) == details.get(field) for field in RECORDED_FIELDS[1:]):
            return game
        raise Refused(
            _("The club has a game called %(name)s already, whose sides or draws are others.")
            % {"name": game}
        )
    return add_game(actor=actor, club=club, **details)


@transaction.atomic
def change_game(*, actor: User | None, game: ClubGame, **details: Unpack[GameDetails]) -> ClubGame:
    """Words only: events and rating lists of the game stay its own. Without a change, no line is left."""
    club = lock_club(game.club)
    game = ClubGame.objects.get(pk=game.pk)
    before = field_values(game, RECORDED_FIELDS)
    _set(game, details)
    after = field_values(game, RECORDED_FIELDS)
    if after == before:
        return game
    if before["has_draws"] and not game.has_draws:
        raise Refused(_("Games of it may have been drawn already. Please add another game instead."))
    _refuse_twin(game)
    game.save()
    changed = [key for key in RECORDED_FIELDS if before[key] != after[key]]
    audit.record(
        actor=actor,
        action=audit_actions.CLUB_GAME_CHANGED,
        target=club,
        before={"game": before["name"], **{key: before[key] for key in changed if key != "name"}},
        after={"game": after["name"], **{key: after[key] for key in changed if key != "name"}},
        club=club.pk,
    )
    transaction.on_commit(forget_descriptions)
    return game


def _set(game: ClubGame, details: GameDetails) -> None:
    """Put the values into the row, or refuse them."""
    set_cleaned(game, details, one_line=NAME_FIELDS)
    refuse_invalid_fields(game, one_line=NAME_FIELDS, checked=RECORDED_FIELDS)
    if not all(names.can_be_read(getattr(game, field)) for field in NAME_FIELDS):
        raise Refused(_("The game and both sides need a name with at least one letter."))
    if fold_text(game.first_side) == fold_text(game.second_side):
        raise Refused(_("The two sides need different names."))
    if imitated := refereed_game_like(game.name):
        raise Refused(
            _(
                "That reads like %(game)s, whose games have a referee here. Choose it in the list of games, or give "
                "this game a name of its own."
            )
            % {"game": imitated}
        )


def refereed_game_like(name: str) -> str:
    """The game with a referee that such a name would be taken for; empty if there is none."""
    written = _as_read(name)
    for title, protected in _protected_names():
        if any(
            (whole and key in written) or SequenceMatcher(None, key, written).ratio() >= SIMILAR
            for key, whole in protected
        ):
            return title
    return ""


@cache
def _protected_names() -> tuple[tuple[str, frozenset[tuple[str, bool]]], ...]:
    """Of each game with a referee, how it is called in any language, and whether longer names must not hold it.

    What is called by the name of a whole family has other members.
    """
    found = []
    for known in registry.descriptions():
        keys = {(_as_read(known.name), known.name_in_family is None)}
        for language, _name in settings.LANGUAGES:
            with translation.override(language):
                keys.add((_as_read(translate(known.label)), known.name_in_family is None))
                if known.name_in_family is not None:
                    keys.add((_as_read(translate(known.name_in_family)), True))
        found.append((str(known.label), frozenset(key for key in keys if key[0])))
    return tuple(found)


def _as_read(name: str) -> str:
    """Only letters, and those alike that look alike."""
    folded = fold_text(unicodedata.normalize("NFKC", name)).translate(_LOOKALIKES)
    return "".join(letter for letter in folded if letter.isalpha())


def _refuse_twin(game: ClubGame) -> None:
    twins = ClubGame.objects.filter(club=game.club_id, name_key=fold_text(game.name)).exclude(pk=game.pk)
    if twins.exists():
        raise Refused(_("The club has a game of this name already."))


def _insert_with_free_slug(game: ClubGame) -> None:
    """The database decides which slug is free: two clubs may name the same game at the same moment."""
    base = slugify(game.name) or "game"
    for number in count(1):
        ending = "" if number == 1 else f"-{number}"
        game.slug = (
            UNREFEREED_PREFIX + base[: MAX_GAME_LENGTH - len(UNREFEREED_PREFIX) - len(ending)] + ending
        )
        if ClubGame.objects.filter(slug=game.slug).exists():
            continue
        try:
            with transaction.atomic():
                game.save(force_insert=True)
        except IntegrityError:
            if not ClubGame.objects.filter(slug=game.slug).exists():
                raise
        else:
            return
