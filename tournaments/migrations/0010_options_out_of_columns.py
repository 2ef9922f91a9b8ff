"""What events have decided so far goes from the columns into their options."""

from typing import Any

from django.db import migrations
from django.db.migrations.state import StateApps

from core.db.online_migrations import RewriteInBatches

# The games that had options when there were columns for them.
COLUMNS = {
    "barragoon": ("setup", "first_express", "second_express"),
    "stratego": ("two_squares_limit",),
}


def fill_options(rows: Any, apps: StateApps) -> None:
    events = list(rows.filter(options__isnull=True, game__in=COLUMNS))
    for event in events:
        event.options = {name: getattr(event, name) for name in COLUMNS[event.game]}
    rows.model.objects.bulk_update(events, ["options"])


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("tournaments", "0009_options_of_games")]

    operations = [RewriteInBatches("tournaments.Event", fill_options)]
