"""Events that have begun keep the rules by which their tables were made: those of 2026, whenever they began."""

from typing import Any

from django.db import migrations
from django.db.migrations.state import StateApps

from core.db.online_migrations import RewriteInBatches

STARTED = ("running", "finished", "rated", "archived")
EDITION = 2026


def keep_edition(rows: Any, apps: StateApps) -> None:
    rows.filter(tie_break_edition__isnull=True, event__state__in=STARTED).update(tie_break_edition=EDITION)


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("tournaments", "0016_tie_break_editions")]

    operations = [RewriteInBatches("tournaments.Section", keep_edition)]
