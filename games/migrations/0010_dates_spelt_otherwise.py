"""The same game is recognised whichever way its date is spelt: games with unusual spellings get their keys anew."""

import re
from hashlib import blake2b

from django.db import migrations
from django.db.models import Q

UNKNOWN = "????.??.??"
DATE = re.compile(r"([0-9]{4})[.-]([0-9]{2}|\?\?)[.-]([0-9]{2}|\?\?)")
USUAL = r"^[0-9]{4}\.([0-9]{2}\.([0-9]{2}|\?\?)|\?\?\.\?\?)$"
WRITTEN_EMPTY = '[Date ""]'
LONGEST_TAG = 200


def compare_dates(apps, schema_editor):
    for game, date in _unusual(apps.get_model("games", "Game")):
        _give_key(game, _comparable(date))


def compare_spellings(apps, schema_editor):
    for game, date in _unusual(apps.get_model("games", "Game")):
        _give_key(game, date)


def _unusual(games):
    """Each game with its tag's text. An empty column is mostly a tag that is missing, which has its key already."""
    spelt = ~Q(date="") & ~Q(date__regex=USUAL)
    empty = Q(date="", text__canonical__contains=WRITTEN_EMPTY)
    for game in games.objects.filter(spelt | empty).select_related("text").order_by("pk").iterator():
        if all(len(value) < LONGEST_TAG for value in (game.date, game.first_name, game.second_name)):
            yield game, game.date


def _give_key(game, date):
    parts = (
        game.kind,
        game.text.start_position,
        game.first_key or game.first_name,
        game.second_key or game.second_name,
        date,
        game.text.plies,
    )
    key = blake2b("\n".join(parts).encode(), digest_size=20).hexdigest()
    games = type(game).objects
    # Two games that were told apart by the spelling only stay two: nothing is erased here.
    if key != game.duplicate_key and not games.filter(duplicate_key=key).exists():
        games.filter(pk=game.pk).update(duplicate_key=key)


def _comparable(date):
    found = DATE.fullmatch(date.strip())
    if found is None:
        return date if date.strip(" ?.-") else UNKNOWN
    year, month, day = found.groups()
    return f"{year}.??.??" if month == "??" else f"{year}.{month}.{day}"


class Migration(migrations.Migration):

    dependencies = [("games", "0009_who_may_see_a_game")]

    operations = [migrations.RunPython(compare_dates, compare_spellings)]
