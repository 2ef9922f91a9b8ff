"""Whether a set-up was guessed right must not be told: games with hidden pieces are recognised without their set-ups."""

import re
from hashlib import blake2b

from django.db import migrations

HIDDEN = "stratego"
UNKNOWN = "????.??.??"
DATE = re.compile(r"([0-9]{4})[.-]([0-9]{2}|\?\?)[.-]([0-9]{2}|\?\?)")
LONGEST_TAG = 200
AT_A_TIME = 500


def leave_set_ups_out(apps, schema_editor):
    _give_keys(apps.get_model("games", "Game"), lambda start: "")


def take_set_ups_in(apps, schema_editor):
    _give_keys(apps.get_model("games", "Game"), lambda start: start)


def _give_keys(games, known_of):
    """Games that were told apart by their set-ups only stay: the first gets the key, the others keep theirs."""
    for part in _batches(games):
        wanted = {}
        for pk, old, first, first_name, second, second_name, date, start, plies in part:
            # What was shortened in its column cannot be computed from it.
            if all(len(value) < LONGEST_TAG for value in (date, first_name, second_name)):
                key = _key(known_of(start), first or first_name, second or second_name, date, plies)
                if key != old:
                    wanted.setdefault(key, pk)
        taken = set(games.objects.filter(duplicate_key__in=list(wanted)).values_list("duplicate_key", flat=True))
        games.objects.bulk_update(
            [games(pk=pk, duplicate_key=key) for key, pk in wanted.items() if key not in taken], ["duplicate_key"]
        )


def _batches(games):
    columns = (
        "pk", "duplicate_key", "first_key", "first_name", "second_key", "second_name", "date",
        "text__start_position", "text__plies",
    )  # fmt: skip
    rows = games.objects.filter(kind=HIDDEN, text__isnull=False).order_by("pk").values_list(*columns)
    last = 0
    while part := list(rows.filter(pk__gt=last)[:AT_A_TIME]):
        yield part
        last = part[-1][0]


def _key(start, first, second, date, plies):
    parts = (HIDDEN, start, first, second, _comparable(date), plies)
    return blake2b("\n".join(parts).encode(), digest_size=20).hexdigest()


def _comparable(date):
    found = DATE.fullmatch(date.strip())
    if found is None:
        return date if date.strip(" ?.-") else UNKNOWN
    year, month, day = found.groups()
    return f"{year}.??.??" if month == "??" else f"{year}.{month}.{day}"


class Migration(migrations.Migration):

    dependencies = [("games", "0012_one_index_of_words")]

    operations = [migrations.RunPython(leave_set_ups_out, take_set_ups_in)]
